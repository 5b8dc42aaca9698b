//! Counters that submissions keep up to date, so that figures need not read all records.

use std::collections::BTreeMap;

use crate::{AnswersRecord, Category, Decimal, Language, Name, OptionId, Points, QuestionId, Timestamp};

/// A property of records that is counted.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Tally {
    Started(Day),
    /// Submitted on this day. This and all tallies below are of submitted records only.
    Completed(Day),
    Score(Decimal),
    CategoryScore(Category, Points),
    Duration(DurationBucket),
    Language(Language),
    /// An answer of one option.
    Answer(QuestionId, OptionId),
    /// An answer of another kind.
    Answered(QuestionId),
    /// One of the options of an answer.
    Chosen(QuestionId, OptionId),
    /// A numeric answer, reduced to its first four digits to bound the number of tallies.
    Number(QuestionId, Decimal),
    /// The score of a category in the quiz's own scoring.
    OwnScore(Name, Decimal),
    /// The band of the overall score or of a category in the quiz's own scoring.
    Band(Option<Name>, Name),
}

/// A calendar day, as the number of days since 1970-01-01. Tallies count days in UTC.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Day(i64);

/// The time from start to submission, rounded down: whole seconds up to ten minutes, whole minutes up to a day, whole
/// hours up to thirty days.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct DurationBucket(u32);

/// The amount to add to each tally. Zero amounts are dropped.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TallyChanges(BTreeMap<Tally, i64>);

impl Day {
    const SECONDS: i64 = 86_400;

    /// The day in UTC.
    pub fn of(moment: Timestamp) -> Self {
        Self(moment.seconds().div_euclid(Self::SECONDS))
    }

    pub fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// Its first moment in UTC, clamped to the range of [`Timestamp`].
    pub fn start(self) -> Timestamp {
        Timestamp::from_nanoseconds(self.0.saturating_mul(Self::SECONDS).saturating_mul(1_000_000_000))
    }

    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    pub fn number(self) -> i64 {
        self.0
    }
}

impl DurationBucket {
    const MINUTE: u32 = 60;
    const HOUR: u32 = 3600;
    const EXACT: u32 = 600;
    const DAY: u32 = 86_400;
    const MOST: u32 = 30 * Self::DAY;

    /// Zero if the clock went back in between.
    pub fn between(start: Timestamp, end: Timestamp) -> Self {
        let nanoseconds = end.nanoseconds().saturating_sub(start.nanoseconds()).max(0);
        Self::from_seconds(u32::try_from(nanoseconds / 1_000_000_000).unwrap_or(u32::MAX))
    }

    pub fn from_seconds(seconds: u32) -> Self {
        let unit = if seconds <= Self::EXACT {
            1
        } else if seconds < Self::DAY {
            Self::MINUTE
        } else {
            Self::HOUR
        };
        Self(seconds.min(Self::MOST) / unit * unit)
    }

    pub fn seconds(self) -> u32 {
        self.0
    }
}

/// The tallies that a record counts in: its start, and after submission its answers and scores.
pub fn tallies_of(record: &AnswersRecord) -> Vec<Tally> {
    let mut tallies = tallies_but_answers(record);
    if record.submission.is_none() {
        return tallies;
    }
    for (question, answer) in &record.answers {
        tallies.push(match answer.option() {
            Some(option) => Tally::Answer(question.clone(), option.clone()),
            None => Tally::Answered(question.clone()),
        });
        tallies.extend(answer.options().iter().map(|option| Tally::Chosen(question.clone(), option.clone())));
        tallies.extend(answer.number().map(|number| Tally::Number(question.clone(), number.first_digits())));
    }
    tallies
}

/// The tallies of a record without those of its answers.
pub(crate) fn tallies_but_answers(record: &AnswersRecord) -> Vec<Tally> {
    let mut tallies = vec![Tally::Started(Day::of(record.started_at))];
    let Some(submission) = &record.submission else { return tallies };
    tallies.push(Tally::Completed(Day::of(submission.at)));
    tallies.push(Tally::Duration(DurationBucket::between(record.started_at, submission.at)));
    tallies.push(Tally::Language(record.language));
    tallies.extend(submission.scores.overall.iter().map(|overall| Tally::Score(overall.score)));
    tallies.extend(Category::ALL.into_iter().filter_map(|category| {
        submission.scores.category(category).map(|points| Tally::CategoryScore(category, points))
    }));
    if !submission.scores.is_plain() {
        let overall = submission.scores.overall.iter().map(|overall| (None, overall));
        let categories = submission.scores.categories.iter().map(|(id, scored)| (Some(id.clone()), scored));
        for (category, scored) in overall.chain(categories) {
            tallies.extend(scored.band.clone().map(|band| Tally::Band(category.clone(), band)));
            tallies.extend(category.map(|id| Tally::OwnScore(id, scored.score)));
        }
    }
    tallies
}

impl TallyChanges {
    pub fn add(&mut self, record: &AnswersRecord) {
        self.change(record, 1);
    }

    pub fn subtract(&mut self, record: &AnswersRecord) {
        self.change(record, -1);
    }

    fn change(&mut self, record: &AnswersRecord, by: i64) {
        for tally in tallies_of(record) {
            let sum = self.0.get(&tally).unwrap_or(&0) + by;
            if sum == 0 { _ = self.0.remove(&tally) } else { _ = self.0.insert(tally, sum) }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Tally, i64)> {
        self.0.iter().map(|(tally, by)| (tally, *by))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnonId, Definition, Indicator, QuizId, UserId, built_in_options};

    const SECOND: i64 = 1_000_000_000;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_nanoseconds(seconds * SECOND)
    }

    fn begun() -> AnswersRecord {
        AnswersRecord {
            quiz_id: QuizId::from_random(7),
            user: UserId::Anonymous(AnonId::new(7, |_| 7)),
            attempt: 1,
            occasion: None,
            version: 1,
            language: Language::ES,
            answers: crate::Answers::new(),
            custom_data: None,
            fields: crate::FieldValues::default(),
            started_at: at(86_399),
            activity_at: at(86_399),
            submission: None,
        }
    }

    fn submitted() -> AnswersRecord {
        let best =
            Indicator::ALL.into_iter().map(|i| (i.question_id(), built_in_options(i)[0].clone().into())).collect();
        begun().submit(&Definition::built_in(), &best, at(86_499)).expect("all is answered")
    }

    #[test]
    fn a_record_that_is_not_submitted_counts_as_begun_only() {
        let mut record = begun();
        record.answers = submitted().answers;
        assert_eq!(tallies_of(&record), [Tally::Started(Day(0))]);
    }

    #[test]
    fn a_submitted_record_counts_once_in_everything() {
        let tallies = tallies_of(&submitted());
        let hundred = Points::MAX;
        for expected in [
            Tally::Started(Day(0)),
            Tally::Completed(Day(1)),
            Tally::Duration(DurationBucket(100)),
            Tally::Language(Language::ES),
            Tally::Score(hundred.into()),
            Tally::CategoryScore(Category::Borrow, hundred),
            Tally::Answer(Indicator::Fhn8.question_id(), built_in_options(Indicator::Fhn8)[0].clone()),
        ] {
            assert_eq!(tallies.iter().filter(|tally| **tally == expected).count(), 1, "{expected:?}");
        }
        assert_eq!(tallies.len(), 4 + 5 + 8);
    }

    #[test]
    fn scores_that_are_absent_are_not_counted() {
        let mut definition = Definition::built_in();
        definition.questions[0].required = false;
        let mut answers = submitted().answers;
        answers.remove(&Indicator::Fhn1.question_id());
        let record = begun().submit(&definition, &answers, at(86_499)).expect("what is required is answered");
        let tallies = tallies_of(&record);
        assert!(
            !tallies.iter().any(|tally| matches!(tally, Tally::Score(_) | Tally::CategoryScore(Category::Spend, _)))
        );
        assert_eq!(tallies.len(), 4 + 3 + 7);
    }

    #[test]
    fn submitting_changes_everything_but_the_start() {
        let mut changes = TallyChanges::default();
        changes.subtract(&begun());
        changes.add(&submitted());
        assert!(changes.iter().all(|(tally, by)| by == 1 && !matches!(tally, Tally::Started(_))));
        assert_eq!(changes.iter().count(), tallies_of(&submitted()).len() - 1);
        changes.subtract(&submitted());
        changes.add(&begun());
        assert!(changes.is_empty());
    }

    #[test]
    fn times_are_exact_to_ten_minutes_and_coarser_above() {
        let kept = [0, 599, 600, 601, 659, 660, 86_399, 86_400, 93_000, 2_592_000, u32::MAX]
            .map(|seconds| DurationBucket::from_seconds(seconds).seconds());
        assert_eq!(kept, [0, 599, 600, 600, 600, 660, 86_340, 86_400, 90_000, 2_592_000, 2_592_000]);
        for kept in kept.map(DurationBucket::from_seconds) {
            assert_eq!(DurationBucket::from_seconds(kept.seconds()), kept, "what is kept is kept");
        }
    }

    #[test]
    fn a_clock_that_went_back_makes_no_negative_time() {
        assert_eq!(DurationBucket::between(at(9), at(3)), DurationBucket(0));
        assert_eq!(
            DurationBucket::between(at(i64::MIN / SECOND), at(i64::MAX / SECOND)),
            DurationBucket(DurationBucket::MOST)
        );
        assert_eq!(Day::of(at(-1)), Day(-1));
    }
}
