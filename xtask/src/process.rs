//! External programs: finding them, running them, and reporting their failures.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader},
    iter,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::project::Project;

/// The cargo that runs this program, in the workspace's folder.
pub fn cargo(project: &Project) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(project.path(""));
    // Cargo sets variables that name this package. Build scripts that depend on such variables would run again, and
    // their dependents be recompiled, whenever cargo is started by hand in between.
    for (name, _) in env::vars_os() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.as_encoded_bytes().starts_with(start.as_bytes())) {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command to completion, with its output on this terminal. A non-zero exit status is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    expect_success(&shown(command), status)
}

/// Runs a command to completion and returns its trimmed standard output. A non-zero exit status is an error.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().with_context(|| cannot_start(command))?;
    expect_success(&shown(command), output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs a command to completion, and passes each line of standard output to `see` before printing it. The caller checks
/// the exit status.
pub fn run_watched(command: &mut Command, mut see: impl FnMut(&str)) -> Result<ExitStatus> {
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            see(&line);
            println!("{line}");
        }
    }
    Ok(child.wait()?)
}

/// A command that runs in the background. Dropping it kills the command.
pub struct Background {
    child: Child,
    shown: String,
}

impl Background {
    pub fn start(command: &mut Command) -> Result<Self> {
        let child = command.spawn().with_context(|| cannot_start(command))?;
        Ok(Self { child, shown: shown(command) })
    }

    /// Waits for the command to exit. A non-zero exit status is an error.
    pub fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        expect_success(&self.shown, status)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Both fail harmlessly if the command has exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first of `programs` that is on the PATH.
pub fn find(programs: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    programs
        .iter()
        .find_map(|program| folders.iter().map(|folder| folder.join(program)).find(|candidate| candidate.is_file()))
}

/// The command as it would be typed.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words: Vec<_> = iter::once(name).chain(command.get_args()).map(OsStr::to_string_lossy).collect();
    words.join(" ")
}

fn expect_success(command: &str, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{command}` ended with {status}");
    }
    Ok(())
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`", shown(command))
}
