//! The quiz editor. Every button keeps the fields as a draft; saving applies the draft to the quiz.

mod load;
mod post;
mod preview;
mod routes;
mod show;

pub(super) use routes::add;
