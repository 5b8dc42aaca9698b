//! Connections: names are resolved here, and every address is checked, and the peer's address again.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use futures_util::future::BoxFuture;
use tokio::{net::TcpStream, time::timeout};

use super::{
    Refusal, Rules,
    address::{Host, Target},
};

/// Timeout of a connection to one of several addresses.
const PATIENCE: Duration = Duration::from_secs(5);

pub trait Resolve: Send + Sync + 'static {
    fn resolve(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let name = name.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

pub(super) fn cannot(what: &str, error: &io::Error) -> String {
    format!("{what}: {error}")
}

pub(super) async fn connect(target: &Target, rules: &Rules, resolver: &Arc<dyn Resolve>) -> Result<TcpStream, String> {
    let addresses = match &target.host {
        Host::Address(address) => vec![*address],
        Host::Name(name) => {
            let found = resolver.resolve(name).await;
            found.map_err(|error| cannot("the host's name is not known", &error))?
        }
    };
    let mut refused: Option<Refusal> = None;
    let mut failed = None;
    for address in addresses {
        if let Err(refusal) = rules.check_address(target, address) {
            refused.get_or_insert(refusal);
            continue;
        }
        match timeout(PATIENCE, TcpStream::connect(SocketAddr::new(address, target.port))).await {
            Ok(Ok(stream)) => {
                let peer = stream.peer_addr().map_err(|error| cannot("the host cannot be reached", &error))?;
                rules.check_address(target, peer.ip()).map_err(|refusal| refusal.to_string())?;
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Ok(Err(error)) => failed = Some(cannot("the host cannot be reached", &error)),
            Err(_) => failed = Some("the host cannot be reached: no answer in time".to_owned()),
        }
    }
    let refused = refused.map(|refusal| refusal.to_string());
    Err(failed.or(refused).unwrap_or_else(|| "the host's name has no address".to_owned()))
}
