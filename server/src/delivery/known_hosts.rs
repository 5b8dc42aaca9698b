//! OpenSSH's `known_hosts` file.

use std::{io, path::Path};

use hmac::{Hmac, KeyInit, Mac};
use russh::keys::ssh_key::{
    Algorithm, PublicKey,
    known_hosts::{Entry, HostPatterns, Marker},
};
use sha1::Sha1;

pub(super) struct KnownHosts {
    entries: Vec<(usize, Entry)>,
}

/// The verdict on a key that a host presents. Lines are counted from 1.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Verdict {
    Known,
    /// The file does not name the host.
    Unknown,
    /// The file has another key for the host.
    Changed {
        line: usize,
    },
    Revoked {
        line: usize,
    },
}

impl KnownHosts {
    pub(super) fn read(file: &Path) -> io::Result<Self> {
        Ok(Self::parse(&std::fs::read_to_string(file)?))
    }

    /// Unreadable lines are ignored, as OpenSSH does.
    fn parse(text: &str) -> Self {
        let lines = text.lines().zip(1..).map(|(line, number)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (number, words.join(" "))
        });
        let lines = lines.filter(|(_, line)| !line.starts_with('#'));
        Self { entries: lines.filter_map(|(number, line)| Some((number, line.parse().ok()?))).collect() }
    }

    /// The key types that a host is known by.
    pub(super) fn algorithms(&self, host: &str) -> Vec<Algorithm> {
        self.keys_of(host).map(|(_, key)| key.algorithm()).collect()
    }

    /// `host` is its name, or `[name]:port` where the port is not 22.
    pub(super) fn check(&self, host: &str, shown: &PublicKey) -> Verdict {
        let is_shown = |key: &PublicKey| key.key_data() == shown.key_data();
        let mut revoked = self.entries.iter().filter(|(_, entry)| entry.marker() == Some(&Marker::Revoked));
        if let Some((line, _)) = revoked.find(|(_, entry)| names(entry, host) && is_shown(entry.public_key())) {
            return Verdict::Revoked { line: *line };
        }
        if self.keys_of(host).any(|(_, key)| is_shown(key)) {
            return Verdict::Known;
        }
        self.keys_of(host).next().map_or(Verdict::Unknown, |(line, _)| Verdict::Changed { line })
    }

    fn keys_of(&self, host: &str) -> impl Iterator<Item = (usize, &PublicKey)> {
        let plain = self.entries.iter().filter(|(_, entry)| entry.marker().is_none());
        plain.filter(move |(_, entry)| names(entry, host)).map(|(line, entry)| (*line, entry.public_key()))
    }
}

fn names(entry: &Entry, host: &str) -> bool {
    match entry.host_patterns() {
        HostPatterns::HashedName { salt, hash } => {
            let mut mac = Hmac::<Sha1>::new_from_slice(salt).expect("HMAC takes a key of any length");
            mac.update(host.as_bytes());
            mac.verify_slice(hash).is_ok()
        }
        HostPatterns::Patterns(patterns) => {
            let is_excluded = patterns.iter().filter_map(|p| p.strip_prefix('!')).any(|p| fits(p, host));
            !is_excluded && patterns.iter().filter(|p| !p.starts_with('!')).any(|p| fits(p, host))
        }
    }
}

/// `*` matches any characters, `?` a single one. Case does not matter.
fn fits(pattern: &str, host: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return host.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    if first == '*' {
        return fits(rest, host) || host.char_indices().any(|(at, letter)| fits(rest, &host[at + letter.len_utf8()..]));
    }
    let mut letters = host.chars();
    letters.next().is_some_and(|letter| first == '?' || first.eq_ignore_ascii_case(&letter))
        && fits(rest, letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ";
    const OTHER: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA6rWI3G2sz07DnfFlrouTcysQlj2P+jpNSOEWD9OJ3X";

    fn check(file: &str, host: &str) -> Verdict {
        KnownHosts::parse(file).check(host, &ONE.parse().expect("a key"))
    }

    /// The output of `ssh-keygen -H` for `[files.example]:2222`.
    fn hashed(host: &str) -> String {
        let mut mac = Hmac::<Sha1>::new_from_slice(b"twenty bytes of salt").expect("any length");
        mac.update(host.as_bytes());
        let patterns = HostPatterns::HashedName {
            salt: b"twenty bytes of salt".to_vec(),
            hash: mac.finalize().into_bytes().into(),
        };
        patterns.to_string()
    }

    #[test]
    fn hosts_are_found_by_name_by_pattern_and_hashed() {
        let hashed = hashed("[files.example]:2222");
        for (hosts, host, is_known) in [
            ("files.example", "files.example", true),
            ("Files.Example,192.0.2.7", "files.example", true),
            ("192.0.2.7,files.example", "192.0.2.7", true),
            ("files.example", "[files.example]:2222", false),
            ("[files.example]:2222", "[files.example]:2222", true),
            ("[files.example]:2222", "files.example", false),
            ("*.example", "files.example", true),
            ("*.example,!files.example", "files.example", false),
            ("fil?s.example", "files.example", true),
            ("iles.example", "files.example", false),
            (hashed.as_str(), "[files.example]:2222", true),
            (hashed.as_str(), "[files.example]:2223", false),
        ] {
            let expected = if is_known { Verdict::Known } else { Verdict::Unknown };
            assert_eq!(check(&format!("{hosts} {ONE} a comment\n"), host), expected, "{hosts}");
        }
    }

    #[test]
    fn another_key_is_a_change_unless_one_of_several_fits() {
        let changed = format!("# files.example {ONE}\n\nfiles.example\t{OTHER}\n");
        assert_eq!(check(&changed, "files.example"), Verdict::Changed { line: 3 });
        assert_eq!(check(&format!("{changed}files.example {ONE}\n"), "files.example"), Verdict::Known);
    }

    #[test]
    fn a_revoked_key_is_refused_whatever_else_is_said() {
        let file = format!("files.example {ONE}\n@revoked * {ONE}\n");
        assert_eq!(check(&file, "files.example"), Verdict::Revoked { line: 2 });
        assert_eq!(check(&format!("@cert-authority * {ONE}\n"), "files.example"), Verdict::Unknown);
    }

    #[test]
    fn lines_that_cannot_be_read_are_passed_over() {
        let file = format!("files.example\nfiles.example ssh-new AAAA\n|1|x|y {ONE}\nfiles.example {ONE}\n");
        assert_eq!(check(&file, "files.example"), Verdict::Known);
    }
}
