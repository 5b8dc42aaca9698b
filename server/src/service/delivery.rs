//! Taking a quiz's answers somewhere, by the command line and by schedules.

use std::sync::{Arc, atomic::AtomicU64};

use domain::Permission;

use super::{Caller, QuizPath, Service, ServiceError, audit::AuditDraft};
use crate::{
    delivery::{Recipient, Source},
    export::ExportFormat,
    store::AuditAction,
};

impl Service {
    /// The export of a quiz, to be taken to a file or another host; `progress` counts the rows meanwhile.
    pub async fn source(
        &self,
        caller: &Caller,
        path: &QuizPath,
        format: ExportFormat,
        recipients: Vec<Recipient>,
        progress: Arc<AtomicU64>,
    ) -> Result<Source, ServiceError> {
        caller.require(Permission::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        self.record_audit(
            caller,
            AuditDraft::of_quiz(AuditAction::StreamExport, path).with(format.as_str().to_owned()),
        )
        .await?;
        Ok(Source { store: Arc::clone(&self.store), quiz: quiz.id.clone(), format, recipients, progress })
    }
}
