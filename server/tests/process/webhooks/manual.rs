//! The manual's receiver in Python, as a separate process.

use std::{
    env,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/webhooks/receiver.py");

pub(super) struct ManualReceiver {
    secret: String,
    port: u16,
    child: Mutex<Child>,
}

impl ManualReceiver {
    pub(super) fn start(secret: &str) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let receiver = Self { secret: secret.to_owned(), port, child: Mutex::new(run(secret, port)) };
        let refused = receiver.last_status_of(b"POST /hooks HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}");
        assert_eq!(refused, 400, "it takes what is not signed");
        receiver
    }

    pub(super) fn kill(&self) {
        let mut child = self.child.lock().expect("no receiver panicked");
        child.kill().expect("it was running");
        child.wait().expect("it ends");
        *child = run(&self.secret, self.port);
    }

    /// Its response to a raw request; `None` if it is not running.
    pub(super) fn status_of(&self, request: &[u8]) -> Option<u16> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.write_all(request).ok()?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).ok()?;
        reply.split(' ').nth(1)?.parse().ok()
    }

    /// The same, after waiting until it is running again.
    pub(super) fn last_status_of(&self, request: &[u8]) -> u16 {
        let late = Instant::now() + Duration::from_secs(15);
        loop {
            if let Some(status) = self.status_of(request) {
                return status;
            }
            assert!(Instant::now() < late, "it does not start; `cargo xtask test browser` installs what it needs");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for ManualReceiver {
    fn drop(&mut self) {
        let child = self.child.get_mut().expect("no receiver panicked");
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Uses the packages of the browser tests, which are installed in the target folder.
fn run(secret: &str, port: u16) -> Child {
    let program = env::current_exe().expect("a test program in target/debug/deps");
    let python: PathBuf = program.ancestors().nth(3).expect("the target folder").join("python/bin/python");
    let mut command = Command::new(python);
    command.arg(FILE).envs([("WEBHOOK_SECRET", secret), ("PORT", &port.to_string())]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    child.expect("Python starts; `cargo xtask test browser` installs it")
}
