//! Forms of the answers table: views, columns, and actions on selected rows.

use app::admin::{AnswerColumnsPage, AnswerWords, Confirmation, Flash, QuizTab, Section, brief};
use axum::{
    extract::RawQuery,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    Admin, AdminResult, Form, Path, Query, QuizHead,
    answers_table::{Choices, Column, MOST},
    answers_view::{Pairs, View, typed_pairs, value, with},
    person_ids::PersonIds,
    quiz_href, reply,
};
use crate::{
    http::request::filter_query::query_of,
    service::{QuizPath, ServiceError},
    store::SavedView,
};

/// Maximum number of respondents that are erased at a time: those of one page.
const AT_ONCE: usize = 50;
/// Maximum number of names in a confirmation.
const NAMED: usize = 10;

#[derive(Deserialize)]
pub(super) struct ViewForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    query: String,
    /// Set once replacing a view of the same name was confirmed.
    replaces: Option<String>,
}

async fn view_query(admin: &Admin, path: &QuizPath, query: &str) -> Result<String, ServiceError> {
    let (quiz, _) = admin.service().quiz(&admin.caller, path).await?;
    Ok(View::read(&typed_pairs(query)?, &quiz)?.of_list()?.query())
}

/// Asks before a view of the same name, which may be another administrator's, is replaced.
pub(super) async fn save_view(admin: Admin, head: QuizHead, Form(form): Form<ViewForm>) -> AdminResult {
    let query = view_query(&admin, &head.path, &form.query).await?;
    let view = SavedView { name: form.name.trim().to_owned(), query: query.clone() };
    let known = admin.service().saved_view(&admin.caller, &head.path, &view.name).await?;
    if form.replaces.is_none() && known.is_some_and(|known| known.query != query) {
        let ask = AskView {
            title: format!("Replace the view {}?", view.name),
            text: "The name then leads to the view that you are saving, for all who see the answers.",
            action: "",
            button: "Replace view",
        };
        return Ok(ask_view(&admin, head, view, ask));
    }
    admin.service().save_view(&admin.caller, &head.path, view).await?;
    Ok(reply::see(&with(&head.href(QuizTab::Answers), &query), Flash::ViewSaved))
}

pub(super) async fn ask_delete_view(admin: Admin, head: QuizHead, Query(form): Query<ViewForm>) -> AdminResult {
    let query = view_query(&admin, &head.path, &form.query).await?;
    let Some(view) = admin.service().saved_view(&admin.caller, &head.path, &form.name).await? else {
        // Deleted after the page was loaded.
        return Ok(reply::see(&with(&head.href(QuizTab::Answers), &query), Flash::ViewDeleted));
    };
    let ask = AskView {
        title: format!("Delete the view {}?", view.name),
        text: "It is deleted for all who see the answers. The answers stay.",
        action: "/delete",
        button: "Delete view",
    };
    Ok(ask_view(&admin, head, SavedView { query, ..view }, ask))
}

struct AskView {
    title: String,
    text: &'static str,
    action: &'static str,
    button: &'static str,
}

/// The query of `view` is that of the page to return to.
fn ask_view(admin: &Admin, head: QuizHead, view: SavedView, ask: AskView) -> Response {
    let SavedView { name, query } = view;
    let AskView { title, text, action, button } = ask;
    let page = Confirmation {
        title,
        text: text.to_owned(),
        action: format!("{}/table/views{action}", head.href(QuizTab::Overview)),
        back: with(&head.href(QuizTab::Answers), &query),
        fields: vec![("name", name), ("query", query), ("replaces", "yes".to_owned())],
        button,
        section: Section::Quiz(head.nav, QuizTab::Answers),
    };
    admin.page(app::admin::confirmation, page)
}

pub(super) async fn delete_view(admin: Admin, Path(path): Path<QuizPath>, Form(form): Form<ViewForm>) -> AdminResult {
    let query = view_query(&admin, &path, &form.query).await?;
    admin.service().delete_view(&admin.caller, &path, &form.name).await?;
    Ok(reply::see(&with(&quiz_href(&path, QuizTab::Answers), &query), Flash::ViewDeleted))
}

pub(super) async fn columns(admin: Admin, head: QuizHead, RawQuery(query): RawQuery) -> AdminResult {
    let settings = admin.service().table_settings(&admin.caller, &head.path).await?;
    let query = view_query(&admin, &head.path, &query.unwrap_or_default()).await?;
    let asked = ColumnsAsked { chosen: settings.columns, query, ..ColumnsAsked::default() };
    columns_page(&admin, head, asked).await
}

#[derive(Default)]
struct ColumnsAsked {
    chosen: Option<Vec<String>>,
    find: String,
    query: String,
}

async fn columns_page(admin: &Admin, head: QuizHead, asked: ColumnsAsked) -> AdminResult {
    let ColumnsAsked { chosen, find, query } = asked;
    let versions = admin.service().versions_asked(&admin.caller, &head.path).await?;
    let words = AnswerWords::of(&versions.items)
        .with_occasions(head.quiz.settings.had_series)
        .with_fields(&head.quiz.settings.fields);
    let shown = Column::shown(chosen.as_deref(), &words);
    let Choices { columns, has_more, is_searched } = Choices::of(&shown, &Column::all(&words), &find, &words);
    let page = AnswerColumnsPage { quiz: head.nav, columns, find: is_searched.then_some(find), has_more, query };
    Ok(admin.page(app::admin::answer_columns, page))
}

pub(super) async fn keep_columns(admin: Admin, head: QuizHead, Form(form): Form<Pairs>) -> AdminResult {
    let query = view_query(&admin, &head.path, value(&form, "query").unwrap_or_default()).await?;
    let place = |key: &str| {
        let typed = value(&form, &format!("place {key}")).and_then(|place| place.parse::<u32>().ok());
        typed.unwrap_or(u32::MAX)
    };
    let mut columns: Vec<String> =
        form.iter().filter(|(name, _)| name == "column").map(|(_, key)| key.clone()).take(MOST).collect();
    columns.sort_by_key(|key| place(key));
    if value(&form, "do") == Some("find") {
        let find = value(&form, "find").unwrap_or_default().to_owned();
        return columns_page(&admin, head, ColumnsAsked { chosen: Some(columns), find, query }).await;
    }
    admin.service().keep_table_settings(&admin.caller, &head.path, columns).await?;
    Ok(Redirect::to(&with(&head.href(QuizTab::Answers), &query)).into_response())
}

/// Leads to the export of the selected rows, or asks before they are erased.
pub(super) async fn chosen(admin: Admin, head: QuizHead, Form(form): Form<Pairs>) -> AdminResult {
    let query = view_query(&admin, &head.path, value(&form, "query").unwrap_or_default()).await?;
    let list = head.href(QuizTab::Answers);
    let users = users(&form);
    if users.is_empty() {
        return Ok(reply::see(&with(&list, &query), Flash::NothingChosen));
    }
    if value(&form, "do") == Some("export") {
        let users: Vec<_> = users.into_iter().map(|user| ("user", user)).collect();
        return Ok(Redirect::to(&with(&head.href(QuizTab::Exports), &query_of(&users))).into_response());
    }
    ask(&admin, head, users, query).await
}

fn users(form: &Pairs) -> Vec<String> {
    form.iter().filter(|(name, _)| name == "user").map(|(_, user)| user.clone()).take(AT_ONCE).collect()
}

async fn ask(admin: &Admin, head: QuizHead, users: Vec<String>, query: String) -> AdminResult {
    let list = head.href(QuizTab::Answers);
    let title = match users.len() {
        1 => "Erase 1 person?".to_owned(),
        number => format!("Erase {number} people?"),
    };
    let names = PersonIds::of(admin, &head.path).names(users.iter().map(String::as_str)).await?;
    let people = listed(users.iter().map(|user| names.get(user).unwrap_or(user)));
    let mut fields: Vec<(&'static str, String)> = users.into_iter().map(|user| ("user", user)).collect();
    let back = with(&list, &query);
    fields.push(("query", query));
    let action = format!("{}/table/erase", head.href(QuizTab::Overview));
    let page = Confirmation {
        section: Section::Quiz(head.nav, QuizTab::Answers),
        title,
        text: format!(
            "{people}. Their answers, earlier attempts and invitations go at once, also from the figures. Exports \
             that may hold them are deleted, too. It cannot be undone."
        ),
        action,
        fields,
        button: "Erase the answers",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

fn listed<'n>(names: impl ExactSizeIterator<Item = &'n String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let first = names.take(NAMED).map(|name| brief(name)).collect::<Vec<_>>().join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}

pub(super) async fn erase(admin: Admin, Path(path): Path<QuizPath>, Form(form): Form<Pairs>) -> AdminResult {
    let query = view_query(&admin, &path, value(&form, "query").unwrap_or_default()).await?;
    admin.service().erase_users(&admin.caller, &path, &users(&form)).await?;
    Ok(reply::see(&with(&quiz_href(&path, QuizTab::Answers), &query), Flash::ErasedSeveral))
}
