//! Alerts: raised by answers and submissions, listed, and acknowledged.

use std::{
    collections::{BTreeMap, HashMap, btree_map::Entry},
    sync::Arc,
};

use domain::{
    AlertRule, AnswersRecord, Definition, EarlierAttempt, FieldCode, FieldError, Name, Permission, Quiz, Text,
    Timestamp,
};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit_on_respondent},
};
use crate::{
    clock,
    store::{Alert, AlertState, AuditAction, EarlyAlerts, EventType, Listed, NewAlert, Page, alert_event},
};

/// In characters.
const NOTE: usize = 500;

/// An alert with its name and, once it is acknowledged, the note in clear.
#[derive(Clone, Debug)]
pub struct AlertShown {
    pub alert: Alert,
    /// `None` if its version no longer has it.
    pub name: Option<Text>,
    pub note: Option<String>,
}

impl Service {
    /// The alerts that a submitted attempt raises.
    pub(super) async fn alerts_of_submission(
        &self,
        quiz: &Quiz,
        definition: &Definition,
        submitted: &AnswersRecord,
        at: Timestamp,
    ) -> Result<Vec<NewAlert>, ServiceError> {
        if definition.alerts.is_empty() {
            return Ok(Vec::new());
        }
        let raised = self.raised_by(quiz, definition, submitted).await?;
        Ok(NewAlert::all(&quiz.namespace_id, submitted, &raised, at, self.hears_alerts(quiz)))
    }

    /// The number of alerts that attempts would raise with the scores of a rescoring, beside those that they have raised.
    pub(super) async fn alerts_of_rescored(
        &self,
        quiz: &Quiz,
        definition: &Definition,
        rescored: &[(AnswersRecord, AnswersRecord)],
    ) -> Result<u64, ServiceError> {
        if definition.alerts.is_empty() || rescored.is_empty() {
            return Ok(0);
        }
        let users: Vec<&str> = rescored.iter().map(|(_, new)| new.user.as_str()).collect();
        let known = self.store.alerts_of_all(&quiz.id, &users).await?;
        let mut count = 0;
        for (_, new) in rescored {
            let known = known.get(&(new.user.as_str().to_owned(), new.attempt));
            let is_known = |id: &Name| known.is_some_and(|known| known.iter().any(|own| own == id.as_str()));
            let raised = self.raised_by(quiz, definition, new).await?;
            count += u64::try_from(raised.iter().filter(|rule| !is_known(&rule.id)).count()).unwrap_or_default();
        }
        Ok(count)
    }

    async fn raised_by<'d>(
        &self,
        quiz: &Quiz,
        definition: &'d Definition,
        submitted: &AnswersRecord,
    ) -> Result<Vec<&'d AlertRule>, ServiceError> {
        let mut before = None;
        if submitted.attempt > 1 && definition.alerts_to_change() {
            let page = Page { after: Some(submitted.attempt), limit: 1 };
            let found = self.store.attempts(&quiz.id, &submitted.user, page).await?.items;
            if let Some(record) = found.into_iter().next().filter(|record| record.submission.is_some()) {
                let scored_by = self.definition(quiz, record.scored_version()).await?;
                before = Some((record, scored_by));
            }
        }
        let earlier = before.as_ref().map(|(record, scored_by)| EarlierAttempt { record, scored_by });
        Ok(definition.raised(submitted, earlier))
    }

    pub(super) fn early_alerts(&self, quiz: &Quiz, definition: &Arc<Definition>) -> Option<EarlyAlerts> {
        let early = || EarlyAlerts { definition: Arc::clone(definition), is_heard: self.hears_alerts(quiz) };
        definition.has_early_alerts().then(early)
    }

    fn hears_alerts(&self, quiz: &Quiz) -> bool {
        self.store.listeners().hear(&quiz.namespace_id, &quiz.id, EventType::AlertRaised).is_some()
    }

    /// Newest first.
    pub async fn alerts(
        &self,
        caller: &Caller,
        path: &QuizPath,
        state: Option<AlertState>,
        page: Page<String>,
    ) -> Result<Listed<AlertShown>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let found = self.store.alerts(&quiz.id, state, page).await?;
        Ok(Listed { items: self.shown(&quiz, found.items).await?, is_more: found.is_more })
    }

    pub async fn alert(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<AlertShown, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let alert = self.store.alert(&quiz.id, id).await?.ok_or(Missing::Alert)?;
        self.shown(&quiz, vec![alert]).await?.pop().ok_or_else(|| Missing::Alert.into())
    }

    /// True if any version has raised one, open or acknowledged.
    pub async fn has_alerts(&self, caller: &Caller, path: &QuizPath) -> Result<bool, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        Ok(!self.store.alerts(&path.quiz, None, Page { after: None, limit: 1 }).await?.items.is_empty())
    }

    pub async fn open_alerts(&self, caller: &Caller, path: &QuizPath) -> Result<u64, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        Ok(self.store.open_alerts(&path.quiz).await?)
    }

    /// Those of a respondent, by attempt.
    pub async fn alerts_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        user: &str,
    ) -> Result<Vec<AlertShown>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let found = self.store.alerts_of(&quiz.id, user).await?;
        self.shown(&quiz, found).await
    }

    /// The ids of alerts that the attempts of these records raised, by respondent and attempt. Empty for a quiz that
    /// declares none.
    pub async fn alerts_of_records(
        &self,
        caller: &Caller,
        path: &QuizPath,
        records: &[AnswersRecord],
    ) -> Result<HashMap<(String, u32), Vec<String>>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let mut may_have_some = false;
        let mut versions: Vec<u32> = records.iter().map(|record| record.version).collect();
        versions.sort_unstable();
        versions.dedup();
        for version in versions {
            may_have_some |= !self.definition(&quiz, version).await?.alerts.is_empty();
        }
        if !may_have_some {
            return Ok(HashMap::new());
        }
        let mut users: Vec<&str> = records.iter().map(|record| record.user.as_str()).collect();
        users.sort_unstable();
        users.dedup();
        Ok(self.store.alerts_of_all(&quiz.id, &users).await?)
    }

    /// The help on alerts that an attempt has raised, for its respondent.
    pub async fn helps_of(&self, record: &AnswersRecord, definition: &Definition) -> Result<Vec<Text>, ServiceError> {
        let with_help: Vec<_> = definition.alerts.iter().filter(|rule| rule.help.is_some()).collect();
        if with_help.is_empty() {
            return Ok(Vec::new());
        }
        let raised = self.store.alerts_of(&record.quiz_id, record.user.as_str()).await?;
        let is_raised = |id: &Name| raised.iter().any(|raised| raised.attempt == record.attempt && raised.alert == *id);
        Ok(with_help.into_iter().filter(|rule| is_raised(&rule.id)).filter_map(|rule| rule.help.clone()).collect())
    }

    /// Fails if it was acknowledged before.
    pub async fn acknowledge_alert(
        &self,
        caller: &Caller,
        path: &QuizPath,
        id: &str,
        note: Option<&str>,
    ) -> Result<(), ServiceError> {
        let note = note.map(str::trim).filter(|note| !note.is_empty());
        if let Some(code) = note.and_then(|note| FieldCode::of_text(note, NOTE)) {
            return Err(FieldError::new("note", code).into());
        }
        let target = self.target(caller, Permission::Edit, path).await?;
        let sealed = note.map(|note| self.sealed_ids.seal(&of_note(path, id), note));
        let (id, path) = (id.to_owned(), path.clone());
        let scope = path.scope();
        self.transact(caller, target.right(), scope, move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let alert = tx.alert(&quiz.id, &id).await?.ok_or(Missing::Alert)?;
                let now = clock::now();
                let by = caller.actor().map(|actor| actor.name).unwrap_or_default();
                if !tx.acknowledge_alert(&quiz.id, &id, &by, sealed.as_deref(), now).await? {
                    return Err(Conflict::Acknowledged.into());
                }
                let kind = EventType::AlertAcknowledged;
                let event = alert_event(kind, &path.namespace, (&quiz.id, &alert.user), now, &id, alert.attempt);
                tx.add_events(&[event]).await?;
                let draft = AuditDraft::of_quiz(AuditAction::AcknowledgeAlert, &path);
                record_audit_on_respondent(tx, &caller, draft.with(alert.alert.to_string()), &alert.user).await
            })
        })
        .await
    }

    async fn shown(&self, quiz: &Quiz, alerts: Vec<Alert>) -> Result<Vec<AlertShown>, ServiceError> {
        let mut versions = BTreeMap::new();
        let mut shown = Vec::with_capacity(alerts.len());
        for alert in alerts {
            if let Entry::Vacant(unknown) = versions.entry(alert.version) {
                unknown.insert(self.definition(quiz, alert.version).await?);
            }
            let rule = versions.get(&alert.version).and_then(|definition| definition.alert(&alert.alert));
            let name = rule.map(|rule| rule.name.clone());
            let sealed = alert.acknowledged.as_ref().and_then(|done| done.note.as_deref());
            let context = of_note(&QuizPath { namespace: quiz.namespace_id.clone(), quiz: quiz.id.clone() }, &alert.id);
            let note = sealed.and_then(|sealed| self.sealed_ids.open(&context, sealed));
            shown.push(AlertShown { alert, name, note });
        }
        Ok(shown)
    }
}

fn of_note(path: &QuizPath, id: &str) -> String {
    format!("note of alert {} {id}", path.quiz)
}
