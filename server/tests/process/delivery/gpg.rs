//! GnuPG with its own temporary key ring.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

pub(super) struct Gpg {
    home: TempDir,
}

/// The creation time of keys that have expired since.
const LONG_AGO: &str = "20200101T120000";

impl Gpg {
    pub(super) fn new() -> Self {
        let home = TempDir::new().expect("a temporary folder");
        #[cfg(unix)]
        fs::set_permissions(home.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700)).expect("it is ours");
        Self { home }
    }

    /// A key that signs and encrypts, without expiry.
    pub(super) fn with_key(user: &str) -> Self {
        Self::with_key_for(user, "never")
    }

    pub(super) fn with_key_for(user: &str, time: &str) -> Self {
        let gpg = Self::new();
        gpg.run(&["--quick-generate-key", user, "future-default", "default", time]);
        gpg
    }

    /// A key of the older kind.
    pub(super) fn with_rsa_key(user: &str) -> Self {
        let gpg = Self::new();
        gpg.run(&["--quick-generate-key", user, "rsa2048", "sign", "never"]);
        gpg.run(&["--quick-add-key", &gpg.fingerprint(), "rsa2048", "encr", "never"]);
        gpg
    }

    pub(super) fn with_expired_key(user: &str) -> Self {
        let gpg = Self::new();
        let made = ["--faked-system-time", LONG_AGO, "--quick-generate-key", user, "future-default", "default", "30d"];
        gpg.run(&made);
        gpg
    }

    pub(super) fn with_signing_key(user: &str) -> Self {
        let gpg = Self::new();
        gpg.run(&["--quick-generate-key", user, "ed25519", "sign", "never"]);
        gpg
    }

    pub(super) fn with_expired_subkey(user: &str) -> Self {
        let gpg = Self::new();
        let then = ["--faked-system-time", LONG_AGO];
        gpg.run(&[&then[..], &["--quick-generate-key", user, "ed25519", "sign", "never"]].concat());
        let fingerprint = gpg.fingerprint();
        gpg.run(&[&then[..], &["--quick-add-key", &fingerprint, "cv25519", "encr", "30d"]].concat());
        gpg
    }

    pub(super) fn with_revoked_key(user: &str) -> Self {
        let gpg = Self::with_key(user);
        // GnuPG creates the revocation with the key, disabled by a colon against accidental use.
        let file = gpg.home.path().join(format!("openpgp-revocs.d/{}.rev", gpg.fingerprint()));
        let prepared = fs::read_to_string(&file).expect("a revocation");
        fs::write(&file, prepared.replace(":-----BEGIN", "-----BEGIN")).expect("written");
        gpg.run(&["--import", file.to_str().expect("UTF-8")]);
        gpg
    }

    pub(super) fn with_revoked_subkey(user: &str) -> Self {
        let gpg = Self::with_key(user);
        let answers = "key 1\nrevkey\ny\n0\n\ny\nsave\n";
        gpg.run_with(&["--command-fd", "0", "--edit-key", &gpg.fingerprint()], answers.as_bytes());
        gpg
    }

    pub(super) fn fingerprint(&self) -> String {
        let listed = self.run(&["--with-colons", "--list-keys"]);
        let listed = String::from_utf8(listed).expect("UTF-8");
        let line = listed.lines().find(|line| line.starts_with("fpr:")).expect("a fingerprint");
        line.split(':').nth(9).expect("the tenth field").to_owned()
    }

    /// Writes the public key to a file in the folder, in ASCII armour.
    pub(super) fn publish(&self, folder: &Path, name: &str) -> PathBuf {
        let file = folder.join(name);
        fs::write(&file, self.run(&["--armor", "--export"])).expect("written");
        file
    }

    pub(super) fn publish_binary(&self, folder: &Path, name: &str) -> PathBuf {
        let file = folder.join(name);
        fs::write(&file, self.run(&["--export"])).expect("written");
        file
    }

    pub(super) fn decrypt(&self, file: &Path) -> Vec<u8> {
        self.run(&["--decrypt", file.to_str().expect("UTF-8")])
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Vec<u8> {
        self.run_with(arguments, b"")
    }

    fn run_with(&self, arguments: &[&str], input: &[u8]) -> Vec<u8> {
        let mut command = Command::new("gpg");
        command.arg("--homedir").arg(self.home.path());
        command.args(["--no-tty", "--yes", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]);
        if input.is_empty() {
            command.arg("--batch");
        }
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("gpg starts; it is in Debian's package gnupg");
        child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
        let output = child.wait_with_output().expect("gpg ends");
        assert!(output.status.success(), "gpg {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }
}

impl Drop for Gpg {
    fn drop(&mut self) {
        // gpg leaves an agent behind, which belongs to this key ring only.
        let _ = Command::new("gpgconf").arg("--homedir").arg(self.home.path()).args(["--kill", "all"]).status();
    }
}
