//! Follows the chains of hashes in the audit log.

use std::collections::BTreeMap;

use domain::{NamespaceId, Permission};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Caller, Service, ServiceError};
use crate::store::{AuditEntry, Page};

/// Lines that are read at once.
const PIECE: u32 = 1000;

/// The outcome of a check.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AuditCheck {
    /// Every line follows from the one before it in its chain. The hash is over the ends of all chains, to compare with
    /// one that was noted elsewhere.
    Whole { lines: u64, hash: [u8; 32] },
    /// The first line that is wrong.
    Broken { line: u64, fault: AuditFault },
}

#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum AuditFault {
    #[error("the line is missing")]
    Missing,
    /// The namespace of its chain, if it has one.
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
    /// Of the last line that all namespaces share; every chain begins after it.
    shared: [u8; 32],
    /// Number and hash of the last line.
    ends: BTreeMap<Option<NamespaceId>, (u64, [u8; 32])>,
}

impl Chains {
    fn follow(&mut self, entry: &AuditEntry) -> Result<(), AuditFault> {
        self.lines += 1;
        if entry.seq != self.lines {
            return Err(AuditFault::Missing);
        }
        let namespace = &entry.event.namespace_id;
        let (count, last) = self.ends.get(namespace).copied().unwrap_or((0, self.shared));
        // Shared lines come first.
        let is_next = entry.chain_seq.map_or(self.ends.is_empty(), |number| number == count + 1);
        if !is_next || entry.event.hash(entry.number(), &last) != entry.hash {
            return Err(AuditFault::Unlinked(namespace.clone()));
        }
        match entry.chain_seq {
            Some(number) => _ = self.ends.insert(namespace.clone(), (number, entry.hash)),
            None => self.shared = entry.hash,
        }
        Ok(())
    }

    /// The hash of the last shared line while there are no others.
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

impl Service {
    /// Reads the log, or only its first `lines`, and follows the chains. Lines that were cut off at the end of the log
    /// show only in comparison with an earlier outcome.
    ///
    /// Fails when the caller may not manage all namespaces, or the database cannot be read.
    pub async fn check_audit_log(&self, caller: &Caller, lines: Option<u64>) -> Result<AuditCheck, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let mut chains = Chains::default();
        loop {
            let left = lines.map_or(u64::MAX, |lines| lines - chains.lines);
            let limit = u32::try_from(left).unwrap_or(PIECE).min(PIECE);
            let piece = self.store.audit_lines(Page { after: Some(chains.lines), limit }).await?;
            for entry in &piece {
                if let Err(fault) = chains.follow(entry) {
                    return Ok(AuditCheck::Broken { line: chains.lines, fault });
                }
            }
            if piece.is_empty() {
                return Ok(match lines {
                    Some(lines) if lines > chains.lines => {
                        AuditCheck::Broken { line: chains.lines + 1, fault: AuditFault::Missing }
                    }
                    _ => AuditCheck::Whole { lines: chains.lines, hash: chains.hash() },
                });
            }
        }
    }
}
