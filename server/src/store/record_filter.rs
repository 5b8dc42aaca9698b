//! The filter of a list of records, of its count, and of an export.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashSet},
};

use domain::{
    Answer, AnswersRecord, Band, Decimal, Definition, FieldValue, Language, Name, QuestionId, Scored, Timestamp,
};
use serde::{Deserialize, Serialize};

use super::Invitation;
use crate::{SearchText, clock};

/// All conditions must match. The default matches every record.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RecordFilter {
    pub state: RecordState,
    /// Begun at this moment or later.
    pub from: Option<Timestamp>,
    /// Begun before this moment.
    pub before: Option<Timestamp>,
    /// Submitted with a score in this category. `scores` and an order by score then refer to that score, otherwise to
    /// the overall score.
    pub category: Option<Name>,
    /// With a score in this range, inclusive.
    pub scores: Option<(Decimal, Decimal)>,
    /// Submitted at this moment or later.
    pub submitted_from: Option<Timestamp>,
    /// Submitted before this moment.
    pub submitted_before: Option<Timestamp>,
    /// And with all these scores.
    pub ranges: Vec<ScoreRange>,
    /// With one of these answers to each question.
    pub answers: BTreeMap<QuestionId, Vec<AnswerIs>>,
    /// And with all of these answers.
    pub also: Vec<(QuestionId, AnswerIs)>,
    /// With one of these values in each field of people: a number, a text, a date, `true` or `false`; `LOW..<HIGH` for
    /// numbers and dates as in answers; an empty text for no value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<QuestionId, Vec<String>>,
    /// Of these respondents; empty for all.
    pub users: BTreeSet<String>,
    pub language: Option<Language>,
    pub version: Option<u32>,
    pub attempt: Option<u32>,
    /// Begun on the occasion of this number.
    pub occasion: Option<u32>,
    /// If a respondent is taking the quiz again, matches the last submitted attempt instead of the one under way, as
    /// figures do.
    pub last_submitted: bool,
    /// Matches each attempt of a respondent on its own, in figures and exports. Lists have the latest ones alone.
    pub each_attempt: bool,
    /// Matches the id, the custom data, or the name or address of the invitation.
    pub search: Option<SearchText>,
    /// Leaves ids out of the search.
    pub hides_ids: bool,
    /// Never submitted, and stopped here.
    pub stopped: Option<StoppedAt>,
    /// With an alert that its attempt has raised.
    pub alert: Option<AlertIs>,
}

/// The attempts of a respondent that a count or an export reads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CountedAttempts {
    Latest,
    /// See [`RecordFilter::last_submitted`].
    LastSubmitted,
    /// Each on its own, the first one first.
    Each,
}

pub type Versions = BTreeMap<u32, Definition>;

/// Respondents and attempts that have raised the alert of a filter.
pub type Raised = HashSet<(String, u32)>;

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlertIs {
    Any,
    /// Its id in the definition.
    Named(Name),
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    #[default]
    All,
    Started,
    Completed,
}

/// A range of the overall score or of a category's score, inclusive.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ScoreRange {
    pub category: Option<Name>,
    pub low: Decimal,
    pub high: Decimal,
    /// The band that has these bounds in the newest version. A score matches by the band that was stored with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<Name>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerIs {
    Given,
    Missing,
    /// An option's id, chosen alone or among others; `OPTION@RANK` for an option ranked there, the best at 1; a number,
    /// a text or a date; `LOW..<HIGH` for numbers and dates from LOW to before HIGH; `true` for consent.
    Value(String),
    /// A text that contains this.
    Contains(SearchText),
}

/// The point where a respondent who never submitted stopped.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StoppedAt {
    /// The first unanswered question after the last answered one; see [`domain::Stop`].
    Question(QuestionId),
    /// All questions are answered, and only the submission is missing.
    End,
}

/// A filter and an order of the answers table, saved under a name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SavedView {
    pub name: String,
    /// The query string of the page.
    pub query: String,
}

impl RecordState {
    pub const ALL: [Self; 3] = [Self::All, Self::Started, Self::Completed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Started => "started",
            Self::Completed => "completed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl RecordFilter {
    pub const fn of_state(state: RecordState) -> Self {
        Self {
            state,
            from: None,
            before: None,
            category: None,
            scores: None,
            submitted_from: None,
            submitted_before: None,
            ranges: Vec::new(),
            answers: BTreeMap::new(),
            also: Vec::new(),
            fields: BTreeMap::new(),
            users: BTreeSet::new(),
            language: None,
            version: None,
            attempt: None,
            occasion: None,
            last_submitted: false,
            each_attempt: false,
            search: None,
            hides_ids: false,
            stopped: None,
            alert: None,
        }
    }

    pub fn attempts(&self) -> CountedAttempts {
        match (self.each_attempt, self.last_submitted) {
            (true, _) => CountedAttempts::Each,
            (false, true) => CountedAttempts::LastSubmitted,
            (false, false) => CountedAttempts::Latest,
        }
    }

    /// The record's score that the filter refers to.
    pub fn score(&self, record: &AnswersRecord) -> Option<Decimal> {
        Some(scored_of(record, self.category.as_ref())?.score)
    }

    /// True if the record matches. `invitation` is that of the respondent. The versions are needed if the filter is
    /// about where respondents stopped, and what was raised if it is about alerts. If it is about the last submitted
    /// attempt, an attempt under way matches only if it is the first.
    pub fn fits(
        &self,
        record: &AnswersRecord,
        invitation: Option<&Invitation>,
        versions: &Versions,
        raised: &Raised,
    ) -> bool {
        let submitted = record.submission.as_ref().map(|submission| submission.at);
        let is_submitted_within = |at: Timestamp| {
            self.submitted_from.is_none_or(|from| from <= at) && self.submitted_before.is_none_or(|end| at < end)
        };
        let has_state = match self.state {
            RecordState::All => true,
            RecordState::Started => submitted.is_none(),
            RecordState::Completed => submitted.is_some(),
        };
        has_state
            && self.from.is_none_or(|from| from <= record.started_at)
            && self.before.is_none_or(|before| record.started_at < before)
            && (!self.has_submitted() || submitted.is_some_and(is_submitted_within))
            && self.language.is_none_or(|language| language == record.language)
            && self.version.is_none_or(|version| version == record.version)
            && self.attempt.is_none_or(|attempt| attempt == record.attempt)
            && self.occasion.is_none_or(|occasion| record.occasion == Some(occasion))
            && (!self.last_submitted || submitted.is_some() || record.attempt == 1)
            && (self.users.is_empty() || self.users.contains(record.user.as_str()))
            && self.has_scores(record)
            && self.answers.iter().all(|(question, any)| {
                let answer = record.answers.get(question);
                any.iter().any(|is| is.fits(answer))
            })
            && self.also.iter().all(|(question, is)| is.fits(record.answers.get(question)))
            && self.fields.iter().all(|(id, any)| {
                let value = record.fields.get(id.as_str());
                any.iter().any(|wanted| has_value(value, wanted))
            })
            && self.search.as_ref().is_none_or(|text| self.is_found(text, record, invitation))
            && self.stopped.as_ref().is_none_or(|stopped| stopped.fits(record, versions))
            && (self.alert.is_none() || raised.contains(&(record.user.to_string(), record.attempt)))
    }

    fn has_scores(&self, record: &AnswersRecord) -> bool {
        let within = |score: Decimal, low: Decimal, high: Decimal| low <= score && score <= high;
        (self.category.is_none() || self.score(record).is_some())
            && self.scores.is_none_or(|(low, high)| self.score(record).is_some_and(|score| within(score, low, high)))
            && self.ranges.iter().all(|range| {
                scored_of(record, range.category.as_ref()).is_some_and(|scored| match &range.band {
                    Some(band) => scored.band_id() == Some(band.as_str()),
                    None => within(scored.score, range.low, range.high),
                })
            })
    }

    fn is_found(&self, text: &SearchText, record: &AnswersRecord, invitation: Option<&Invitation>) -> bool {
        let id = Some(record.user.as_str()).filter(|_| !self.hides_ids);
        let own = || [id, record.custom_data.as_deref()].into_iter().flatten().chain(record.fields.texts());
        text.is_in_any(|| own().chain(invitation.into_iter().flat_map(Invitation::texts)))
    }

    pub(super) fn is_by_score(&self) -> bool {
        self.scores.is_some() || self.category.is_some()
    }

    pub(super) fn has_submitted(&self) -> bool {
        self.submitted_from.is_some() || self.submitted_before.is_some()
    }

    /// True without conditions that no index serves together with the state, the start and the score.
    pub fn is_plain(&self) -> bool {
        let Self {
            ranges,
            answers,
            also,
            fields,
            users,
            language,
            version,
            attempt,
            occasion,
            last_submitted,
            each_attempt,
            search,
            stopped,
            alert,
            ..
        } = self;
        ranges.is_empty()
            && answers.is_empty()
            && also.is_empty()
            && fields.is_empty()
            && users.is_empty()
            && language.is_none()
            && version.is_none()
            && attempt.is_none()
            && occasion.is_none()
            && !last_submitted
            && !each_attempt
            && search.is_none()
            && stopped.is_none()
            && alert.is_none()
            && !self.has_submitted()
    }
}

fn scored_of<'r>(record: &'r AnswersRecord, category: Option<&Name>) -> Option<&'r Scored> {
    let scores = &record.submission.as_ref()?.scores;
    match category {
        Some(category) => scores.categories.get(category),
        None => scores.overall.as_ref(),
    }
}

impl ScoreRange {
    /// A band of the overall score or of a category. Returns `None` if the version has no such band.
    pub fn of_band(definition: &Definition, category: Option<&Name>, id: &Name) -> Option<Self> {
        let (low, high) = match &definition.scoring {
            None => {
                let (low, high) = Band::parse(id.as_str())?.range();
                (low.into(), high.into())
            }
            Some(scoring) => {
                let bands = scoring.bands_of(category);
                let at = bands.iter().position(|band| band.id == *id)?;
                // Published scores have at most one decimal place.
                let below = |next: &domain::OwnBand| Decimal::from_tenths(next.from.tenths() - 1);
                (bands[at].from, bands.get(at + 1).and_then(below).unwrap_or(Decimal::MAX))
            }
        };
        Some(Self { category: category.cloned(), low, high, band: Some(id.clone()) })
    }
}

impl StoppedAt {
    /// Matches records that were begun under one of the versions.
    fn fits(&self, record: &AnswersRecord, versions: &Versions) -> bool {
        if record.submission.is_some() || record.attempt != 1 {
            return false;
        }
        let Some(definition) = versions.get(&record.version) else { return false };
        let definition = definition.in_order(record.order_seed());
        let stop = definition.drop_off(&record.answers, record.language.as_str(), &mut 0);
        match (self, stop.question) {
            (Self::Question(question), Some(open)) => *question == open.id,
            (Self::End, None) => true,
            _ => false,
        }
    }
}

impl AnswerIs {
    fn fits(&self, answer: Option<&Answer>) -> bool {
        match (self, answer) {
            (Self::Missing, None) | (Self::Given, Some(_)) => true,
            (Self::Value(value), Some(Answer::Option(option))) => option.as_str() == value,
            (Self::Value(value), Some(Answer::Options(options))) => match value.split_once('@') {
                Some((option, rank)) => {
                    let place = rank.parse().ok().and_then(|rank: usize| rank.checked_sub(1));
                    place.and_then(|place| options.get(place)).is_some_and(|ranked| ranked.as_str() == option)
                }
                None => options.iter().any(|option| option.as_str() == value),
            },
            (Self::Value(value), Some(Answer::Number(number))) => is_number(*number, value),
            (Self::Value(value), Some(Answer::Text(text))) => is_text(text, value),
            (Self::Contains(part), Some(Answer::Text(text))) => part.is_in(text),
            (Self::Value(value), Some(Answer::Consent)) => value == "true",
            _ => false,
        }
    }
}

/// True for a value that a condition of a filter wants; see [`RecordFilter::fields`].
pub(super) fn has_value(value: Option<&FieldValue>, wanted: &str) -> bool {
    match value {
        None => wanted.is_empty(),
        Some(FieldValue::YesNo(is_so)) => wanted == if *is_so { "true" } else { "false" },
        Some(FieldValue::Number(number)) => is_number(*number, wanted),
        Some(FieldValue::Text(text)) => is_text(text, wanted),
    }
}

fn is_number(number: Decimal, wanted: &str) -> bool {
    Decimal::parse(wanted) == Some(number)
        || is_between(wanted, |bound| Decimal::parse(bound).map(|it| it.cmp(&number)))
}

/// Dates have ranges, too.
fn is_text(text: &str, wanted: &str) -> bool {
    text == wanted || (is_date(text) && is_between(wanted, |bound| Some(bound.cmp(text))))
}

/// True for `LOW..<HIGH`, either of which may be missing, if the compared value is at least LOW and below HIGH.
fn is_between(value: &str, compare: impl Fn(&str) -> Option<Ordering>) -> bool {
    let Some((low, high)) = value.split_once("..<") else { return false };
    let is_at_least = low.is_empty() || compare(low).is_some_and(Ordering::is_le);
    is_at_least && (high.is_empty() || compare(high).is_some_and(Ordering::is_gt))
}

fn is_date(text: &str) -> bool {
    text.len() == 10 && clock::parse_day(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_dates_have_values_and_ranges() {
        let number = Answer::Number(Decimal::parse("6.5").expect("a number"));
        let fits = |value: &str, answer: &Answer| AnswerIs::Value(value.to_owned()).fits(Some(answer));
        assert!(["6.5", "6.50", "5..<7", "6.5..<", "..<6.6", "-3..<100"].iter().all(|value| fits(value, &number)));
        assert!(!["6", "5..<6.5", "6.6..<", "..<6.5", "x..<y", "5..7"].iter().any(|value| fits(value, &number)));
        let date = Answer::Text("2026-02-28".to_owned());
        assert!(
            ["2026-02-28", "2026-02-01..<2026-02-32", "2026-02-28..<2026-03-01"].iter().all(|value| fits(value, &date))
        );
        assert!(!["2026-02", "2026-01-01..<2026-02-28"].iter().any(|value| fits(value, &date)));
        let [first, second] = [0, 1].map(|at| domain::built_in_options(domain::Indicator::Fhn1)[at].clone());
        let ranked = Answer::Options(vec![second.clone(), first.clone()]);
        let is_at = |option: &domain::OptionId, rank: &str| fits(&format!("{option}@{rank}"), &ranked);
        assert!(is_at(&second, "1") && is_at(&first, "2") && fits(first.as_str(), &ranked));
        assert!(!is_at(&first, "1") && !["0", "3", "-1", ""].iter().any(|rank| is_at(&second, rank)));
        let text = Answer::Text("b".to_owned());
        assert!(!fits("a..<c", &text), "texts have no order here");
    }
}
