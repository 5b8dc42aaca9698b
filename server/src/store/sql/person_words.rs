//! The index of people: words of their names, addresses, fields and custom data. Their ids need no words, since records and
//! invitations are found by them, but for ids of applications that are not written as they are folded.
//!
//! The index may lack people of earlier releases until it is filled, and words of long texts for good; a list that
//! examines each record finds these.

use domain::{AnswersRecord, NamespaceId, QuizId};

use super::{Connection, Reads, Sql, Texts, rows::damaged, sql};
use crate::{
    search_text::is_folded,
    store::{FilledWords, Invitation, Result, Store, Transaction, WorkScope},
    word_search::words_of,
};

/// Rows that one transaction fills.
const PIECE: i64 = 500;
/// The schema version of PostgreSQL from which on servers write words.
const SINCE: i64 = 29;
/// What ids that the server gives begin with.
const ANONYMOUS: &str = "anon_";
/// Below all letters that an id or a word can have.
pub(super) const NEXT: char = '\u{1}';

/// A quiz, a word and a person.
type Worded = (String, String, String);
/// The id, the name, the address and the custom data of an invited person.
type Invited = (String, Option<String>, Option<String>, Option<String>);

static ADD: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO person_words (quiz_id, word, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    postgres: "INSERT INTO person_words (quiz_id, word, user_id)
               SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT DO NOTHING",
});

/// Adds the words of records that were begun, or got their custom data.
pub(super) async fn add_records(
    connection: &mut Connection<'_>,
    records: impl Iterator<Item = (&str, &str, Option<&str>)>,
) -> Result<(), sqlx::Error> {
    let worded: Vec<Worded> = records
        .flat_map(|(quiz, user, custom_data)| {
            // Ids of open quizzes are never typed by hand.
            let id = Some(user).filter(|user| !is_folded(user) && !user.starts_with(ANONYMOUS));
            worded(quiz, user, id.into_iter().chain(custom_data))
        })
        .collect();
    add(connection, &worded).await
}

/// Adds the words of fields that attempts were begun with.
pub(super) async fn add_fields(
    connection: &mut Connection<'_>,
    records: impl Iterator<Item = &AnswersRecord>,
) -> Result<(), sqlx::Error> {
    let of = |record: &AnswersRecord| worded(record.quiz_id.as_str(), record.user.as_str(), record.fields.texts());
    let worded: Vec<Worded> = records.filter(|record| !record.fields.is_empty()).flat_map(of).collect();
    add(connection, &worded).await
}

/// Adds the words of invitations.
pub(super) async fn add_invitations(
    connection: &mut Connection<'_>,
    invitations: &[Invitation],
) -> Result<(), sqlx::Error> {
    let of = |one: &Invitation| worded(one.quiz_id.as_str(), one.id.as_str(), one.texts());
    let worded: Vec<Worded> = invitations.iter().flat_map(of).collect();
    add(connection, &worded).await
}

fn worded<'t>(quiz: &str, user: &str, texts: impl IntoIterator<Item = &'t str>) -> Vec<Worded> {
    // Neither database keeps a zero byte.
    let words = words_of(texts).into_iter().filter(|word| !word.contains('\0'));
    words.map(|word| (quiz.to_owned(), word, user.to_owned())).collect()
}

async fn add(connection: &mut Connection<'_>, worded: &[Worded]) -> Result<(), sqlx::Error> {
    if worded.is_empty() { Ok(()) } else { connection.execute_each(&ADD, worded).await }
}

pub(super) async fn erase(connection: &mut Connection<'_>, quiz: &QuizId, user: &str) -> Result<(), sqlx::Error> {
    let delete = sql!("DELETE FROM person_words WHERE quiz_id = $1 AND user_id = $2");
    connection.execute(delete.bind(quiz).bind(user)).await.map(drop)
}

/// Gives the words of a person to their new id.
pub(super) async fn rename(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &str,
    new: &str,
) -> Result<(), sqlx::Error> {
    let update = sql!("UPDATE person_words SET user_id = $3 WHERE quiz_id = $1 AND user_id = $2");
    connection.execute(update.bind(quiz).bind(user).bind(new)).await.map(drop)
}

/// What servers of an earlier release, which do not know these tables, leave behind where they erase a person or renew a
/// link.
static LEFT_BEHIND: [Sql; 3] = [
    Sql::new(
        "DELETE FROM person_words WHERE quiz_id = $1
             AND NOT EXISTS (SELECT 1 FROM records AS r WHERE r.quiz_id = $1 AND r.user_id = person_words.user_id)
             AND NOT EXISTS (SELECT 1 FROM invitations AS i WHERE i.quiz_id = $1 AND i.id = person_words.user_id)",
    ),
    Sql::new(
        "DELETE FROM series WHERE quiz_id = $1
             AND NOT EXISTS (SELECT 1 FROM records AS r WHERE r.quiz_id = $1 AND r.user_id = series.user_id)
             AND NOT EXISTS (SELECT 1 FROM invitations AS i WHERE i.quiz_id = $1 AND i.id = series.user_id)",
    ),
    Sql::new(
        "DELETE FROM occasions WHERE quiz_id = $1
             AND NOT EXISTS (SELECT 1 FROM records AS r WHERE r.quiz_id = $1 AND r.user_id = occasions.user_id)
             AND NOT EXISTS (SELECT 1 FROM invitations AS i WHERE i.quiz_id = $1 AND i.id = occasions.user_id)",
    ),
];

impl Reads<'_> {
    /// True while servers are connected that came before this version of PostgreSQL's schema. One process alone uses
    /// SQLite.
    pub async fn has_older_servers(&self, version: i64) -> Result<bool> {
        let older = sql!(
            sqlite: "SELECT 0 WHERE $1 < 0",
            postgres: "SELECT count(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND split_part(application_name, '/', 1) = 'quiz-answers'
                           AND CAST(coalesce(nullif(split_part(application_name, '/', 2), ''), '0') AS BIGINT) < $1",
        );
        Ok(self.number(older.bind(version)).await? > 0)
    }
}

impl Store {
    /// Fills in the words of a piece of the people from before. Returns `true` once none is left. It goes on where an
    /// earlier one stopped, on any server.
    pub async fn fill_person_words(&self) -> Result<FilledWords> {
        let places: Vec<(String,)> =
            self.rows(sql!("SELECT place FROM person_words_left WHERE part = 'people'")).await?;
        let Some((place,)) = places.into_iter().next() else { return Ok(FilledWords::All) };
        if self.has_older_servers(SINCE).await? {
            return Ok(FilledWords::Waiting);
        }
        let (quiz, user) = place.split_once(' ').unwrap_or((&place, ""));
        let select =
            sql!("SELECT id, namespace_id FROM quizzes WHERE id >= $1 AND deleted_at IS NULL ORDER BY id LIMIT 1");
        let next: Vec<(String, String)> = self.rows(select.bind(quiz)).await?;
        let Some((id, namespace)) = next.into_iter().next() else {
            self.execute(sql!("DELETE FROM person_words_left WHERE part = 'people'")).await?;
            return Ok(FilledWords::All);
        };
        let namespace = NamespaceId::parse(&namespace).map_err(|_| damaged(format!("quiz {id}")))?;
        let after = if id == quiz { user.to_owned() } else { String::new() };
        let of = id.clone();
        let last: Option<String> = self
            .transact(WorkScope::Namespace(namespace), move |tx| {
                Box::pin(async move { tx.fill_words_of(&of, &after).await })
            })
            .await?;
        // The next quiz has a greater id.
        let place = last.map_or_else(|| format!("{id}{NEXT}"), |last| format!("{id} {last}"));
        let update = sql!("UPDATE person_words_left SET place = $1 WHERE part = 'people'");
        self.execute(update.bind(place)).await?;
        Ok(FilledWords::Some)
    }
}

impl Transaction<'_> {
    /// Fills in the words of some people of a quiz, in the order of their ids. Returns the last of them, or `None` at the
    /// end.
    async fn fill_words_of(&mut self, quiz: &str, after: &str) -> Result<Option<String>> {
        let mut connection = self.connection().await;
        let filled = fill(&mut connection, quiz, after).await;
        drop(connection);
        self.noted(filled)
    }
}

async fn fill(connection: &mut Connection<'_>, quiz: &str, after: &str) -> Result<Option<String>, sqlx::Error> {
    // No person is erased meanwhile: an erasure takes numbers, too.
    connection.number_changes(quiz, 1).await?;
    let select = sql!(
        sqlite: "SELECT user_id, custom_data FROM records WHERE quiz_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3",
        postgres: "SELECT user_id, custom_data FROM records WHERE quiz_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3",
    );
    let records: Vec<(String, Option<String>)> = connection.rows(select.bind(quiz).bind(after).bind(PIECE)).await?;
    let select = sql!(
        sqlite: "SELECT id, name, email, custom_data FROM invitations WHERE +quiz_id = $1 AND id > $2 ORDER BY id LIMIT $3",
        postgres: "SELECT id, name, email, custom_data FROM invitations WHERE quiz_id = $1 AND id > $2 ORDER BY id LIMIT $3",
    );
    let invited: Vec<Invited> = connection.rows(select.bind(quiz).bind(after).bind(PIECE)).await?;
    // Both are read up to the same id.
    let piece = usize::try_from(PIECE).unwrap_or(usize::MAX);
    let ends = [
        records.last().filter(|_| records.len() >= piece).map(|(user, _)| user.clone()),
        invited.last().filter(|_| invited.len() >= piece).map(|(id, ..)| id.clone()),
    ];
    let last = ends.into_iter().flatten().min();
    let is_in = |user: &str| last.as_deref().is_none_or(|last| user <= last);
    let of_records = records.iter().filter(|(user, _)| is_in(user));
    add_records(connection, of_records.map(|(user, data)| (quiz, user.as_str(), data.as_deref()))).await?;
    let of_invited = invited.iter().filter(|(id, ..)| is_in(id)).flat_map(|(id, name, email, data)| {
        worded(quiz, id, [name, email, data].into_iter().flatten().map(String::as_str))
    });
    let worded: Vec<Worded> = of_invited.collect();
    add(connection, &worded).await?;
    if last.is_none() && matches!(connection, Connection::Postgres(_)) {
        for delete in &LEFT_BEHIND {
            connection.execute(delete.statement().bind(quiz)).await?;
        }
    }
    Ok(last)
}
