//! The overall deadline of a delivery. Requests have their own timeouts, but a host that answers each of them late
//! could keep the export's snapshot open, and the write-ahead log growing, without limit.

use std::{io, time::Duration};

use thiserror::Error;
use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    time::{Instant, timeout_at},
};

use super::pipe::PipeReader;

/// The minimum speed of a host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Time allowed for any file.
    pub(super) grace: Duration,
    /// Each such number of accepted bytes adds one second.
    pub(super) bytes_per_second: u64,
}

/// Ten minutes, plus the time that a file takes at 512 kbit/s.
pub(super) const USUAL: Pace = Pace { grace: Duration::from_mins(10), bytes_per_second: 64 * 1024 };

#[derive(Debug, Error)]
pub(super) enum Stopped {
    #[error("the export ended early")]
    Export,
    #[error(transparent)]
    Host(#[from] io::Error),
    #[error("took too long")]
    TooSlow,
}

impl Pace {
    /// Writes all pieces to `host` and flushes.
    pub(super) async fn copy<W: AsyncWrite + Unpin>(self, mut pieces: PipeReader, host: &mut W) -> Result<(), Stopped> {
        let begun = Instant::now();
        let mut taken = 0;
        loop {
            let deadline = begun + self.grace + Duration::from_secs(taken / self.bytes_per_second);
            let step = async {
                let Some(piece) = pieces.next().await.map_err(|_| Stopped::Export)? else {
                    host.flush().await?;
                    return Ok(None);
                };
                host.write_all(&piece).await?;
                Ok(Some(piece.len()))
            };
            match timeout_at(deadline, step).await.unwrap_or(Err(Stopped::TooSlow))? {
                Some(length) => taken += u64::try_from(length).unwrap_or(u64::MAX),
                None => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write, thread};

    use tokio::io::{AsyncReadExt, DuplexStream, duplex};

    use super::{super::pipe::pipe, *};

    const QUICK: Pace = Pace { grace: Duration::from_millis(300), bytes_per_second: 1024 * 1024 };

    /// Takes a few bytes now and then, so that no piece ever waits as long as the grace.
    async fn take_slowly(mut host: DuplexStream) {
        let mut bytes = [0; 100];
        while host.read_exact(&mut bytes).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    #[tokio::test]
    async fn a_host_that_takes_every_write_slowly_is_cut_at_the_deadline() {
        let (mut writer, reader) = pipe();
        let piece = move || writer.write_all(&[7; 1000]).and_then(|()| writer.flush());
        let export = thread::spawn(move || std::iter::repeat_with(piece).find_map(Result::err));
        let (mut near, far) = duplex(100);
        let host = tokio::spawn(take_slowly(far));
        let copied = tokio::time::timeout(Duration::from_secs(10), QUICK.copy(reader, &mut near)).await;
        let stopped = copied.expect("it ends by itself").expect_err("the host is too slow");
        assert!(matches!(stopped, Stopped::TooSlow), "{stopped}");
        let told = tokio::task::spawn_blocking(|| export.join().expect("no panic")).await.expect("no panic");
        assert_eq!(told.map(|error| error.kind()), Some(io::ErrorKind::BrokenPipe), "the export ends too");
        host.abort();
    }

    #[tokio::test]
    async fn a_large_file_has_longer_than_a_small_one() {
        let (mut writer, reader) = pipe();
        let export = thread::spawn(move || {
            let piece = vec![7; 512 * 1024];
            for _ in 0..8 {
                writer.write_all(&piece)?;
                thread::sleep(Duration::from_millis(100));
            }
            writer.finish()
        });
        let (mut near, mut far) = duplex(64 * 1024);
        let host = tokio::spawn(async move {
            let mut received = Vec::new();
            far.read_to_end(&mut received).await.map(|_| received.len())
        });
        QUICK.copy(reader, &mut near).await.expect("it was quick enough");
        drop(near);
        let received = host.await.expect("no panic").expect("everything");
        assert_eq!(received, 4 * 1024 * 1024);
        tokio::task::spawn_blocking(|| export.join().expect("no panic")).await.expect("no panic").expect("taken");
    }
}
