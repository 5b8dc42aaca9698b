//! The commands of `cargo xtask` and their help.

use std::{ffi::OsString, path::PathBuf};

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
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        arguments: Vec<OsString>,
    },
    /// Count what a request of each kind costs, and print the price list
    #[command(disable_help_flag = true)]
    Price {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        arguments: Vec<OsString>,
    },
    /// Start two servers on PostgreSQL with failover, behind a proxy, or break them in turn
    #[command(disable_help_flag = true)]
    Cluster {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        arguments: Vec<OsString>,
    },
    /// Make a tarball, a Debian package and a container image for installation, in target/dist
    ///
    /// They hold the server, its documents, licences and list of components, a systemd unit and a sample configuration. The
    /// image is made where mmdebstrap is installed.
    Dist {
        /// Package this program, which was built before, in place of building one
        #[arg(long, value_name = "FILE")]
        program: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Rules, pages and storage, in-process
    Unit,
    /// The server's interface, over HTTP
    Http,
    /// The pages, in real browsers
    Browser,
    /// The price list: what each kind of request costs
    Price,
    /// The cost of one tenant for the others
    Neighbours,
}
