//! The programs that measurements need. A missing one is announced and installed.

use std::{path::PathBuf, process::Command};

use anyhow::Result;
use xtask::{
    process,
    tools::{require, require_all, require_postgresql},
};

/// The benchmarks' tools: wrk generates load, sqlite3 is the reference, curl requests exports.
pub(crate) fn require_bench_tools() -> Result<()> {
    ["wrk", "sqlite3", "curl"].into_iter().try_for_each(|program| require(&[program], program, "for the benchmarks"))
}

pub(crate) fn require_valgrind() -> Result<()> {
    require(&["valgrind"], "valgrind", "to count what requests cost")
}

/// The folder with the programs of the newest installed PostgreSQL.
pub(crate) fn postgresql_programs() -> Result<PathBuf> {
    let folder = "ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort --version-sort | tail --lines 1 | grep . || pg_config --bindir";
    process::output(Command::new("sh").args(["-c", folder])).map(PathBuf::from)
}

pub(crate) fn require_cluster() -> Result<()> {
    require_postgresql()?;
    let packages =
        [("patroni", "patroni"), ("etcd", "etcd-server"), ("haproxy", "haproxy"), ("pgbouncer", "pgbouncer")];
    require_all(&packages, "for a cluster with failover")
}
