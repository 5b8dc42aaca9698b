//! Checks the effect of conditions: each must hold for some answers and fail for others, each question must be
//! reachable, and tables must cover every answer.

use super::possible_answers::{StopReason, Ways};
use crate::{Condition, Definition, FieldCode, Path, Question, values::validation::Errors};

impl Definition {
    /// Finds errors within `steps` steps and returns the steps taken.
    pub(crate) fn check_ways(&self, steps: usize, errors: &mut Errors) -> usize {
        fn conditions(question: &Question) -> impl Iterator<Item = (usize, &Condition)> {
            question.kind().options().iter().enumerate().filter_map(|(at, option)| Some((at, option.show_if.as_ref()?)))
        }
        // Each question, each option with a condition, and all tables together get a turn.
        let turns = self.questions.iter().map(|question| 1 + conditions(question).count()).sum::<usize>() + 1;
        let mut ways = Ways::new(self, turns, steps);
        for (index, question) in self.questions.iter().enumerate() {
            let path = Path::from("questions").item(index);
            let (fault, is_reached) = verdict(&mut ways, question.show_if.as_ref(), index);
            if let Some(code) = fault {
                errors.add(path.field("showIf"), code);
            }
            if !is_reached {
                errors.add(&path, FieldCode::Unreachable);
                continue;
            }
            for (at, condition) in conditions(question) {
                if let (Some(code), _) = verdict(&mut ways, Some(condition), index) {
                    errors.add(path.field("options").item(at).field("showIf"), code);
                }
            }
        }
        let tables = self.scoring.as_ref().map_or(&[][..], |scoring| &scoring.tables);
        let conditions: Option<Vec<&Condition>> = tables.iter().map(|table| table.when.as_ref()).collect();
        if let Some(conditions) = conditions.filter(|conditions| !conditions.is_empty()) {
            let mut is_covered = true;
            ways.each(&conditions, self.questions.len(), &mut |way| {
                is_covered &= conditions.iter().any(|when| when.holds(way.answers, way.language));
                if is_covered { Ok(()) } else { Err(StopReason::Decided) }
            });
            if !is_covered {
                errors.add(Path::from("scoring").field("tables"), FieldCode::Uncovered);
            }
        }
        ways.spent()
    }
}

/// The error of a condition on the question of this index, and `false` if the question is unreachable.
fn verdict<'d>(ways: &mut Ways<'d>, condition: Option<&'d Condition>, index: usize) -> (Option<FieldCode>, bool) {
    if condition.is_none() && !ways.may_end_before(index) {
        ways.pass();
        return (None, true);
    }
    let (mut is_reached, mut holds, mut fails) = (false, false, false);
    let conditions: Vec<&Condition> = condition.into_iter().collect();
    let is_decided = ways.each(&conditions, index, &mut |way| {
        let is_true = condition.is_none_or(|condition| condition.holds(way.answers, way.language));
        is_reached |= !way.is_over;
        holds |= !way.is_over && is_true;
        fails |= !way.is_over && !is_true;
        if is_reached && (condition.is_none() || holds && fails) { Err(StopReason::Decided) } else { Ok(()) }
    });
    let code = match (holds, fails) {
        _ if !is_decided || condition.is_none() => None,
        (true, false) => Some(FieldCode::AlwaysTrue),
        (false, true) => Some(FieldCode::NeverTrue),
        _ => None,
    };
    (code, is_reached || !is_decided)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Answers, Journey, QuestionId, quiz::possible_answers::STEPS, random::Random};

    fn definition(questions: &[Value]) -> Definition {
        let text = json!({ "language": "en", "scheme": 1, "questions": questions }).to_string();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn option(question: usize, option: usize) -> String {
        format!("{question:08x}-0000-4000-8000-{option:012x}")
    }

    /// A choice of this many options, each with the condition that `show_if` returns.
    fn choice(question: usize, options: usize, show_if: impl Fn(usize) -> Value) -> Value {
        let option = |at| json!({ "id": option(question, at), "label": "O", "showIf": show_if(at) });
        json!({ "id": format!("q{question}"), "text": "?", "options": (0..options).map(option).collect::<Vec<_>>() })
    }

    /// The errors, and the steps that finding them took.
    fn checked(definition: &Definition, steps: usize) -> (Vec<String>, usize) {
        let mut errors = Errors::default();
        let taken = definition.check_ways(steps, &mut errors);
        let faults = errors.finish().map_or_else(|invalid| invalid.0, |()| Vec::new());
        (faults.iter().map(ToString::to_string).collect(), taken)
    }

    #[test]
    fn a_hostile_definition_takes_no_more_steps_than_there_are() {
        let is =
            |question: usize, at: usize| json!({ "question": format!("q{question}"), "is": [option(question, at)] });
        // Each option depends on all earlier questions.
        let tangled = |question: usize| {
            choice(question, 300, |at| match question {
                0 => Value::Null,
                _ => json!({ "any": (0..question).map(|earlier| is(earlier, at)).collect::<Vec<_>>() }),
            })
        };
        let (faults, steps) = checked(&definition(&(0..30).map(tangled).collect::<Vec<_>>()), STEPS);
        assert_eq!(faults, <[&str; 0]>::default());
        assert!((STEPS / 2..=STEPS).contains(&steps), "{steps} steps");
    }

    #[test]
    fn no_number_of_steps_makes_a_sound_definition_wrong() {
        for seed in 0..1000 {
            let mut random = Random::new(seed);
            let (written, items) = random.definition();
            let definition: Definition = serde_json::from_str(&written.to_string()).expect("a definition");
            let (faults, _) = checked(&definition, STEPS);
            for steps in [0, 20, 200, 2000] {
                let (some, taken) = checked(&definition, steps);
                assert!(taken <= steps && some.iter().all(|fault| faults.contains(fault)), "{seed}: {some:?}");
            }
            for _ in 0..20 {
                let mut given = Answers::new();
                for item in &items {
                    let id = QuestionId::parse(&item.id).expect("an id");
                    let input = random.answer(item).to_string();
                    let answer = definition.resolve(&id, &serde_json::from_str(&input).expect("an answer"));
                    given.extend(answer.map(|answer| (id, answer)));
                }
                for language in ["en", "es"] {
                    let journey = definition.journey(&given, language);
                    if !journey.unanswered_required().is_empty() {
                        continue;
                    }
                    let contradicted = contradicted(&journey, language);
                    let wrong = faults.iter().find(|fault| contradicted.contains(fault));
                    assert_eq!(wrong, None, "{seed} in {language}: {given:?}");
                }
            }
        }
    }

    /// The errors that a definition with this journey cannot have.
    fn contradicted(journey: &Journey<'_>, language: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut contradict = |path: String, condition: &Option<Condition>| {
            if let Some(condition) = condition {
                let is_true = condition.holds(&journey.answers, language);
                let code = if is_true { FieldCode::NeverTrue } else { FieldCode::AlwaysTrue };
                all.push(format!("{path}.showIf {code}"));
            }
        };
        for (index, question) in journey.definition.questions.iter().enumerate() {
            let is_shown = journey.shown.iter().any(|shown| shown.id == question.id);
            contradict(format!("questions[{index}]"), &question.show_if);
            for (at, option) in question.kind().options().iter().enumerate() {
                contradict(format!("questions[{index}].options[{at}]"), &option.show_if);
            }
            if is_shown && question.ends() {
                break;
            }
        }
        all.extend(journey.shown.iter().filter_map(|shown| {
            let index = journey.definition.questions.iter().position(|question| question.id == shown.id)?;
            Some(format!("questions[{index}] {}", FieldCode::Unreachable))
        }));
        all
    }
}
