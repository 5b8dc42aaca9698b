//! Conditions on earlier answers.

use serde::{Deserialize, Serialize};

use crate::{Answer, Answers, Decimal, Name, OptionId, QuestionId};

/// A rule about earlier answers. A hidden question counts as unanswered.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "ConditionForm", into = "ConditionForm")]
pub enum Condition {
    /// The chosen option is one of these. Saving a definition replaces codes by ids.
    Is(QuestionId, Vec<OptionRef>),
    /// At least one of these options is among the chosen ones.
    Includes(QuestionId, Vec<OptionRef>),
    /// The number is in this range, bounds included.
    Within(QuestionId, Option<Decimal>, Option<Decimal>),
    Answered(QuestionId),
    /// The respondent's language is one of these tags or a variety of one.
    Language(Vec<String>),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    /// Of alerts alone.
    Score(Box<ScoreTest>),
}

/// A test of a score.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ScoreTest {
    /// The score is in one of these bands.
    Band(ScoreValues),
    /// The score has one of these verdicts since the attempt before; `better` includes `recovered`.
    Change(ScoreValues),
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreValues {
    /// A category, or `overall`.
    pub of: Name,
    /// Ids of bands, or verdicts.
    pub is: Vec<Name>,
}

/// An option that a condition names: by its id, or by its code.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "the UUID of an option, or its code as a number")]
pub enum OptionRef {
    Option(OptionId),
    Code(usize),
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct ConditionForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<QuestionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is: Option<Vec<OptionRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    includes: Option<Vec<OptionRef>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<QuestionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<Condition>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    any: Option<Vec<Condition>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not: Option<Box<Condition>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<ScoreValues>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<ScoreValues>,
}

const FORMS: &str =
    "one condition: question with is, includes, or atLeast and atMost; or answered; language; all; any; not";

impl OptionRef {
    pub(crate) fn id(&self) -> Option<&OptionId> {
        if let Self::Option(id) = self { Some(id) } else { None }
    }
}

impl TryFrom<ConditionForm> for Condition {
    type Error = &'static str;

    fn try_from(form: ConditionForm) -> Result<Self, Self::Error> {
        let ConditionForm {
            question,
            is,
            includes,
            at_least,
            at_most,
            answered,
            language,
            all,
            any,
            not,
            band,
            change,
        } = form;
        let score = match (band, change) {
            (None, None) => None,
            (Some(band), None) => Some(ScoreTest::Band(band)),
            (None, Some(change)) => Some(ScoreTest::Change(change)),
            _ => return Err(FORMS),
        };
        let range = (at_least.is_some() || at_most.is_some()).then_some((at_least, at_most));
        match (question, is, includes, range, answered, language, all, any, not, score) {
            (Some(question), Some(is), None, None, None, None, None, None, None, None) => Ok(Self::Is(question, is)),
            (Some(question), None, Some(some), None, None, None, None, None, None, None) => {
                Ok(Self::Includes(question, some))
            }
            (Some(question), None, None, Some((least, most)), None, None, None, None, None, None) => {
                Ok(Self::Within(question, least, most))
            }
            (None, None, None, None, Some(question), None, None, None, None, None) => Ok(Self::Answered(question)),
            (None, None, None, None, None, Some(tags), None, None, None, None) => Ok(Self::Language(tags)),
            (None, None, None, None, None, None, Some(all), None, None, None) => Ok(Self::All(all)),
            (None, None, None, None, None, None, None, Some(any), None, None) => Ok(Self::Any(any)),
            (None, None, None, None, None, None, None, None, Some(not), None) => Ok(Self::Not(not)),
            (None, None, None, None, None, None, None, None, None, Some(score)) => Ok(Self::Score(Box::new(score))),
            _ => Err(FORMS),
        }
    }
}

impl From<Condition> for ConditionForm {
    fn from(condition: Condition) -> Self {
        let empty = Self::default();
        match condition {
            Condition::Is(question, is) => Self { question: Some(question), is: Some(is), ..empty },
            Condition::Includes(question, some) => Self { question: Some(question), includes: Some(some), ..empty },
            Condition::Within(question, at_least, at_most) => {
                Self { question: Some(question), at_least, at_most, ..empty }
            }
            Condition::Answered(question) => Self { answered: Some(question), ..empty },
            Condition::Language(tags) => Self { language: Some(tags), ..empty },
            Condition::All(all) => Self { all: Some(all), ..empty },
            Condition::Any(any) => Self { any: Some(any), ..empty },
            Condition::Not(not) => Self { not: Some(not), ..empty },
            Condition::Score(test) => match *test {
                ScoreTest::Band(band) => Self { band: Some(band), ..empty },
                ScoreTest::Change(change) => Self { change: Some(change), ..empty },
            },
        }
    }
}

impl Condition {
    pub const DEEPEST: usize = 5;

    /// `answers` are those to shown questions.
    pub fn holds(&self, answers: &Answers, language: &str) -> bool {
        let is_among = |chosen: &OptionId, some: &[OptionRef]| some.iter().any(|option| option.id() == Some(chosen));
        match self {
            Self::Is(question, some) => {
                answers.get(question).and_then(Answer::option).is_some_and(|chosen| is_among(chosen, some))
            }
            Self::Includes(question, some) => {
                answers.get(question).is_some_and(|answer| answer.options().iter().any(|chosen| is_among(chosen, some)))
            }
            Self::Within(question, least, most) => {
                let number = answers.get(question).and_then(Answer::number);
                number.is_some_and(|n| least.is_none_or(|least| least <= n) && most.is_none_or(|most| n <= most))
            }
            Self::Answered(question) => answers.contains_key(question),
            Self::Language(tags) => tags.iter().any(|tag| is_variety(language, tag)),
            Self::All(all) => all.iter().all(|condition| condition.holds(answers, language)),
            Self::Any(any) => any.iter().any(|condition| condition.holds(answers, language)),
            Self::Not(not) => !not.holds(answers, language),
            Self::Score(_) => false,
        }
    }

    /// 1 for a condition without nested ones.
    pub fn depth(&self) -> usize {
        1 + self.inner().iter().map(Self::depth).max().unwrap_or_default()
    }

    /// Its own and the nested tests of scores.
    pub fn score_tests(&self) -> Vec<&ScoreTest> {
        let mut tests = Vec::new();
        let _: Result<(), std::convert::Infallible> = self.each(&mut |condition| {
            if let Self::Score(test) = condition {
                tests.push(&**test);
            }
            Ok(())
        });
        tests
    }

    /// The question that this condition itself refers to.
    pub fn question(&self) -> Option<&QuestionId> {
        match self {
            Self::Is(question, _)
            | Self::Includes(question, _)
            | Self::Within(question, ..)
            | Self::Answered(question) => Some(question),
            Self::Language(_) | Self::All(_) | Self::Any(_) | Self::Not(_) | Self::Score(_) => None,
        }
    }

    pub(super) fn inner(&self) -> &[Self] {
        match self {
            Self::All(inner) | Self::Any(inner) => inner,
            Self::Not(inner) => std::slice::from_ref(inner),
            _ => &[],
        }
    }

    /// Visits this condition and all nested ones until the visitor fails.
    pub(crate) fn each<'c, E>(&'c self, visit: &mut impl FnMut(&'c Self) -> Result<(), E>) -> Result<(), E> {
        visit(self)?;
        self.inner().iter().try_for_each(|inner| inner.each(visit))
    }

    /// 1 plus the number of options or tags that this condition itself names.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Is(_, options) | Self::Includes(_, options) => 1 + options.len(),
            Self::Language(tags) => 1 + tags.len(),
            Self::Score(test) => 1 + test.values().is.len(),
            _ => 1,
        }
    }

    /// The widths of this condition and all nested ones.
    pub(crate) fn whole_width(&self) -> usize {
        self.width() + self.inner().iter().map(Self::whole_width).sum::<usize>()
    }

    pub(crate) fn each_mut(&mut self, visit: &mut impl FnMut(&mut Self)) {
        visit(self);
        match self {
            Self::All(inner) | Self::Any(inner) => inner.iter_mut().for_each(|inner| inner.each_mut(visit)),
            Self::Not(inner) => inner.each_mut(visit),
            _ => {}
        }
    }
}

impl ScoreTest {
    pub fn values(&self) -> &ScoreValues {
        match self {
            Self::Band(values) | Self::Change(values) => values,
        }
    }
}

impl ScoreValues {
    pub(crate) fn have(&self, value: &str) -> bool {
        self.is.iter().any(|id| id.as_str() == value)
    }

    /// `None` for the overall score.
    pub fn category(&self) -> Option<&Name> {
        (self.of.as_str() != "overall").then_some(&self.of)
    }
}

/// `es-MX` is a variety of `es`.
fn is_variety(language: &str, tag: &str) -> bool {
    let (language, tag) = (language.as_bytes(), tag.as_bytes());
    let is_prefix = language.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    is_prefix && language.get(tag.len()).is_none_or(|next| *next == b'-')
}
