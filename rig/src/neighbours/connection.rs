//! A keep-alive HTTP/1.1 connection with a deadline for each request.

use std::{
    io::{self, BufRead, BufReader, Error, ErrorKind, Read, Result, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

pub(crate) struct Request {
    method: &'static str,
    path: String,
    /// Lines, each terminated by CRLF.
    headers: String,
    body: String,
}

pub(crate) struct Connection {
    server: SocketAddr,
    open: Option<BufReader<InTime>>,
}

struct Reply {
    status: u16,
    stays_open: bool,
}

/// A stream whose reads fail after a deadline.
struct InTime {
    stream: TcpStream,
    until: Instant,
}

impl Request {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), headers: String::new(), body: String::new() }
    }

    pub(crate) fn post(path: impl Into<String>, json: impl Into<String>) -> Self {
        let request = Self { method: "POST", body: json.into(), ..Self::get(path) };
        request.with("content-type", "application/json")
    }

    pub(crate) fn form(path: impl Into<String>, fields: impl Into<String>) -> Self {
        let request = Self { method: "POST", body: fields.into(), ..Self::get(path) };
        request.with("content-type", "application/x-www-form-urlencoded")
    }

    pub(crate) fn patch(path: impl Into<String>, json: impl Into<String>) -> Self {
        Self::post(path, json).by("PATCH")
    }

    pub(crate) fn by(self, method: &'static str) -> Self {
        Self { method, ..self }
    }

    pub(crate) fn with(mut self, header: &str, value: &str) -> Self {
        self.headers.extend([header, ": ", value, "\r\n"]);
        self
    }

    fn text(&self) -> String {
        let Self { method, path, headers, body } = self;
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{headers}content-length: {}\r\n\r\n{body}", body.len())
    }
}

impl Connection {
    pub(crate) fn new(server: SocketAddr) -> Self {
        Self { server, open: None }
    }

    /// Sends a request, writes the response body to `body`, and returns the status. Connects first if necessary. A
    /// response that is truncated or incomplete at `until` is an error.
    pub(crate) fn ask(&mut self, request: &Request, until: Instant, body: &mut impl Write) -> Result<u16> {
        let mut reader = self.send(request, until)?;
        let reply = read(&mut reader, body)?;
        if reply.stays_open {
            self.open = Some(reader);
        }
        Ok(reply.status)
    }

    pub(crate) fn leave(&mut self, request: &Request, until: Instant) -> Result<()> {
        self.send(request, until).map(drop)
    }

    fn send(&mut self, request: &Request, until: Instant) -> Result<BufReader<InTime>> {
        let mut reader = if let Some(open) = self.open.take() {
            open
        } else {
            let stream = TcpStream::connect_timeout(&self.server, left(until)?)?;
            stream.set_nodelay(true)?;
            BufReader::with_capacity(64 * 1024, InTime { stream, until })
        };
        let connection = reader.get_mut();
        connection.until = until;
        connection.stream.set_write_timeout(Some(left(until)?))?;
        connection.stream.write_all(request.text().as_bytes())?;
        Ok(reader)
    }
}

impl Read for InTime {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.stream.set_read_timeout(Some(left(self.until)?))?;
        self.stream.read(buffer)
    }
}

fn left(until: Instant) -> Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

fn read(reader: &mut impl BufRead, body: &mut impl Write) -> Result<Reply> {
    let malformed = || Error::new(ErrorKind::InvalidData, "a malformed reply");
    let status = line(reader)?.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(malformed)?;
    let mut reply = Reply { status, stays_open: true };
    let (mut length, mut is_chunked) = (None, false);
    loop {
        let line = line(reader)?;
        let Some((name, value)) = line.split_once(':') else { break };
        match (name.to_ascii_lowercase().as_str(), value.trim()) {
            ("content-length", value) => length = Some(value.parse().map_err(|_| malformed())?),
            ("transfer-encoding", "chunked") => is_chunked = true,
            ("connection", "close") => reply.stays_open = false,
            _ => {}
        }
    }
    while is_chunked {
        let size = u64::from_str_radix(line(reader)?.trim(), 16).map_err(|_| malformed())?;
        copy(reader, size, body)?;
        line(reader)?;
        is_chunked = size > 0;
    }
    copy(reader, length.unwrap_or(0), body)?;
    Ok(reply)
}

fn line(reader: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(line)
}

fn copy(reader: &mut impl Read, length: u64, body: &mut impl Write) -> Result<()> {
    let copied = io::copy(&mut reader.by_ref().take(length), body)?;
    if copied == length { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(mut replies: &[u8]) -> Result<(u16, Vec<u8>)> {
        let mut body = Vec::new();
        let reply = read(&mut replies, &mut body)?;
        assert!(replies.is_empty(), "the next reply begins within this one");
        Ok((reply.status, body))
    }

    #[test]
    fn a_body_has_its_length_before_it_or_comes_in_chunks() {
        let (status, sized) = body(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc").expect("a reply");
        assert_eq!((status, sized.as_slice()), (200, b"abc".as_slice()));
        let chunks = b"HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
        assert_eq!(body(chunks).expect("a reply"), (503, b"abc".to_vec()));
    }

    #[test]
    fn a_reply_that_is_cut_off_is_an_error() {
        assert!(body(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc").is_err());
        assert!(body(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n").is_err());
        assert!(body(b"HTTP/1.1 200 OK\r\n").is_err());
    }
}
