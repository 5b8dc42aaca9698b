//! HTTP requests, one per connection.

use std::{
    io::{Error, ErrorKind, Read, Result, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::Value;

/// Longer than the server's request timeout.
const LIMIT: Duration = Duration::from_secs(35);

pub(super) struct Reply {
    pub(super) status: u16,
    headers: String,
    pub(super) body: String,
}

impl Reply {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.headers.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

pub(super) fn get(port: u16, path: &str) -> Result<Reply> {
    send(port, "GET", path, "", "")
}

pub(super) fn post(port: u16, path: &str, json: &str) -> Result<Reply> {
    send(port, "POST", path, "", json)
}

pub(super) fn is_ok(port: u16, path: &str) -> bool {
    get(port, path).is_ok_and(|reply| reply.status == 200)
}

/// Sends a request. A truncated response is an error.
pub(super) fn send(port: u16, method: &str, path: &str, key: &str, json: &str) -> Result<Reply> {
    let mut connection = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), LIMIT)?;
    connection.set_read_timeout(Some(LIMIT))?;
    let key = if key.is_empty() { String::new() } else { format!("x-api-key: {key}\r\n") };
    // In HTTP/1.0, a response ends with the connection.
    let request = format!(
        "{method} {path} HTTP/1.0\r\nhost: 127.0.0.1:{port}\r\n{key}content-type: application/json\r\n\
         content-length: {}\r\n\r\n{json}",
        json.len()
    );
    connection.write_all(request.as_bytes())?;
    let mut reply = String::new();
    connection.read_to_string(&mut reply)?;
    parse(&reply).ok_or_else(|| Error::new(ErrorKind::UnexpectedEof, "the reply was cut off"))
}

fn parse(reply: &str) -> Option<Reply> {
    let (headers, body) = reply.split_once("\r\n\r\n")?;
    let status = headers.split(' ').nth(1)?.parse().ok()?;
    let reply = Reply { status, headers: headers.to_owned(), body: body.to_owned() };
    let is_whole = reply.header("content-length").is_none_or(|length| length == body.len().to_string());
    is_whole.then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_is_cut_off_is_none() {
        let reply = parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nx-server: b\r\n\r\n{}").expect("a reply");
        assert_eq!((reply.status, reply.header("X-Server"), reply.body.as_str()), (200, Some("b"), "{}"));
        assert!(parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{").is_none());
        assert!(parse("HTTP/1.1 200 OK\r\nContent-").is_none());
    }
}
