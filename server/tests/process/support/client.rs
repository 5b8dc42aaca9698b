//! A blocking keep-alive client that detects incomplete responses.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

pub(crate) struct Client {
    address: String,
    connection: Option<BufReader<TcpStream>>,
    pub(crate) key: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// In lower case, one per line.
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Reply {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Client {
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.to_owned(), connection: None, key: None }
    }

    pub(crate) fn with_key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }

    pub(crate) fn get(&mut self, path: &str) -> io::Result<Reply> {
        self.send("GET", path, "")
    }

    #[expect(clippy::needless_pass_by_value, reason = "json!(…) reads better without an ampersand")]
    pub(crate) fn post(&mut self, path: &str, body: Value) -> io::Result<Reply> {
        self.send("POST", path, &body.to_string())
    }

    #[expect(clippy::needless_pass_by_value, reason = "json!(…) reads better without an ampersand")]
    pub(crate) fn put(&mut self, path: &str, body: Value) -> io::Result<Reply> {
        self.send("PUT", path, &body.to_string())
    }

    pub(crate) fn send_form(&mut self, path: &str, body: &str) -> io::Result<Reply> {
        let head = self.head("POST", path, body.len()).replace("application/json", "application/x-www-form-urlencoded");
        self.exchange(&format!("{head}{body}"))
    }

    pub(crate) fn delete(&mut self, path: &str) -> io::Result<Reply> {
        self.send("DELETE", path, "")
    }

    fn send(&mut self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        let head = self.head(method, path, body.len());
        let reply = self.exchange(&format!("{head}{body}"));
        if reply.is_err() {
            self.connection = None;
        }
        reply
    }

    /// The head of a request, for tests that send it piece by piece.
    pub(crate) fn head(&self, method: &str, path: &str, length: usize) -> String {
        let key = self.key.as_ref().map_or(String::new(), |key| format!("x-api-key: {key}\r\n"));
        let body = if method == "GET" {
            String::new()
        } else {
            format!("content-type: application/json\r\ncontent-length: {length}\r\n")
        };
        format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{key}{body}\r\n", self.address)
    }

    /// Writes a piece of a request. Fails if the connection is closed.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let stream = TcpStream::connect(&self.address)?;
                stream.set_read_timeout(Some(Duration::from_secs(20)))?;
                stream.set_nodelay(true)?;
                none.insert(BufReader::new(stream))
            }
        };
        connection.get_mut().write_all(text.as_bytes())
    }

    /// Reads a complete response. Fails if it is truncated.
    pub(crate) fn read(&mut self) -> io::Result<Reply> {
        let connection = self.connection.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let mut line = || {
            let mut line = String::new();
            if connection.read_line(&mut line)? == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
            }
            Ok(line.trim_end().to_owned())
        };
        let first = line()?;
        let status = first.split(' ').nth(1).and_then(|text| text.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let mut length = 0;
        let mut headers = String::new();
        loop {
            let header = line()?.to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length: ") {
                length = value.parse().map_err(|_| io::ErrorKind::InvalidData)?;
            }
            assert!(!header.starts_with("transfer-encoding"), "replies of the API say how long they are");
            headers += &header;
            headers.push('\n');
        }
        let mut body = vec![0; length];
        connection.read_exact(&mut body)?;
        Ok(Reply { status, headers, body: String::from_utf8(body).map_err(|_| io::ErrorKind::InvalidData)? })
    }

    fn exchange(&mut self, request: &str) -> io::Result<Reply> {
        self.write(request)?;
        self.read()
    }
}
