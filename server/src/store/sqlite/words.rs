//! The words of statements as SQLite spells them.

use crate::store::sql::{Dialect, Words, fill};

pub(in crate::store) const WORDS: Words = &[
    // The elements of the JSON array `$1` as `given.value`, with numbers that rise as `given.key`. The elements are arrays
    // themselves: `given.value ->> 0` is the text of the first field.
    ("{given}", "json_each($1) AS given"),
    // The settings of a quiz as JSON, of which `->` and `->>` take parts.
    ("{settings}", "settings"),
    // The larger of values, none of them NULL.
    ("{greatest}", "max"),
    // The bytes that hexadecimal digits mean.
    ("{salt}", "unhex(given.value ->> 3)"),
    ("{hash}", "unhex(given.value ->> 10)"),
    // The index to use.
    ("{by_change}", "INDEXED BY records_by_change"),
    ("{by_start}", "INDEXED BY records_by_start"),
    ("{unfinished}", "INDEXED BY records_unfinished"),
    ("{by_submission}", "INDEXED BY records_by_submission"),
    ("{taking_changes}", ""),
    // The number of the next change in a quiz: an expression for a statement that makes a change, or together with
    // `given.key` several. Transactions that write come one after the other, so no other change takes the same number.
    (
        "{taken_change}",
        "1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = given.value ->> 0),
             (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = given.value ->> 0))",
    ),
    (
        "{next_change_of_given}",
        "1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = given.value ->> 0),
             (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = given.value ->> 0))",
    ),
    (
        "{next_change}",
        "1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
             (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1))",
    ),
    // SQLite returns rows by way of a table that it makes for them, and tells at no cost whether one was added.
    ("{returning_key}", ""),
    ("{unless_claimed}", ""),
    // Of at most a page of each lane, the first page in order.
    (
        "{found_in_lanes}",
        "WITH lanes AS MATERIALIZED (
             SELECT value ->> 0 AS rank, value ->> 1 AS score, value ->> 2 AS started_at, value ->> 3 AS user_id
             FROM json_each($1)
         ),
         pages AS MATERIALIZED (
             SELECT lanes.*, (
                 SELECT json_array(started_at, user_id) FROM submitted_scores AS lane
                 WHERE quiz_id = $2 AND category = $5 AND score = lanes.score
                     AND (lane.started_at, lane.user_id) {beyond} (lanes.started_at, lanes.user_id)
                     AND (lane.started_at, lane.user_id) {within} ($3, '')
                 ORDER BY lane.started_at {order}, lane.user_id {order} LIMIT 1 OFFSET $4 - 1
             ) AS last
             FROM lanes
         ),
         found AS MATERIALIZED (
             SELECT lane.user_id AS id, pages.rank AS rank
             FROM pages CROSS JOIN submitted_scores AS lane
                 ON lane.quiz_id = $2 AND lane.category = $5 AND lane.score = pages.score
                 AND (lane.started_at, lane.user_id) {beyond} (pages.started_at, pages.user_id)
                 AND (lane.started_at, lane.user_id) {within}= (coalesce(last ->> 0, $3), coalesce(last ->> 1, ''))
             ORDER BY pages.rank, lane.started_at {order}, lane.user_id {order} LIMIT $4
         )",
    ),
    ("{next_line}", "(SELECT coalesce(max(seq), 0) FROM audit_log) + 1 + given.key"),
    ("{take_guard_off}", "DROP TRIGGER audit_log_is_not_changed"),
    (
        "{put_guard_on}",
        "CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN
             SELECT raise(ABORT, 'the audit log is append-only');
         END",
    ),
];

/// The text with parameters that SQLite numbers as they say: it would number `$1` and the like as they come.
pub(in crate::store) fn numbered(text: &str) -> String {
    let mut parts = text.split('$');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        numbered.push(if part.starts_with(|letter: char| letter.is_ascii_digit()) { '?' } else { '$' });
        numbered.push_str(part);
    }
    numbered
}

/// The text as SQLite runs it for a single one of the given rows, whose fields are the parameters.
pub(in crate::store) fn fill_for_one(text: &str, own: Words) -> String {
    let mut text = text.to_owned();
    for (word, meaning) in own {
        text = text.replace(word, meaning);
    }
    // A row of values takes less than the same row selected from no table.
    if let Some((insert, selected)) = text.split_once("SELECT ")
        && let Some((row, rest)) = selected.split_once("FROM {given} WHERE true")
    {
        text = format!("{insert}VALUES ({row}){rest}");
    }
    for (given, alone) in
        [("FROM {given} CROSS JOIN", "FROM"), ("FROM {given} ORDER BY given.key", ""), ("FROM {given}", "")]
    {
        text = text.replace(given, alone);
    }
    let text = fill(&text, Dialect::Sqlite, own).replace("given.key", "0");
    let mut parts = text.split("given.value ->> ");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let field: usize = part[..digits].parse().unwrap_or_default();
        filled.extend(["$", &(field + 1).to_string(), &part[digits..]]);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_for_given_rows_takes_the_fields_of_one_as_parameters() {
        let of_one = |text| fill_for_one(text, &[]);
        assert_eq!(
            of_one("SELECT a FROM {given} CROSS JOIN t WHERE b = given.value ->> 0"),
            "SELECT a FROM t WHERE b = $1"
        );
        assert_eq!(
            of_one("UPDATE t SET a = given.value ->> 10, b = given.key FROM {given} WHERE c"),
            "UPDATE t SET a = $11, b = 0  WHERE c"
        );
        assert_eq!(
            of_one("INSERT INTO t SELECT given.value ->> 0, 1 FROM {given} WHERE true ON CONFLICT DO NOTHING"),
            "INSERT INTO t VALUES ($1, 1 ) ON CONFLICT DO NOTHING"
        );
    }
}
