//! The respondents' pages, from data to views; those of the dashboard are in `admin`.

mod advice;
mod calendar;
mod context;
mod drawn;
mod erasure;
mod helps;
mod home;
mod links;
mod notice;
mod opt_out;
mod plan;
mod question;
mod render;
mod result;
mod review;
mod start;

#[cfg(test)]
mod tests;

pub use crate::components::quoted;
pub use crate::components::{HistoryDays, OverTime};
pub use calendar::{CalendarEntry, Occasion, calendar};
pub use context::{Assets, Embedding, Moment, PageContext, PictureView, PreviewNote, QuizView};
pub use drawn::{Drawn, DrawnPages};
pub use erasure::ErasurePage;
pub use home::{HomePage, QuizLink};
pub(crate) use links::{NOTE_BEGINNING, mail_href, with_query};
pub use notice::Notice;
pub use opt_out::OptOutPage;
pub use question::{KeptPlace, QuestionPage};
pub use render::Screen;
pub(crate) use result::NextStep;
pub use result::{ByMail, EarlierResult, ResultForm, ResultPage, Retake};
pub use review::ReviewPage;
pub use start::StartPage;
