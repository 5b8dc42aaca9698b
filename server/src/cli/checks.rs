//! The outcomes of checks: a line for each, and failure in the end if one has found a problem.

use anyhow::ensure;
use serde_json::json;

use super::output::Printer;
use crate::{causes::with_causes, config::Installation};

pub(super) struct Checks<'a> {
    installation: &'a Installation,
    printer: Printer,
    problems: usize,
}

impl<'a> Checks<'a> {
    pub(super) fn new(installation: &'a Installation, printer: Printer) -> Self {
        Self { installation, printer, problems: 0 }
    }

    pub(super) fn report(&mut self, check: &str, outcome: anyhow::Result<String>) -> anyhow::Result<()> {
        let (state, text) = match outcome {
            Ok(text) => ("ok", text),
            Err(error) => ("problem", with_causes(&self.installation.explained(error))),
        };
        self.problems += usize::from(state == "problem");
        self.printer
            .print(format_args!("{state}\t{check}\t{text}"), json!({ "check": check, "state": state, "message": text }))
    }

    pub(super) fn end(self) -> anyhow::Result<()> {
        ensure!(self.problems == 0, "{} of the checks found a problem", self.problems);
        Ok(())
    }
}
