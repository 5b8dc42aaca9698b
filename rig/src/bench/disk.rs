//! The disk's speed for a program that commits every write separately.

use std::{fs, io::Write, path::Path, process::Stdio, time::Instant};

use anyhow::{Context, Result, ensure};

const WRITES: u32 = 2000;

/// Commits per second by sqlite3 in WAL mode with full synchronisation, each an update of one small row.
pub(crate) fn commits_per_second(database: &Path) -> Result<f64> {
    if let Some(folder) = database.parent() {
        fs::create_dir_all(folder)?;
    }
    for suffix in ["", "-wal", "-shm"] {
        let mut name = database.as_os_str().to_owned();
        name.push(suffix);
        let _ = fs::remove_file(name);
    }
    let mut child =
        std::process::Command::new("sqlite3").arg(database).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let mut input = child.stdin.take().context("sqlite3 has no standard input")?;
    input.write_all(b"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")?;
    input.write_all(b"CREATE TABLE records (id INTEGER PRIMARY KEY, answers TEXT);")?;
    input.write_all(b"INSERT INTO records SELECT value, printf('%500c', 'x') FROM generate_series(1, 1000);")?;
    let begun = Instant::now();
    for write in 0..WRITES {
        writeln!(input, "UPDATE records SET answers = '{write:0500}' WHERE id = {};", write % 1000 + 1)?;
    }
    drop(input);
    ensure!(child.wait()?.success(), "sqlite3 failed");
    Ok(f64::from(WRITES) / begun.elapsed().as_secs_f64())
}
