//! The store in SQL, for every database that speaks it: a backend gives connections, and each statement stands here once.

mod admins;
mod answers;
mod attempts;
mod audit;
mod backend;
mod batcher;
mod batches;
mod begins;
mod changes;
mod dialect;
mod drafts;
mod insights;
mod invitations;
mod jobs;
mod keys;
mod lookups;
mod namespaces;
mod offers;
mod probe;
mod queue;
mod quizzes;
mod readings;
mod record_lists;
mod records;
mod repair;
mod replacements;
mod replies;
mod retention;
mod schedules;
mod secrets;
mod sessions;
mod statement;
mod submitted_scores;
mod tallies;
mod transaction;
mod units;
mod usage;

#[cfg(test)]
pub(super) use audit::page_of;
pub(super) use backend::{Filling, Run, SqlConnection, SqlStore};
pub(super) use batcher::{GroupWriter, GroupedWrite, Timed, timed};
pub(super) use batches::Batches;
pub(super) use dialect::Dialect;
pub(super) use jobs::count_jobs;
pub(super) use lookups::{PlacedRow, Reader};
pub(super) use probe::Probe;
pub(super) use queue::{Queue, Requests, stopped};
#[cfg(test)]
pub(super) use quizzes::{STEP, purge_some};
pub(super) use statement::{Statement, Value, query};
pub(super) use transaction::SqlTransaction;
pub(super) use units::{UnitTurn, UnitTurns};

use backend::Room;
use begins::{Begin, Begun};
use replacements::Replacement;
