//! Requests per second.

use anyhow::{Result, ensure};

use super::{
    disk, load,
    report::Figure,
    server::{Server, api},
};
use xtask::project::Project;

/// Duration of each load.
pub(super) const SECONDS: u32 = 8;

/// Durable answers, compared with one commit per write on the same disk.
pub(crate) fn answers(project: &Project, server: &Server) -> Result<Figure> {
    let scripts = project.path("rig/src/bench");
    let path = api(&server.inapp_quiz);
    load::run(&server.url, 3, Some(&scripts.join("init.lua")), &[&path])?;
    let single = disk::commits_per_second(&project.target("bench/commits.db"))?;
    let load = load::run(&server.url, SECONDS, Some(&scripts.join("answer.lua")), &[&path])?;
    Ok(Figure {
        what: "durable answers a second, 32 connections",
        measured: format!("{:.0}, p99 {:.1} ms", load.per_second, load.p99_ms),
        beside: format!("one commit a write: {single:.0}, so {:.1} times", load.per_second / single),
        target: "≥ 8,000, or ≥ 10 times; p99 ≤ 25 ms",
    })
}

/// Requests per respondent: an id, begin, eight answers, submit, read the result.
pub(super) const REQUESTS: f64 = 12.0;

/// Whole quizzes, compared with the smallest response of the server.
pub(crate) fn quizzes(project: &Project, server: &Server) -> Result<Figure> {
    let script = project.path("rig/src/bench/quiz.lua");
    let least = load::run(&format!("{}/healthz", server.url), 3, None, &[])?;
    let load = load::respondents(16, &server.url, SECONDS, &script, &[&api(&server.open_quiz)])?;
    Ok(Figure {
        what: "whole quizzes a second (12 requests each), 16 respondents at once",
        measured: format!("{:.0}, p99 of a request {:.1} ms", load.per_second / REQUESTS, load.p99_ms),
        beside: format!(
            "an empty answer: {:.0}, so {:.0} % of its requests",
            least.per_second,
            100.0 * load.per_second / least.per_second
        ),
        target: "≥ 1,100",
    })
}

/// Submits a complete quiz, so that its record has all cards.
pub(super) fn submit(server: &Server, session: &str) -> Result<()> {
    let users = format!("{}/users/anonymous", api(&server.inapp_quiz));
    let all: Vec<String> = (1..=8).map(|number| format!("\"fhn{number}\":{}", number % 4 + 1)).collect();
    let session = format!("\"sessionId\":\"{session}\"");
    server.send(&format!("{users}/initQuiz"), &format!("{{{session}}}"))?;
    let submitted = format!("{{{session},\"answers\":{{{}}}}}", all.join(","));
    let record = server.send(&format!("{users}/answers/submit"), &submitted)?;
    ensure!(record.contains("\"isCompleted\":true"), "the answers were not submitted: {record}");
    Ok(())
}

/// Reads with a key, which are on disk before their responses, in turns with the same reads without one.
pub(crate) fn reading_with_key(server: &Server) -> Result<Figure> {
    const ROUNDS: usize = 5;
    submit(server, "bench-key")?;
    let url = format!("{}{}/users/bench-key/answers", server.url, api(&server.inapp_quiz));
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let without = load::reading(&url, 4, None)?;
        rounds.push((load::reading(&url, 4, Some(&server.key))?, without.per_second));
    }
    let share = |(with, without): &(load::Load, f64)| with.per_second / without;
    rounds.sort_by(|one, other| share(one).total_cmp(&share(other)));
    let (with, without) = &rounds[ROUNDS / 2];
    Ok(Figure {
        what: "Get User's Answer with a key, 64 connections",
        measured: format!("{:.0} a second, p99 {:.1} ms", with.per_second, with.p99_ms),
        beside: format!("without: {without:.0}, so {:.2} times", with.per_second / without),
        target: "≥ 0.5 times",
    })
}

/// Reads, compared with the smallest response of the server.
pub(crate) fn reading(server: &Server) -> Result<Vec<Figure>> {
    submit(server, "bench-full")?;
    let paths = [
        ("public quiz info", format!("{}/public", api(&server.open_quiz)), "≥ 40,000"),
        (
            "Get User's Answer, `full`",
            format!("{}/users/bench-full/answers?recommendations_type=full", api(&server.inapp_quiz)),
            "≥ 20,000",
        ),
        ("question page", format!("/app/demo/{}?sessionId=bench-2&q=fhn1", server.inapp_quiz), "≥ 2,000, p99 ≤ 20 ms"),
    ];
    let mut figures = Vec::new();
    for (what, path, target) in paths {
        let least = load::run(&format!("{}/healthz", server.url), 3, None, &[])?;
        let load = load::run(&format!("{}{path}", server.url), SECONDS, None, &[])?;
        figures.push(Figure {
            what,
            measured: format!("{:.0} a second, p99 {:.1} ms", load.per_second, load.p99_ms),
            beside: format!(
                "an empty reply: {:.0}, so {:.0} %",
                least.per_second,
                100.0 * load.per_second / least.per_second
            ),
            target,
        });
    }
    Ok(figures)
}
