//! The cluster's folder and processes. Each process works in a subfolder, by which it and its children are found.

use std::{
    collections::HashMap,
    env,
    ffi::OsStr,
    fs::{self, OpenOptions},
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};

use xtask::process::output;

/// Kills the processes and removes the folder when its standard input closes, which also happens when this program is
/// killed. It keeps the logs.
const GUARD: &str = r#"
cat > /dev/null
for try in 1 2 3; do
    for process in /proc/[0-9]*; do
        case $(readlink "$process/cwd") in "$1"/*) kill -KILL "${process#/proc/}" ;; esac
    done
    sleep 0.2
done 2> /dev/null
mkdir -p "$2" && mv "$1"/*.log "$2"
rm -rf "$1"
"#;

/// PostgreSQL and pgbouncer refuse to run as root.
const ORDINARY_USER: &str = "nobody";

/// Dropping it kills the processes.
pub(crate) struct Folder {
    path: PathBuf,
    /// User and group to run as, if this program runs as root.
    user: Option<(u32, u32)>,
    children: Mutex<HashMap<String, Child>>,
    guard: Child,
}

impl Folder {
    /// The logs of all processes are moved to `logs` at the end.
    pub(crate) fn make(logs: &Path) -> Result<Self> {
        let path = env::temp_dir().join(format!("quiz-answers-cluster-{}", process::id()));
        fs::create_dir(&path).with_context(|| format!("cannot make {}", path.display()))?;
        fs::set_permissions(&path, PermissionsExt::from_mode(0o711))?;
        let guard = Command::new("sh")
            .args(["-c", GUARD, "guard"])
            .args([&path, logs])
            .stdin(Stdio::piped())
            // Shields it from Ctrl-C.
            .process_group(0)
            .spawn()
            .context("cannot start sh")?;
        let id =
            |option, name: &[&str]| -> Result<u32> { Ok(output(Command::new("id").arg(option).args(name))?.parse()?) };
        let is_root = id("-u", &[])? == 0;
        let user = if is_root { Some((id("-u", &[ORDINARY_USER])?, id("-g", &[ORDINARY_USER])?)) } else { None };
        Ok(Self { path, user, children: Mutex::default(), guard })
    }

    pub(crate) fn join(&self, relative: &str) -> PathBuf {
        self.path.join(relative)
    }

    /// Writes a file that is readable by the ordinary user.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let file = self.join(name);
        fs::write(&file, text)?;
        fs::set_permissions(&file, PermissionsExt::from_mode(0o644))?;
        Ok(file)
    }

    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let Some((user, group)) = self.user else { return Command::new(program) };
        let mut command = Command::new("setpriv");
        command.args([&format!("--reuid={user}"), &format!("--regid={group}"), "--clear-groups", "--"]).arg(program);
        command
    }

    /// Starts a command in the subfolder `name`, and appends its output to the log of that name.
    pub(crate) fn start(&self, name: &str, command: &mut Command) -> Result<()> {
        let subfolder = self.join(name);
        fs::create_dir_all(&subfolder)?;
        if let Some((user, group)) = self.user {
            chown(&subfolder, Some(user), Some(group))?;
        }
        let log = OpenOptions::new().create(true).append(true).open(self.join(&format!("{name}.log")))?;
        command.current_dir(subfolder).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
        let child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        self.children.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), child);
        Ok(())
    }

    /// Kills all processes that work in or below a subfolder.
    pub(super) fn kill(&self, subfolder: &str) -> Result<()> {
        let path = self.join(subfolder);
        let begun = Instant::now();
        for round in 0.. {
            let processes = processes_in(&path)?;
            if processes.is_empty() {
                ensure!(round > 0, "nothing runs in {}", path.display());
                break;
            }
            for process in processes {
                // It may have exited by itself.
                let _ = kill_process(process, Signal::KILL);
            }
            ensure!(begun.elapsed() < Duration::from_secs(10), "{} does not end", path.display());
            thread::sleep(Duration::from_millis(5));
        }
        if let Some(mut child) = self.children.lock().unwrap_or_else(PoisonError::into_inner).remove(subfolder) {
            child.wait()?;
        }
        Ok(())
    }

    pub(super) fn signal(&self, subfolder: &str, signal: Signal) -> Result<()> {
        processes_in(&self.join(subfolder))?.into_iter().try_for_each(|process| Ok(kill_process(process, signal)?))
    }

    /// True if a process of the subfolder has a file below `below` open.
    pub(super) fn has_open(&self, subfolder: &str, below: &Path) -> Result<bool> {
        let folders = processes_in(&self.join(subfolder))?.into_iter().map(|process| {
            // Without permission or the process, there is nothing to read.
            fs::read_dir(format!("/proc/{}/fd", process.as_raw_nonzero())).ok()
        });
        let mut files = folders.flatten().flatten().flatten().filter_map(|file| fs::read_link(file.path()).ok());
        Ok(files.any(|file| file.starts_with(below)))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

fn processes_in(folder: &Path) -> Result<Vec<Pid>> {
    let processes = fs::read_dir("/proc")?.filter_map(|entry| {
        let entry = entry.ok()?;
        let number = entry.file_name().to_str()?.parse().ok()?;
        let works_in = fs::read_link(entry.path().join("cwd")).ok()?;
        if works_in.starts_with(folder) { Pid::from_raw(number) } else { None }
    });
    Ok(processes.collect())
}

/// Polls every 100 ms until there is a result.
pub(crate) fn wait_for<T>(what: &str, limit: Duration, mut ask: impl FnMut() -> Option<T>) -> Result<T> {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return Ok(answer);
        }
        ensure!(begun.elapsed() < limit, "waited {} s for {what}", limit.as_secs());
        thread::sleep(Duration::from_millis(100));
    }
}
