//! Questions and options whose order differs from respondent to respondent.

use std::{borrow::Cow, sync::Arc};

use serde::{Deserialize, Serialize};

use super::question::{Question, QuestionBody};
use crate::{AnswersRecord, Definition, KindName, OwnOption, QuestionId, QuizId};

/// What a question shuffles: its own options, or the questions that follow a statement.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "true, or `questions` in a statement")]
pub enum Shuffle {
    Options(bool),
    Run(Run),
}

/// The questions behind a statement, up to the next statement
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Run {
    Questions,
}

/// One attempt of one respondent: whatever is shuffled has one order in it.
#[derive(Clone, Copy, Debug)]
pub struct OrderSeed<'a> {
    pub quiz: &'a QuizId,
    pub user: &'a str,
    pub attempt: u32,
}

impl Shuffle {
    pub(super) fn of(kind: KindName) -> Self {
        if kind == KindName::Statement { Self::Run(Run::Questions) } else { Self::Options(true) }
    }

    pub(super) fn is_set(self) -> bool {
        self != Self::Options(false)
    }

    pub(super) fn fits(self, kind: KindName) -> bool {
        match self {
            Self::Options(false) => true,
            Self::Options(true) => matches!(kind, KindName::Choice | KindName::Multiple | KindName::Ranking),
            Self::Run(Run::Questions) => kind == KindName::Statement,
        }
    }
}

impl OrderSeed<'_> {
    /// A number that looks random and is the same at all times: FNV-1a with the finalizer of `SplitMix64`.
    fn rank(&self, question: &QuestionId, entry: &str) -> u64 {
        let attempt = self.attempt.to_string();
        let parts = [self.quiz.as_str(), self.user, attempt.as_str(), question.as_str(), entry];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        let hash = bytes
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl AnswersRecord {
    pub fn order_seed(&self) -> OrderSeed<'_> {
        OrderSeed { quiz: &self.quiz_id, user: self.user.as_str(), attempt: self.attempt }
    }
}

impl Question {
    pub(crate) fn shuffles(&self) -> bool {
        self.own().is_some_and(|own| own.shuffle)
    }
}

impl OwnOption {
    fn stays_last(&self) -> bool {
        self.last || self.exclusive || self.other
    }
}

impl Definition {
    /// True if any order in it depends on the attempt.
    pub fn shuffles(&self) -> bool {
        self.questions.iter().any(Question::shuffles)
    }

    /// The ranges of questions that are shuffled, each behind the statement that says so.
    pub(super) fn shuffled_runs(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let begins = |(at, question): (usize, &Question)| (!question.asks() && question.shuffles()).then_some(at + 1);
        self.questions.iter().enumerate().filter_map(begins).map(|first| {
            let length = self.questions[first..].iter().take_while(|question| question.asks()).count();
            first..first + length
        })
    }

    /// The questions and options in the order of an attempt. Conditions name only questions that come earlier in every
    /// order, so the same questions are shown in each.
    fn arranged(&self, seed: OrderSeed<'_>) -> Self {
        let mut arranged = self.clone();
        for run in self.shuffled_runs() {
            let statement = &self.questions[run.start - 1].id;
            arranged.questions[run].sort_by_cached_key(|question| seed.rank(statement, question.id.as_str()));
        }
        for question in arranged.questions.iter_mut().filter(|question| question.asks() && question.shuffles()) {
            let id = question.id.clone();
            let QuestionBody::Own(own) = &mut question.body else { continue };
            own.kind.options_mut().sort_by_cached_key(|option| match option.stays_last() {
                true => (true, 0),
                false => (false, seed.rank(&id, option.id.as_str())),
            });
        }
        arranged
    }

    /// As [`Self::arranged`], without a copy where nothing is shuffled.
    pub fn in_order(&self, seed: OrderSeed<'_>) -> Cow<'_, Self> {
        if self.shuffles() { Cow::Owned(self.arranged(seed)) } else { Cow::Borrowed(self) }
    }

    /// As [`Self::in_order`], for a record.
    pub fn arranged_for(self: Arc<Self>, record: &AnswersRecord) -> Arc<Self> {
        if self.shuffles() { Arc::new(self.arranged(record.order_seed())) } else { self }
    }

    /// The orders of an attempt: the options of each question that shuffles them, by their ids, and the questions
    /// behind each statement that shuffles those.
    pub fn orders(&self, seed: OrderSeed<'_>) -> Vec<(QuestionId, Vec<String>)> {
        let order = |(at, question): (usize, &Question)| {
            let entries: Vec<(bool, &str)> = if question.asks() {
                let options = question.kind().options().iter();
                options.map(|option| (option.stays_last(), option.id.as_str())).collect()
            } else {
                let run = self.questions[at + 1..].iter().take_while(|question| question.asks());
                run.map(|question| (false, question.id.as_str())).collect()
            };
            let mut ranked: Vec<_> =
                entries.into_iter().map(|(is_last, id)| ((is_last, rank(seed, question, is_last, id)), id)).collect();
            ranked.sort_by_key(|(rank, _)| *rank);
            ranked.into_iter().map(|(_, id)| id.to_owned()).collect()
        };
        let shuffled = self.questions.iter().enumerate().filter(|(_, question)| question.shuffles());
        shuffled.map(|(at, question)| (question.id.clone(), order((at, question)))).collect()
    }
}

/// The rank of an option, or of a question behind a statement; those that stay last keep the order they are written in.
fn rank(seed: OrderSeed<'_>, question: &Question, stays_last: bool, id: &str) -> u64 {
    if stays_last { 0 } else { seed.rank(&question.id, id) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::quiz::quiz_input::checked;

    fn definition(questions: serde_json::Value) -> Result<Definition, Vec<String>> {
        checked(&json!({ "name": "Q", "questions": questions }))
    }

    fn whole() -> Definition {
        definition(json!([
            { "id": "before", "kind": "consent", "text": "?", "required": false },
            { "id": "intro", "kind": "statement", "text": "Now", "shuffle": "questions" },
            { "id": "one", "text": "?", "shuffle": true, "options": [
                { "label": "A" }, { "label": "Else", "other": true }, { "label": "B" }, { "label": "C" },
                { "label": "Last", "last": true }] },
            { "id": "two", "kind": "number", "text": "?", "min": 0, "max": 9, "required": false, "showIf": { "answered": "before" } },
            { "id": "three", "kind": "consent", "text": "?" },
            { "id": "pause", "kind": "statement", "text": "Then" },
            { "id": "after", "kind": "consent", "text": "?", "showIf": { "answered": "two" } },
        ]))
        .expect("a definition")
    }

    fn seed(quiz: &QuizId, attempt: u32, user: impl FnOnce(OrderSeed<'_>)) {
        user(OrderSeed { quiz, user: "someone", attempt });
    }

    fn ids(definition: &Definition) -> Vec<&str> {
        definition.questions.iter().map(|question| question.id.as_str()).collect()
    }

    #[test]
    fn runs_and_options_change_places_and_everything_else_stays() {
        let definition = whole();
        let quiz = QuizId::from_random(1);
        let mut seen: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        for attempt in 1..=6_000 {
            seed(&quiz, attempt, |seed| {
                let arranged = definition.arranged(seed);
                assert_eq!(arranged, definition.arranged(seed), "the same on reload");
                let ids = ids(&arranged);
                assert_eq!((&ids[..2], &ids[5..]), (&["before", "intro"][..], &["pause", "after"][..]));
                let one = arranged.questions.iter().find(|question| question.id.as_str() == "one").expect("it");
                let labels: Vec<String> = one
                    .kind()
                    .options()
                    .iter()
                    .map(|option| option.label.in_language(crate::Language::EN, crate::Language::EN).to_owned())
                    .collect();
                assert_eq!(labels[3..], ["Else", "Last"]);
                *seen
                    .entry(ids[2..5].iter().map(ToString::to_string).chain(labels[..3].to_vec()).collect())
                    .or_default() += 1;
            });
        }
        assert_eq!(seen.len(), 36, "six orders of three questions, each with six of three options");
        // Chi-square of 35 degrees of freedom: 66.6 is passed once in a thousand draws.
        let expected = 6_000.0 / 36.0;
        let chi: f64 =
            seen.values().map(|n| (f64::from(u32::try_from(*n).expect("a count")) - expected).powi(2) / expected).sum();
        assert!(chi < 66.6, "{chi}");
    }

    /// Stored records are read again by every later release.
    #[test]
    fn an_order_stays_what_it_was() {
        let (definition, quiz) = (whole(), QuizId::from_random(1));
        let mut orders = Vec::new();
        for attempt in 1..=3 {
            seed(&quiz, attempt, |seed| orders.push(definition.orders(seed)));
        }
        // By the last character of each id.
        let of = |order: &[(QuestionId, Vec<String>)]| {
            let last = |ids: &Vec<String>| ids.iter().map(|id| &id[id.len() - 1..]).collect::<String>();
            order.iter().map(|(id, ids)| format!("{id} {}", last(ids))).collect::<Vec<_>>()
        };
        let found: Vec<_> = orders.iter().flat_map(|order| of(order)).collect();
        assert_eq!(found, ["intro eeo", "one 14325", "intro eoe", "one 43125", "intro eeo", "one 34125"]);
    }

    #[test]
    fn the_same_questions_are_shown_in_every_order() {
        let definition = whole();
        let answers = [("before", "true"), ("two", "3")].map(|(id, answer)| {
            let id = QuestionId::parse(id).expect("an id");
            let input = serde_json::from_str(answer).expect("an input");
            let answer = definition.resolve(&id, &input).expect("an answer");
            (id, answer)
        });
        let answers = answers.into_iter().collect();
        let shown = |definition: &Definition| {
            let mut shown: Vec<String> =
                definition.journey(&answers, "en").shown.iter().map(|question| question.id.to_string()).collect();
            shown.sort();
            shown
        };
        let quiz = QuizId::from_random(1);
        for attempt in 1..=50 {
            seed(&quiz, attempt, |seed| assert_eq!(shown(&definition.arranged(seed)), shown(&definition)));
        }
    }

    #[test]
    fn what_depends_on_an_order_is_refused() {
        let refused = |question: serde_json::Value| {
            let found = definition(json!([
                { "id": "intro", "kind": "statement", "text": "Now", "shuffle": "questions" },
                { "id": "one", "kind": "consent", "text": "?", "required": false },
                question,
            ]));
            found.err().unwrap_or_default()
        };
        let two = |with: serde_json::Value| {
            let mut question = json!({ "id": "two", "kind": "consent", "text": "?" });
            question.as_object_mut().expect("an object").extend(with.as_object().cloned().expect("an object"));
            question
        };
        assert_eq!(refused(two(json!({}))), [""; 0]);
        assert_eq!(refused(two(json!({ "showIf": { "answered": "one" } }))), ["questions[2].showIf not_earlier"]);
        assert_eq!(refused(two(json!({ "part": "Second" }))), ["questions[2].part not_beside"]);
        assert_eq!(refused(two(json!({ "shuffle": true }))), ["questions[2].shuffle not_of_kind"]);
        assert_eq!(refused(two(json!({ "shuffle": "questions" }))), ["questions[2].shuffle not_of_kind"]);
        assert_eq!(refused(two(json!({ "kind": "statement", "shuffle": true }))), ["questions[2].shuffle not_of_kind"]);
        let after = json!({ "id": "two", "kind": "statement", "text": "?", "showIf": { "answered": "one" } });
        assert_eq!(refused(after), [""; 0], "a statement ends the run");
    }
}
