//! Other programs: finding them, running them, and what to say when they fail.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader},
    iter,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::project::Project;

/// The cargo that runs this program, in the workspace's folder.
pub(crate) fn cargo(project: &Project) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(project.path(""));
    command
}

/// Runs to the end with this terminal's output; an unsuccessful end is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    expect_success(command, status)
}

/// Runs to the end and returns what the program printed; an unsuccessful end is an error.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().with_context(|| cannot_start(command))?;
    expect_success(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs to the end, printing each line as it comes after `see` saw it. How it ended is for the caller to judge.
pub(crate) fn run_watched(command: &mut Command, mut see: impl FnMut(&str)) -> Result<ExitStatus> {
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

/// The first of `programs` that is on the PATH.
pub(crate) fn find(programs: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    programs
        .iter()
        .find_map(|program| folders.iter().map(|folder| folder.join(program)).find(|candidate| candidate.is_file()))
}

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words: Vec<_> = iter::once(name).chain(command.get_args()).map(OsStr::to_string_lossy).collect();
    words.join(" ")
}

fn expect_success(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`", shown(command))
}
