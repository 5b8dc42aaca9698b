//! Turns the last messages of `ssh` into errors with a remedy.

use std::{fs, path::Path};

use super::{
    DeliveryError, SftpTarget,
    askpass::{self, ASKED, PASSPHRASE},
};

/// The error of a connection that was not established: refused if host or account are wrong, broken if the host cannot
/// be reached.
pub(super) fn why_not_connected(words: &str, otherwise: &str, target: &SftpTarget) -> DeliveryError {
    if let Some(text) = refusal(words, target) {
        return DeliveryError::Refused(text);
    }
    let (host, port) = (&target.url.host, target.url.port.map(|port| format!(", port {port}")).unwrap_or_default());
    DeliveryError::Broken(format!(
        "cannot reach {host}{port}: {}; see whether the host is up and the port right",
        last_lines(words, otherwise)
    ))
}

pub(super) fn why_broken(words: &str, otherwise: &str, target: &SftpTarget) -> DeliveryError {
    let (host, why) = (&target.url.host, last_lines(words, otherwise));
    DeliveryError::Broken(format!("the connection to {host} broke: {why}; try again later"))
}

pub(super) fn not_a_key(file: &Path) -> String {
    format!(
        "the identity {} is not a private key that can be used; make one with: ssh-keygen -t ed25519 -f FILE",
        file.display()
    )
}

/// True for one line with a key's type and the key.
pub(super) fn is_public_key(text: &str) -> bool {
    text.split_whitespace().nth(1).is_some_and(|key| key.starts_with("AAAA"))
}

fn refusal(words: &str, target: &SftpTarget) -> Option<String> {
    let host = &target.url.host;
    if words.contains("UNKNOWN port 65535") {
        // The failure comes from an intermediate host, or from a proxy program.
        return None;
    }
    if words.contains("Host key verification failed") {
        return Some(about_host_key(words, target));
    }
    if words.contains("Permission denied (") || words.contains("Too many authentication failures") {
        return Some(about_identity(words, target));
    }
    if words.contains("subsystem request failed") {
        return Some(format!("{host} takes no files over SFTP; ask its owner to allow it"));
    }
    if words.contains("Unable to negotiate with") {
        let why = last_lines(words, "");
        return Some(format!("{host} speaks no SSH that `ssh` accepts ({why}); ask its owner to bring it up to date"));
    }
    if words.contains("Bad owner or permissions on") || words.contains("bad configuration options") {
        return Some(format!("the configuration of `ssh` is not right: {}", last_lines(words, "")));
    }
    None
}

fn about_host_key(words: &str, target: &SftpTarget) -> String {
    let (file, url) = (target.known_hosts.display(), &target.url);
    let host = url.known_as().unwrap_or_else(|| url.host.clone());
    if words.contains("is marked as revoked") {
        let text = fs::read(&target.known_hosts).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let numbered = text.lines().zip(1..).filter(|(line, _)| line.starts_with("@revoked"));
        let lines = numbered.map(|(_, number): (_, u32)| number.to_string()).collect::<Vec<_>>().join(" or ");
        return format!("{host} shows a key that line {lines} in {file} revokes, so nothing was sent. Ask its owner");
    }
    if let Some(line) = between(words, "\nOffending ", "\n").and_then(|place| place.rsplit(':').next()) {
        let kind = between(words, "The fingerprint for the ", " key sent").unwrap_or_default();
        let fingerprint = words.lines().find(|line| line.starts_with("SHA256:")).unwrap_or_default();
        let fingerprint = fingerprint.trim_end_matches('.');
        return format!(
            "{host} is not the host of line {line} in {file}: it shows another key, {kind} {fingerprint}, so nothing was \
             sent. Ask its owner; if the key was changed on purpose, replace that line"
        );
    }
    // The name that `ssh` uses for the host, which the configuration may change.
    let known_as = between(words, "host key is known for ", " and you have").unwrap_or(&host);
    let scan = format!("ssh-keyscan{} {}", url.port.map(|port| format!(" -p {port}")).unwrap_or_default(), url.host);
    format!(
        "{file} does not name {known_as}, so nothing was sent. See its key with: {scan} | ssh-keygen -l -f -; ask its \
         owner whether that is right, then add it: {scan} >> {file}"
    )
}

fn about_identity(words: &str, target: &SftpTarget) -> String {
    let (file, name) = (&target.identity, target.identity.display());
    if words.lines().any(|line| line == ASKED) {
        return if askpass::passphrase().is_some() {
            format!("the identity {name} does not open with the passphrase in {PASSPHRASE}, or is damaged")
        } else {
            format!("the identity {name} is protected by a passphrase: put it into {PASSPHRASE}")
        };
    }
    if words.contains("Load key \"") {
        return match fs::read_to_string(file) {
            Ok(text) if is_public_key(&text) => format!(
                "no agent has the private half of {name}: add it with ssh-add, to the agent that SSH_AUTH_SOCK names"
            ),
            _ => not_a_key(file),
        };
    }
    let (host, user) = (&target.url.host, &target.url.user);
    format!("{host} does not let {user} in with this identity; put its public half into that account's authorized_keys")
}

fn between<'a>(words: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = words.split_once(before)?.1;
    Some(rest.split_once(after)?.0.trim())
}

/// The last few lines, which contain the reason.
fn last_lines(words: &str, otherwise: &str) -> String {
    let lines = words.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('@'));
    let mut last: Vec<&str> = lines.rev().take(3).collect();
    last.reverse();
    if last.is_empty() {
        last.push(otherwise);
    }
    // They must not inject control sequences into a terminal.
    last.join("; ").chars().filter(|letter| !letter.is_control()).take(500).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::SftpUrl;

    fn target() -> SftpTarget {
        let url = SftpUrl::parse("sftp://ana@files.example:2222/in").expect("a URL");
        SftpTarget { url, identity: "/srv/id".into(), known_hosts: "/srv/hosts".into() }
    }

    #[test]
    fn words_that_tell_of_the_host_itself_end_the_delivery() {
        let unknown = "No RSA host key is known for [files.example]:2222 and you have requested strict checking.\n\
                       Host key verification failed.\n";
        for (words, told) in [
            ("subsystem request failed on channel 0\n", "takes no files over SFTP"),
            ("Unable to negotiate with 192.0.2.7 port 2222: no matching cipher found.\n", "no matching cipher found"),
            ("Bad owner or permissions on /srv/.ssh/config\n", "/srv/.ssh/config"),
            ("ana@files.example: Permission denied (publickey).\n", "authorized_keys"),
            (unknown, "ssh-keyscan -p 2222 files.example >> /srv/hosts"),
        ] {
            let error = why_not_connected(words, "", &target());
            assert!(!error.is_passing() && error.to_string().contains(told), "{words}: {error}");
        }
    }

    #[test]
    fn what_goes_wrong_on_the_way_is_tried_again_and_told_without_control_characters() {
        let on_the_way = "Host key verification failed.\nConnection closed by UNKNOWN port 65535\n";
        for (words, told) in [
            ("ssh: connect to host files.example port 2222: Connection timed out\n", "Connection timed out; see"),
            (on_the_way, "Host key verification failed.; Connection closed"),
            ("\u{1b}[2Jgone\r\n", ": [2Jgone; see"),
            ("", "files.example, port 2222: no words; see"),
        ] {
            let error = why_not_connected(words, "no words", &target());
            assert!(error.is_passing() && error.to_string().contains(told), "{words}: {error}");
        }
    }
}
