//! The overall deadline of a delivery. Requests have their own timeouts, but a host that answers each of them late
//! could keep the export's snapshot open, and the write-ahead log growing, without limit.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::pipe::PipeReader;

#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Time allowed for any file.
    pub(super) grace: Duration,
    /// This number of accepted bytes adds one second.
    pub(super) bytes_per_second: u64,
}

/// Ten minutes, plus the time that a file takes at 512 kbit/s.
pub(super) const USUAL: Pace = Pace { grace: Duration::from_mins(10), bytes_per_second: 64 * 1024 };

/// The file on the other host.
pub(super) trait Host {
    type Error;

    fn take(&mut self, bytes: &[u8]) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Waits until all accepted bytes are written.
    fn sync(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

#[derive(Debug)]
pub(super) enum Stopped<E> {
    /// The export ended early.
    Export,
    Host(E),
    TooSlow,
}

impl Pace {
    pub(super) async fn copy<H: Host>(self, mut pieces: PipeReader, host: &mut H) -> Result<(), Stopped<H::Error>> {
        let begun = Instant::now();
        let mut taken = 0;
        loop {
            let deadline = begun + self.grace + Duration::from_secs(taken / self.bytes_per_second);
            let step = async {
                let Some(piece) = pieces.next().await.map_err(|_| Stopped::Export)? else {
                    host.sync().await.map_err(Stopped::Host)?;
                    return Ok(None);
                };
                host.take(&piece).await.map_err(Stopped::Host)?;
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
    use std::{
        io::{self, Write},
        thread,
    };

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::{super::pipe::pipe, *};

    const QUICK: Pace = Pace { grace: Duration::from_millis(300), bytes_per_second: 1024 * 1024 };

    impl Host for DuplexStream {
        type Error = io::Error;

        async fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.write_all(bytes).await
        }

        async fn sync(&mut self) -> io::Result<()> {
            self.flush().await
        }
    }

    /// Reads a few bytes at intervals, so that no piece ever waits as long as the grace period.
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
        assert!(matches!(stopped, Stopped::TooSlow), "{stopped:?}");
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
