//! The service's servers, and the test data in their database.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};

use super::{
    client,
    database::Database,
    folder::{Folder, wait_for},
    ports::{NODES, Ports, SERVERS},
    proxies,
};
use xtask::process;

const START: Duration = Duration::from_mins(1);
pub(super) const RECORDS: u32 = 30_000;

pub(super) struct Servers<'a> {
    folder: &'a Folder,
    pub(super) ports: Ports,
    binary: PathBuf,
    has_pgbouncer: bool,
}

pub(super) fn name(server: u16) -> String {
    format!("server{server}")
}

impl<'a> Servers<'a> {
    pub(super) fn start(
        folder: &'a Folder,
        database: &Database,
        ports: Ports,
        binary: &Path,
        has_pgbouncer: bool,
    ) -> Result<Self> {
        let servers = Self { folder, ports, binary: binary.to_owned(), has_pgbouncer };
        folder.write("secret.key", &"0123456789abcdef".repeat(4))?;
        let primary = ports.postgres(database.node_with("leader")?);
        database.sql(primary, "CREATE ROLE quiz LOGIN")?;
        database.sql(primary, "CREATE DATABASE quiz OWNER quiz")?;
        proxies::start_haproxy(folder, ports)?;
        if has_pgbouncer {
            proxies::start_pgbouncer(folder, ports)?;
        }
        // Before its first checks, the proxy sends each connection to another node.
        let is_settled = || NODES.into_iter().all(|_| database.takes_writes(ports.primary()));
        wait_for("the proxy", START, || is_settled().then_some(()))?;
        SERVERS.into_iter().try_for_each(|server| servers.start_one(server))?;
        wait_for("the servers", START, || SERVERS.into_iter().all(|server| servers.is_ready(server)).then_some(()))?;
        wait_for("the proxy", START, || client::is_ok(ports.web(), "/readyz").then_some(()))?;
        Ok(servers)
    }

    pub(super) fn start_one(&self, server: u16) -> Result<()> {
        // The other server connects to the database without pgbouncer.
        let database = if self.has_pgbouncer && server == 1 { self.ports.pgbouncer() } else { self.ports.primary() };
        let mut command = self.command(database);
        command.args(["serve", "--addr", &format!("127.0.0.1:{}", self.ports.server(server))]);
        command.args(["--base-url", &self.url(), "--trusted-proxies", "1"]);
        command.args(["--begin-limit", "off", "--key-rate-limit", "off", "--quota-bytes", "off"]);
        self.folder.start(&name(server), &mut command)
    }

    /// A command of the program on this database.
    fn command(&self, database: u16) -> Command {
        let mut command = Command::new(&self.binary);
        command.args([
            "--log",
            "info,access=off",
            "--database-url",
            &format!("postgres://quiz@127.0.0.1:{database}/quiz"),
        ]);
        command.arg("--data-dir").arg(self.data_dir()).arg("--secret-key-file").arg(self.folder.join("secret.key"));
        command
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Result<String> {
        process::output(self.command(self.ports.primary()).args(arguments))
    }

    /// The folder where both servers store exports.
    pub(super) fn data_dir(&self) -> PathBuf {
        self.folder.join("data")
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.web())
    }

    pub(super) fn is_ready(&self, server: u16) -> bool {
        client::is_ok(self.ports.server(server), "/readyz")
    }

    /// The server that the proxy chooses for the next request.
    pub(super) fn chosen(&self) -> Result<u16> {
        let reply = client::get(self.ports.web(), "/readyz")?;
        let chosen = reply.header("x-server").context("the proxy does not name the server")?;
        SERVERS.into_iter().find(|server| name(*server) == chosen).context("an unknown server")
    }
}
