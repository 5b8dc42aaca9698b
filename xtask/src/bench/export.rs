//! Exporting, beside sqlite3 writing the same rows.

use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use super::{
    report::Figure,
    server::{Server, api},
};
use crate::process;

const RECORDS: u32 = 300_000;

pub(crate) fn csv(server: &Server) -> Result<Vec<Figure>> {
    let quiz = server.open_quiz.as_str();
    fill(server, quiz, 10_000, 1)?;
    let (_, small) = (export(server, quiz)?, server.peak_memory()?);
    fill(server, quiz, RECORDS - 10_000, 2)?;
    let took = export(server, quiz)?;
    let large = server.peak_memory()?;
    let begun = Instant::now();
    process::run(
        Command::new("sqlite3")
            .args(["-readonly", "-csv"])
            .arg(server.database())
            .arg(format!("SELECT * FROM records WHERE quiz_id = '{quiz}' ORDER BY started_at, user_id"))
            .stdout(Stdio::null()),
    )?;
    let plain = begun.elapsed();
    Ok(vec![
        Figure {
            what: "CSV export of 300,000 records",
            measured: format!(
                "{:.1} s, {:.0} rows a second",
                took.as_secs_f64(),
                f64::from(RECORDS) / took.as_secs_f64()
            ),
            beside: format!("`sqlite3 -csv`, the raw columns: {:.1} s", plain.as_secs_f64()),
            target: "≤ 3 s",
        },
        Figure {
            what: "peak memory, export of 300,000 over export of 10,000",
            measured: format!("{:.0} MiB more", large - small),
            beside: format!("{small:.0} MiB"),
            target: "≤ 32 MiB more",
        },
    ])
}

/// Loads made-up responses.
pub(super) fn fill(server: &Server, quiz: &str, responses: u32, seed: u32) -> Result<()> {
    let (responses, seed) = (responses.to_string(), seed.to_string());
    let arguments = ["demo-data", "--namespace", "demo", "--quiz", quiz, "--responses", &responses, "--seed", &seed];
    process::run(&mut server.command(&arguments))
}

/// From the request to `done`, as a caller sees it.
fn export(server: &Server, quiz: &str) -> Result<Duration> {
    let path = api(quiz);
    let begun = Instant::now();
    server.ask("POST", &format!("{path}/csvExport"))?;
    for _ in 0..3000 {
        let record = server.ask("GET", &path)?;
        if record.contains("\"csvExportStatus\":\"done\"") {
            return Ok(begun.elapsed());
        }
        if record.contains("\"csvExportStatus\":\"failed\"") {
            bail!("the export failed: {record}");
        }
        thread::sleep(Duration::from_millis(20));
    }
    bail!("the export did not end within a minute")
}
