//! `openapi`

/// # Errors
/// When standard output cannot be written.
pub(super) fn run() -> anyhow::Result<()> {
    println!("{}", crate::http::openapi().to_pretty_json()?);
    Ok(())
}
