//! The body that makes a quiz, and turning it into a quiz that cannot be wrong, or into a list of all that is.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer};

use super::possible_answers;
use crate::{
    AboutInput, Colour, Definition, Ending, FieldCode, Invalid, Language, Opening, OptionId, Path, Question,
    QuestionInput, QuizKind, QuizStatus, RetryAfter, Scoring, Settings, Text, Timestamp, values::validation::Errors,
};

const QUESTIONS: std::ops::RangeInclusive<usize> = 1..=Definition::MOST_QUESTIONS;
const NAME: usize = 200;
const DESCRIPTION: usize = 2000;
const ORIGINS: usize = 50;

/// A new quiz: the body of Create Quiz.
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the body")]
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CreateQuiz))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuizInput {
    /// 1 to 200 characters
    pub name: Text,
    pub description: Option<Text>,
    /// True when absent.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub anonymous: bool,
    /// False when absent.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub inapp: bool,
    /// `en` when absent.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Language>))]
    pub language: Language,
    #[serde(rename = "primaryColor")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Colour>))]
    pub primary_colour: Option<String>,
    pub opens_at: Option<Timestamp>,
    pub closes_at: Option<Timestamp>,
    /// Days after which the quiz may be taken again, counted in UTC; 0 means at once, none never.
    #[serde(rename = "retryAfterDays")]
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 3650))]
    pub retry_after: Option<i64>,
    /// The holder of a respondent's link may erase the record; open quizzes only, where it is true when absent.
    pub respondents_may_erase: Option<bool>,
    /// Origins whose pages may embed the quiz, such as `https://app.example.com`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_items = 50, required = false))]
    pub allowed_origins: Vec<String>,
    /// The owner's notes to respondents
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<AboutInput>))]
    pub about: AboutInput,
    /// None means the eight built-in questions.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::schema::Question>>, min_items = 1, max_items = 200))]
    pub questions: Option<Vec<QuestionInput>>,
    /// None scores the built-in questions alone.
    pub scoring: Option<Scoring>,
    /// The words of the start page
    pub start: Option<Opening>,
    /// The words of the last page, and the way on from there
    pub end: Option<Ending>,
    /// Shows the answers once more before they are submitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub review: bool,
    /// Replies without a key also have own scores, bands and cards of the record that they are about.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub show_results: bool,
}

/// A checked quiz that has no id yet.
#[derive(Clone, Debug, PartialEq)]
pub struct NewQuiz {
    pub kind: QuizKind,
    pub settings: Settings,
    pub definition: Definition,
}

impl QuizInput {
    /// A quiz with a name and nothing else of its own.
    pub fn new(name: Text, kind: QuizKind, language: Language) -> Self {
        Self {
            name,
            description: None,
            anonymous: kind.is_anonymous(),
            inapp: kind.is_inapp(),
            language,
            primary_colour: None,
            opens_at: None,
            closes_at: None,
            retry_after: None,
            respondents_may_erase: None,
            allowed_origins: Vec::new(),
            about: AboutInput::default(),
            questions: None,
            scoring: None,
            start: None,
            end: None,
            review: false,
            show_results: false,
        }
    }

    /// Checks all of it, as a quiz that is open; `new_option_id` makes an id for an option that came without. The error
    /// lists every mistake with its path.
    pub fn check(self, new_option_id: impl FnMut() -> OptionId) -> Result<NewQuiz, Invalid> {
        self.check_as(QuizStatus::Open, new_option_id)
    }

    /// The same for a quiz in another state. The questions of a draft may be an empty list: they are yet to be written.
    pub fn check_as(self, status: QuizStatus, new_option_id: impl FnMut() -> OptionId) -> Result<NewQuiz, Invalid> {
        let mut errors = Errors::default();
        let quiz = self.check_into(status, possible_answers::STEPS, new_option_id, &mut errors);
        errors.finish()?;
        quiz.ok_or_else(|| Invalid::one("inapp", FieldCode::TwoKinds))
    }

    /// The same, adding to mistakes that were found before, with so many steps for what conditions decide. `None` for a
    /// quiz of two kinds.
    pub(crate) fn check_into(
        self,
        status: QuizStatus,
        steps: usize,
        new_option_id: impl FnMut() -> OptionId,
        errors: &mut Errors,
    ) -> Option<NewQuiz> {
        let kind = QuizKind::from_flags(self.anonymous, self.inapp);
        if kind.is_none() {
            errors.add("inapp", FieldCode::TwoKinds);
        }
        let primary_colour = check_colour(self.primary_colour, errors);
        let retry_after = check_retry_after(self.retry_after, errors);
        let settings = Settings {
            name: self.name,
            description: self.description,
            primary_colour,
            opens_at: self.opens_at,
            closes_at: self.closes_at,
            retry_after,
            respondents_may_erase: self.respondents_may_erase.unwrap_or(kind == Some(QuizKind::Open)),
            allowed_origins: self.allowed_origins,
            about: self.about.check(errors),
            status,
        };
        check_settings(&settings, kind, errors);
        let questions = match self.questions {
            None => Definition::built_in().questions,
            Some(questions) if questions.is_empty() && status == QuizStatus::Draft => Vec::new(),
            Some(questions) => check_questions(questions, new_option_id, errors),
        };
        let Self { scoring, start, end, review, show_results, .. } = self;
        let plain = Definition::of(self.language, questions);
        let mut definition = Definition { scoring, start, end, review, show_results, ..plain };
        definition.check(steps, errors);
        Some(NewQuiz { kind: kind?, settings, definition })
    }
}

fn yes() -> bool {
    true
}

/// Takes null for an absent field.
pub(super) fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

pub(super) fn check_questions(
    inputs: Vec<QuestionInput>,
    mut new_option_id: impl FnMut() -> OptionId,
    errors: &mut Errors,
) -> Vec<Question> {
    if !errors.check_count("questions", inputs.len(), &QUESTIONS) {
        return Vec::new();
    }
    let mut ids = BTreeSet::new();
    let mut questions = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let path = Path::from("questions").item(index);
        if !ids.insert(input.id.clone()) {
            errors.add(path.field("id"), FieldCode::NotUnique);
        }
        questions.extend(input.check(&path, &mut new_option_id, errors));
    }
    questions
}

pub(super) fn check_colour(colour: Option<String>, errors: &mut Errors) -> Option<Colour> {
    let colour = colour?;
    Colour::parse(&colour).map_err(|error| errors.add("primaryColor", FieldCode::Malformed(error))).ok()
}

pub(super) fn check_retry_after(days: Option<i64>, errors: &mut Errors) -> Option<RetryAfter> {
    RetryAfter::try_from(days?).map_err(|error| errors.add("retryAfterDays", error)).ok()
}

pub(super) fn check_settings(settings: &Settings, kind: Option<QuizKind>, errors: &mut Errors) {
    if settings.respondents_may_erase && kind.is_some_and(|kind| kind != QuizKind::Open) {
        errors.add("respondentsMayErase", FieldCode::OpenOnly);
    }
    errors.check_wordings("name", Some(settings.name.clone()), NAME);
    if let Some(description) = &settings.description {
        errors.check_languages("description", description);
    }
    for wording in settings.description.iter().flat_map(Text::wordings) {
        errors.check_text("description", wording, 0, DESCRIPTION);
    }
    if let (Some(opens), Some(closes)) = (settings.opens_at, settings.closes_at)
        && closes <= opens
    {
        errors.add("closesAt", FieldCode::NotAfter("opensAt"));
    }
    if settings.allowed_origins.len() > ORIGINS {
        errors.add("allowedOrigins", FieldCode::TooMany { min: 0, max: ORIGINS });
    }
    for (index, origin) in settings.allowed_origins.iter().enumerate().take(ORIGINS) {
        if !is_origin(origin) {
            errors.add(Path::from("allowedOrigins").item(index), FieldCode::NotAnOrigin);
        }
    }
}

/// `scheme://host[:port]` and nothing after it; strict, because it is written into a response header.
fn is_origin(text: &str) -> bool {
    let host_and_port = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let (host, port) = host_and_port.rsplit_once(':').unwrap_or((host_and_port, "443"));
    let is_host = (1..=253).contains(&host.len())
        && host.split('.').all(|label| {
            !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        });
    is_host && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{OptionInput, Quiz, QuizChange};

    fn input() -> QuizInput {
        QuizInput::new("Money check".into(), QuizKind::Open, Language::EN)
    }

    fn own(id: &str, options: usize) -> QuestionInput {
        let option = || OptionInput::new(None, "Yes".into());
        QuestionInput {
            id: id.to_owned(),
            text: Some("Do you?".into()),
            options: Some(std::iter::repeat_with(option).take(options).collect()),
            ..QuestionInput::default()
        }
    }

    /// Ids that differ, as random ones would.
    fn ids() -> impl FnMut() -> OptionId {
        let mut number = 0;
        move || {
            number += 1;
            OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
        }
    }

    fn paths(result: Result<NewQuiz, Invalid>) -> Vec<String> {
        result.expect_err("invalid").0.into_iter().map(|error| error.path.to_string()).collect()
    }

    #[test]
    fn no_questions_means_the_eight_built_in_ones() {
        let quiz = input().check(ids()).expect("valid");
        assert_eq!(quiz.definition, Definition::built_in());
        assert_eq!(quiz.kind, QuizKind::Open);
    }

    #[test]
    fn respondents_of_new_open_quizzes_may_erase_unless_it_is_said_otherwise() {
        for (kind, asked, expected) in [
            (QuizKind::Open, None, Ok(true)),
            (QuizKind::Open, Some(false), Ok(false)),
            (QuizKind::InApp, None, Ok(false)),
            (QuizKind::Invited, Some(false), Ok(false)),
            (QuizKind::InApp, Some(true), Err(Invalid::one("respondentsMayErase", FieldCode::OpenOnly))),
        ] {
            let new = QuizInput::new("Money check".into(), kind, Language::EN);
            let checked = QuizInput { respondents_may_erase: asked, ..new }.check(ids());
            assert_eq!(checked.map(|quiz| quiz.settings.respondents_may_erase), expected, "{kind:?} {asked:?}");
        }
        let stored = r#"{"name":"Q","description":null,"primary_colour":null,"opens_at":null,"closes_at":null,
            "retry_after":null,"allowed_origins":[],"status":"open"}"#;
        let settings: Settings = serde_json::from_str(stored).expect("settings of an earlier release");
        assert!(!settings.respondents_may_erase);
    }

    #[test]
    fn only_a_draft_may_have_no_questions_yet() {
        let unwritten = || QuizInput { questions: Some(Vec::new()), ..input() };
        assert_eq!(paths(unwritten().check(ids())), ["questions"]);
        let quiz = unwritten().check_as(QuizStatus::Draft, ids()).expect("valid");
        assert_eq!((quiz.settings.status, quiz.definition.questions.len()), (QuizStatus::Draft, 0));
    }

    #[test]
    fn every_mistake_is_named_with_its_path() {
        let mut quiz = input();
        quiz.inapp = true;
        quiz.name = " ".into();
        quiz.primary_colour = Some("blue".to_owned());
        quiz.allowed_origins = vec!["https://ok.example".to_owned(), "https://x.example/path".to_owned()];
        let mut built_in_with_words = own("fhn1", 2);
        built_in_with_words.required = Some(true);
        quiz.questions = Some(vec![own("a", 2), own("a", 1), built_in_with_words, own("Not valid", 2)]);
        assert_eq!(
            paths(quiz.check(ids())),
            [
                "inapp",
                "primaryColor",
                "name",
                "allowedOrigins[1]",
                "questions[1].id",
                "questions[1].options",
                "questions[2]",
                "questions[3].id",
            ]
        );
    }

    #[test]
    fn each_rule_of_a_body_names_its_place() {
        let own = |field: &str, value: Value| {
            let mut own = json!({ "id": "q", "text": "T", "options": [{ "label": "A" }, { "label": "B" }] });
            own[field] = value;
            json!({ "questions": [own] })
        };
        let in_21_languages: Value = ('a'..='u').map(|letter| (format!("q{letter}"), json!("T"))).collect();
        let unlabelled = json!([{ "label": "" }, { "id": "no", "label": "a\0" }, { "label": "a\0" }]);
        for (change, places) in [
            (json!({ "name": {} }), &["name"][..]),
            (json!({ "name": in_21_languages }), &["name"]),
            (json!({ "description": in_21_languages }), &["description"]),
            (json!({ "description": "a\0" }), &["description"]),
            (json!({ "opensAt": 5, "closesAt": 5 }), &["closesAt"]),
            (json!({ "about": { "seenBy": { "es": "x".repeat(201) } } }), &["about.seenBy"]),
            (json!({ "about": { "help": [{ "label": {}, "url": "tel:112" }] } }), &["about.help[0].label"]),
            (json!({ "questions": [{ "id": "q" }] }), &["questions[0].text", "questions[0].options"]),
            (own("text", json!("a\0")), &["questions[0].text"]),
            (own("help", json!("a\0")), &["questions[0].help"]),
            (
                own("options", unlabelled),
                &["questions[0].options[0].label", "questions[0].options[1].id", "questions[0].options[2].label"],
            ),
            (own("showIf", json!({ "language": ["english"] })), &["questions[0].showIf"]),
            (json!({ "language": "de", "questions": [{ "id": "fhn1" }] }), &["questions"]),
        ] {
            let mut body = json!({ "name": "T" });
            body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
            let body: QuizInput = serde_json::from_str(&body.to_string()).expect("a body");
            assert_eq!(paths(body.check(ids())), places, "{change}");
        }
    }

    #[test]
    fn the_language_of_the_quiz_must_be_complete() {
        let mut quiz = input();
        quiz.language = Language::ES;
        let mut english = own("pet", 2);
        english.text = Some(Text::ByLanguage([(Language::EN, "A pet?".to_owned())].into()));
        quiz.questions = Some(vec![english]);
        let error = quiz.check(ids()).expect_err("no Spanish text").to_string();
        assert_eq!(error, "questions question pet lacks a text or a label in es");
    }

    #[test]
    fn limits_hold_at_their_edges() {
        for (questions, is_ok) in [(0, false), (1, true), (200, true), (201, false)] {
            let mut quiz = input();
            quiz.questions = Some((0..questions).map(|n| own(&format!("q{n}"), 2)).collect());
            assert_eq!(quiz.check(ids()).is_ok(), is_ok, "{questions} questions");
        }
        for (options, is_ok) in [(1, false), (2, true), (300, true), (301, false)] {
            let mut quiz = input();
            quiz.questions = Some(vec![own("q", options)]);
            assert_eq!(quiz.check(ids()).is_ok(), is_ok, "{options} options");
        }
        for (name, is_ok) in [("é".repeat(200), true), ("é".repeat(201), false), ("a\0b".to_owned(), false)] {
            let mut quiz = input();
            quiz.name = name.as_str().into();
            assert_eq!(quiz.check(ids()).is_ok(), is_ok);
        }
    }

    #[test]
    fn a_definition_is_bounded_as_a_whole() {
        let many = |questions: usize, options: usize, last: usize| {
            let questions = (0..questions).map(|n| own(&format!("q{n}"), options));
            let mut quiz = input();
            quiz.questions = Some(questions.chain([own("last", last)]).collect());
            quiz
        };
        let too_many = |question: usize, field: &'static str, what, max| {
            Invalid::one(Path::from("questions").item(question).field(field), FieldCode::TooManyInAll { what, max })
        };
        assert!(many(99, 100, 100).check(ids()).is_ok(), "10,000 options");
        assert_eq!(many(99, 100, 101).check(ids()), Err(too_many(99, "options", "options", 10_000)));

        let code = |code: usize| serde_json::json!({ "question": "q0", "is": [code] });
        let conditional = |of_last: Vec<serde_json::Value>, at_first: Vec<serde_json::Value>| {
            let mut quiz = many(1, 200, 2);
            let mut questions = quiz.questions.take().expect("questions");
            let condition = |any| serde_json::from_value(serde_json::json!({ "any": any })).expect("a condition");
            questions.insert(1, QuestionInput { show_if: Some(condition(at_first)), ..own("first", 2) });
            questions[2].show_if = Some(condition(of_last));
            quiz.questions = Some(questions);
            quiz
        };
        assert!(conditional(vec![code(1); 998], vec![code(1); 1000]).check(ids()).is_ok(), "2,000 conditions");
        let refused = conditional(vec![code(1); 999], vec![code(1); 1000]).check(ids());
        assert_eq!(refused, Err(too_many(2, "showIf", "conditions", 2000)));

        let codes: Vec<usize> = (1..=199).collect();
        let wide = |count| vec![serde_json::json!({ "question": "q0", "is": codes }); count];
        assert!(conditional(wide(50), wide(50)).check(ids()).is_ok());
        let refused = conditional(wide(51), wide(50)).check(ids());
        let what = "options and languages in conditions";
        assert_eq!(refused, Err(too_many(2, "showIf", what, 20_000)));
    }

    #[test]
    fn a_definition_of_an_earlier_release_is_saved_as_it_is_whatever_its_size() {
        let questions: Vec<_> = (0..40).map(|n| own(&format!("q{n}"), 300)).collect();
        let mut ids = ids();
        let mut errors = Errors::default();
        let questions = check_questions(questions, &mut ids, &mut errors);
        let definition = Definition::of(Language::EN, questions);
        let NewQuiz { kind, settings, .. } = input().check(&mut ids).expect("valid");
        let quiz = Quiz {
            id: crate::QuizId::from_random(1),
            namespace_id: crate::NamespaceId::parse("acme").expect("an id"),
            kind,
            settings,
            version: 1,
            definition: definition.clone().into(),
            retention: crate::Retention::default(),
            session_secret: None,
            created_at: Timestamp::default(),
            updated_at: Timestamp::default(),
        };
        let whole = || Some(definition.questions.iter().map(QuestionInput::from).collect());
        let renamed = QuizChange { name: Some("Other".into()), questions: whole(), ..QuizChange::default() };
        assert_eq!(renamed.apply(&quiz, &mut ids).map(|(_, same)| same), Ok(definition.clone()));
        let reviewed = QuizChange { review: Some(true), questions: whole(), ..QuizChange::default() };
        assert!(reviewed.apply(&quiz, &mut ids).is_err());
    }

    #[test]
    fn an_origin_cannot_smuggle_anything_into_a_header() {
        for good in ["https://a.example", "http://localhost:8080", "http://127.0.0.1:1"] {
            assert!(is_origin(good), "{good}");
        }
        for bad in [
            "*",
            "https://",
            "https://*.example",
            "https://a.example;script-src",
            "https://a b",
            "ftp://a",
            "https://a.example/",
            "https://a.example:0",
            "https://a.example:99999",
            "https://A.example",
            "https://a\r\nb",
        ] {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
