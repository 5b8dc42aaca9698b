//! Inviting a list of people. The meaning of the columns is confirmed first, and nothing is created while anything is
//! wrong.

use std::collections::{BTreeMap, HashSet};

use app::admin::{Flash, LineProblem, MappedColumn, MappingPage, QuizTab, field_text};
use axum::{
    extract::{FromRequest, Multipart, Request},
    http::StatusCode,
};
use domain::{FieldError, Part, PersonField, QuizKind};

use super::super::{Admin, AdminError, AdminResult, Http, QuizHead, SMALL, offload, reply};
use super::decoding::decode;
use super::list::{self, COLUMNS, List};
use super::mapping::{Invitees, Mapping, Use, is_secret};
use super::show::{Refused, refuse};
use crate::service::{Conflict, Invitee, check_invitees};

/// More fields than the form has.
const FIELDS: usize = COLUMNS + 8;
/// Maximum number of people in the page's sample.
const SHOWN: usize = 3;

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box of the form")]
pub(in crate::http::admin) struct InviteForm {
    typed: String,
    file: Vec<u8>,
    /// True if the encoding of the file is a guess.
    has_unsaid_letters: bool,
    /// True if the page has asked for the meaning of the columns.
    is_mapped: bool,
    /// What each column is used as, as the form sends it.
    columns: BTreeMap<usize, String>,
    has_header: bool,
    leaves_out: bool,
    creates: bool,
}

impl FromRequest<Http> for InviteForm {
    type Rejection = AdminError;

    async fn from_request(request: Request, http: &Http) -> Result<Self, AdminError> {
        let bad_request = || AdminError::Unreadable(StatusCode::BAD_REQUEST);
        let mut multipart = Multipart::from_request(request, http).await.map_err(|_| bad_request())?;
        let mut form = Self::default();
        for _ in 0..FIELDS {
            let field = multipart.next_field().await.map_err(|error| AdminError::Unreadable(error.status()))?;
            let Some(field) = field else { return Ok(form) };
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(|error| AdminError::Unreadable(error.status()))?;
            let text = || String::from_utf8(bytes.to_vec()).map_err(|_| bad_request());
            match name.as_str() {
                "people" => form.typed = text()?,
                "file" => form.file = bytes.to_vec(),
                "mapped" => form.is_mapped = true,
                "header" => form.has_header = true,
                "leave-out" => form.leaves_out = true,
                "create" => form.creates = true,
                other => {
                    let index = other.strip_prefix("column").and_then(|index| index.parse().ok());
                    if let Some(index) = index {
                        form.columns.insert(index, text()?);
                    }
                }
            }
        }
        Err(bad_request())
    }
}

impl InviteForm {
    /// Returns the text of the field or of the file. Fails if both are given.
    fn text(&mut self) -> Result<String, Refused> {
        let problem = |typed: String, message: &str| Refused {
            typed,
            problems: vec![LineProblem { line: None, message: message.to_owned() }],
        };
        let typed = std::mem::take(&mut self.typed);
        if self.file.is_empty() {
            return Ok(typed);
        }
        if !typed.trim().is_empty() {
            return Err(problem(typed, "Give the people in the field or in a file, not in both."));
        }
        let decoded = decode(&std::mem::take(&mut self.file));
        let (text, has_unsaid_letters) =
            decoded.ok_or_else(|| problem(String::new(), "The file is not a text: save the list as “CSV UTF-8”."))?;
        self.has_unsaid_letters = has_unsaid_letters;
        Ok(text)
    }

    /// The mapping from the page, or a guess from the list.
    fn mapping(&self, list: &List, declared: &[PersonField]) -> Mapping {
        if !self.is_mapped {
            return Mapping::guess(list, declared);
        }
        Mapping::chosen(list, self.has_header, declared, |column| self.columns.get(&column).map(String::as_str))
    }
}

pub(in crate::http::admin) async fn invite(admin: Admin, head: QuizHead, mut form: InviteForm) -> AdminResult {
    if head.quiz.kind != QuizKind::Invited {
        return Err(Conflict::NoInvitedUsers.into());
    }
    let text = match form.text() {
        Ok(text) => text,
        Err(refused) => return refuse(&admin, head, refused).await,
    };
    let is_large = text.len() > SMALL;
    let declared = head.quiz.settings.fields.clone();
    let read = move || {
        let read = list::read(&text).map(|list| {
            let mapping = form.mapping(&list, &declared);
            let found = mapping.people(&list);
            (list, mapping, found)
        });
        (read, form, text)
    };
    let (read, form, text) = offload(is_large, read).await;
    let (list, mapping, mut found) = match read {
        Ok(read) => read,
        Err(problem) => return refuse(&admin, head, Refused { typed: text, problems: vec![problem] }).await,
    };
    let repeated = leave_out(&admin, &head, &mut found, form.leaves_out).await?;
    if found.problems.is_empty() && found.people.is_empty() {
        let message = "Everyone on the list is invited already.".to_owned();
        found.problems.push(LineProblem { line: None, message });
    }
    if let (false, Err(invalid)) = (found.people.is_empty(), check_invitees(&found.people)) {
        found.problems.extend(invalid.0.into_iter().map(|error| placed(&error, &found.lines)));
    }
    for column in &mapping.unusable {
        let title = mapping.title(&list, *column).unwrap_or_default();
        let message = format!("Column {} “{title}” cannot be used as was chosen: choose again.", column + 1);
        found.problems.push(LineProblem { line: None, message });
    }
    found.problems.sort_by_key(|problem| problem.line);
    if list.is_broken {
        return refuse(&admin, head, Refused { typed: text, problems: found.problems }).await;
    }
    if form.is_mapped && form.creates && found.problems.is_empty() {
        declare(&admin, &head, mapping.new_fields()).await?;
        admin.service().invite(&admin.caller, &head.path, found.people).await?;
        return Ok(reply::see(&head.href(QuizTab::Share), Flash::Invited));
    }
    let is_refused = form.creates && !found.problems.is_empty();
    let is_filled = |column: &usize| mapping.rows(&list).iter().any(|row| !row.cell(*column).is_empty());
    let columns = (0..list.columns).filter(is_filled).map(|column| MappedColumn {
        place: column,
        title: mapping.title(&list, column).map_or_else(|| format!("Column {}", column + 1), ToOwned::to_owned),
        used: (!is_secret(&list, column)).then(|| mapping.used(column)),
        fields: mapping.choices(&list, column),
        cells: (0..SHOWN)
            .map(|row| mapping.rows(&list).get(row).filter(|_| !is_secret(&list, column)))
            .map(|row| row.map(|row| row.cell(column).to_owned()).unwrap_or_default())
            .collect(),
    });
    let first = found.people.iter().take(SHOWN).cloned();
    let shown: Vec<&PersonField> = mapping
        .fields
        .iter()
        .enumerate()
        .filter(|(place, _)| mapping.uses.contains(&Use::Field(*place)))
        .map(|(_, field)| field)
        .collect();
    let cell = |person: &Invitee, field: &PersonField| {
        let value = person.fields.get(field.id.as_str()).and_then(|value| field.check(value).ok().flatten());
        value.as_ref().map(field_text).unwrap_or_default()
    };
    let page = MappingPage {
        quiz: head.nav,
        list: text,
        has_header: mapping.has_header,
        has_unsaid_letters: form.has_unsaid_letters,
        columns: columns.collect(),
        people: found.people.len() as u64,
        first: first
            .map(|person| {
                let fields: Vec<String> = shown.iter().map(|field| cell(&person, field)).collect();
                let language = person.language.map(|language| language.endonym());
                let own = [person.name, person.email, language, person.custom_data].map(Option::unwrap_or_default);
                own.into_iter().chain(fields).collect()
            })
            .collect(),
        fields: shown.iter().map(|field| field.name().to_owned()).collect(),
        leaves_out: form.leaves_out,
        repeated,
        problems: found.problems,
    };
    let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(admin.page_apart(is_large, status, app::admin::mapping, page).await)
}

/// Declares the fields that columns of the list make.
async fn declare(admin: &Admin, head: &QuizHead, new: &[PersonField]) -> Result<(), AdminError> {
    if new.is_empty() {
        return Ok(());
    }
    admin.service().declare_fields(&admin.caller, &head.path, new.to_vec()).await?;
    Ok(())
}

/// Finds the lines of people who are on an earlier line or already invited. Leaves them out, or reports them as
/// problems. Returns their number.
async fn leave_out(admin: &Admin, head: &QuizHead, found: &mut Invitees, leaves_out: bool) -> Result<u64, AdminError> {
    let addresses: Vec<String> = found.people.iter().filter_map(|person| person.email.clone()).collect();
    let invited = admin.service().invited_already(&admin.caller, &head.path, addresses).await?;
    let mut repeated = std::mem::take(&mut found.repeated);
    let known: HashSet<Option<u64>> = repeated.iter().map(|problem| problem.line).collect();
    for (line, person) in found.lines.iter().zip(&found.people) {
        let email = person.email.as_ref().filter(|email| invited.contains(&email.to_lowercase()));
        if let Some(email) = email
            && !known.contains(&Some(*line))
        {
            repeated.push(LineProblem { line: Some(*line), message: format!("{email} is invited already.") });
        }
    }
    let count = repeated.len() as u64;
    if leaves_out {
        let lines: HashSet<Option<u64>> = repeated.iter().map(|problem| problem.line).collect();
        let kept = found.lines.iter().zip(std::mem::take(&mut found.people));
        let kept: Vec<_> =
            kept.filter(|(line, _)| !lines.contains(&Some(**line))).map(|(line, person)| (*line, person)).collect();
        (found.lines, found.people) = kept.into_iter().unzip();
    } else {
        found.problems.extend(repeated);
    }
    Ok(count)
}

/// Maps `users[3].name` to the line of the fourth person.
fn placed(error: &FieldError, lines: &[u64]) -> LineProblem {
    let (index, what) = match error.path.parts()[..] {
        [_, Part::Item(index), Part::Field("name")] => (Some(index), "The name"),
        [_, Part::Item(index), Part::Field("email")] => (Some(index), "The e-mail address"),
        [_, Part::Item(index), Part::Field("customData")] => (Some(index), "The custom data"),
        _ => (None, "The list"),
    };
    let line = index.and_then(|index| lines.get(index).copied());
    LineProblem { line, message: format!("{what} {}.", error.code) }
}
