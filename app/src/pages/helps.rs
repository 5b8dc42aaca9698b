//! The help on alerts of a question page: above the form what answers to other questions call for, and with the buttons
//! what the answers of the form itself decide.

use domain::{AlertRest, AlertRule, Rendition};

use super::{PageContext, QuestionPage};
use crate::components::FormHelp;

pub(super) struct Helps {
    pub(super) above: Vec<Rendition>,
    pub(super) of_form: Vec<FormHelp>,
}

impl Helps {
    pub(super) fn none() -> Self {
        Self { above: Vec::new(), of_form: Vec::new() }
    }

    pub(super) fn of(cx: &PageContext, page: &QuestionPage, language: &str) -> Self {
        let definition = &page.definition;
        let text = |alert: &AlertRule| alert.help.as_ref().map(|help| help.rendition(cx.language, definition.language));
        let raised = definition.raised_by_answers(&page.answers, language);
        let (mut above, mut of_form) = (Vec::new(), Vec::new());
        if page.feedback().is_some() {
            // Its answers stay as they are.
            above.extend(raised.into_iter().filter_map(text));
            return Self { above, of_form };
        }
        for (alert, when) in definition.alert_rests(&page.current, &page.answers, language) {
            let is_shown = raised.iter().any(|raised| raised.id == alert.id);
            // Only the server can quote an answer of the form.
            let is_fixed = matches!(when, AlertRest::Known(_)) || page.helps_that_quote.contains(&alert.id);
            let Some(text) = text(alert) else { continue };
            match (is_fixed, is_shown) {
                (true, true) => above.push(text),
                (true, false) => {}
                (false, _) => of_form.push(FormHelp { text, when, is_shown }),
            }
        }
        Self { above, of_form }
    }
}
