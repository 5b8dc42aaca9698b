//! The answers of a quiz as a table.

use std::fmt::Write;

use app::admin::{AnswerLine, AnswersPage, QuizTab, Typed};
use domain::{AnswersRecord, Category, Scores};
use serde::Deserialize;

use super::{Admin, AdminResult, Query, QuizHead, dates, list_href};
use crate::{
    http::{api::v1::cursor, record_filter::FilterParams},
    service::ServiceError,
    store::{RecordOrder, RecordPlace, RecordQuery},
};

/// Rows per page.
const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct Cursor {
    cursor: Option<String>,
}

pub(super) async fn show(
    admin: Admin,
    head: QuizHead,
    Query(filter): Query<FilterParams>,
    Query(typed): Query<Typed>,
    Query(Cursor { cursor }): Query<Cursor>,
) -> AdminResult {
    let page = page(&admin, head, &filter, typed, cursor.as_deref()).await?;
    Ok(admin.page(app::admin::answers, page))
}

async fn page(
    admin: &Admin,
    head: QuizHead,
    params: &FilterParams,
    typed: Typed,
    cursor: Option<&str>,
) -> Result<AnswersPage, ServiceError> {
    let here = head.href(QuizTab::Answers);
    let QuizHead { path, nav, quiz, counts } = head;
    let link = |cursor: Option<&str>| list_href(&here, params, cursor.map(|cursor| ("cursor", cursor)));
    let mut page = AnswersPage {
        quiz: nav,
        typed,
        problems: Vec::new(),
        rows: Vec::new(),
        is_scored: quiz.definition.questions.iter().any(|question| question.indicator().is_some()),
        started: counts.started,
        first: None,
        next: None,
    };
    let (filter, order) = match params.read(RecordOrder::Newest, &quiz.definition) {
        Ok(read) => read,
        Err(bad) => {
            page.problems = vec![app::admin::parameter_problem(&bad)];
            return Ok(page);
        }
    };
    // A cursor from another filter, for example from a bookmark, starts the list over.
    let after = cursor.and_then(|cursor| cursor::read_place(cursor, &filter, order));
    page.first = after.is_some().then(|| link(None));
    let query = RecordQuery { filter: filter.clone(), order, after, limit: ROWS };
    let listed = admin.service().list_answers(&admin.caller, &path, &query).await?;
    let next = listed.next(|record| cursor::at_place(&RecordPlace::of(record, &filter, order), &filter, order));
    page.next = next.map(|cursor| link(Some(&cursor)));
    page.rows = listed.items.into_iter().map(|record| line(record, &here)).collect();
    Ok(page)
}

fn line(record: AnswersRecord, here: &str) -> AnswerLine {
    let scores = record.submission.as_ref().map(|submission| &submission.scores);
    AnswerLine {
        href: person_href(here, record.user.as_str()),
        user: record.user.to_string(),
        started: dates::clock(record.started_at),
        submitted: record.submission.as_ref().map(|submission| dates::clock(submission.at)),
        score: scores.and_then(Scores::points),
        categories: Category::ALL.map(|category| scores.and_then(|scores| scores.category(category))),
        custom_data: record.custom_data,
    }
}

/// The address of a respondent's page. Ids chosen by other applications may contain anything but a slash.
pub(super) fn person_href(list: &str, user: &str) -> String {
    let mut href = format!("{list}/");
    for byte in user.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            href.push(char::from(byte));
        } else {
            let _ = write!(href, "%{byte:02X}");
        }
    }
    href
}
