//! The server under valgrind's callgrind, which counts its work between two moments.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};

use crate::bench::Server;
use xtask::process;

/// The allocation functions of the C library and mimalloc.
const ALLOCATORS: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "posix_memalign",
    "aligned_alloc",
    "mi_malloc_aligned",
    "mi_zalloc_aligned",
    "mi_realloc_aligned",
];

const PAGE: f64 = 4096.0;

/// The offset of the last frame's number in the index of SQLite's write-ahead log.
const LAST_PAGE: usize = 16;

/// The server's work, in total or per request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// Processor instructions in the program and its libraries, without the kernel's.
    pub(super) instructions: f64,
    pub(super) allocations: f64,
    pub(super) system_calls: f64,
    /// Added to the database's log, in whole pages.
    pub(super) bytes_written: f64,
}

impl Cost {
    /// Greater than any other cost.
    pub(super) const UNKNOWN: Self =
        Self { instructions: f64::MAX, allocations: f64::MAX, system_calls: f64::MAX, bytes_written: f64::MAX };

    /// The lower of both in each count.
    pub(super) fn least(self, other: Self) -> Self {
        Self {
            instructions: self.instructions.min(other.instructions),
            allocations: self.allocations.min(other.allocations),
            system_calls: self.system_calls.min(other.system_calls),
            bytes_written: self.bytes_written.min(other.bytes_written),
        }
    }

    pub(super) fn each(self, requests: u32) -> Self {
        let requests = f64::from(requests);
        Self {
            instructions: self.instructions / requests,
            allocations: self.allocations / requests,
            system_calls: self.system_calls / requests,
            bytes_written: self.bytes_written / requests,
        }
    }
}

/// Dropping it stops the server.
pub(super) struct Counted {
    pub(super) server: Server,
    folder: PathBuf,
    dumps: PathBuf,
    taken: u32,
}

impl Counted {
    /// Starts the program in `folder`, which is recreated. A single thread serves requests, so that the counts depend
    /// neither on the machine's processors nor on chance.
    pub(super) fn start(binary: &Path, folder: &Path) -> Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let dumps = folder.join("dump");
        let mut valgrind = Command::new("valgrind");
        valgrind
            .args(["--quiet", "--tool=callgrind", "--instr-atstart=no", "--collect-systime=yes"])
            .arg(format!("--callgrind-out-file={}", dumps.display()))
            .arg(control(folder))
            .arg(binary)
            .env("TOKIO_WORKER_THREADS", "1")
            .stderr(Stdio::null());
        let options = ["--log", "info", "--key-rate-limit", "off", "--quota-bytes", "off"];
        let server = Server::launch(valgrind, binary, &folder.join("data"), None, &options)?;
        let counted = Self { server, folder: folder.to_owned(), dumps, taken: 0 };
        counted.tell("instrumentation on")?;
        Ok(counted)
    }

    pub(super) fn during(&mut self, work: impl FnOnce() -> Result<()>) -> Result<Cost> {
        self.tell("zero")?;
        let before = self.pages_logged()?;
        work()?;
        let pages = self.pages_logged()?.checked_sub(before);
        // The log was restarted meanwhile.
        let bytes_written = pages.map_or(f64::MAX, |pages| f64::from(pages) * PAGE);
        self.tell("dump")?;
        self.taken += 1;
        let dump = PathBuf::from(format!("{}.{}", self.dumps.display(), self.taken));
        let text = fs::read_to_string(&dump).with_context(|| format!("no counts in {}", dump.display()))?;
        Ok(Cost { bytes_written, ..read(&text)? })
    }

    fn tell(&self, command: &str) -> Result<()> {
        let mut vgdb = Command::new("vgdb");
        vgdb.arg(control(&self.folder))
            .arg(format!("--pid={}", self.server.id()))
            .args(command.split(' '))
            .stderr(Stdio::null());
        process::run(vgdb.stdout(Stdio::null())).context("valgrind does not answer")
    }

    /// Pages in the write-ahead log, according to its index. The kernel counts writes to the disk in other units, some
    /// of them several pages large.
    fn pages_logged(&self) -> Result<u32> {
        let index = fs::read(self.folder.join("data/quiz-answers.db-shm")).context("the log has no index")?;
        let last = index.get(LAST_PAGE..LAST_PAGE + 4).and_then(|bytes| bytes.try_into().ok());
        last.map(u32::from_ne_bytes).context("the index of the log is too short")
    }
}

/// The folder through which valgrind and vgdb communicate. They would leave files behind in the default one.
fn control(folder: &Path) -> String {
    format!("--vgdb-prefix={}", folder.join("control").display())
}

/// Reads the totals and the calls of [`ALLOCATORS`] from a callgrind file.
fn read(dump: &str) -> Result<Cost> {
    let line = |name: &str| dump.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    let events = line("events: ").split_whitespace();
    let sums: HashMap<&str, f64> =
        events.zip(line("summary: ").split_whitespace().filter_map(|sum| sum.parse().ok())).collect();
    let instructions = *sums.get("Ir").context("callgrind counted no instructions")?;
    let system_calls = sums.get("sysCount").copied().unwrap_or_default();
    Ok(Cost { instructions, allocations: calls(dump), system_calls, bytes_written: 0.0 })
}

fn calls(dump: &str) -> f64 {
    let mut names = HashMap::new();
    let mut called = None;
    let mut calls = 0.0;
    for line in dump.lines() {
        if let Some(function) = line.strip_prefix("cfn=").or_else(|| line.strip_prefix("fn=")) {
            // A name is given only at the first occurrence of its number.
            let (number, name) = function.split_once(' ').unwrap_or((function, ""));
            if !name.is_empty() {
                names.insert(number, name);
            }
            called = line.starts_with("cfn=").then_some(number);
        } else if let (Some(count), Some(number)) = (line.strip_prefix("calls="), called) {
            let is_allocator = names.get(number).is_some_and(|name| ALLOCATORS.contains(name));
            let count = count.split(' ').next().and_then(|count| count.parse::<f64>().ok());
            calls += count.filter(|_| is_allocator).unwrap_or_default();
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "events: Ir sysCount sysTime\nsummary: 1200 4 9\n\nfn=(1) main\n0 7\ncfn=(2) malloc\ncalls=3 0\n0 90\n\
                        cfn=(3) other\ncalls=8 0\n0 5\n\nfn=(3)\ncfn=(2)\ncalls=2 0\n0 60\n";

    #[test]
    fn sums_and_calls_of_allocators_are_read() {
        let cost = read(DUMP).expect("a dump").each(2);
        assert!((cost.instructions - 600.0).abs() < 0.01, "{cost:?}");
        assert!((cost.system_calls - 2.0).abs() < 0.01, "{cost:?}");
        assert!((cost.allocations - 2.5).abs() < 0.01, "{cost:?}");
        assert!(read("events: Ir\n").is_err());
    }
}
