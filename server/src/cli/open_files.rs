//! The limit of open files, which every connection needs one of.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The database, its readers, exports and the log.
const OTHERS: u64 = 64;

/// Raises the soft limit as far as the hard one allows, and warns if so many connections still do not fit.
pub(super) fn raise(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, "cannot raise the limit of open files");
    }
    let needed = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(OTHERS);
    // Without a limit there is no number.
    if let Some(limit) = getrlimit(Resource::Nofile).current.filter(|limit| *limit < needed) {
        tracing::warn!(
            limit,
            needed,
            "too few open files for --max-connections: raise the limit (LimitNOFILE=, ulimit -Hn), or lower the option"
        );
    }
}
