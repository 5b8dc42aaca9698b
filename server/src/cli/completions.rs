//! `completions`

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::Cli;

#[derive(Args, Debug)]
pub(super) struct Completions {
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "quiz-answers", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}
