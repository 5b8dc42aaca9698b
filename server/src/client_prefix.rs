//! Identifies clients by address, for limits.

use std::net::{IpAddr, Ipv6Addr};

/// A subscriber has a whole /64 of IPv6, so its addresses count as one.
pub(crate) fn client_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => network(address, 64),
        address @ IpAddr::V4(_) => address,
    }
}

/// The /48 of IPv6 that one customer of a hosting provider may have: 65,536 subscribers by the count above.
pub(crate) fn site(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(address) => Some(network(address, 48)),
        IpAddr::V4(_) => None,
    }
}

fn network(address: Ipv6Addr, bits: u32) -> IpAddr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - bits))).into()
}
