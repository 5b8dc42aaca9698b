//! The parts of a quiz. Each begins with a question that names it and ends before the next such question.

use crate::{Definition, Question, Text};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct QuizPart<'d> {
    /// Counts from 1.
    pub number: usize,
    /// All parts, shown or not.
    pub count: usize,
    pub name: &'d Text,
    /// True for its first question.
    pub begins: bool,
}

impl Definition {
    /// The index of a question and its part; `None` before the first part.
    pub fn part_of(&self, question: &Question) -> Option<(usize, QuizPart<'_>)> {
        let names = |questions: &'_ [Question]| questions.iter().filter(|question| question.part.is_some()).count();
        let count = Some(names(&self.questions)).filter(|count| *count > 0)?;
        let place = self.questions.iter().position(|other| other.id == question.id)?;
        let until = &self.questions[..=place];
        let name = until.iter().rev().find_map(|question| question.part.as_ref())?;
        Some((place, QuizPart { number: names(until), count, name, begins: question.part.is_some() }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Answers, Language, OptionId, QuizInput};

    fn definition() -> Definition {
        let input: QuizInput = serde_json::from_value(json!({ "name": "A quiz", "questions": [
            { "id": "intro", "kind": "text", "text": "Who?", "required": false },
            { "id": "bed", "kind": "consent", "text": "Bed?", "part": { "en": "Sleep", "es": "Sueño" } },
            { "id": "nap", "kind": "number", "text": "Naps?", "min": 0, "max": 9,
              "showIf": { "answered": "intro" } },
            { "id": "fhn1", "part": "Money" },
            { "id": "desk", "kind": "consent", "text": "Desk?", "part": "Work", "showIf": { "language": ["fr"] } },
            { "id": "chair", "kind": "consent", "text": "Chair?" },
        ] }))
        .expect("a body");
        let mut number = 0;
        let new_id = || {
            number += 1;
            OptionId::from_random(number)
        };
        input.check(new_id).expect("a quiz").definition
    }

    #[test]
    fn questions_belong_to_the_part_that_began_last() {
        let definition = definition();
        let part = |place: usize| definition.part_of(&definition.questions[place]);
        let parts: Vec<_> = (0..definition.questions.len())
            .map(|place| part(place).map(|(_, part)| (part.number, part.count, part.begins)))
            .collect();
        let (sleep, money, work) = ((1, 3), (2, 3), (3, 3));
        let of = |(number, count): (usize, usize), begins| Some((number, count, begins));
        assert_eq!(parts, [None, of(sleep, true), of(sleep, false), of(money, true), of(work, true), of(work, false)]);
        let (place, nap) = part(2).expect("a part");
        assert_eq!((place, nap.name.in_language(Language::ES, Language::EN)), (2, "Sueño"));
    }

    #[test]
    fn a_part_is_named_at_the_first_of_its_questions_that_is_shown() {
        let definition = definition();
        let told = definition.journey(&Answers::new(), "en").readable(Language::EN);
        let names: Vec<_> =
            told.into_iter().map(|told| (told.question.text, told.part.map(|part| part.text))).collect();
        let named = |question: &str| {
            names.iter().find(|(text, _)| text == question).expect("it is shown").1.as_deref().map(str::to_owned)
        };
        assert_eq!(names.len(), 4, "{names:?}");
        assert_eq!((named("Who?"), named("Bed?")), (None, Some("Sleep".to_owned())));
        // The question that names the part is asked in French only.
        assert_eq!(named("Chair?"), Some("Work".to_owned()));
        assert_eq!(names.iter().filter(|(_, part)| part.is_some()).count(), 3);
    }

    #[test]
    fn what_is_left_is_a_span_where_conditions_make_it_one() {
        let definition = definition();
        let (least, most) = definition.seconds_from(2);
        assert!(0 < least && least < most, "{least} {most}");
        assert_eq!(definition.seconds_from(5), (15, 15));
    }

    #[test]
    fn built_in_questions_keep_the_name_of_their_part() {
        let definition = definition();
        let stored = serde_json::to_string(&definition.questions).expect("JSON");
        let read: Vec<Question> = serde_json::from_str(&stored).expect("questions");
        assert_eq!(read, definition.questions);
        assert!(!definition.questions[1].speaks(Language::parse("fr").expect("a language")), "{stored}");
    }
}
