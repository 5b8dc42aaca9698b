//! The dashboard's pages as text: what must hold of every page, and what each must show.

mod answers;
mod insights;
mod person;
mod support;
