//! One message to the operator's mail server, over a connection of its own. Each step has its own deadline: the library's
//! covers connecting alone.

use std::{sync::Arc, time::Duration};

use lettre::{
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailParameter},
    },
};
use tokio::time::timeout;

use super::Sent;

const CONNECT: Duration = Duration::from_secs(30);
/// The connection, the greeting and the first reply.
const GREETING: Duration = Duration::from_secs(90);
const COMMAND: Duration = Duration::from_mins(2);
/// For the reply to the text. RFC 5321 asks for as long: the server may have taken it, and an earlier end would send it twice.
const TEXT: Duration = Duration::from_mins(10);
const QUIT: Duration = Duration::from_secs(5);
/// Characters of an error that are kept.
const LONGEST: usize = 200;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tls {
    /// Begins in clear, and goes on only if the server offers TLS.
    StartTls,
    /// From the first byte on.
    Whole,
    /// To this machine alone.
    None,
}

#[derive(Clone, Debug)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub tls: Tls,
    /// PEM certificates that sign the server's, in place of those that browsers trust.
    pub ca: Option<Arc<[u8]>>,
    /// The time for each command; tests have less.
    pub patience: Option<Duration>,
}

/// How to sign in.
#[derive(Clone, Debug)]
pub enum Login {
    Password { user: String, password: String },
    Token { user: String, token: String },
}

impl Login {
    fn parts(&self) -> (&'static [Mechanism], Credentials) {
        match self {
            Self::Password { user, password } => {
                (&[Mechanism::Plain, Mechanism::Login], Credentials::new(user.clone(), password.clone()))
            }
            Self::Token { user, token } => (&[Mechanism::Xoauth2], Credentials::new(user.clone(), token.clone())),
        }
    }
}

/// Told of each step and its outcome.
pub(crate) type Tell<'a> = &'a mut (dyn FnMut(&'static str, Result<(), &str>) + Send);

/// A step that came to nothing.
struct Failure {
    reason: String,
    /// The server's code, if it has replied.
    code: Option<u16>,
    /// It was refused to sign in.
    is_login: bool,
}

impl Failure {
    fn of(step: &str, error: &Error) -> Self {
        let code = error.status().map(u16::from);
        let reason = match code {
            // Of the reply's text, only the enhanced code: the rest may hold the address.
            Some(code) => format!("{step}: the mail server replied {code}{}", enhanced(&error.to_string())),
            // The server's own words may hold the address, and anything else.
            None if error.is_response() => format!("{step}: the mail server replied with what is not SMTP"),
            None => {
                let text: String = error.to_string().chars().filter(|c| !c.is_control()).take(LONGEST).collect();
                format!("{step}: {text}")
            }
        };
        Self { reason, code, is_login: false }
    }

    /// What it means for a message that the server has not been given yet.
    fn before(self) -> Sent {
        Sent::Later(self.reason)
    }

    fn of_message(self) -> Sent {
        if self.code.is_some_and(|code| code >= 500) { Sent::Refused(self.reason) } else { Sent::Later(self.reason) }
    }
}

/// The enhanced code of a reply, such as 5.1.1, with a blank before it.
fn enhanced(error: &str) -> String {
    let is_code = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.len() == 3 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let reply = error.split_once("): ").map_or("", |(_, reply)| reply);
    reply.split_whitespace().next().filter(is_code).map(|code| format!(" {code}")).unwrap_or_default()
}

async fn step<T>(
    name: &'static str,
    limit: Duration,
    tell: Tell<'_>,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Failure> {
    let failure = match timeout(limit, work).await {
        Ok(Ok(done)) => {
            tell(name, Ok(()));
            return Ok(done);
        }
        Ok(Err(error)) => Failure::of(name, &error),
        Err(_) => {
            Failure { reason: format!("{name}: no reply within {} s", limit.as_secs()), code: None, is_login: false }
        }
    };
    tell(name, Err(&failure.reason));
    Err(failure)
}

/// And true where it was refused to sign in.
pub(super) async fn send(
    server: &Server,
    login: Option<&Login>,
    envelope: &Envelope,
    text: &[u8],
    tell: Tell<'_>,
) -> (Sent, bool) {
    let command = server.patience.unwrap_or(COMMAND);
    let mut connection = match connect(server, login, command, tell).await {
        Ok(connection) => connection,
        Err(failure) => {
            let is_login = failure.is_login;
            return (failure.before(), is_login);
        }
    };
    let sent = match give(&mut connection, envelope, command, tell).await {
        Ok(()) => finish(&mut connection, text, server.patience.unwrap_or(TEXT), tell).await,
        Err(sent) => sent,
    };
    let _ = timeout(QUIT, connection.quit()).await;
    (sent, false)
}

async fn connect(
    server: &Server,
    login: Option<&Login>,
    command: Duration,
    tell: Tell<'_>,
) -> Result<AsyncSmtpConnection, Failure> {
    let hello = ClientId::default();
    let tls = tls_parameters(server).map_err(|error| Failure::of("connect", &error))?;
    let whole = (server.tls == Tls::Whole).then(|| tls.clone());
    let place = (server.host.as_str(), server.port);
    let greeted = AsyncSmtpConnection::connect_tokio1(place, Some(CONNECT), &hello, whole, None);
    let mut connection = step("connect", server.patience.unwrap_or(GREETING), tell, greeted).await?;
    if server.tls == Tls::StartTls {
        step("start TLS", command, tell, connection.starttls(tls, &hello)).await?;
    }
    if let Some(login) = login {
        let (mechanisms, credentials) = login.parts();
        step("sign in", command, tell, connection.auth(mechanisms, &credentials))
            .await
            .map_err(|failure| Failure { is_login: true, ..failure })?;
    }
    Ok(connection)
}

fn tls_parameters(server: &Server) -> Result<TlsParameters, Error> {
    let Some(ca) = &server.ca else { return TlsParameters::new(server.host.clone()) };
    let own = TlsParameters::builder(server.host.clone()).certificate_store(CertificateStore::None);
    own.add_root_certificate(Certificate::from_pem(ca)?).build()
}

/// Up to the text: what fails here was not sent.
async fn give(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope,
    command: Duration,
    tell: Tell<'_>,
) -> Result<(), Sent> {
    let mut parameters = Vec::new();
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    if addresses.any(|address| !address.to_string().is_ascii()) {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(Sent::Refused("sender: the mail server takes no addresses beyond ASCII".to_owned()));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    let sender = Mail::new(envelope.from().cloned(), parameters);
    // What is refused before a recipient is named is about this server: a full quota, a sender that is not allowed.
    step("sender", command, tell, connection.command(sender)).await.map_err(Failure::before)?;
    for recipient in envelope.to() {
        let recipient = Rcpt::new(recipient.clone(), Vec::new());
        step("recipient", command, tell, connection.command(recipient)).await.map_err(Failure::of_message)?;
    }
    step("begin of text", command, tell, connection.command(Data)).await.map(drop).map_err(Failure::before)
}

/// From the first byte of the text on, only a reply tells what has become of it.
async fn finish(connection: &mut AsyncSmtpConnection, text: &[u8], limit: Duration, tell: Tell<'_>) -> Sent {
    match step("text", limit, tell, connection.message(text)).await {
        Ok(reply) if u16::from(reply.code()) / 100 == 2 => Sent::Accepted,
        Ok(_) => Sent::Unknown("text: the mail server replied with what is no outcome".to_owned()),
        Err(failure) if failure.code.is_some() => failure.of_message(),
        Err(failure) => Sent::Unknown(failure.reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_reply_only_the_codes_are_kept() {
        assert_eq!(enhanced("permanent error (550): 5.1.1 <ana@example.com> unknown"), " 5.1.1");
        for other in
            ["permanent error (550): ana@example.com", "permanent error (550)", "x", "e (550): 5.1. no", "e (5): a.b.c"]
        {
            assert_eq!(enhanced(other), "", "{other}");
        }
    }
}
