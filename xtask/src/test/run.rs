//! The parts one after the other, and one line at the end with the figures of all.

use std::process::ExitCode;

use anyhow::Result;

use super::{browser, native, tally::Tally};
use crate::{bundle, cli::Part, progress::Steps, project::Project};

type Test = fn(&Project, &mut Steps) -> Result<Tally>;

/// The parts in order, with the number of steps each takes.
const PARTS: [(Part, usize, Test); 3] = [
    (Part::Unit, native::UNIT_STEPS, native::unit),
    (Part::Http, native::HTTP_STEPS, native::http),
    (Part::Browser, browser::STEPS, browser::run),
];

/// Runs one part or all. A part that fails does not keep the next from running.
pub(crate) fn run(project: &Project, part: Option<Part>) -> Result<ExitCode> {
    let chosen = || PARTS.iter().filter(|(name, _, _)| part.is_none_or(|part| part == *name));
    let total = bundle::STEPS + chosen().map(|(_, steps, _)| steps).sum::<usize>();
    let mut steps = Steps::new(total);

    // The server's tests and its pages need what the server embeds.
    bundle::make(project, &mut steps)?;
    let mut sum = Tally::default();
    for (_, _, test) in chosen() {
        sum += test(project, &mut steps).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Tally::BROKEN
        });
    }

    if sum.skipped > 0 {
        println!("{} skipped", sum.skipped);
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
    Ok(if sum.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
