//! The log, on standard error.

use std::io::IsTerminal;

use tracing_subscriber::{EnvFilter, fmt, prelude::*};

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Starts the log; `filter` is a level, or levels by module such as `info,server::store=debug`.
///
/// # Errors
/// When the filter is not one.
pub(crate) fn start(filter: &str, format: LogFormat) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter)?;
    let registry = tracing_subscriber::registry().with(filter);
    let layer = fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => registry.with(layer.with_target(false)).try_init()?,
        LogFormat::Json => registry.with(layer.json()).try_init()?,
    }
    Ok(())
}
