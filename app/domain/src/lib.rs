//! The rules of quizzes: definitions, answers, scores, recommendations.
//!
//! Everything here is a pure function: no clock, no random numbers, no I/O. Time and random bytes are arguments, so the
//! same rules run in the server, in the browser and in tests.

mod accounts;
mod answers;
mod figures;
mod images;
mod quiz;
mod results;
mod scoring;
mod text;
mod values;

#[cfg(feature = "edit")]
pub mod edit;
mod export;
#[cfg(feature = "edit")]
pub mod json;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
mod sample;
#[cfg(feature = "schema")]
pub mod schema;

pub use accounts::*;
pub use answers::*;
pub use export::{AttemptsOfRow, Cell, ExportCells, ExportLayout, ExportRow, Headings};
pub use figures::*;
pub use images::*;
pub use quiz::*;
pub use results::*;
pub use scoring::*;
pub use text::*;
pub use values::*;
