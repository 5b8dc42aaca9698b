//! The journey from the current step, as the answers determine it now.

use domain::{Journey, OptionId, Question};

use super::{Position, Stepper};

/// Computed as a whole because the journey visits all questions.
pub(super) struct Route {
    pub(super) shown: Vec<usize>,
    /// The step after the current one.
    next: Option<usize>,
    /// The first step that blocks the submission.
    required: Option<usize>,
    is_last: bool,
    /// True if the quiz has a review page.
    pub(super) has_review: bool,
}

impl Stepper {
    pub(super) fn route(&self) -> Route {
        let journey = self.journey();
        let question = &self.definition.questions[self.current];
        let current = &question.id;
        Route {
            shown: self.places(&journey),
            next: journey.next_after(current).and_then(|question| self.place(question)),
            required: journey.first_required().and_then(|question| self.place(question)),
            is_last: journey.is_last(current),
            has_review: self.has_review && !self.definition.cuts_short(question),
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

    pub(super) fn position_of(&self, Route { shown, is_last, has_review, .. }: &Route) -> Position {
        let asks = |step: usize| self.definition.questions[step].asks();
        let (mut count, mut done, mut before, mut after) = (0, 0, None, None);
        for step in shown.iter().copied() {
            count += usize::from(asks(step));
            if step < self.current {
                done = count;
                before = Some(step);
            } else if step > self.current && after.is_none() {
                after = Some(step);
            }
        }
        let number = asks(self.current).then_some(done + 1);
        Position { number, count, done, before, after, is_last: !has_review && *is_last }
    }

    /// The step after the current one; `None` when it is time to submit.
    pub(super) fn next(&self, route: &Route) -> Option<usize> {
        route.next.filter(|_| !self.is_catching_up).or_else(|| self.next_open(route))
    }

    /// The first shown step that blocks the submission.
    pub(super) fn next_open(&self, Route { shown, required, .. }: &Route) -> Option<usize> {
        let unfinished = self.unfinished.iter().copied();
        required.or_else(|| unfinished.filter(|step| shown.contains(step)).min())
    }

    /// The conditional options of the current step, and whether they are hidden.
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
