//! The meaning of a list's columns, and the resulting people.

use std::collections::{BTreeMap, HashMap};

use app::admin::LineProblem;
use domain::{Email, Language};

use super::{
    headings::Heading,
    list::{AT_ONCE, List, Row},
};
use crate::service::Invitee;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Use {
    Name,
    Email,
    Language,
    /// Prefixed with the column's name, if it has one.
    Data,
    Ignore,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Mapping {
    /// True if the first line contains the names of the columns.
    pub(super) has_header: bool,
    pub(super) uses: Vec<Use>,
}

/// The people of a list with their lines, and all its problems.
#[derive(Debug, Default)]
pub(super) struct Invitees {
    pub(super) lines: Vec<u64>,
    pub(super) people: Vec<Invitee>,
    pub(super) problems: Vec<LineProblem>,
    /// Lines whose address occurs on an earlier line.
    pub(super) repeated: Vec<LineProblem>,
}

impl Use {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Email => "email",
            Self::Language => "language",
            Self::Data => "data",
            Self::Ignore => "ignore",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::Name, Self::Email, Self::Language, Self::Data, Self::Ignore]
            .into_iter()
            .find(|column| column.as_str() == text)
    }
}

impl Mapping {
    /// Guesses from the names of the columns and from their contents. Columns with unknown names are left out.
    pub(super) fn guess(list: &List) -> Self {
        let [first, rest @ ..] = list.rows.as_slice() else {
            return Self { has_header: false, uses: Vec::new() };
        };
        let headings: Vec<Option<Heading>> = (0..list.columns).map(|column| Heading::of(first.cell(column))).collect();
        let has_header = headings.iter().any(Option::is_some);
        let addresses = |rows: &[Row], column: usize| rows.iter().filter(|row| is_address(row.cell(column))).count();
        let people = if has_header { rest } else { &list.rows[..] };
        let most = (0..list.columns).rev().max_by_key(|column| addresses(people, *column));
        let email = headings.iter().position(|heading| *heading == Some(Heading::Email)).or_else(|| {
            most.filter(|column| {
                let found = addresses(people, *column);
                let filled = people.iter().filter(|row| !row.cell(*column).is_empty()).count();
                found > 0 && (list.columns > 1 || found == filled)
            })
        });
        let names = if has_header {
            name_columns(&headings)
        } else {
            (0..list.columns).find(|column| Some(*column) != email).into_iter().collect()
        };
        let uses = (0..list.columns).map(|column| match headings[column] {
            _ if Some(column) == email => Use::Email,
            _ if names.contains(&column) => Use::Name,
            Some(Heading::Language) => Use::Language,
            Some(Heading::Data) => Use::Data,
            _ if has_header => Use::Ignore,
            _ => Use::Data,
        });
        Self { has_header, uses: uses.collect() }
    }

    /// Applies an administrator's choice. Passwords are always left out.
    pub(super) fn chosen(list: &List, has_header: bool, column: impl Fn(usize) -> Option<Use>) -> Self {
        let uses = (0..list.columns).map(|at| match column(at) {
            _ if is_secret(list, at) => Use::Ignore,
            chosen => chosen.unwrap_or(Use::Ignore),
        });
        Self { has_header, uses: uses.collect() }
    }

    pub(super) fn title<'l>(&self, list: &'l List, column: usize) -> Option<&'l str> {
        list.rows.first().filter(|_| self.has_header).map(|row| row.cell(column)).filter(|title| !title.is_empty())
    }

    pub(super) fn rows<'l>(&self, list: &'l List) -> &'l [Row] {
        &list.rows[usize::from(self.has_header).min(list.rows.len())..]
    }

    pub(super) fn people(&self, list: &List) -> Invitees {
        let mut found = Invitees { problems: list.problems.clone(), ..Invitees::default() };
        let whole = |message: &str| LineProblem { line: None, message: message.to_owned() };
        for (one, message) in [
            (Use::Email, "Only one column can be the e-mail address."),
            (Use::Language, "Only one column can be the language."),
        ] {
            if self.uses.iter().filter(|used| **used == one).count() > 1 {
                found.problems.push(whole(message));
            }
        }
        let rows = self.rows(list);
        if rows.len() > AT_ONCE {
            found
                .problems
                .push(whole("There are more than 1,000 people on the list: at most 1,000 are invited at once."));
        } else if rows.is_empty() {
            found.problems.push(whole("There’s no one on the list."));
        }
        let mut seen: HashMap<String, u64> = HashMap::new();
        for row in rows {
            let mut problem = |message: String| found.problems.push(LineProblem { line: Some(row.line), message });
            let mut person = self.person(list, row);
            if person.name.is_none() && person.email.is_none() && person.custom_data.is_none() {
                problem("There’s no one on it.".to_owned());
                continue;
            }
            if person.name.as_ref().is_some_and(|name| name.contains('\n')) {
                problem("The name has a line break: is a quotation mark missing?".to_owned());
            }
            let written = self.only(list, row, Use::Language).unwrap_or_default();
            person.language = Language::written(written);
            if person.language.is_none() && !written.is_empty() {
                problem(format!("“{written}” is not a language: write a code such as en or pt-BR, or its own name."));
            }
            if let Some(email) = &person.email {
                if Email::parse(email).is_err() {
                    problem(format!("“{email}” is not an e-mail address."));
                } else if let Some(line) = seen.get(&email.to_lowercase()) {
                    let message = format!("{email} is on line {line} already.");
                    found.repeated.push(LineProblem { line: Some(row.line), message });
                } else {
                    seen.insert(email.to_lowercase(), row.line);
                }
            }
            found.lines.push(row.line);
            found.people.push(person);
        }
        found
    }

    /// The cell of the first column with this use; `None` if it is empty.
    fn only<'r>(&self, list: &List, row: &'r Row, of: Use) -> Option<&'r str> {
        let column = (0..list.columns).find(|column| self.uses.get(*column) == Some(&of))?;
        Some(row.cell(column)).filter(|text| !text.is_empty())
    }

    fn person(&self, list: &List, row: &Row) -> Invitee {
        let text = |column: usize| Some(row.cell(column).to_owned()).filter(|text| !text.is_empty());
        let of = |wanted: Use| (0..list.columns).filter(move |column| self.uses.get(*column) == Some(&wanted));
        let names: Vec<&str> = of(Use::Name).map(|column| row.cell(column)).filter(|part| !part.is_empty()).collect();
        let name = (!names.is_empty()).then(|| names.join(" "));
        let email = self.only(list, row, Use::Email).map(ToOwned::to_owned);
        // A list may have names on some lines and addresses on others.
        if let ([only], None) = (row.cells.as_slice(), &email)
            && name.is_some()
            && is_address(only)
        {
            return Invitee { email: name, ..Invitee::default() };
        }
        let data: Vec<String> = of(Use::Data)
            .filter_map(|column| {
                let text = text(column)?;
                // A usual heading adds nothing to the name of the field.
                let title = self.title(list, column).filter(|title| Heading::of(title) != Some(Heading::Data));
                Some(title.map_or(text.clone(), |title| format!("{title}: {text}")))
            })
            .collect();
        let custom_data = (!data.is_empty()).then(|| data.join("; "));
        Invitee { name, email, custom_data, fields: BTreeMap::new(), language: None }
    }
}

/// The columns that make up the name, in order.
fn name_columns(headings: &[Option<Heading>]) -> Vec<usize> {
    let of = |wanted: &[Heading]| -> Vec<usize> {
        let is_wanted = |column: &usize| headings[*column].is_some_and(|heading| wanted.contains(&heading));
        (0..headings.len()).filter(is_wanted).collect()
    };
    let first = |mut columns: Vec<usize>| {
        columns.truncate(1);
        columns
    };
    let full = of(&[Heading::FullName]);
    let parts = of(&[Heading::FirstName, Heading::MiddleName, Heading::LastName]);
    let names = first(of(&[Heading::Name]));
    let has = |heading| headings.contains(&Some(heading));
    match (has(Heading::FirstName), has(Heading::LastName)) {
        _ if !full.is_empty() => first(full),
        (true, true) | (false, false) if !names.is_empty() => names,
        _ => {
            let mut all = [names, parts].concat();
            all.sort_unstable();
            all
        }
    }
}

/// True for a column of passwords, even if the first line is not marked as the header.
pub(super) fn is_secret(list: &List, column: usize) -> bool {
    list.rows.first().is_some_and(|row| Heading::of(row.cell(column)) == Some(Heading::Password))
}

fn is_address(text: &str) -> bool {
    Email::parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{super::list::read, *};

    fn guessed(text: &str) -> Invitees {
        let list = read(text).expect("a list");
        Mapping::guess(&list).people(&list)
    }

    fn people(text: &str) -> Vec<[String; 3]> {
        let found = guessed(text);
        assert!(found.problems.is_empty(), "{found:?}");
        let texts = |person: Invitee| [person.name, person.email, person.custom_data].map(Option::unwrap_or_default);
        found.people.into_iter().map(texts).collect()
    }

    fn problems(text: &str) -> Vec<(Option<u64>, String)> {
        let found = guessed(text);
        let all = found.problems.into_iter().chain(found.repeated);
        all.map(|problem| (problem.line, problem.message)).collect()
    }

    #[test]
    fn the_usual_three_columns_need_no_names() {
        let text = "Ana López,ana@x.example,branch 12\nBo,,\n";
        assert_eq!(people(text), [["Ana López", "ana@x.example", "branch 12"], ["Bo", "", ""]]);
        assert_eq!(people("Ana\nbo@x.example\n"), [["Ana", "", ""], ["", "bo@x.example", ""]]);
        assert_eq!(people("ana@x.example\nbo@x.example"), [["", "ana@x.example", ""], ["", "bo@x.example", ""]]);
    }

    #[test]
    fn a_first_line_of_names_says_what_the_columns_are() {
        for head in ["E-mail;Name", "\u{feff}correo;nombre", "EMAIL;name"] {
            assert_eq!(people(&format!("{head}\nana@x.example;Ana")), [["Ana", "ana@x.example", ""]], "{head}");
        }
        assert_eq!(people("Name,Address\nAna,ana@x.example")[0][1], "ana@x.example", "by what is in the column");
    }

    #[test]
    fn further_columns_are_left_out_and_become_custom_data_under_their_names_if_they_are_chosen() {
        let text = "Name,E-mail,Branch,City,Plan\nAna,ana@x.example,12,Madrid,\nBo,bo@x.example,13,,gold\n";
        assert_eq!(people(text)[0], ["Ana", "ana@x.example", ""]);
        let list = read(text).expect("a list");
        let uses = [Use::Name, Use::Email, Use::Data, Use::Data, Use::Data];
        let found = Mapping::chosen(&list, true, |column| Some(uses[column])).people(&list);
        let data: Vec<_> = found.people.iter().map(|person| person.custom_data.as_deref()).collect();
        assert_eq!(data, [Some("Branch: 12; City: Madrid"), Some("Branch: 13; Plan: gold")]);
        assert_eq!(people("Name,Custom data\nAna,branch 12")[0][2], "branch 12");
    }

    #[test]
    fn the_parts_of_a_name_are_joined_in_their_order() {
        for (text, name) in [
            ("username,password,firstname,lastname,email,course1\nam,Secret1!,Ana,López,a@x.example,c", "Ana López"),
            ("firstname;lastname;email\nAna;;a@x.example", "Ana"),
            ("Nombre,Apellidos,Correo\nAna,López,a@x.example", "Ana López"),
            ("Name;Vorname;E-Mail-Adresse\nMüller;Jörg;j@x.example", "Müller Jörg"),
            (
                "First Name,Middle Name,Last Name,Company,E-mail Address\nAna,María,López,X,a@x.example",
                "Ana María López",
            ),
            ("Name,Given Name,Family Name,E-mail 1 - Value\nDr. Ana López,Ana,López,a@x.example", "Dr. Ana López"),
            ("Last Name,First Name,Display Name,E-mail\nLópez,Ana,Ana L.,a@x.example", "Ana L."),
            ("Prénom;Nom;Courriel\nÉlodie;Müller;e@x.example", "Élodie Müller"),
            ("Nome;Sobrenome;E-mail\nJoão;Silva;j@x.example", "João Silva"),
            ("الاسم الأول;اسم العائلة;البريد الإلكتروني\nمحمد;علي;m@x.example", "محمد علي"),
        ] {
            let found = people(text);
            assert_eq!((found[0][0].as_str(), found[0][2].as_str()), (name, ""), "{text}");
            assert!(found[0][1].ends_with("@x.example"), "{text}");
        }
    }

    #[test]
    fn a_password_is_never_taken() {
        for title in ["password", "Contraseña", "Passwort", "Mot de passe", "Senha", "كلمة المرور"] {
            let list = read(&format!("Name,{title}\nAna,Secret1!")).expect("a list");
            for has_header in [true, false] {
                let found = Mapping::chosen(&list, has_header, |_| Some(Use::Data)).people(&list);
                let data = format!("{:?}", found.people);
                assert!(!data.contains("Secret1!") && data.contains("Ana"), "{title}: {data}");
            }
        }
    }

    #[test]
    fn columns_are_what_an_administrator_says() {
        let list = read("Ana,A-1,Madrid\nBo,B-2,Roma").expect("a list");
        let mapping = Mapping { has_header: false, uses: vec![Use::Name, Use::Ignore, Use::Data] };
        let found = mapping.people(&list);
        assert_eq!(found.people[1].custom_data.as_deref(), Some("Roma"));
        let ignored = Mapping { uses: vec![Use::Ignore; 3], ..mapping.clone() }.people(&list);
        assert_eq!(ignored.problems.len(), 2, "no one on either line");
        let twice = Mapping { uses: vec![Use::Email; 3], ..mapping }.people(&list);
        assert!(twice.problems[0].message.contains("Only one column"), "{twice:?}");
    }

    #[test]
    fn every_problem_is_named_with_its_line() {
        let found = problems("Name,E-mail\n\nBo,bo at home\nCy,cy@x.example\n\"D\nE\",d@x.example\nF,CY@x.example\n");
        let lines: Vec<_> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [Some(3), Some(5), Some(7)], "{found:?}");
        assert!(found[2].1.contains("line 4 already"), "{found:?}");
    }

    #[test]
    fn no_one_and_too_many_are_refused() {
        assert_eq!(problems("Name,E-mail\n").len(), 1);
        assert_eq!(people(&"A\n".repeat(1000)).len(), 1000);
        assert!(problems(&"A\n".repeat(1001))[0].1.contains("more than 1,000"));
    }
}
