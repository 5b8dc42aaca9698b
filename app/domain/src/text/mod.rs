//! Multilingual texts, and values as respondents and files write them.

pub(crate) mod csv;
pub(crate) mod dates;
pub(crate) mod endonyms;
pub(crate) mod language;
pub(crate) mod rendition;
pub(crate) mod typed;

pub use csv::guard;
pub use language::{ContentLanguage, Language, PageLanguage};
pub use rendition::{Rendition, Text};
pub use typed::clean;
