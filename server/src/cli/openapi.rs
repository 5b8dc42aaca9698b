//! `openapi`

use super::output::print_line;

/// # Errors
/// When standard output cannot be written.
pub(super) fn run() -> anyhow::Result<()> {
    Ok(print_line(crate::http::openapi().to_pretty_json()?)?)
}
