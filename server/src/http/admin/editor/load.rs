//! Loads the quiz and its draft, if it has one.

use std::sync::Arc;

use app::admin::editor::EditorFields;
use domain::{Definition, Quiz, Settings};

use super::super::{Admin, QuizHead};
use crate::{
    random,
    service::{Conflict, EditorDraft, ServiceError},
    store::Edition,
};

pub(super) struct Edited {
    pub(super) quiz: Arc<Quiz>,
    pub(super) draft: Option<EditorDraft>,
    pub(super) fields: EditorFields,
}

pub(super) async fn load(admin: &Admin, head: &QuizHead) -> Result<Edited, ServiceError> {
    let quiz = Arc::clone(&head.quiz);
    // Saving would take away what the form does not hold.
    if !quiz.fits_editor() {
        return Err(Conflict::NotForEditor.into());
    }
    let draft = admin.service().editor_draft(&admin.caller, &head.path).await?;
    // Ignores a draft that another release wrote in another format.
    let kept = draft.and_then(|draft| Some((serde_json::from_str(&draft.fields).ok()?, draft)));
    let (fields, draft) = match kept {
        Some((fields, draft)) => (fields, Some(draft)),
        None => (EditorFields::of(&quiz), None),
    };
    Ok(Edited { quiz, draft, fields })
}

impl Edited {
    /// The quiz that the fields were begun from.
    pub(super) fn based_on(&self) -> Edition {
        self.draft.as_ref().map_or_else(|| Edition::of(&self.quiz), |draft| draft.based_on)
    }

    /// The quiz after saving the draft. `None` while the draft is invalid.
    pub(super) fn saved(&self) -> Option<Quiz> {
        let (settings, definition) = outcome(&self.fields, &self.quiz)?;
        Some(Quiz { settings, definition: Arc::new(definition), ..Quiz::clone(&self.quiz) })
    }
}

pub(super) fn outcome(fields: &EditorFields, quiz: &Quiz) -> Option<(Settings, Definition)> {
    fields.check(quiz, random::option_id).ok()
}
