//! Starts the cluster, for manual use or for the test.

use std::{path::PathBuf, process::ExitCode, thread};

use anyhow::Result;

use super::{
    database::Database,
    drill,
    folder::Folder,
    ports::{NODES, Ports, SERVERS},
    servers::Servers,
};
use crate::programs;
use xtask::{build, progress::Steps, project::Project};

pub(super) struct Cluster<'a> {
    pub(super) folder: &'a Folder,
    pub(super) ports: Ports,
    pub(super) database: Database<'a>,
    pub(super) servers: Servers<'a>,
    pub(super) logs: PathBuf,
}

/// Runs until Ctrl-C, or until this many faults have been tried.
pub(crate) fn run(project: &Project, has_pgbouncer: bool, faults: Option<usize>) -> Result<ExitCode> {
    let mut steps = Steps::new(build::steps(false) + 3);
    steps.step("PostgreSQL, Patroni, etcd, HAProxy, pgbouncer", programs::require_cluster)?;
    build::everything(project, &mut steps, false)?;
    let logs = project.target("cluster");
    let folder = Folder::make(&logs)?;
    let ports = Ports::find()?;
    let database = steps.step("etcd, and PostgreSQL under Patroni", || {
        Database::start(&folder, ports, programs::postgresql_programs()?)
    })?;
    let servers = steps.step("HAProxy and two servers", || {
        Servers::start(&folder, &database, ports, &project.binary(false), has_pgbouncer)
    })?;
    let cluster = Cluster { folder: &folder, ports, database, servers, logs };
    cluster.print()?;
    if let Some(count) = faults {
        return drill::run(&cluster, count);
    }
    println!("Ctrl-C ends all of it.");
    loop {
        thread::park();
    }
}

impl Cluster<'_> {
    fn print(&self) -> Result<()> {
        let (ports, servers) = (self.ports, &self.servers);
        let link = servers.run(&["admin", "create", "--email", "ana@example.com"])?;
        let local = |port: u16| format!("127.0.0.1:{port}");
        println!("the service, through the proxy   {}", servers.url());
        println!("  first administrator            {}{link}", servers.url());
        println!(
            "  the servers                    {}",
            SERVERS.map(|server| local(ports.server(server))).collect::<Vec<_>>().join(" ")
        );
        println!("the primary, through the proxy   postgres://quiz@{}/quiz", local(ports.primary()));
        println!(
            "  PostgreSQL                     {}",
            NODES.map(|node| local(ports.postgres(node))).collect::<Vec<_>>().join(" ")
        );
        println!(
            "  Patroni                        {}",
            NODES.map(|node| local(ports.patroni(node))).collect::<Vec<_>>().join(" ")
        );
        println!(
            "  etcd                           {}",
            NODES.map(|member| local(ports.etcd(member))).collect::<Vec<_>>().join(" ")
        );
        Ok(())
    }
}
