//! All measurements in turn.

use std::process::ExitCode;

use anyhow::Result;

use super::{
    against, crowd, dashboard, export,
    postgres::{self, Postgres},
    report::{self, Figure},
    scans,
    server::Server,
    traffic,
};
use crate::{neighbours, programs};
use xtask::{build, progress::Steps, project::Project};

pub(crate) fn run(project: &Project, on_postgres: bool, against: Option<&str>) -> Result<ExitCode> {
    if let Some(commit) = against {
        return against::run(project, commit);
    }
    programs::require_bench_tools()?;
    let mut steps = Steps::new(build::steps(true) + if on_postgres { 6 } else { 9 });
    build::everything(project, &mut steps, true)?;
    let figures = if on_postgres { postgresql(project, &mut steps)? } else { sqlite(project, &mut steps)? };
    println!("\n{}", report::table(&figures));
    Ok(ExitCode::SUCCESS)
}

fn start(project: &Project, database: Option<String>) -> Result<Server> {
    start_with(project, database, &["--key-rate-limit", "off", "--quota-bytes", "off"])
}

fn start_with(project: &Project, database: Option<String>, options: &[&str]) -> Result<Server> {
    Server::start(&project.binary(true), &project.target("bench/data"), database, options)
}

fn sqlite(project: &Project, steps: &mut Steps) -> Result<Vec<Figure>> {
    let server = start(project, None)?;
    let mut figures = vec![Figure {
        what: "at rest",
        measured: format!("{:.0} MiB, ready after {:.2} s", server.memory()?, server.ready_after.as_secs_f64()),
        beside: String::new(),
        target: "≤ 40 MiB, ≤ 0.5 s",
    }];
    figures.push(steps.step("answers", || traffic::answers(project, &server))?);
    figures.push(steps.step("whole quizzes", || traffic::quizzes(project, &server))?);
    figures.extend(steps.step("reading", || traffic::reading(&server))?);
    figures.push(steps.step("reading with a key", || traffic::reading_with_key(&server))?);
    figures.push(steps.step("a crowd of connections", || crowd::beside(project, &server))?);
    drop(server);
    let server = start(project, None)?;
    figures.extend(steps.step("exports", || export::csv(project, &server))?);
    figures.extend(steps.step("four scans at once", || scans::beside(project, &server))?);
    drop(server);
    let server = start(project, None)?;
    figures.extend(steps.step("dashboard", || dashboard::pages(&server))?);
    drop(server);
    figures.extend(
        steps.step("a tenant that misbehaves", || neighbours::figures(|options| start_with(project, None, options)))?,
    );
    Ok(figures)
}

fn postgresql(project: &Project, steps: &mut Steps) -> Result<Vec<Figure>> {
    let postgres = steps.step("PostgreSQL", || Postgres::start(&project.target("bench/postgres")))?;
    let server = start(project, Some(postgres.database("writes")?))?;
    let mut figures = steps.step("answers and quizzes", || postgres::writes(project, &server, &postgres))?;
    figures.push(steps.step("reading with a key", || traffic::reading_with_key(&server))?);
    drop(server);
    let server = start(project, Some(postgres.database("exports")?))?;
    figures.extend(steps.step("exports", || export::csv(project, &server))?);
    drop(server);
    let server = start(project, Some(postgres.database("dashboard")?))?;
    figures.extend(steps.step("dashboard", || dashboard::pages(&server))?);
    drop(server);
    figures.extend(steps.step("a tenant that misbehaves", || {
        neighbours::figures(|options| {
            let name = if options.is_empty() { "neighbours" } else { "unlimited" };
            start_with(project, Some(postgres.database(name)?), options)
        })
    })?);
    Ok(figures)
}
