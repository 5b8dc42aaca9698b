//! `health`: what `/readyz` of the server on this machine says.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{output::Printer, serve::address};

const PATIENCE: Duration = Duration::from_secs(5);
const REQUEST: &[u8] = b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

#[derive(Args, Debug)]
pub(super) struct Health {
    /// Address that the server listens on
    #[arg(long, env = "QA_ADDR", default_value = "127.0.0.1:3000", value_parser = address)]
    addr: SocketAddr,
}

impl Health {
    pub(super) async fn run(self, printer: Printer) -> anyhow::Result<()> {
        let addr = on_this_machine(self.addr);
        let reply = tokio::time::timeout(PATIENCE, ask(addr)).await.with_context(|| format!("no reply from {addr}"))?;
        let reply = reply.with_context(|| format!("no server answers on {addr}"))?;
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
        let status = head.split(' ').nth(1).unwrap_or_default();
        if status != "200" {
            bail!("the server is not ready: {status} {body}");
        }
        printer.print(body, json!({ "ready": true, "says": body }))
    }
}

async fn ask(addr: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(addr).await?;
    stream.write_all(REQUEST).await?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await?;
    Ok(reply)
}

/// A server that listens on all addresses is asked on one of its own.
fn on_this_machine(mut addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => addr.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => addr.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    addr
}
