//! Dashboard pages over more than a million records, requested by a signed-in browser.

use std::{
    process::Command,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{
    export,
    report::Figure,
    server::{Server, api},
};
use xtask::process;

const SUBMITTED: u32 = 1_000_000;
/// Insights find the drop-off points of these in their records.
const UNFINISHED: u32 = 100_000;
/// Sequential requests per figure.
const REQUESTS: u16 = 100;

pub(crate) fn pages(server: &Server) -> Result<Vec<Figure>> {
    let quiz = server.open_quiz.as_str();
    let begun = Instant::now();
    export::fill(server, quiz, SUBMITTED, UNFINISHED, 1)?;
    let loaded = begun.elapsed().as_secs_f64();
    let insights = server.ask("GET", &format!("{}/insights", api(quiz)))?;
    ensure!(insights.contains(r#""completed":1000000"#), "not all records were loaded");
    let (cookie, key) = (format!("cookie: {}", sign_in(server)?), format!("x-api-key: {}", server.key));
    let page = |rest: &str| format!("{}/admin/ns/demo/quizzes/{quiz}{rest}", server.url);
    // Filters that match many, few and no records, in every order.
    let filters = [
        "state=completed",
        "state=started&sort=oldest",
        "band=vulnerable",
        "band=coping&sort=highest",
        "scoreMin=73&scoreMax=73&sort=lowest",
        "from=2026-08-01&to=2026-08-01&sort=highest",
        "from=2026-08-01&to=2026-08-01&band=healthy",
        "from=2030-01-01&state=completed",
        "scoreMin=100&sort=lowest",
        "sort=lowest",
    ];
    let filters: Vec<_> = filters.iter().map(|filter| page(&format!("/answers?{filter}"))).collect();
    let list = |query: &str| format!("{}{}/answers?{query}", server.url, api(quiz));
    let of_page = |page: String| Latency::of(&["-H", &cookie], &[page]);
    let of_list = |query| Latency::of(&["-H", &key], &[list(query)]);
    let beside = format!("an empty reply: {:.1} ms", of_page(format!("{}/healthz", server.url))?.p95);
    let figure = |what, latency: &Latency, target| Figure {
        what,
        measured: format!("p50 {:.1} ms, p95 {:.1} ms", latency.p50, latency.p95),
        beside: beside.clone(),
        target,
    };
    let mut figures = vec![
        figure("1,100,000 records: table of answers", &of_page(page("/answers"))?, "p95 ≤ 100 ms"),
        figure("1,100,000 records: ten filters of it", &Latency::of(&["-H", &cookie], &filters)?, "p95 ≤ 100 ms"),
        figure("1,100,000 records: insights", &of_page(page("/insights"))?, "p95 ≤ 300 ms"),
        figure(
            "1,100,000 records: API, by a category's score",
            &of_list("category=spend&sort=highest&limit=50")?,
            "p95 ≤ 100 ms",
        ),
        figure("1,100,000 records: API, changes", &of_list("updatedSince=0&limit=200")?, "p95 ≤ 100 ms"),
        figure("1,100,000 records: API, a person erased", &erasures(server, &key)?, "p95 ≤ 100 ms"),
    ];
    for (what, query) in [
        ("1,100,000 records: insights of a band", "band=coping"),
        ("1,100,000 records: two questions against each other", "rows=q.fhn1&columns=q.fhn2"),
    ] {
        figures.push(counted(server, &key, what, query)?);
    }
    figures.push(Figure {
        what: "loading 1,100,000 records with `demo-data`",
        measured: format!("{loaded:.0} s, {:.0} a second", f64::from(SUBMITTED + UNFINISHED) / loaded),
        beside: String::new(),
        target: "",
    });
    Ok(figures)
}

/// Figures that are counted from records: the time to the first result, and the time once it is cached.
fn counted(server: &Server, key: &str, what: &'static str, query: &str) -> Result<Figure> {
    let address = format!("{}{}/insights?{query}", server.url, api(&server.open_quiz));
    let begun = Instant::now();
    loop {
        let mut ask = Command::new("curl");
        ask.args(["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", key, &address]);
        match process::output(&mut ask)?.trim() {
            "200" => break,
            "202" => thread::sleep(Duration::from_millis(100)),
            status => bail!("{query}: {status}"),
        }
    }
    let first = begun.elapsed().as_secs_f64();
    let again = Latency::of(&["-H", key], &[address])?;
    Ok(Figure {
        what,
        measured: format!("first {first:.1} s, again p95 {:.1} ms", again.p95),
        beside: String::new(),
        target: "≤ 10 s; again ≤ 1 s",
    })
}

fn erasures(server: &Server, key: &str) -> Result<Latency> {
    let page = server.ask("GET", &format!("{}/answers?state=completed&limit={REQUESTS}", api(&server.open_quiz)))?;
    let page: Value = serde_json::from_str(&page)?;
    let people = page["items"].as_array().into_iter().flatten().filter_map(|record| record["userId"].as_str());
    let addresses: Vec<_> =
        people.map(|person| format!("{}{}/users/{person}", server.url, api(&server.open_quiz))).collect();
    Latency::of(&["-X", "DELETE", "-H", key], &addresses)
}

pub(crate) fn sign_in(server: &Server) -> Result<String> {
    let (email, password) = &server.administrator;
    sign_in_as(server, email, password)
}

/// The cookies of the session and the browser, as a browser sends them.
pub(crate) fn sign_in_as(server: &Server, email: &str, password: &str) -> Result<String> {
    let reply = process::output(
        Command::new("curl")
            .args(["-sS", "-D", "-", "-o", "/dev/null"])
            .args(["--data-urlencode", &format!("email={email}")])
            .args(["--data-urlencode", &format!("password={password}")])
            .arg(format!("{}/admin/sign-in", server.url)),
    )?;
    let cookies = reply.lines().filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("set-cookie").then(|| value.trim().split(';').next().unwrap_or_default())
    });
    let cookies = cookies.collect::<Vec<_>>().join("; ");
    ensure!(!cookies.is_empty(), "signing in gave no session");
    Ok(cookies)
}

/// Requests an API path sequentially and returns the number of requests.
pub(super) fn by_key(server: &Server, path: &str) -> Result<f64> {
    Latency::of(&["-H", &format!("x-api-key: {}", server.key)], &[format!("{}{path}", server.url)])?;
    Ok(f64::from(REQUESTS))
}

struct Latency {
    /// Median and 95th percentile of the time to the complete response, in milliseconds.
    p50: f64,
    p95: f64,
}

impl Latency {
    /// Requests the addresses in turn over one connection.
    fn of(options: &[&str], addresses: &[String]) -> Result<Self> {
        let mut command = Command::new("curl");
        command.args(["-sS", "--fail", "-w", "%{time_total} %{http_code}\\n"]).args(options);
        for address in addresses.iter().cycle().take(REQUESTS.into()) {
            command.args(["-o", "/dev/null", address]);
        }
        read(&process::output(&mut command)?)
    }
}

fn read(text: &str) -> Result<Latency> {
    let mut times = Vec::new();
    for line in text.lines() {
        let (seconds, status) = line.split_once(' ').context("curl printed no time")?;
        ensure!(status == "200", "a page was not shown: {line}");
        times.push(seconds.parse::<f64>()? * 1000.0);
    }
    ensure!(!times.is_empty(), "nothing was measured");
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() * part).div_ceil(100) - 1];
    Ok(Latency { p50: at(50), p95: at(95) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_95th_percentile_of_a_hundred_replies_is_the_95th() {
        let lines: Vec<String> = (1..=100).rev().map(|number| format!("0.{number:03} 200")).collect();
        let latency = read(&lines.join("\n")).expect("figures");
        assert!((latency.p50 - 50.0).abs() < 0.01 && (latency.p95 - 95.0).abs() < 0.01);
    }

    #[test]
    fn a_refused_page_is_an_error() {
        assert!(read("0.001 303\n").is_err());
        assert!(read("").is_err());
    }
}
