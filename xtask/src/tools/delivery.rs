//! What the tests of delivered files deliver to: GnuPG and OpenSSH's server.

use std::path::Path;

use anyhow::Result;

use super::apt;
use crate::process;

pub(crate) fn require_delivery_tools() -> Result<()> {
    if process::find(&["gpg"]).is_none() {
        apt::install("gnupg", "to test encrypted exports")?;
    }
    // The server is on nobody's PATH but the administrator's.
    if !Path::new("/usr/sbin/sshd").exists() {
        apt::install("openssh-server openssh-client", "to test exports that are sent")?;
    }
    Ok(())
}
