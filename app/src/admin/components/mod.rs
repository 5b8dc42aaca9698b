//! Shared components of the dashboard's pages.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

mod area;
mod choices;
mod copyable;
mod empty;
mod field;
mod flash;
mod pager;
mod pill;
mod select;
mod table;

pub(super) use area::area_text;
pub(super) use choices::Choices;
pub(super) use copyable::{CopyBlock, CopyLine};
pub(super) use empty::Empty;
pub(super) use field::{Field, FormErrors};
pub(super) use flash::FlashMessage;
pub(super) use pager::Pager;
pub(super) use pill::Pill;
pub(super) use select::Select;
pub(super) use table::{Column, DataTable};
