//! The quiz editor as pure functions: from a quiz to form fields and back, and the effect of each button.

mod about;
mod change;
mod fields;
mod form;
mod problems;
mod step;

#[cfg(test)]
mod tests;

pub use about::AboutFields;
pub use fields::{EditorFields, OptionFields, QuestionFields, Wording};
pub use form::Posted;
pub use step::EditorAction;
