//! The log, on standard error.

use std::{fmt::Display, io::IsTerminal, sync::LazyLock, time::Duration};

use anyhow::{Context, ensure};
use governor::{DefaultKeyedRateLimiter, Quota};
use tracing::subscriber::Interest;
use tracing_subscriber::{
    EnvFilter,
    filter::{LevelFilter, dynamic_filter_fn},
    fmt,
    prelude::*,
};

use super::{access, request::InRequest};

/// Goes before what the operator gives: PostgreSQL tells of each start that the tables are there already.
const QUIET: &str = "sqlx::postgres::notice=warn";
/// The target under which sqlx logs connections that it closes. While there is no primary, it does so for each that it
/// tries.
const POOL: &str = "sqlx_core::pool::inner";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Starts the log; `filter` is a level, or levels by module such as `info,server::store=debug`.
pub(crate) fn start(filter: &str, format: LogFormat) -> anyhow::Result<()> {
    // The library would take a word that is no level for the name of a module, and log nothing else.
    for word in filter.split(',').map(str::trim).filter(|word| !word.contains('=')) {
        let is_level = word.parse::<LevelFilter>().is_ok();
        ensure!(is_level, "--log {word}: give error, warn, info, debug, trace or off, or module=level");
    }
    let filter = EnvFilter::try_new(format!("{QUIET},{filter}")).with_context(|| format!("--log {filter}"))?;
    let registry = tracing_subscriber::registry().with(filter);
    let is_terminal = std::io::stderr().is_terminal();
    let layer = fmt::layer().with_writer(std::io::stderr).with_ansi(is_terminal);
    let news = dynamic_filter_fn(|line, _| line.target() != POOL || is_news(&line.name()))
        .with_callsite_filter(|line| if line.target() == POOL { Interest::sometimes() } else { Interest::always() });
    match format {
        LogFormat::Text => {
            registry.with(layer.with_target(false).map_event_format(InRequest).with_filter(news)).try_init()?;
        }
        LogFormat::Json => {
            let layer = layer.json().with_span_list(false).map_event_format(InRequest);
            registry.with(layer.with_filter(news)).try_init()?;
        }
    }
    if !is_terminal {
        access::write_by_hand(format);
    }
    Ok(())
}

/// The same cause is logged once in this time.
const NEWS: Duration = Duration::from_mins(1);

/// True once a minute for each cause, as a place of the program tells it. A full disk lasts, and a line for every refused
/// request would only fill it further.
pub(crate) fn is_news(cause: &impl Display) -> bool {
    static CAUSES: LazyLock<Option<DefaultKeyedRateLimiter<String>>> =
        LazyLock::new(|| Quota::with_period(NEWS).map(DefaultKeyedRateLimiter::keyed));
    CAUSES.as_ref().is_none_or(|causes| causes.check_key(&cause.to_string()).is_ok())
}
