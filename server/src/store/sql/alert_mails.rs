//! Messages to administrators about alerts: at once, or daily about those that are open.

use domain::{Quiz, QuizId, Timestamp};

use super::{
    Reads,
    mail_choices::quiz_count,
    rows::{damaged, moment},
    sql,
};
use crate::store::{Administrator, DueAlerts, MailKind, NewMail, QuizCount, Result, Transaction};

/// Minimum time between two messages about new alerts of a quiz, in nanoseconds.
const APART: i64 = 600 * 1_000_000_000;

impl Reads<'_> {
    /// Quizzes with alerts to tell of now.
    pub async fn quizzes_with_untold_alerts(&self, now: Timestamp) -> Result<Vec<QuizId>> {
        let select = sql!(
            "SELECT id FROM quizzes
             WHERE id IN (SELECT quiz_id FROM alerts WHERE NOT is_told) AND deleted_at IS NULL
                 AND (alerts_told_at IS NULL OR alerts_told_at <= $1 OR alerts_told_at > $2)
             ORDER BY id LIMIT 100"
        );
        let before = Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(APART));
        let quizzes: Vec<String> = self.list(select.bind(before).bind(now)).await?;
        let parse = |quiz: &String| QuizId::parse(quiz).map_err(|_| damaged(format!("quiz {quiz}")));
        quizzes.iter().map(parse).collect()
    }

    pub async fn due_alert_mails(&self, now: Timestamp) -> Result<Vec<DueAlerts>> {
        let select = sql!(
            "SELECT id, alerts_due, coalesce(time_zone, '') FROM administrators
             WHERE alerts_due <= $1 AND mails_alerts = 'daily' ORDER BY alerts_due"
        );
        let rows: Vec<(String, i64, String)> = self.rows(select.bind(now)).await?;
        let read = |(admin, due, zone): (String, i64, String)| DueAlerts {
            admin,
            due: moment(due),
            zone: Some(zone).filter(|zone| !zone.is_empty()),
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Open alerts of each quiz that the administrator may read, most first.
    pub async fn open_alerts_for(&self, admin: &str) -> Result<Vec<QuizCount>> {
        let select = sql!(
            "SELECT q.id, count(*) FROM quizzes AS q
             JOIN alerts AS a ON a.quiz_id = q.id AND a.acknowledged_at IS NULL
             WHERE q.deleted_at IS NULL AND (
                 q.namespace_id IN (SELECT namespace_id FROM memberships WHERE admin_id = $1)
                 OR EXISTS (SELECT 1 FROM administrators WHERE id = $1 AND is_everywhere))
             GROUP BY q.id ORDER BY count(*) DESC, q.id"
        );
        let rows: Vec<(String, i64)> = self.rows(select.bind(admin)).await?;
        rows.into_iter().map(quiz_count).collect()
    }
}

impl Transaction<'_> {
    /// Writes to those who want to be told of a quiz's new alerts at once, unless another server has done so.
    pub async fn tell_of_alerts(&mut self, quiz: &Quiz, now: Timestamp) -> Result<()> {
        let told = sql!("UPDATE alerts SET is_told = TRUE WHERE quiz_id = $1 AND NOT is_told");
        if self.execute(told.bind(&quiz.id)).await? == 0 {
            return Ok(());
        }
        let at = sql!("UPDATE quizzes SET alerts_told_at = $2 WHERE id = $1");
        self.execute(at.bind(&quiz.id).bind(now)).await?;
        let readers = sql!(
            "SELECT {admin} FROM administrators
             WHERE mails_alerts = 'at-once'
                 AND (is_everywhere OR id IN (SELECT admin_id FROM memberships WHERE namespace_id = $1))
             ORDER BY id"
        );
        let readers: Vec<Administrator> = self.list(readers.bind(&quiz.namespace_id)).await?;
        for reader in readers {
            let mail = NewMail {
                namespace: Some(quiz.namespace_id.clone()),
                admin: Some(reader.id),
                reference: Some(quiz.id.as_str().to_owned()),
                ..NewMail::of(MailKind::AlertsRaised, &reader.email, now)
            };
            self.add_mail(&mail).await?;
        }
        Ok(())
    }

    /// Begins the next day. Returns `false` if another server has done so, or the choice has changed.
    pub async fn begin_next_alert_mail(&mut self, ended: &DueAlerts, next: Timestamp) -> Result<bool> {
        let begin = sql!(
            "UPDATE administrators SET alerts_due = $3
             WHERE id = $1 AND alerts_due = $2 AND mails_alerts = 'daily'"
        );
        Ok(self.execute(begin.bind(&ended.admin).bind(ended.due).bind(next)).await? > 0)
    }
}
