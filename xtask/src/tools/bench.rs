//! What `cargo xtask bench` measures with.

use anyhow::Result;

use super::apt;
use crate::process;

/// wrk makes the load, sqlite3 is measured beside, curl asks for exports.
pub(crate) fn require_bench_tools() -> Result<()> {
    for program in ["wrk", "sqlite3", "curl"] {
        if process::find(&[program]).is_none() {
            apt::install(program, "to measure with")?;
        }
    }
    Ok(())
}
