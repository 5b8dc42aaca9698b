//! Work that outlives a request: claimed from the database, safe to run twice, resumed after a crash.

mod alert_mails;
mod backups;
mod before_upgrade;
mod bucket;
mod delivery;
mod digests;
mod export;
mod files;
mod heartbeat;
mod lease;
mod mail;
mod occasions;
mod person_words;
mod quiz_dates;
mod replacing;
mod retention;
mod runner;
mod scheduler;
mod tidy;
mod webhooks;

pub use backups::Backups;
pub(crate) use backups::{after, backups_in, trial};
pub(crate) use before_upgrade::BeforeUpgrade;
pub use bucket::open as open_bucket;
pub(crate) use digests::digest_due;
pub use export::{ExportOutcome, ExportParameters};
pub use files::{ExportFile, ExportFiles};
pub(crate) use heartbeat::Heartbeat;
pub(crate) use mail::Composing;
pub use mail::MailSender;
pub(crate) use occasions::{HOUR as MAIL_HOUR, due as due_in_series, look as look_at_series};
#[cfg(test)]
pub(crate) use occasions::{Teller, tell_due};
pub(crate) use person_words::fill_person_words;
pub(crate) use quiz_dates::date_events;
pub(crate) use replacing::REMEMBERED;
pub(crate) use retention::{apply as apply_retention, expired_by, waiting_for_alerts};
pub use runner::Runner;
pub use webhooks::WebhookSender;
