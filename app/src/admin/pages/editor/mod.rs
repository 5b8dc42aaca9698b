//! The quiz editor: a single form, so that every button submits all fields.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

mod about;
mod locked;
mod look;
mod notes;
mod page;
mod pair;
mod question;

pub use locked::{LockedEditorPage, locked_editor};
pub use page::{DraftNote, EditorPage, Saving, editor};
