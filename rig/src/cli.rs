//! The rig's commands and their help.

use clap::{Parser, Subcommand};

/// Measures the server and breaks it.
#[derive(Parser)]
#[command(name = "rig", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Measure the optimised server and print the table of figures
    ///
    /// Machines differ, so each figure stands beside a reference measured in the same minute.
    Bench {
        /// On a PostgreSQL that is started for it, instead of SQLite
        #[arg(long)]
        postgres: bool,
        /// Only compare with another commit, which is built beside this one: both in turns, by the server's processor time
        #[arg(long, value_name = "COMMIT", conflicts_with = "postgres")]
        against: Option<String>,
    },
    /// Count what a request of each kind costs, and print the price list
    ///
    /// Instructions, allocations, system calls and bytes written, counted by valgrind, which other programs do not
    /// disturb; and the sizes of what a page loads. The tests compare with the committed list.
    Price {
        /// Of the optimised server
        #[arg(long)]
        release: bool,
        /// Make it the list that the tests compare with
        #[arg(long, conflicts_with = "release")]
        accept: bool,
        /// Compare the server of the tests with the committed list instead, without building anything
        #[arg(long, conflicts_with_all = ["release", "accept"])]
        check: bool,
    },
    /// Let one tenant misbehave beside another one that works, on the server of the tests, and judge what the other notices
    Neighbours {
        /// The long form, on the optimised server, as `bench` has it
        #[arg(long)]
        release: bool,
    },
    /// Start two servers on PostgreSQL with failover, behind a proxy, and print the addresses
    ///
    /// Three PostgreSQL nodes under Patroni with one synchronous standby, three members of etcd, HAProxy. All of it is
    /// on this machine and in a temporary folder, and ends with Ctrl-C.
    Cluster {
        /// Let the second server reach the database through pgbouncer
        #[arg(long, global = true)]
        pgbouncer: bool,
        #[command(subcommand)]
        test: Option<ClusterTest>,
    },
}

#[derive(Subcommand)]
pub(crate) enum ClusterTest {
    /// Kill servers, databases and etcd while respondents answer, and count what was lost
    ///
    /// Fails if anything acknowledged was lost or done twice, or if service was away for too long.
    Test {
        /// Number of faults, of eight kinds in turn
        #[arg(long, default_value_t = 20)]
        faults: usize,
    },
}

impl ClusterTest {
    pub(crate) fn faults(&self) -> usize {
        let Self::Test { faults } = self;
        *faults
    }
}
