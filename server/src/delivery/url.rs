//! `sftp://user@host:port/folder`

use std::fmt;

use serde::{Deserialize, Serialize};

/// The destination: a folder of an account on a host.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct SftpUrl {
    pub(super) user: String,
    pub(super) host: String,
    /// If absent, the port from the configuration of `ssh`, or 22.
    pub(super) port: Option<u16>,
    /// Absolute, or relative to the account's home after `/~/`.
    folder: String,
}

const PORT: u16 = 22;

impl SftpUrl {
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = || "give sftp://user@host/folder or sftp://user@host:port/folder".to_owned();
        let rest = text.strip_prefix("sftp://").ok_or_else(form)?;
        if rest.chars().any(|letter| letter.is_control() || letter.is_whitespace()) {
            return Err(form());
        }
        let (place, folder) = rest.split_once('/').ok_or_else(form)?;
        let (user, address) = place.rsplit_once('@').ok_or_else(form)?;
        if user.contains(':') {
            return Err("give no password in the URL: the key of --identity opens the account".to_owned());
        }
        let (host, port) = match address.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, "")) => (host, None),
            Some((host, port)) => (host, Some(port.strip_prefix(':').ok_or_else(form)?)),
            None => address.split_once(':').map_or((address, None), |(host, port)| (host, Some(port))),
        };
        let port = port.map(|port| port.parse().ok().filter(|port| *port > 0).ok_or_else(form)).transpose()?;
        if !is_harmless(user, "") || !is_harmless(host, "$\\") {
            return Err(form());
        }
        let folder = format!("/{}", folder.trim_end_matches('/'));
        Ok(Self { user: user.to_owned(), host: host.to_ascii_lowercase(), port, folder })
    }

    pub(super) fn path(&self, name: &str) -> String {
        let folder = self.folder();
        if folder.ends_with('/') { format!("{folder}{name}") } else { format!("{folder}/{name}") }
    }

    pub(super) fn folder(&self) -> &str {
        match self.folder.strip_prefix("/~") {
            Some("") => ".",
            Some(rest) if rest.starts_with('/') => &rest[1..],
            _ => &self.folder,
        }
    }

    /// The host in the notation of `known_hosts` files, if its port is not the usual one.
    pub(super) fn known_as(&self) -> Option<String> {
        self.port.filter(|port| *port != PORT).map(|port| format!("[{}]:{port}", self.host))
    }
}

/// True if `ssh` cannot mistake it for an option, nor the shell of a `ProxyCommand` for a command. OpenSSH itself
/// refuses such names since 9.6.
fn is_harmless(name: &str, more: &str) -> bool {
    let is_special = |letter| "'`\";&<>|(){}".contains(letter) || more.contains(letter);
    !name.is_empty() && !name.starts_with('-') && !name.ends_with('\\') && !name.contains(is_special)
}

impl fmt::Display for SftpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        write!(f, "sftp://{}@{host}{port}{}", self.user, self.folder)
    }
}

impl From<SftpUrl> for String {
    fn from(url: SftpUrl) -> Self {
        url.to_string()
    }
}

impl TryFrom<String> for SftpUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_host_port_and_folder_are_read() {
        for (text, host, port, path) in [
            ("sftp://ana@files.example/in", "files.example", None, "/in/x.csv"),
            ("sftp://ana@Files.example:2222/in/here/", "files.example", Some(2222), "/in/here/x.csv"),
            ("sftp://ana@127.0.0.1:22/", "127.0.0.1", Some(22), "/x.csv"),
            ("sftp://ana@[::1]:2222/~/in", "::1", Some(2222), "in/x.csv"),
            ("sftp://ana@[::1]/~", "::1", None, "./x.csv"),
        ] {
            let url = SftpUrl::parse(text).expect(text);
            assert_eq!((url.user.as_str(), url.host.as_str(), url.port), ("ana", host, port), "{text}");
            assert_eq!(url.path("x.csv"), path, "{text}");
            assert_eq!(SftpUrl::parse(&url.to_string()), Ok(url), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "files.example:/in",
            "ftp://ana@files.example/in",
            "sftp://files.example/in",
            "sftp://ana@files.example",
            "sftp://ana@files.example:0/in",
            "sftp://ana@files.example:x/in",
            "sftp://@files.example/in",
            "sftp://ana@/in",
            "sftp://ana@-x/in",
            "sftp://-oProxyCommand=x@files.example/in",
            "sftp://ana@$(x)/in",
            "sftp://ana@x;y/in",
            "sftp://`x`@files.example/in",
            "sftp://ana@files.example/in here",
        ] {
            assert!(SftpUrl::parse(text).is_err(), "{text}");
        }
        let with_password = SftpUrl::parse("sftp://ana:secret@files.example/in").expect_err("a password");
        assert!(with_password.contains("no password"), "{with_password}");
    }

    #[test]
    fn known_hosts_name_a_port_of_its_own() {
        let known_as = |text: &str| SftpUrl::parse(text).expect("a URL").known_as();
        assert_eq!(known_as("sftp://ana@files.example/in"), None);
        assert_eq!(known_as("sftp://ana@files.example:22/in"), None);
        assert_eq!(known_as("sftp://ana@files.example:2222/in").as_deref(), Some("[files.example]:2222"));
    }
}
