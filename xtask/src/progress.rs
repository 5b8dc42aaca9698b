//! Announces each step of a command: its number, its purpose, and the time it took.

use std::time::Instant;

use anyhow::{Context, Result};

pub struct Steps {
    total: usize,
    begun: usize,
    start: Instant,
    done: Vec<String>,
}

impl Steps {
    pub fn new(total: usize) -> Self {
        Self { total, begun: 0, start: Instant::now(), done: Vec::new() }
    }

    pub fn done(&self) -> &[String] {
        &self.done
    }

    /// Announces a step and runs it. An error names the step.
    pub fn step<T>(&mut self, what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.begun += 1;
        println!("[{}/{}] {what}", self.begun, self.total);
        let start = Instant::now();
        let result = work();
        let end = if result.is_ok() { "done in" } else { "failed after" };
        let (step, all) = (start.elapsed().as_secs_f32(), self.start.elapsed().as_secs());
        println!("      {end} {step:.1} s; {}:{:02} since the start", all / 60, all % 60);
        self.done.push(format!("{end} {step:.1} s: {what}"));
        result.with_context(|| format!("step {} of {}, {what}", self.begun, self.total))
    }
}
