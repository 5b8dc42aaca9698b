//! `openapi`

use super::output::print_line;

pub(super) fn run() -> anyhow::Result<()> {
    Ok(print_line(crate::http::openapi().to_pretty_json()?)?)
}
