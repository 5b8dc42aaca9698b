//! The effect on respondents of four concurrent scans: two exports and two deliveries.

use std::{fs, thread, time::Duration};

use anyhow::{Context, Result, ensure};

use super::{
    export,
    load::{self, Load},
    report::Figure,
    server::{Server, api},
};
use xtask::{process, project::Project};

/// Records of the second quiz; the first has more.
const RECORDS: u32 = 300_000;
/// Duration of each load; the scans take longer.
const SECONDS: u32 = 6;

/// Uses the server whose exports were measured.
pub(crate) fn beside(project: &Project, server: &Server) -> Result<Vec<Figure>> {
    let second = server.database().with_file_name("second.json");
    fs::write(&second, r#"{ "name": "Second" }"#)?;
    let made = command(server, &["quiz", "create", "--namespace", "demo", &second.to_string_lossy()])?;
    let second = made.split("\"id\": \"").nth(1).and_then(|rest| rest.split('"').next()).context("no quiz was made")?;
    export::fill(server, second, RECORDS, 0, 4)?;
    let folder = server.database().with_file_name("delivered");
    fs::create_dir(&folder)?;
    let (folder, mut scans) = (folder.to_string_lossy(), Vec::new());
    for quiz in [&server.open_quiz, second] {
        let when =
            ["schedule", "create", "--daily", "03:00", "--namespace", "demo", "--quiz", quiz, "--out-dir", &folder];
        scans.push((quiz.to_owned(), command(server, &when)?));
    }
    let (scripts, inapp) = (project.path("rig/src/bench"), api(&server.inapp_quiz));
    let answers = || load::run(&server.url, SECONDS, Some(&scripts.join("answer.lua")), &[&inapp]);
    let info = format!("{}{}/public", server.url, api(&server.open_quiz));
    let reads = || load::run(&info, SECONDS, None, &[]);
    Ok(vec![
        figure("answers while four scans run", &answers()?, &during(server, &scans, answers)?),
        figure("public quiz info while four scans run", &reads()?, &during(server, &scans, reads)?),
    ])
}

/// Runs the load during the scans, and waits for them to finish.
fn during(server: &Server, scans: &[(String, String)], load: impl Fn() -> Result<Load>) -> Result<Load> {
    for (quiz, schedule) in scans {
        server.ask("POST", &format!("{}/csvExport", api(quiz)))?;
        command(server, &["schedule", "run", schedule])?;
    }
    let load = load()?;
    ensure!(under_way(server, scans)? == 4, "a scan ended before the load did");
    while under_way(server, scans)? > 0 {
        thread::sleep(Duration::from_millis(200));
    }
    Ok(load)
}

fn under_way(server: &Server, scans: &[(String, String)]) -> Result<usize> {
    let runs = command(server, &["schedule", "list"])?;
    let mut count = runs.matches("\trunning").count();
    for (quiz, _) in scans {
        count += usize::from(export::status(server, quiz)? == export::Status::Uploading);
    }
    Ok(count)
}

fn command(server: &Server, arguments: &[&str]) -> Result<String> {
    Ok(process::output(&mut server.command(arguments))?.trim().to_owned())
}

fn figure(what: &'static str, alone: &Load, beside: &Load) -> Figure {
    Figure {
        what,
        measured: format!("p99 {:.1} ms", beside.p99_ms),
        beside: format!("p99 without a scan: {:.1} ms, so {:.1} times", alone.p99_ms, beside.p99_ms / alone.p99_ms),
        target: "p99 ≤ 2 times",
    }
}
