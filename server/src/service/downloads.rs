//! Downloads of exported files. A link is for one file, works without a key, and expires.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{NamespaceId, Permission, QuizId, Timestamp};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    AdminRights, Caller, Forbidden, Missing, Service, ServiceError,
    audit::AuditDraft,
    exports::{outcome_of, parameters_of},
};
use crate::{
    clock,
    export::ExportStyle,
    store::{Actor, ActorKind, AuditAction, Job, JobState},
};

const LINK_SECONDS: i64 = 15 * 60;

/// Time for which downloads of one file by one caller are one event, in nanoseconds.
const ONE_EVENT: i64 = 3600 * 1_000_000_000;

/// The last event of each file and link holder. Locked individually, so that a download waits only for its own event.
#[derive(Default)]
pub(super) struct Downloads(Mutex<BTreeMap<(String, String), LastEvent>>);

/// Locked until the event is stored.
type LastEvent = Arc<tokio::sync::Mutex<Option<Timestamp>>>;

impl Downloads {
    fn of(&self, link: &DownloadLink, now: Timestamp) -> LastEvent {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_wanted = |last: &LastEvent| {
            let is_recent = last.try_lock().is_ok_and(|at| at.is_some_and(|at| is_recent(at, now)));
            is_recent || Arc::strong_count(last) > 1
        };
        all.retain(|_, last| is_wanted(last));
        Arc::clone(all.entry((link.job.clone(), link.by.clone())).or_default())
    }
}

fn is_recent(at: Timestamp, now: Timestamp) -> bool {
    now.nanoseconds() - at.nanoseconds() < ONE_EVENT
}

/// A signed download link, which cannot be altered to name another file.
#[derive(Clone, Debug)]
pub struct DownloadLink {
    pub job: String,
    /// Seconds since 1970.
    pub expires: i64,
    /// The recipient of the link: a letter for the kind and an id, or empty if unknown.
    pub by: String,
    pub signature: String,
}

#[derive(Clone, Debug)]
pub struct Download {
    pub namespace: NamespaceId,
    pub quiz: QuizId,
    /// In the folder of exports.
    pub file: String,
    pub style: ExportStyle,
    /// The file name for the recipient.
    pub name: String,
}

impl DownloadLink {
    pub fn url(&self, base_url: &str) -> String {
        let Self { job, expires, by, signature } = self;
        let by = if by.is_empty() { String::new() } else { format!("&by={by}") };
        format!("{base_url}/api/v1/exports/{job}?expires={expires}{by}&signature={signature}")
    }
}

impl Service {
    pub async fn download(&self, link: &DownloadLink) -> Result<Download, ServiceError> {
        const REFUSED: ServiceError = ServiceError::Forbidden(Forbidden::DownloadLink);
        let mac = self.link_mac(&link.job, link.expires, &link.by);
        let claimed = hex::decode(&link.signature).map_err(|_| REFUSED)?;
        mac.verify_slice(&claimed).map_err(|_| REFUSED)?;
        if link.expires <= clock::now().seconds() {
            return Err(REFUSED);
        }
        let found = self.store.job(&link.job).await?;
        if !self.may_still_download(&link.by, found.as_ref()).await? {
            return Err(REFUSED);
        }
        let job =
            found.filter(|job| job.state == JobState::Done && !job.is_removed(clock::now())).ok_or(Missing::File)?;
        let style = parameters_of(&job)?.style;
        let day = clock::to_rfc3339(job.finished_at.unwrap_or(job.created_at));
        let name = format!("{}-{}.{}", job.quiz_id, day.split('T').next().unwrap_or_default(), style.format.as_str());
        let namespace = self.store.namespace_of_quiz(&job.quiz_id).await?.ok_or(Missing::File)?;
        Ok(Download { namespace, file: outcome_of(&job)?.file, quiz: job.quiz_id, style, name })
    }

    /// Records that the file of a link is fetched, in whole or in part: once an hour for each file and link holder, so
    /// that a download in many parts is one event.
    pub async fn note_download(&self, link: &DownloadLink, download: &Download) -> Result<(), ServiceError> {
        let now = clock::now();
        let last = self.downloads.of(link, now);
        // No other part may be sent before the event is stored.
        let mut at = last.lock().await;
        if at.is_some_and(|at| is_recent(at, now)) {
            return Ok(());
        }
        let actor = self.holder(&link.by).await?;
        let draft = AuditDraft {
            quiz: Some(&download.quiz),
            ..AuditDraft::of_namespace(AuditAction::DownloadExport, &download.namespace)
        };
        self.record_audit_as(actor, draft.on(&link.job).with(download.style.words())).await?;
        *at = Some(now);
        Ok(())
    }

    /// False if the key of a link's holder is revoked or expired, or the account may no longer export the quiz.
    async fn may_still_download(&self, by: &str, job: Option<&Job>) -> Result<bool, ServiceError> {
        let id = by.get(1..).unwrap_or_default();
        match by.chars().next() {
            Some('k') => Ok(self.store.key(id).await?.is_some_and(|key| key.state(clock::now()) == "valid")),
            Some('a') => {
                let Some(account) = self.store.administrator(id).await? else { return Ok(false) };
                let Some(job) = job else { return Ok(true) };
                let known = match self.quizzes.get(&job.quiz_id) {
                    Some(known) => Some(known.namespace_id.clone()),
                    None => self.store.quiz(&job.quiz_id).await?.map(|quiz| quiz.namespace_id),
                };
                let rights = AdminRights::of(&account, self.store.roles(id).await?);
                let caller = Caller::Administrator(rights);
                Ok(known.is_none_or(|namespace| caller.require(Permission::Export, &namespace).is_ok()))
            }
            _ => Ok(true),
        }
    }

    pub(super) fn download_link(&self, caller: &Caller, job: &str, now: Timestamp) -> DownloadLink {
        let expires = now.seconds() + LINK_SECONDS;
        let by = match caller {
            Caller::Administrator(rights) => format!("a{}", rights.id),
            Caller::Key(grant) => format!("k{}", grant.key_id),
            Caller::Public | Caller::Operator => String::new(),
        };
        let tag = self.link_mac(job, expires, &by).finalize().into_bytes();
        let signature = hex::encode(tag);
        DownloadLink { job: job.to_owned(), expires, by, signature }
    }

    /// Returns the holder of a link, from a letter for the kind and an id.
    pub(super) async fn holder(&self, by: &str) -> Result<Actor, ServiceError> {
        let id = by.get(1..).unwrap_or_default().to_owned();
        let known = match by.chars().next() {
            Some('a') => self.store.administrator(&id).await?.map(|found| found.email.to_string()),
            Some('k') => self.store.key(&id).await?.map(|found| found.label),
            _ => return Ok(Actor { kind: ActorKind::System, id, name: "download link".to_owned() }),
        };
        let kind = if by.starts_with('a') { ActorKind::Administrator } else { ActorKind::Key };
        // A deleted account is named by its id.
        Ok(Actor { kind, name: known.unwrap_or_else(|| id.clone()), id })
    }

    fn link_mac(&self, job: &str, expires: i64, by: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.link_key).expect("HMAC takes a key of any length");
        mac.update(format!("{job} {expires} {by}").as_bytes());
        mac
    }
}
