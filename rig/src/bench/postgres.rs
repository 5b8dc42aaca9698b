//! A dedicated PostgreSQL server as the reference for measurements.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};

use super::{
    load::{self, Load},
    report::Figure,
    server::{Server, api},
    traffic::{REQUESTS, SECONDS},
};
use crate::{
    cluster::{Folder, wait_for},
    programs,
};
use xtask::{process, project::Project, tools};

/// Debian's defaults, except for the memory limit.
const RUN: &str = r#"
"$1/initdb" --pgdata=data --username=bench --auth=trust --encoding=UTF8 --locale=C
exec "$1/postgres" -D data -p "$2" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=256MB
"#;
const TABLE: &str = "CREATE TABLE numbers (id INT PRIMARY KEY, n BIGINT, pad TEXT);
    INSERT INTO numbers SELECT id, 0, repeat('x', 200) FROM generate_series(1, 10000) AS id";
const UPDATE: &str = "\\set id random(1, 10000)\nUPDATE numbers SET n = n + 1 WHERE id = :id;\n";
const ROUNDS: usize = 3;

/// Dropping it removes all its data.
pub(crate) struct Postgres {
    folder: Folder,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    pub(crate) fn start(logs: &Path) -> Result<Self> {
        tools::require_postgresql()?;
        let (folder, programs) = (Folder::make(logs)?, programs::postgresql_programs()?);
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let postgres = Self { folder, programs, port };
        let mut run = postgres.folder.command("sh");
        run.args(["-euc", RUN, "postgres"]).arg(&postgres.programs).arg(port.to_string());
        postgres.folder.start("postgres", &mut run)?;
        wait_for("PostgreSQL", Duration::from_mins(1), || {
            let mut ready = Command::new(postgres.programs.join("pg_isready"));
            ready.args(["--quiet", "--host=127.0.0.1", &format!("--port={port}")]);
            ready.status().is_ok_and(|status| status.success()).then_some(())
        })?;
        postgres.folder.write("update.sql", UPDATE)?;
        postgres.sql("postgres", TABLE)?;
        Ok(postgres)
    }

    pub(crate) fn database(&self, name: &str) -> Result<String> {
        self.sql("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(name))
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://bench@127.0.0.1:{}/{database}", self.port)
    }

    fn sql(&self, database: &str, sql: &str) -> Result<String> {
        process::output(&mut psql(&self.url(database), sql)?)
    }

    /// Transactions per second with one small update each, from as many clients as the load has connections.
    fn pgbench(&self) -> Result<f64> {
        let mut pgbench = Command::new(self.programs.join("pgbench"));
        pgbench
            .args(["--no-vacuum", "--client=32", "--jobs=2", "--protocol=prepared", &format!("--time={SECONDS}")])
            .arg("--file")
            .arg(self.folder.join("update.sql"))
            .arg(self.url("postgres"));
        let printed = process::output(&mut pgbench)?;
        let rate = printed.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        rate.context("pgbench printed no rate")
    }

    /// Bytes of write-ahead log per request of a load.
    fn with_log(&self, load: impl FnOnce() -> Result<Load>) -> Result<(Load, f64)> {
        let place = self.sql("postgres", "SELECT pg_current_wal_insert_lsn()")?;
        let load = load()?;
        let bytes = self.sql("postgres", &format!("SELECT pg_current_wal_insert_lsn() - '{place}'"))?;
        let requests = load.per_second * f64::from(SECONDS);
        Ok((load, bytes.parse::<f64>()? / requests))
    }
}

pub(super) fn psql(url: &str, sql: &str) -> Result<Command> {
    let mut psql = Command::new(programs::postgresql_programs()?.join("psql"));
    psql.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", url, "--command", sql]);
    Ok(psql)
}

/// Answers and whole quizzes, in turns with pgbench.
pub(crate) fn writes(project: &Project, server: &Server, postgres: &Postgres) -> Result<Vec<Figure>> {
    let (scripts, inapp, open) = (project.path("rig/src/bench"), api(&server.inapp_quiz), api(&server.open_quiz));
    load::run(&server.url, 3, Some(&scripts.join("init.lua")), &[&inapp])?;
    let (mut single, mut answers, mut quizzes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        single.push(postgres.pgbench()?);
        let answer = || load::run(&server.url, SECONDS, Some(&scripts.join("answer.lua")), &[&inapp]);
        answers.push(postgres.with_log(answer)?);
        let quiz = || load::respondents(16, &server.url, SECONDS, &scripts.join("quiz.lua"), &[&open]);
        quizzes.push(postgres.with_log(quiz)?);
    }
    single.sort_by(f64::total_cmp);
    let single = single[ROUNDS / 2];
    let median = |mut loads: Vec<(Load, f64)>| {
        loads.sort_by(|(one, _), (other, _)| one.per_second.total_cmp(&other.per_second));
        loads.swap_remove(ROUNDS / 2)
    };
    let ((answers, answer_bytes), (quizzes, quiz_bytes)) = (median(answers), median(quizzes));
    Ok(vec![
        Figure {
            what: "stored answers a second, 32 connections",
            measured: format!(
                "{:.0}, p99 {:.1} ms, {answer_bytes:.0} bytes of log each",
                answers.per_second, answers.p99_ms
            ),
            beside: format!(
                "`pgbench`, an update a transaction: {single:.0}, so {:.2} times",
                answers.per_second / single
            ),
            target: "≥ 1.0 times, p99 ≤ 25 ms",
        },
        Figure {
            what: "whole quizzes a second (12 requests each), 16 respondents at once",
            measured: format!(
                "{:.0}, p99 of a request {:.1} ms, {:.0} bytes of log each",
                quizzes.per_second / REQUESTS,
                quizzes.p99_ms,
                quiz_bytes * REQUESTS
            ),
            beside: String::new(),
            target: "≥ 1,100",
        },
    ])
}
