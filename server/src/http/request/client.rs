//! The address of a client.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Once,
};

use axum::{
    extract::{FromRequestParts, Request},
    http::{HeaderMap, header, request::Parts},
};

use crate::http::{admin::cookie, middleware::rate_limit::Peer, state::Http};
use crate::{client_prefix::client_prefix, service::Origin};

pub(in crate::http) struct Client {
    address: IpAddr,
    agent: String,
    browser: Option<String>,
}

impl Client {
    pub(in crate::http) fn origin(&self) -> Origin {
        Origin { address: self.address, client: self.agent.clone(), browser: self.browser.clone() }
    }
}

impl FromRequestParts<Http> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Infallible> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self {
            // Requests without a connection, as in tests, all count as one client.
            address: address_of(parts, http).unwrap_or(Ipv4Addr::UNSPECIFIED.into()),
            agent: agent.to_owned(),
            browser: cookie::known_browser(&parts.headers).map(ToOwned::to_owned),
        })
    }
}

/// The address that new records count for. Requests from this machine come from a proxy that does not name the client.
#[derive(Clone, Copy)]
pub(in crate::http) struct Beginner(pub(in crate::http) Option<IpAddr>);

impl FromRequestParts<Http> for Beginner {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, http: &Http) -> Result<Self, Infallible> {
        Ok(Self(address_of(parts, http).filter(|address| !address.to_canonical().is_loopback())))
    }
}

/// The prefix that identifies a client. Requests without a connection all count as one client.
pub(in crate::http) fn prefix(http: &Http, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let address = address(peer, request.headers(), http.trusted_proxies);
    client_prefix(address.unwrap_or(Ipv4Addr::UNSPECIFIED.into()))
}

fn address_of(parts: &Parts, http: &Http) -> Option<IpAddr> {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
    address(peer, &parts.headers, http.trusted_proxies)
}

/// The client's address: the connection's or, behind `proxies` trusted proxies, the one that many places from the end
/// of `X-Forwarded-For`.
pub(in crate::http) fn address(peer: Option<IpAddr>, headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let peer = peer?;
    let Some(from_end) = proxies.checked_sub(1) else { return Some(peer) };
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let claimed = forwarded.iter().rev().nth(from_end).map(|text| text.trim());
    let address = claimed.and_then(forwarded_address);
    if address.is_none() {
        // Limits by address then count all clients of the proxy as one.
        static TOLD: Once = Once::new();
        TOLD.call_once(|| {
            let why = if claimed.is_some() { "holds no address" } else { "is missing or too short" };
            tracing::warn!(
                proxies,
                "the header X-Forwarded-For {why} where --trusted-proxies expects the client's address"
            );
        });
    }
    Some(address.unwrap_or(peer))
}

/// Parses an address as proxies write it: bare, in brackets, or with a port.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        let peer: IpAddr = "10.0.0.1".parse().expect("an address");
        for (header, proxies, expected) in [
            ("203.0.113.1", 1, "203.0.113.1"),
            ("203.0.113.1:5001", 1, "203.0.113.1"),
            ("2001:db8::1", 1, "2001:db8::1"),
            ("[2001:db8::1]", 1, "2001:db8::1"),
            ("[2001:db8::1]:443", 1, "2001:db8::1"),
            ("\"[2001:db8::1]:443\"", 1, "2001:db8::1"),
            ("198.51.100.7, 203.0.113.1:80 ", 1, "203.0.113.1"),
            ("198.51.100.7:9, 203.0.113.1:80", 2, "198.51.100.7"),
            ("unknown", 1, "10.0.0.1"),
            ("203.0.113.1", 2, "10.0.0.1"),
            ("203.0.113.1", 0, "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", header.parse().expect("a value"));
            let found = address(Some(peer), &headers, proxies).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{header}");
        }
    }
}
