//! Facts that respondents can know about a quiz before they begin, derived from its questions and settings.

use super::possible_answers::{StopReason, Ways};
use crate::{Condition, Definition, Format, Item, Journey, Kind, Language, Question, Quiz, QuizKind};

/// The facts on a start page, in addition to the owner's words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Outlook {
    pub naming: Naming,
    /// Days after the last answer until unsubmitted answers are erased.
    pub unfinished_days: Option<u16>,
    pub may_erase: bool,
    /// Set if the quiz asks only built-in questions.
    pub has_no_wrong_answers: bool,
}

/// The degree to which answers can be traced to a respondent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Naming {
    /// No question can take a name or an address.
    Unasked,
    /// Some answers are in the respondent's own words.
    OwnWords,
    /// A question takes an email address or telephone number.
    Contact,
    InApp,
    Invited,
}

/// The questions and seconds of the shortest and the longest journey. Each row of a matrix counts as a question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Length {
    pub questions: (usize, usize),
    pub seconds: (usize, usize),
}

/// Limits on steps and journeys in the search for the shortest and longest one; a few milliseconds at most.
const STEPS: usize = 20_000;
const WAYS: usize = 256;

/// Seconds to read, think about and answer a question.
const ANSWER: usize = 20;
const SCALE: usize = 15;
const ROW: usize = 8;
const RANK: usize = 5;
/// Seconds before the first letter, letters per second, and the most letters that a respondent is expected to write.
const WRITING: usize = 30;
const LETTERS: usize = 10;
const MOST_LETTERS: usize = 900;
const READING: usize = 20;

impl Outlook {
    /// `definition` is the version that the respondent answers.
    pub fn of(quiz: &Quiz, definition: &Definition) -> Self {
        Self {
            naming: Naming::of(quiz.kind, definition),
            unfinished_days: quiz.retention.unfinished_days,
            may_erase: quiz.settings.respondents_may_erase,
            has_no_wrong_answers: definition.questions.iter().all(|question| question.indicator().is_some()),
        }
    }
}

impl Naming {
    fn of(kind: QuizKind, definition: &Definition) -> Self {
        let is_contact = |question: &Question| matches!(question.kind(), Kind::Text(writing) if matches!(writing.format, Some(Format::Email | Format::Phone)));
        let takes_words = |question: &Question| {
            matches!(question.kind(), Kind::Text(_)) || question.kind().options().iter().any(|option| option.other)
        };
        match kind {
            QuizKind::InApp => Self::InApp,
            QuizKind::Invited => Self::Invited,
            QuizKind::Open if definition.questions.iter().any(is_contact) => Self::Contact,
            QuizKind::Open if definition.questions.iter().any(takes_words) => Self::OwnWords,
            QuizKind::Open => Self::Unasked,
        }
    }
}

impl Length {
    fn of(journey: &Journey<'_>) -> Self {
        let questions = journey.items.iter().filter(|item| item.beside.is_empty()).count();
        let seconds = journey.shown.iter().map(|question| seconds(question, journey.definition)).sum();
        Self { questions: (questions, questions), seconds: (seconds, seconds) }
    }

    fn or(self, other: Self) -> Self {
        let around = |one: (usize, usize), other: (usize, usize)| (one.0.min(other.0), one.1.max(other.1));
        Self { questions: around(self.questions, other.questions), seconds: around(self.seconds, other.seconds) }
    }
}

impl Definition {
    /// The length for respondents of this language. With too many journeys to try, the span may be too wide but is
    /// never too narrow.
    pub fn length(&self, language: Language) -> Length {
        self.length_of_ways(language).unwrap_or_else(|| self.widest_length())
    }

    /// The seconds for the questions from `place` on: without conditional ones, and with all.
    pub fn seconds_from(&self, place: usize) -> (usize, usize) {
        self.questions[place..].iter().fold((0, 0), |(least, most), question| {
            let took = seconds(question, self);
            (least + if question.show_if.is_none() { took } else { 0 }, most + took)
        })
    }

    fn length_of_ways(&self, language: Language) -> Option<Length> {
        let of_options = |question: &'_ Question| {
            let options = question.kind().options();
            let are_all = !options.is_empty() && options.iter().all(|option| option.show_if.is_some());
            if are_all { options.len() } else { 0 }
        };
        let conditions: Vec<&Condition> = self
            .questions
            .iter()
            .flat_map(|question| {
                let options = question.kind().options().iter().take(of_options(question));
                question.show_if.iter().chain(options.filter_map(|option| option.show_if.as_ref()))
            })
            .collect();
        let ends = self.questions.iter().any(Question::ends);
        if conditions.is_empty() && !ends {
            return Some(Length::of(&self.journey(&crate::Answers::new(), language.as_str())));
        }
        let (mut spoken, mut any, mut tried) = (None, None, 0);
        let add = |to: &mut Option<Length>, found: Length| *to = Some(to.map_or(found, |known| known.or(found)));
        let is_whole = Ways::new(self, 1, STEPS).each(&conditions, self.questions.len(), &mut |way| {
            tried += 1;
            if tried > WAYS {
                return Err(StopReason::Spent);
            }
            let found = Length::of(&self.journey(way.answers, way.language));
            add(&mut any, found);
            if way.language == language.as_str() {
                add(&mut spoken, found);
            }
            Ok(())
        });
        spoken.or(any).filter(|_| is_whole)
    }

    /// From the unconditional questions only to all questions.
    fn widest_length(&self) -> Length {
        let is_always = |question: &&Question| {
            let options = question.kind().options();
            let has_options = options.is_empty() || options.iter().any(|option| option.show_if.is_none());
            question.show_if.is_none() && has_options
        };
        let for_all = self.questions.iter().take_while(|question| !question.ends()).filter(is_always);
        let add = |(questions, time): (usize, usize), question: &Question| {
            let asked = question.items().iter().filter(|item: &&Item<'_>| item.beside.is_empty()).count();
            (questions + asked, time + seconds(question, self))
        };
        let (least, most) = (for_all.fold((0, 0), add), self.questions.iter().fold((0, 0), add));
        Length { questions: (least.0, most.0), seconds: (least.1, most.1) }
    }
}

fn seconds(question: &Question, definition: &Definition) -> usize {
    let writing = |letters: usize| WRITING + letters.min(MOST_LETTERS) / LETTERS;
    match question.kind() {
        Kind::Choice { .. } | Kind::Multiple { .. } | Kind::Number(_) | Kind::Date { .. } => ANSWER,
        Kind::Scale(_) | Kind::Consent { .. } => SCALE,
        Kind::Text(text) if text.long => writing(text.max_length),
        Kind::Text(_) => writing(0),
        Kind::Ranking { options } => ANSWER + RANK * options.len(),
        Kind::Matrix { rows, .. } => ANSWER + ROW * rows.len(),
        Kind::Statement { .. } => {
            question.text(definition.language, definition.language).chars().count().div_ceil(READING)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{OptionId, QuizInput};

    fn definition(questions: Value) -> Definition {
        let input: QuizInput =
            serde_json::from_value(json!({ "name": "A quiz", "questions": questions })).expect("a body");
        let mut number = 0;
        let new_id = || {
            number += 1;
            OptionId::from_random(number)
        };
        input.check(new_id).expect("a quiz").definition
    }

    fn length(questions: Value) -> ((usize, usize), (usize, usize)) {
        let Length { questions, seconds } = definition(questions).length(Language::EN);
        (questions, seconds)
    }

    fn scale(id: &str) -> Value {
        json!({ "id": id, "kind": "scale", "text": "How much?", "from": 1, "to": 5 })
    }

    fn choice(id: &str) -> Value {
        json!({ "id": id, "kind": "choice", "text": "Which?", "options": [{ "label": "One" }, { "label": "Two" }] })
    }

    fn only_if(mut question: Value, other: &str, code: usize) -> Value {
        question["showIf"] = json!({ "question": other, "is": [code] });
        question
    }

    #[test]
    fn each_row_of_a_matrix_counts_and_each_kind_takes_its_time() {
        let rows: Vec<Value> = (0..15).map(|n| json!({ "id": format!("row{n}"), "text": "A row" })).collect();
        let matrix = json!({ "id": "m", "kind": "matrix", "text": "Rate", "rows": rows, "from": 1, "to": 5 });
        assert_eq!(length(json!([matrix, scale("s")])), ((16, 16), (155, 155)));
        let story = |max: usize| json!([{ "id": "t", "kind": "text", "text": "Tell", "long": true, "maxLength": max }]);
        assert_eq!(length(story(2000)), ((1, 1), (120, 120)));
        assert_eq!(length(story(100)), ((1, 1), (40, 40)));
        let statement = json!({ "id": "read", "kind": "statement", "text": "A word ".repeat(100) });
        assert_eq!(length(json!([statement, scale("s")])), ((1, 1), (50, 50)));
    }

    #[test]
    fn the_field_beside_an_option_is_no_question() {
        let mut other = choice("which");
        other["options"][1]["other"] = json!(true);
        assert_eq!(length(json!([other])).0, (1, 1));
    }

    #[test]
    fn conditions_make_a_span_of_the_shortest_and_the_longest_way() {
        let branches = json!([choice("a"), only_if(scale("b"), "a", 1), only_if(scale("c"), "a", 2), scale("d")]);
        assert_eq!(length(branches).0, (3, 3), "one of two is asked on either way");
        let more = json!([choice("a"), only_if(scale("b"), "a", 1), only_if(scale("c"), "a", 1)]);
        assert_eq!(length(more), ((1, 3), (20, 50)));
        let out = only_if(json!({ "id": "out", "kind": "statement", "text": "Not for you", "ends": true }), "a", 2);
        let screened = json!([choice("a"), out, scale("b"), scale("c")]);
        assert_eq!(length(screened).0, (1, 3));
    }

    #[test]
    fn readers_of_a_language_are_told_of_their_own_ways() {
        let mut spanish = scale("b");
        spanish["showIf"] = json!({ "language": ["es"] });
        let definition = definition(json!([scale("a"), spanish]));
        assert_eq!(definition.length(Language::EN).questions, (1, 1));
        assert_eq!(definition.length(Language::ES).questions, (2, 2));
    }

    #[test]
    fn ways_that_are_too_many_to_try_lie_within_the_span() {
        let mut questions = Vec::new();
        for n in 0..12 {
            let (first, then) = (format!("a{n}"), format!("b{n}"));
            questions.extend([choice(&first), only_if(scale(&then), &first, 1)]);
        }
        let definition = definition(Value::Array(questions));
        assert_eq!(definition.length_of_ways(Language::EN), None);
        assert_eq!(definition.length(Language::EN).questions, (12, 24));
    }

    #[test]
    fn a_name_is_promised_unasked_only_where_no_answer_can_hold_one() {
        let mut other = choice("which");
        other["options"][1]["other"] = json!(true);
        let text = |format: Value| json!([{ "id": "t", "kind": "text", "text": "Tell", "format": format }]);
        for (questions, naming) in [
            (json!([scale("a"), choice("b")]), Naming::Unasked),
            (json!([other]), Naming::OwnWords),
            (text(Value::Null), Naming::OwnWords),
            (text(json!("url")), Naming::OwnWords),
            (text(json!("email")), Naming::Contact),
            (text(json!("phone")), Naming::Contact),
        ] {
            let definition = definition(questions);
            assert_eq!(Naming::of(QuizKind::Open, &definition), naming);
            assert_eq!(Naming::of(QuizKind::InApp, &definition), Naming::InApp);
            assert_eq!(Naming::of(QuizKind::Invited, &definition), Naming::Invited);
        }
    }
}
