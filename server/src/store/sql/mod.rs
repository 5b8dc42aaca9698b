//! The store's reads and writes in SQL, each statement once for both databases, beside its row.

mod admins;
mod answer_views;
mod answers;
mod attempts;
mod audit;
mod batcher;
mod batches;
mod begins;
mod changes;
mod connection;
mod damage;
mod deliveries;
mod drafts;
mod endpoints;
mod erasures;
mod event_usage;
mod events;
mod figures;
mod images;
mod insights;
mod invitations;
mod jobs;
mod keys;
mod lookups;
mod mail_choices;
mod mails;
mod namespaces;
mod offers;
mod outgoing;
mod person_mails;
mod probe;
mod purging;
mod queue;
mod quiz_dates;
mod quizzes;
mod readings;
mod reads;
mod record_lists;
mod record_row;
mod records;
mod repair;
mod replacements;
mod replies;
mod reports;
mod retention;
mod rows;
mod schedules;
mod secrets;
mod sessions;
mod statement;
mod submitted_scores;
mod tallies;
mod traces;
mod transaction;
mod units;
mod usage;
mod words;

#[cfg(test)]
pub(super) use audit::page_of;
pub(super) use batcher::{
    Batcher, GROUP, GroupWriter, GroupedWrite, LaneWriter, Outcomes, Waiting, WriteRequest, rounds,
};
pub(super) use batches::Batches;
pub(super) use connection::{Connection, Run};
pub use damage::{Damage, Examined};
pub(super) use lookups::Reader;
pub(super) use probe::Probe;
#[cfg(test)]
pub(super) use purging::{STEP, purge_some};
pub(super) use queue::{Queue, Request, Requests, stopped};
pub use reads::Reads;
pub(super) use reads::{Filling, Source, read};
pub(super) use record_row::RecordRow;
pub use record_row::StoredRecord;
pub(super) use rows::{Cells, Columns, Field, Row, Stored};
pub use secrets::HEARTBEAT;
pub(super) use statement::{Sql, Statement, Texts, Value, json, sql};
pub use transaction::Transaction;
pub(super) use transaction::Work;
pub(super) use units::{UnitTurn, UnitTurns};
pub(super) use words::Dialect;

use begins::{Begin, Begun};
use reads::{PAGE, Room};
use replacements::Replacement;
use words::Words;
