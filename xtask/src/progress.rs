//! One line for every step of a command: which one it is, what it does, how long it took.

use std::time::Instant;

use anyhow::{Context, Result};

pub(crate) struct Steps {
    total: usize,
    begun: usize,
}

impl Steps {
    pub(crate) fn new(total: usize) -> Self {
        Self { total, begun: 0 }
    }

    /// Announces a step and does its work. A failure names the step.
    pub(crate) fn step<T>(&mut self, what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.begun += 1;
        println!("[{}/{}] {what}", self.begun, self.total);
        let start = Instant::now();
        let result = work();
        let end = if result.is_ok() { "done in" } else { "failed after" };
        println!("      {end} {:.1} s", start.elapsed().as_secs_f32());
        result.with_context(|| format!("step {} of {}, {what}", self.begun, self.total))
    }
}
