//! The network in between: forwards bytes, and breaks connections when the test requests it.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

pub(super) struct Proxy {
    pub(super) port: u16,
    state: Arc<State>,
}

struct State {
    /// The first `stops` connections break after `after` bytes.
    stops: usize,
    after: usize,
    seen: AtomicUsize,
    /// Connections that have stopped, and how many of them may be cut.
    stopped: Mutex<(usize, usize)>,
    changed: Condvar,
}

impl Proxy {
    /// Starts in front of the server at `port`; the first `stops` connections get no further than `after` bytes.
    pub(super) fn start(port: u16, stops: usize, after: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let own = listener.local_addr().expect("an address").port();
        let (stopped, changed) = (Mutex::new((0, 0)), Condvar::new());
        let state = Arc::new(State { stops, after, seen: AtomicUsize::new(0), stopped, changed });
        let shared = Arc::clone(&state);
        // Ends with the test's process; it only holds the port.
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let state = Arc::clone(&shared);
                thread::spawn(move || pass(&client, port, &state));
            }
        });
        Self { port: own, state }
    }

    pub(super) fn connections(&self) -> usize {
        self.state.seen.load(Ordering::Relaxed)
    }

    /// Waits until a connection has stopped, which then stays as it is.
    pub(super) fn wait_for_stop(&self) {
        let state = self.state.stopped.lock().expect("no panic");
        let waited =
            self.state.changed.wait_timeout_while(state, Duration::from_secs(30), |(stopped, cut)| stopped <= cut);
        assert!(!waited.expect("no panic").1.timed_out(), "nothing came so far");
    }

    /// Cuts all stopped connections, and those that stop later.
    pub(super) fn cut(&self) {
        self.state.stopped.lock().expect("no panic").1 = usize::MAX;
        self.state.changed.notify_all();
    }
}

fn pass(client: &TcpStream, port: u16, state: &State) {
    let is_stopped = state.seen.fetch_add(1, Ordering::Relaxed) < state.stops;
    let server = TcpStream::connect(("127.0.0.1", port)).expect("the server is there");
    let (mut back_from, mut back_to) = (server.try_clone().expect("a handle"), client.try_clone().expect("a handle"));
    let back = thread::spawn(move || {
        let _ = std::io::copy(&mut back_from, &mut back_to);
        let _ = back_to.shutdown(Shutdown::Both);
    });
    let _ = forward(client, &server, is_stopped.then_some(state));
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
    let _ = back.join();
}

fn forward(mut client: &TcpStream, mut server: &TcpStream, stops: Option<&State>) -> std::io::Result<()> {
    let mut buffer = vec![0; 16 * 1024];
    let mut passed = 0;
    loop {
        let length = client.read(&mut buffer)?;
        if length == 0 {
            return Ok(());
        }
        if let Some(state) = stops.filter(|state| passed + length > state.after) {
            let mut stopped = state.stopped.lock().expect("no panic");
            stopped.0 += 1;
            let mine = stopped.0;
            state.changed.notify_all();
            let waited = state.changed.wait_timeout_while(stopped, Duration::from_mins(1), |(_, cut)| *cut < mine);
            drop(waited.expect("no panic"));
            return Ok(());
        }
        server.write_all(&buffer[..length])?;
        passed += length;
    }
}
