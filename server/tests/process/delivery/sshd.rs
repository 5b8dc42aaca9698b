//! OpenSSH's server on a free port, with a host key, an account and a folder for one test.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use tempfile::TempDir;

pub(super) struct Sshd {
    child: Child,
    home: TempDir,
    pub(super) port: u16,
    log: Arc<Mutex<String>>,
}

impl Sshd {
    /// The account is the one that runs the test; the key named by `identity` gives access.
    pub(super) fn start() -> Self {
        Self::start_with(|_| String::new())
    }

    /// With more lines of configuration, which may name files in this folder.
    pub(super) fn start_with(more: impl Fn(&Path) -> String) -> Self {
        let home = TempDir::new().expect("a temporary folder");
        let file = |name: &str| home.path().join(name);
        keygen(&file("host_key"), &["-t", "ed25519", "-N", ""]);
        keygen(&file("identity"), &["-t", "ed25519", "-N", ""]);
        fs::copy(file("identity.pub"), file("authorized_keys")).expect("copied");
        fs::create_dir(file("inbox")).expect("a folder");
        let port = free_port();
        let at = |name: &str| file(name).display().to_string();
        let configuration = format!(
            "ListenAddress 127.0.0.1:{port}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nStrictModes no\nUsePAM no\n\
             PasswordAuthentication no\nKbdInteractiveAuthentication no\nSubsystem sftp internal-sftp\nLogLevel VERBOSE\n{}",
            at("host_key"),
            at("authorized_keys"),
            more(home.path()),
        );
        fs::write(file("sshd_config"), configuration).expect("written");
        if user() == "root" {
            // The system's own service would have created it.
            fs::create_dir_all("/run/sshd").expect("root may");
        }
        let mut child = Command::new("/usr/sbin/sshd")
            .args(["-D", "-e", "-f", &at("sshd_config")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("sshd starts; it is in Debian's package openssh-server");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let begin: Vec<String> =
            lines.by_ref().map_while(Result::ok).take_while(|line| !line.starts_with("Server listening")).collect();
        let log = Arc::new(Mutex::new(begin.join("\n")));
        let tail = Arc::clone(&log);
        thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| *tail.lock().expect("no panic") += &(line + "\n"));
        });
        let sshd = Self { child, home, port, log };
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok(), "{}", sshd.log());
        sshd
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(super) fn inbox(&self) -> PathBuf {
        self.file("inbox")
    }

    pub(super) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.inbox()).expect("the inbox");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    pub(super) fn url_by(&self, port: u16) -> String {
        format!("sftp://{}@127.0.0.1:{port}{}", user(), self.inbox().display())
    }

    pub(super) fn url(&self) -> String {
        self.url_by(self.port)
    }

    pub(super) fn host_key(&self) -> String {
        fs::read_to_string(self.file("host_key.pub")).expect("a key")
    }

    pub(super) fn known_hosts_for(&self, port: u16) -> PathBuf {
        let file = self.file(&format!("known_hosts_{port}"));
        fs::write(&file, format!("[127.0.0.1]:{port} {}", self.host_key())).expect("written");
        file
    }

    pub(super) fn log(&self) -> String {
        self.log.lock().expect("no panic").clone()
    }

    pub(super) fn has_let_somebody_in(&self) -> bool {
        self.log().contains("Accepted publickey")
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn keygen(file: &Path, options: &[&str]) {
    let output = Command::new("ssh-keygen").args(["-q", "-f"]).arg(file).args(options).output();
    let output = output.expect("ssh-keygen starts; it is in Debian's package openssh-client");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub(super) fn user() -> String {
    let output = Command::new("id").arg("-un").output().expect("id starts");
    String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}
