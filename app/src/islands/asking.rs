//! The state of a question page: the sheet that came with it, and the stepper that changes while it is answered.

use std::sync::Arc;

use domain::Sheet;
use leptos::prelude::*;

use crate::stepper::{Step, Stepper};

/// Shared by the islands of a page through Leptos's context.
///
/// One signal holds all that changes: each further type in a signal costs a KiB of WebAssembly.
#[derive(Clone)]
pub(crate) struct Asking {
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) stepper: RwSignal<Stepper>,
}

/// A value that changes with the stepper. Boxed, so that all values of a type share their code.
pub(crate) type Live<T> = Box<dyn FnMut() -> T + Send>;

impl Asking {
    pub(crate) fn new(sheet: Sheet) -> Self {
        let steps = sheet.questions.iter().map(|question| Step {
            id: question.id.clone(),
            required: question.is_required,
            answer: question.answer.clone(),
            choice: question.answer.clone(),
            is_withdrawn: false,
        });
        let stepper = Stepper::new(steps.collect(), sheet.current, sheet.has_error);
        Self { sheet: Arc::new(sheet), stepper: RwSignal::new(stepper) }
    }

    /// # Panics
    /// Outside a question page.
    pub(crate) fn of_page() -> Self {
        expect_context()
    }

    pub(crate) fn live<T: 'static>(&self, read: impl Fn(&Sheet, &Stepper) -> T + Send + 'static) -> Live<T> {
        let Self { sheet, stepper } = self.clone();
        Box::new(move || stepper.with(|stepper| read(&sheet, stepper)))
    }
}
