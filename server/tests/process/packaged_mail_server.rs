//! Sending to a mail server that is not ours, aiosmtpd of Debian: TLS in both forms, both ways to sign in, its refusals. Other
//! tests give it scripts of theirs.

use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader, Lines},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use crate::support::{Output, Program};

/// Arguments: certificate, key, `starttls` or `tls`, and the one mechanism to sign in with. Prints its port, then each try to sign
/// in and each message.
const SERVER: &str = r#"
import socket, ssl, sys, threading
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

certificate, key, tls, mechanism = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)

class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("no@"):
            return "550 5.1.1 there is no " + address
        if address.startswith("later@"):
            return "451 4.7.1 not now"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        print("taken", envelope.rcpt_tos[0], b"Mail works" in envelope.content, flush=True)
        return "250 OK"

def authenticator(server, session, envelope, mechanism, data):
    is_right = data.login == b"quiz" and data.password == b"hunter2"
    print("sign in", mechanism, is_right, flush=True)
    return AuthResult(success=is_right, handled=False)

free = socket.socket()
free.bind(("127.0.0.1", 0))
port = free.getsockname()[1]
free.close()
others = [other for other in ("LOGIN", "PLAIN") if other != mechanism]
shared = dict(hostname="127.0.0.1", port=port, authenticator=authenticator, auth_required=True, auth_exclude_mechanism=others)
if tls == "starttls":
    own = dict(tls_context=context, require_starttls=True)
else:
    own = dict(ssl_context=context, auth_require_tls=False)
Controller(Handler(), **shared, **own).start()
print(port, flush=True)
threading.Event().wait()
"#;

pub(crate) struct Packaged {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    pub(crate) port: String,
}

impl Packaged {
    /// Runs a script, which prints its port first.
    pub(crate) fn start(script: &str, arguments: &[&OsStr]) -> Self {
        // Debian's own, since another on the PATH does not see Debian's packages.
        let mut process = Command::new("/usr/bin/python3")
            .args(["-c", script])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts: install it, and python3-aiosmtpd");
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines();
        let port = lines.next().expect("aiosmtpd starts").expect("a line");
        Self { process, lines, port }
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("a line")
    }
}

impl Drop for Packaged {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An authority, `ca.pem`, and a certificate of it for `localhost`.
fn make_certificates(folder: &Path) {
    let mut authority = CertificateParams::new([]).expect("no names");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().expect("a key");
    let own = authority.self_signed(&authority_key).expect("a certificate");
    fs::write(folder.join("ca.pem"), own.pem()).expect("written");
    let key = KeyPair::generate().expect("a key");
    let parameters = CertificateParams::new(["localhost".to_owned()]).expect("a name");
    let signed = parameters.signed_by(&key, &Issuer::new(authority, authority_key)).expect("a certificate");
    fs::write(folder.join("server.pem"), signed.pem()).expect("written");
    fs::write(folder.join("server.key"), key.serialize_pem()).expect("written");
}

#[test]
fn a_packaged_mail_server_is_signed_in_to_over_tls_in_both_forms_and_its_refusals_are_told() {
    let program = Program::new();
    let folder = program.folder().to_owned();
    make_certificates(&folder);
    for (name, password) in [("right", "hunter2\n"), ("wrong", "hunter3\n")] {
        fs::write(folder.join(name), password).expect("written");
    }
    fs::write(folder.join("empty.pem"), "no certificate\n").expect("written");
    for (tls, mechanism) in [("starttls", "PLAIN"), ("starttls", "LOGIN"), ("tls", "PLAIN"), ("tls", "LOGIN")] {
        let (certificate, key) = (folder.join("server.pem"), folder.join("server.key"));
        let arguments = [certificate.as_os_str(), key.as_os_str(), OsStr::new(tls), OsStr::new(mechanism)];
        let mut server = Packaged::start(SERVER, &arguments);
        let place = format!("localhost:{}", server.port);
        let send = |to: &str, password: &str, ca: Option<&str>| -> Output {
            let (password, ca) = (folder.join(password), ca.map(|ca| folder.join(ca).display().to_string()));
            let mut options = vec!["mail", "test", to, "--mail-from", "quiz@example.org", "--mail-user", "quiz"];
            let password = password.display().to_string();
            options.extend(["--mail-tls", tls, "--mail-server", &place, "--mail-password-file", &password]);
            options.extend(ca.iter().flat_map(|ca| ["--mail-ca", ca]));
            program.run(&options)
        };
        send("ana@example.com", "right", Some("ca.pem")).done();
        assert_eq!(server.line(), format!("sign in {mechanism} True"));
        assert_eq!(server.line(), "taken ana@example.com True", "{tls} {mechanism}");
        let refused = send("ana@example.com", "wrong", Some("ca.pem"));
        assert!(!refused.is_success && refused.stdout.contains("problem\tsign in\t"), "{refused:?}");
        assert!(refused.stdout.contains("535"), "{refused:?}");
        assert_eq!(server.line(), format!("sign in {mechanism} False"));
        for (to, code) in [("no@example.com", "550 5.1.1"), ("later@example.com", "451 4.7.1")] {
            let refused = send(to, "right", Some("ca.pem"));
            assert!(refused.stdout.contains(&format!("recipient: the mail server replied {code}")), "{refused:?}");
            assert!(!refused.stderr.contains(to), "{refused:?}");
            assert_eq!(server.line(), format!("sign in {mechanism} True"));
        }
        let unknown = send("ana@example.com", "right", None);
        let step = if tls == "tls" { "connect" } else { "start TLS" };
        assert!(!unknown.is_success && unknown.stdout.contains(&format!("problem\t{step}\t")), "{unknown:?}");
        send("ana@example.com", "right", Some("empty.pem")).fails("has no certificate in PEM");
    }
}
