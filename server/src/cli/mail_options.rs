//! How mail is sent: the operator's mail server, or a folder to try things out.

use std::{
    net::{IpAddr, ToSocketAddrs},
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::duration;
use crate::{
    mail::{Grant, Login, OAuth, Post, Rates, Server, Tls, Transport},
    webhooks::Client,
};

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum TlsOption {
    Starttls,
    Tls,
    None,
}

#[derive(Args, Clone, Debug)]
pub(super) struct MailOptions {
    /// Mail server that takes messages, such as smtp.example.org or smtp.example.org:2525; without it and --mail-folder, no
    /// mail is sent. The port is 587, or 465 with --mail-tls tls
    #[arg(long, env = "QA_MAIL_SERVER", value_name = "HOST[:PORT]", conflicts_with = "mail_folder")]
    mail_server: Option<String>,

    /// Folder that takes messages as files instead, to try things out
    #[arg(long, env = "QA_MAIL_FOLDER", value_name = "DIR")]
    mail_folder: Option<PathBuf>,

    /// Encryption: starttls, tls from the first byte on, or none, to this machine alone
    #[arg(long, env = "QA_MAIL_TLS", default_value = "starttls", value_name = "HOW")]
    mail_tls: TlsOption,

    /// File with the certificates (PEM) that sign the mail server's, in place of those that browsers trust
    #[arg(long, env = "QA_MAIL_CA", value_name = "FILE", requires = "mail_server")]
    mail_ca: Option<PathBuf>,

    /// Address that messages come from, such as quiz@example.org or 'Quizzes <quiz@example.org>'
    #[arg(long, env = "QA_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,

    /// Name to sign in to the mail server with
    #[arg(long, env = "QA_MAIL_USER", value_name = "NAME")]
    mail_user: Option<String>,

    /// File with the password for the mail server
    #[arg(long, env = "QA_MAIL_PASSWORD_FILE", value_name = "FILE", conflicts_with = "mail_token_url")]
    mail_password_file: Option<PathBuf>,

    /// Address at which the provider gives tokens to sign in with (XOAUTH2), in place of a password
    #[arg(long, env = "QA_MAIL_TOKEN_URL", value_name = "URL", requires = "mail_client_id")]
    mail_token_url: Option<String>,

    /// Id of this application at the provider
    #[arg(long, env = "QA_MAIL_CLIENT_ID", value_name = "ID")]
    mail_client_id: Option<String>,

    /// File with the secret of this application at the provider
    #[arg(long, env = "QA_MAIL_CLIENT_SECRET_FILE", value_name = "FILE")]
    mail_client_secret_file: Option<PathBuf>,

    /// File with a refresh token of the provider; without it, tokens are given to the application itself
    #[arg(long, env = "QA_MAIL_REFRESH_TOKEN_FILE", value_name = "FILE")]
    mail_refresh_token_file: Option<PathBuf>,

    /// What tokens are asked for, such as `https://outlook.office365.com/.default`
    #[arg(long, env = "QA_MAIL_SCOPE", value_name = "SCOPE")]
    mail_scope: Option<String>,

    /// Messages a minute from this server: off, or a number
    #[arg(long, env = "QA_MAIL_RATE", default_value = "60", value_name = "off|N", value_parser = rate)]
    mail_rate: Rate,

    /// Messages a minute from this server to one receiving domain: off, or a number
    #[arg(long, env = "QA_MAIL_DOMAIN_RATE", default_value = "30", value_name = "off|N", value_parser = rate)]
    mail_domain_rate: Rate,

    /// Let messages that come back do so to the address of --mail-from with a + and a token before the @, whose mail is handed to
    /// `mail bounce`
    #[arg(long, env = "QA_MAIL_BOUNCES")]
    mail_bounces: bool,

    /// Time to keep the list of messages that were sent, such as 30d
    #[arg(long, env = "QA_MAIL_KEEP", default_value = "30d", value_name = "TIME", value_parser = duration::parse)]
    mail_keep: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Rate(Option<NonZeroU32>);

fn rate(text: &str) -> Result<Rate, String> {
    if text == "off" {
        return Ok(Rate(None));
    }
    text.parse().map(|rate| Rate(Some(rate))).map_err(|_| "give off, or a number such as 60".to_owned())
}

impl MailOptions {
    /// `None` where mail is not set up. Tokens are asked for under the rules of webhooks.
    pub(super) fn post(&self, client: impl FnOnce() -> Client) -> anyhow::Result<Option<Post>> {
        let transport = match (&self.mail_server, &self.mail_folder) {
            (Some(server), _) => self.server(server, client)?,
            (None, Some(folder)) => Transport::Folder(folder.clone()),
            (None, None) => return Ok(None),
        };
        let from = self.mail_from.as_deref().context("give the address that messages come from, with --mail-from")?;
        let rates = Rates { all: self.mail_rate.0, domain: self.mail_domain_rate.0 };
        let post = Post::new(transport, from, rates, self.mail_keep).map_err(anyhow::Error::msg);
        post.and_then(|post| post.taking_bounces(self.mail_bounces).map_err(anyhow::Error::msg))
            .context("--mail-from")
            .map(Some)
    }

    fn server(&self, place: &str, client: impl FnOnce() -> Client) -> anyhow::Result<Transport> {
        let (host, port) = host_and_port(place)?;
        let (tls, usual) = match self.mail_tls {
            TlsOption::Starttls => (Tls::StartTls, 587),
            TlsOption::Tls => (Tls::Whole, 465),
            TlsOption::None => (Tls::None, 25),
        };
        let port = port.unwrap_or(usual);
        if tls == Tls::None {
            let found: Vec<_> = (host.as_str(), port).to_socket_addrs().context("--mail-server")?.collect();
            ensure!(
                found.iter().all(|address| address.ip().is_loopback()),
                "without encryption, mail goes to this machine alone: use --mail-tls starttls or tls"
            );
        }
        let login = match (&self.mail_user, &self.mail_password_file, &self.mail_token_url) {
            (Some(user), Some(file), _) => Some(Login::Password { user: user.clone(), password: secret(file)? }),
            (Some(_), None, Some(_)) | (None, None, None) => None,
            (Some(_), None, None) => {
                bail!("give the password of --mail-user with --mail-password-file, or --mail-token-url")
            }
            (None, ..) => bail!("give the name to sign in with, with --mail-user"),
        };
        let oauth = match (&self.mail_token_url, &self.mail_user, &self.mail_client_id) {
            (Some(url), Some(user), Some(id)) => Some(Box::new(self.oauth(url, user, id, client())?)),
            _ => None,
        };
        let ca = self.mail_ca.as_deref().map(certificates).transpose()?;
        Ok(Transport::Server { server: Server { host, port, tls, ca, patience: None }, login, oauth })
    }

    fn oauth(&self, url: &str, user: &str, id: &str, client: Client) -> anyhow::Result<OAuth> {
        client.rules().check(url).context("--mail-token-url")?;
        let grant = match &self.mail_refresh_token_file {
            Some(file) => Grant::RefreshToken(secret(file)?),
            None => Grant::ClientCredentials,
        };
        let client_secret = self.mail_client_secret_file.as_deref().map(secret).transpose()?;
        ensure!(
            client_secret.is_some() || matches!(grant, Grant::RefreshToken(_)),
            "give the secret of the application with --mail-client-secret-file"
        );
        let mut oauth = OAuth::new(user.to_owned(), url.to_owned(), id.to_owned(), grant, Arc::new(client));
        (oauth.client_secret, oauth.scope) = (client_secret, self.mail_scope.clone());
        Ok(oauth)
    }
}

fn host_and_port(place: &str) -> anyhow::Result<(String, Option<u16>)> {
    let wrong = || format!("--mail-server is a host such as smtp.example.org or smtp.example.org:2525, not {place}");
    // An address of IPv6 has colons of its own.
    let bare = place.trim_start_matches('[').trim_end_matches(']');
    if bare.parse::<IpAddr>().is_ok() {
        return Ok((bare.to_owned(), None));
    }
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) => (host, Some(port.parse().ok().with_context(wrong)?)),
        None => (place, None),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    ensure!(!host.is_empty() && !host.contains(['/', ' ', '@']), wrong());
    Ok((host.to_owned(), port))
}

fn certificates(file: &Path) -> anyhow::Result<Arc<[u8]>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    ensure!(text.contains("-----BEGIN CERTIFICATE-----"), "{} has no certificate in PEM", file.display());
    Ok(text.into_bytes().into())
}

/// The first line of a file.
fn secret(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let line = text.lines().next().unwrap_or_default().trim();
    ensure!(!line.is_empty(), "{} is empty", file.display());
    Ok(line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_host_with_or_without_a_port() {
        let read = |text: &str| host_and_port(text).ok();
        assert_eq!(read("smtp.example.org"), Some(("smtp.example.org".to_owned(), None)));
        assert_eq!(read("smtp.example.org:2525"), Some(("smtp.example.org".to_owned(), Some(2525))));
        assert_eq!(read("[::1]:25"), Some(("::1".to_owned(), Some(25))));
        assert_eq!(read("::1"), Some(("::1".to_owned(), None)));
        for wrong in ["", ":25", "a:b", "smtp://a", "user@a"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
