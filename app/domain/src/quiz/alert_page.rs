//! Alerts on a question's page: the answers to all other questions are known there, so that a script can tell from the
//! fields of the page alone whether an alert holds.

use super::alert_rest::{AlertRest, NumberRest, join, not};
use crate::{
    AlertRule, Answer, Answers, Condition, Decimal, Definition, Item, Kind, Numeric, OptionId, Question, QuestionId,
    form::{ANSWER, RANK},
};

impl Definition {
    /// The alerts with help that hold on a question's page, or may hold once its form is filled in otherwise. Each is
    /// exactly one of [`raised_by_answers`](Self::raised_by_answers) if its rest is true for the answers of the form.
    pub fn alert_rests(&self, current: &QuestionId, given: &Answers, language: &str) -> Vec<(&AlertRule, AlertRest)> {
        // As there, what holds without any answer waits for the submission.
        let is_decided = |alert: &&AlertRule| alert.is_of_answers() && !alert.when.holds(&Answers::new(), language);
        let helping: Vec<&AlertRule> =
            self.alerts.iter().filter(|alert| alert.help.is_some()).filter(is_decided).collect();
        let Some(question) = self.question(current).filter(|_| !helping.is_empty()) else { return Vec::new() };
        let page = Page::new(self, question, given, language);
        let raised = self.raised_by_answers(given, language);
        let rest = |alert: &AlertRule| {
            let rest = page.as_ref().and_then(|page| page.rest(&alert.when));
            rest.unwrap_or_else(|| AlertRest::Known(raised.iter().any(|other| other.id == alert.id)))
        };
        let rests = helping.into_iter().map(|alert| (alert, rest(alert)));
        rests.filter(|(_, rest)| *rest != AlertRest::Known(false)).collect()
    }
}

/// A question's page, with all that is known of the other answers.
struct Page<'d> {
    language: &'d str,
    question: &'d Question,
    /// Those to shown questions before it.
    before: Answers,
    is_shown: bool,
    /// The given answers to questions behind it, which may be hidden by what is chosen on the page.
    behind: Vec<Behind>,
}

struct Behind {
    id: QuestionId,
    is_shown: AlertRest,
    /// The chosen options one by one, or another answer whole, each with the condition that it is shown.
    pieces: Vec<(Answer, AlertRest)>,
}

impl<'d> Page<'d> {
    /// `None` if what is known is too large.
    fn new(definition: &'d Definition, question: &'d Question, given: &Answers, language: &'d str) -> Option<Self> {
        let at = definition.questions.iter().position(|other| other.id == question.id)?;
        let mut earlier = Answers::new();
        for item in definition.questions[..at].iter().flat_map(Question::items) {
            earlier.extend(given.get(&item.id).map(|answer| (item.id.clone(), answer.clone())));
        }
        let journey = definition.journey(&earlier, language);
        let shows = |question: &Question| journey.shown.iter().any(|shown| shown.id == question.id);
        let is_shown = shows(question);
        let is_ended = definition.questions[..=at].iter().any(|earlier| earlier.ends() && shows(earlier));
        let mut page = Self { language, question, before: journey.answers, is_shown, behind: Vec::new() };
        let mut is_over = vec![AlertRest::Known(is_ended)];
        for later in &definition.questions[at + 1..] {
            let items = later.items();
            if !later.ends() && !items.iter().any(|item| given.contains_key(&item.id)) {
                continue;
            }
            let is_shown = join(false, [Some(not(join(true, is_over.iter().cloned().map(Some))?)), page.shows(later)])?;
            for item in &items {
                if let Some(answer) = given.get(&item.id) {
                    let behind = page.behind(item, answer, &is_shown)?;
                    page.behind.push(behind);
                }
            }
            if later.ends() {
                is_over.push(is_shown);
            }
        }
        Some(page)
    }

    fn shows(&self, question: &Question) -> Option<AlertRest> {
        let options = question.kind().options();
        let by_options = match options {
            [] => Some(AlertRest::Known(true)),
            _ => join(true, options.iter().map(|option| self.rest_of(option.show_if.as_ref()))),
        };
        join(false, [self.rest_of(question.show_if.as_ref()), by_options])
    }

    fn behind(&self, item: &Item<'_>, answer: &Answer, is_shown: &AlertRest) -> Option<Behind> {
        let is_shown = join(false, [Some(is_shown.clone()), self.is_open(item)])?;
        let chosen: Vec<(Answer, Option<&OptionId>)> = match answer {
            Answer::Option(option) => vec![(answer.clone(), Some(option))],
            Answer::Options(options) => {
                options.iter().map(|option| (Answer::Options(vec![option.clone()]), Some(option))).collect()
            }
            Answer::Number(_) | Answer::Text(_) | Answer::Consent => vec![(answer.clone(), None)],
        };
        let show_if = |id: &OptionId| item.kind.options().iter().find(|option| option.id == *id)?.show_if.as_ref();
        let pieces = chosen.into_iter().map(|(piece, id)| Some((piece, self.rest_of(id.and_then(show_if))?)));
        Some(Behind { id: item.id.clone(), is_shown, pieces: pieces.collect::<Option<_>>()? })
    }

    /// The text beside options is open while one of them is chosen.
    fn is_open(&self, item: &Item<'_>) -> Option<AlertRest> {
        if item.beside.is_empty() {
            return Some(AlertRest::Known(true));
        }
        let Some(behind) = self.behind.iter().find(|behind| behind.id == item.question.id) else {
            return Some(AlertRest::Known(false));
        };
        behind.holds(|answer| item.beside.iter().any(|option| answer.chooses(option)))
    }

    fn rest_of(&self, condition: Option<&Condition>) -> Option<AlertRest> {
        condition.map_or(Some(AlertRest::Known(true)), |condition| self.rest(condition))
    }

    /// `None` if it is too large.
    fn rest(&self, condition: &Condition) -> Option<AlertRest> {
        let id = match condition {
            Condition::All(all) => return join(false, all.iter().map(|inner| self.rest(inner))),
            Condition::Any(any) => return join(true, any.iter().map(|inner| self.rest(inner))),
            Condition::Not(inner) => return Some(not(self.rest(inner)?)),
            // The same for all answers.
            Condition::Language(_) | Condition::Score(_) => {
                return Some(AlertRest::Known(condition.holds(&self.before, self.language)));
            }
            // Each holds for some of several options if it holds for one of them.
            Condition::Is(id, _) | Condition::Includes(id, _) | Condition::Within(id, ..) | Condition::Answered(id) => {
                id
            }
        };
        if let Some(item) = self.question.items().into_iter().find(|item| item.id == *id) {
            return self.rest_on_page(&item, condition);
        }
        match self.behind.iter().find(|behind| behind.id == *id) {
            Some(behind) => {
                behind.holds(|answer| condition.holds(&Answers::from([(id.clone(), answer.clone())]), self.language))
            }
            None => Some(AlertRest::Known(condition.holds(&self.before, self.language))),
        }
    }

    /// Of a condition that names an item of the page.
    fn rest_on_page(&self, item: &Item<'_>, condition: &Condition) -> Option<AlertRest> {
        let field = item.field_name();
        let holds = |answer: Answer| condition.holds(&Answers::from([(item.id.clone(), answer)]), self.language);
        let mut options = self.visible_options();
        let rest = match item.kind {
            Kind::Choice { .. } => chosen(field, options.filter(|id| holds(Answer::Option((*id).clone())))),
            Kind::Multiple { .. } => chosen(field, options.filter(|id| holds(Answer::Options(vec![(*id).clone()])))),
            // An answer has all options.
            Kind::Ranking { .. } => {
                if_any(options.any(|id| holds(Answer::Options(vec![id.clone()]))), AlertRest::Whole(RANK.to_owned()))
            }
            Kind::Scale(scale) => number(field, [scale.from, scale.to].map(Decimal::whole), 0, condition),
            Kind::Number(Numeric { min, max, decimals, .. }) => number(field, [*min, *max], *decimals, condition),
            Kind::Date { .. } => if_any(holds(Answer::Text(String::new())), AlertRest::Whole([&field, "_"].concat())),
            Kind::Text(_) => if_any(holds(Answer::Text(String::new())), AlertRest::Filled(field)),
            Kind::Consent { .. } => if_any(holds(Answer::Consent), AlertRest::Filled(field)),
            Kind::Matrix { .. } | Kind::Statement { .. } => AlertRest::Known(false),
        };
        let is_open = match item.beside[..] {
            [] => AlertRest::Known(true),
            _ => chosen(ANSWER.to_owned(), self.visible_options().filter(|id| item.beside.contains(id))),
        };
        join(false, [AlertRest::Known(self.is_shown), is_open, rest].map(Some))
    }

    fn visible_options(&self) -> impl Iterator<Item = &'d OptionId> {
        let is_shown = |show_if: &Condition| show_if.holds(&self.before, self.language);
        let options = self.question.kind().options().iter();
        options.filter(move |option| option.show_if.as_ref().is_none_or(is_shown)).map(|option| &option.id)
    }
}

impl Behind {
    fn holds(&self, is: impl Fn(&Answer) -> bool) -> Option<AlertRest> {
        let pieces = self.pieces.iter().filter(|(answer, _)| is(answer)).map(|(_, is_shown)| Some(is_shown.clone()));
        join(false, [Some(self.is_shown.clone()), join(true, pieces)])
    }
}

fn chosen<'o>(field: String, values: impl Iterator<Item = &'o OptionId>) -> AlertRest {
    let values: Vec<OptionId> = values.cloned().collect();
    if_any(!values.is_empty(), AlertRest::Chosen { field, values })
}

fn if_any(may_hold: bool, rest: AlertRest) -> AlertRest {
    if may_hold { rest } else { AlertRest::Known(false) }
}

fn number(field: String, [from, to]: [Decimal; 2], decimals: u8, condition: &Condition) -> AlertRest {
    let (at_least, at_most) = match condition {
        Condition::Within(_, at_least, at_most) => (*at_least, *at_most),
        Condition::Answered(_) => (None, None),
        _ => return AlertRest::Known(false),
    };
    AlertRest::Number(NumberRest { field, from, to, decimals, at_least, at_most })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::*;
    use crate::{
        form::{self, Field},
        random::{self, Random},
    };

    /// As the page's script decides it.
    fn holds(rest: &AlertRest, fields: &[Field]) -> bool {
        match rest {
            AlertRest::Known(is) => *is,
            AlertRest::Chosen { field, values } => {
                form::values(fields, field).any(|value| values.iter().any(|known| known.as_str() == value))
            }
            AlertRest::Number(NumberRest { field, from, to, decimals, at_least, at_most }) => {
                // Digits that say which reading is meant are zeros.
                let written = form::value(fields, field);
                let written = if written.contains('.') { written.trim_end_matches('0') } else { written };
                let Some(number) = Decimal::parse(written) else { return false };
                assert!((*from..=*to).contains(&number) && number.fits(*decimals), "{number}");
                at_least.is_none_or(|least| least <= number) && at_most.is_none_or(|most| number <= most)
            }
            AlertRest::Filled(field) => !form::value(fields, field).is_empty(),
            AlertRest::Whole(prefix) => fields.iter().any(|field| field.0.starts_with(prefix) && !field.1.is_empty()),
            AlertRest::All(all) => all.iter().all(|inner| holds(inner, fields)),
            AlertRest::Any(any) => any.iter().any(|inner| holds(inner, fields)),
            AlertRest::Not(inner) => !holds(inner, fields),
        }
    }

    /// What the controls of a page hold: those of hidden options are disabled, a text beside closed options is kept.
    fn controls(definition: &Definition, question: &Question, given: &Answers) -> Vec<Field> {
        let mut filled = definition.journey(given, "en").answers;
        let beside = question.items().into_iter().filter(|item| !item.beside.is_empty());
        filled.extend(beside.filter_map(|item| Some((item.id.clone(), given.get(&item.id)?.clone()))));
        form::fill(question, &filled)
    }

    fn answer(random: &mut Random, definition: &Definition, item: &random::Item) -> Option<(QuestionId, Answer)> {
        let id = QuestionId::parse(&item.id).expect("an id");
        let input = serde_json::from_value(random.answer(item)).expect("an input");
        definition.resolve(&id, &input).ok().map(|answer| (id, answer))
    }

    fn count(rest: &AlertRest, counts: &mut BTreeMap<&'static str, usize>) {
        let (name, inner): (_, &[AlertRest]) = match rest {
            AlertRest::Known(_) => ("known", &[]),
            AlertRest::Chosen { .. } => ("chosen", &[]),
            AlertRest::Number(_) => ("number", &[]),
            AlertRest::Filled(_) => ("filled", &[]),
            AlertRest::Whole(_) => ("whole", &[]),
            AlertRest::All(all) => ("all", all),
            AlertRest::Any(any) => ("any", any),
            AlertRest::Not(inner) => ("not", std::slice::from_ref(inner)),
        };
        *counts.entry(name).or_default() += 1;
        inner.iter().for_each(|inner| count(inner, counts));
    }

    #[test]
    fn the_rest_decides_as_the_whole_condition_does_for_every_answer_of_the_page() {
        let mut counts = BTreeMap::new();
        let mut holding = 0;
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let (mut written, items) = random.definition();
            let alert = |at: usize, when| json!({ "id": format!("a{at}"), "name": "A", "help": "H", "when": when });
            let alerts: Vec<Value> = (0..4).map(|at| alert(at, random.condition(&items, 3))).collect();
            written["alerts"] = json!(alerts);
            let definition: Definition = serde_json::from_value(written).expect("a definition");
            let mut given: Answers = items.iter().filter_map(|item| answer(&mut random, &definition, item)).collect();
            given.retain(|_, _| random.below(4) > 0);
            let question = &definition.questions[random.below(10) as usize % definition.questions.len()];
            let rests = definition.alert_rests(&question.id, &given, "en");
            rests.iter().for_each(|(_, rest)| count(rest, &mut counts));
            for _ in 0..8 {
                let mut given = given.clone();
                for item in question.items() {
                    given.remove(&item.id);
                    let of_page = items.iter().find(|other| other.id == item.id.as_str()).expect("an item");
                    given.extend(answer(&mut random, &definition, of_page).filter(|_| random.below(5) > 0));
                }
                let raised = definition.raised_by_answers(&given, "en");
                let fields = controls(&definition, question, &given);
                for alert in &definition.alerts {
                    let rest = rests.iter().find(|(other, _)| other.id == alert.id);
                    let is_held = rest.is_some_and(|(_, rest)| holds(rest, &fields));
                    let is_raised = raised.iter().any(|other| other.id == alert.id);
                    assert_eq!(is_held, is_raised, "{seed}: {:?} at {}: {rest:?}", alert.when, question.id);
                    holding += usize::from(is_held);
                }
            }
        }
        assert!(holding > 3000, "{holding} hold");
        assert!(counts.len() == 8 && counts.values().all(|count| *count > 40), "{counts:?}");
    }

    #[test]
    fn what_would_be_too_large_is_left_to_the_server() {
        let option = |at: usize| format!("00000000-0000-4000-8000-{at:012x}");
        let options: Vec<Value> = (0..300).map(|at| json!({ "id": option(at), "label": "O" })).collect();
        let is = json!({ "question": "q", "is": (0..300).map(option).collect::<Vec<_>>() });
        let rests = |when: &Value, given: &Answers| {
            let question = json!({ "id": "q", "kind": "choice", "text": "?", "required": true, "options": options });
            let alert = json!({ "id": "a", "name": "A", "help": "H", "when": when });
            let written = json!({ "language": "en", "scheme": 1, "questions": [question], "alerts": [alert] });
            let definition: Definition = serde_json::from_value(written).expect("a definition");
            let id = definition.questions[0].id.clone();
            definition.alert_rests(&id, given, "en").into_iter().map(|(_, rest)| rest).collect::<Vec<_>>()
        };
        let given = Answers::from([(
            QuestionId::parse("q").expect("an id"),
            OptionId::parse(&option(3)).expect("an id").into(),
        )]);
        assert!(matches!(rests(&is, &given)[..], [AlertRest::Chosen { .. }]));
        let twice = json!({ "all": [is, { "any": [is, { "answered": "q" }] }] });
        assert_eq!(rests(&twice, &given), [AlertRest::Known(true)]);
        assert_eq!(rests(&twice, &Answers::new()), []);
    }

    #[test]
    fn a_rest_is_short_json_that_a_script_reads() {
        let number = |at_least: Option<&str>| {
            let [from, to] = [Decimal::ZERO, Decimal::whole(24)];
            let at_least = at_least.and_then(Decimal::parse);
            AlertRest::Number(NumberRest { field: "answer".to_owned(), from, to, decimals: 1, at_least, at_most: None })
        };
        for (rest, written) in [
            (AlertRest::Filled("answer_other".to_owned()), json!({ "filled": "answer_other" })),
            (AlertRest::Whole("answer_".to_owned()), json!({ "whole": "answer_" })),
            (
                number(Some("20.5")),
                json!({ "number": { "field": "answer", "from": 0, "to": 24, "decimals": 1, "atLeast": 20.5 } }),
            ),
            (
                AlertRest::All(vec![AlertRest::Not(Box::new(number(None)))]),
                json!({ "all": [{ "not": { "number": { "field": "answer", "from": 0, "to": 24, "decimals": 1 } } }] }),
            ),
        ] {
            assert_eq!(serde_json::to_value(rest).expect("serializes"), written);
        }
    }
}
