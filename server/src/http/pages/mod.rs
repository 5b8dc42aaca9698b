//! The respondents' pages, which work with plain links and forms.

mod answer;
mod calendar;
mod context;
mod dates;
mod drawn;
mod extract;
mod home;
mod image;
mod inapp;
mod mailed_result;
mod open;
mod opt_out;
mod place;
mod preview;
mod reply;
mod result;
mod show;

use axum::{Router, extract::DefaultBodyLimit, routing::get};

use super::{open_routes::OpenRoutes, state::Http};

pub(in crate::http) use drawn::DrawnCache;
pub(super) use extract::{Path, Query};
pub(super) use preview::{Preview, Previewed, preview};
pub(super) use reply::{failed, too_many};

/// A form contains one answer.
const FORM_LIMIT: usize = 64 * 1024;

/// Pages of a large quiz wait for the turn of its namespace.
pub(super) fn open_routes() -> OpenRoutes {
    OpenRoutes::default()
        .route("/", get(home::home))
        .route("/aq/{namespace}/{quiz}", get(open::start).post(open::begin))
        .route("/aq/{namespace}/{quiz}/images/{image}", get(image::image))
        .route("/aq/{namespace}/{quiz}/{user}", get(open::show).post(open::answer))
        .route("/mail/{namespace}/{quiz}/{token}", get(opt_out::show).post(opt_out::end))
        .route("/result/{namespace}/{quiz}/{token}", get(mailed_result::show))
        .route("/app/{namespace}/{quiz}", get(inapp::show).post(inapp::answer))
}

pub(super) fn routes(http: &Http) -> Router<Http> {
    open_routes()
        .into_router()
        .layer(DefaultBodyLimit::max(FORM_LIMIT))
        .fallback(reply::no_such_page)
        .method_not_allowed_fallback(reply::wrong_method)
        .with_state(http.clone())
}
