//! The ports of the cluster, consecutive and all on 127.0.0.1.

use std::{
    net::TcpListener,
    ops::{Range, RangeInclusive},
};

use anyhow::{Context, Result};

/// Below the range of ephemeral ports: an outgoing connection could otherwise take the port of a killed process before
/// it is restarted.
const CANDIDATES: RangeInclusive<u16> = 20_000..=30_000;
const COUNT: u16 = 17;

/// etcd members and PostgreSQL nodes.
pub(super) const NODES: Range<u16> = 0..3;
pub(super) const SERVERS: Range<u16> = 0..2;

#[derive(Clone, Copy)]
pub(super) struct Ports(u16);

impl Ports {
    pub(super) fn find() -> Result<Self> {
        let is_free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
        let first = CANDIDATES.step_by(100).find(|first| (*first..first + COUNT).all(is_free));
        first.map(Self).context("there are no free ports")
    }

    pub(super) fn etcd(self, member: u16) -> u16 {
        self.0 + member
    }

    pub(super) fn etcd_peer(self, member: u16) -> u16 {
        self.0 + 3 + member
    }

    pub(super) fn patroni(self, node: u16) -> u16 {
        self.0 + 6 + node
    }

    pub(super) fn postgres(self, node: u16) -> u16 {
        self.0 + 9 + node
    }

    /// The proxy's port that leads to the primary.
    pub(super) fn primary(self) -> u16 {
        self.0 + 12
    }

    pub(super) fn pgbouncer(self) -> u16 {
        self.0 + 13
    }

    pub(super) fn server(self, server: u16) -> u16 {
        self.0 + 14 + server
    }

    /// The proxy's port that leads to the servers.
    pub(super) fn web(self) -> u16 {
        self.0 + 16
    }
}
