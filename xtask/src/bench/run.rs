//! All measurements in turn.

use std::process::ExitCode;

use anyhow::Result;

use super::{
    crowd, dashboard, export,
    report::{self, Figure},
    scans,
    server::Server,
    traffic,
};
use crate::{build, progress::Steps, project::Project, tools};

pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    tools::require_bench_tools()?;
    let mut steps = Steps::new(build::STEPS + 7);
    build::everything(project, &mut steps, true)?;
    let server = Server::start(&project.binary(true), &project.target("bench/data"))?;
    let mut figures = vec![Figure {
        what: "at rest",
        measured: format!("{:.0} MiB, ready after {:.2} s", server.memory()?, server.ready_after.as_secs_f64()),
        beside: String::new(),
        target: "≤ 40 MiB, ≤ 0.5 s",
    }];
    figures.push(steps.step("answers", || traffic::answers(project, &server))?);
    figures.push(steps.step("whole quizzes", || traffic::quizzes(project, &server))?);
    figures.extend(steps.step("reading", || traffic::reading(&server))?);
    figures.push(steps.step("a crowd of connections", || crowd::beside(project, &server))?);
    drop(server);
    let server = Server::start(&project.binary(true), &project.target("bench/data"))?;
    figures.extend(steps.step("exports", || export::csv(project, &server))?);
    figures.extend(steps.step("four scans at once", || scans::beside(project, &server))?);
    drop(server);
    let server = Server::start(&project.binary(true), &project.target("bench/data"))?;
    figures.extend(steps.step("dashboard", || dashboard::pages(&server))?);
    println!("\n{}", report::table(&figures));
    Ok(ExitCode::SUCCESS)
}
