//! The commands of `cargo xtask` and their help.

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum};

/// Builds, runs, tests, checks and packages the project.
///
/// Each step says what it does. A step that needs a missing tool says so and installs it.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Build everything and serve the demo on this machine
    ///
    /// Ctrl-C stops the server. The tests use the same build. Nothing is built again unless it changed.
    Serve {
        /// Optimise the server, which takes longer to compile
        #[arg(long)]
        release: bool,
        /// Further options for `quiz-answers serve`, after `--`: `cargo xtask serve -- --rate-limit off`
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
    /// Build the browser bundle and the server with every asset inside
    ///
    /// The browser bundle is always optimised; `--release` concerns the server.
    Build {
        /// Optimise the server: target/release instead of target/debug
        #[arg(long)]
        release: bool,
    },
    /// Run the tests, all or one part, and end with `N passed, N failed`
    Test {
        /// The part to run (default: all)
        part: Option<Part>,
    },
    /// Check format, lints, the direction of imports, and the dependencies' versions and licences
    ///
    /// Clippy runs three times: the domain, the workspace, and the app as the browser gets it.
    Check,
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
    /// Make a tarball for installation, in target/dist
    ///
    /// It holds the server, the licence, the README, a systemd unit and a sample configuration.
    Dist,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Rules, pages and storage, in-process
    Unit,
    /// The server's interface, over HTTP
    Http,
    /// The pages, in real browsers
    Browser,
    /// The price list: what each kind of request costs; not among the parts that run by default
    Price,
    /// What one tenant can cost the others
    Neighbours,
}
