//! The words of statements as PostgreSQL spells them. Their meanings stand beside those of SQLite.

use crate::store::sql::Words;

pub(in crate::store) const WORDS: Words = &[
    // `json` would be read from its beginning for each field of a row.
    ("{given}", "jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)"),
    ("{settings}", "CAST(settings AS json)"),
    ("{greatest}", "greatest"),
    ("{salt}", "decode(given.value ->> 3, 'hex')"),
    ("{hash}", "decode(given.value ->> 10, 'hex')"),
    // The planner chooses by itself.
    ("{by_change}", ""),
    ("{by_start}", ""),
    ("{unfinished}", ""),
    ("{by_submission}", ""),
    // Begins a statement that changes the records in the array `$1`, all of one quiz. It takes the numbers of the changes as
    // `number_changes` would before it, and has to read `{taken_change}` for every record before it changes the first.
    (
        "{taking_changes}",
        "WITH taken AS (
             INSERT INTO change_numbers (quiz_id, first, next)
             SELECT id, 1, 2 + json_array_length(CAST($1 AS json)) FROM quizzes
             WHERE id = CAST($1 AS json) -> 0 ->> 0
             ON CONFLICT (quiz_id) DO UPDATE
             SET first = change_numbers.next, next = change_numbers.next + excluded.next - 1
             RETURNING first
         )",
    ),
    // 0 only for a quiz that is not there, whose records the database refuses.
    ("{taken_change}", "coalesce((SELECT first FROM taken), 0)"),
    // After `number_changes` has taken the numbers.
    (
        "{next_change_of_given}",
        "coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = given.value ->> 0), 0)",
    ),
    ("{next_change}", "coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = $1), 0)"),
    ("{returning_key}", "RETURNING quiz_id, user_id"),
    // Another server may be claiming the same job at this moment.
    ("{unless_claimed}", "FOR UPDATE SKIP LOCKED"),
    (
        "{found_in_lanes}",
        "WITH found AS MATERIALIZED (
             SELECT lane.user_id AS id, CAST(given.value ->> 0 AS BIGINT) AS rank
             FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key) CROSS JOIN LATERAL (
                 SELECT started_at, user_id FROM submitted_scores AS lane
                 WHERE lane.quiz_id = $2 AND lane.category = $5 AND lane.score = CAST(given.value ->> 1 AS BIGINT)
                     AND (lane.started_at, lane.user_id) {beyond} (CAST(given.value ->> 2 AS BIGINT), given.value ->> 3)
                     AND (lane.started_at, lane.user_id) {within} ($3, '')
                 ORDER BY lane.started_at {order}, lane.user_id {order} LIMIT $4
             ) AS lane
             ORDER BY 2, lane.started_at {order}, lane.user_id {order} LIMIT $4
         )",
    ),
    // A trigger numbers lines as they come, so that writers of different chains need not wait for each other.
    ("{next_line}", "0"),
    ("{take_guard_off}", "ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_not_changed"),
    ("{put_guard_on}", "ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_not_changed"),
];

/// Leaves out of a list what lies further than one row beyond so many bytes, so that it is not sent.
pub(in crate::store) fn up_to(bytes: usize, of_row: &str, select: &str) -> String {
    format!(
        "SELECT * FROM (
             SELECT listed.*, sum({of_row}) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before FROM (
                 {select}
             ) AS listed
         ) AS sized WHERE coalesce(before, 0) < {bytes}"
    )
}
