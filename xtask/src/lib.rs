//! The parts of the build that other programs of the workspace share: names and paths, steps, and required programs.

pub mod build;
pub mod bundle;
pub mod process;
pub mod progress;
pub mod project;
pub mod tools;
