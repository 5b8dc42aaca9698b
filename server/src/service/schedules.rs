//! Schedules: exports that the server makes and delivers by itself.
//!
//! Restricted to the operator, because a schedule names files of this machine; those of a quiz are listed without these.

use domain::{Permission, QuizId, Timestamp};

use super::{
    Caller, Forbidden, Malformed, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    rights::Right,
};
use crate::{
    clock,
    delivery::{Delivered, Plan},
    store::{AuditAction, Job, JobState, Schedule, WorkScope},
};

const SHOWN: u32 = 10;

#[derive(Clone, Debug)]
pub struct Scheduled {
    pub id: String,
    pub quiz_id: QuizId,
    pub plan: Plan,
    pub next_at: Timestamp,
    pub runs: Vec<Run>,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub at: Timestamp,
    pub state: JobState,
    /// The reason why it failed, or why the last attempt did.
    pub error: Option<String>,
    /// Present once it is done.
    pub delivered: Option<Delivered>,
}

impl Service {
    pub async fn create_schedule(
        &self,
        caller: &Caller,
        path: &QuizPath,
        plan: Plan,
    ) -> Result<Scheduled, ServiceError> {
        require_operator(caller)?;
        let now = clock::now();
        let next_at = plan.timetable.next_after(now).ok_or(Malformed::NeverDue)?;
        let json = plan.to_json().map_err(|error| ServiceError::Internal(format!("{error:#}")))?;
        let (id, quiz_id) = (uuid::Uuid::new_v4().to_string(), path.quiz.clone());
        let schedule = Schedule { id: id.clone(), quiz_id: quiz_id.clone(), plan: json, next_at, created_at: now };
        plan.style.check()?;
        let details = format!("{}, {}, to {}", plan.timetable, plan.style.words(), plan.destination);
        let target = self.target(caller, Permission::Export, path).await?;
        let stored = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                target.quiz(tx).await?;
                tx.add_schedule(&schedule).await?;
                let draft = AuditDraft::of_quiz(AuditAction::CreateSchedule, &target.path).on(&schedule.id);
                record_audit(tx, &caller, draft.with(details)).await
            })
        });
        stored.await?;
        Ok(Scheduled { id, quiz_id, plan, next_at, runs: Vec::new() })
    }

    /// Returns all schedules, oldest first, each with its last ten runs.
    pub async fn list_schedules(&self, caller: &Caller) -> Result<Vec<Scheduled>, ServiceError> {
        require_operator(caller)?;
        let schedules = self.store.schedules().await?;
        self.with_runs(schedules.into_iter().map(read).collect::<Result<_, _>>()?).await
    }

    /// Returns a quiz's schedules, oldest first, each with its last ten runs. The destination and the reasons of failures name
    /// places of this machine, so only administrators of all namespaces are shown them.
    pub async fn schedules_of(&self, caller: &Caller, path: &QuizPath) -> Result<Vec<Scheduled>, ServiceError> {
        caller.require(Permission::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let schedules = self.store.schedules_of(&quiz.id).await?.into_iter().map(read);
        // One that cannot be read is the operator's matter, and hides no other.
        let unreadable = |error: &ServiceError| tracing::warn!(%error, quiz = %quiz.id, "a schedule is not shown");
        self.with_runs(schedules.filter_map(|schedule| schedule.inspect_err(unreadable).ok()).collect()).await
    }

    async fn with_runs(&self, mut schedules: Vec<Scheduled>) -> Result<Vec<Scheduled>, ServiceError> {
        for scheduled in &mut schedules {
            let jobs = self.store.runs(&scheduled.id, SHOWN).await?;
            scheduled.runs = jobs.iter().map(run_of).collect::<Result<_, _>>()?;
        }
        Ok(schedules)
    }

    /// Deletes a schedule and ends its run under way.
    pub async fn delete_schedule(&self, caller: &Caller, id: &str) -> Result<(), ServiceError> {
        require_operator(caller)?;
        let (right, id) = (Right::Everywhere(Permission::Manage), id.to_owned());
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let schedule = tx.schedule(&id).await?.ok_or(Missing::Schedule)?;
                tx.delete_schedule(&id).await?;
                record_audit(tx, &caller, event(AuditAction::DeleteSchedule, &schedule)).await
            })
        })
        .await
    }

    /// Queues a run for the current moment, in addition to the timetable.
    pub async fn run_schedule(&self, caller: &Caller, id: &str) -> Result<(), ServiceError> {
        require_operator(caller)?;
        let (right, id) = (Right::Everywhere(Permission::Manage), id.to_owned());
        let queued = self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let schedule = tx.schedule(&id).await?.ok_or(Missing::Schedule)?;
                let now = clock::now();
                tx.enqueue(&Job::of_schedule(uuid::Uuid::new_v4().to_string(), &schedule, now, now)).await?;
                record_audit(tx, &caller, event(AuditAction::RunSchedule, &schedule)).await
            })
        });
        queued.await?;
        self.job_queued.notify_waiters();
        Ok(())
    }
}

/// Without its runs.
fn read(schedule: Schedule) -> Result<Scheduled, ServiceError> {
    let Schedule { id, quiz_id, plan, next_at, .. } = schedule;
    let plan = Plan::parse(&plan).map_err(|error| ServiceError::Internal(format!("schedule {id}: {error:#}")))?;
    Ok(Scheduled { id, quiz_id, plan, next_at, runs: Vec::new() })
}

fn event(action: AuditAction, schedule: &Schedule) -> AuditDraft<'_> {
    AuditDraft { quiz: Some(&schedule.quiz_id), ..AuditDraft::new(action).on(&schedule.id) }
}

fn require_operator(caller: &Caller) -> Result<(), ServiceError> {
    match caller {
        Caller::Operator => Ok(()),
        _ => Err(Forbidden::NotOperator.into()),
    }
}

fn run_of(job: &Job) -> Result<Run, ServiceError> {
    let damaged = |error: serde_json::Error| ServiceError::Internal(format!("job {}: {error}", job.id));
    Ok(Run {
        at: job.slot.as_ref().map_or(job.created_at, |slot| slot.at),
        state: job.state,
        error: job.error.clone(),
        delivered: job.outcome.as_deref().map(serde_json::from_str).transpose().map_err(damaged)?,
    })
}
