//! The quiz editor's rules, as functions: from a quiz to the fields of its form and back, and what each button does.

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
pub use step::Step;
