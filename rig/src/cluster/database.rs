//! Three PostgreSQL nodes under Patroni, which stores its state in three etcd members.

use std::{path::PathBuf, process::Command, time::Duration};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{
    client,
    folder::{Folder, wait_for},
    ports::{NODES, Ports},
};
use xtask::process;

const START: Duration = Duration::from_mins(3);

/// Does nothing on a standby, and waits for one on the primary, as every write of the service does.
const WRITE: &str =
    "SELECT pg_logical_emit_message(true, 'drill', '') WHERE current_setting('transaction_read_only') = 'off'";

pub(super) struct Database<'a> {
    folder: &'a Folder,
    ports: Ports,
    programs: PathBuf,
}

impl<'a> Database<'a> {
    pub(super) fn start(folder: &'a Folder, ports: Ports, programs: PathBuf) -> Result<Self> {
        let database = Self { folder, ports, programs };
        NODES.into_iter().try_for_each(|member| database.start_etcd(member))?;
        wait_for("etcd", START, || database.etcd_leader())?;
        NODES.into_iter().try_for_each(|node| database.start_node(node))?;
        wait_for("PostgreSQL", START, || database.is_healthy().then_some(()))?;
        Ok(database)
    }

    pub(super) fn start_etcd(&self, member: u16) -> Result<()> {
        let url = |port: u16| format!("http://127.0.0.1:{port}");
        let name = etcd_name(member);
        let (clients, peers) = (url(self.ports.etcd(member)), url(self.ports.etcd_peer(member)));
        let members: Vec<_> =
            NODES.map(|other| format!("{}={}", etcd_name(other), url(self.ports.etcd_peer(other)))).collect();
        let mut etcd = self.folder.command("etcd");
        etcd.args(["--name", &name, "--data-dir", "data", "--initial-cluster", &members.join(",")])
            .args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients])
            .args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
        self.folder.start(&name, &mut etcd)
    }

    /// Starts Patroni, which starts PostgreSQL.
    pub(super) fn start_node(&self, node: u16) -> Result<()> {
        let name = node_name(node);
        let settings = self.folder.write(&format!("{name}.yml"), &self.settings(node).to_string())?;
        self.folder.start(&name, self.folder.command("patroni").arg(settings))
    }

    /// Patroni's settings as JSON, which is valid YAML.
    fn settings(&self, node: u16) -> Value {
        let local = |port: u16| format!("127.0.0.1:{port}");
        let (name, api, postgres) =
            (node_name(node), local(self.ports.patroni(node)), local(self.ports.postgres(node)));
        json!({
            "scope": "quiz-answers",
            "name": name,
            "restapi": { "listen": api, "connect_address": api },
            "etcd3": { "hosts": NODES.map(|member| local(self.ports.etcd(member))).collect::<Vec<_>>() },
            "bootstrap": {
                "dcs": {
                    "ttl": 20,
                    "loop_wait": 5,
                    "retry_timeout": 5,
                    "synchronous_mode": true,
                    "synchronous_mode_strict": true,
                    "postgresql": { "use_pg_rewind": true },
                },
                "initdb": [{ "encoding": "UTF8" }, { "locale": "C" }, { "auth": "trust" }],
            },
            "postgresql": {
                "listen": postgres,
                "connect_address": postgres,
                "data_dir": self.folder.join(&format!("{name}/data")),
                "bin_dir": self.programs,
                "pgpass": self.folder.join(&format!("{name}/pgpass")),
                "authentication": { "superuser": { "username": "postgres" }, "replication": { "username": "standby" } },
                "parameters": { "unix_socket_directories": "", "shared_buffers": "64MB" },
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
        })
    }

    /// Runs SQL as the superuser, and returns its result.
    pub(super) fn sql(&self, port: u16, sql: &str) -> Result<String> {
        self.sql_of(port, "postgres", "postgres", sql)
    }

    pub(super) fn sql_of(&self, port: u16, user: &str, database: &str, sql: &str) -> Result<String> {
        let address = format!("postgres://{user}@127.0.0.1:{port}/{database}?connect_timeout=2");
        process::output(self.psql().args([&address, "--command", sql]))
    }

    fn psql(&self) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--no-align", "--tuples-only"]);
        psql
    }

    pub(super) fn node_with(&self, role: &str) -> Result<u16> {
        let members = self.members().context("no node of Patroni answers")?;
        let name = members.iter().find(|(_, found, _)| found == role).map(|(name, ..)| name.clone());
        let name = name.with_context(|| format!("no node is {role}: {members:?}"))?;
        NODES.into_iter().find(|node| node_name(*node) == name).context("an unknown node")
    }

    /// Name, role and state.
    fn members(&self) -> Option<Vec<(String, String, String)>> {
        let told = NODES.into_iter().find_map(|node| client::get(self.ports.patroni(node), "/cluster").ok())?.json();
        let text = |member: &Value, name: &str| member[name].as_str().unwrap_or_default().to_owned();
        let member = |member| (text(member, "name"), text(member, "role"), text(member, "state"));
        Some(told["members"].as_array()?.iter().map(member).collect())
    }

    /// True if a primary, a synchronous standby, a third node and all etcd members are running.
    pub(super) fn is_healthy(&self) -> bool {
        let has = |members: &[(String, String, String)], role: &str| members.iter().any(|(_, found, _)| found == role);
        self.members().is_some_and(|members| {
            members.iter().filter(|(_, _, state)| state == "running" || state == "streaming").count() == NODES.len()
                && ["leader", "sync_standby", "replica"].iter().all(|role| has(&members, role))
        }) && NODES.into_iter().all(|member| client::is_ok(self.ports.etcd(member), "/health"))
    }

    /// The node that currently accepts writes.
    pub(super) fn writable(&self) -> Option<u16> {
        NODES.into_iter().find(|node| self.takes_writes(self.ports.postgres(*node)))
    }

    pub(super) fn takes_writes(&self, port: u16) -> bool {
        let address = format!("postgres://postgres@127.0.0.1:{port}/postgres?connect_timeout=2");
        // A failure is a valid result and need not be printed. A success prints a position in the log.
        let psql = self.psql().args([&address, "--command", WRITE]).output();
        psql.is_ok_and(|psql| psql.status.success() && psql.stdout.contains(&b'/'))
    }

    pub(super) fn etcd_leader(&self) -> Option<u16> {
        NODES.into_iter().find(|member| {
            let status = client::post(self.ports.etcd(*member), "/v3/maintenance/status", "{}");
            status
                .map(|status| status.json())
                .is_ok_and(|status| !status["leader"].is_null() && status["leader"] == status["header"]["member_id"])
        })
    }

    /// Makes the primary reject writes, as a demoted one does, while keeping its connections open.
    pub(super) fn forbid_writes(&self, node: u16) -> Result<()> {
        self.set_read_only(node, "SET default_transaction_read_only = on")
    }

    pub(super) fn allow_writes(&self, node: u16) -> Result<()> {
        self.set_read_only(node, "RESET default_transaction_read_only")
    }

    fn set_read_only(&self, node: u16, change: &str) -> Result<()> {
        let port = self.ports.postgres(node);
        // It cannot run in a transaction, and several statements in one command are one.
        self.sql(port, &format!("ALTER SYSTEM {change}"))?;
        self.sql(port, "SELECT pg_reload_conf()").map(drop)
    }

    pub(super) fn switch_over(&self) -> Result<()> {
        let (primary, standby) = (self.node_with("leader")?, self.node_with("sync_standby")?);
        let order = json!({ "leader": node_name(primary), "candidate": node_name(standby) }).to_string();
        let reply = client::post(self.ports.patroni(primary), "/switchover", &order)?;
        ensure!(reply.status == 200, "Patroni refuses to switch over: {}", reply.body);
        Ok(())
    }
}

pub(super) fn etcd_name(member: u16) -> String {
    format!("etcd{member}")
}

pub(super) fn node_name(node: u16) -> String {
    format!("node{node}")
}
