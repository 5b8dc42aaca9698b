//! Load from wrk, and wrk's results.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use xtask::process;

pub(crate) const BROWSERS_ENCODINGS: &str = "gzip, deflate, br, zstd";

#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) per_second: f64,
    /// 99th percentile of the latency, in milliseconds.
    pub(crate) p99_ms: f64,
}

/// Loads `url` over 32 connections for `seconds`; `script` is a Lua program for wrk with its `arguments`.
pub(crate) fn run(url: &str, seconds: u32, script: Option<&Path>, arguments: &[&str]) -> Result<Load> {
    run_on(["-t1", "-c32"], url, seconds, script, arguments)
}

/// Simulates `count` concurrent respondents, each with its own connection and instance of the script.
pub(crate) fn respondents(count: u32, url: &str, seconds: u32, script: &Path, arguments: &[&str]) -> Result<Load> {
    run_on([&format!("-t{count}"), &format!("-c{count}")], url, seconds, Some(script), arguments)
}

/// Reads over 64 connections, with or without a key in each request.
pub(crate) fn reading(url: &str, seconds: u32, key: Option<&str>) -> Result<Load> {
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c64", "--latency", &format!("-d{seconds}s")]);
    if let Some(key) = key {
        command.args(["-H", &format!("x-api-key: {key}")]);
    }
    read(&process::output(command.arg(url))?)
}

/// Reads over 32 connections as a browser does, with compression.
pub(crate) fn browsing(url: &str, seconds: u32) -> Result<Load> {
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c32", "--latency", &format!("-d{seconds}s")]);
    command.args(["-H", &format!("accept-encoding: {BROWSERS_ENCODINGS}")]);
    read(&process::output(command.arg(url))?)
}

fn run_on(connections: [&str; 2], url: &str, seconds: u32, script: Option<&Path>, arguments: &[&str]) -> Result<Load> {
    let mut command = Command::new("wrk");
    command.args(connections).args([&format!("-d{seconds}s"), "--latency"]);
    if let Some(script) = script {
        command.arg("-s").arg(script);
    }
    command.arg(url);
    if !arguments.is_empty() {
        command.arg("--").args(arguments);
    }
    read(&process::output(&mut command)?)
}

fn read(text: &str) -> Result<Load> {
    ensure!(!text.contains("Non-2xx") && !text.contains("Socket errors"), "some requests failed:\n{text}");
    let after = |label: &str| text.lines().find_map(|line| line.trim().strip_prefix(label)).map(str::trim);
    let per_second = after("Requests/sec:").and_then(|text| text.parse().ok());
    let p99_ms = after("99%").and_then(milliseconds);
    Ok(Load {
        per_second: per_second.context("wrk printed no rate")?,
        p99_ms: p99_ms.context("wrk printed no latency")?,
    })
}

fn milliseconds(text: &str) -> Option<f64> {
    let units = [("us", 0.001), ("ms", 1.0), ("s", 1000.0)];
    units.iter().find_map(|(unit, factor)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "  Latency Distribution\n     50%    2.00ms\n     99%   13.50ms\nRequests/sec:   9123.40\n";

    #[test]
    fn rate_and_tail_are_read_from_wrks_output() {
        let load = read(OUTPUT).expect("figures");
        assert!((load.per_second - 9123.4).abs() < 0.01 && (load.p99_ms - 13.5).abs() < 0.01);
        assert_eq!(milliseconds("870.00us"), Some(0.87));
        assert_eq!(milliseconds("1.50s"), Some(1500.0));
    }

    #[test]
    fn failed_requests_are_an_error() {
        assert!(read(&format!("{OUTPUT}  Non-2xx or 3xx responses: 3\n")).is_err());
    }
}
