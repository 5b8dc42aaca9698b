//! Alerts: what members of the namespace have to see, and the help that respondents then read.

use serde::{Deserialize, Serialize};

use crate::{
    Answers, AnswersRecord, Before, Condition, Definition, EarlierAttempt, Name, ScoreTest, Scores, Text, Verdict,
};

/// Rises once for each attempt whose answers or scores its condition holds for.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Alert))]
#[serde(deny_unknown_fields)]
pub struct AlertRule {
    pub id: Name,
    /// For members, 1 to 200 characters; respondents never see it.
    pub name: Text,
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::AlertCondition))]
    pub when: Condition,
    /// Rises as soon as the answers are stored, before the submission; not with bands or change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub early: bool,
    /// For the respondent, 1 to 2,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Text>,
}

impl AlertRule {
    /// True if it can be decided as soon as the answers are given.
    pub fn is_of_answers(&self) -> bool {
        self.when.score_tests().is_empty()
    }
}

impl Definition {
    pub fn has_early_alerts(&self) -> bool {
        self.alerts.iter().any(|alert| alert.early)
    }

    /// True if an alert looks at the attempt before.
    pub fn alerts_to_change(&self) -> bool {
        let mut tests = self.alerts.iter().flat_map(|alert| alert.when.score_tests());
        tests.any(|test| matches!(test, ScoreTest::Change(_)))
    }

    /// True if respondents may have to read help before they answer the next question.
    pub fn helps_at_once(&self) -> bool {
        self.alerts.iter().any(|alert| alert.help.is_some() && alert.is_of_answers())
    }

    pub fn alert(&self, id: &Name) -> Option<&AlertRule> {
        self.alerts.iter().find(|alert| alert.id == *id)
    }

    /// The alerts that a submitted attempt raises, whose scores this version gave.
    pub fn raised(&self, record: &AnswersRecord, before: Option<EarlierAttempt<'_>>) -> Vec<&AlertRule> {
        let scores = record.submission.as_ref().map(|submission| &submission.scores);
        self.raised_by(&record.answers, record.language.as_str(), scores, before)
    }

    /// The alerts that hold for the answers of an attempt that may still be under way.
    pub fn raised_by_answers(&self, answers: &Answers, language: &str) -> Vec<&AlertRule> {
        self.raised_by(answers, language, None, None)
    }

    fn raised_by(
        &self,
        answers: &Answers,
        language: &str,
        scores: Option<&Scores>,
        before: Option<EarlierAttempt<'_>>,
    ) -> Vec<&AlertRule> {
        if self.alerts.is_empty() {
            return Vec::new();
        }
        let journey = self.journey(answers, language);
        let facts = Facts { definition: self, answers: &journey.answers, language, scores, before };
        // Until the submission, what holds without any answer says nothing of the respondent.
        let is_decided = |alert: &&AlertRule| {
            scores.is_some() || alert.is_of_answers() && !alert.when.holds(&Answers::new(), language)
        };
        self.alerts.iter().filter(is_decided).filter(|alert| facts.hold(&alert.when)).collect()
    }
}

/// Everything that decides whether an alert rises.
struct Facts<'a> {
    definition: &'a Definition,
    /// Those to shown questions.
    answers: &'a Answers,
    language: &'a str,
    scores: Option<&'a Scores>,
    before: Option<EarlierAttempt<'a>>,
}

impl Facts<'_> {
    fn hold(&self, condition: &Condition) -> bool {
        match condition {
            Condition::All(all) => all.iter().all(|inner| self.hold(inner)),
            Condition::Any(any) => any.iter().any(|inner| self.hold(inner)),
            Condition::Not(inner) => !self.hold(inner),
            Condition::Score(test) => self.pass(test),
            of_answers => of_answers.holds(self.answers, self.language),
        }
    }

    /// A score that is absent, or that has nothing to compare with, passes no test.
    fn pass(&self, test: &ScoreTest) -> bool {
        match test {
            ScoreTest::Band(bands) => self.band(bands.category()).is_some_and(|band| bands.have(band)),
            ScoreTest::Change(verdicts) => self.verdict(verdicts.category()).is_some_and(|verdict| {
                verdicts.have(verdict.as_str()) || verdict.is_better() && verdicts.have(Verdict::Better.as_str())
            }),
        }
    }

    fn band(&self, category: Option<&Name>) -> Option<&str> {
        let scored = self.scores?.scored_of(category)?;
        let has_own = self.definition.scoring.as_ref().is_some_and(|scoring| !scoring.bands_of(category).is_empty());
        if has_own { scored.band.as_ref().map(Name::as_str) } else { scored.band_id() }
    }

    fn verdict(&self, category: Option<&Name>) -> Option<Verdict> {
        let EarlierAttempt { record, scored_by } = self.before?;
        let before = Before { definition: scored_by, scores: &record.submission.as_ref()?.scores };
        Some(self.definition.judged(self.scores?, before, category)?.verdict)
    }
}
