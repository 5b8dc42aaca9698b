//! A score of one respondent from attempt to attempt.

use std::collections::{BTreeSet, HashMap};

use crate::{
    AnswersRecord, Category, Decimal, Definition, EarlierAttempt, Item, Judged, Name, Scored, Scoring, Timestamp,
};

/// The submitted attempts with this score, oldest first.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ScoreHistory {
    pub points: Vec<ScorePoint>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ScorePoint {
    pub attempt: u32,
    pub at: Timestamp,
    pub score: Decimal,
    /// False if the score does not compare with the one before; true for the first.
    pub continues: bool,
    /// Since the first attempt, where the scoring judges change.
    pub since_first: Option<Judged>,
    /// For a score that later ones are compared with, where the scoring judges change: within these, exclusive of both
    /// ends, a later score is no reliable change.
    pub noise: Option<(Decimal, Decimal)>,
}

impl Definition {
    /// The overall score, if there is one, then the categories that a question may count in: those of the owner, then the
    /// built-in ones.
    pub fn published_scores(&self) -> impl Iterator<Item = Option<Name>> {
        let ids: BTreeSet<Name> =
            self.items().filter(Item::is_scored).filter_map(|item| item.question.category()).collect();
        let has_overall = self.scoring.as_ref().is_none_or(Scoring::has_overall);
        let own = self.scoring.iter().flat_map(|scoring| &scoring.categories).map(|category| category.id.clone());
        let categories = own.chain(Category::ALL.map(Category::name)).filter(move |id| ids.contains(id)).map(Some);
        has_overall.then_some(None).into_iter().chain(categories)
    }

    /// The history of a category's score, or of the overall one, over attempts that are given oldest first. This is the
    /// version that gave the latest scores; its rule judges all changes.
    pub fn score_history(&self, attempts: &[EarlierAttempt<'_>], of: Option<&Name>) -> ScoreHistory {
        let mut points: Vec<ScorePoint> = Vec::new();
        let (mut first, mut last): (Option<Placed<'_>>, Option<Placed<'_>>) = (None, None);
        // Whether two versions compute the score from the same.
        let mut compared: HashMap<(u32, u32), bool> = HashMap::new();
        let mut compare = |one: Placed<'_>, other: Placed<'_>| {
            let versions = (one.record.scored_version(), other.record.scored_version());
            let computes_as = || one.scored_by.computes_as(other.scored_by, of);
            one.scored.range == other.scored.range && *compared.entry(versions).or_insert_with(computes_as)
        };
        for placed in attempts.iter().filter_map(|attempt| Placed::of(*attempt, of)) {
            let Placed { record, scored, at, .. } = placed;
            let continues = last.is_none_or(|last| compare(placed, last));
            let rule = self.scoring.as_ref().and_then(|scoring| scoring.change_of(of));
            let is_first = last.is_none() || !continues;
            let smallest = rule.filter(|_| is_first).and_then(|rule| rule.judge(scored.score, scored.score).smallest);
            points.push(ScorePoint {
                attempt: record.attempt,
                at,
                score: scored.score,
                continues,
                since_first: rule.zip(first).map(|(rule, first)| match compare(placed, first) {
                    true => rule.judge(first.scored.score, scored.score),
                    false => Judged::NOT_COMPARABLE,
                }),
                noise: smallest.and_then(|smallest| around(scored.score, smallest)),
            });
            first = first.or(Some(placed));
            last = Some(placed);
        }
        ScoreHistory { points }
    }
}

/// A score at its place in time.
#[derive(Clone, Copy)]
struct Placed<'a> {
    record: &'a AnswersRecord,
    scored_by: &'a Definition,
    scored: &'a Scored,
    at: Timestamp,
}

impl<'a> Placed<'a> {
    fn of(attempt: EarlierAttempt<'a>, of: Option<&Name>) -> Option<Self> {
        let EarlierAttempt { record, scored_by } = attempt;
        let submission = record.submission.as_ref()?;
        Some(Self { record, scored_by, scored: submission.scores.scored_of(of)?, at: submission.at })
    }
}

fn around(score: Decimal, smallest: Decimal) -> Option<(Decimal, Decimal)> {
    let [score, smallest] = [score, smallest].map(|number| i128::from(number.thousandths()));
    Decimal::from_thousandths(score - smallest).zip(Decimal::from_thousandths(score + smallest))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::{AnonId, Answers, Language, OptionId, QuestionId, QuizId, UserId, Verdict};

    const POINTS: [i32; 3] = [10, 20, 40];

    fn option(at: usize) -> OptionId {
        serde_json::from_value(json!(format!("00000000-0000-4000-8000-{at:012x}"))).expect("an id")
    }

    /// `most` are the points of the last option, which later versions may change.
    fn version(most: i32, change: &serde_json::Value) -> Definition {
        let points = [POINTS[0], POINTS[1], most];
        let options: Vec<_> = points
            .iter()
            .enumerate()
            .map(|(at, points)| json!({ "id": option(at), "label": "O", "points": points }))
            .collect();
        let written = json!({
            "language": "en", "scheme": 1,
            "questions": [{ "id": "state", "text": "How?", "category": "mind", "options": options }],
            "scoring": { "method": "sum", "change": change, "categories":
                [{ "id": "body", "name": "Body", "bands": [] }, { "id": "mind", "name": "Mind", "bands": [] }] },
        });
        serde_json::from_value(written).expect("a definition")
    }

    fn attempts(versions: &[(Arc<Definition>, usize)]) -> Vec<(AnswersRecord, Arc<Definition>)> {
        let attempt = |(at, (definition, chosen)): (usize, &(Arc<Definition>, usize))| {
            let number = u32::try_from(at).expect("few") + 1;
            let record = AnswersRecord {
                quiz_id: QuizId::from_random(7),
                user: UserId::Anonymous(AnonId::new(7, |_| 7)),
                attempt: number,
                occasion: Some(number),
                version: number,
                language: Language::EN,
                answers: Answers::new(),
                custom_data: None,
                fields: crate::FieldValues::default(),
                started_at: Timestamp::default(),
                activity_at: Timestamp::default(),
                submission: None,
            };
            let answers = [(QuestionId::parse("state").expect("an id"), option(*chosen).into())].into_iter().collect();
            let at = Timestamp::from_nanoseconds(i64::from(number));
            (record.submit(definition, &answers, at).expect("all is answered"), Arc::clone(definition))
        };
        versions.iter().enumerate().map(attempt).collect()
    }

    fn history(attempts: &[(AnswersRecord, Arc<Definition>)], of: Option<&str>) -> ScoreHistory {
        let given: Vec<_> = attempts.iter().map(|(record, scored_by)| EarlierAttempt { record, scored_by }).collect();
        let last = given.last().expect("an attempt").scored_by;
        last.score_history(&given, of.map(|of| Name::parse(of).expect("a name")).as_ref())
    }

    #[test]
    fn scores_are_judged_from_the_first_and_the_span_is_that_of_the_first() {
        let change = json!({ "better": "higher", "points": 15 });
        let first = Arc::new(version(40, &change));
        let attempts = attempts(&[(Arc::clone(&first), 0), (Arc::clone(&first), 1), (first, 2)]);
        let points = history(&attempts, None).points;
        let told: Vec<_> = points.iter().map(|point| (point.attempt, point.score, point.continues)).collect();
        let scores = POINTS.map(Decimal::whole);
        assert_eq!(told, [(1, scores[0], true), (2, scores[1], true), (3, scores[2], true)]);
        let verdicts: Vec<_> = points.iter().map(|point| point.since_first.map(|judged| judged.verdict)).collect();
        assert_eq!(verdicts, [None, Some(Verdict::Same), Some(Verdict::Better)]);
        let spans: Vec<_> = points.iter().map(|point| point.noise).collect();
        assert_eq!(spans, [Some((Decimal::whole(-5), Decimal::whole(25))), None, None]);
        // The category judges no change.
        let points = history(&attempts, Some("mind")).points;
        assert_eq!(points.len(), 3);
        assert!(points.iter().all(|point| point.noise.is_none() && point.since_first.is_none() && point.continues));
        assert!(history(&attempts, Some("body")).points.is_empty(), "no question counts in it");
    }

    #[test]
    fn a_version_that_scores_otherwise_breaks_the_line_and_begins_another() {
        let change = json!({ "better": "higher", "points": 15 });
        let [first, second] = [40, 50].map(|most| Arc::new(version(most, &change)));
        let attempts = attempts(&[(Arc::clone(&first), 0), (first, 1), (Arc::clone(&second), 1), (second, 2)]);
        let points = history(&attempts, None).points;
        assert_eq!(points.iter().map(|point| point.continues).collect::<Vec<_>>(), [true, true, false, true]);
        let spans: Vec<_> = points.iter().map(|point| point.noise.map(|(low, _)| low)).collect();
        assert_eq!(spans, [Some(Decimal::whole(-5)), None, Some(Decimal::whole(5)), None]);
        assert_eq!(points[3].since_first.map(|judged| judged.verdict), Some(Verdict::NotComparable));
    }

    #[test]
    fn scores_are_listed_in_the_order_of_the_result() {
        let published = |definition: &Definition| -> Vec<Option<String>> {
            definition.published_scores().map(|of| of.map(|of| of.to_string())).collect()
        };
        assert_eq!(published(&version(40, &json!(null))), [None, Some("mind".to_owned())]);
        let built_in: Vec<_> = Category::ALL.map(|category| Some(category.name().to_string())).into();
        assert_eq!(published(&Definition::built_in()), [vec![None], built_in].concat());
    }
}
