//! The answers of a quiz as a table.

use app::admin::{
    AnswerLine, AnswerWords, AnswersPage, EntryField, FILTER_FIELDS, FilterPart, Matching, NotStarted, QuestionWords,
    QuizTab, SearchProgress, Typed, ViewLine, brief,
};
use axum::{
    extract::RawQuery,
    response::{IntoResponse, Redirect, Response},
};
use domain::{FieldError, QuizKind};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeMap;

use super::{
    Admin, AdminResult, QuizHead,
    answers_table::{Column, VersionItems, invitation},
    answers_view::{Pairs, View, Zone, completed, pairs, value, with},
    list_href,
    person_ids::{PersonIds, called},
};
use crate::{
    SearchText,
    http::{api::v1::cursor, request::filter_query::query_of},
    service::{AnswersTable, ServiceError},
    store::{AuditAction, InvitationGroup, InvitationState, Page, RecordPlace, RecordQuery},
};

/// Maximum cells and rows per page, so that a page stays small even with many columns.
const CELLS: usize = 240;
const ROWS: usize = 30;
const FEWEST: usize = 6;

/// Up to this number, the answers of all questions are offered in one list.
const ANSWERS: usize = 60;
/// Maximum number of invited people without answers who are named.
const NAMED: u32 = 3;
/// Maximum number of languages that are also links.
const LANGUAGES: usize = 6;
/// Maximum number of questions in a list. With more, questions are searched by their text.
const QUESTIONS: usize = 60;

pub(super) async fn show(admin: Admin, head: QuizHead, RawQuery(query): RawQuery) -> AdminResult {
    let given = pairs(query.as_deref());
    let settings = admin.service().table_settings(&admin.caller, &head.path).await?;
    let zone = Zone::of(settings.time_zone);
    let versions = admin.service().versions_asked(&admin.caller, &head.path).await?;
    let words = AnswerWords::of(&versions.items)
        .with_occasions(head.quiz.settings.had_series)
        .with_fields(&head.quiz.settings.fields);
    let list = head.href(QuizTab::Answers);
    let is_form = given.iter().any(|(name, _)| name == "filter");
    let (given, read) = match completed(given.clone(), &words) {
        Ok(given) => {
            let read = View::read(&given, &head.quiz).and_then(View::of_list);
            (given, read)
        }
        Err(wrong) => (given, Err(wrong)),
    };
    if let (true, Ok(view)) = (is_form, &read) {
        return Ok(to_view(&list, view, &given));
    }
    let columns = Column::shown(settings.columns.as_deref(), &words);
    let page = match read {
        Err(wrong) => refused(head, &given, &wrong, &words),
        Ok(view) => {
            let known = Known { words, zone, columns };
            found(&admin, head, given, &view, known).await?
        }
    };
    Ok(admin.page(app::admin::answers, page))
}

fn to_view(list: &str, view: &View, given: &Pairs) -> Response {
    let asking = ["pick", "ask"].map(|name| value(given, name).map(|value| query_of(&[(name, value.to_owned())])));
    let query = std::iter::once(Some(view.query())).chain(asking).flatten();
    let query: Vec<String> = query.filter(|part| !part.is_empty()).collect();
    Redirect::to(&with(list, &query.join("&"))).into_response()
}

struct Known {
    words: AnswerWords,
    zone: Zone,
    columns: Vec<Column>,
}

fn refused(head: QuizHead, given: &Pairs, wrong: &FieldError, words: &AnswerWords) -> AnswersPage {
    let filter = filter_part(&head, given, words);
    let mut problem = app::admin::parameter_problem(wrong);
    // Conditions that may be repeated have no field of their own.
    if !["from", "to", "submittedFrom", "submittedTo"].contains(&problem.field.as_str()) {
        "filter".clone_into(&mut problem.field);
    }
    AnswersPage {
        problems: vec![problem],
        filter,
        heads: Vec::new(),
        rows: Vec::new(),
        started: head.counts.started,
        matches: Matching { number: 0, is_exact: true },
        views: Vec::new(),
        query: String::new(),
        previous: None,
        next: None,
        is_partial: false,
        progress: None,
        not_started: None,
        quiz: head.nav,
    }
}

/// True for a condition that contains, or may contain, the id of a respondent or part of one.
fn may_tell_id((name, value): &(String, String), kind: QuizKind) -> bool {
    match name.as_str() {
        "user" => true,
        // An application's own ids may be anything. Others are long, and consist of letters and digits.
        "q" if kind == QuizKind::InApp => true,
        "q" => value.split_whitespace().any(|word| {
            let is_of_id = !word.contains(['@', '.']);
            is_of_id && (word.contains(|letter: char| letter.is_ascii_digit()) || word.chars().count() >= 12)
        }),
        _ => false,
    }
}

async fn found(
    admin: &Admin,
    head: QuizHead,
    given: Pairs,
    view: &View,
    Known { words, zone, columns }: Known,
) -> Result<AnswersPage, ServiceError> {
    let address = head.href(QuizTab::Answers);
    let (filter, order) = (&view.filter.filter, view.order);
    let ids = PersonIds::of(admin, &head.path);
    // A cursor from another filter, for example from a bookmark, starts the list over.
    let place = |name| cursor::read_place(&ids.opened(value(&given, name)?)?, filter, order);
    let previous = place("before");
    let is_backward = previous.is_some();
    let after = previous.or_else(|| place("cursor"));
    let is_first = after.is_none();
    let rows = (CELLS / columns.len().max(1)).clamp(FEWEST, ROWS);
    let limit = u32::try_from(rows).unwrap_or_default();
    let query = RecordQuery { filter: filter.clone(), order, after: after.clone(), limit };
    let table = admin.service().answers_table(&admin.caller, &head.path, &query, is_backward).await?;
    if head.quiz.kind == QuizKind::Invited {
        // Respondents with their names; others are only ids.
        let people = table.page.items.len();
        admin.service().note_list(&admin.caller, &head.path, AuditAction::ListAnswers, people).await?;
    }

    let query = view.query();
    // A search that goes on tells how far it has come.
    let before: u64 = value(&given, "looked").and_then(|number| number.parse().ok()).unwrap_or_default();
    let looked_at = filter.search.as_ref().filter(|_| !is_backward);
    let looked_at = looked_at.map(|_| before.saturating_add(table.page.looked_at).min(head.counts.started));
    let link = |name: &'static str, place: &RecordPlace| {
        let mut places = vec![(name, ids.sealed(cursor::at_place(place, filter, order)))];
        places.extend(looked_at.filter(|_| name == "cursor").map(|looked_at| ("looked", looked_at.to_string())));
        let cursor = query_of(&places);
        with(&address, &if query.is_empty() { cursor } else { format!("{query}&{cursor}") })
    };
    let items = &table.page.items;
    let (first, last) =
        table.page.ends.clone().map_or((after.clone(), after), |(first, last)| (Some(first), Some(last)));
    let end = table.page.end.clone();
    let is_partial = end.is_some() && items.len() < rows;
    let (previous, next) = if is_backward { (end, last) } else { (first.filter(|_| !is_first), end) };
    let previous = previous.filter(|_| !table.is_long);
    let is_for_all = |query: &str| !pairs(Some(query)).iter().any(|condition| may_tell_id(condition, head.quiz.kind));
    let views = table.views.iter().filter(|saved| ids.are_open() || is_for_all(&saved.query)).map(|saved| ViewLine {
        href: with(&address, &saved.query),
        is_current: saved.query == query,
        name: saved.name.clone(),
    });
    let words = words.with_people(ids.names(filter.users.iter().map(String::as_str)).await?);
    let mut part = filter_part(&head, &given, &words);
    part.chips = view.chips(&address, &words);
    part.kept = kept(view);
    let in_language = |(id, name): &(String, String)| (name.clone(), with(&address, &view.in_language(id)));
    part.in_language = part.languages.iter().take(LANGUAGES).map(in_language).collect();
    let not_started = match value(&given, "q") {
        Some(search) if items.is_empty() && is_first && head.quiz.kind == QuizKind::Invited => {
            not_started(admin, &head, search).await?
        }
        _ => None,
    };
    let progress = match (table.is_by_index, looked_at) {
        (true, _) => Some(SearchProgress::ByIndex),
        (false, Some(number)) if next.is_some() => Some(SearchProgress::LookedAt(number)),
        _ => None,
    };
    Ok(AnswersPage {
        problems: Vec::new(),
        filter: part,
        heads: columns.iter().map(|column| column.head(&words, view, &address, &zone)).collect(),
        rows: lines(&table, &ids, (&address, &query), &columns, &words, &zone),
        started: head.counts.started,
        matches: Matching { number: table.matches.number, is_exact: table.matches.is_exact },
        views: views.collect(),
        previous: previous.map(|place| link("before", &place)),
        next: next.map(|place| link("cursor", &place)),
        is_partial,
        progress,
        not_started,
        query,
        quiz: head.nav,
    })
}

/// Returns invited people whose name, address or custom data contains a text, and who have not started.
async fn not_started(admin: &Admin, head: &QuizHead, search: &str) -> Result<Option<NotStarted>, ServiceError> {
    let group = InvitationGroup::Of(InvitationState::Invited);
    let page = Page { after: None, limit: NAMED + 1 };
    let found = admin.service().invitations(&admin.caller, &head.path, search, Some(group), page).await?;
    if found.is_empty() {
        return Ok(None);
    }
    let most = NAMED as usize;
    let names = found
        .iter()
        .take(most)
        .map(|(invitation, _)| called(invitation).map_or_else(|| "An invited person".to_owned(), brief));
    let query = [("search", search), ("state", group.as_str())];
    Ok(Some(NotStarted {
        names: names.collect(),
        has_more: found.len() > most,
        href: list_href(&head.href(QuizTab::Share), &query, None),
    }))
}

fn lines(
    table: &AnswersTable,
    ids: &PersonIds<'_>,
    (list, query): (&str, &str),
    columns: &[Column],
    words: &AnswerWords,
    zone: &Zone,
) -> Vec<AnswerLine> {
    let asked: BTreeMap<u32, VersionItems<'_>> =
        table.definitions.iter().map(|(version, definition)| (*version, VersionItems::of(definition))).collect();
    let has_custom_data = columns.contains(&Column::CustomData);
    let line = |record: &domain::AnswersRecord| {
        let asked = asked.get(&record.version)?;
        Some(AnswerLine {
            user: ids.sealed(record.user.to_string()),
            name: ids.name(&record.user, invitation(table, &record.user)),
            custom_data: record.custom_data.clone().filter(|_| !has_custom_data),
            href: with(&ids.href(list, &record.user), query),
            cells: columns.iter().map(|column| column.cell(record, asked, zone, words)).collect(),
        })
    };
    table.page.items.iter().filter_map(line).collect()
}

fn filter_part(head: &QuizHead, given: &Pairs, words: &AnswerWords) -> FilterPart {
    let pick = value(given, "pick");
    let asked = value(given, "ask").unwrap_or_default();
    let part = SearchText::new(asked);
    let count: usize = words.questions.iter().map(|question| question.values.len() + 2).sum();
    let is_one_list = count <= ANSWERS;
    let picked = pick.and_then(|id| words.question(id));
    // If all values are in one list, this one offers the questions whose answers are typed.
    let offered = words.questions.iter().filter(|question| !is_one_list || question.entry.is_some());
    let offered: Vec<_> = offered.collect();
    let is_searched = offered.len() > QUESTIONS;
    let is_picked = |question: &QuestionWords| Some(question.id.as_str()) == pick;
    let is_found = |question: &QuestionWords| {
        !is_picked(question) && (question.id.as_str().eq_ignore_ascii_case(asked) || part.is_in(&question.text))
    };
    let found = offered.iter().filter(|question| is_found(question)).take(QUESTIONS);
    let found = offered.iter().filter(|question| is_picked(question)).chain(found);
    let languages = head.quiz.definition.languages();
    FilterPart {
        typed: Typed(given.iter().cloned().collect()),
        chips: Vec::new(),
        kept: Vec::new(),
        scores: words.score_names(),
        bands: words.band_groups(),
        answers: match pick {
            Some(pick) if !is_one_list => words.answer_groups(Some(pick)),
            _ if is_one_list => words.answer_groups(None),
            _ => Vec::new(),
        },
        questions: found.map(|question| (question.id.to_string(), brief(&question.text))).collect(),
        is_searched,
        entry: match picked {
            Some(question) => question.entry.map_or(EntryField::Absent, EntryField::Of),
            None if offered.iter().any(|question| question.entry.is_some()) => EntryField::Any,
            None => EntryField::Absent,
        },
        fields: words.fields.iter().map(|field| (field.id.to_string(), brief(field.name()))).collect(),
        alerts: words.alerts.clone(),
        languages: languages.into_iter().map(|language| (language.to_string(), language.endonym())).collect(),
        in_language: Vec::new(),
        versions: head.quiz.version,
        has_attempts: head.quiz.kind != QuizKind::Open,
        has_occasions: words.has_occasions,
        zone: head.quiz.settings.time_zone.clone().into(),
    }
}

/// Returns the rest of the query, which has no form fields: repeatable conditions and the order.
fn kept(view: &View) -> Vec<(String, String)> {
    let query = pairs(Some(&view.query()));
    query.into_iter().filter(|(name, _)| name != "q" && !FILTER_FIELDS.contains(&name.as_str())).collect()
}

const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The URL of a respondent's page. Ids chosen by other applications may contain anything but a slash.
pub(super) fn person_href(list: &str, user: &str) -> String {
    format!("{list}/{}", utf8_percent_encode(user, ESCAPED))
}
