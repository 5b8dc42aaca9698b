//! The addresses that webhooks may use. The same check applies to saving, testing and sending.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

use axum::http::Uri;
use thiserror::Error;

/// IPv4 ranges outside the public internet, with their descriptions.
const CLOSED_V4: [([u8; 4], u8, &str); 16] = [
    ([0, 0, 0, 0], 8, "of this host"),
    ([10, 0, 0, 0], 8, "private"),
    ([100, 64, 0, 0], 10, "of a provider's shared network"),
    ([127, 0, 0, 0], 8, "of this host"),
    ([169, 254, 0, 0], 16, "link-local"),
    ([172, 16, 0, 0], 12, "private"),
    ([192, 0, 0, 0], 24, "reserved"),
    ([192, 0, 2, 0], 24, "reserved"),
    ([192, 88, 99, 0], 24, "reserved"),
    ([192, 168, 0, 0], 16, "private"),
    ([198, 18, 0, 0], 15, "reserved"),
    ([198, 51, 100, 0], 24, "reserved"),
    ([203, 0, 113, 0], 24, "reserved"),
    ([224, 0, 0, 0], 4, "multicast"),
    ([240, 0, 0, 0], 4, "reserved"),
    ([255, 255, 255, 255], 32, "reserved"),
];
/// Ranges within `2000::/3`, outside of which no IPv6 address is on the public internet.
const CLOSED_V6: [([u16; 3], u8, &str); 4] = [
    ([0x2001, 0, 0], 23, "reserved"),
    ([0x2001, 0xdb8, 0], 32, "reserved"),
    ([0x2002, 0, 0], 16, "of another network (6to4)"),
    ([0x3fff, 0, 0], 20, "reserved"),
];

/// The reason why an endpoint is not contacted.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Refusal {
    #[error("the address is not one such as https://app.example.com/hooks")]
    NotAnAddress,
    #[error("the address must begin with https://")]
    NotHttps,
    #[error("the address must not hold a user name or password; use a header for them")]
    Credentials,
    #[error("the address holds a host that is no name and no usual IP address")]
    Host,
    #[error("{address} is {what}; the operator can allow it with --webhook-allow")]
    Closed { address: String, what: &'static str },
}

/// A network or a host that the operator allows in addition to the public internet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Allowed {
    Network(IpAddr, u8),
    Host { name: String, port: Option<u16> },
}

#[derive(Clone, Debug, Default)]
pub struct Rules {
    pub allowed: Vec<Allowed>,
}

/// The host of a URL: a name, or the IP address that its spelling means.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Host {
    Name(String),
    Address(IpAddr),
}

/// A URL that may be contacted, provided that the address of its name may be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Target {
    pub(super) is_tls: bool,
    pub(super) host: Host,
    pub(super) port: u16,
    /// For the `Host` header.
    pub(super) authority: String,
    pub(super) path: String,
}

impl FromStr for Allowed {
    type Err = String;

    /// Parses `10.0.0.0/8`, `fd00::/8`, `hooks.internal`, `hooks.internal:8080`, `10.0.0.5:8080` or `[fd00::5]:8080`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text} is no network such as 10.0.0.0/8, and no host such as hooks.internal:8080");
        if let Some((address, length)) = text.split_once('/') {
            let address: IpAddr = address.parse().map_err(|_| wrong())?;
            let length: u8 = length.parse().map_err(|_| wrong())?;
            let most = if address.is_ipv4() { 32 } else { 128 };
            return if length <= most { Ok(Self::Network(address, length)) } else { Err(wrong()) };
        }
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self::Host { name: address.to_canonical().to_string(), port: None });
        }
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !text.ends_with(']') => (host, Some(port.parse().map_err(|_| wrong())?)),
            _ => (text, None),
        };
        let name = match Host::parse(host).ok_or_else(wrong)? {
            Host::Name(name) => name,
            Host::Address(address) => address.to_string(),
        };
        Ok(Self::Host { name, port })
    }
}

impl Host {
    /// Parses a host in all spellings that resolvers and browsers accept, so that an unusual one is recognised.
    fn parse(text: &str) -> Option<Self> {
        if let Some(address) = text.strip_prefix('[') {
            // An IPv6 zone would refer to an interface of this host.
            let address: Ipv6Addr = address.strip_suffix(']')?.parse().ok()?;
            return Some(Self::Address(IpAddr::V6(address).to_canonical()));
        }
        let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
        let is_label = |label: &str| {
            !label.is_empty()
                && label.len() <= 63
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        if name.len() > 253 || !name.split('.').all(is_label) {
            return None;
        }
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_number = last.bytes().all(|byte| byte.is_ascii_digit())
            || last.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if is_number { odd_v4(&name).map(|address| Self::Address(address.into())) } else { Some(Self::Name(name)) }
    }
}

/// Parses one to four numbers, each decimal, octal or hexadecimal. The last one fills the remaining bytes.
fn odd_v4(text: &str) -> Option<Ipv4Addr> {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some("") => Some(0),
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8).ok(),
        None => text.parse().ok(),
    };
    let parts = text.split('.').map(number).collect::<Option<Vec<u64>>>()?;
    let (last, first) = parts.split_last()?;
    if first.len() > 3 || first.iter().any(|part| *part > 255) || *last >= 1 << (8 * (4 - first.len())) {
        return None;
    }
    let high = first.iter().zip([24, 16, 8]).fold(0, |sum, (part, shift)| sum | (part << shift));
    u32::try_from(high | last).ok().map(Ipv4Addr::from)
}

impl Rules {
    /// Checks a URL by its text, for a form. The address of its name is checked on connecting.
    pub fn check(&self, url: &str) -> Result<(), Refusal> {
        self.target(url).map(drop)
    }

    pub(super) fn target(&self, url: &str) -> Result<Target, Refusal> {
        let uri: Uri = url.parse().map_err(|_| Refusal::NotAnAddress)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(Refusal::NotAnAddress);
        };
        let is_tls = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(Refusal::NotHttps),
        };
        if authority.as_str().contains('@') {
            return Err(Refusal::Credentials);
        }
        if url.contains(['#', '\\']) || url.chars().any(char::is_whitespace) {
            return Err(Refusal::NotAnAddress);
        }
        let host = Host::parse(uri.host().unwrap_or_default()).ok_or(Refusal::Host)?;
        let port = match authority.as_str().rsplit_once(':') {
            Some((_, port)) if !port.ends_with(']') => port.parse().map_err(|_| Refusal::NotAnAddress)?,
            _ => {
                if is_tls {
                    443
                } else {
                    80
                }
            }
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let target = Target { is_tls, host, port, authority: authority.as_str().to_owned(), path };
        match &target.host {
            Host::Address(address) => self.check_address(&target, *address)?,
            Host::Name(name) => {
                let is_of_this_host = name == "localhost" || name.ends_with(".localhost");
                if is_of_this_host && !self.has_loopback(&target) {
                    return Err(Refusal::Closed { address: name.clone(), what: "of this host" });
                }
                if !is_tls && !is_of_this_host {
                    return Err(Refusal::NotHttps);
                }
            }
        }
        Ok(target)
    }

    fn has_loopback(&self, target: &Target) -> bool {
        [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)]
            .into_iter()
            .any(|address| self.check_address(target, address).is_ok())
    }

    /// Checks an address to which a host name resolved.
    pub(super) fn check_address(&self, target: &Target, address: IpAddr) -> Result<(), Refusal> {
        let address = address.to_canonical();
        if let Some(what) = closed(address)
            && !self.allows(target, address)
        {
            return Err(Refusal::Closed { address: address.to_string(), what });
        }
        if target.is_tls || address.is_loopback() { Ok(()) } else { Err(Refusal::NotHttps) }
    }

    fn allows(&self, target: &Target, address: IpAddr) -> bool {
        let named = match &target.host {
            Host::Name(name) => name.clone(),
            Host::Address(address) => address.to_string(),
        };
        self.allowed.iter().any(|allowed| match allowed {
            Allowed::Network(network, length) => is_within(address, *network, *length),
            Allowed::Host { name, port } => *name == named && port.is_none_or(|port| port == target.port),
        })
    }
}

fn is_within(address: IpAddr, network: IpAddr, length: u8) -> bool {
    let length = u32::from(length);
    match (address, network) {
        (IpAddr::V4(address), IpAddr::V4(network)) => {
            (address.to_bits() ^ network.to_bits()).checked_shr(32 - length).unwrap_or(0) == 0
        }
        (IpAddr::V6(address), IpAddr::V6(network)) => {
            (address.to_bits() ^ network.to_bits()).checked_shr(128 - length).unwrap_or(0) == 0
        }
        _ => false,
    }
}

fn closed(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(_) => {
            let within = |(network, length, _): &&([u8; 4], u8, &str)| is_within(address, (*network).into(), *length);
            CLOSED_V4.iter().find(within).map(|(_, _, what)| *what)
        }
        IpAddr::V6(own) => {
            let [first, second, ..] = own.segments();
            let is_private = first & 0xfe00 == 0xfc00;
            let what = match first {
                _ if own.is_loopback() || own.is_unspecified() => "of this host",
                _ if is_private => "private",
                0xfe80..=0xfebf => "link-local",
                0x64 if second == 0xff9b => "of another network (NAT64)",
                _ if first & 0xe000 != 0x2000 => "reserved",
                _ => {
                    let within = |([one, two, three], length, _): &&([u16; 3], u8, &str)| {
                        is_within(address, Ipv6Addr::new(*one, *two, *three, 0, 0, 0, 0, 0).into(), *length)
                    };
                    return CLOSED_V6.iter().find(within).map(|(_, _, what)| *what);
                }
            };
            Some(what)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(allowed: &[&str]) -> Rules {
        Rules { allowed: allowed.iter().map(|text| text.parse().expect("it is allowed")).collect() }
    }

    const REFUSED: [&str; 62] = [
        "https://127.0.0.1/",
        "https://127.0.0.1./",
        "https://127.1/",
        "https://127.0.1/",
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://0x7f000001/",
        "https://0X7F.1/",
        "https://2130706433/",
        "https://017700000001/",
        "https://0/",
        "https://0.0.0.0/",
        "https://10.0.0.1/",
        "https://10.1/",
        "https://012.0.0.1/",
        "https://167772161/",
        "https://172.16.0.1/",
        "https://172.31.255.255/",
        "https://192.168.1.1/",
        "https://0xc0a80101/",
        "https://3232235777/",
        "https://192.168.257/",
        "https://169.254.169.254/latest/meta-data/",
        "https://0xa9fea9fe/",
        "https://2852039166/",
        "https://100.64.0.1/",
        "https://100.127.255.255/",
        "https://192.0.0.1/",
        "https://192.0.2.1/",
        "https://192.88.99.1/",
        "https://198.18.0.1/",
        "https://198.51.100.7/",
        "https://203.0.113.7/",
        "https://224.0.0.1/",
        "https://240.0.0.1/",
        "https://255.255.255.255/",
        "https://[::1]/",
        "https://[::]/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::ffff:a9fe:a9fe]/",
        "https://[::127.0.0.1]/",
        "https://[fc00::1]/",
        "https://[fd12:3456::1]/",
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fec0::1]/",
        "https://[ff02::1]/",
        "https://[2001:db8::1]/",
        "https://[2001::1]/",
        "https://[2002:7f00:1::]/",
        "https://[2002:a00:1::1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[64:ff9b:1::1]/",
        "https://[3fff::1]/",
        "https://[5f00::1]/",
        "https://[100::1]/",
        "https://localhost/",
        "https://hooks.LOCALHOST./",
    ];

    #[test]
    fn addresses_of_closed_networks_are_refused_in_all_spellings() {
        for url in REFUSED {
            let refused = rules(&[]).check(url);
            assert!(matches!(refused, Err(Refusal::Closed { .. } | Refusal::Host)), "{url}: {refused:?}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let refused = [
            ("", Refusal::NotAnAddress),
            ("example.com", Refusal::NotAnAddress),
            ("/hooks", Refusal::NotAnAddress),
            ("https://", Refusal::NotAnAddress),
            ("ftp://example.com/", Refusal::NotHttps),
            ("http://example.com/", Refusal::NotHttps),
            ("http://8.8.8.8/", Refusal::NotHttps),
            ("https://me:secret@example.com/", Refusal::Credentials),
            ("https://example.com@127.0.0.1/", Refusal::Credentials),
            ("https://example.com/#part", Refusal::NotAnAddress),
            ("https://example.com\\@127.0.0.1/", Refusal::NotAnAddress),
            ("https://exam ple.com/", Refusal::NotAnAddress),
            ("https://１２７.0.0.1/", Refusal::NotAnAddress),
            ("https://1.2.3.4.5/", Refusal::Host),
            ("https://256.0.0.1/", Refusal::Host),
            ("https://4294967296/", Refusal::Host),
            ("https://09.0.0.1/", Refusal::Host),
            ("https://example..com/", Refusal::Host),
            ("https://example.com:70000/", Refusal::NotAnAddress),
        ];
        for (url, expected) in refused {
            let refused = rules(&[]).check(url).expect_err(url);
            let is_as_expected = refused == expected || expected != Refusal::Host && refused == Refusal::NotAnAddress;
            assert!(is_as_expected, "{url}: {refused:?}");
        }
    }

    #[test]
    fn the_public_internet_is_open() {
        for url in [
            "https://example.com/",
            "https://example.com:8443/hooks?tenant=1",
            "https://EXAMPLE.com./",
            "https://8.8.8.8/",
            "https://[2606:4700::1111]/",
            "https://[::ffff:8.8.8.8]/",
            "https://xn--bcher-kva.example/",
            "https://10.example.com/",
        ] {
            assert_eq!(rules(&[]).check(url), Ok(()), "{url}");
        }
    }

    #[test]
    fn what_the_operator_allows_is_open_and_nothing_beside_it() {
        let own = rules(&["10.1.0.0/16", "fd00::/8", "192.168.7.9:8443", "localhost:8080", "127.0.0.1:9000"]);
        for (url, is_open) in [
            ("https://10.1.2.3/", true),
            ("https://[::ffff:10.1.2.3]/", true),
            ("https://0xa010203/", true),
            ("https://10.2.0.1/", false),
            ("https://[fd00::1]/", true),
            ("https://[fc00::1]/", false),
            ("https://192.168.7.9:8443/", true),
            ("https://192.168.7.9/", false),
            ("http://10.1.2.3/", false),
            ("http://localhost:8080/", true),
            ("http://localhost:8081/", false),
            ("http://127.0.0.1:9000/", true),
            ("http://127.0.0.1:9001/", false),
            ("http://127.1:9000/", true),
        ] {
            assert_eq!(own.check(url).is_ok(), is_open, "{url}");
        }
        assert!(rules(&["0.0.0.0/0"]).check("https://10.0.0.1/").is_ok());
        assert!(rules(&["::/0"]).check("https://[fe80::1]/").is_ok());
    }

    #[test]
    fn only_networks_and_hosts_can_be_allowed() {
        let host = |name: &str, port| Ok(Allowed::Host { name: name.to_owned(), port });
        for (text, allowed) in [
            ("[::1]", host("::1", None)),
            ("::1", host("::1", None)),
            ("[::1]:8080", host("::1", Some(8080))),
            ("0x7f.1:80", host("127.0.0.1", Some(80))),
            ("Hooks.Internal.", host("hooks.internal", None)),
        ] {
            assert_eq!(text.parse(), allowed, "{text}");
        }
        for wrong in ["10.0.0.0/33", "::/129", "10.0.0/8", "a b", "", "host:port", "host:99999", "https://host"] {
            assert!(wrong.parse::<Allowed>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_sentence_names_the_address_and_the_way_out() {
        let refused = rules(&[]).check("https://0x7f.1/").expect_err("closed").to_string();
        assert_eq!(refused, "127.0.0.1 is of this host; the operator can allow it with --webhook-allow");
    }
}
