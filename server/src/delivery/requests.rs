//! The few requests of SFTP, version 3, that an upload needs (draft-ietf-secsh-filexfer-02 and OpenSSH's PROTOCOL).

use std::{io, time::Duration};

use bytes::{Buf, Bytes};
use thiserror::Error;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{ChildStdin, ChildStdout},
    time::timeout,
};

use super::pace::Host;

/// Timeout of each reply, and of sending each packet.
const PATIENCE: Duration = Duration::from_mins(1);
/// Every host accepts writes of this size, and no other packet is as large.
const PIECE: usize = 32 * 1024;
/// Maximum number of unanswered writes. Their replies fit into a pipe, which prevents a deadlock.
const AHEAD: usize = 64;

const VERSION_3: [u8; 4] = 3_u32.to_be_bytes();
/// Write, create, truncate.
const FOR_WRITING: [u8; 4] = 0x1a_u32.to_be_bytes();
const NO_ATTRIBUTES: [u8; 4] = 0_u32.to_be_bytes();

const INIT: u8 = 1;
const VERSION: u8 = 2;
const OPEN: u8 = 3;
const CLOSE: u8 = 4;
const WRITE: u8 = 6;
const REMOVE: u8 = 13;
const STAT: u8 = 17;
const RENAME: u8 = 18;
const STATUS: u8 = 101;
const HANDLE: u8 = 102;
const ATTRIBUTES: u8 = 105;
const EXTENDED: u8 = 200;

const POSIX_RENAME: &[u8] = b"posix-rename@openssh.com";
const FSYNC: &[u8] = b"fsync@openssh.com";

#[derive(Debug, Error)]
pub(super) enum Failure {
    /// The host's message.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Lost(#[from] io::Error),
}

pub(super) struct Session {
    to: ChildStdin,
    from: ChildStdout,
    extensions: Vec<Bytes>,
    last_id: u32,
    unanswered: usize,
}

pub(super) struct Upload<'a> {
    session: &'a mut Session,
    handle: Vec<u8>,
    offset: u64,
}

impl Session {
    pub(super) async fn open(to: ChildStdin, from: ChildStdout) -> io::Result<Self> {
        let mut session = Self { to, from, extensions: Vec::new(), last_id: 0, unanswered: 0 };
        session.send(INIT, &[&VERSION_3]).await?;
        let (VERSION, mut body) = session.receive().await? else { return Err(garbled()) };
        body.try_get_u32().map_err(|_| garbled())?;
        while !body.is_empty() {
            session.extensions.push(string_from(&mut body)?);
            string_from(&mut body)?;
        }
        Ok(session)
    }

    /// True unless the host reports that it is something else.
    pub(super) async fn is_folder(&mut self, path: &str) -> Result<bool, Failure> {
        let (ATTRIBUTES, mut body) = self.ask(STAT, &[&string(path.as_bytes())]).await? else {
            return Err(garbled().into());
        };
        let flags = body.try_get_u32().map_err(|_| garbled())?;
        let before_mode = if flags & 1 == 0 { 0 } else { 8 } + if flags & 2 == 0 { 0 } else { 8 };
        if flags & 4 == 0 || body.len() < before_mode + 4 {
            return Ok(true);
        }
        body.advance(before_mode);
        Ok(body.get_u32() & 0o170_000 == 0o040_000)
    }

    pub(super) async fn create(&mut self, path: &str) -> Result<Upload<'_>, Failure> {
        let fields = [&string(path.as_bytes())[..], &FOR_WRITING, &NO_ATTRIBUTES];
        let (HANDLE, mut body) = self.ask(OPEN, &fields).await? else { return Err(garbled().into()) };
        let handle = string(&string_from(&mut body)?);
        Ok(Upload { session: self, handle, offset: 0 })
    }

    pub(super) async fn remove(&mut self, path: &str) -> Result<(), Failure> {
        self.ask(REMOVE, &[&string(path.as_bytes())]).await.map(drop)
    }

    /// Renames a file and replaces one of the new name, atomically if the host supports that.
    pub(super) async fn replace(&mut self, from: &str, to: &str) -> Result<(), Failure> {
        let names = [string(from.as_bytes()), string(to.as_bytes())];
        if self.can(POSIX_RENAME) {
            return self.ask(EXTENDED, &[&string(POSIX_RENAME), &names[0], &names[1]]).await.map(drop);
        }
        // Renaming in the older protocol does not replace files.
        if self.ask(RENAME, &[&names[0], &names[1]]).await.is_err() {
            let _ = self.remove(to).await;
            self.ask(RENAME, &[&names[0], &names[1]]).await?;
        }
        Ok(())
    }

    fn can(&self, extension: &[u8]) -> bool {
        self.extensions.iter().any(|name| name == extension)
    }

    /// Sends a request after all earlier ones are answered, and returns its reply.
    async fn ask(&mut self, kind: u8, fields: &[&[u8]]) -> Result<(u8, Bytes), Failure> {
        self.settle().await?;
        self.request(kind, fields).await?;
        self.answer().await
    }

    async fn request(&mut self, kind: u8, fields: &[&[u8]]) -> io::Result<()> {
        self.last_id = self.last_id.wrapping_add(1);
        let id = self.last_id.to_be_bytes();
        self.unanswered += 1;
        self.send(kind, &[&[&id[..]], fields].concat()).await
    }

    async fn settle(&mut self) -> Result<(), Failure> {
        while self.unanswered > 0 {
            self.answer().await?;
        }
        Ok(())
    }

    /// Returns the next reply. Replies to writes may come in any order, and only report success.
    async fn answer(&mut self) -> Result<(u8, Bytes), Failure> {
        let (kind, mut body) = self.receive().await?;
        self.unanswered -= 1;
        body.try_get_u32().map_err(|_| garbled())?;
        if kind == STATUS {
            let code = body.try_get_u32().map_err(|_| garbled())?;
            if code != 0 {
                let told = string_from(&mut body).unwrap_or_default();
                let told = String::from_utf8_lossy(&told);
                return Err(Failure::Refused(if told.is_empty() { format!("status {code}") } else { told.into() }));
            }
        }
        Ok((kind, body))
    }

    async fn send(&mut self, kind: u8, fields: &[&[u8]]) -> io::Result<()> {
        let body = fields.concat();
        let length = u32::try_from(body.len() + 1).map_err(|_| garbled())?;
        let packet = [&length.to_be_bytes(), &[kind][..], &body].concat();
        timeout(PATIENCE, self.to.write_all(&packet)).await?
    }

    async fn receive(&mut self) -> io::Result<(u8, Bytes)> {
        let packet = async {
            let length = usize::try_from(self.from.read_u32().await?).unwrap_or(usize::MAX);
            if !(1..=PIECE).contains(&length) {
                return Err(garbled());
            }
            let kind = self.from.read_u8().await?;
            let mut body = vec![0; length - 1];
            self.from.read_exact(&mut body).await?;
            Ok((kind, Bytes::from(body)))
        };
        timeout(PATIENCE, packet).await?
    }
}

impl Upload<'_> {
    pub(super) async fn close(self) -> Result<(), Failure> {
        self.session.ask(CLOSE, &[&self.handle]).await.map(drop)
    }
}

impl Host for Upload<'_> {
    type Error = Failure;

    async fn take(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        for piece in bytes.chunks(PIECE) {
            if self.session.unanswered == AHEAD {
                self.session.answer().await?;
            }
            let fields = [&self.handle[..], &self.offset.to_be_bytes(), &string(piece)];
            self.session.request(WRITE, &fields).await?;
            self.offset += piece.len() as u64;
        }
        Ok(())
    }

    /// Syncs to the host's disk, if the host supports that.
    async fn sync(&mut self) -> Result<(), Failure> {
        if self.session.can(FSYNC) {
            self.session.ask(EXTENDED, &[&string(FSYNC), &self.handle]).await?;
        }
        self.session.settle().await
    }
}

/// A string in a request: its length, then its bytes.
fn string(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes(), bytes].concat()
}

fn string_from(body: &mut Bytes) -> io::Result<Bytes> {
    let length = usize::try_from(body.try_get_u32().map_err(|_| garbled())?).unwrap_or(usize::MAX);
    if length > body.len() {
        return Err(garbled());
    }
    Ok(body.split_to(length))
}

fn garbled() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the host does not speak SFTP")
}
