//! The programs that read exported files as people do.

use anyhow::Result;

use super::apt;
use crate::process;

/// One opens spreadsheets, the other reads CSV.
pub(crate) fn require_office() -> Result<()> {
    if process::find(&["soffice"]).is_none() {
        apt::install("libreoffice-calc-nogui", "to open exported files in LibreOffice")?;
    }
    if process::find(&["python3"]).is_none() {
        apt::install("python3", "to read exported files with Python")?;
    }
    Ok(())
}
