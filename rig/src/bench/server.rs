//! The measured server, with its own database.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use xtask::process;

/// A running server. Dropping it stops the server.
pub(crate) struct Server {
    child: Child,
    binary: PathBuf,
    data_dir: PathBuf,
    /// The URL of a PostgreSQL database, if that is measured.
    pub(crate) postgres: Option<String>,
    pub(crate) url: String,
    pub(crate) key: String,
    pub(crate) open_quiz: String,
    pub(crate) inapp_quiz: String,
    /// Email address and password of the demo's administrator.
    pub(crate) administrator: (String, String),
    /// Time from the start of the process to its first line about listening.
    pub(crate) ready_after: Duration,
}

impl Server {
    /// Starts with an empty database in `data_dir`, or with the given PostgreSQL one, and further options of `serve`.
    pub(crate) fn start(binary: &Path, data_dir: &Path, postgres: Option<String>, options: &[&str]) -> Result<Self> {
        let options = [&["--log", "warn"], options].concat();
        Self::launch(Command::new(binary), binary, data_dir, postgres, &options)
    }

    /// As [`Self::start`], with `program` running the binary.
    pub(crate) fn launch(
        mut program: Command,
        binary: &Path,
        data_dir: &Path,
        postgres: Option<String>,
        options: &[&str],
    ) -> Result<Self> {
        if data_dir.exists() {
            fs::remove_dir_all(data_dir)?;
        }
        let begun = Instant::now();
        let mut child = program
            .args(["serve", "--addr", "127.0.0.1:0", "--demo", "--data-dir"])
            .arg(data_dir)
            .args(options)
            .envs(environment(postgres.as_deref()))
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the server")?;
        let stdout = child.stdout.take().context("the server has no output")?;
        let mut server = Self {
            child,
            binary: binary.to_owned(),
            data_dir: data_dir.to_owned(),
            postgres,
            url: String::new(),
            key: String::new(),
            open_quiz: String::new(),
            inapp_quiz: String::new(),
            administrator: Default::default(),
            ready_after: Duration::ZERO,
        };
        for line in BufReader::new(stdout).lines() {
            server.read(&line?);
            if !server.url.is_empty() {
                server.ready_after = begun.elapsed();
                break;
            }
        }
        ensure!(!server.url.is_empty() && !server.key.is_empty(), "the server printed no address or key");
        Ok(server)
    }

    fn read(&mut self, line: &str) {
        let quiz = |address: &str| address.split(['/', '?']).nth(5).unwrap_or_default().to_owned();
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("open"), Some(url), _) => self.open_quiz = quiz(url),
            (Some("inapp"), Some(url), _) => self.inapp_quiz = quiz(url),
            (Some("API"), Some("key"), Some(key)) => key.clone_into(&mut self.key),
            // sign in URL as EMAIL with PASSWORD
            (Some("sign"), Some("in"), _) => {
                if let (Some(email), Some(password)) = (words.nth(1), words.nth(1)) {
                    self.administrator = (email.to_owned(), password.to_owned());
                }
            }
            (Some("Listening"), _, Some(url)) => url.clone_into(&mut self.url),
            _ => {}
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.data_dir.join("quiz-answers.db")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments).args(["--log", "warn", "--data-dir"]).arg(&self.data_dir);
        command.envs(environment(self.postgres.as_deref()));
        command
    }

    /// Current resident memory, in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        self.status("VmRSS:")
    }

    /// Peak resident memory since the start or the last reset, in MiB.
    pub(crate) fn peak_memory(&self) -> Result<f64> {
        self.status("VmHWM:")
    }

    /// Resets the peak to the current memory.
    pub(crate) fn forget_peak_memory(&self) -> Result<()> {
        Ok(fs::write(format!("/proc/{}/clear_refs", self.id()), "5")?)
    }

    /// Processor time of the server, in hundredths of a second.
    pub(crate) fn processor_time(&self) -> Result<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id()))?;
        let (_, after_name) = stat.rsplit_once(')').context("the kernel reports nothing of the server")?;
        let times = after_name.split_whitespace().skip(11).take(2);
        Ok(times.map(str::parse::<u64>).sum::<Result<_, _>>()?)
    }

    fn status(&self, name: &str) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id()))?;
        let kib =
            status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse::<f64>().ok());
        Ok(kib.context("the kernel reports no memory of the server")? / 1024.0)
    }

    pub(crate) fn ask(&self, method: &str, path: &str) -> Result<String> {
        let key = format!("x-api-key: {}", self.key);
        let url = format!("{}{path}", self.url);
        process::output(Command::new("curl").args(["-sS", "--fail", "-X", method, "-H", &key, &url]))
    }

    /// Posts JSON without a key, as a respondent does.
    pub(crate) fn send(&self, path: &str, json: &str) -> Result<String> {
        let url = format!("{}{path}", self.url);
        process::output(Command::new("curl").args(["-sS", "--fail", "--json", json, &url]))
    }
}

fn environment(postgres: Option<&str>) -> impl Iterator<Item = (&'static str, String)> {
    let variables = |url: &str| [("QA_DATABASE_URL", url.to_owned()), ("QA_SECRET_KEY", "0123456789abcdef".repeat(4))];
    postgres.map(variables).into_iter().flatten()
}

pub(crate) fn api(quiz: &str) -> String {
    format!("/api/v1/namespaces/demo/quizzes/{quiz}")
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
