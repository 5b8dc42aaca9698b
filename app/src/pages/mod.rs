//! The pages: plain functions from data to HTML.

mod context;
mod home;
mod links;
mod notice;
mod question;
mod render;
mod result;
mod start;

#[cfg(test)]
mod tests;

pub use context::{ApiTarget, Assets, Embedding, PageContext, PreviewNote, QuizView};
pub use home::{HomePage, QuizLink, home};
pub(crate) use links::with_query;
pub use notice::{Notice, notice};
pub use question::{QuestionPage, question};
pub use result::{ResultPage, Retake, result};
pub use start::{StartPage, start};
