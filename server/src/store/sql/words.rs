//! The words in braces that stand in statements. To run a statement in a shell, put their meanings in their places.

use super::record_row;
use crate::store::{postgres, sqlite};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::store) enum Dialect {
    Sqlite,
    Postgres,
}

/// Words with their meanings.
pub(in crate::store) type Words = &'static [(&'static str, &'static str)];

/// Words that mean the same in both databases: the columns of rows that several statements read or write.
const COLUMNS: Words = &[
    ("{admin}", "id, email, name, password_hash, totp_secret, totp_step, is_everywhere, created_at"),
    (
        "{audit}",
        "seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id, subject, details, hash",
    ),
    (
        "{job}",
        "id, kind, quiz_id, parameters, schedule_id, slot_at, state, is_cancelled, attempts, fence, items_done,
         items_total, error, outcome, created_at, finished_at, removed_at,
         is_replacement",
    ),
    ("{offer}", "id, namespace_id, email, role, token_hash, actor_kind, actor_id, actor_name, created_at, expires_at"),
    ("{record}", record_row::SELECTED),
    ("{kept_attempt}", record_row::KEPT),
    // Bytes of an attempt, in `records` or `past_attempts`. One that is not submitted counts the same whatever it holds,
    // because answers count nothing: they would have to write another row.
    (
        "{attempt_bytes}",
        "CAST(1024 + CASE WHEN submitted_at IS NULL THEN 0
             ELSE octet_length(answers) + coalesce(octet_length(custom_data), 0) END AS BIGINT)",
    ),
    // The exports that may hold a respondent's answers: those that ended after the person began, and those under way, at
    // the moment `$3`.
    (
        "{exports_with_respondent}",
        "WHERE quiz_id = $1 AND kind IN ('export', 'selection') AND state IN ('running', 'done')
             AND (removed_at IS NULL OR removed_at > $3)
             AND coalesce(finished_at, 9223372036854775807) >= (
                 SELECT min(started_at) FROM (
                     SELECT started_at FROM records WHERE quiz_id = $1 AND user_id = $2
                     UNION ALL SELECT started_at FROM past_attempts WHERE quiz_id = $1 AND user_id = $2
                 ) AS starts
             )",
    ),
];

/// The text with the meanings of its words. Its own may hold those of the database, and these its own.
pub(in crate::store) fn fill(text: &str, dialect: Dialect, own: Words) -> String {
    let of_database = match dialect {
        Dialect::Sqlite => sqlite::WORDS,
        Dialect::Postgres => postgres::WORDS,
    };
    let words = own.iter().chain(of_database).chain(own).chain(COLUMNS);
    words.fold(text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_databases_have_the_same_words() {
        let names = |words: Words| words.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        assert_eq!(names(sqlite::WORDS), names(postgres::WORDS));
    }

    #[test]
    fn a_word_may_hold_those_of_its_statement() {
        let filled = fill("SELECT {job} FROM {given} {order}", Dialect::Sqlite, &[("{order}", "ORDER BY 1")]);
        assert!(filled.ends_with("FROM json_each($1) AS given ORDER BY 1") && !filled.contains('{'), "{filled}");
    }
}
