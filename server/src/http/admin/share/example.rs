//! A page that plays another application with the quiz in it.

use app::admin::{ExamplePage, QuizTab};
use axum::{extract::State, response::Response};
use domain::{QuizChange, QuizKind};

use super::super::{
    super::{pages::Path, state::Http},
    context::context,
    quiz_page::{QuizHead, QuizIds, address, path_of, quiz_head},
    reply,
    visitor::Visitor,
};
use crate::{random, service::ServiceError};

pub(in crate::http::admin) async fn example(
    State(http): State<Http>,
    visitor: Visitor,
    Path(ids): Path<QuizIds>,
) -> Response {
    let path = path_of(ids);
    let address = format!("{}/example", address(&path, QuizTab::Share));
    let QuizHead { namespace, nav, quiz } = match quiz_head(&http, &visitor, &path).await {
        Ok(head) if head.quiz.kind == QuizKind::InApp => head,
        Ok(_) => {
            let error = ServiceError::Conflict("only an in-app quiz is embedded".to_owned());
            return reply::failed(&http, Some(&visitor.0), &address, error);
        }
        Err(error) => return reply::failed(&http, Some(&visitor.0), &address, error),
    };
    let origin = own_origin(&http.base_url).to_owned();
    let page = ExamplePage {
        namespace,
        quiz: nav,
        session_id: format!("example-{:032x}", random::bits()),
        is_allowed: quiz.settings.allowed_origins.contains(&origin),
        origin,
    };
    let cx = context(&http, Some(&visitor.0), &address);
    reply::page(&cx, app::admin::example(&cx, &page))
}

/// Lets pages of this server show the quiz, the example among them.
pub(in crate::http::admin) async fn allow(
    State(http): State<Http>,
    visitor: Visitor,
    Path(ids): Path<QuizIds>,
) -> Response {
    let path = path_of(ids);
    let address = format!("{}/example", address(&path, QuizTab::Share));
    let caller = visitor.caller();
    let origin = own_origin(&http.base_url).to_owned();
    let changed = match http.service.quiz(&caller, &path).await {
        Ok((quiz, _)) if quiz.settings.allowed_origins.contains(&origin) => Ok(()),
        Ok((quiz, _)) => {
            let origins = [quiz.settings.allowed_origins.clone(), vec![origin]].concat();
            let change = QuizChange { allowed_origins: Some(origins), ..QuizChange::default() };
            http.service.change_quiz(&caller, &path, change).await.map(drop)
        }
        Err(error) => Err(error),
    };
    match changed {
        Ok(()) => axum::response::IntoResponse::into_response(axum::response::Redirect::to(&address)),
        Err(error) => reply::failed(&http, Some(&visitor.0), &address, error),
    }
}

/// Scheme and host of an address.
pub(super) fn own_origin(base_url: &str) -> &str {
    let host = base_url.find("://").map_or(0, |at| at + 3);
    base_url[host..].find('/').map_or(base_url, |end| &base_url[..host + end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_an_address_without_its_path() {
        for base in ["https://quiz.example.com", "https://quiz.example.com/", "https://quiz.example.com/a/b"] {
            assert_eq!(own_origin(base), "https://quiz.example.com");
        }
        assert_eq!(own_origin("http://127.0.0.1:3000"), "http://127.0.0.1:3000");
    }
}
