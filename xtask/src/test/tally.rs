//! Figures of tests: reading them from what cargo and Playwright print, and adding them up.

use std::{ops::AddAssign, process::ExitStatus};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Tally {
    /// A part that could not be run.
    pub(crate) const BROKEN: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// Adds a line that cargo's test harness ends with:
    /// `test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s`
    pub(crate) fn see_cargo(&mut self, line: &str) {
        let Some((_, figures)) = line.strip_prefix("test result: ").and_then(|result| result.split_once(". ")) else {
            return;
        };
        for figure in figures.split(';') {
            match counted(figure.trim()) {
                Some((count, "passed")) => self.passed += count,
                Some((count, "failed")) => self.failed += count,
                Some((count, "ignored")) => self.skipped += count,
                _ => {}
            }
        }
    }

    /// Takes over a line of Playwright's summary: `  12 passed (30.2s)`, `  1 failed`, `  2 did not run`.
    pub(crate) fn see_playwright(&mut self, line: &str) {
        let Some(line) = line.strip_prefix("  ") else {
            return;
        };
        let figure = line.split_once(" (").map_or(line, |(figure, _)| figure);
        match counted(figure) {
            Some((count, "passed")) => self.passed = count,
            Some((count, "failed")) => self.failed = count,
            Some((count, "skipped")) => self.skipped = count,
            _ => {}
        }
    }

    /// The figures with how the run ended: one that failed without a failed test, or ran no test, counts as
    /// one failure.
    pub(crate) fn ended(mut self, status: ExitStatus) -> Self {
        if !status.success() && self.failed == 0 {
            println!("      ended with {status}");
            self.failed = 1;
        }
        if self.passed + self.failed == 0 {
            println!("      no test ran");
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// `12 passed` as number and word.
fn counted(figure: &str) -> Option<(u64, &str)> {
    let (count, what) = figure.split_once(' ')?;
    Some((count.parse().ok()?, what))
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    fn cargo(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        for line in lines {
            tally.see_cargo(line);
        }
        tally
    }

    fn playwright(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        for line in lines {
            tally.see_playwright(line);
        }
        tally
    }

    #[test]
    fn results_of_several_test_programs_add_up() {
        let tally = cargo(&[
            "test ids::parse ... ok",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.00s",
        ]);
        assert_eq!(tally, Tally { passed: 7, failed: 3, skipped: 1 });
    }

    #[test]
    fn what_a_test_prints_is_not_a_result() {
        let tally = cargo(&["3 passed; 1 failed", "the test result: ok. 5 passed; 0 failed"]);
        assert_eq!(tally, Tally::default());
        let tally =
            playwright(&["3 passed (1s)", "  ✓  1 [chromium] › 12 passed", "    12 failed", "  2 passed things"]);
        assert_eq!(tally, Tally::default());
    }

    #[test]
    fn playwrights_summary_is_read() {
        let tally = playwright(&[
            "  1 failed",
            "    [chromium] › quiz.spec.ts:3:1 › starts ──────",
            "  2 skipped",
            "  4 did not run",
            "  12 passed (30.2s)",
        ]);
        assert_eq!(tally, Tally { passed: 12, failed: 1, skipped: 2 });
    }

    #[test]
    fn a_run_that_ends_badly_or_runs_nothing_has_failed() {
        let (good, bad) = (ExitStatus::from_raw(0), ExitStatus::from_raw(1 << 8));
        let passed = Tally { passed: 3, ..Tally::default() };
        assert_eq!(passed.ended(good), passed);
        assert_eq!(passed.ended(bad), Tally { failed: 1, ..passed });
        assert_eq!(Tally::default().ended(good), Tally::BROKEN);
        assert_eq!(Tally::default().ended(bad), Tally::BROKEN);
        let failed = Tally { failed: 2, ..passed };
        assert_eq!(failed.ended(bad), failed);
    }
}
