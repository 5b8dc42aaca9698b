//! Administrators' choices of mail, and messages about failures.

use domain::{NamespaceId, QuizId, Timestamp};

use super::{
    Reads,
    rows::{count, damaged, moment},
    sql,
};
use crate::store::{
    Administrator, AlertMail, DigestInterval, DueDigest, MailChoices, MailKind, MailTimes, NewMail, QuizCount, Result,
    Transaction,
};

/// Minimum time between two messages about failures of the same kind, in nanoseconds.
const FAILURES_APART: i64 = 3600 * 1_000_000_000;

impl Reads<'_> {
    /// `None` if the account is gone.
    pub async fn mail_choices(&self, admin: &str) -> Result<Option<MailChoices>> {
        let select = sql!(
            "SELECT mails_failures, coalesce(digest, ''), coalesce(mails_alerts, '') FROM administrators WHERE id = $1"
        );
        let rows: Vec<(bool, String, String)> = self.rows(select.bind(admin)).await?;
        let read = |(failures, digest, alerts): (bool, String, String)| MailChoices {
            failures,
            digest: DigestInterval::parse(&digest),
            alerts: AlertMail::parse(&alerts),
        };
        Ok(rows.into_iter().next().map(read))
    }

    /// Also those that begin in the future, after a clock that was wrong.
    pub async fn due_digests(&self, now: Timestamp) -> Result<Vec<DueDigest>> {
        let select = sql!(
            "SELECT id, digest, digest_from, digest_due, coalesce(time_zone, '') FROM administrators
             WHERE (digest_due <= $1 OR digest_from > $1) AND digest IS NOT NULL AND digest_from IS NOT NULL
             ORDER BY digest_due"
        );
        let rows: Vec<(String, String, i64, i64, String)> = self.rows(select.bind(now)).await?;
        let read = |(admin, interval, from, due, zone): (String, String, i64, i64, String)| {
            let interval = DigestInterval::parse(&interval).ok_or_else(|| damaged(format!("administrator {admin}")))?;
            let zone = Some(zone).filter(|zone| !zone.is_empty());
            Ok(DueDigest { admin, interval, from: moment(from), due: moment(due), zone })
        };
        rows.into_iter().map(read).collect()
    }

    /// Responses submitted from `from` to before `until`, for each quiz that the administrator may read, most first. Counts
    /// records: of a person with several attempts, the latest.
    pub async fn new_responses(&self, admin: &str, from: Timestamp, until: Timestamp) -> Result<Vec<QuizCount>> {
        let select = sql!(
            "SELECT q.id, count(*) FROM quizzes AS q
             JOIN records AS r ON r.quiz_id = q.id AND r.submitted_at >= $2 AND r.submitted_at < $3
             WHERE q.deleted_at IS NULL AND (
                 q.namespace_id IN (SELECT namespace_id FROM memberships WHERE admin_id = $1)
                 OR EXISTS (SELECT 1 FROM administrators WHERE id = $1 AND is_everywhere))
             GROUP BY q.id ORDER BY count(*) DESC, q.id"
        );
        let rows: Vec<(String, i64)> = self.rows(select.bind(admin).bind(from).bind(until)).await?;
        rows.into_iter().map(quiz_count).collect()
    }
}

impl Transaction<'_> {
    /// A period of new responses that has begun keeps its beginning.
    pub async fn set_mail_choices(&mut self, admin: &str, choices: MailChoices, times: MailTimes) -> Result<()> {
        let (from, due) = times.digest.unzip();
        let set = sql!(
            "UPDATE administrators SET mails_failures = $2, digest = $3,
                 digest_from = CASE WHEN $4 IS NOT NULL THEN coalesce(digest_from, $4) END, digest_due = $5,
                 mails_alerts = $6, alerts_due = $7
             WHERE id = $1"
        );
        let set = set.bind(admin).bind(choices.failures).bind(choices.digest.map(|it| it.as_str().to_owned()));
        let set = set.bind(from).bind(due).bind(choices.alerts.map(|it| it.as_str().to_owned())).bind(times.alerts);
        self.execute(set).await.map(drop)
    }

    /// Begins the next period. Returns `false` if another server has done so, or the choice has changed.
    pub async fn begin_next_digest(&mut self, ended: &DueDigest, from: Timestamp, next: Timestamp) -> Result<bool> {
        let begin = sql!(
            "UPDATE administrators SET digest_from = $4, digest_due = $5
             WHERE id = $1 AND digest_due = $3 AND digest = $2"
        );
        let begin = begin.bind(&ended.admin).bind(ended.interval.as_str()).bind(ended.due).bind(from).bind(next);
        Ok(self.execute(begin).await? > 0)
    }

    /// Writes to the owners of a namespace who want messages about failures.
    pub(super) async fn tell_owners(
        &mut self,
        kind: MailKind,
        namespace: &NamespaceId,
        reference: &str,
        now: Timestamp,
    ) -> Result<()> {
        for owner in self.owners(namespace).await? {
            let Some(owner) = self.administrator(&owner).await? else { continue };
            self.tell_of_failure(kind, &owner, Some(namespace), reference, now).await?;
        }
        Ok(())
    }

    /// Writes to the administrators of all namespaces who want messages about failures.
    pub(super) async fn tell_operators(&mut self, kind: MailKind, reference: &str, now: Timestamp) -> Result<()> {
        for operator in self.list_administrators_everywhere().await? {
            self.tell_of_failure(kind, &operator, None, reference, now).await?;
        }
        Ok(())
    }

    async fn tell_of_failure(
        &mut self,
        kind: MailKind,
        administrator: &Administrator,
        namespace: Option<&NamespaceId>,
        reference: &str,
        now: Timestamp,
    ) -> Result<()> {
        if !self.mail_choices(&administrator.id).await?.is_some_and(|choices| choices.failures) {
            return Ok(());
        }
        let earlier = sql!(
            "SELECT id FROM mails
             WHERE admin_id = $1 AND kind = $2 AND coalesce(namespace_id, '') = $3 AND at > $4 AND at <= $5
                 AND kind <> $6
             LIMIT 1"
        );
        let earlier = earlier
            .bind(&administrator.id)
            .bind(kind.as_str())
            .bind(namespace.map_or("", NamespaceId::as_str))
            .bind(Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(FAILURES_APART)))
            .bind(now)
            // Each webhook is a matter of its own.
            .bind(MailKind::WebhookStopped.as_str());
        if self.find::<String>(earlier).await?.is_some() {
            return Ok(());
        }
        let mail = NewMail {
            namespace: namespace.cloned(),
            admin: Some(administrator.id.clone()),
            reference: Some(reference.to_owned()),
            ..NewMail::of(kind, &administrator.email, now)
        };
        self.add_mail(&mail).await.map(drop)
    }
}

pub(super) fn quiz_count((quiz, count): (String, i64)) -> Result<QuizCount> {
    let what = format!("quiz {quiz}");
    Ok(QuizCount { quiz: QuizId::parse(&quiz).map_err(|_| damaged(&what))?, count: self::count(count, &what)? })
}
