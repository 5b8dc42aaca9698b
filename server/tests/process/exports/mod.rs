//! Exports made by real processes: killed at each step, cancelled, on a disk that fills up, and read by other programs.

mod disk;
mod kill;
mod quiz;
mod spreadsheet;
mod worker;
