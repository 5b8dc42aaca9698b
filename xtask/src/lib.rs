//! The project's build as other programs of the workspace use it: its names and paths, its steps, and the programs that it
//! needs.

pub mod build;
pub mod bundle;
pub mod process;
pub mod progress;
pub mod project;
pub mod tools;
