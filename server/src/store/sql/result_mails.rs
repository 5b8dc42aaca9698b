//! Messages with a link to a respondent's own result: one per attempt. The address is kept until the message has ended.

use domain::{QuizId, Timestamp, UserId};

use super::{Connection, Reads, sql};
use crate::store::{NewMail, Result, ResultMail, Store, Transaction};

/// In nanoseconds.
const DAY: i64 = 86_400 * 1_000_000_000;
const HOUR: i64 = 3600 * 1_000_000_000;

fn before(now: Timestamp, nanoseconds: i64) -> Timestamp {
    Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(nanoseconds))
}

impl Reads<'_> {
    /// True if there is a message about the result of the attempt, sent or not.
    pub async fn is_result_mailed(&self, quiz: &QuizId, user: &UserId, attempt: u32) -> Result<bool> {
        let select = sql!("SELECT mail_id FROM result_mails WHERE quiz_id = $1 AND user_id = $2 AND attempt = $3");
        let mail: Option<String> = self.find(select.bind(quiz).bind(user.as_str()).bind(attempt)).await?;
        Ok(mail.is_some())
    }

    /// The respondent and the attempt of a message; `None` if the respondent was erased.
    pub async fn result_of_mail(&self, quiz: &QuizId, mail: &str) -> Result<Option<(String, u32)>> {
        let select =
            sql!("SELECT user_id, attempt FROM result_mails WHERE mail_id = $2 AND quiz_id = $1 AND attempt > 0");
        let rows: Vec<(String, i64)> = self.rows(select.bind(quiz).bind(mail)).await?;
        Ok(rows.into_iter().next().and_then(|(user, attempt)| Some((user, u32::try_from(attempt).ok()?))))
    }

    /// `None` if the respondent was erased or the message has ended.
    pub async fn result_mail(&self, mail: &str) -> Result<Option<ResultMail>> {
        let select = sql!(
            "SELECT quiz_id, user_id, attempt, sealed FROM result_mails WHERE mail_id = $1 AND sealed IS NOT NULL"
        );
        let rows: Vec<(String, String, i64, String)> = self.rows(select.bind(mail)).await?;
        let read = |(quiz, user, attempt, sealed): (String, String, i64, String)| {
            let quiz = QuizId::parse(&quiz).ok()?;
            Some(ResultMail { quiz, user, attempt: u32::try_from(attempt).ok()?, sealed })
        };
        Ok(rows.into_iter().next().and_then(read))
    }

    /// Number of messages to a hashed address within a day.
    pub async fn result_mails_to(&self, address: &str, now: Timestamp) -> Result<i64> {
        let count =
            sql!("SELECT CAST(count(*) AS BIGINT) FROM result_mails WHERE address = $1 AND at > $2 AND at <= $3");
        self.number(count.bind(address).bind(before(now, DAY)).bind(now)).await
    }

    /// Number of messages about a quiz's results within an hour.
    pub async fn result_mails_of(&self, quiz: &QuizId, now: Timestamp) -> Result<i64> {
        let count =
            sql!("SELECT CAST(count(*) AS BIGINT) FROM result_mails WHERE quiz_id = $1 AND at > $2 AND at <= $3");
        self.number(count.bind(quiz).bind(before(now, HOUR)).bind(now)).await
    }
}

/// Takes the respondent out of the messages about all attempts, or about one. The rows go on counting for a day: otherwise
/// erasing again and again would lift every limit.
pub(super) async fn forget(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &str,
    attempt: Option<u32>,
) -> Result<(), sqlx::Error> {
    let update = sql!(
        "UPDATE result_mails SET user_id = mail_id, attempt = 0, sealed = NULL
         WHERE quiz_id = $1 AND user_id = $2 AND ($3 = 0 OR attempt = $3)"
    );
    connection.execute(update.bind(quiz).bind(user).bind(attempt.unwrap_or_default())).await.map(drop)
}

impl Transaction<'_> {
    /// Returns `false`, and writes nothing, if there is a message about the attempt already, or no such attempt.
    pub async fn add_result_mail(&mut self, mail: &NewMail, result: &ResultMail, address: &str) -> Result<bool> {
        let insert = sql!(
            "INSERT INTO result_mails (quiz_id, user_id, attempt, mail_id, at, sealed, address)
             SELECT $1, $2, $3, $4, $5, $6, $7
             WHERE EXISTS (
                 SELECT 1 FROM records
                 WHERE quiz_id = $1 AND user_id = $2 AND attempt = $3 AND submitted_at IS NOT NULL)
             ON CONFLICT DO NOTHING"
        );
        let insert = insert.bind(&result.quiz).bind(&result.user).bind(result.attempt).bind(&mail.id).bind(mail.at);
        let is_first = self.execute(insert.bind(&result.sealed).bind(address)).await? > 0;
        if is_first {
            self.add_mail(mail).await?;
        }
        Ok(is_first)
    }

    /// Removes the address of a message that has ended.
    pub(super) async fn forget_address(&mut self, mail: &str) -> Result<()> {
        self.execute(sql!("UPDATE result_mails SET sealed = NULL WHERE mail_id = $1").bind(mail)).await.map(drop)
    }
}

impl Store {
    /// Removes the addresses of messages that were cancelled or lost, and hashes older than a day.
    pub async fn forget_addresses(&self, now: Timestamp) -> Result<()> {
        let ended = sql!(
            "UPDATE result_mails SET sealed = NULL
             WHERE sealed IS NOT NULL AND NOT EXISTS (
                 SELECT 1 FROM mails AS m WHERE m.id = result_mails.mail_id AND m.state IN ('queued', 'claimed'))"
        );
        self.execute(ended).await?;
        // Moments to come are those of a clock that was wrong.
        let uncounted =
            sql!("UPDATE result_mails SET address = NULL WHERE address IS NOT NULL AND (at <= $1 OR at > $2)");
        self.execute(uncounted.bind(before(now, DAY)).bind(now.later_by(86_400))).await?;
        self.execute(sql!("DELETE FROM result_mails WHERE attempt = 0 AND address IS NULL")).await.map(drop)
    }
}
