//! Compares another commit with this one. Both run under the same load in turns and are compared by the servers'
//! processor time, which other programs disturb less than rates.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};

use anyhow::Result;

use super::{
    dashboard, export,
    load::{self, Load},
    server::{Server, api},
    traffic::submit,
};
use crate::programs;
use xtask::{build, process, progress::Steps, project::Project};

/// For each server and kind of request.
const ROUNDS: usize = 5;
const SECONDS: u32 = 2;

/// Sends requests and returns their number.
type Requests = fn(&Project, &Server) -> Result<f64>;

const KINDS: [(&str, Requests); 12] = [
    ("an empty reply", |_, server| get(server, "/healthz")),
    ("public quiz info", |_, server| get(server, &format!("{}/public", api(&server.open_quiz)))),
    ("Get User's Answer, `full`", |_, server| {
        let path = format!("{}/users/bench-full/answers?recommendations_type=full", api(&server.inapp_quiz));
        get(server, &path)
    }),
    ("question page", |_, server| get(server, &format!("/app/demo/{}?sessionId=bench-2&q=fhn1", server.inapp_quiz))),
    ("public quiz info, by a browser", |_, server| browse(server, &format!("{}/public", api(&server.open_quiz)))),
    ("question page, by a browser", |_, server| {
        browse(server, &format!("/app/demo/{}?sessionId=bench-2&q=fhn1", server.inapp_quiz))
    }),
    ("an answer", |project, server| {
        let script = project.path("rig/src/bench/answer.lua");
        load::run(&server.url, SECONDS, Some(&script), &[&api(&server.inapp_quiz)]).map(count)
    }),
    ("a begin and a submission, the mean", |project, server| {
        // A single connection, since a session must begin before it is submitted, and can begin only once.
        let round = server.processor_time()?.to_string();
        let script = project.path("rig/src/bench/submit.lua");
        load::respondents(1, &server.url, SECONDS, &script, &[&api(&server.inapp_quiz), &round]).map(count)
    }),
    ("a request of whole quizzes, 1 respondent", |project, server| quizzes(project, server, 1)),
    ("the same, 16 respondents", |project, server| quizzes(project, server, 16)),
    ("the same, 64 respondents", |project, server| quizzes(project, server, 64)),
    ("a list of 50 records, with a key", |_, server| {
        let url = format!("{}{}/answers?limit=50", server.url, api(&server.inapp_quiz));
        load::reading(&url, SECONDS, Some(&server.key)).map(count)
    }),
];

/// Over a million records, which both servers get after everything else.
const OF_RECORDS: [(&str, Requests); 2] = [
    ("insights of 1,000,000 records", |_, server| {
        dashboard::by_key(server, &format!("{}/insights", api(&server.open_quiz)))
    }),
    ("the last 50 of 1,000,000 records", |_, server| {
        dashboard::by_key(server, &format!("{}/answers?limit=50", api(&server.open_quiz)))
    }),
];

pub(super) fn run(project: &Project, commit: &str) -> Result<ExitCode> {
    programs::require_bench_tools()?;
    let mut steps = Steps::new(build::steps(true) + 2);
    build::everything(project, &mut steps, true)?;
    let what = format!("{commit}: compiling, optimised (about 11 minutes the first time)");
    let other = steps.step(&what, || build_other(project, commit))?;
    let table = steps.step("both in turns", || in_turns(project, commit, &other))?;
    println!("\n{table}");
    Ok(ExitCode::SUCCESS)
}

/// Builds the commit in a separate work tree with its own `xtask`, and returns the program.
fn build_other(project: &Project, commit: &str) -> Result<PathBuf> {
    let (tree, target) = (project.target("against/tree"), project.target("against/target"));
    let mut git = Command::new("git");
    if tree.exists() {
        git.current_dir(&tree).args(["checkout", "--quiet", "--detach", commit]);
    } else {
        git.current_dir(project.path("")).args(["worktree", "add", "--quiet", "--force", "--detach"]);
        git.arg(&tree).arg(commit);
    }
    process::run(&mut git)?;
    let mut cargo = process::cargo(project);
    process::run(cargo.current_dir(&tree).env("CARGO_TARGET_DIR", &target).args(["xtask", "build", "--release"]))?;
    Ok(target.join("release").join(&project.names.bin_target))
}

fn in_turns(project: &Project, commit: &str, other: &Path) -> Result<String> {
    let start = |binary: &Path, name: &str| -> Result<Server> {
        // Commits before the introduction of quotas have no such setting.
        let help = process::output(Command::new(binary).args(["serve", "--help"]))?;
        let quota = if help.contains("--quota-bytes") { &["--quota-bytes", "off"][..] } else { &[] };
        let options = [&["--key-rate-limit", "off"], quota].concat();
        let server = Server::start(binary, &project.target("against").join(name), None, &options)?;
        // Creates sessions to answer in, and a record to read.
        let init = project.path("rig/src/bench/init.lua");
        load::run(&server.url, 3, Some(&init), &[&api(&server.inapp_quiz)])?;
        submit(&server, "bench-full")?;
        Ok(server)
    };
    let servers = [start(&project.binary(true), "data")?, start(other, "data-of-other")?];
    let mut table = format!(
        "| processor time of the server, requests a second | this commit | {commit} | ratio | this commit | {commit} | ratio \
         |\n|---|---:|---:|---:|---:|---:|---:|\n"
    );
    for (index, (what, requests)) in KINDS.into_iter().chain(OF_RECORDS).enumerate() {
        if index == KINDS.len() {
            servers.iter().try_for_each(|server| export::fill(server, &server.open_quiz, 1_000_000, 100_000, 1))?;
        }
        let (mut times, mut rates) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
        for _ in 0..ROUNDS {
            for (at, server) in servers.iter().enumerate() {
                let (time, rate) = measured(server, || requests(project, server))?;
                times[at].push(time);
                rates[at].push(rate);
            }
        }
        let [this, other] = times.map(median);
        write!(table, "| {what} | {this:.1} µs | {other:.1} µs | {:.2} |", this / other)?;
        let [this, other] = rates.map(median);
        writeln!(table, " {this:.0} | {other:.0} | {:.2} |", this / other)?;
    }
    Ok(table)
}

fn get(server: &Server, path: &str) -> Result<f64> {
    load::run(&format!("{}{path}", server.url), SECONDS, None, &[]).map(count)
}

fn browse(server: &Server, path: &str) -> Result<f64> {
    load::browsing(&format!("{}{path}", server.url), SECONDS).map(count)
}

fn count(load: Load) -> f64 {
    load.per_second * f64::from(SECONDS)
}

fn quizzes(project: &Project, server: &Server, respondents: u32) -> Result<f64> {
    let script = project.path("rig/src/bench/quiz.lua");
    load::respondents(respondents, &server.url, SECONDS, &script, &[&api(&server.open_quiz)]).map(count)
}

/// The server's processor time per request in microseconds, and requests per second.
fn measured(server: &Server, requests: impl FnOnce() -> Result<f64>) -> Result<(f64, f64)> {
    let (before, begun) = (server.processor_time()?, Instant::now());
    let requests = requests()?;
    let seconds = begun.elapsed().as_secs_f64();
    let hundredths = u32::try_from(server.processor_time()? - before)?;
    Ok((f64::from(hundredths) * 10_000.0 / requests, requests / seconds))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_round_does_not_count() {
        assert!((median(vec![3.0, 90.0, 1.0, 2.0, 4.0]) - 3.0).abs() < 0.01);
    }
}
