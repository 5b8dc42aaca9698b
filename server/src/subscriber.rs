//! Tells clients apart by address, for limits.

use std::net::{IpAddr, Ipv6Addr};

/// A subscriber has a whole /64 of IPv6, so its addresses count as one.
pub(crate) fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}
