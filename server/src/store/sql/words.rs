//! The words in braces that occur in statements. To run a statement in a shell, replace them with their meanings.

use super::record_row;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::store) enum Dialect {
    Sqlite,
    Postgres,
}

pub(in crate::store) type Words = &'static [(&'static str, &'static str)];

/// Columns and conditions that several statements share.
const COLUMNS: Words = &[
    ("{admin}", "id, email, name, password_hash, totp_secret, totp_step, is_everywhere, created_at"),
    ("{alert}", "id, quiz_id, user_id, attempt, alert, version, at, acknowledged_at, acknowledged_by, note"),
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
        "id, quiz_id, name, email, custom_data, fields, created_at, revoked_at, language, mail_state, mailed_at, mail_error,
         reminders",
    ),
    (
        "{mail}",
        "id, kind, at, namespace_id, quiz_id, user_id, admin_id, reference, recipient, state, attempts, due_at, fence,
         message_id, ended_at, error",
    ),
    (
        "{occasion}",
        "id, quiz_id, user_id, number, due_day, opens_at, closes_at,
         CAST(CASE WHEN {is_stopped} THEN 1 ELSE 0 END AS BIGINT) AS is_stopped, attempt, {is_answered} AS is_answered",
    ),
    // At the moment `$2`. The names are those of the store's `OccasionState`.
    (
        "{occasion_state}",
        "CASE WHEN {is_stopped} THEN 'stopped' WHEN {is_answered} THEN 'answered' WHEN o.closes_at > $2 THEN 'due'
         ELSE 'missed' END",
    ),
    // The link of the person was revoked when the occasion `o` came, or before it was over and anything was begun.
    (
        "{is_stopped}",
        "(o.is_stopped = 1 OR (o.attempt IS NULL AND EXISTS (SELECT 1 FROM invitations AS i
             WHERE i.quiz_id = o.quiz_id AND i.id = o.user_id AND i.revoked_at < o.closes_at)))",
    ),
    // The attempt that was begun on the occasion `o` was submitted.
    (
        "{is_answered}",
        "EXISTS (SELECT 1 FROM records AS r WHERE r.quiz_id = o.quiz_id AND r.user_id = o.user_id
             AND (r.attempt > o.attempt OR (r.attempt = o.attempt AND r.submitted_at IS NOT NULL)))",
    ),
    (
        "{offer}",
        "id, namespace_id, email, role, token_hash, actor_kind, actor_id, actor_name, message, created_at, expires_at",
    ),
    ("{record}", record_row::SELECTED),
    ("{kept_attempt}", record_row::KEPT),
    // Size of an attempt in bytes, in `records` or `past_attempts`. An unsubmitted one has a fixed size, because
    // counting each answer would mean writing another row.
    (
        "{attempt_bytes}",
        "CAST(1024 + CASE WHEN submitted_at IS NULL THEN 0
             ELSE octet_length(answers) + coalesce(octet_length(custom_data), 0) + coalesce(octet_length(fields), 0) END AS BIGINT)",
    ),
    // Usage in bytes of the event `ev` and its deliveries.
    (
        "{event_bytes}",
        "CAST(1024 + coalesce(octet_length(ev.body), 0) + coalesce(octet_length(ev.full_body), 0)
             + 1024 * (SELECT count(*) FROM webhook_deliveries AS d
                 WHERE d.quiz_id = ev.quiz_id AND d.event_id = ev.id) AS BIGINT)",
    ),
    // The exports that may contain a respondent's answers, at the moment `$3`: those under way, and those that ended
    // after the respondent began.
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

/// Replaces the words in a text. The statement's own words may contain shared ones, and these may contain own ones.
pub(super) fn fill(text: &str, own: Words) -> String {
    let words = own.iter().chain(COLUMNS).chain(own);
    words.fold(text.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
}
