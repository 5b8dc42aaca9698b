//! People found by the index of [`person_words`](super::person_words), in a quiz and across a namespace.

use std::collections::{BTreeMap, HashMap};

use domain::{AnswersRecord, InvitedId, NamespaceId, QuizId, UserId};

use super::{Reads, Sql, Statement, Texts, person_words::NEXT, quizzes::json, rows::damaged, sql};
use crate::{
    search_text::fold,
    store::{FoundPerson, Invitation, PersonKey, RecordFilter, RecordOrder, RecordPlace, Result},
    word_search::{WordSearch, words_of},
};

/// Maximum number of people that the index gives of whom it is examined if they match.
const CANDIDATES: i64 = 200;
/// Maximum number of quizzes out of which a person is erased at a time.
const ERASED: i64 = 1000;
/// Ids are searched from this length on. A shorter word has to be the whole id: too many begin with it.
const SHORTEST: usize = 3;
/// Above all letters.
const END: char = '\u{10ffff}';

/// $2 and $3 enclose the first word, $4 and $5 the second one, $6 and $7 the id, $8 is the limit of each part.
static OF_QUIZ: Sql = Sql::of(Texts {
    sqlite: "SELECT user_id FROM (
                 SELECT w.user_id FROM person_words AS w
                 WHERE w.quiz_id = $1 AND w.word >= $2 AND w.word < $3 AND ($4 = '' OR EXISTS (
                     SELECT 1 FROM person_words AS o
                     WHERE o.quiz_id = w.quiz_id AND o.user_id = w.user_id AND o.word >= $4 AND o.word < $5))
                 LIMIT $8)
             UNION SELECT user_id FROM (
                 SELECT user_id FROM records WHERE quiz_id = $1 AND user_id >= $6 AND user_id < $7 LIMIT $8)
             UNION SELECT id FROM (
                 SELECT id FROM invitations WHERE +quiz_id = $1 AND id >= $6 AND id < $7 LIMIT $8)",
    postgres: "SELECT user_id FROM (
                   SELECT w.user_id FROM person_words AS w
                   WHERE w.quiz_id = $1 AND w.word >= $2 AND w.word < $3 AND ($4 = '' OR EXISTS (
                       SELECT 1 FROM person_words AS o
                       WHERE o.quiz_id = w.quiz_id AND o.user_id = w.user_id AND o.word >= $4 AND o.word < $5))
                   LIMIT $8) AS worded
               UNION SELECT user_id FROM (
                   SELECT user_id FROM records WHERE quiz_id = $1 AND user_id >= $6 AND user_id < $7
                   ORDER BY user_id LIMIT $8) AS begun
               UNION SELECT id FROM (
                   SELECT id FROM invitations WHERE quiz_id = $1 AND id >= $6 AND id < $7
                   ORDER BY id LIMIT $8) AS invited",
});

/// The same in each quiz of a namespace.
static OF_NAMESPACE: Sql = Sql::of(Texts {
    sqlite: "SELECT quiz_id, user_id FROM (
                 SELECT w.quiz_id, w.user_id FROM quizzes AS q CROSS JOIN person_words AS w
                 WHERE q.namespace_id = $1 AND q.deleted_at IS NULL
                     AND w.quiz_id = q.id AND w.word >= $2 AND w.word < $3 AND ($4 = '' OR EXISTS (
                         SELECT 1 FROM person_words AS o
                         WHERE o.quiz_id = w.quiz_id AND o.user_id = w.user_id AND o.word >= $4 AND o.word < $5))
                 LIMIT $8)
             UNION SELECT quiz_id, user_id FROM (
                 SELECT r.quiz_id, r.user_id FROM quizzes AS q CROSS JOIN records AS r
                 WHERE q.namespace_id = $1 AND q.deleted_at IS NULL
                     AND r.quiz_id = q.id AND r.user_id >= $6 AND r.user_id < $7 LIMIT $8)
             UNION SELECT quiz_id, id FROM (
                 SELECT i.quiz_id, i.id FROM invitations AS i CROSS JOIN quizzes AS q
                 WHERE i.id >= $6 AND i.id < $7
                     AND q.id = i.quiz_id AND q.namespace_id = $1 AND q.deleted_at IS NULL LIMIT $8)",
    postgres: "SELECT quiz_id, user_id FROM (
                   SELECT w.quiz_id, w.user_id FROM quizzes AS q CROSS JOIN LATERAL (
                       SELECT w.quiz_id, w.user_id FROM person_words AS w
                       WHERE w.quiz_id = q.id AND w.word >= $2 AND w.word < $3 AND ($4 = '' OR EXISTS (
                           SELECT 1 FROM person_words AS o
                           WHERE o.quiz_id = w.quiz_id AND o.user_id = w.user_id AND o.word >= $4 AND o.word < $5))
                       LIMIT $8) AS w
                   WHERE q.namespace_id = $1 AND q.deleted_at IS NULL LIMIT $8) AS worded
               UNION SELECT quiz_id, user_id FROM (
                   SELECT r.quiz_id, r.user_id FROM quizzes AS q CROSS JOIN LATERAL (
                       SELECT r.quiz_id, r.user_id FROM records AS r
                       WHERE r.quiz_id = q.id AND r.user_id >= $6 AND r.user_id < $7
                       ORDER BY r.user_id LIMIT $8) AS r
                   WHERE q.namespace_id = $1 AND q.deleted_at IS NULL LIMIT $8) AS begun
               UNION SELECT quiz_id, id FROM (
                   SELECT i.quiz_id, i.id FROM quizzes AS q CROSS JOIN LATERAL (
                       SELECT i.quiz_id, i.id FROM invitations AS i
                       WHERE i.quiz_id = q.id AND i.id >= $6 AND i.id < $7
                       ORDER BY i.id LIMIT $8) AS i
                   WHERE q.namespace_id = $1 AND q.deleted_at IS NULL LIMIT $8) AS invited",
});

/// People of a namespace with a word, and their addresses.
static ADDRESSED: Sql = Sql::of(Texts {
    sqlite: "SELECT w.quiz_id, w.user_id, i.email FROM quizzes AS q
             CROSS JOIN person_words AS w CROSS JOIN invitations AS i
             WHERE q.namespace_id = $1 AND q.deleted_at IS NULL AND w.quiz_id = q.id AND w.word = $2
                 AND i.id = w.user_id AND i.quiz_id = w.quiz_id AND i.email IS NOT NULL",
    postgres: "SELECT w.quiz_id, w.user_id, i.email FROM quizzes AS q
               JOIN person_words AS w ON w.quiz_id = q.id AND w.word = $2
               JOIN invitations AS i ON i.id = w.user_id AND i.quiz_id = w.quiz_id
               WHERE q.namespace_id = $1 AND q.deleted_at IS NULL AND i.email IS NOT NULL",
});

static RECORDS: Sql = Sql::of(Texts {
    sqlite: "SELECT {record} FROM json_each($1) AS given CROSS JOIN records
             WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0",
    postgres: "SELECT {record} FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN records WHERE records.quiz_id = $2 AND records.user_id = given.value ->> 0",
});

/// What the index is asked for.
struct Asked<'a> {
    first: Range,
    second: Option<Range>,
    id: Range,
    /// The quiz or the namespace.
    within: &'a str,
    limit: i64,
}

/// From the first to before the second.
struct Range(String, String);

impl Range {
    fn beginning(word: &str) -> Self {
        Self(word.to_owned(), format!("{word}{END}"))
    }

    fn only(word: &str) -> Self {
        Self(word.to_owned(), format!("{word}{NEXT}"))
    }
}

impl<'a> Asked<'a> {
    fn beginnings(search: &WordSearch, within: &'a str) -> Self {
        let (first, second) = search.first_two();
        let id = search.whole();
        let id = if id.len() < SHORTEST { Range::only(id) } else { Range::beginning(id) };
        let second = second.map(Range::beginning);
        Self { first: Range::beginning(first), second, id, within, limit: CANDIDATES }
    }

    fn statement(self, sql: &'static Sql) -> Statement {
        let second = self.second.unwrap_or(Range(String::new(), String::new()));
        sql.statement()
            .bind(self.within)
            .bind(self.first.0)
            .bind(self.first.1)
            .bind(second.0)
            .bind(second.1)
            .bind(self.id.0)
            .bind(self.id.1)
            .bind(self.limit)
    }
}

impl Reads<'_> {
    /// Returns up to `limit` records that match a filter and whose respondents a search of beginnings of words finds,
    /// in the order of the list. Reads at most 600 of them, however large the quiz is.
    pub async fn records_of_found_people(
        &self,
        quiz: &QuizId,
        filter: &RecordFilter,
        order: RecordOrder,
        limit: usize,
    ) -> Result<Vec<AnswersRecord>> {
        let Some(search) = filter.search.as_ref().and_then(|text| WordSearch::new(text.as_str())) else {
            return Ok(Vec::new());
        };
        let users: Vec<(String,)> = self.rows(Asked::beginnings(&search, quiz.as_str()).statement(&OF_QUIZ)).await?;
        let records = self.records_by_id(quiz, users.iter().map(|(user,)| user.as_str())).await?;
        let invitations = self.invitations_of(quiz, records.iter().map(|record| &record.user)).await?;
        let (versions, raised) = (self.versions_of(quiz, filter).await?, self.raised(quiz, filter).await?);
        let others = RecordFilter { search: None, ..filter.clone() };
        let mut found: Vec<(RecordPlace, AnswersRecord)> = Vec::new();
        for record in records {
            let invitation = invitation_of(&record.user, &invitations);
            let texts = texts(&record, invitation, filter.hides_ids);
            if search.finds(texts) && others.fits(&record, invitation, &versions, &raised) {
                found.push((RecordPlace::of(&record, filter, order), record));
            }
        }
        let is_rising = matches!(order, RecordOrder::Oldest | RecordOrder::FirstSubmitted);
        found.sort_by(|(one, _), (other, _)| {
            let by_time = (one.at, &one.user).cmp(&(other.at, &other.user));
            one.rank.cmp(&other.rank).then(if is_rising { by_time } else { by_time.reverse() })
        });
        Ok(found.into_iter().take(limit).map(|(_, record)| record).collect())
    }

    /// Returns up to `limit` people of a namespace whom a search of beginnings of words finds, and `true` if there may
    /// be more.
    pub async fn people(
        &self,
        namespace: &NamespaceId,
        search: &WordSearch,
        hides_ids: bool,
        limit: usize,
    ) -> Result<(Vec<FoundPerson>, bool)> {
        let asked = Asked::beginnings(search, namespace.as_str()).statement(&OF_NAMESPACE);
        let found: Vec<(String, String)> = self.rows(asked).await?;
        let is_cut = found.len() >= usize::try_from(CANDIDATES).unwrap_or(usize::MAX);
        let mut people = self.people_of(found).await?;
        people.retain(|person| search.finds(person.texts(hides_ids)));
        let is_more = is_cut || people.len() > limit;
        people.truncate(limit);
        Ok((people, is_more))
    }

    /// Returns the ids of people of a quiz who have exactly this id, or a word that is the whole text, as an address is.
    pub(super) async fn users_called(&self, quiz: &QuizId, text: &str) -> Result<Vec<String>> {
        let Some(search) = WordSearch::new(text) else { return Ok(Vec::new()) };
        let (word, id) = (Range::only(search.first_two().0), Range::only(search.whole()));
        let asked = Asked { first: word, second: None, id, within: quiz.as_str(), limit: CANDIDATES };
        let users: Vec<(String,)> = self.rows(asked.statement(&OF_QUIZ)).await?;
        Ok(users.into_iter().map(|(user,)| user).collect())
    }

    /// Returns each quiz of a namespace in which a person is: as invited by an address in any case, or with an id. Up to
    /// 1,000.
    pub async fn quizzes_of_person(&self, namespace: &NamespaceId, key: &PersonKey) -> Result<Vec<FoundPerson>> {
        let mut found: Vec<(String, String)> = match key {
            PersonKey::Email(address) => {
                let words = words_of([address.as_str()]);
                // The whole address is its own longest part. It may be a word of others, in their custom data.
                let Some(word) = words.into_iter().max_by_key(String::len) else { return Ok(Vec::new()) };
                let select = ADDRESSED.statement().bind(namespace).bind(word);
                let rows: Vec<(String, String, String)> = self.rows(select).await?;
                let is_own = |own: &str| fold(own.trim()) == fold(address.trim());
                let own = rows.into_iter().filter(|(_, _, own)| is_own(own));
                own.map(|(quiz, user, _)| (quiz, user)).collect()
            }
            PersonKey::Id(id) => {
                let (first, id) = (Range::only(""), Range::only(id));
                let asked = Asked { first, second: None, id, within: namespace.as_str(), limit: ERASED };
                self.rows(asked.statement(&OF_NAMESPACE)).await?
            }
        };
        found.truncate(usize::try_from(ERASED).unwrap_or(usize::MAX));
        let mut people = self.people_of(found).await?;
        people.retain(|person| person.is(key));
        Ok(people)
    }

    /// True once the words of all people from before are filled in.
    pub async fn knows_all_people(&self) -> Result<bool> {
        let count = sql!("SELECT CAST(count(*) AS BIGINT) FROM person_words_left");
        Ok(self.number(count).await? == 0)
    }

    async fn people_of(&self, found: Vec<(String, String)>) -> Result<Vec<FoundPerson>> {
        let mut by_quiz: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (quiz, user) in found {
            by_quiz.entry(quiz).or_default().push(user);
        }
        let mut people = Vec::new();
        for (id, users) in by_quiz {
            let id = QuizId::parse(&id).map_err(|_| damaged(format!("quiz {id}")))?;
            let Some(quiz) = self.quiz(&id).await? else { continue };
            let users: Vec<UserId> = users.iter().filter_map(|user| UserId::parse(quiz.kind, user)).collect();
            let mut records: HashMap<String, AnswersRecord> = HashMap::new();
            for record in self.records_by_id(&id, users.iter().map(UserId::as_str)).await? {
                records.insert(record.user.to_string(), record);
            }
            let mut invitations = self.invitations_of(&id, users.iter()).await?;
            for user in users {
                let invitation = if let UserId::Invited(invited) = &user { invitations.remove(invited) } else { None };
                let record = records.remove(user.as_str());
                if record.is_none() && invitation.is_none() {
                    continue;
                }
                people.push(FoundPerson {
                    quiz: id.clone(),
                    quiz_name: quiz.name().to_owned(),
                    user,
                    record,
                    invitation,
                });
            }
        }
        // The latest first.
        people.sort_by_key(|person| std::cmp::Reverse(person.last_seen()));
        Ok(people)
    }

    async fn records_by_id(
        &self,
        quiz: &QuizId,
        users: impl Iterator<Item = &str> + Send,
    ) -> Result<Vec<AnswersRecord>> {
        let users: Vec<[&str; 1]> = users.map(|user| [user]).collect();
        if users.is_empty() {
            return Ok(Vec::new());
        }
        self.list(RECORDS.statement().bind(json(&users)?).bind(quiz)).await
    }
}

fn invitation_of<'i>(user: &UserId, invitations: &'i HashMap<InvitedId, Invitation>) -> Option<&'i Invitation> {
    if let UserId::Invited(id) = user { invitations.get(id) } else { None }
}

fn texts<'t>(record: &'t AnswersRecord, invitation: Option<&'t Invitation>, hides_ids: bool) -> Vec<&'t str> {
    let id = (!hides_ids).then_some(record.user.as_str());
    let invited = invitation.into_iter().flat_map(Invitation::texts);
    id.into_iter().chain(record.custom_data.as_deref()).chain(record.fields.texts()).chain(invited).collect()
}

impl FoundPerson {
    fn texts(&self, hides_ids: bool) -> Vec<&str> {
        let id = (!hides_ids).then_some(self.user.as_str());
        let data = self.record.as_ref().and_then(|record| record.custom_data.as_deref());
        let fields = self.record.iter().flat_map(|record| record.fields.texts());
        id.into_iter().chain(data).chain(fields).chain(self.invitation.iter().flat_map(Invitation::texts)).collect()
    }

    fn is(&self, key: &PersonKey) -> bool {
        match key {
            PersonKey::Id(id) => self.user.as_str() == id,
            PersonKey::Email(address) => {
                let own = self.invitation.as_ref().and_then(|invitation| invitation.email.as_ref());
                own.is_some_and(|own| fold(own.trim()) == fold(address.trim()))
            }
        }
    }

    fn last_seen(&self) -> domain::Timestamp {
        let invited = self.invitation.as_ref().map(|invitation| invitation.created_at);
        self.record.as_ref().map(|record| record.activity_at).or(invited).unwrap_or_default()
    }
}
