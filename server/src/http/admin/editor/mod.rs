//! The quiz editor: what is typed is kept as a draft with every button, and becomes the quiz by saving.

mod load;
mod post;
mod preview;
mod routes;
mod show;

pub(super) use routes::add;
