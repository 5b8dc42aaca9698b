//! `serve --domain` with Pebble, an ACME test authority, and its DNS server. If they are not installed, prints a note.

use std::{
    fs,
    net::{TcpListener, UdpSocket},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;
use tempfile::TempDir;

use crate::support::{Program, Server};

const DOMAIN: &str = "quiz.example.com";
/// The lifetime of a certificate in seconds; it is renewed after two thirds of it.
const LIFETIME: u64 = 12;
const PATIENCE: Duration = Duration::from_secs(20);

/// The authority and its DNS server, on this machine only.
struct Pebble {
    folder: TempDir,
    processes: Vec<Child>,
    port: u16,
    management: u16,
}

impl Pebble {
    fn start(https: u16) -> Option<Self> {
        let is_there = |name: &str| {
            let found = Command::new("sh").args(["-c", &format!("command -v {name}")]).stdout(Stdio::null()).status();
            found.is_ok_and(|status| status.success())
        };
        let missing: Vec<_> =
            ["pebble", "pebble-challtestsrv", "openssl", "curl"].into_iter().filter(|name| !is_there(name)).collect();
        if !missing.is_empty() {
            eprintln!("not tested: {missing:?} not installed (apt-get install pebble openssl curl)");
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        let (port, management, dns, dns_management) = (free_port(), free_port(), free_port(), free_port());
        let [key, root, config, request] =
            ["key.pem", "root.pem", "config.json", "request.cnf"].map(|name| folder.path().join(name));
        // Self-signed and not an authority, so it is trusted directly.
        let names = "[req]\nprompt=no\ndistinguished_name=dn\nx509_extensions=ext\n[dn]\nCN=pebble\n\
                     [ext]\nbasicConstraints=critical,CA:FALSE\nsubjectAltName=IP:127.0.0.1\n";
        fs::write(&request, names).expect("a file");
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
            .arg("-config")
            .arg(&request)
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&root)
            .output();
        assert!(made.expect("openssl runs").status.success());
        let settings = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": root,
            "privateKey": key,
            "httpPort": 1,
            "tlsPort": https,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
            "certificateValidityPeriod": LIFETIME,
        } });
        fs::write(&config, settings.to_string()).expect("a file");
        let start = |command: &mut Command| {
            command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).spawn().expect("it starts")
        };
        let dns_server = start(
            Command::new("pebble-challtestsrv")
                .args([
                    "-defaultIPv4",
                    "127.0.0.1",
                    "-defaultIPv6",
                    "",
                    "-http01",
                    "",
                    "-https01",
                    "",
                    "-tlsalpn01",
                    "",
                ])
                .args(["-dns01", &format!("127.0.0.1:{dns}"), "-management", &format!("127.0.0.1:{dns_management}")]),
        );
        let authority = start(
            Command::new("pebble")
                .arg("-config")
                .arg(&config)
                .args(["-dnsserver", &format!("127.0.0.1:{dns}")])
                // Without these, it waits for seconds before each check, and rejects requests at random.
                .envs([("PEBBLE_VA_NOSLEEP", "1"), ("PEBBLE_WFE_NONCEREJECT", "5")]),
        );
        Some(Self { folder, processes: vec![dns_server, authority], port, management })
    }

    fn directory(&self) -> String {
        format!("https://127.0.0.1:{}/dir", self.port)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root.pem")
    }

    fn issuer(&self) -> PathBuf {
        let file = self.folder.path().join("issuer.pem");
        let url = format!("https://127.0.0.1:{}/roots/0", self.management);
        until(|| {
            let got = Command::new("curl").args(["--silent", "--fail", "--cacert"]).arg(self.root()).arg(&url).output();
            let got = got.expect("curl runs");
            got.status.success().then(|| fs::write(&file, got.stdout).expect("a file"))
        });
        file
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn free_port() -> u16 {
    loop {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let addr = listener.local_addr().expect("an address");
        if UdpSocket::bind(addr).is_ok() {
            return addr.port();
        }
    }
}

#[track_caller]
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "not in time");
        thread::sleep(Duration::from_millis(100));
    }
}

/// The response to a client that trusts only `issuer`; `None` if the handshake fails.
fn get(port: u16, issuer: &Path, path: &str) -> Option<String> {
    let got = Command::new("curl")
        .args(["--silent", "--fail", "--connect-to", &format!("{DOMAIN}:443:127.0.0.1:{port}"), "--cacert"])
        .arg(issuer)
        .arg(format!("https://{DOMAIN}{path}"))
        .output()
        .expect("curl runs");
    got.status.success().then(|| String::from_utf8(got.stdout).expect("UTF-8"))
}

#[test]
fn a_domain_gets_a_certificate_keeps_it_and_renews_it() {
    let (https, http) = (free_port(), free_port());
    let Some(pebble) = Pebble::start(https) else { return };
    let issuer = pebble.issuer();
    let program = Program::with_database();
    let (https_addr, http_addr) = (format!("127.0.0.1:{https}"), format!("127.0.0.1:{http}"));
    let (directory, root) = (pebble.directory(), pebble.root());
    let arguments = [
        "--domain",
        DOMAIN,
        "--https-addr",
        &https_addr,
        "--http-addr",
        &http_addr,
        "--acme-directory",
        &directory,
        "--acme-root",
        root.to_str().expect("UTF-8"),
    ];
    let folder = program.folder().join("certificates").join(format!("127.0.0.1_{}", pebble.port));
    let kept = folder.join(format!("{DOMAIN}.pem"));

    let server = Server::start_with(&program, &arguments);
    assert!(server.base.ends_with(&format!("reached as https://{DOMAIN}")), "{}", server.base);
    assert_eq!(until(|| get(https, &issuer, "/healthz")), "ok");
    let first = fs::read_to_string(&kept).expect("the certificate is kept");
    let renewed_at = Instant::now() + Duration::from_secs(LIFETIME * 2 / 3 + 1);
    for (path, mode) in [(&folder, 0o700), (&kept, 0o600), (&folder.join("account.json"), 0o600)] {
        let found = fs::metadata(path).expect("it is kept").permissions().mode() & 0o777;
        assert_eq!(found, mode, "{}", path.display());
    }

    let led = Command::new("curl")
        .args(["--silent", "--output", "/dev/null", "--write-out", "%{http_code} %{redirect_url}"])
        .arg(format!("http://{http_addr}/a/b?c=d"))
        .output()
        .expect("curl runs");
    assert_eq!(String::from_utf8_lossy(&led.stdout), format!("308 https://{DOMAIN}/a/b?c=d"));
    let plain = server.base.split(',').next().expect("an address");
    let plain = program.run(&["health", "--addr", plain.strip_prefix("http://").expect("a plain address")]);
    assert_eq!(plain.done().stdout, "ready\n");
    server.terminate();
    assert!(server.ended_within(PATIENCE).success());

    let server = Server::start_with(&program, &arguments);
    assert_eq!(until(|| get(https, &issuer, "/healthz")), "ok");
    assert_eq!(fs::read_to_string(&kept).expect("it is kept"), first, "one that is young is not renewed");
    server.kill();

    thread::sleep(renewed_at.saturating_duration_since(Instant::now()));
    let _server = Server::start_with(&program, &arguments);
    let second = until(|| fs::read_to_string(&kept).ok().filter(|second| *second != first));
    assert_eq!(until(|| get(https, &issuer, "/healthz")), "ok");
    assert!(second.contains("PRIVATE KEY"));
}

#[test]
fn without_an_authority_the_server_goes_on_and_says_so() {
    let program = Program::with_database();
    let closed = free_port();
    let addrs = [free_port(), free_port()].map(|port| format!("127.0.0.1:{port}"));
    let directory = format!("https://127.0.0.1:{closed}/dir");
    let arguments =
        ["--domain", DOMAIN, "--https-addr", &addrs[0], "--http-addr", &addrs[1], "--acme-directory", &directory];
    let server = Server::start_logging(&program, &[], &arguments);
    let plain = server.base.split(',').next().and_then(|base| base.strip_prefix("http://")).expect("an address");
    assert_eq!(program.run(&["health", "--addr", plain]).done().stdout, "ready\n");
    thread::sleep(Duration::from_millis(500));
    let log = server.log();
    assert!(log.contains("no certificate, next try in 20 minutes: 127.0.0.1 cannot be reached"), "{log}");
}

#[test]
fn its_options_want_a_domain() {
    let program = Program::with_database();
    program.run(&["serve", "--https-addr", "127.0.0.1:0"]).fails("--domain");
    program.run(&["serve", "--domain", "localhost"]).fails("give a name such as quiz.example.com");
}
