//! The quiz editor: one form, in which every button sends all of it.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

mod about;
mod look;
mod notes;
mod page;
mod pair;
mod question;

pub use page::{DraftNote, EditorPage, Saving, editor};
