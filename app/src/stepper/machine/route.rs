//! The way from the current step, as the answers lead now.

use domain::{Journey, OptionId, Question};

use super::{Position, Stepper};

/// Computed at once: the way goes through all questions.
pub(super) struct Route {
    /// The steps that are shown, in order.
    pub(super) shown: Vec<usize>,
    /// The step after the current one.
    next: Option<usize>,
    /// The first that keeps the quiz from being submitted.
    required: Option<usize>,
    is_last: bool,
}

impl Stepper {
    pub(super) fn route(&self) -> Route {
        let journey = self.journey();
        let current = &self.definition.questions[self.current].id;
        Route {
            shown: self.places(&journey),
            next: journey.next_after(current).and_then(|question| self.place(question)),
            required: journey.first_required().and_then(|question| self.place(question)),
            is_last: journey.is_last(current),
        }
    }

    pub(super) fn place(&self, question: &Question) -> Option<usize> {
        self.definition.questions.iter().position(|other| other.id == question.id)
    }

    fn places(&self, journey: &Journey<'_>) -> Vec<usize> {
        let mut shown = journey.shown.iter().peekable();
        let questions = self.definition.questions.iter().enumerate();
        let places = questions.filter(|(_, question)| shown.next_if(|next| next.id == question.id).is_some());
        places.map(|(step, _)| step).collect()
    }

    pub fn position(&self) -> Position {
        self.position_of(&self.route())
    }

    pub(super) fn position_of(&self, Route { shown, is_last, .. }: &Route) -> Position {
        let number = shown.iter().filter(|step| **step <= self.current).count();
        let before = number.checked_sub(2).and_then(|place| shown.get(place).copied());
        let is_last = !self.has_review && *is_last;
        Position { number, count: shown.len(), before, after: shown.get(number).copied(), is_last }
    }

    /// The step after the current one; `None` when it is time to submit.
    pub(super) fn next(&self, route: &Route) -> Option<usize> {
        route.next.filter(|_| !self.is_catching_up).or_else(|| self.next_open(route))
    }

    /// The first shown step that keeps the quiz from being submitted.
    pub(super) fn next_open(&self, Route { shown, required, .. }: &Route) -> Option<usize> {
        let unfinished = self.unfinished.iter().copied();
        required.or_else(|| unfinished.filter(|step| shown.contains(step)).min())
    }

    /// The options of the current step that have a condition, and whether it hides them.
    pub fn conditional_options(&self) -> Vec<(&OptionId, bool)> {
        let options = self.definition.questions[self.current].kind().options().iter();
        let mut conditional = options.filter_map(|option| Some((&option.id, option.show_if.as_ref()?))).peekable();
        if conditional.peek().is_none() {
            return Vec::new();
        }
        let journey = self.journey();
        conditional.map(|(id, condition)| (id, !condition.holds(&journey.answers, &self.language))).collect()
    }
}
