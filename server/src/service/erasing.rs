//! Erasing what a person answered: by an administrator, or by the person.

use domain::{Permission, Timestamp, UserId};

use super::{
    Caller, Missing, QuizPath, Respondent, Service, ServiceError, Unauthorized,
    audit::{AuditDraft, record_audit_by_respondent, record_audit_on_respondent},
    exports::{REMEMBERED, parameters_of},
};
use crate::{
    clock,
    jobs::ExportParameters,
    store::{AuditAction, Job, JobKind},
};

/// The requester of an export that takes the place of one with an erased record.
const ERASURE: &str = "erasure";
/// Nanoseconds between two such exports of a quiz.
const PAUSE: i64 = 3600 * 1_000_000_000;

impl Service {
    /// Erases a person's answers, and the invitation if there was one, and removes the exports that may hold the answers.
    /// Remains of them in the files are scrubbed soon afterwards.
    pub async fn erase_user(&self, caller: &Caller, path: &QuizPath, user: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let (caller, user) = (caller.clone(), user.to_owned());
        let erased = self.transact(path.scope(), move |tx| {
            Box::pin(async move {
                let (caller, quiz) = target.permitted(tx, &caller).await?;
                let user = UserId::parse(quiz.kind, &user).ok_or(Missing::User)?;
                let draft = AuditDraft::of_quiz(AuditAction::EraseAnswers, &target.path);
                // While the person is known, so that the line has the pseudonym of those before it.
                record_audit_on_respondent(tx, &caller, draft, user.as_str()).await?;
                if tx.erase_user(&quiz.id, &user, clock::now()).await? { Ok(()) } else { Err(Missing::User.into()) }
            })
        });
        erased.await?;
        self.store.scrub();
        Ok(())
    }

    /// Erases what a respondent answered, in all attempts, at their own wish, where the quiz allows that. Of the exports
    /// that may hold the answers the newest is made again without them, one an hour at most: respondents must not be able
    /// to take the owner's exports away, or to keep the server busy with them.
    pub async fn erase_own(&self, path: &QuizPath, who: &Respondent) -> Result<(), ServiceError> {
        let quiz = self.find_quiz(path).await?;
        if !quiz.settings.respondents_may_erase {
            return Err(Unauthorized::NoKey.into());
        }
        let (user, _) = self.identify(&quiz, who)?;
        let (path, known) = (path.clone(), quiz);
        let erased = self.transact(path.scope(), move |tx| {
            Box::pin(async move {
                let quiz = tx.quiz_again(&known).await?.ok_or(Missing::Quiz)?;
                if !quiz.settings.respondents_may_erase {
                    return Err(Unauthorized::NoKey.into());
                }
                let exports = tx.exports_with(&path.quiz, &user).await?;
                let draft = AuditDraft::of_quiz(AuditAction::EraseAnswers, &path);
                record_audit_by_respondent(tx, draft, user.as_str()).await?;
                if !tx.erase_own(&path.quiz, &user, clock::now()).await? {
                    return Err(Missing::User.into());
                }
                tx.forget_removed_exports(&path.quiz, REMEMBERED).await?;
                let whole: Vec<Job> = exports.into_iter().filter(|job| job.kind == JobKind::Export).collect();
                if let Some(job) = again(&whole, clock::now())? {
                    tx.enqueue(&job).await?;
                }
                Ok(())
            })
        });
        erased.await?;
        self.store.scrub();
        self.job_queued.notify_waiters();
        Ok(())
    }
}

/// The export that takes the place of these, the newest of which comes first.
fn again(exports: &[Job], now: Timestamp) -> Result<Option<Job>, ServiceError> {
    let Some(newest) = exports.first() else { return Ok(None) };
    let mut from = now;
    for export in exports {
        if parameters_of(export)?.requested_by == ERASURE {
            let after = export.created_at.nanoseconds().saturating_add(PAUSE);
            from = from.max(Timestamp::from_nanoseconds(after));
        }
    }
    let parameters = ExportParameters { requested_by: ERASURE.to_owned(), ..parameters_of(newest)? };
    let parameters = serde_json::to_string(&parameters).map_err(|error| ServiceError::Internal(error.to_string()))?;
    let id = uuid::Uuid::new_v4().to_string();
    Ok(Some(Job::new(id, JobKind::Export, newest.quiz_id.clone(), parameters, from)))
}

#[cfg(test)]
mod tests {
    use std::slice;

    use domain::QuizId;

    use super::*;

    const NOW: Timestamp = Timestamp::from_nanoseconds(10 * PAUSE);

    fn export(format: &str, requested_by: &str, created_at: i64) -> Job {
        let parameters = format!(r#"{{"format":"{format}","requestedBy":"{requested_by}"}}"#);
        let at = Timestamp::from_nanoseconds(created_at);
        Job::new("one".to_owned(), JobKind::Export, QuizId::from_random(1), parameters, at)
    }

    fn made_again(exports: &[Job]) -> Option<(String, i64)> {
        let job = again(exports, NOW).expect("readable parameters")?;
        Some((job.parameters, job.created_at.nanoseconds()))
    }

    #[test]
    fn the_newest_export_is_made_again_at_once_and_then_once_an_hour() {
        let now = NOW.nanoseconds();
        let by_erasure = |format: &str| format!(r#"{{"format":"{format}","requestedBy":"erasure"}}"#);
        assert_eq!(made_again(&[]), None);
        let asked = [export("jsonl", "operator", now - 5), export("csv", "operator", now - 9)];
        assert_eq!(made_again(&asked), Some((by_erasure("jsonl"), now)));
        let lately = export("csv", ERASURE, now - 5);
        assert_eq!(made_again(slice::from_ref(&lately)), Some((by_erasure("csv"), now - 5 + PAUSE)));
        let newer = export("xlsx", "operator", now - 1);
        assert_eq!(made_again(&[newer, lately]), Some((by_erasure("xlsx"), now - 5 + PAUSE)));
        assert_eq!(made_again(&[export("csv", ERASURE, now - 2 * PAUSE)]), Some((by_erasure("csv"), now)));
    }
}
