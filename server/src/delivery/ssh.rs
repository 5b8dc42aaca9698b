//! OpenSSH's `ssh`, which connects to the other host and its `sftp` subsystem.

use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::Path,
    process::{self, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use tokio::{
    io::AsyncReadExt,
    process::{Child, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
    time::timeout,
};

use super::{DeliveryError, SftpTarget, askpass, ssh_words};

/// Timeout of a process that is ending.
const PATIENCE: Duration = Duration::from_secs(2);
/// Maximum size of the stored output of `ssh` and the host in bytes.
const WORDS: u64 = 64 * 1024;

/// These take precedence over the user's configuration.
const OPTIONS: [&str; 19] = [
    // Sends nothing unless the host is known and the identity opens the account.
    "StrictHostKeyChecking=yes",
    "GlobalKnownHostsFile=/dev/null",
    "UpdateHostKeys=no",
    "IdentitiesOnly=yes",
    "PreferredAuthentications=publickey",
    "NumberOfPasswordPrompts=1",
    // Gives up on a silent host.
    "ConnectTimeout=30",
    "ConnectionAttempts=1",
    "ServerAliveInterval=15",
    "ServerAliveCountMax=3",
    // A separate connection, for file transfer only.
    "ControlMaster=no",
    "ControlPath=none",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    "PermitLocalCommand=no",
    "RemoteCommand=none",
    "RequestTTY=no",
    // The messages that classify failures.
    "LogLevel=INFO",
];

/// A process that ends with this value.
pub(super) struct Ssh {
    child: Child,
    words: Option<JoinHandle<Vec<u8>>>,
}

pub fn ssh_version() -> Result<String, DeliveryError> {
    let output = process::Command::new("ssh").arg("-V").stdin(Stdio::null()).output();
    let told = output.map_err(|error| cannot_start(&error))?.stderr;
    Ok(String::from_utf8_lossy(&told).split(',').next().unwrap_or_default().trim().to_owned())
}

fn cannot_start(error: &io::Error) -> DeliveryError {
    DeliveryError::Refused(match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no `ssh` on the PATH, which sends files over SFTP: install OpenSSH's client (Debian's package \
             openssh-client)"
                .to_owned()
        }
        _ => format!("cannot start `ssh`: {error}; see whether OpenSSH's client is installed and may be run"),
    })
}

/// Refuses an identity that `ssh` would silently ignore.
pub(super) fn check_identity(file: &Path) -> Result<(), DeliveryError> {
    let name = file.display();
    let cannot_read = |error| {
        DeliveryError::Refused(format!("cannot read the identity {name}: {error}; give --identity a private key"))
    };
    let found = fs::metadata(file).map_err(cannot_read)?;
    let bytes = fs::read(file).map_err(cannot_read)?;
    let text = String::from_utf8_lossy(&bytes);
    if ssh_words::is_public_key(&text) {
        return Ok(());
    }
    if !text.contains("PRIVATE KEY-----") {
        return Err(DeliveryError::Refused(ssh_words::not_a_key(file)));
    }
    if found.mode() & 0o077 != 0 && found.uid() == geteuid().as_raw() {
        let text = format!("others may read the identity {name}, so `ssh` does not use it: chmod go= {name}");
        return Err(DeliveryError::Refused(text));
    }
    Ok(())
}

impl Ssh {
    /// Starts the process without waiting for the connection.
    pub(super) fn start(target: &SftpTarget) -> Result<(Self, ChildStdin, ChildStdout), DeliveryError> {
        check_identity(&target.identity)?;
        let mut command = process::Command::new("ssh");
        command.arg("-s").args(OPTIONS.iter().flat_map(|option| ["-o", option]));
        command.args(["-o", &format!("IdentityFile={}", quoted(&target.identity))]);
        command.args(["-o", &format!("UserKnownHostsFile={}", quoted(&target.known_hosts))]);
        if let Some(name) = own_name(target)? {
            command.args(["-o", &format!("HostKeyAlias={name}")]);
        }
        if let Some(port) = target.url.port {
            command.args(["-p", &port.to_string()]);
        }
        command.args(["-l", &target.url.user, "--", &target.url.host, "sftp"]);
        askpass::prepare(&mut command, &target.identity).map_err(|error| cannot_start(&error))?;
        let mut command = Command::from(command);
        // A separate process group, away from the terminal, that includes proxy programs.
        command.process_group(0).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| cannot_start(&error))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(to), Some(from), Some(told)) = pipes else { unreachable!("all three are pipes") };
        let words = tokio::spawn(async move {
            let mut words = Vec::new();
            let _ = told.take(WORDS).read_to_end(&mut words).await;
            words
        });
        Ok((Self { child, words: Some(words) }, to, from))
    }

    /// Waits a moment for the process to end by itself.
    pub(super) async fn end(&mut self) {
        let _ = timeout(PATIENCE, self.child.wait()).await;
    }

    /// Ends it and returns its output.
    pub(super) async fn last_words(&mut self) -> String {
        self.end().await;
        self.kill();
        let Some(words) = self.words.take() else { return String::new() };
        let words = timeout(PATIENCE, words).await.ok().and_then(Result::ok).unwrap_or_default();
        String::from_utf8_lossy(&words).into_owned()
    }

    fn kill(&self) {
        let id = self.child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        if let Some(id) = id {
            let _ = kill_process_group(id, Signal::KILL);
        }
    }
}

impl Drop for Ssh {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The name of a host with a port of its own in the known hosts. Without it, `ssh` also accepts the file's key for the
/// host's usual port. But names in certificates have no port.
fn own_name(target: &SftpTarget) -> Result<Option<String>, DeliveryError> {
    let file = &target.known_hosts;
    let bytes = fs::read(file).map_err(|error| {
        DeliveryError::Refused(format!(
            "cannot read the known hosts in {}: {error}; write the host's key there, or give --known-hosts another file",
            file.display()
        ))
    })?;
    let has_authority = String::from_utf8_lossy(&bytes).lines().any(|line| line.starts_with("@cert-authority"));
    Ok(target.url.known_as().filter(|_| !has_authority))
}

/// A path in the notation of `ssh_config`.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', r"\\").replace('"', "\\\"").replace('%', "%%");
    format!("\"{path}\"")
}
