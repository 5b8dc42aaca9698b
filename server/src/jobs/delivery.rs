//! A schedule's run: exports its quiz and delivers the file as scheduled.

use std::sync::{Arc, atomic::AtomicU64};

use anyhow::Context;

use super::lease::Lease;
use crate::{
    clock,
    delivery::{DeliveryError, Plan, Source},
    export::PermanentFailure,
    store::{Actor, ActorKind, AuditAction, AuditEvent, Job, Schedule, Store, WorkScope},
};

/// Runs the job as long as its lease can be renewed. Returns its outcome. A repeated run replaces the file of the same
/// name.
pub(super) async fn run(store: &Arc<Store>, job: &Job, lease: &Lease) -> anyhow::Result<String> {
    let slot = job.slot.as_ref().context("the job has no schedule")?;
    let schedule = store.schedule(&slot.schedule).await?.context("the schedule was deleted")?;
    let plan = Plan::parse(&schedule.plan)?;
    let progress = Arc::new(AtomicU64::new(0));
    let source = Source {
        store: Arc::clone(store),
        quiz: job.quiz_id.clone(),
        style: plan.style,
        recipients: plan.recipients().map_err(of_job)?,
        progress: Arc::clone(&progress),
    };
    record_audit(store, &schedule, &plan).await?;
    let name = source.file_name(&plan.timetable.day(slot.at));
    let work = async { Box::pin(source.deliver(&plan.destination, &name)).await.map_err(of_job) };
    let delivered = lease.hold(work, &progress).await?;
    Ok(serde_json::to_string(&delivered)?)
}

/// A wrong key or host stays wrong until the operator changes it.
fn of_job(error: DeliveryError) -> anyhow::Error {
    match error {
        DeliveryError::Key(_) | DeliveryError::Refused(_) => PermanentFailure(error.to_string()).into(),
        DeliveryError::Export(cause) => cause,
        DeliveryError::Broken(_) | DeliveryError::TooSlow(_) => error.into(),
    }
}

/// Records that answers leave this machine.
async fn record_audit(store: &Arc<Store>, schedule: &Schedule, plan: &Plan) -> anyhow::Result<()> {
    let quiz = store.quiz(&schedule.quiz_id).await?.context("the quiz was deleted")?;
    let scope = WorkScope::Namespace(quiz.namespace_id.clone());
    let (schedule, details) = (schedule.clone(), format!("to {}", plan.destination));
    let record = store.transact(scope, move |tx| {
        Box::pin(async move {
            let quiz = tx.quiz_again(&quiz).await?.context("the quiz was deleted")?;
            let actor = Actor { kind: ActorKind::System, id: String::new(), name: "schedule".to_owned() };
            let event = AuditEvent {
                namespace_id: Some(quiz.namespace_id),
                quiz_id: Some(quiz.id),
                subject: Some(schedule.id.clone()),
                details: Some(details.clone()),
                ..AuditEvent::new(clock::now(), actor, AuditAction::Deliver)
            };
            tx.append_audit(&event).await?;
            Ok(())
        })
    });
    record.await
}
