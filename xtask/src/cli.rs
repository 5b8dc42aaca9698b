//! The commands of `cargo xtask` and their help.

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum};

/// Builds, runs, tests, checks and packages the project.
///
/// Every step says what it does; a step that needs a tool this machine lacks says so and installs it.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Build everything, optimised, and serve the demo on this machine
    ///
    /// Ctrl-C stops the server. Nothing is built a second time when nothing changed.
    Serve {
        /// More options for `quiz-answers serve`, after `--`: `cargo xtask serve -- --rate-limit off`
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
    /// Build the browser bundle and the server with every asset inside
    ///
    /// The browser bundle is always the small one; `--release` is about the server.
    Build {
        /// Optimise the server: target/release instead of target/debug
        #[arg(long)]
        release: bool,
    },
    /// Run the tests, all or one part, and end with `N passed, N failed`
    Test {
        /// The part to run; without it, all parts
        part: Option<Part>,
    },
    /// Check format, lints, lock file and licences
    ///
    /// Clippy runs three times: the domain, the workspace, and the app as the browser gets it.
    Check,
    /// Measure the optimised server and print the table of figures
    ///
    /// Every figure stands beside something else run in the same minute, since machines differ.
    Bench,
    /// Make the tarball to install from, in target/dist
    ///
    /// It holds the server, licence, read-me, a systemd unit and a sample configuration.
    Dist,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Rules, pages and storage, in the process of the test
    Unit,
    /// The server's interface, over HTTP
    Http,
    /// The pages, in a real Chromium
    Browser,
}
