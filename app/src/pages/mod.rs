//! The pages: functions from data to views.

mod calendar;
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

pub use calendar::{CalendarEntry, Occasion, calendar};
pub use context::{Assets, Embedding, PageContext, PreviewNote, QuizView};
pub use home::{HomePage, QuizLink};
pub(crate) use links::{mail_href, with_query};
pub use notice::Notice;
pub use question::QuestionPage;
pub use render::Screen;
pub use result::{EarlierResult, ResultPage, Retake};
pub use start::StartPage;
