//! The texts that respondents gave as answers to a question.

use app::admin::{QuizTab, TextLine, TextsPage};
use axum::extract::RawQuery;
use domain::{Answer, AnswersRecord, KindName, QuestionId};
use serde::Deserialize;

use super::{
    Admin, AdminError, AdminResult, Path, QuizHead,
    answers_table::invitation,
    answers_view::{pairs, value, with},
    person_ids::PersonIds,
};
use crate::{
    http::{
        api::v1::cursor,
        request::filter_query::{FilterQuery, query_of},
    },
    store::{RecordOrder, RecordPlace, RecordQuery},
    zone,
};

const TEXTS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct OfQuestion {
    question: String,
}

/// Shows those of a view of the figures, whose days are the quiz's, latest first. `find` is part of a text, ignoring
/// case.
pub(super) async fn show(
    admin: Admin,
    head: QuizHead,
    Path(OfQuestion { question }): Path<OfQuestion>,
    RawQuery(query): RawQuery,
) -> AdminResult {
    let id = QuestionId::parse(&question).map_err(|_| AdminError::NoSuchPage)?;
    let versions = admin.service().versions_asked(&admin.caller, &head.path).await?;
    let title = versions.items.iter().find_map(|(_, definition)| {
        let item = definition.items().find(|item| item.id == id && item.kind.name() == KindName::Text)?;
        Some(item.text(definition.language, definition.language))
    });
    let title = title.ok_or(AdminError::NoSuchPage)?;

    let given = pairs(query.as_deref());
    let find = value(&given, "find").unwrap_or_default().trim().to_owned();
    let mut wanted = given.clone();
    wanted.retain(|(name, _)| name != "zone" && name != "state");
    let days = zone::zone_of(&head.quiz.settings);
    let view = FilterQuery::read(&wanted, &head.quiz.definition, &days).map_err(|_| AdminError::NoSuchPage)?;
    if view.filter.each_attempt {
        return Err(AdminError::NoSuchPage);
    }
    let mut narrowed: Vec<(String, String)> =
        view.pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    narrowed.push(("state".to_owned(), "completed".to_owned()));
    narrowed.push(("answered".to_owned(), id.to_string()));
    if !find.is_empty() {
        narrowed.push(("contains".to_owned(), format!("{id}:{find}")));
    }
    let filter = FilterQuery::read(&narrowed, &head.quiz.definition, &days);
    let filter = filter.map_err(|_| AdminError::NoSuchPage)?;

    let order = RecordOrder::LastSubmitted;
    let ids = PersonIds::of(&admin, &head.path);
    let place = value(&given, "cursor").and_then(|text| ids.opened(text));
    let after = place.and_then(|text| cursor::read_place(&text, &filter.filter, order));
    let asked = RecordQuery { filter: filter.filter.clone(), order, after, limit: TEXTS };
    let table = admin.service().answers_table(&admin.caller, &head.path, &asked, false).await?;

    let (list, reader) = (head.href(QuizTab::Answers), admin.zone().await?);
    let line = |record: &AnswersRecord| {
        let Some(Answer::Text(text)) = record.answers.get(&id) else { return None };
        Some(TextLine {
            text: text.clone(),
            name: ids.name(&record.user, invitation(&table, &record.user)),
            href: ids.href(&list, &record.user),
            submitted: record.submission.as_ref().map(|submission| reader.minute(submission.at)).unwrap_or_default(),
        })
    };
    let here = format!("{}/texts/{id}", head.href(QuizTab::Insights));
    let next = |place: &RecordPlace| {
        let mut pairs = view.pairs.clone();
        if !find.is_empty() {
            pairs.push(("find", find.clone()));
        }
        pairs.push(("cursor", ids.sealed(cursor::at_place(place, &filter.filter, order))));
        with(&here, &query_of(&pairs))
    };
    let page = TextsPage {
        question: title,
        kept: view.pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        matches: (table.matches.number, !table.matches.is_exact),
        texts: table.page.items.iter().filter_map(line).collect(),
        next: table.page.end.as_ref().map(next),
        is_partial: table.page.end.is_some() && table.page.items.len() < TEXTS as usize,
        answers: with(&list, &query_of(&filter.pairs)),
        insights: with(&head.href(QuizTab::Insights), &query_of(&view.pairs)),
        search: find.clone(),
        quiz: head.nav.clone(),
    };
    Ok(admin.page(app::admin::texts, page))
}
