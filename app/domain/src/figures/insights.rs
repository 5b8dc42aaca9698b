//! The figures of a quiz: counts, distributions and drop-off points.

use std::collections::BTreeMap;

use super::{answered_numbers::AnsweredNumbers, detail::bucket, tally::tallies_but_answers};
use crate::{
    AnswersRecord, Band, Category, Day, Decimal, DropOffPoint, DurationBucket, Language, Name, OptionId, Points,
    QuestionId, Tally,
};

/// The figures of a quiz. All but the starts are of submitted records.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Insights {
    /// Days with at least one started or submitted record.
    pub days: BTreeMap<Day, DayCounts>,
    /// Overall scores that are whole numbers from 0 to 100.
    pub score: Distribution,
    categories: BTreeMap<Category, Distribution>,
    pub languages: BTreeMap<Language, u64>,
    durations: BTreeMap<DurationBucket, u64>,
    answered: BTreeMap<QuestionId, u64>,
    chosen: BTreeMap<QuestionId, BTreeMap<OptionId, u64>>,
    numbers: BTreeMap<QuestionId, AnsweredNumbers>,
    /// By category; `None` for the overall score.
    scores: BTreeMap<Option<Name>, BTreeMap<Decimal, u64>>,
    bands: BTreeMap<(Option<Name>, Name), u64>,
    /// True if there were too many different answers to read them all, so that some counts are missing.
    pub is_partial: bool,
}

/// Summary of the distribution of numbers or scores of any size.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ScoreSummary {
    pub total: u64,
    pub least: Decimal,
    pub median: Decimal,
    /// To three decimals, rounded half up.
    pub mean: Decimal,
    /// The sample standard deviation, to three decimals; `None` for fewer than two.
    pub deviation: Option<Decimal>,
    pub greatest: Decimal,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct DayCounts {
    pub started: u64,
    pub completed: u64,
}

/// Records by score, 0 to 100. Records without a score are left out.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Distribution(BTreeMap<Points, u64>);

/// Unsubmitted records by drop-off point; see [`DropOffPoint`].
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DropOff {
    pub at: BTreeMap<QuestionId, u64>,
    /// Every question was passed; only the submission is missing.
    pub before_submitting: u64,
    /// Records that were shown a question and did not stop there.
    pub passed: BTreeMap<QuestionId, u64>,
    /// True if not all records were counted.
    pub is_partial: bool,
}

impl FromIterator<(Tally, u64)> for Insights {
    fn from_iter<I: IntoIterator<Item = (Tally, u64)>>(tallies: I) -> Self {
        let mut insights = Self::default();
        for (tally, count) in tallies {
            insights.add(tally, count);
        }
        insights
    }
}

impl Insights {
    /// Counts a record as its tallies do. For very many records the answers dominate the time, so known ids are not
    /// cloned. Numbers keep all digits and are also counted by part.
    pub fn count(&mut self, record: &AnswersRecord, parts: &BTreeMap<QuestionId, Vec<Decimal>>) {
        for tally in tallies_but_answers(record) {
            self.add(tally, 1);
        }
        if record.submission.is_none() {
            return;
        }
        for (question, answer) in &record.answers {
            *bucket(&mut self.answered, question) += 1;
            for option in answer.option().into_iter().chain(answer.options()) {
                *bucket(bucket(&mut self.chosen, question), option) += 1;
            }
            if let Some(number) = answer.number() {
                let parts = parts.get(question).map(Vec::as_slice).unwrap_or_default();
                bucket(&mut self.numbers, question).add(number, parts);
            }
        }
    }

    fn add(&mut self, tally: Tally, count: u64) {
        match tally {
            Tally::Started(day) => self.days.entry(day).or_default().started += count,
            Tally::Completed(day) => self.days.entry(day).or_default().completed += count,
            Tally::Score(score) => {
                if let Ok(points) = Points::try_from(score) {
                    self.score.add(points, count);
                }
                self.add_score(None, score, count);
            }
            Tally::OwnScore(category, score) => self.add_score(Some(category), score, count),
            Tally::Band(category, band) => *self.bands.entry((category, band)).or_default() += count,
            Tally::Number(question, number) => {
                self.numbers.entry(question).or_default().add_kept(number, count);
            }
            Tally::CategoryScore(category, points) => {
                self.categories.entry(category).or_default().add(points, count);
            }
            Tally::Duration(duration) => *self.durations.entry(duration).or_default() += count,
            Tally::Language(language) => *self.languages.entry(language).or_default() += count,
            Tally::Answered(question) => *self.answered.entry(question).or_default() += count,
            Tally::Answer(question, option) => {
                *bucket(&mut self.answered, &question) += count;
                self.choose(question, option, count);
            }
            Tally::Chosen(question, option) => self.choose(question, option, count),
        }
    }

    pub fn started(&self) -> u64 {
        self.days.values().map(|day| day.started).sum()
    }

    pub fn completed(&self) -> u64 {
        self.days.values().map(|day| day.completed).sum()
    }

    /// The median time to submission; `None` without submissions.
    pub fn median_time(&self) -> Option<DurationBucket> {
        median(&self.durations)
    }

    pub fn category(&self, category: Category) -> Distribution {
        self.categories.get(&category).cloned().unwrap_or_default()
    }

    pub fn chosen(&self, question: &QuestionId, option: &OptionId) -> u64 {
        self.chosen.get(question).and_then(|options| options.get(option)).copied().unwrap_or_default()
    }

    /// Records with an answer to this question, including options that no longer exist.
    pub fn answered(&self, question: &QuestionId) -> u64 {
        self.answered.get(question).copied().unwrap_or_default()
    }

    /// Records whose numeric answer to this question is at least `from` and below `below`.
    pub fn between(&self, question: &QuestionId, from: Decimal, below: Option<Decimal>) -> u64 {
        self.numbers.get(question).map_or(0, |numbers| numbers.between(from, below))
    }

    /// Records in this band of the overall score or of a category.
    pub fn in_band(&self, category: Option<&Name>, band: &Name) -> u64 {
        self.bands.get(&(category.cloned(), band.clone())).copied().unwrap_or_default()
    }

    /// Summary of the overall or category scores of the quiz's own scoring; `None` if there are none.
    pub fn score_summary(&self, category: Option<&Name>) -> Option<ScoreSummary> {
        ScoreSummary::of(self.scores.get(&category.cloned())?)
    }

    /// Overall or category scores of the quiz's own scoring that are at least `from` and below `below`.
    pub fn scores_between(&self, category: Option<&Name>, from: Decimal, below: Option<Decimal>) -> u64 {
        within(self.scores.get(&category.cloned()), from, below)
    }

    /// Summary of the numeric answers to a question; `None` if there are none. From tallies, numbers have four digits.
    pub fn number_summary(&self, question: &QuestionId) -> Option<ScoreSummary> {
        self.numbers.get(question)?.summary()
    }

    /// Replaces the numeric answers to a question by those of figures counted from records.
    pub fn take_numbers(&mut self, question: &QuestionId, counted: &Self) {
        match counted.numbers.get(question) {
            Some(numbers) => _ = self.numbers.insert(question.clone(), numbers.clone()),
            None => _ = self.numbers.remove(question),
        }
    }

    /// The number of counters held.
    pub fn entries(&self) -> usize {
        let nested = [
            self.chosen.values().map(BTreeMap::len).sum::<usize>(),
            self.numbers.values().map(AnsweredNumbers::len).sum(),
            self.scores.values().map(BTreeMap::len).sum(),
            self.categories.values().map(|scores| scores.0.len()).sum(),
        ];
        let plain =
            self.days.len() + self.score.0.len() + self.languages.len() + self.durations.len() + self.answered.len();
        plain + self.bands.len() + nested.iter().sum::<usize>()
    }

    fn add_score(&mut self, category: Option<Name>, score: Decimal, count: u64) {
        if count > 0 {
            *self.scores.entry(category).or_default().entry(score).or_default() += count;
        }
    }

    fn choose(&mut self, question: QuestionId, option: OptionId, count: u64) {
        *self.chosen.entry(question).or_default().entry(option).or_default() += count;
    }
}

pub(super) fn within(numbers: Option<&BTreeMap<Decimal, u64>>, from: Decimal, below: Option<Decimal>) -> u64 {
    let numbers = numbers.into_iter().flat_map(|numbers| numbers.range(from..));
    numbers.take_while(|(number, _)| below.is_none_or(|below| **number < below)).map(|(_, count)| count).sum()
}

impl ScoreSummary {
    /// `None` if there are no numbers.
    pub(super) fn of(numbers: &BTreeMap<Decimal, u64>) -> Option<Self> {
        let total = numbers.values().sum();
        let sum: i128 =
            numbers.iter().map(|(number, count)| i128::from(number.thousandths()) * i128::from(*count)).sum();
        let count = i128::from(total);
        let median = median(numbers)?;
        Some(Self {
            total,
            least: *numbers.first_key_value()?.0,
            median,
            mean: Decimal::from_thousandths((2 * sum + count).div_euclid(2 * count))?,
            deviation: deviation(numbers, sum, total),
            greatest: *numbers.last_key_value()?.0,
        })
    }
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "it is rounded to three places")]
fn deviation(numbers: &BTreeMap<Decimal, u64>, sum: i128, total: u64) -> Option<Decimal> {
    let mean = sum as f64 / total as f64;
    let square = |(number, count): (&Decimal, &u64)| (number.thousandths() as f64 - mean).powi(2) * *count as f64;
    let squares: f64 = numbers.iter().map(square).sum();
    let others = total.checked_sub(1).filter(|others| *others > 0)?;
    Decimal::from_thousandths((squares / others as f64).sqrt().round() as i128)
}

impl Distribution {
    fn add(&mut self, points: Points, count: u64) {
        *self.0.entry(points).or_default() += count;
    }

    /// Only scores that occur.
    pub fn iter(&self) -> impl Iterator<Item = (Points, u64)> {
        self.0.iter().map(|(points, count)| (*points, *count))
    }

    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    pub fn in_band(&self, band: Band) -> u64 {
        self.0.iter().filter(|(points, _)| points.band() == band).map(|(_, count)| count).sum()
    }

    /// The median score; `None` without records.
    pub fn median(&self) -> Option<Points> {
        median(&self.0)
    }
}

impl DropOff {
    pub fn add(&mut self, stop: &DropOffPoint<'_>, count: u64) {
        match stop.question {
            Some(question) => *bucket(&mut self.at, &question.id) += count,
            None => self.before_submitting += count,
        }
        for question in &stop.passed {
            *bucket(&mut self.passed, &question.id) += count;
        }
    }

    /// Records that reached a question, whether or not they stopped there.
    pub fn came_to(&self, question: &QuestionId) -> u64 {
        [&self.at, &self.passed].into_iter().filter_map(|counts| counts.get(question)).sum()
    }

    pub fn total(&self) -> u64 {
        self.at.values().sum::<u64>() + self.before_submitting
    }
}

/// The lower median.
fn median<T: Copy>(counts: &BTreeMap<T, u64>) -> Option<T> {
    let half = counts.values().sum::<u64>().div_ceil(2);
    let mut sum = 0;
    counts.iter().filter(|(_, count)| **count > 0).find_map(|(value, count)| {
        sum += count;
        (sum >= half).then_some(*value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(number: u8) -> Points {
        Points::new(number).expect("0 to 100")
    }

    #[test]
    fn tallies_of_one_thing_add_up() {
        let (monday, tuesday) = (Day::from_number(4), Day::from_number(5));
        let insights: Insights = [
            (Tally::Started(monday), 5),
            (Tally::Completed(monday), 1),
            (Tally::Completed(tuesday), 2),
            (Tally::CategoryScore(Category::Save, points(40)), 3),
            (Tally::Language(Language::ES), 3),
        ]
        .into_iter()
        .collect();
        assert_eq!((insights.started(), insights.completed()), (5, 3));
        assert_eq!(insights.days[&tuesday], DayCounts { started: 0, completed: 2 });
        assert_eq!(insights.category(Category::Save).in_band(Band::Coping), 3);
        assert_eq!(insights.category(Category::Plan).total(), 0);
    }

    #[test]
    fn records_count_as_their_tallies_do() {
        let question = |id: &str| QuestionId::parse(id).expect("an id");
        let option = |index: usize| crate::built_in_options(crate::Indicator::Fhn1)[index].clone();
        let begun = AnswersRecord {
            quiz_id: crate::QuizId::from_random(7),
            user: crate::UserId::Anonymous(crate::AnonId::new(7, |_| 7)),
            attempt: 1,
            occasion: None,
            version: 1,
            language: Language::ES,
            answers: [
                (question("fhn1"), crate::Answer::Option(option(0))),
                (question("several"), crate::Answer::Options(vec![option(1), option(2)])),
                (question("number"), crate::Answer::Number(Decimal::whole(1234))),
                (question("text"), crate::Answer::Text("x".to_owned())),
                (question("agree"), crate::Answer::Consent),
            ]
            .into(),
            custom_data: None,
            fields: crate::FieldValues::default(),
            started_at: crate::Timestamp::default(),
            activity_at: crate::Timestamp::default(),
            submission: None,
        };
        let submission = Some(crate::Submission { at: crate::Timestamp::default(), scores: crate::Scores::default() });
        let done = AnswersRecord { submission, ..begun.clone() };
        let mut counted = Insights::default();
        let mut tallies = Vec::new();
        for record in [&begun, &done, &done] {
            counted.count(record, &BTreeMap::new());
            tallies.extend(crate::tallies_of(record).into_iter().map(|tally| (tally, 1)));
        }
        assert_eq!(counted, tallies.into_iter().collect::<Insights>());
    }

    #[test]
    fn numbers_are_counted_with_all_their_digits() {
        let question = QuestionId::parse("number").expect("an id");
        let numbers = ["12345", "12344.999", "-98765.4"].map(|text| Decimal::parse(text).expect("a number"));
        let mut insights = Insights::default();
        let mut counted = AnsweredNumbers::default();
        for number in numbers {
            counted.add(number, &[]);
        }
        insights.numbers.insert(question.clone(), counted);
        let summary = insights.number_summary(&question).expect("some");
        assert_eq!((summary.least, summary.median, summary.greatest), (numbers[2], numbers[1], numbers[0]));
        assert_eq!(summary.mean, Decimal::parse("-24691.8").expect("a number"));
        assert_eq!(insights.between(&question, numbers[0], None), 1);
    }

    #[test]
    fn bands_part_the_scores_at_40_and_80() {
        let scores = [0, 39, 40, 79, 80, 100].map(|score| (Tally::Score(points(score).into()), 1));
        let insights: Insights = scores.into_iter().collect();
        assert_eq!(Band::ALL.map(|band| insights.score.in_band(band)), [2, 2, 2]);
    }

    #[test]
    fn of_nobody_there_is_no_median() {
        assert_eq!(Insights::default().median_time(), None);
        let erased: Insights = [(Tally::Score(points(7).into()), 0)].into_iter().collect();
        assert_eq!(erased.score.median(), None);
    }

    #[test]
    fn numbers_and_scores_of_any_size_are_told_by_range_and_spread() {
        let number = |text: &str| Decimal::parse(text).expect("a number");
        let (hours, body) = (QuestionId::parse("hours").expect("an id"), Name::parse("body").expect("a name"));
        let insights: Insights = [("4.9", 2), ("5", 1), ("6.5", 3)]
            .into_iter()
            .flat_map(|(text, count)| {
                let tallies = [Tally::Number(hours.clone(), number(text)), Tally::OwnScore(body.clone(), number(text))];
                tallies.map(|tally| (tally, count))
            })
            .collect();
        let between = |from, below: Option<&str>| insights.between(&hours, number(from), below.map(number));
        assert_eq!([between("0", Some("5")), between("5", Some("6.5")), between("5", None)], [2, 1, 4]);
        let (least, median, mean, greatest) = (number("4.9"), number("5"), number("5.717"), number("6.5"));
        // Squared distances from the mean: 2 · 0.667 + 0.514 + 3 · 0.614 = 3.688.
        let deviation = Some(number("0.859"));
        let summary = Some(ScoreSummary { total: 6, least, median, mean, deviation, greatest });
        assert_eq!((insights.score_summary(Some(&body)), insights.number_summary(&hours)), (summary, summary));
        let scores = |from, below: Option<&str>| insights.scores_between(Some(&body), number(from), below.map(number));
        assert_eq!([scores("4.9", Some("5")), scores("5", None)], [2, 4]);
        assert_eq!(insights.score_summary(None), None);
    }

    proptest! {
        #[test]
        fn the_median_is_the_one_in_the_middle(mut scores in proptest::collection::vec(0..=100_u8, 1..60)) {
            let insights: Insights = scores.iter().map(|score| (Tally::Score(points(*score).into()), 1)).collect();
            scores.sort_unstable();
            let middle = scores[(scores.len() - 1) / 2];
            prop_assert_eq!(insights.score.median(), Some(points(middle)));
        }
    }
}
