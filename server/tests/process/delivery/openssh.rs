//! OpenSSH features: agents, certificates, jump hosts, the account's configuration, and the end of its processes.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    encrypting::answered_quiz,
    proxy::Proxy,
    sshd::{Sshd, keygen, user},
};
use crate::support::{Program, Server};

const PATIENCE: Duration = Duration::from_secs(20);

fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

fn authorize(sshd: &Sshd, options: &str, name: &str) {
    let known = fs::read_to_string(sshd.file("authorized_keys")).expect("the file");
    let key = fs::read_to_string(sshd.file(&format!("{name}.pub"))).expect("a key");
    fs::write(sshd.file("authorized_keys"), format!("{known}{options}{key}")).expect("written");
}

struct Sending<'a> {
    program: &'a Program,
    quiz: &'a str,
    url: String,
    identity: String,
    known_hosts: String,
}

impl<'a> Sending<'a> {
    fn new(program: &'a Program, quiz: &'a str, sshd: &Sshd) -> Self {
        let known_hosts = text(&sshd.known_hosts_for(sshd.port));
        Self { program, quiz, url: sshd.url(), identity: text(&sshd.file("identity")), known_hosts }
    }

    fn way(&self) -> [&str; 6] {
        ["--sftp", &self.url, "--identity", &self.identity, "--known-hosts", &self.known_hosts]
    }

    fn run(&self, variables: &[(&str, &str)]) -> (Option<i32>, String) {
        let arguments = [&["export", "--namespace", "acme", "--quiz", self.quiz][..], &self.way()].concat();
        let mut command = self.program.command(&arguments);
        let output = command.env_remove("SSH_AUTH_SOCK").envs(variables.iter().copied()).output().expect("it ends");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    }

    #[track_caller]
    fn arrives(&self, variables: &[(&str, &str)]) {
        let (status, told) = self.run(variables);
        assert_eq!(status, Some(0), "{told}");
    }

    #[track_caller]
    fn fails(&self, variables: &[(&str, &str)], status: i32, why: &str) {
        let (found, told) = self.run(variables);
        assert!(found == Some(status) && told.contains(why), "{found:?}: {told}");
    }
}

/// Creates an `ssh` that reads this configuration and logs its arguments and environment. Returns the PATH that finds
/// it.
fn configured(folder: &Path, configuration: &str) -> String {
    let (bin, config, notes) = (folder.join("bin"), folder.join("ssh_config"), folder.join("notes"));
    fs::create_dir_all(&bin).expect("a folder");
    fs::write(&config, configuration).expect("written");
    let path = std::env::var("PATH").expect("a PATH");
    let (config, notes) = (config.display(), notes.display());
    let script = format!(
        "#!/bin/sh\n(echo \"$@\"; env) >> '{notes}'\nPATH='{path}'\nexec \"$(command -v ssh)\" -F '{config}' \"$@\"\n"
    );
    fs::write(bin.join("ssh"), script).expect("written");
    fs::set_permissions(bin.join("ssh"), fs::Permissions::from_mode(0o700)).expect("it is ours");
    format!("{}:{path}", bin.display())
}

/// Killed at the end of its test.
struct Agent(Child);

impl Agent {
    fn start(socket: &Path, key: &Path) -> Self {
        let child = Command::new("ssh-agent").arg("-D").arg("-a").arg(socket).stdout(Stdio::null()).spawn();
        let agent = Self(child.expect("ssh-agent starts"));
        let until = Instant::now() + PATIENCE;
        while !socket.exists() {
            assert!(Instant::now() < until, "no agent");
            thread::sleep(Duration::from_millis(10));
        }
        let added = Command::new("ssh-add").arg("-q").arg(key).env("SSH_AUTH_SOCK", socket).status();
        assert!(added.expect("ssh-add starts").success());
        agent
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn an_agent_may_hold_the_private_half() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let mut sending = Sending::new(&program, &quiz, &sshd);
    let elsewhere = program.folder().join("key");
    fs::rename(sshd.file("identity"), &elsewhere).expect("moved");
    sending.identity += ".pub";
    sending.fails(&[], 4, "no agent has the private half");
    let socket = program.folder().join("agent");
    let _agent = Agent::start(&socket, &elsewhere);
    sending.arrives(&[("SSH_AUTH_SOCK", &text(&socket))]);
    assert_eq!(sshd.names().len(), 1);
}

#[test]
fn certificates_of_accounts_and_hosts_count() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start_with(|folder| {
        keygen(&folder.join("authority"), &["-t", "ed25519", "-N", ""]);
        let authority = text(&folder.join("authority"));
        let host = ["-s", &authority, "-I", "host", "-h", "-n", "127.0.0.1", &text(&folder.join("host_key.pub"))];
        keygen(Path::new("unused"), &host);
        format!("HostCertificate {}\n", text(&folder.join("host_key-cert.pub")))
    });
    let mut sending = Sending::new(&program, &quiz, &sshd);
    let (authority, member) = (text(&sshd.file("authority")), text(&sshd.file("member.pub")));
    keygen(&sshd.file("member"), &["-t", "ed25519", "-N", ""]);
    sending.identity = text(&sshd.file("member"));
    authorize(&sshd, "cert-authority ", "authority");
    sending.fails(&[], 4, "authorized_keys");
    keygen(Path::new("unused"), &["-s", &authority, "-I", "member", "-n", &user(), &member]);
    sending.arrives(&[]);

    let public = fs::read_to_string(sshd.file("authority.pub")).expect("a key");
    fs::write(&sending.known_hosts, format!("@cert-authority [127.0.0.1]:* {public}")).expect("written");
    sending.arrives(&[]);
    fs::write(&sending.known_hosts, format!("@cert-authority files.example {public}")).expect("written");
    sending.fails(&[], 4, "nothing was sent");
}

#[test]
fn the_accounts_configuration_leads_by_jump_hosts() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let mut sending = Sending::new(&program, &quiz, &sshd);
    sending.url = format!("sftp://{}@files{}", user(), sshd.inbox().display());
    let jump = |known_hosts: &str| {
        let (port, user, identity) = (sshd.port, user(), &sending.identity);
        let configuration = format!(
            "Host files\n HostName 127.0.0.1\n Port {port}\n ProxyJump jump\n\
             Host jump\n HostName 127.0.0.1\n Port {port}\n User {user}\n IdentityFile {identity}\n \
             UserKnownHostsFile {known_hosts}\n StrictHostKeyChecking yes\n"
        );
        configured(program.folder(), &configuration)
    };
    let path = jump("/dev/null");
    sending.fails(&[("PATH", &path)], 5, "Host key verification failed");
    assert_eq!(sshd.names(), Vec::<String>::new());
    let path = jump(&sending.known_hosts);
    sending.arrives(&[("PATH", &path)]);
    assert_eq!(sshd.names().len(), 1);
    assert_eq!(sshd.log().matches("Accepted publickey").count(), 2, "{}", sshd.log());
}

#[test]
fn the_passphrase_is_told_to_ssh_alone_and_by_no_argument() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let mut sending = Sending::new(&program, &quiz, &sshd);
    keygen(&sshd.file("locked %h \"key\""), &["-t", "ed25519", "-N", "open sesame"]);
    authorize(&sshd, "", "locked %h \"key\"");
    sending.identity = text(&sshd.file("locked %h \"key\""));
    let path = configured(program.folder(), "");
    sending.arrives(&[("PATH", &path), ("QA_IDENTITY_PASSPHRASE", "open sesame"), ("QA_KEEP_EXPORTS", "9d")]);
    let notes = fs::read_to_string(program.folder().join("notes")).expect("the notes");
    // `ssh -V` does not need it.
    let started: Vec<_> = notes.lines().filter(|line| line.starts_with("-s ")).collect();
    assert!(started.len() == 1 && !started[0].contains("sesame"), "{notes}");
    let (_, environment) = notes.split_once("-s -o").expect("it was started");
    assert!(!environment.contains("QA_KEEP_EXPORTS") && !environment.contains("QA_DATA_DIR"), "{environment}");
}

#[test]
fn a_missing_ssh_and_an_open_identity_are_told_before_a_night_fails() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "5");
    let sshd = Sshd::start();
    let sending = Sending::new(&program, &quiz, &sshd);
    let none = text(&program.folder().join("none"));
    let without = |arguments: &[&str]| {
        let output = program.command(arguments).env("PATH", &none).output().expect("it ends");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8")).concat()
    };
    assert!(without(&["doctor"]).contains("ok\tssh\tnot there, and no schedule needs it"));
    sending.fails(&[("PATH", &none)], 4, "install OpenSSH's client");
    let create = ["schedule", "create", "--namespace", "acme", "--quiz", &quiz, "--daily", "03:00"];
    let create = [&create[..], &sending.way()].concat();
    let told = without(&create);
    assert!(told.contains("install OpenSSH's client"), "{told}");
    assert_eq!(program.run(&["schedule", "list"]).done().stdout, "");

    program.run(&create).done();
    assert!(program.run(&["doctor"]).done().stdout.contains("ok\tssh\tOpenSSH_"));
    let told = without(&["doctor"]);
    assert!(told.contains("problem\tssh\tthere is no `ssh` on the PATH"), "{told}");
    fs::set_permissions(&sending.identity, fs::Permissions::from_mode(0o644)).expect("it is ours");
    sending.fails(&[], 4, "chmod go= ");
    let told = program.run(&["doctor"]);
    assert!(!told.is_success && told.stdout.contains("cannot send: others may read the identity"), "{told:?}");
}

#[test]
fn no_ssh_is_left_of_a_run_that_was_ended() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "3000");
    let sshd = Sshd::start();
    let proxy = Proxy::start(sshd.port, 1, 400_000);
    let mut sending = Sending::new(&program, &quiz, &sshd);
    sending.url = sshd.url_by(proxy.port);
    sending.known_hosts = text(&sshd.known_hosts_for(proxy.port));
    let create = ["schedule", "create", "--namespace", "acme", "--quiz", &quiz, "--daily", "03:00"];
    let id = program.run(&[&create[..], &sending.way()].concat()).done().stdout.trim().to_owned();
    let server = Server::start(&program);
    program.run(&["schedule", "run", &id]).done();
    proxy.wait_for_stop();
    assert_eq!(children(server.id()).len(), 1, "the process that sends");
    program.run(&["schedule", "delete", &id]).done();
    let until = Instant::now() + PATIENCE;
    while !children(server.id()).is_empty() {
        assert!(Instant::now() < until, "{:?}", children(server.id()));
        thread::sleep(Duration::from_millis(50));
    }
    proxy.cut();
}

/// The child processes of a server that it has not waited for.
fn children(server: u32) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{server}/task")).expect("it is running");
    let started = tasks.map(|task| fs::read_to_string(task.expect("a thread").path().join("children")));
    // A thread may have ended meanwhile.
    started.flat_map(|ids| ids.unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}
