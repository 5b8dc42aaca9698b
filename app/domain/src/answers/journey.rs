//! The journey through a quiz: the questions that are shown, computed from the answers alone.

use crate::{Answer, Answers, Condition, Definition, Item, Kind, OwnOption, Question, QuestionId};

#[derive(Clone, Debug)]
pub struct Journey<'d> {
    pub definition: &'d Definition,
    /// In order. Nothing follows a statement that ends the quiz.
    pub shown: Vec<&'d Question>,
    pub items: Vec<Item<'d>>,
    /// The answers to shown items. Answers to hidden questions, and hidden options, are left out.
    pub answers: Answers,
}

/// The point at which an unsubmitted attempt stopped.
#[derive(Clone, Debug)]
pub struct DropOffPoint<'d> {
    /// The first unanswered question after the last answered one; at the end of the quiz, the first required question
    /// without an answer. `None` if only the submission is missing.
    pub question: Option<&'d Question>,
    /// The other questions with items that were shown up to that point.
    pub passed: Vec<&'d Question>,
}

impl Definition {
    /// True for a statement that ends the quiz before its last question.
    pub fn cuts_short(&self, question: &Question) -> bool {
        question.ends() && self.questions.last().is_some_and(|last| last.id != question.id)
    }

    /// True if a question page says what only the server knows: feedback on an answer, as the browser must not have right
    /// answers in advance, help on an alert, quoted answers, and places that others have taken.
    pub fn goes_page_by_page(&self) -> bool {
        !self.feedback.is_none() || self.quotes || self.helps_at_once() || self.limits_options()
    }

    /// Walks the questions in order. Each condition sees the answers to shown questions before it.
    pub fn journey(&self, given: &Answers, language: &str) -> Journey<'_> {
        self.journey_until(given, language, |_, _| false)
    }

    /// The drop-off point of unsubmitted answers. Adds the number of questions, options and named values visited to
    /// `steps`.
    pub fn drop_off(&self, given: &Answers, language: &str, steps: &mut usize) -> DropOffPoint<'_> {
        let (mut seen, mut left) = (0, given.len());
        let journey = self.journey_until(given, language, |journey, question| {
            let condition = question.show_if.as_ref().map_or(0, Condition::whole_width);
            let options = question.own().map(|own| own.kind.options()).unwrap_or_default();
            let is_looked_at =
                given.contains_key(&question.id) || options.first().is_some_and(|it| it.show_if.is_some());
            let width = |option: &OwnOption| 1 + option.show_if.as_ref().map_or(0, Condition::whole_width);
            let options = options.iter().filter(|_| is_looked_at);
            *steps += 1 + condition + options.map(width).sum::<usize>();
            if left > 0 {
                let is_given = |item: &Item<'_>| given.contains_key(&item.id);
                left = left.saturating_sub(question.items().iter().filter(|item| is_given(item)).count());
            }
            let new = &journey.items[seen..];
            seen = journey.items.len();
            left == 0 && journey.open_behind(new).is_some()
        });
        journey.drop_off()
    }

    /// Stops after the first question for which `is_enough` returns true.
    fn journey_until<'d>(
        &'d self,
        given: &Answers,
        language: &str,
        mut is_enough: impl FnMut(&Journey<'d>, &'d Question) -> bool,
    ) -> Journey<'d> {
        let mut journey = Journey { definition: self, shown: Vec::new(), items: Vec::new(), answers: Answers::new() };
        for question in &self.questions {
            let is_shown = journey.shows(question, language);
            if is_shown {
                journey.shown.push(question);
            }
            for item in if is_shown { question.items() } else { Vec::new() } {
                if !item.is_open(&journey.answers) {
                    continue;
                }
                let holds = |condition: &Condition| condition.holds(&journey.answers, language);
                let answer = given.get(&item.id).and_then(|answer| item.visible(answer, holds));
                if let Some(answer) = answer {
                    journey.answers.insert(item.id.clone(), answer);
                }
                journey.items.push(item);
            }
            if is_enough(&journey, question) || (is_shown && question.ends()) {
                break;
            }
        }
        journey
    }
}

impl<'d> Journey<'d> {
    /// A question with options is shown only while at least one option is; without any it could not be answered.
    fn shows(&self, question: &Question, language: &str) -> bool {
        let holds = |show_if: &Option<Condition>| show_if.as_ref().is_none_or(|it| it.holds(&self.answers, language));
        let options = question.kind().options();
        holds(&question.show_if) && (options.is_empty() || options.iter().any(|option| holds(&option.show_if)))
    }

    pub fn unanswered_required(&self) -> Vec<QuestionId> {
        self.open_required().map(|item| item.id.clone()).collect()
    }

    /// The first question with an item that has no answer, required or not.
    pub fn first_open(&self) -> Option<&'d Question> {
        self.open().next().map(|item| item.question)
    }

    /// Items without an answer, required or not, in order.
    pub fn open(&self) -> impl Iterator<Item = &Item<'d>> {
        self.items.iter().filter(|item| self.is_open(item))
    }

    fn drop_off(&self) -> DropOffPoint<'d> {
        let question = self.open_behind(&self.items).or_else(|| self.open_required().next()).map(|item| item.question);
        let mut passed: Vec<&Question> = self.items.iter().map(|item| item.question).collect();
        passed.dedup_by_key(|question| &question.id);
        passed.retain(|passed| question.is_none_or(|question| question.id != passed.id));
        DropOffPoint { question, passed }
    }

    /// The first open item after the last answered one.
    fn open_behind<'i>(&self, items: &'i [Item<'d>]) -> Option<&'i Item<'d>> {
        let last = items.iter().rposition(|item| self.answers.contains_key(&item.id));
        items.iter().skip(last.map_or(0, |last| last + 1)).find(|item| self.is_open(item))
    }

    /// The text beside an option is always optional.
    fn is_open(&self, item: &Item<'_>) -> bool {
        item.beside.is_empty() && !self.answers.contains_key(&item.id)
    }

    /// The question to resume at: the first one, possibly a statement, if nothing is answered; else the first open one,
    /// or the last one if only the submission is missing.
    pub fn resume(&self) -> Option<&'d Question> {
        let first = self.shown.first().copied().filter(|_| self.answers.is_empty());
        first.or_else(|| self.first_open()).or_else(|| self.shown.last().copied())
    }

    /// The question to show after this one. The last question leads to the first required one without an answer, a
    /// hidden one to the first open one. `None` when it is time to submit.
    pub fn next_after(&self, id: &QuestionId) -> Option<&'d Question> {
        let Some(index) = self.shown.iter().position(|question| question.id == *id) else { return self.first_open() };
        self.shown.get(index + 1).copied().or_else(|| self.first_required())
    }

    pub fn first_required(&self) -> Option<&'d Question> {
        self.open_required().next().map(|item| item.question)
    }

    fn open_required(&self) -> impl Iterator<Item = &Item<'d>> {
        self.items.iter().filter(|item| item.is_required() && !self.answers.contains_key(&item.id))
    }

    /// True if the quiz ends after this question, as far as the answers tell: answers to its open items may reveal more
    /// questions.
    pub fn is_last(&self, id: &QuestionId) -> bool {
        let is_of = |last: Option<&Question>| last.is_some_and(|last| last.id == *id);
        let mut items = self.items.iter().filter(|item| item.question.id == *id);
        let is_last_shown = is_of(self.shown.last().copied());
        is_of(self.definition.questions.last()) || is_last_shown && items.all(|item| !self.is_open(item))
    }

    /// The question to show after an item is answered: the same one while other items of it are open, or the first open
    /// one if the item is hidden.
    pub fn next_after_part(&self, id: &QuestionId) -> Option<&'d Question> {
        let Some(part) = self.items.iter().find(|item| item.id == *id) else { return self.first_open() };
        let question = part.question;
        let is_begun = self.answers.contains_key(id);
        let mut parts = self.items.iter().filter(|item| item.question.id == question.id);
        if is_begun && parts.any(|part| self.is_open(part)) { Some(question) } else { self.next_after(&question.id) }
    }

    /// The number of shown questions that are fully answered, and the number of shown questions with items.
    pub fn progress(&self) -> (usize, usize) {
        let questions = || self.items.chunk_by(|one, next| one.question.id == next.question.id);
        let is_done = |parts: &&[Item<'_>]| !parts.iter().any(|part| self.is_open(part));
        (questions().filter(is_done).count(), questions().count())
    }

    /// True for a question that may be opened now: an answered one, or the first one with a required item open.
    pub fn may_open(&self, id: &QuestionId) -> bool {
        let is_done = |question: &&Question| self.open_required().all(|item| item.question.id != question.id);
        let reached = self.shown.iter().take_while(|question| is_done(question)).count();
        self.shown.iter().take(reached + 1).any(|question| question.id == *id)
    }

    /// True if a statement ends the quiz before its last question. Nothing is left to review then.
    pub fn is_cut_short(&self) -> bool {
        self.shown.last().is_some_and(|question| self.definition.cuts_short(question))
    }

    pub fn answer(&self, item: &Item<'_>) -> Option<&Answer> {
        self.answers.get(&item.id)
    }
}

impl Question {
    /// False for a statement.
    pub fn asks(&self) -> bool {
        !matches!(self.kind(), Kind::Statement { .. })
    }

    pub fn ends(&self) -> bool {
        matches!(self.kind(), Kind::Statement { ends: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Indicator, built_in_options};

    fn answered(indicators: &[Indicator]) -> Answers {
        indicators.iter().map(|i| (i.question_id(), built_in_options(*i)[0].clone().into())).collect()
    }

    fn id(question: Option<&Question>) -> Option<&str> {
        question.map(|question| question.id.as_str())
    }

    #[test]
    fn coming_back_resumes_at_the_first_open_question() {
        let quiz = Definition::built_in();
        assert_eq!(id(quiz.journey(&Answers::new(), "en").resume()), Some("fhn1"));
        assert_eq!(id(quiz.journey(&answered(&[Indicator::Fhn1, Indicator::Fhn3]), "en").resume()), Some("fhn2"));
        assert_eq!(id(quiz.journey(&answered(&Indicator::ALL), "en").resume()), Some("fhn8"));
    }

    #[test]
    fn a_statement_in_front_is_where_it_begins() {
        let mut quiz = Definition::built_in();
        let kind = Kind::Statement { ends: false };
        let own = crate::OwnQuestion {
            text: "Hello".into(),
            help: None,
            explanation: None,
            kind,
            category: None,
            weight: 1,
            shuffle: false,
        };
        let body = crate::QuestionBody::Own(own);
        let hello = QuestionId::parse("hello").expect("an id");
        quiz.questions
            .insert(0, Question { id: hello.clone(), required: false, show_if: None, part: None, image: None, body });
        let begun = quiz.journey(&Answers::new(), "en");
        assert_eq!((id(begun.resume()), id(begun.next_after(&hello))), (Some("hello"), Some("fhn1")));
        assert_eq!(begun.progress(), (0, 8));
        assert_eq!(id(quiz.journey(&answered(&Indicator::ALL[..1]), "en").resume()), Some("fhn2"));
    }

    #[test]
    fn a_question_without_an_option_to_show_is_not_shown() {
        let mut quiz = Definition::built_in();
        let english = Condition::Language(vec!["en".to_owned()]);
        let option = |other: bool| {
            let id = built_in_options(Indicator::Fhn1)[usize::from(other)].clone();
            OwnOption { show_if: Some(english.clone()), ..OwnOption::new(id, "A".into()) }
        };
        let id = QuestionId::parse("place").expect("an id");
        quiz.questions.push(Question::choice(id.clone(), true, "Where?".into(), vec![option(false), option(true)]));
        let mut given = answered(&Indicator::ALL);
        given.insert(id.clone(), option(false).id.into());
        for (language, shown) in [("en", 9), ("es", 8)] {
            let journey = quiz.journey(&given, language);
            assert_eq!(
                (journey.shown.len(), journey.answers.len(), journey.progress()),
                (shown, shown, (shown, shown))
            );
            let unanswered = quiz.journey(&answered(&Indicator::ALL), language).unanswered_required();
            assert_eq!(unanswered.contains(&id), language == "en");
        }
        let mut steps = 0;
        assert!(quiz.drop_off(&answered(&Indicator::ALL), "es", &mut steps).question.is_none());
        assert_eq!(steps, 8 + 1 + 2 * 3, "both options are looked at, each with the tag of its condition");
    }

    #[test]
    fn who_skips_a_question_stops_behind_the_last_one_answered_and_nothing_further_is_looked_at() {
        let mut quiz = Definition::built_in();
        quiz.questions[0].required = false;
        quiz.questions[1].show_if = Some(Condition::Language(vec!["es".to_owned(); 9]));
        let all = Indicator::ALL;
        for (answers, stop, passed, steps) in [
            (&all[..0], Some("fhn1"), 0, 1),
            (&all[..1], Some("fhn3"), 1, 13),
            (&all[2..4], Some("fhn5"), 3, 15),
            (&all[2..], None, 7, 18),
            (&all[3..], Some("fhn3"), 6, 18),
        ] {
            let mut taken = 0;
            let found = quiz.drop_off(&answered(answers), "en", &mut taken);
            assert_eq!((id(found.question), found.passed.len(), taken), (stop, passed, steps));
        }
    }

    #[test]
    fn the_end_leads_back_to_a_required_question_that_was_left_open() {
        let quiz = Definition::built_in();
        let last = Indicator::Fhn8.question_id();
        assert_eq!(id(quiz.journey(&answered(&Indicator::ALL), "en").next_after(&last)), None);
        assert_eq!(id(quiz.journey(&answered(&Indicator::ALL[1..]), "en").next_after(&last)), Some("fhn1"));
    }

    #[test]
    fn an_optional_question_left_open_does_not_hold_anybody_up() {
        let mut quiz = Definition::built_in();
        quiz.questions[0].required = false;
        let last = Indicator::Fhn8.question_id();
        assert_eq!(id(quiz.journey(&answered(&Indicator::ALL[1..]), "en").next_after(&last)), None);
        assert!(quiz.journey(&answered(&Indicator::ALL[1..]), "en").unanswered_required().is_empty());
    }
}
