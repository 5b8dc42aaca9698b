//! Verifies the audit log of a running server once a day, in batches.

use std::time::Duration;

use super::{AuditCheck, Service, audit_check::AuditPass};
use crate::{clock, store::StoreError};

const EVERY: Duration = Duration::from_hours(24);
/// Pause after a verification that could not read the log to its end.
const RETRY: Duration = Duration::from_mins(10);
/// Pause between two batches, each of which takes some milliseconds.
const PAUSE: Duration = Duration::from_secs(1);

/// The end of the last verification, in seconds since 1970; 0 until there is one.
const VERIFIED: &str = "quiz_answers_audit_log_verified_seconds";
/// 0 from a verification that has found a fault until one that finds none.
const WHOLE: &str = "quiz_answers_audit_log_whole";

impl Service {
    /// Verifies the log immediately and then every day, until it is dropped. Publishes the outcome in metrics and log.
    pub async fn verify_audit_log_regularly(&self) {
        metrics::describe_gauge!(VERIFIED, metrics::Unit::Seconds, "Last check of the audit log since 1970, or 0.");
        metrics::describe_gauge!(WHOLE, "0 if the last check of the audit log has found it broken.");
        metrics::gauge!(VERIFIED).set(0.0);
        metrics::gauge!(WHOLE).set(1.0);
        loop {
            let wait = match self.verify_audit_log(PAUSE).await {
                Ok(check) => {
                    show(&check);
                    EVERY
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot verify the audit log");
                    RETRY
                }
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// A fault counts only if it is found twice: hashes that are recomputed meanwhile do not match the earlier ones.
    async fn verify_audit_log(&self, pause: Duration) -> Result<AuditCheck, StoreError> {
        match self.pass(pause).await? {
            AuditCheck::Broken { .. } => self.pass(pause).await,
            whole @ AuditCheck::Whole { .. } => Ok(whole),
        }
    }

    async fn pass(&self, pause: Duration) -> Result<AuditCheck, StoreError> {
        let mut pass = AuditPass::begin(&self.store, None).await?;
        loop {
            if let Some(check) = pass.go_on(&self.store).await? {
                return Ok(check);
            }
            tokio::time::sleep(pause).await;
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "exact for millions of years")]
fn show(check: &AuditCheck) {
    metrics::gauge!(VERIFIED).set(clock::now().seconds() as f64);
    metrics::gauge!(WHOLE).set(f64::from(u8::from(matches!(check, AuditCheck::Whole { .. }))));
    match check {
        AuditCheck::Whole { lines, .. } => tracing::info!(lines, "the audit log is whole"),
        AuditCheck::Broken { line, fault } => tracing::error!("the audit log is broken at line {line}: {fault}"),
    }
}
