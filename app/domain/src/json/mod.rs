//! JSON and query parameters read into types, with mistakes as values: a place and a code in place of a sentence.

mod input;
mod mistake;
mod moment;

pub use input::Input;
pub use mistake::{Mistake, MistakeKind};
pub use moment::write as moment;
