//! An error with its causes as one sentence.

use sqlx::postgres::PgDatabaseError;

/// Joins the causes as `{:#}` does, without those that the previous error already contains: many libraries repeat the
/// text of the cause. Also removes the line number in PostgreSQL's own source, which tells an operator nothing.
pub fn with_causes(error: &anyhow::Error) -> String {
    let line = error.chain().find_map(|cause| {
        let database = cause.downcast_ref::<sqlx::Error>()?.as_database_error()?;
        database.try_downcast_ref::<PgDatabaseError>()?.line()
    });
    let line = line.map(|line| format!(" at line {line}")).unwrap_or_default();
    let mut told = String::new();
    for cause in error.chain() {
        let text = cause.to_string();
        let text = text.strip_suffix(&line).unwrap_or(&text);
        if told.is_empty() {
            text.clone_into(&mut told);
        } else if !told.ends_with(text) {
            told = format!("{told}: {text}");
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use std::io;

    use anyhow::Context;

    use super::*;

    #[test]
    fn no_cause_is_named_twice() {
        let refused = sqlx::Error::Io(io::Error::other("refused"));
        let error = Err::<(), _>(refused).context("cannot connect").expect_err("an error");
        assert_eq!(with_causes(&error), "cannot connect: error communicating with database: refused");
    }
}
