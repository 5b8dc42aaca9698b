//! Verifies the hash chains of the audit log.

use std::collections::{BTreeMap, btree_map::Entry};

use domain::{NamespaceId, Permission, QuizId};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{
    Caller, Conflict, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    rights::Right,
};
use crate::{
    random,
    store::{AuditAction, AuditEnd, AuditEntry, Page, Store, StoreError, WorkScope, is_pseudonym},
};

/// Lines per batch.
const PIECE: u32 = 1000;

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AuditCheck {
    /// Every line follows from the one before it in its chain. The hash covers the ends of all chains, for comparison
    /// with one that was noted elsewhere.
    Whole { lines: u64, hash: [u8; 32] },
    /// The first faulty line.
    Broken { line: u64, fault: AuditFault },
}

#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum AuditFault {
    #[error("the line is missing")]
    Missing,
    #[error("it does not follow from the line before it in the chain of {}", chain(.0.as_ref()))]
    Unlinked(Option<NamespaceId>),
}

fn chain(namespace: Option<&NamespaceId>) -> String {
    namespace.map_or_else(|| "no namespace".to_owned(), |id| format!("the namespace {id}"))
}

/// The ends of the chains as far as the log was read.
#[derive(Default)]
struct Chains {
    lines: u64,
    last_seq: u64,
    /// Numbers up to this one may be skipped.
    skipping_until: u64,
    /// The hash of the last line that all namespaces share. Every chain begins after it.
    shared: [u8; 32],
    /// Number and hash of the last line.
    ends: BTreeMap<Option<NamespaceId>, (u64, [u8; 32])>,
}

impl Chains {
    /// Number and hash of the line before a namespace's next line.
    fn last(&self, namespace: Option<&NamespaceId>) -> (u64, [u8; 32]) {
        self.ends.get(&namespace.cloned()).copied().unwrap_or((0, self.shared))
    }

    fn follow(&mut self, entry: &AuditEntry) -> Result<(), AuditFault> {
        self.lines += 1;
        let skips = entry.seq > self.last_seq + 1;
        self.last_seq = entry.seq;
        if skips && entry.seq > self.skipping_until {
            return Err(AuditFault::Missing);
        }
        let namespace = &entry.event.namespace_id;
        let (count, last) = self.last(namespace.as_ref());
        // Shared lines come first, and count the lines of all namespaces.
        let next = if entry.chain_seq.is_some() { count + 1 } else { self.lines };
        let is_next = entry.number() == next && (entry.chain_seq.is_some() || self.ends.is_empty());
        if !is_next || entry.event.hash(entry.number(), &last) != entry.hash {
            return Err(AuditFault::Unlinked(namespace.clone()));
        }
        match entry.chain_seq {
            Some(number) => _ = self.ends.insert(namespace.clone(), (number, entry.hash)),
            None => self.shared = entry.hash,
        }
        Ok(())
    }

    /// Returns the hash of the last shared line while there are no others.
    fn hash(&self) -> [u8; 32] {
        if self.ends.is_empty() {
            return self.shared;
        }
        let mut hash = Sha256::new_with_prefix(self.shared);
        for (namespace, (number, last)) in &self.ends {
            // No id contains a space, and none is empty.
            hash.update(format!("{} {number} ", namespace.as_ref().map_or("", NamespaceId::as_str)));
            hash.update(last);
        }
        hash.finalize().into()
    }
}

/// Quiz and id of the respondent that a line names in clear.
fn respondent(line: &AuditEntry) -> Option<(QuizId, String)> {
    let of_respondents = [AuditAction::ReadAnswers, AuditAction::EraseAnswers];
    let is_of_respondent = of_respondents.iter().any(|action| action.as_str() == line.event.action);
    let subject = line.event.subject.clone().filter(|subject| is_of_respondent && !is_pseudonym(subject))?;
    Some((line.event.quiz_id.clone()?, subject))
}

impl Service {
    /// Replaces the ids of respondents in lines of earlier releases with pseudonyms, and recomputes the hashes from
    /// there on. A new last line records the hash that the log had before. Returns the number of replaced lines.
    ///
    /// Nothing else writes to the log meanwhile. Refused if the log is broken, because recomputing its hashes would
    /// hide that.
    pub async fn hide_respondents(&self, caller: &Caller) -> Result<u64, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let AuditEnd { skipping_until, .. } = self.store.audit_end().await?;
        let right = Right::Everywhere(Permission::Manage);
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let chains = || Chains { skipping_until, ..Chains::default() };
                let (mut before, mut after) = (chains(), chains());
                let mut names = BTreeMap::new();
                let mut replaced = 0;
                tx.freeze_audit().await?;
                loop {
                    let piece = tx.audit_lines(Page { after: Some(before.last_seq), limit: PIECE }).await?;
                    if piece.is_empty() {
                        break;
                    }
                    let mut rewritten = Vec::new();
                    for mut line in piece {
                        before.follow(&line).map_err(|fault| Conflict::BrokenLog { line: before.lines, fault })?;
                        let hash = line.hash;
                        if let Some((quiz, user)) = respondent(&line) {
                            let name = match names.entry((quiz.clone(), user.clone())) {
                                Entry::Occupied(known) => known.into_mut(),
                                Entry::Vacant(unknown) => {
                                    unknown.insert(tx.pseudonym(&quiz, &user, random::bits().to_be_bytes()).await?)
                                }
                            };
                            line.event.subject = Some(name.clone());
                            replaced += 1;
                        }
                        let (_, last) = after.last(line.event.namespace_id.as_ref());
                        line.hash = line.event.hash(line.number(), &last);
                        after.follow(&line).map_err(|fault| Conflict::BrokenLog { line: after.lines, fault })?;
                        if line.hash != hash {
                            rewritten.push(line);
                        }
                    }
                    if !rewritten.is_empty() {
                        tx.rewrite_audit_lines(&rewritten).await?;
                    }
                }
                if replaced > 0 {
                    let details = format!("{replaced} lines; before, {} {}", before.lines, hex::encode(before.hash()));
                    record_audit(tx, &caller, AuditDraft::new(AuditAction::RewriteAudit).with(details)).await?;
                }
                Ok(replaced)
            })
        })
        .await
    }

    /// Reads the log, or only its first `lines`, and verifies the chains. Lines that were cut off at the end of the log
    /// show only in comparison with an earlier outcome.
    ///
    /// Fails if the caller may not manage all namespaces, or the database cannot be read.
    pub async fn check_audit_log(&self, caller: &Caller, lines: Option<u64>) -> Result<AuditCheck, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let mut pass = AuditPass::begin(&self.store, lines).await?;
        loop {
            if let Some(check) = pass.go_on(&self.store).await? {
                return Ok(check);
            }
        }
    }
}

/// A pass over the log, from its beginning to its end at the start of the pass.
pub(super) struct AuditPass {
    chains: Chains,
    last: u64,
    /// Limits the pass to the first lines.
    lines: Option<u64>,
}

impl AuditPass {
    pub(super) async fn begin(store: &Store, lines: Option<u64>) -> Result<Self, StoreError> {
        let AuditEnd { last, skipping_until } = store.audit_end().await?;
        Ok(Self { chains: Chains { skipping_until, ..Chains::default() }, last, lines })
    }

    pub(super) async fn go_on(&mut self, store: &Store) -> Result<Option<AuditCheck>, StoreError> {
        let Self { chains, last, lines } = self;
        let left = lines.map_or(u64::MAX, |lines| lines - chains.lines);
        let limit = u32::try_from(left).unwrap_or(PIECE).min(PIECE);
        let mut piece = store.audit_lines(Page { after: Some(chains.last_seq), limit }).await?;
        piece.retain(|entry| entry.seq <= *last);
        for entry in &piece {
            if let Err(fault) = chains.follow(entry) {
                return Ok(Some(AuditCheck::Broken { line: chains.lines, fault }));
            }
        }
        if !piece.is_empty() {
            return Ok(None);
        }
        Ok(Some(match lines {
            Some(lines) if *lines > chains.lines => {
                AuditCheck::Broken { line: chains.lines + 1, fault: AuditFault::Missing }
            }
            _ => AuditCheck::Whole { lines: chains.lines, hash: chains.hash() },
        }))
    }
}
