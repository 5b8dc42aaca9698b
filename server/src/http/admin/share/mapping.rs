//! The meaning of a list's columns, and the resulting people.

use std::collections::{BTreeMap, HashMap};

use app::admin::{LineProblem, brief};
use domain::{Email, FieldInput, FieldType, Language, PersonField};

use super::{
    headings::Heading,
    list::{AT_ONCE, List, Row},
};
use crate::{search_text::fold, service::Invitee};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Use {
    Name,
    Email,
    Language,
    /// Prefixed with the column's name, if it has one.
    Data,
    /// A field of people, by its place in [`Mapping::fields`].
    Field(usize),
    Ignore,
}

/// What the form sends for a column that is to become a field.
const DECLARE: &str = "declare";
const FIELD: &str = "field.";

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Mapping {
    /// True if the first line contains the names of the columns.
    pub(super) has_header: bool,
    pub(super) uses: Vec<Use>,
    /// Those that the quiz declares, then those that are to be declared.
    pub(super) fields: Vec<PersonField>,
    /// The number of fields that the quiz declares.
    declared: usize,
    /// Columns whose choice the quiz cannot take: a field that is gone, one too many, or one without a title.
    pub(super) unusable: Vec<usize>,
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
    fn parse(text: &str, fields: &[PersonField]) -> Option<Self> {
        Some(match text {
            "name" => Self::Name,
            "email" => Self::Email,
            "language" => Self::Language,
            "data" => Self::Data,
            "ignore" => Self::Ignore,
            other => {
                let id = other.strip_prefix(FIELD)?;
                Self::Field(fields.iter().position(|field| field.id.as_str() == id)?)
            }
        })
    }
}

impl Mapping {
    /// Guesses from the names of the columns and from their contents. Columns with unknown names are left out.
    pub(super) fn guess(list: &List, declared: &[PersonField]) -> Self {
        let of = |has_header, uses| Self {
            has_header,
            uses,
            fields: declared.to_vec(),
            declared: declared.len(),
            unusable: Vec::new(),
        };
        let [first, rest @ ..] = list.rows.as_slice() else { return of(false, Vec::new()) };
        let headings: Vec<Option<Heading>> = (0..list.columns).map(|column| Heading::of(first.cell(column))).collect();
        let fields: Vec<Option<usize>> =
            (0..list.columns).map(|column| field_called(first.cell(column), headings[column], declared)).collect();
        let has_header = headings.iter().any(Option::is_some) || fields.iter().any(Option::is_some);
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
            _ if fields[column].is_some() => fields[column].map_or(Use::Ignore, Use::Field),
            _ if Some(column) == email => Use::Email,
            _ if names.contains(&column) => Use::Name,
            Some(Heading::Language) => Use::Language,
            Some(Heading::Data) => Use::Data,
            _ if has_header => Use::Ignore,
            _ => Use::Data,
        });
        of(has_header, uses.collect())
    }

    /// Applies an administrator's choice. Passwords are always left out.
    pub(super) fn chosen<'c>(
        list: &List,
        has_header: bool,
        declared: &[PersonField],
        column: impl Fn(usize) -> Option<&'c str>,
    ) -> Self {
        let mut mapping = Self {
            has_header,
            uses: Vec::new(),
            fields: declared.to_vec(),
            declared: declared.len(),
            unusable: Vec::new(),
        };
        for at in 0..list.columns {
            let used = match column(at) {
                _ if is_secret(list, at) => None,
                Some(DECLARE) => mapping.declare(list, at),
                chosen => chosen.and_then(|text| Use::parse(text, declared)),
            };
            let is_asked = column(at).is_some_and(|text| !text.is_empty()) && !is_secret(list, at);
            mapping.unusable.extend((is_asked && used.is_none()).then_some(at));
            mapping.uses.push(used.unwrap_or(Use::Ignore));
        }
        mapping
    }

    /// Adds a field for a column. `None` if the column has no title, or there are as many fields as a quiz may have.
    fn declare(&mut self, list: &List, column: usize) -> Option<Use> {
        let field = self.proposed(list, column)?;
        self.fields.push(field);
        Some(Use::Field(self.fields.len() - 1))
    }

    /// The field that a column would make: its title, and a type that takes all of its cells.
    pub(super) fn proposed(&self, list: &List, column: usize) -> Option<PersonField> {
        let title = self.title(list, column).filter(|_| self.fields.len() < PersonField::MOST)?;
        let name: String = title.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect();
        let cells = self.rows(list).iter().map(|row| row.cell(column));
        Some(PersonField {
            id: PersonField::id_of(&fold(&name), &self.fields),
            kind: PersonField::type_of(cells),
            name: Some(name),
            from_custom_data: false,
        })
    }

    /// The fields that are to be declared.
    pub(super) fn new_fields(&self) -> &[PersonField] {
        &self.fields[self.declared..]
    }

    /// As the form sends it.
    pub(super) fn used(&self, column: usize) -> String {
        match self.uses[column] {
            Use::Name => "name".to_owned(),
            Use::Email => "email".to_owned(),
            Use::Language => "language".to_owned(),
            Use::Data => "data".to_owned(),
            Use::Ignore => "ignore".to_owned(),
            Use::Field(place) if place >= self.declared => DECLARE.to_owned(),
            Use::Field(place) => format!("{FIELD}{}", self.fields[place].id),
        }
    }

    /// The choices of a column: each declared field, and a new one.
    pub(super) fn choices(&self, list: &List, column: usize) -> Vec<(String, String)> {
        let declared = &self.fields[..self.declared];
        let choice = |field: &PersonField| (format!("{FIELD}{}", field.id), format!("Field: {}", field.name()));
        let new = match self.uses[column] {
            Use::Field(place) if place >= self.declared => self.fields.get(place).cloned(),
            _ => self.proposed(list, column),
        };
        let known = |field: &PersonField| declared.iter().any(|own| fold(own.name()) == fold(field.name()));
        let new = new.filter(|field| !known(field));
        let new = new.map(|field| (DECLARE.to_owned(), format!("New field of people ({})", type_in_words(field.kind))));
        declared.iter().map(choice).chain(new).collect()
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
        for (place, field) in self.fields.iter().enumerate() {
            if self.uses.iter().filter(|used| **used == Use::Field(place)).count() > 1 {
                found.problems.push(whole(&format!("Only one column can be the field {}.", field.name())));
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
            match self.fields_of(row) {
                Ok(fields) => person.fields = fields,
                Err(wrong) => wrong.into_iter().for_each(&mut problem),
            }
            let is_bare = person.name.is_none() && person.email.is_none() && person.custom_data.is_none();
            if is_bare && !self.has_fields(row) {
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

    fn has_fields(&self, row: &Row) -> bool {
        let is_filled = |(column, used): (usize, &Use)| matches!(used, Use::Field(_)) && !row.cell(column).is_empty();
        self.uses.iter().enumerate().any(is_filled)
    }

    /// The values of a row, or what is wrong with them.
    fn fields_of(&self, row: &Row) -> Result<BTreeMap<String, FieldInput>, Vec<String>> {
        let (mut found, mut wrong) = (BTreeMap::new(), Vec::new());
        for (column, used) in self.uses.iter().enumerate() {
            let Use::Field(place) = used else { continue };
            let (field, text) = (&self.fields[*place], row.cell(column));
            match field.read(text) {
                Ok(Some(value)) => _ = found.insert(field.id.to_string(), FieldInput::from(value)),
                Ok(None) => {}
                Err(code) => wrong.push(format!("{} {code}: “{}”.", field.name(), brief(text))),
            }
        }
        if wrong.is_empty() { Ok(found) } else { Err(wrong) }
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

/// The field whose name or id is the title of a column. What a person is invited with comes first.
fn field_called(title: &str, heading: Option<Heading>, declared: &[PersonField]) -> Option<usize> {
    let is_free = matches!(heading, None | Some(Heading::Data | Heading::Language));
    let title = Some(fold(title.trim())).filter(|title| is_free && !title.is_empty())?;
    let is_called = |field: &PersonField| fold(field.name()) == title || field.id.as_str() == title;
    declared.iter().position(is_called)
}

pub(super) fn type_in_words(kind: FieldType) -> &'static str {
    match kind {
        FieldType::Text => "text",
        FieldType::Number => "number",
        FieldType::Date => "date",
        FieldType::YesNo => "yes or no",
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
        Mapping::guess(&list, &[]).people(&list)
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
        let uses = ["name", "email", "data", "data", "data"];
        let found = Mapping::chosen(&list, true, &[], |column| Some(uses[column])).people(&list);
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
                let found = Mapping::chosen(&list, has_header, &[], |_| Some("data")).people(&list);
                let data = format!("{:?}", found.people);
                assert!(!data.contains("Secret1!") && data.contains("Ana"), "{title}: {data}");
            }
        }
    }

    #[test]
    fn columns_are_what_an_administrator_says() {
        let list = read("Ana,A-1,Madrid\nBo,B-2,Roma").expect("a list");
        let uses = vec![Use::Name, Use::Ignore, Use::Data];
        let mapping = Mapping { has_header: false, uses, fields: Vec::new(), declared: 0, unusable: Vec::new() };
        let found = mapping.people(&list);
        assert_eq!(found.people[1].custom_data.as_deref(), Some("Roma"));
        let ignored = Mapping { uses: vec![Use::Ignore; 3], ..mapping.clone() }.people(&list);
        assert_eq!(ignored.problems.len(), 2, "no one on either line");
        let twice = Mapping { uses: vec![Use::Email; 3], ..mapping }.people(&list);
        assert!(twice.problems[0].message.contains("Only one column"), "{twice:?}");
    }

    fn declared() -> Vec<PersonField> {
        let json = r#"[{ "id": "region", "name": "Région", "type": "text" }, { "id": "age", "type": "number" },
            { "id": "joined", "name": "Joined on", "type": "date" }, { "id": "vip", "type": "yesNo" },
            { "id": "email", "type": "text" }]"#;
        serde_json::from_str(json).expect("fields")
    }

    fn told(person: &Invitee) -> String {
        let told = |(id, value): (&String, &FieldInput)| format!("{id}={value:?}");
        person.fields.iter().map(told).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn columns_called_as_a_field_fill_it_and_others_stay_as_they_were() {
        let text =
            "Name;E-mail;REGION;Age;joined on;VIP;Branch\nAna;ana@x.example;Norte;41,5;2026-02-28;sí;12\nBo;;;;;;\n";
        let list = read(text).expect("a list");
        let mapping = Mapping::guess(&list, &declared());
        let used: Vec<String> = (0..7).map(|column| mapping.used(column)).collect();
        let expected = ["name", "email", "field.region", "field.age", "field.joined", "field.vip", "ignore"];
        assert_eq!(used, expected, "an address stays one");
        let found = mapping.people(&list);
        assert!(found.problems.is_empty(), "{found:?}");
        let values = "age=Number(Decimal(41500)) joined=Text(\"2026-02-28\") region=Text(\"Norte\") vip=YesNo(true)";
        assert_eq!((told(&found.people[0]).as_str(), told(&found.people[1]).as_str()), (values, ""));
        assert_eq!(people("Name,Region\nAna,Norte"), [["Ana", "", ""]], "without a declaration");
        let only = read("region\nNorte\n\nSur").expect("a list");
        let found = Mapping::guess(&only, &declared()).people(&only);
        assert_eq!((found.people.len(), found.problems.len()), (2, 0), "a field is enough for a person");
    }

    #[test]
    fn a_value_that_a_field_does_not_take_is_named_with_its_line() {
        let list = read("Name,Age,Joined on,VIP\nAna,1.500,2026-02-28,no\nBo,old,28.2.2026,perhaps").expect("a list");
        let found = Mapping::guess(&list, &declared()).people(&list);
        let problems: Vec<_> = found.problems.iter().map(|it| format!("{:?} {}", it.line, it.message)).collect();
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert!(problems[0].starts_with("Some(2) age may mean 1500 or 1.5"), "{problems:?}");
        assert_eq!(problems[1], "Some(3) age must be a number: “old”.");
        assert!(problems[2].starts_with("Some(3) Joined on must be a date written YYYY-MM-DD"), "{problems:?}");
        let twice = Mapping::chosen(&list, true, &declared(), |_| Some("field.region")).people(&list);
        assert!(twice.problems[0].message.contains("Only one column can be the field Région"), "{twice:?}");
    }

    #[test]
    fn a_column_becomes_a_new_field_of_a_type_that_takes_all_of_it() {
        let list = read("Name,Joined,Team,Points\nAna,2026-02-28,Red,1.5\nBo,2026-03-01,007,2").expect("a list");
        let mapping = Mapping::guess(&list, &[]);
        let choices: Vec<_> =
            (1..4).flat_map(|column| mapping.choices(&list, column)).map(|(_, label)| label).collect();
        let of = |kind: &str| format!("New field of people ({kind})");
        assert_eq!(choices, [of("date"), of("text"), of("number")]);
        let uses = ["name", "declare", "declare", "ignore"];
        let mapping = Mapping::chosen(&list, true, &[], |column| Some(uses[column]));
        let made: Vec<_> =
            mapping.new_fields().iter().map(|field| (field.id.as_str(), field.name(), field.kind)).collect();
        assert_eq!(made, [("joined", "Joined", FieldType::Date), ("team", "Team", FieldType::Text)]);
        assert_eq!(mapping.used(2), "declare");
        let found = mapping.people(&list);
        assert_eq!(told(&found.people[1]), "joined=Text(\"2026-03-01\") team=Text(\"007\")");
        let full: Vec<PersonField> =
            (0..20).map(|_| PersonField { id: PersonField::id_of("f", &[]), ..declared()[0].clone() }).collect();
        let none_left = Mapping::chosen(&list, true, &full, |_| Some("declare"));
        assert!(none_left.new_fields().is_empty());
        assert_eq!(none_left.unusable, [0, 1, 2, 3], "no column is left out in silence");
        assert!(mapping.unusable.is_empty());
        let untitled = Mapping::chosen(&list, false, &[], |_| Some("declare"));
        assert!(untitled.new_fields().is_empty(), "a field needs a name");
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
