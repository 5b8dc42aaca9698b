//! Shared components of the dashboard's pages.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

mod copyable;
mod form;
mod list;

pub(super) use copyable::{CopyBlock, CopyLine};
pub(super) use form::{Choices, Field, FormErrors, OwnZone, PasswordField, Select, area_text};
pub(super) use list::{Column, DataTable, Empty, Pager, Pill};
