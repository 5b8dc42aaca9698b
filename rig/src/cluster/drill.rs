//! `cargo xtask cluster test`: faults in turn under load from respondents, and the report.

use std::{process::ExitCode, thread, time::Instant};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{
    exports::Exports,
    faults::{FAULTS, Fault, FaultEffect, Scene},
    load::{ANSWERS_A_SECOND, Load, Taken},
    run::Cluster,
    servers::RECORDS,
    verify::{self, Comparison},
};

/// Runs the faults, and fails if a limit was exceeded or acknowledged data was lost.
pub(super) fn run(cluster: &Cluster, count: usize) -> Result<ExitCode> {
    let servers = &cluster.servers;
    servers.run(&["namespace", "create", "drill", "--name", "Drill"])?;
    let taken_quiz = quiz(cluster)?;
    let exported = quiz(cluster)?;
    servers.run(&["demo-data", "--namespace", "drill", "--quiz", &exported, "--responses", &RECORDS.to_string()])?;
    let key = servers.run(&["key", "create", "--namespace", "drill", "--name", "drill"])?;
    let load = Load::new(cluster.ports.web(), &taken_quiz);

    println!("{ANSWERS_A_SECOND} answers a second, and {count} faults:");
    let begun = Instant::now();
    let outcomes = thread::scope(|scope| {
        load.run(scope);
        let outcomes = strike(
            cluster,
            &load,
            count,
            Exports { folder: cluster.folder, servers, quiz: exported, key: key.clone() },
        );
        load.end();
        outcomes
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let (journal, complaints) = load.into_journal();
    Ok(report(cluster, &outcomes, &Found::read(cluster, &taken_quiz, &key, &journal)?, &complaints, seconds))
}

fn quiz(cluster: &Cluster) -> Result<String> {
    let file = cluster.folder.write("quiz.json", r#"{"name":"Drill"}"#)?;
    let file = file.to_str().context("the folder has an odd name")?;
    let made = cluster.servers.run(&["--json", "quiz", "create", "--namespace", "drill", file])?;
    let made: Value = serde_json::from_str(&made)?;
    Ok(made["id"].as_str().context("the quiz has no id")?.to_owned())
}

fn strike(cluster: &Cluster, load: &Load, count: usize, exports: Exports) -> Result<Vec<FaultEffect>> {
    let (database, servers) = (&cluster.database, &cluster.servers);
    let scene = Scene { folder: cluster.folder, database, servers, exports, load };
    let mut outcomes = Vec::new();
    for (number, fault) in FAULTS.into_iter().cycle().take(count).enumerate() {
        print!("{:2}. {fault}: ", number + 1);
        let outcome = scene.suffer(fault).with_context(|| fault.to_string())?;
        println!("{}", line(&outcome));
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

fn line(outcome: &FaultEffect) -> String {
    let seconds = |time: std::time::Duration| format!("{:.1} s", time.as_secs_f64());
    let mut line = format!("gap {}, slowest write {}", seconds(outcome.gap), seconds(outcome.slowest));
    for (what, time) in [("noticed after", outcome.noticed), ("back after the database", outcome.back)] {
        if let Some(time) = time {
            line.extend([", ", what, " ", &seconds(time)]);
        }
    }
    line + if outcome.is_within_limits() { "" } else { ": TOO LONG" }
}

struct Found {
    from_api: Comparison,
    from_sql: Comparison,
    /// Differences between counters and records, each of which stands for something that was done twice or partially.
    doubled: u64,
}

impl Found {
    fn read(cluster: &Cluster, quiz: &str, key: &str, journal: &[Taken]) -> Result<Self> {
        let options = verify::options(cluster.ports.web(), quiz)?;
        let listed = verify::list(cluster.ports.web(), quiz, key)?;
        let sql = |sql: &str| {
            cluster.database.sql_of(cluster.ports.primary(), "quiz", "quiz", &sql.replace("$1", &format!("'{quiz}'")))
        };
        let rows =
            verify::rows(&sql("SELECT user_id, submitted_at IS NOT NULL, answers FROM records WHERE quiz_id = $1")?)?;
        Ok(Self {
            from_api: verify::compare(journal, &listed, &options),
            from_sql: verify::compare(journal, &rows, &options),
            doubled: sql(DOUBLED)?.parse::<u64>()? + u64::from(listed.len() != rows.len()),
        })
    }
}

/// Tallies without a record in the table, attempts that were never begun, and changes with duplicate numbers.
const DOUBLED: &str = "
    WITH mine AS (SELECT * FROM records WHERE quiz_id = $1),
         told AS (SELECT dimension, sum(n) AS n FROM tallies WHERE quiz_id = $1 GROUP BY dimension)
    SELECT abs((SELECT n FROM told WHERE dimension = 'started') - (SELECT count(*) FROM mine))
         + abs((SELECT n FROM told WHERE dimension = 'completed') - (SELECT count(submitted_at) FROM mine))
         + abs((SELECT n FROM told WHERE dimension = 'answer') - (SELECT 8 * count(submitted_at) FROM mine))
         + (SELECT count(*) FROM past_attempts WHERE quiz_id = $1)
         + (SELECT count(*) - count(DISTINCT changed) FROM mine)";

fn report(cluster: &Cluster, outcomes: &[FaultEffect], found: &Found, complaints: &[String], seconds: f64) -> ExitCode {
    let longest = |times: Vec<std::time::Duration>| {
        times.into_iter().max().map_or_else(String::new, |time| format!("{:.1} s", time.as_secs_f64()))
    };
    println!("\n| fault | times | longest gap | slowest write | noticed after | back after the database |");
    println!("|---|---|---|---|---|---|");
    for fault in FAULTS {
        let of: Vec<&FaultEffect> = outcomes.iter().filter(|outcome| outcome.fault == fault).collect();
        if !of.is_empty() {
            println!(
                "| {fault} | {} | {} | {} | {} | {} |",
                of.len(),
                longest(of.iter().map(|outcome| outcome.gap).collect()),
                longest(of.iter().map(|outcome| outcome.slowest).collect()),
                longest(of.iter().filter_map(|outcome| outcome.noticed).collect()),
                longest(of.iter().filter_map(|outcome| outcome.back).collect()),
            );
        }
    }
    complaints.iter().take(20).for_each(|complaint| println!("refused: {complaint}"));
    let taken_over =
        outcomes.iter().filter(|outcome| matches!(outcome.fault, Fault::Exporter | Fault::Hanging)).count();
    let Found { from_api, from_sql, doubled } = found;
    println!("\nexports: {} complete, {taken_over} of them taken over", outcomes.len());
    println!(
        "{} acknowledged writes in {seconds:.0} s: {} lost in the API's list, {} in the database; {doubled} doubled; \
         {} requests refused",
        from_sql.acknowledged,
        from_api.lost,
        from_sql.lost,
        complaints.len(),
    );
    let is_good = from_api.lost + from_sql.lost == 0
        && *doubled == 0
        && complaints.is_empty()
        && outcomes.iter().all(FaultEffect::is_within_limits);
    println!("{}", if is_good { "passed" } else { "FAILED" });
    println!("logs: {}", cluster.logs.display());
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
