//! The C compiler: the database library is built from its C source.

use anyhow::Result;

use super::apt;
use crate::process;

pub(crate) fn require_c_compiler() -> Result<()> {
    if std::env::var_os("CC").is_some() || process::find(&["cc", "gcc", "clang"]).is_some() {
        return Ok(());
    }
    apt::install("build-essential", "a C compiler (cc) to build SQLite")
}
