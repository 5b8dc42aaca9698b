//! The speed of exports, compared with sqlite3, and their effect on the latency of answers.

use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use super::{
    load, postgres,
    report::Figure,
    server::{Server, api},
};
use xtask::{process, project::Project};

const FEW: u32 = 10_000;
const MANY: u32 = 300_000;
const MOST: u32 = 1_000_000;
/// Duration of the load; the export of a million records takes longer.
const SECONDS: u32 = 6;

pub(crate) fn csv(project: &Project, server: &Server) -> Result<Vec<Figure>> {
    let quiz = server.open_quiz.as_str();
    fill(server, quiz, FEW, 0, 1)?;
    let (_, small) = (export(server, quiz)?, server.peak_memory()?);
    fill(server, quiz, MANY - FEW, 0, 2)?;
    let duration = export(server, quiz)?;
    let (plain, program) = raw_columns(server)?;
    fill(server, quiz, MOST - MANY, 0, 3)?;
    export(server, quiz)?;
    let large = server.peak_memory()?;
    let (alone, beside) = answers(project, server)?;
    Ok(vec![
        Figure {
            what: "CSV export of 300,000 records",
            measured: format!(
                "{:.1} s, {:.0} rows a second",
                duration.as_secs_f64(),
                f64::from(MANY) / duration.as_secs_f64()
            ),
            beside: format!("`{program}`, the raw columns: {:.1} s", plain.as_secs_f64()),
            target: "≤ 3 s",
        },
        Figure {
            what: "peak memory, export of 1,000,000 over export of 10,000",
            measured: format!("{:.0} MiB more", large - small),
            beside: format!("{small:.0} MiB"),
            target: "≤ 32 MiB more",
        },
        Figure {
            what: "answers while 1,000,000 records are exported",
            measured: format!("p99 {beside:.1} ms"),
            beside: format!("p99 without an export: {alone:.1} ms, so {:.1} times", beside / alone),
            target: "p99 ≤ 2 times",
        },
    ])
}

pub(super) fn fill(server: &Server, quiz: &str, responses: u32, unfinished: u32, seed: u32) -> Result<()> {
    let [responses, unfinished, seed] = [responses, unfinished, seed].map(|number| number.to_string());
    let counts = ["--responses", &responses, "--unfinished", &unfinished, "--seed", &seed];
    process::run(&mut server.command(&[&["demo-data", "--namespace", "demo", "--quiz", quiz], &counts[..]].concat()))
}

/// Writes the same rows with the database's own program.
fn raw_columns(server: &Server) -> Result<(Duration, &'static str)> {
    let rows = format!("SELECT * FROM records WHERE quiz_id = '{}' ORDER BY started_at, user_id", server.open_quiz);
    let (mut command, program) = if let Some(url) = &server.postgres {
        (postgres::psql(url, &format!("COPY ({rows}) TO STDOUT"))?, "COPY")
    } else {
        let mut sqlite3 = Command::new("sqlite3");
        sqlite3.args(["-readonly", "-csv"]).arg(server.database()).arg(rows);
        (sqlite3, "sqlite3 -csv")
    };
    let begun = Instant::now();
    process::run(command.stdout(Stdio::null()))?;
    Ok((begun.elapsed(), program))
}

/// The 99th percentile of answers to another quiz, in milliseconds: without an export and during one.
fn answers(project: &Project, server: &Server) -> Result<(f64, f64)> {
    let (scripts, path) = (project.path("rig/src/bench"), api(&server.inapp_quiz));
    load::run(&server.url, 3, Some(&scripts.join("init.lua")), &[&path])?;
    let answer = || load::run(&server.url, SECONDS, Some(&scripts.join("answer.lua")), &[&path]);
    let alone = answer()?;
    server.ask("POST", &format!("{}/csvExport", api(&server.open_quiz)))?;
    let beside = answer()?;
    if status(server, &server.open_quiz)? != Status::Uploading {
        bail!("the export ended before the load did");
    }
    Ok((alone.p99_ms, beside.p99_ms))
}

fn export(server: &Server, quiz: &str) -> Result<Duration> {
    let begun = Instant::now();
    server.ask("POST", &format!("{}/csvExport", api(quiz)))?;
    for _ in 0..6000 {
        if status(server, quiz)? == Status::Done {
            return Ok(begun.elapsed());
        }
        thread::sleep(Duration::from_millis(20));
    }
    bail!("the export did not end within two minutes")
}

#[derive(PartialEq)]
pub(super) enum Status {
    Uploading,
    Done,
}

pub(super) fn status(server: &Server, quiz: &str) -> Result<Status> {
    let record = server.ask("GET", &api(quiz))?;
    if record.contains("\"csvExportStatus\":\"failed\"") {
        bail!("the export failed: {record}");
    }
    Ok(if record.contains("\"csvExportStatus\":\"done\"") { Status::Done } else { Status::Uploading })
}
