//! Where messages go: the operator's mail server, or a folder.

use std::{path::PathBuf, time::Duration};

use lettre::{Address, address::Envelope, message::Mailbox};

use super::{
    Bounces, Letter, Login, OAuth, Rates, Server, folder,
    smtp::{self, Tell},
};

/// Characters before the @ of an address (RFC 5321).
const LOCAL: usize = 64;

/// What came of sending.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Sent {
    Accepted,
    /// It was not taken, and may be later.
    Later(String),
    /// It was not taken, and will not be.
    Refused(String),
    /// It may have been taken.
    Unknown(String),
}

#[derive(Debug)]
pub enum Transport {
    Server { server: Server, login: Option<Login>, oauth: Option<Box<OAuth>> },
    Folder(PathBuf),
}

/// Sends messages.
#[derive(Debug)]
pub struct Post {
    transport: Transport,
    from: Mailbox,
    rates: Rates,
    /// Time for which messages that have ended are kept.
    keep: Duration,
    /// The mailbox takes addresses with something after a `+`, by which messages that come back are known.
    takes_bounces: bool,
}

impl Post {
    /// Fails where `from` is no address, with or without a name before it.
    pub fn new(transport: Transport, from: &str, rates: Rates, keep: Duration) -> Result<Self, String> {
        let from =
            from.parse().map_err(|_| "give an address, such as quiz@example.org or Quizzes <quiz@example.org>")?;
        Ok(Self { transport, from, rates, keep, takes_bounces: false })
    }

    /// Fails where there is no room for a token before the @: 64 characters are allowed there.
    pub fn taking_bounces(self, takes_bounces: bool) -> Result<Self, String> {
        let room = LOCAL - 1 - Bounces::LENGTH;
        if takes_bounces && self.from.email.user().len() > room {
            return Err(format!("for messages that come back, at most {room} characters may stand before the @"));
        }
        Ok(Self { takes_bounces, ..self })
    }

    pub(crate) fn rates(&self) -> Rates {
        self.rates
    }

    pub(crate) fn keep(&self) -> Duration {
        self.keep
    }

    /// The Message-ID of an attempt to send a message.
    pub(crate) fn message_id(&self, mail: &str, attempt: u128) -> String {
        format!("<{mail}.{attempt:x}@{}>", self.from.email.domain())
    }

    /// The address that a message comes back to, with its token; the usual one where none is given.
    fn return_path(&self, token: Option<&str>) -> Option<Address> {
        let (user, domain) = (self.from.email.user(), self.from.email.domain());
        let tagged = Address::new(format!("{user}+{}", token?), domain);
        tagged.ok()
    }

    /// Sends a message, and tells of each step. If it comes back, it does so to an address with this token.
    pub(crate) async fn send(&self, letter: &Letter, message_id: &str, token: Option<&str>, tell: Tell<'_>) -> Sent {
        let message = match letter.message(&self.from, message_id) {
            Ok(message) => message,
            Err(error) => return Sent::Refused(error),
        };
        match &self.transport {
            Transport::Folder(path) => match folder::put(path, message_id, message.formatted()).await {
                Ok(()) => {
                    tell("file", Ok(()));
                    Sent::Accepted
                }
                Err(error) => {
                    let reason = format!("file: {error}");
                    tell("file", Err(&reason));
                    Sent::Later(reason)
                }
            },
            Transport::Server { server, login, oauth } => {
                let fresh = match oauth {
                    None => None,
                    Some(oauth) => match oauth.login().await {
                        Ok(login) => {
                            tell("token", Ok(()));
                            Some(login)
                        }
                        Err(error) => {
                            let reason = format!("token: {error}");
                            tell("token", Err(&reason));
                            return Sent::Later(reason);
                        }
                    },
                };
                let login = fresh.as_ref().or(login.as_ref());
                let envelope = match self.return_path(token).filter(|_| self.takes_bounces) {
                    Some(from) => Envelope::new(Some(from), message.envelope().to().to_vec()).ok(),
                    None => None,
                };
                let envelope = envelope.as_ref().unwrap_or_else(|| message.envelope());
                let (sent, is_login) = smtp::send(server, login, envelope, &message.formatted(), tell).await;
                if let (Some(oauth), true) = (oauth, is_login) {
                    // The token may have been taken back.
                    oauth.forget().await;
                }
                sent
            }
        }
    }
}
