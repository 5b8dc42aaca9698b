//! A mail server on this machine that follows a script and keeps the messages it accepts.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Does {
    Take,
    /// Replies to a command with the second text.
    Reply(&'static str, &'static str),
    /// Closes the connection at this command.
    Drop(&'static str),
    /// Delays the reply to a command.
    Wait(&'static str, Duration),
    /// Accepts the text, and closes the connection without a reply.
    TakeAndDrop,
    /// Accepts the text, and delays the reply.
    TakeAfter(Duration),
}

#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// The envelope sender, to which bounces go.
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) text: String,
}

impl Taken {
    /// The text with soft line breaks removed.
    pub(crate) fn decoded(&self) -> String {
        self.text.replace("=\r\n", "").replace("=3D", "=")
    }

    pub(crate) fn header(&self, name: &str) -> String {
        let start = format!("{name}: ");
        self.text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default().to_owned()
    }
}

/// Called with a recipient and the number of earlier attempts.
type Script = Arc<dyn Fn(&str, usize) -> Does + Send + Sync>;

#[derive(Default)]
struct State {
    taken: Vec<Taken>,
    tries: Vec<String>,
    signed_in: Vec<String>,
}

pub(crate) struct MailServer {
    pub(crate) address: String,
    state: Arc<Mutex<State>>,
}

impl MailServer {
    pub(crate) fn start(script: impl Fn(&str, usize) -> Does + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (state, script): (Arc<Mutex<State>>, Script) = (Arc::default(), Arc::new(script));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (state, script) = (Arc::clone(&shared), Arc::clone(&script));
                thread::spawn(move || drop(serve(&stream, &state, &script)));
            }
        });
        Self { address, state }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port")
    }

    pub(crate) fn taken(&self) -> Vec<Taken> {
        self.state.lock().expect("no thread panicked").taken.clone()
    }

    pub(crate) fn tries(&self) -> Vec<String> {
        self.state.lock().expect("no thread panicked").tries.clone()
    }

    /// The credentials of all sign-ins, in base 64.
    pub(crate) fn signed_in(&self) -> Vec<String> {
        self.state.lock().expect("no thread panicked").signed_in.clone()
    }
}

fn serve(stream: &TcpStream, state: &Mutex<State>, script: &Script) -> std::io::Result<()> {
    let (mut lines, mut out) = (BufReader::new(stream.try_clone()?), stream);
    let mut say = |text: &str| write!(out, "{text}\r\n");
    say("220 mail.test ready")?;
    let (mut does, mut from, mut to) = (Does::Take, String::new(), String::new());
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let word = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        if word == "MAIL" {
            line.split(['<', '>']).nth(1).unwrap_or_default().clone_into(&mut from);
        }
        if word == "RCPT" {
            line.split(['<', '>']).nth(1).unwrap_or_default().clone_into(&mut to);
            let mut state = state.lock().expect("no thread panicked");
            let earlier = state.tries.iter().filter(|tried| **tried == to).count();
            does = script(&to, earlier);
            state.tries.push(to.clone());
        }
        match does {
            Does::Drop(command) if command == word => return Ok(()),
            Does::Reply(command, reply) if command == word => {
                say(reply)?;
                continue;
            }
            Does::Wait(command, time) if command == word => thread::sleep(time),
            _ => {}
        }
        match word.as_str() {
            "EHLO" => say("250-mail.test\r\n250-AUTH PLAIN XOAUTH2\r\n250 8BITMIME")?,
            "AUTH" => {
                state.lock().expect("no thread panicked").signed_in.push(line["AUTH ".len()..].to_owned());
                say("235 welcome")?;
            }
            "DATA" => {
                say("354 go on")?;
                let mut text = String::new();
                while !text.ends_with("\r\n.\r\n") {
                    if lines.read_line(&mut text)? == 0 {
                        return Ok(());
                    }
                }
                if let Does::Reply("TEXT", reply) = does {
                    say(reply)?;
                    continue;
                }
                state.lock().expect("no thread panicked").taken.push(Taken {
                    from: from.clone(),
                    to: to.clone(),
                    text,
                });
                match does {
                    Does::TakeAndDrop => return Ok(()),
                    Does::TakeAfter(time) => thread::sleep(time),
                    _ => {}
                }
                say("250 taken")?;
            }
            "QUIT" => {
                say("221 bye")?;
                return Ok(());
            }
            _ => say("250 so be it")?,
        }
    }
}
