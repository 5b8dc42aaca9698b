//! One question of a quiz version, as it is kept and shown.

use serde::{Deserialize, Serialize};

use super::{
    catalogue::{built_in_kind, built_in_options},
    condition::Condition,
    option_codes::{Before, OptionCodes},
};
use crate::{
    Display, Indicator, Kind, Language, Name, OptionId, OwnOption, Path, Points, QuestionId, QuestionInput,
    ScoreTableVersion, Text, results::content, values::validation::Errors,
};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "StoredQuestion", into = "QuestionInput")]
pub struct Question {
    pub id: QuestionId,
    /// True if the quiz cannot be submitted without an answer to this question while it is shown.
    pub required: bool,
    pub show_if: Option<Condition>,
    pub body: QuestionBody,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum QuestionBody {
    /// Asked in the words of this release, scored. Its choice is named here so that the browser's program, which makes no
    /// such question, needs no table of options.
    BuiltIn(Indicator, &'static Kind),
    /// Asked in the administrator's words, scored where it has points.
    Own(OwnQuestion),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnQuestion {
    pub text: Text,
    pub help: Option<Text>,
    pub kind: Kind,
    /// The category that its points count in, besides the overall score.
    pub category: Option<Name>,
    /// 1 to 1,000.
    pub weight: u16,
}

/// A question as this release stores it, or as earlier ones did.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredQuestion {
    Written(Box<QuestionInput>),
    EarlierBuiltIn { id: String, required: bool, built_in: Indicator },
    EarlierOwn { id: String, required: bool, own: Box<EarlierOwn> },
}

#[derive(Deserialize)]
struct EarlierOwn {
    text: Text,
    help: Option<Text>,
    options: Vec<crate::OptionInput>,
}

impl TryFrom<StoredQuestion> for Question {
    type Error = String;

    fn try_from(stored: StoredQuestion) -> Result<Self, String> {
        let input = match stored {
            StoredQuestion::Written(input) => *input,
            StoredQuestion::EarlierBuiltIn { id, required, built_in } if id == built_in.as_str() => {
                QuestionInput { id, required: Some(required), ..QuestionInput::default() }
            }
            StoredQuestion::EarlierBuiltIn { .. } => return Err("another built-in question than its id".to_owned()),
            StoredQuestion::EarlierOwn { id, required, own } => QuestionInput {
                id,
                required: Some(required),
                text: Some(own.text),
                help: own.help,
                options: Some(own.options),
                ..QuestionInput::default()
            },
        };
        let mut errors = Errors::default();
        let mut has_all_ids = true;
        let mut no_id = || {
            has_all_ids = false;
            built_in_options(Indicator::Fhn1)[0].clone()
        };
        // Limits were checked when it was saved; those of another release are no damage.
        let before = Before { stored: None, codes: &OptionCodes::default() };
        let question = input.check(&Path::default(), before, &mut no_id, &mut errors);
        question.filter(|_| has_all_ids).ok_or_else(|| "a damaged question".to_owned())
    }
}

impl From<Question> for QuestionInput {
    fn from(question: Question) -> Self {
        Self::from(&question)
    }
}

/// An option as a respondent sees it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuestionOption {
    pub id: OptionId,
    pub code: usize,
    pub label: String,
}

impl Question {
    pub const MOST_OPTIONS: usize = 300;

    pub fn built_in(indicator: Indicator, required: bool) -> Self {
        let body = QuestionBody::BuiltIn(indicator, built_in_kind(indicator));
        Self { id: indicator.question_id(), required, show_if: None, body }
    }

    /// A choice of these options, numbered from 1, not scored.
    pub fn choice(id: QuestionId, required: bool, text: Text, mut options: Vec<OwnOption>) -> Self {
        for (option, code) in options.iter_mut().zip(1..) {
            option.code = code;
        }
        let kind = Kind::Choice { options, display: None };
        let own = OwnQuestion { text, help: None, kind, category: None, weight: 1 };
        Self { id, required, show_if: None, body: QuestionBody::Own(own) }
    }

    pub fn indicator(&self) -> Option<Indicator> {
        match self.body {
            QuestionBody::BuiltIn(indicator, _) => Some(indicator),
            QuestionBody::Own(_) => None,
        }
    }

    pub fn own(&self) -> Option<&OwnQuestion> {
        match &self.body {
            QuestionBody::BuiltIn(..) => None,
            QuestionBody::Own(own) => Some(own),
        }
    }

    pub fn kind(&self) -> &Kind {
        match &self.body {
            QuestionBody::BuiltIn(_, kind) => kind,
            QuestionBody::Own(own) => &own.kind,
        }
    }

    /// True where one tap on the page is the whole answer.
    pub fn takes_one_tap(&self) -> bool {
        match self.kind() {
            Kind::Choice { display, .. } => *display != Some(Display::Dropdown),
            kind => matches!(kind, Kind::Scale(_)),
        }
    }

    /// The category that its points count in.
    pub fn category(&self) -> Option<Name> {
        match &self.body {
            QuestionBody::BuiltIn(indicator, _) => Some(indicator.category().name()),
            QuestionBody::Own(own) => own.category.clone(),
        }
    }

    /// The question in `language`; an own text falls back to `default`.
    pub fn text(&self, language: Language, default: Language) -> &str {
        match &self.body {
            QuestionBody::BuiltIn(indicator, _) => content::question(*indicator, language).text,
            QuestionBody::Own(own) => own.text.in_language(language, default),
        }
    }

    pub fn help(&self, language: Language, default: Language) -> Option<&str> {
        match &self.body {
            QuestionBody::BuiltIn(indicator, _) => Some(content::question(*indicator, language).help),
            QuestionBody::Own(own) => own.help.as_ref().map(|help| help.in_language(language, default)),
        }
    }

    pub fn options(&self, language: Language, default: Language) -> Vec<QuestionOption> {
        let labels: Vec<&str> = match &self.body {
            QuestionBody::BuiltIn(indicator, _) => content::question(*indicator, language).options.to_vec(),
            QuestionBody::Own(own) => {
                own.kind.options().iter().map(|option| option.label.in_language(language, default)).collect()
            }
        };
        let options = self.kind().options().iter().zip(labels);
        let shown = |(OwnOption { id, code, .. }, label): (&OwnOption, &str)| QuestionOption {
            id: id.clone(),
            code: *code,
            label: label.to_owned(),
        };
        options.map(shown).collect()
    }

    /// The ids of the options in their order.
    pub fn option_ids(&self) -> Vec<OptionId> {
        self.kind().options().iter().map(|option| option.id.clone()).collect()
    }

    /// `None` for an option of another question.
    pub fn code_of(&self, option: &OptionId) -> Option<usize> {
        self.kind().options().iter().find(|known| known.id == *option).map(|known| known.code)
    }

    /// The points of an option, for the built-in questions.
    pub fn points_of(&self, option: &OptionId, score_table: ScoreTableVersion) -> Option<Points> {
        score_table.points(self.indicator()?, self.code_of(option)?)
    }

    /// True if every text exists in `language`.
    pub fn speaks(&self, language: Language) -> bool {
        match &self.body {
            QuestionBody::BuiltIn(..) => language.closest_of_content().is_some(),
            QuestionBody::Own(_) => self.texts().all(|text| text.speaks(language)),
        }
    }

    /// True if it speaks `language` not only in texts that are the same for all languages.
    pub(super) fn is_written_in(&self, language: Language) -> bool {
        let is_written = |text: &Text| matches!(text, Text::ByLanguage(_));
        self.speaks(language) && (self.indicator().is_some() || self.texts().any(is_written))
    }

    /// The texts that no answer can be given without, of a question of the quiz's own.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.own().into_iter().flat_map(|own| {
            let rows = if let Kind::Matrix { rows, .. } = &own.kind { rows.as_slice() } else { &[] };
            let labels = own.kind.options().iter().map(|option| &option.label);
            std::iter::once(&own.text).chain(labels).chain(rows.iter().map(|row| &row.text))
        })
    }
}
