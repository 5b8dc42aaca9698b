//! Taking a quiz's answers somewhere, by the command line and by schedules.

use std::sync::{Arc, atomic::AtomicU64};

use super::{Caller, QuizPath, Service, ServiceError};
use crate::{
    delivery::{Recipient, Source},
    jobs::ExportFormat,
    store::KeyScope,
};

impl Service {
    /// The export of a quiz, to be taken to a file or another host; `progress` counts the rows meanwhile.
    ///
    /// # Errors
    /// When the caller may not, or the quiz is not there.
    pub async fn source(
        &self,
        caller: &Caller,
        path: &QuizPath,
        format: ExportFormat,
        recipients: Vec<Recipient>,
        progress: Arc<AtomicU64>,
    ) -> Result<Source, ServiceError> {
        caller.require(KeyScope::Export, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(Source { store: Arc::clone(&self.store), quiz: quiz.id.clone(), format, recipients, progress })
    }
}
