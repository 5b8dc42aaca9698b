//! A question of a quiz version, as stored and shown.

use serde::{Deserialize, Serialize};

use super::{
    catalogue::{built_in_kind, built_in_options},
    condition::Condition,
    edition::Edition,
    option_codes::{Before, OptionCodes},
};
use crate::{
    Display, Indicator, Kind, Language, Name, OptionId, OwnOption, Path, PictureBox, Points, QuestionId, QuestionInput,
    ScoreTableVersion, Text, values::validation::Errors,
};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "StoredQuestion", into = "StoredQuestion")]
pub struct Question {
    pub id: QuestionId,
    /// True if the quiz cannot be submitted without an answer to this question while it is shown.
    pub required: bool,
    pub show_if: Option<Condition>,
    /// The name of the part that begins with it.
    pub part: Option<Text>,
    pub image: Option<PictureBox>,
    pub body: QuestionBody,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum QuestionBody {
    /// A scored question in the words of an edition. It carries its choice so that the browser program, which creates
    /// no such question, needs no table of options.
    BuiltIn(Indicator, Edition, &'static Kind),
    /// A question in the administrator's words, scored if it has points.
    Own(OwnQuestion),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnQuestion {
    pub text: Text,
    pub help: Option<Text>,
    /// The owner's explanation of the right answer, shown once the question is answered.
    pub explanation: Option<Text>,
    pub kind: Kind,
    /// The category that its points count in, in addition to the overall score.
    pub category: Option<Name>,
    /// 1 to 1,000.
    pub weight: u16,
    /// Its options come in an order of each respondent; the questions behind it where it is a statement.
    pub shuffle: bool,
}

/// A question as stored by this release or earlier ones.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum StoredQuestion {
    Written(Box<QuestionInput>),
    /// A built-in question in an edition other than the first.
    OfEdition {
        edition: Edition,
        question: Box<QuestionInput>,
    },
    EarlierBuiltIn {
        id: String,
        required: bool,
        built_in: Indicator,
    },
    EarlierOwn {
        id: String,
        required: bool,
        own: Box<EarlierOwn>,
    },
}

#[derive(Deserialize, Serialize)]
struct EarlierOwn {
    text: Text,
    help: Option<Text>,
    options: Vec<crate::OptionInput>,
}

impl TryFrom<StoredQuestion> for Question {
    type Error = String;

    fn try_from(stored: StoredQuestion) -> Result<Self, String> {
        let mut edition = Edition::FIRST;
        let input = match stored {
            StoredQuestion::Written(input) => *input,
            StoredQuestion::OfEdition { edition: of, question } => {
                edition = of;
                *question
            }
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
        // Limits were checked on saving. Exceeding those of another release is no corruption.
        let before = Before { stored: None, codes: &OptionCodes::default() };
        let question = input.check(&Path::default(), before, &mut no_id, &mut errors);
        let question = question.filter(|_| has_all_ids).ok_or_else(|| "a damaged question".to_owned())?;
        Ok(question.in_edition(edition))
    }
}

impl From<Question> for StoredQuestion {
    fn from(question: Question) -> Self {
        let input = Box::new(QuestionInput::from(&question));
        match question.body {
            QuestionBody::BuiltIn(_, edition, _) if edition != Edition::FIRST => {
                Self::OfEdition { edition, question: input }
            }
            _ => Self::Written(input),
        }
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuestionOption {
    pub id: OptionId,
    pub code: usize,
    pub label: String,
}

impl Question {
    pub const MOST_OPTIONS: usize = 300;

    pub fn built_in(indicator: Indicator, required: bool) -> Self {
        let body = QuestionBody::BuiltIn(indicator, Edition::LATEST, built_in_kind(indicator));
        Self { id: indicator.question_id(), required, show_if: None, part: None, image: None, body }
    }

    /// A choice of these options with codes from 1, not scored.
    pub fn choice(id: QuestionId, required: bool, text: Text, mut options: Vec<OwnOption>) -> Self {
        for (option, code) in options.iter_mut().zip(1..) {
            option.code = code;
        }
        let kind = Kind::Choice { options, display: None };
        let own = OwnQuestion { text, help: None, explanation: None, kind, category: None, weight: 1, shuffle: false };
        Self { id, required, show_if: None, part: None, image: None, body: QuestionBody::Own(own) }
    }

    /// The edition of its words; `None` for a question in the administrator's own words.
    pub(super) fn edition(&self) -> Option<Edition> {
        match self.body {
            QuestionBody::BuiltIn(_, edition, _) => Some(edition),
            QuestionBody::Own(_) => None,
        }
    }

    /// Changes the edition of a built-in question's words; does nothing to others.
    pub(super) fn in_edition(mut self, edition: Edition) -> Self {
        if let QuestionBody::BuiltIn(_, present, _) = &mut self.body {
            *present = edition;
        }
        self
    }

    pub fn indicator(&self) -> Option<Indicator> {
        match self.body {
            QuestionBody::BuiltIn(indicator, ..) => Some(indicator),
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
            QuestionBody::BuiltIn(.., kind) => kind,
            QuestionBody::Own(own) => &own.kind,
        }
    }

    /// True if a single tap completes the answer.
    pub fn takes_one_tap(&self) -> bool {
        match self.kind() {
            Kind::Choice { display, .. } => *display != Some(Display::Dropdown),
            kind => matches!(kind, Kind::Scale(_)),
        }
    }

    pub fn category(&self) -> Option<Name> {
        match &self.body {
            QuestionBody::BuiltIn(indicator, ..) => Some(indicator.category().name()),
            QuestionBody::Own(own) => own.category.clone(),
        }
    }

    /// The text in `language`; own texts fall back to `default`.
    pub fn text(&self, language: Language, default: Language) -> &str {
        match &self.body {
            QuestionBody::BuiltIn(indicator, edition, _) => edition.question(*indicator, language).text,
            QuestionBody::Own(own) => own.text.in_language(language, default),
        }
    }

    pub fn help(&self, language: Language, default: Language) -> Option<&str> {
        match &self.body {
            QuestionBody::BuiltIn(indicator, edition, _) => Some(edition.question(*indicator, language).help),
            QuestionBody::Own(own) => own.help.as_ref().map(|help| help.in_language(language, default)),
        }
    }

    pub fn options(&self, language: Language, default: Language) -> Vec<QuestionOption> {
        let labels: Vec<&str> = match &self.body {
            QuestionBody::BuiltIn(indicator, edition, _) => edition.question(*indicator, language).options.to_vec(),
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

    pub fn option_ids(&self) -> Vec<OptionId> {
        self.kind().options().iter().map(|option| option.id.clone()).collect()
    }

    /// `None` for an option of another question.
    pub fn code_of(&self, option: &OptionId) -> Option<usize> {
        self.kind().options().iter().find(|known| known.id == *option).map(|known| known.code)
    }

    /// The points of an option of a built-in question.
    pub fn points_of(&self, option: &OptionId, score_table: ScoreTableVersion) -> Option<Points> {
        score_table.points(self.indicator()?, self.code_of(option)?)
    }

    /// True if every text exists in `language`.
    pub fn speaks(&self, language: Language) -> bool {
        let speaks = |text: &Text| text.speaks(language);
        match &self.body {
            QuestionBody::BuiltIn(..) => language.closest_of_content().is_some() && self.part.iter().all(speaks),
            QuestionBody::Own(_) => self.texts().all(speaks),
        }
    }

    /// True if it speaks `language`, and not only through texts that are the same for all languages.
    pub(super) fn is_written_in(&self, language: Language) -> bool {
        let is_written = |text: &Text| matches!(text, Text::ByLanguage(_));
        self.speaks(language) && (self.indicator().is_some() || self.texts().any(is_written))
    }

    /// The name of its part, and the texts of an own question that are needed to answer it.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let own = self.own().into_iter().flat_map(|own| {
            let rows = if let Kind::Matrix { rows, .. } = &own.kind { rows.as_slice() } else { &[] };
            let labels = own.kind.options().iter().map(|option| &option.label);
            std::iter::once(&own.text).chain(labels).chain(rows.iter().map(|row| &row.text))
        });
        self.part.iter().chain(own)
    }
}
