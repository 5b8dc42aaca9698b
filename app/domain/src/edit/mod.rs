//! A quiz in editing: the body of Create Quiz as a possibly incomplete tree, its edits, and queries on it.

mod conflicts;
mod difference;
mod fields;
mod history;
mod ids;
mod lists;
mod page_words;
mod phrase;
mod pictures;
mod place;
mod presentable;
mod problems;
mod size;
#[cfg(test)]
mod tests;
mod tree;
mod uses;
mod written;

pub use conflicts::{Conflict, Merged, merge};
pub use difference::edits_between;
pub use fields::{Holds, field_name};
pub use history::History;
pub use page_words::page_words;
pub use phrase::{Phrase, ScorePhrase, Verb, built_in, kind, phrase, wording};
pub use pictures::{picture_edit, picture_places};
pub use place::Place;
pub use presentable::presentable;
pub use problems::{Depth, Problem, problems, read};
pub use size::{are_large, check_growth};
pub use tree::{Change, Edit, EditError, Tree};
pub use uses::{Use, User, uses};
pub use written::{definition_fields, of_quiz, settings_fields};
