//! A running server, which ends with its test, even if the test panics.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use super::{Client, Program};

const ARGUMENTS: [&str; 3] = ["serve", "--addr", "127.0.0.1:0"];

pub(crate) struct Server {
    child: Child,
    /// `http://127.0.0.1:…`
    pub(crate) base: String,
}

impl Server {
    pub(crate) fn start(program: &Program) -> Self {
        Self::start_with(program, &[])
    }

    pub(crate) fn start_with_umask(program: &Program, umask: &str, more: &[&str]) -> Self {
        Self::run(program.with_umask(umask, &ARGUMENTS).args(more))
    }

    /// On a disk that can be filled: a write past a limit fails instead of ending the process. Its log is kept.
    pub(crate) fn start_on_a_disk_that_fills(program: &Program) -> Self {
        let mut command = program.wrapped(&["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"], &ARGUMENTS);
        Self::run(command.stderr(Stdio::piped()))
    }

    /// With its log kept; started by another command if there is one.
    pub(crate) fn start_logging(program: &Program, by: &[&str], more: &[&str]) -> Self {
        Self::run(program.wrapped(by, &ARGUMENTS).args(more).stderr(Stdio::piped()))
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it, and returns its log.
    pub(crate) fn log(mut self) -> String {
        self.child.kill().expect("it was running");
        self.rest_of_log()
    }

    /// Terminates it, and returns its log including the shutdown.
    pub(crate) fn log_to_the_end(mut self) -> String {
        self.terminate();
        self.rest_of_log()
    }

    /// Terminates it, and returns its exit status and log.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        self.terminate();
        let log = self.rest_of_log();
        (self.child.wait().expect("it ends"), log)
    }

    fn rest_of_log(&mut self) -> String {
        let mut log = String::new();
        self.child.stderr.take().expect("its log is kept").read_to_string(&mut log).expect("UTF-8");
        log
    }

    /// Fills the disk as seen by the server, or makes room again.
    pub(crate) fn fill_disk(&self, is_full: bool) {
        let limit = if is_full { "--fsize=0:" } else { "--fsize=unlimited:" };
        let done = Command::new("prlimit").args(["--pid", &self.child.id().to_string(), limit]).status();
        assert!(done.expect("prlimit runs").success());
    }

    /// On a free port; returns once it accepts connections.
    pub(crate) fn start_with(program: &Program, more: &[&str]) -> Self {
        Self::run(program.command(&ARGUMENTS).args(more))
    }

    /// A server whose files cannot exceed this many KiB: further writes fail.
    pub(crate) fn start_limited(program: &Program, kib: u32) -> Self {
        let shell = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$@\"");
        Self::run(&mut program.wrapped(&["bash", "-c", &shell, "bash"], &ARGUMENTS))
    }

    fn run(command: &mut Command) -> Self {
        // Tests send requests as fast as they can.
        let command = command.env("QA_LOG", "warn").env("QA_KEY_RATE_LIMIT", "off");
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let stdout = child.stdout.take().expect("a pipe");
        let mut server = Self { child, base: String::new() };
        for line in BufReader::new(stdout).lines() {
            if let Some(base) = line.expect("UTF-8").strip_prefix("Listening on ") {
                base.clone_into(&mut server.base);
                return server;
            }
        }
        panic!("the server ended before it listened");
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.address())
    }

    pub(crate) fn address(&self) -> String {
        // After a comma, there is the address that it is reached by.
        let own = self.base.split(", ").next().unwrap_or_default();
        own.strip_prefix("http://").expect("a plain address").to_owned()
    }

    /// Resident memory, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it is running");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the kernel counts it");
        line.split_whitespace().next().and_then(|kib| kib.parse().ok()).expect("a number")
    }

    pub(crate) fn niceness(&self, name: &str) -> Vec<i32> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it is running");
        // A thread may end meanwhile.
        let lines = threads.flatten().filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
        let of_the_name = lines.filter(|line| line.contains(&format!("({name})")));
        let niceness = |line: String| line.rsplit(") ").next()?.split(' ').nth(16)?.parse().ok();
        of_the_name.filter_map(niceness).collect()
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it was running");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn terminate(&self) {
        self.signal("TERM");
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("sh").args(["-c", "kill -s \"$1\" \"$2\"", "sh", name, &id]).status().expect("a shell");
        assert!(sent.success(), "it was not running");
    }

    pub(crate) fn ended_within(mut self, time: Duration) -> ExitStatus {
        let until = Instant::now() + time;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server did not end within {time:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
