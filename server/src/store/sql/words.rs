//! The words in braces that stand in statements. To run a statement in a shell, put their meanings in their places.

use super::record_row;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::store) enum Dialect {
    Sqlite,
    Postgres,
}

/// Words with their meanings.
pub(in crate::store) type Words = &'static [(&'static str, &'static str)];

/// The columns of rows that several statements read or write, and conditions that several have.
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
    (
        "{invitation}",
        "id, quiz_id, name, email, custom_data, created_at, revoked_at, language, mail_state, mailed_at, mail_error,
         reminders",
    ),
    (
        "{mail}",
        "id, kind, at, namespace_id, quiz_id, user_id, admin_id, reference, recipient, state, attempts, due_at, fence,
         message_id, ended_at, error",
    ),
    (
        "{offer}",
        "id, namespace_id, email, role, token_hash, actor_kind, actor_id, actor_name, message, created_at, expires_at",
    ),
    ("{record}", record_row::SELECTED),
    ("{kept_attempt}", record_row::KEPT),
    // Bytes of an attempt, in `records` or `past_attempts`. One that is not submitted counts the same whatever it holds,
    // because answers count nothing: they would have to write another row.
    (
        "{attempt_bytes}",
        "CAST(1024 + CASE WHEN submitted_at IS NULL THEN 0
             ELSE octet_length(answers) + coalesce(octet_length(custom_data), 0) END AS BIGINT)",
    ),
    // Bytes that the event `ev` counts in its quiz's usage, with its deliveries.
    (
        "{event_bytes}",
        "CAST(1024 + coalesce(octet_length(ev.body), 0) + coalesce(octet_length(ev.full_body), 0)
             + 1024 * (SELECT count(*) FROM webhook_deliveries AS d
                 WHERE d.quiz_id = ev.quiz_id AND d.event_id = ev.id) AS BIGINT)",
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

/// The text with the meanings of its words. Its own may hold those of all, and these its own.
pub(super) fn fill(text: &str, own: Words) -> String {
    let words = own.iter().chain(COLUMNS).chain(own);
    words.fold(text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
}
