//! The pages and actions of one quiz.

mod dates_form;
mod definition;
mod delete;
mod new;
mod overview;
mod routes;
mod state;

pub(super) use definition::of_quiz;
pub(super) use routes::add;
