//! The metrics of a server.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use super::Client;

/// The maximum time until a figure appears.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Metrics(String);

impl Metrics {
    /// A free port, for a server that is started next.
    pub(crate) fn on_a_free_port() -> Self {
        let address = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
        Self(address.to_string())
    }

    pub(crate) fn option(&self) -> [&str; 2] {
        ["--metrics-addr", &self.0]
    }

    fn read(&self) -> String {
        Client::new(&self.0).get("/metrics").expect("a reply").body
    }

    /// The metrics, once a line has this prefix.
    pub(crate) fn read_with(&self, line: &str) -> String {
        let began = Instant::now();
        loop {
            let text = self.read();
            if text.lines().any(|found| found.starts_with(line)) {
                return text;
            }
            assert!(began.elapsed() < PATIENCE, "no line begins with {line}: {text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
