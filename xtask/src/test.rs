//! `cargo xtask test`: unit tests, HTTP tests, browser tests, and their totals.

use std::{
    fs,
    num::NonZero,
    ops::AddAssign,
    path::PathBuf,
    process::{Command, ExitCode, ExitStatus},
    thread,
};

use anyhow::{Context, Result};
use serde_json::Value;

use xtask::{build, bundle, process, progress::Steps, project::Project, tools};

use crate::{agreement, cli::Part, rig};

type Test = fn(&Project, &mut Steps) -> Result<Tally>;

/// The parts in order, with the number of steps of each.
const PARTS: [(Part, usize, Test); 5] = [
    (Part::Unit, 4, unit),
    (Part::Http, 5, http),
    (Part::Price, 1, price),
    (Part::Browser, 3, browser),
    (Part::Neighbours, 1, neighbours),
];

/// Modules of HTTP tests that do not depend on the database: parsing, rendering, refusing or sending, whatever is
/// stored. The store's contract is tested on both.
const SAME_ON_BOTH: [&str; 40] = [
    "about::",
    "admin_account::",
    "admin_browsers::",
    "admin_confirmations::",
    "admin_editor::",
    "admin_editor_states::",
    "admin_keys::",
    "admin_offers_told::",
    "admin_roles::",
    "admin_sign_in::",
    "admin_sizes::",
    "admin_viewers::",
    "assessments::",
    "assets::",
    "bounds::",
    "compression::",
    "cors::",
    "docs::",
    "errors::",
    "feedback::",
    "forms::",
    "fuzz::",
    "health::",
    "languages::",
    "largest_bodies::",
    "not_answering::",
    "notices::",
    "openapi::",
    "option_codes::",
    "own_results::",
    "pages::",
    "public::",
    "retake_pages::",
    "shared_pages::",
    "slow_bodies::",
    "templates::",
    "transport::",
    "turns::",
    "voice::",
    "way::",
];

/// Runs one part or all of them. A failed part does not stop the next.
pub(crate) fn run(project: &Project, part: Option<Part>) -> Result<ExitCode> {
    let chosen = || PARTS.iter().filter(|(name, _, _)| part.is_none_or(|part| part == *name));
    let total = bundle::STEPS + chosen().map(|(_, steps, _)| steps).sum::<usize>();
    let mut steps = Steps::new(total);

    // Every test that starts the server needs the bundle.
    build::unoptimised(project, &mut steps)?;
    let mut sum = Tally::default();
    for (_, _, test) in chosen() {
        sum += test(project, &mut steps).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Tally::broken(format!("{error:#}"))
        });
    }

    println!("{}", steps.done().join("\n"));
    for name in &sum.failed {
        println!("failed: {name}");
    }
    if sum.skipped > 0 {
        println!("{} skipped", sum.skipped);
    }
    println!("{} passed, {} failed", sum.passed, sum.failed.len());
    Ok(if sum.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn unit(project: &Project, steps: &mut Steps) -> Result<Tally> {
    steps.step("unit: PostgreSQL", tools::require_postgresql)?;
    let mut sum = steps.step("unit: domain, app and server (about 4 minutes the first time)", || {
        cargo_test(&mut build::product(project, "test", &["--no-fail-fast", "--lib", "--bins"]))
    })?;
    sum += steps.step("unit: 10,000 random quizzes, in a browser's program and here", || {
        agreement::check(project).map(|()| Tally { passed: 1, ..Tally::default() })
    })?;
    sum += steps.step("unit: xtask and its rig", || {
        cargo_test(process::cargo(project).args(["test", "--no-fail-fast", "-p", "xtask", "-p", "rig"]))
    })?;
    Ok(sum)
}

fn http(project: &Project, steps: &mut Steps) -> Result<Tally> {
    steps.step(
        "http: GnuPG, OpenSSH's server, Prometheus, LibreOffice, Python, aiosmtpd, Postfix, faketime",
        tools::require_test_tools,
    )?;
    steps.step("http: PostgreSQL", tools::require_postgresql)?;
    let mut sum = steps.step("http: the server's interface", || {
        let mut cargo = build::product(project, "test", &["--no-fail-fast", "--test", "*"]);
        cargo_test(cargo.env("POSTFIX_ROOT", tools::require_postfix(project)?))
    })?;
    sum += steps.step("http: the same on PostgreSQL", || {
        let mut cargo = build::product(project, "test", &["--no-fail-fast", "--test", "http", "--"]);
        cargo.args(SAME_ON_BOTH.iter().flat_map(|module| ["--skip", module]));
        cargo_test(cargo.env("TEST_POSTGRES", "1"))
    })?;
    // Earlier tests have built the program.
    sum += steps.step("http: the sample configurations of nginx, Caddy and HAProxy", || {
        tools::require_proxies()?;
        process::run(Command::new(project.path("packaging/try-proxies.sh")).arg(project.binary(false)))?;
        Ok(Tally { passed: 3, ..Tally::default() })
    })?;
    Ok(sum)
}

fn price(project: &Project, steps: &mut Steps) -> Result<Tally> {
    of_rig(
        project,
        steps,
        "price: what a request of each kind costs (a minute or two, three times that if one has risen)",
        &["price", "--check"],
    )
}

fn neighbours(project: &Project, steps: &mut Steps) -> Result<Tally> {
    let what = "neighbours: a tenant that misbehaves beside one that works (some minutes)";
    of_rig(project, steps, what, &["neighbours"])
}

fn of_rig(project: &Project, steps: &mut Steps, what: &str, task: &[&str]) -> Result<Tally> {
    steps.step(what, || {
        build::server(project)?;
        rig::check(project, task).map(|()| Tally { passed: 1, ..Tally::default() })
    })
}

fn browser(project: &Project, steps: &mut Steps) -> Result<Tally> {
    let folder = project.path("end2end");
    let (chromium, generator) =
        steps.step("browser: Node, Playwright, browsers, faketime, a client generator", || {
            tools::require_node()?;
            tools::install_packages(&folder, "for the browser tests")?;
            tools::require_engines()?;
            tools::require_moved_clock()?;
            Ok((tools::require_chromium()?, tools::require_client_generator(project)?))
        })?;
    steps.step("browser: the server", || build::server(project))?;
    steps.step("browser: the pages", || {
        let pages = |chosen: &[&str]| -> Result<Tally> {
            let report = project.target("playwright.json");
            let _ = fs::remove_file(&report);
            // Playwright starts the server itself.
            let status = Command::new("npx")
                .args(["playwright", "test", "--reporter=list,json"])
                .args(chosen)
                .current_dir(&folder)
                .env("QUIZ_ANSWERS_BIN", project.binary(false))
                .env("CHROMIUM_PATH", &chromium)
                .env("OPENAPI_PYTHON_CLIENT", &generator)
                .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
                .status()
                .context("cannot start Playwright")?;
            let report = fs::read_to_string(&report).context("Playwright wrote no report")?;
            Ok(Tally::of_playwright(&report)?.ended(status))
        };
        let mut sum = pages(&["--grep-invert=@alone"])?;
        // Timing tests, which a parallel test would slow down.
        sum += pages(&["--grep=@alone", "--workers=1"])?;
        Ok(sum)
    })
}

fn cargo_test(cargo: &mut Command) -> Result<Tally> {
    let mut tally = Tally::default();
    // A differing snapshot is a failure; new snapshots are never accepted here.
    cargo.env("INSTA_UPDATE", "no").envs(scratch().map(|folder| ("TMPDIR", folder)));
    // Tests spend nearly half of their time waiting for databases, other programs and clocks.
    let threads = thread::available_parallelism().map_or(1, NonZero::get) + 1;
    cargo.env("RUST_TEST_THREADS", threads.to_string());
    let status = process::run_watched(cargo, |line| tally.add_cargo(line))?;
    Ok(tally.ended(status))
}

/// A folder in memory for the tests' files, if there is plenty: a thousand small databases would wait for a disk as
/// long as they work.
fn scratch() -> Option<PathBuf> {
    const PLENTY: u64 = 8 << 30;
    let shown = ["--noheadings", "--bytes", "--output=AVAIL,OPTIONS", "/dev/shm"];
    let mount = process::output(Command::new("findmnt").args(shown)).ok()?;
    let (space, options) = mount.split_once(' ')?;
    let memory = fs::read_to_string("/proc/meminfo").ok()?;
    let available = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let available: u64 = available.trim().trim_end_matches(" kB").parse().ok()?;
    let space = space.parse::<u64>().ok()?.min(available * 1024);
    let folder = PathBuf::from("/dev/shm/quiz-answers-tests");
    (!options.contains("noexec") && space > PLENTY && fs::create_dir_all(&folder).is_ok()).then_some(folder)
}

/// Results of tests: the number that passed, and the names of those that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: Vec<String>,
    skipped: u64,
}

impl Tally {
    /// A part that did not run.
    fn broken(why: String) -> Self {
        Self { failed: vec![why], ..Self::default() }
    }

    /// Adds an output line of a test program: the name of a failed test in the heading of its output, or the summary,
    /// such as `test result: ok. 5 passed; 0 failed; 1 ignored; …`. The exit status cannot replace it: cargo has no
    /// stable machine-readable test output.
    fn add_cargo(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----")) {
            self.failed.push(name.to_owned());
        }
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let words: Vec<&str> = result.split([' ', ';']).collect();
        for pair in words.windows(2) {
            let count = pair[0].parse().unwrap_or(0);
            match pair[1] {
                "passed" => self.passed += count,
                "ignored" => self.skipped += count,
                _ => {}
            }
        }
    }

    /// Reads the totals from Playwright's JSON report.
    fn of_playwright(report: &str) -> Result<Self> {
        let report: Value = serde_json::from_str(report).context("malformed report of Playwright")?;
        let count = |name: &str| report["stats"][name].as_u64().with_context(|| format!("no {name} in the report"));
        let mut failed = Vec::new();
        unexpected(&report, &mut failed);
        Ok(Self { passed: count("expected")? + count("flaky")?, failed, skipped: count("skipped")? })
    }

    /// Counts one failure for a run that failed without a failed test, or that ran no test at all.
    fn ended(mut self, status: ExitStatus) -> Self {
        if !status.success() && self.failed.is_empty() {
            self.failed.push(format!("a run ended with {status}"));
        }
        if self.passed == 0 && self.failed.is_empty() {
            self.failed.push("no test ran".to_owned());
        }
        self
    }
}

/// Collects the names of the failed tests of a suite in Playwright's report, including nested suites.
fn unexpected(suite: &Value, failed: &mut Vec<String>) {
    let list = |name: &str| suite[name].as_array().into_iter().flatten();
    for spec in list("specs") {
        for test in spec["tests"].as_array().into_iter().flatten().filter(|test| test["status"] == "unexpected") {
            let text = |of: &Value| of.as_str().unwrap_or_default().to_owned();
            failed.push(format!("[{}] {}: {}", text(&test["projectName"]), text(&spec["file"]), text(&spec["title"])));
        }
    }
    list("suites").for_each(|inner| unexpected(inner, failed));
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        self.skipped += other.skipped;
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn modules_that_are_left_out_on_postgresql_are_there() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/http");
        for module in SAME_ON_BOTH {
            let name = module.trim_end_matches("::");
            assert!(folder.join(format!("{name}.rs")).exists() || folder.join(name).is_dir(), "{name}");
        }
    }

    #[test]
    fn results_of_several_test_programs_add_up() {
        let mut tally = Tally::default();
        for line in [
            "test ids::parse ... ok",
            "test ids::write ... FAILED",
            "3 passed; 1 failed",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "---- ids::write stdout ----",
            "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.00s",
        ] {
            tally.add_cargo(line);
        }
        assert_eq!(tally, Tally { passed: 7, failed: vec!["ids::write".to_owned()], skipped: 1 });
    }

    #[test]
    fn playwrights_totals_and_the_names_of_failed_tests_are_read() {
        let report = r#"{
            "suites": [{"suites": [{"specs": [{"title": "it opens", "file": "a.spec.ts", "tests": [
                {"projectName": "phone", "status": "unexpected"}, {"projectName": "desktop", "status": "flaky"}
            ]}]}]}],
            "stats": {"duration": 1.5, "expected": 12, "skipped": 2, "unexpected": 1, "flaky": 1}
        }"#;
        let failed = vec!["[phone] a.spec.ts: it opens".to_owned()];
        assert_eq!(Tally::of_playwright(report).expect("a report"), Tally { passed: 13, failed, skipped: 2 });
        assert!(Tally::of_playwright("{}").is_err());
    }

    #[test]
    fn a_run_that_ends_badly_or_runs_nothing_has_failed() {
        let (good, bad) = (ExitStatus::from_raw(0), ExitStatus::from_raw(1 << 8));
        let passed = Tally { passed: 3, ..Tally::default() };
        assert_eq!(passed.clone().ended(good), passed);
        assert_eq!(passed.clone().ended(bad).failed, ["a run ended with exit status: 1"]);
        assert_eq!(Tally::default().ended(good).failed, ["no test ran"]);
        assert_eq!(Tally::default().ended(bad).failed, ["a run ended with exit status: 1"]);
        let failed = Tally { failed: vec!["ids::write".to_owned()], ..passed };
        assert_eq!(failed.clone().ended(bad), failed);
    }
}
