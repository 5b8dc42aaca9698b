//! The questions of one quiz version. A stored definition never changes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize, Serializer};

use crate::{
    AlertRule, Answer, AnswerInput, Category, Condition, Edition, Feedback, FieldCode, FieldError, Indicator, Item,
    Kind, Language, Link, Method, OwnWords, PictureBox, Places, Question, QuestionId, ScoreTableVersion, Scoring, Text,
    named,
};

/// The questions of one version of a quiz, their default language and their scoring.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Definition {
    pub language: Language,
    /// The table of points of the built-in questions.
    #[serde(rename = "scheme")]
    pub score_table: ScoreTableVersion,
    /// True if it was stored with option codes. In earlier releases, an option's code was its position.
    #[serde(rename = "codes", default, serialize_with = "always")]
    pub has_codes: bool,
    /// 1 to 200 questions with unique ids, in the order they are asked.
    pub questions: Vec<Question>,
    /// `None` scores the built-in questions only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Opening>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Ending>,
    /// Respondents review their answers before they submit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub review: bool,
    /// API clients that answer without a key get the record's own scores, bands and cards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show_results: bool,
    #[serde(default, skip_serializing_if = "ResultView::is_full")]
    pub result: ResultView,
    #[serde(default, skip_serializing_if = "Address::is_informal")]
    pub address: Address,
    #[serde(default, skip_serializing_if = "OwnWords::is_empty")]
    pub words: OwnWords,
    #[serde(default, skip_serializing_if = "Feedback::is_none")]
    pub feedback: Feedback,
    /// Shown on the start page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<PictureBox>,
    /// Shown on all pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<PictureBox>,
    /// Raised by submissions, the early ones by answers already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alerts: Vec<AlertRule>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
    /// True if a text quotes an answer or a score; found by the check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quotes: bool,
}

named! {
    /// What of their result respondents see on its page: scores and advice, the same without the overall score, or thanks.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum ResultView {
        #[default]
        Full => "full",
        /// Without the overall score, and without advice about it.
        Categories => "categories",
        /// Their answers alone, as where nothing is scored.
        Thanks => "thanks",
    }
}

named! {
    /// How the words of pages address respondents, in languages that make a difference: `du` or `Sie`, `tú` or `usted`.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Address {
        #[default]
        Informal => "informal",
        Formal => "formal",
    }
}

impl Address {
    pub fn is_informal(&self) -> bool {
        *self == Self::Informal
    }
}

impl ResultView {
    pub fn is_full(&self) -> bool {
        *self == Self::Full
    }
}

/// The words of the start page.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Opening {
    pub text: Text,
}

/// The words of the last page, and the way on from there.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Ending {
    pub text: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextLink>,
}

/// Without `url`, it leads back to the page that embeds the quiz.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NextLink {
    pub label: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Text>))]
    pub url: Option<Link>,
}

impl Definition {
    pub const MOST_QUESTIONS: usize = 200;

    /// The eight built-in questions, all required, with English as the default language.
    pub fn built_in() -> Self {
        Self::of(Language::EN, Indicator::ALL.into_iter().map(|i| Question::built_in(i, true)).collect())
    }

    /// These questions, with the latest score table and no scoring of their own.
    pub fn of(language: Language, questions: Vec<Question>) -> Self {
        let score_table = ScoreTableVersion::LATEST;
        Self {
            language,
            score_table,
            has_codes: true,
            questions,
            scoring: None,
            start: None,
            end: None,
            review: false,
            show_results: false,
            result: ResultView::Full,
            address: Address::Informal,
            words: OwnWords::default(),
            feedback: Feedback::None,
            image: None,
            logo: None,
            alerts: Vec::new(),
            places: None,
            quotes: false,
        }
    }

    /// A copy whose built-in questions have the words of a later edition; `None` if nothing would change.
    pub fn renewed(&self, edition: Edition) -> Option<Self> {
        let is_earlier = |question: &Question| question.edition().is_some_and(|present| present.is_before(edition));
        let question = |question: &Question| match question.edition() {
            Some(present) if present.is_before(edition) => {
                question.clone().in_edition(edition.in_address(present.address()))
            }
            _ => question.clone(),
        };
        let is_stale = self.questions.iter().any(is_earlier);
        is_stale.then(|| Self { questions: self.questions.iter().map(question).collect(), ..self.clone() })
    }

    pub fn question(&self, id: &QuestionId) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == *id)
    }

    /// All items in order, shown or not.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.questions.iter().flat_map(Question::items)
    }

    /// The number of questions, rows, options, alerts and names in conditions. The cost of processing a definition grows with
    /// it.
    pub fn parts(&self) -> usize {
        let width = |show_if: &Option<Condition>| show_if.as_ref().map_or(0, Condition::whole_width);
        let of_question = |question: &Question| {
            let kind = question.own().map(|own| &own.kind);
            let rows = if let Some(Kind::Matrix { rows, .. }) = kind { rows.len() } else { 0 };
            let options = kind.map_or(&[][..], Kind::options).iter().map(|option| 1 + width(&option.show_if));
            1 + rows + width(&question.show_if) + options.sum::<usize>()
        };
        let of_alerts = self.alerts.iter().map(|alert| 1 + alert.when.whole_width()).sum::<usize>();
        self.questions.iter().map(of_question).sum::<usize>() + of_alerts
    }

    pub fn categories(&self) -> impl Iterator<Item = Category> {
        let is_asked = |category: &Category| {
            self.questions.iter().filter_map(Question::indicator).any(|indicator| indicator.category() == *category)
        };
        Category::ALL.into_iter().filter(is_asked)
    }

    /// The checked answer that a caller's input stands for.
    pub fn resolve(&self, id: &QuestionId, answer: &AnswerInput) -> Result<Answer, FieldError> {
        self.item(id)?.read(answer).map_err(|code| FieldError::new("answer", code))
    }

    /// As [`Self::resolve`], for an input that may withdraw the answer: `None`. Only answers to optional questions can
    /// be withdrawn.
    pub fn amend(&self, id: &QuestionId, answer: &AnswerInput) -> Result<Option<Answer>, FieldError> {
        match answer {
            AnswerInput::Nothing if self.item(id)?.is_required() => Err(FieldError::new("answer", FieldCode::Required)),
            AnswerInput::Nothing => Ok(None),
            given => self.resolve(id, given).map(Some),
        }
    }

    /// True for an answer that a record of this version can contain, stored by this release or an earlier one.
    pub(crate) fn can_have(&self, id: &QuestionId, answer: &Answer) -> bool {
        self.item(id).is_ok_and(|item| item.can_have(answer))
    }

    /// True if a question can end up without a visible option. Earlier releases scored it as unanswered.
    pub(crate) fn may_lack_options(&self) -> bool {
        let options = self.questions.iter().map(|question| question.kind().options());
        let mut conditional = options.filter(|options| options.iter().all(|option| option.show_if.is_some()));
        conditional.any(|options| !options.is_empty())
    }

    /// A copy without the missing answers that an average tolerates, which earlier releases ignored. `None` if it
    /// tolerates none.
    pub(crate) fn bearing_none_missing(&self) -> Option<Self> {
        let is_borne = |scoring: &&Scoring| scoring.method == Method::Average && scoring.allow_missing > 0;
        let scoring = Scoring { allow_missing: 0, ..self.scoring.as_ref().filter(is_borne)?.clone() };
        Some(Self { scoring: Some(scoring), ..self.clone() })
    }

    fn item(&self, id: &QuestionId) -> Result<Item<'_>, FieldError> {
        // The id of an item begins with that of its question.
        self.questions
            .iter()
            .filter(|question| id.as_str().starts_with(question.id.as_str()))
            .find_map(|question| question.items().into_iter().find(|item| item.id == *id))
            .ok_or_else(|| {
                let code =
                    if self.question(id).is_some() { FieldCode::NotAnswered } else { FieldCode::UnknownQuestion };
                FieldError::new("questionId", code(id.clone()))
            })
    }

    /// The languages in which all of it can be read, the default one first. If every text is the same for all
    /// languages, that is the only one.
    pub fn languages(&self) -> Vec<Language> {
        let of_content = Language::OF_CONTENT.into_iter().filter(|_| self.language.closest_of_content().is_some());
        let of_texts = self.questions.iter().flat_map(Question::texts).flat_map(Text::languages);
        let mut languages = vec![self.language];
        let all_speak = |language| self.questions.iter().all(|question| question.speaks(language));
        let is_written = |language| self.questions.iter().any(|question| question.is_written_in(language));
        for language in of_content.chain(of_texts.collect::<BTreeSet<_>>()) {
            if !languages.contains(&language) && all_speak(language) && is_written(language) {
                languages.push(language);
            }
        }
        languages
    }

    /// Those of [`Definition::languages`] that pages offer: a question of language-independent texts counts as written
    /// in the default language.
    pub fn languages_of_pages(&self) -> Vec<Language> {
        let is_written = |language: &Language| {
            *language == self.language || self.questions.iter().all(|question| question.is_written_in(*language))
        };
        self.languages().into_iter().filter(is_written).collect()
    }

    /// The language to serve readers of `wanted` in: the same one if built-in questions exist in it, else the closest
    /// complete one, else the default.
    pub fn closest(&self, wanted: Language) -> Language {
        if wanted.is_of_content() {
            return wanted;
        }
        Language::lookup(&[wanted], &self.languages()).unwrap_or(self.language)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn always<S: Serializer>(_: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decimal, OwnOption, built_in_options};

    #[test]
    fn the_words_of_every_language_fit_the_options() {
        for language in Language::OF_CONTENT {
            for question in Definition::built_in().questions {
                let options = question.options(language, language);
                assert_eq!(options.len(), question.option_ids().len(), "{} in {language}", question.id);
                assert!(options.iter().all(|option| !option.label.is_empty()));
                assert!(!question.text(language, language).is_empty());
            }
        }
    }

    #[test]
    fn an_answer_is_named_by_id_or_by_code() {
        let definition = Definition::built_in();
        let id = Indicator::Fhn5.question_id();
        let options = built_in_options(Indicator::Fhn5);
        let code = |code| AnswerInput::Number(Decimal::whole(code));
        assert_eq!(definition.resolve(&id, &code(4)), Ok(options[3].clone().into()));
        assert_eq!(definition.resolve(&id, &options[3].clone().into()), Ok(options[3].clone().into()));
        for wrong in [0, 5, i32::MAX, -1] {
            assert!(definition.resolve(&id, &code(wrong)).is_err());
        }
        let elsewhere = built_in_options(Indicator::Fhn1)[0].clone();
        assert!(definition.resolve(&id, &elsewhere.into()).is_err());
    }

    #[test]
    fn the_answer_to_an_optional_question_alone_can_be_withdrawn() {
        let mut definition = Definition::built_in();
        definition.questions[3].required = false;
        let amend = |id: &str, json: &str| {
            let input = serde_json::from_str(json).expect("an input");
            definition.amend(&QuestionId::parse(id).expect("an id"), &input).map_err(|error| error.code)
        };
        let unknown = QuestionId::parse("pet").expect("an id");
        assert_eq!(amend("fhn4", "null"), Ok(None));
        assert_eq!(amend("fhn3", "null"), Err(FieldCode::Required));
        assert_eq!(amend("pet", "null"), Err(FieldCode::UnknownQuestion(unknown)));
        assert_eq!(amend("fhn3", "1"), Ok(Some(built_in_options(Indicator::Fhn3)[0].clone().into())));
        assert!(matches!(amend("fhn4", "[null]"), Err(FieldCode::WrongType(_))));
    }

    #[test]
    fn a_definition_survives_json() {
        let mut definition = Definition::built_in();
        let text = Text::ByLanguage([(Language::EN, "A pet?".to_owned())].into());
        let options = ["Cat", "Dog"].into_iter().zip(built_in_options(Indicator::Fhn1));
        let options = options.map(|(label, id)| OwnOption::new(id.clone(), label.into())).collect();
        definition.questions.push(Question::choice(
            QuestionId::parse("pet").expect("a valid id"),
            false,
            text,
            options,
        ));
        let json = serde_json::to_string(&definition).expect("serializes");
        assert_eq!(serde_json::from_str::<Definition>(&json).expect("parses"), definition);
        assert_eq!(definition.languages(), [Language::EN]);
    }

    #[test]
    fn a_language_is_offered_where_a_question_is_written_in_it_and_all_speak_it() {
        let both =
            || Text::ByLanguage([(Language::EN, "A pet?".to_owned()), (Language::ES, "¿Mascota?".to_owned())].into());
        let asking = |text: Text| {
            let options = ["1", "2"].into_iter().zip(built_in_options(Indicator::Fhn1));
            let options = options.map(|(label, id)| OwnOption::new(id.clone(), label.into())).collect();
            Question::choice(QuestionId::parse("pet").expect("a valid id"), true, text, options)
        };
        let built_in = Question::built_in(Indicator::Fhn1, true);
        for (questions, languages) in [
            (vec![asking("A pet?".into())], &[Language::ES][..]),
            (vec![built_in.clone(), asking("A pet?".into())], &[Language::ES, Language::EN]),
            (vec![asking("A pet?".into()), asking(both())], &[Language::ES, Language::EN]),
            (
                vec![built_in, asking(Text::ByLanguage([(Language::ES, "¿Mascota?".to_owned())].into()))],
                &[Language::ES],
            ),
            (vec![], &[Language::ES]),
        ] {
            assert_eq!(Definition::of(Language::ES, questions).languages(), languages);
        }
        let mixed = vec![Question::built_in(Indicator::Fhn1, true), asking("A pet?".into())];
        assert_eq!(Definition::of(Language::EN, mixed).languages_of_pages(), [Language::EN], "no one knows of Spanish");
        let whole = vec![Question::built_in(Indicator::Fhn1, true), asking(both())];
        assert_eq!(Definition::of(Language::EN, whole).languages_of_pages(), [Language::EN, Language::ES]);
    }
}
