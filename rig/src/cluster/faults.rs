//! The faults, how each is caused and repaired, and the limits that hold meanwhile.

use std::{
    fmt, thread,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use rustix::process::Signal;

use super::{
    database::{Database, etcd_name, node_name},
    exports::Exports,
    folder::{Folder, wait_for},
    load::Load,
    ports::SERVERS,
    servers::{self, Servers},
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server that is writing an export dies.
    Exporter,
    /// The server that is writing an export is suspended with open connections, and resumes after another one has
    /// finished its work.
    Hanging,
    /// The primary's node: PostgreSQL and its Patroni.
    Primary,
    Standby,
    EtcdLeader,
    /// The server that the proxy has chosen for the next request.
    Chosen,
    /// The primary becomes read-only with its connections open, and switches over a while later.
    Demotion,
    /// PostgreSQL on the primary, which its Patroni restarts.
    Restart,
}

pub(super) const FAULTS: [Fault; 8] = [
    Fault::Exporter,
    Fault::Hanging,
    Fault::Primary,
    Fault::Standby,
    Fault::EtcdLeader,
    Fault::Chosen,
    Fault::Demotion,
    Fault::Restart,
];

const HEALTHY: Duration = Duration::from_mins(3);
/// Time for the load to return to its rate.
const CALM: Duration = Duration::from_secs(4);
/// Time between a fault and the restart of the killed processes.
const ABSENCE: Duration = Duration::from_secs(4);
/// Limit for a failover, from the primary's death to the next acknowledgement.
const FAILOVER: Duration = Duration::from_secs(45);
/// Limit for the proxy to stop sending requests to a hanging server: two checks, and a second before each.
const HANGING: Duration = Duration::from_secs(12);
/// Limit for noticing a demotion, and for being back after PostgreSQL is.
const SOON: Duration = Duration::from_secs(5);

pub(super) struct FaultEffect {
    pub(super) fault: Fault,
    /// The longest time without an acknowledged write, and the longest duration of one.
    pub(super) gap: Duration,
    pub(super) slowest: Duration,
    /// From a demotion until both servers reported not being ready.
    pub(super) noticed: Option<Duration>,
    /// From the first commit on the new primary until the service's first acknowledgement.
    pub(super) back: Option<Duration>,
}

impl FaultEffect {
    pub(super) fn is_within_limits(&self) -> bool {
        let limit = match self.fault {
            Fault::Exporter | Fault::Chosen => SOON,
            Fault::Hanging => HANGING,
            _ => FAILOVER,
        };
        self.gap <= limit && [self.noticed, self.back].into_iter().flatten().all(|time| time <= SOON)
    }
}

pub(super) struct Scene<'a> {
    pub(super) folder: &'a Folder,
    pub(super) database: &'a Database<'a>,
    pub(super) servers: &'a Servers<'a>,
    pub(super) exports: Exports<'a>,
    pub(super) load: &'a Load,
}

impl Scene<'_> {
    /// Causes a fault, measures it, and repairs it, all while an export is running.
    pub(super) fn suffer(&self, fault: Fault) -> Result<FaultEffect> {
        thread::sleep(CALM);
        let exporter = self.exports.begin()?;
        self.load.measure();
        let mut outcome = self.strike(fault, exporter)?;
        (outcome.gap, outcome.slowest) = self.load.measured();
        self.until_healthy()?;
        Ok(outcome)
    }

    pub(super) fn until_healthy(&self) -> Result<()> {
        wait_for("a healthy cluster", HEALTHY, || {
            let is_healthy =
                self.database.is_healthy() && SERVERS.into_iter().all(|server| self.servers.is_ready(server));
            is_healthy.then_some(())
        })
    }

    fn strike(&self, fault: Fault, exporter: u16) -> Result<FaultEffect> {
        let mut outcome =
            FaultEffect { fault, gap: Duration::ZERO, slowest: Duration::ZERO, noticed: None, back: None };
        match fault {
            Fault::Exporter | Fault::Chosen => {
                let server = if fault == Fault::Exporter { exporter } else { self.servers.chosen()? };
                self.folder.kill(&servers::name(server))?;
                // The other server has to take over the export and complete it before this one returns.
                self.exports.finish()?;
                self.servers.start_one(server)?;
                wait_for("the server", HEALTHY, || self.servers.is_ready(server).then_some(()))?;
            }
            Fault::Hanging => {
                self.folder.signal(&servers::name(exporter), Signal::STOP)?;
                self.exports.finish()?;
                self.folder.signal(&servers::name(exporter), Signal::CONT)?;
                wait_for("the server", HEALTHY, || self.servers.is_ready(exporter).then_some(()))?;
                // It must not overwrite the other server's result.
                thread::sleep(ABSENCE);
                self.exports.finish()?;
            }
            Fault::Primary | Fault::Standby => {
                let role = if fault == Fault::Primary { "leader" } else { "sync_standby" };
                let node = self.database.node_with(role)?;
                self.folder.kill(&node_name(node))?;
                if fault == Fault::Primary {
                    outcome.back = Some(self.until_back()?);
                }
                thread::sleep(ABSENCE);
                self.database.start_node(node)?;
            }
            Fault::Restart => {
                let node = self.database.node_with("leader")?;
                self.folder.kill(&format!("{}/data", node_name(node)))?;
                outcome.back = Some(self.until_back()?);
            }
            Fault::EtcdLeader => {
                let member = wait_for("etcd", HEALTHY, || self.database.etcd_leader())?;
                self.folder.kill(&etcd_name(member))?;
                thread::sleep(ABSENCE);
                self.database.start_etcd(member)?;
            }
            Fault::Demotion => {
                let node = self.database.node_with("leader")?;
                let begun = Instant::now();
                self.database.forbid_writes(node)?;
                let is_unready = |server| !self.servers.is_ready(server);
                wait_for("the servers to notice", HEALTHY, || SERVERS.into_iter().all(is_unready).then_some(()))?;
                outcome.noticed = Some(begun.elapsed());
                let writes = self.load.writes();
                thread::sleep(ABSENCE);
                ensure!(self.load.writes() == writes, "a write was acknowledged while no primary took any");
                self.database.switch_over()?;
                outcome.back = Some(self.until_back()?);
                self.until_healthy()?;
                self.database.allow_writes(node)?;
            }
        }
        if !matches!(fault, Fault::Exporter | Fault::Chosen | Fault::Hanging) {
            self.exports.finish()?;
        }
        Ok(outcome)
    }

    /// Waits for PostgreSQL to accept writes again, and returns the delay until the service does.
    fn until_back(&self) -> Result<Duration> {
        wait_for("a primary", HEALTHY, || self.database.writable())?;
        let (begun, writes) = (Instant::now(), self.load.writes());
        wait_for("an acknowledged write", HEALTHY, || (self.load.writes() > writes).then_some(()))?;
        Ok(begun.elapsed())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exporter => "a server killed while it writes an export",
            Self::Hanging => "a server that hangs while it writes an export",
            Self::Primary => "the primary and its Patroni killed",
            Self::Standby => "the synchronous standby killed",
            Self::EtcdLeader => "etcd's leader killed",
            Self::Chosen => "the proxy's next server killed",
            Self::Demotion => "the primary demoted with its connections open",
            Self::Restart => "PostgreSQL killed on the primary",
        })
    }
}
