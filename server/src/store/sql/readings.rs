//! Records in the audit log that answers were read. A group takes a few statements, however many lines it adds.

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use domain::{QuizId, UserId};

use super::{
    Connection, Sql, Texts, audit,
    batcher::{GroupedWrite, Outcomes},
};
use crate::store::{AuditEvent, Reading, Result, pseudonym};

static KNOWN_SUBJECTS: Sql = Sql::of(Texts {
    sqlite: "SELECT quiz_id, user_id, pseudonym FROM audit_subjects WHERE quiz_id = $1 AND user_id = $2",
    postgres: "SELECT s.quiz_id, s.user_id, s.pseudonym
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN audit_subjects AS s WHERE s.quiz_id = given.value ->> 0 AND s.user_id = given.value ->> 1",
});

// The log must not lead to a respondent who was erased meanwhile.
static ADD_SUBJECTS: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO audit_subjects (quiz_id, user_id, pseudonym, salt)
             SELECT $1, $2, $3, unhex($4)
             WHERE EXISTS (SELECT 1 FROM records WHERE quiz_id = $1 AND user_id = $2)
                 OR EXISTS (SELECT 1 FROM invitations WHERE quiz_id = $1 AND id = $2)
             ON CONFLICT (quiz_id, user_id) DO NOTHING",
    postgres: "INSERT INTO audit_subjects (quiz_id, user_id, pseudonym, salt)
               SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2, decode(given.value ->> 3, 'hex')
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE EXISTS (SELECT 1 FROM records WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1)
                   OR EXISTS (SELECT 1 FROM invitations WHERE quiz_id = given.value ->> 0 AND id = given.value ->> 1)
               ON CONFLICT (quiz_id, user_id) DO NOTHING",
});

impl GroupedWrite for Reading {
    type Outcome = ();
    const IS_ONE_STATEMENT: bool = false;
    const IS_READING: bool = true;

    fn lane(&self) -> &str {
        self.namespace.as_str()
    }

    fn record(&self) -> Option<(&QuizId, &UserId)> {
        None
    }

    async fn run(group: &[&Self], connection: &mut Connection<'_>) -> Result<Outcomes<Self>, sqlx::Error> {
        let namespaces: BTreeSet<_> = group.iter().map(|reading| &reading.namespace).collect();
        for namespace in namespaces {
            connection.lock_namespace(namespace).await?;
        }
        let subjects = subjects(connection, group).await?;
        let events = group.iter().map(|&reading| {
            let subject = subjects.get(&(reading.quiz.to_string(), reading.user.to_string())).cloned();
            let Reading { at, actor, action, namespace, quiz, details, .. } = reading.clone();
            let event = AuditEvent::new(at, actor, action);
            AuditEvent { namespace_id: Some(namespace), quiz_id: Some(quiz), subject, details, ..event }
        });
        audit::append(connection, events.collect()).await?;
        Ok(group.iter().map(|_| Ok(())).collect())
    }
}

/// Returns the respondents' pseudonyms by quiz and id. Creates missing ones.
async fn subjects(
    connection: &mut Connection<'_>,
    group: &[&Reading],
) -> Result<HashMap<(String, String), String>, sqlx::Error> {
    let readings: HashMap<_, _> =
        group.iter().map(|reading| ((reading.quiz.to_string(), reading.user.to_string()), *reading)).collect();
    let wanted: Vec<_> = readings.keys().collect();
    let known: Vec<(String, String, String)> = connection.each(&KNOWN_SUBJECTS, &wanted).await?;
    let mut subjects: HashMap<_, _> = known.into_iter().map(|(quiz, user, name)| ((quiz, user), name)).collect();
    let mut added = Vec::new();
    for (key, reading) in readings {
        if let Entry::Vacant(subject) = subjects.entry(key) {
            let (quiz, user) = subject.key().clone();
            let name = pseudonym(&reading.salt, &reading.quiz, &user);
            added.push((quiz, user, name.clone(), hex::encode(reading.salt)));
            subject.insert(name);
        }
    }
    if !added.is_empty() {
        connection.execute_each(&ADD_SUBJECTS, &added).await?;
    }
    Ok(subjects)
}
