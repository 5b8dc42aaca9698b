//! The effect on respondents of unproductive connections: idle ones, and ones that send requests and never read.

use std::{
    io::{ErrorKind, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
};

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::{Domain, Socket, Type};

use super::{
    load,
    report::Figure,
    server::{Server, api},
};
use xtask::project::Project;

const IDLE: usize = 3_000;
const DEAF: usize = 300;
/// Loopback addresses to connect from, so that none reaches the server's limit per address.
const ADDRESSES: u8 = 15;
/// Duration of each load. The server closes neither kind of connection that soon.
const SECONDS: u32 = 8;

pub(crate) fn beside(project: &Project, server: &Server) -> Result<Figure> {
    raise_file_limit()?;
    let (scripts, path) = (project.path("rig/src/bench"), api(&server.inapp_quiz));
    load::run(&server.url, 3, Some(&scripts.join("init.lua")), &[&path])?;
    let answers = || load::run(&server.url, SECONDS, Some(&scripts.join("answer.lua")), &[&path]);
    let alone = answers()?;
    let address = server.url.trim_start_matches("http://").parse().context("the server's address")?;
    let crowd: Vec<TcpStream> = (0..IDLE + DEAF).map(|number| join(number, address)).collect::<Result<_>>()?;
    let beside = answers()?;
    let open = crowd.iter().filter(|connection| is_open(connection)).count();
    ensure!(open == crowd.len(), "the server closed {} connections before the load ended", crowd.len() - open);
    Ok(Figure {
        what: "answers beside 3,000 idle connections and 300 that never read",
        measured: format!("p99 {:.1} ms", beside.p99_ms),
        beside: format!("p99 without them: {:.1} ms, so {:.1} times", alone.p99_ms, beside.p99_ms / alone.p99_ms),
        target: "p99 ≤ 2 times",
    })
}

/// Opens a connection. An idle one has received a response; one that never reads has requested more than its buffers
/// hold.
fn join(number: usize, server: SocketAddr) -> Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    let last = 2 + u8::try_from(number % usize::from(ADDRESSES))?;
    socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)).into())?;
    let is_deaf = number < DEAF;
    if is_deaf {
        socket.set_recv_buffer_size(4096)?;
    }
    socket.connect(&server.into()).context("cannot connect to the server")?;
    let mut connection = TcpStream::from(socket);
    let ask = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    if is_deaf {
        connection.write_all(ask("/api/v1/openapi.json").repeat(20).as_bytes())?;
    } else {
        connection.write_all(ask("/healthz").as_bytes())?;
        ensure!(connection.read(&mut [0; 1024])? > 0, "the server closed an idle connection");
    }
    connection.set_nonblocking(true)?;
    Ok(connection)
}

/// True if the peer has neither closed nor reset the connection.
fn is_open(connection: &TcpStream) -> bool {
    match connection.peek(&mut [0]) {
        Ok(read) => read > 0,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}

fn raise_file_limit() -> Result<()> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).context("cannot raise the limit of open files")
}
