//! Validation errors, field by field.

use std::{fmt, ops::RangeInclusive};

use thiserror::Error;

use crate::{Decimal, IdError, Indicator, KindName, Language, Name, Part, Path, QuestionId, Text, coded};

/// Per text.
const MOST_LANGUAGES: usize = 20;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DateMistake {
    NoDay,
    /// Missing, or not the name of a month.
    NoMonth,
    /// Missing, or not four digits.
    NoYear,
    NoSuchDay,
}

coded! {
    /// A rule that a value breaks. Its message continues the name of the field, in English for API clients and
    /// operators: `must not be empty`.
    #[derive(Clone, Debug, Eq, Error, PartialEq)]
    pub enum FieldCode {
        #[error("is required")]
        Required => "required": "the field is missing, or the question is not answered",
        #[error("must not be empty")]
        Empty => "empty": "the text is empty",
        /// In characters.
        #[error("is {length} characters long, at most {max} are allowed")]
        TooLong { length: usize, max: usize } => "too_long": "the text is too long",
        /// In characters.
        #[error("must be {min} to {max} characters")]
        WrongLength { min: usize, max: usize } => "wrong_length": "the text is too short or too long",
        #[error("must not hold the character U+0000")]
        NulCharacter => "nul_character": "the text holds U+0000",
        #[error("must have {min} to {max} entries")]
        TooFew { min: usize, max: usize } => "too_few": "the list has too few entries",
        #[error("must have {min} to {max} entries")]
        TooMany { min: usize, max: usize } => "too_many": "the list has too many entries",
        /// Over all questions.
        #[error("exceeds the {max} {what} that a quiz may have in all")]
        TooManyInAll { what: &'static str, max: usize } => "too_many_in_all":
            "the quiz has more options or conditions than it may have in all",
        #[error("makes the answers larger than {max} bytes")]
        TooLarge { max: usize } => "too_large": "the answers of a record would exceed 256 KiB; nothing was stored",
        #[error("must be {min} to {max}")]
        OutOfRange { min: i64, max: i64 } => "out_of_range": "the number is too small or too large",
        #[error("must be {min} to {max}")]
        NotBetween { min: Decimal, max: Decimal } => "out_of_range",
        #[error("must lie {}", between(.min.as_deref(), .max.as_deref()))]
        DateOutOfRange { min: Option<String>, max: Option<String> } => "out_of_range",
        #[error("must have at most {places} decimal places")]
        TooPrecise { places: u8 } => "too_precise": "the number has too many decimal places",
        /// Both readings in an unambiguous spelling.
        #[error("may mean {large} or {small}")]
        Ambiguous { large: String, small: String } => "ambiguous":
            "a typed number can be read in two ways; forms alone answer with it",
        #[error("must be a date written YYYY-MM-DD")]
        NotADate(DateMistake) => "not_a_date": "not a day of the calendar written `YYYY-MM-DD`",
        #[error("must be {0}")]
        WrongFormat(&'static str) => "wrong_format":
            "not an e-mail address, web address or telephone number, as the question asks",
        #[error("must not combine an option that excludes the others with others")]
        Exclusive => "exclusive": "an option that excludes the others is chosen with others",
        #[error("has no place left")]
        NoPlaces => "no_places": "no place is left for an option; forms alone answer with it",
        #[error("must rank every option")]
        IncompleteRanking => "incomplete_ranking": "a ranking leaves options out",
        #[error("must have {count} entries")]
        WrongCount { count: i64 } => "wrong_count":
            "a list of points or a table has another number of entries than it needs",
        #[error("must be above the entry before it")]
        NotAscending => "not_ascending": "the bound is not above the one before it",
        #[error("does not belong to a question of the kind {}", .0.as_str())]
        NotOfKind(KindName) => "not_of_kind": "the field does not belong to a question of this kind",
        #[error("{0} is not asked before; name an earlier question")]
        NotEarlier(QuestionId) => "not_earlier": "a condition names a question that is not asked before",
        #[error("question {0} takes no such answer; use is for choices, includes for multiple, atLeast and atMost for numbers")]
        WrongCondition(QuestionId) => "wrong_condition":
            "a condition looks for an answer that the question does not take",
        #[error("must not be nested deeper than {max}")]
        TooDeep { max: usize } => "too_deep":
            "objects and lists are nested deeper than 32 levels, or a condition deeper than five",
        #[error("always holds; leave it out")]
        AlwaysTrue => "always_true": "a condition holds whatever is answered",
        #[error("never holds; change it or leave it out")]
        NeverTrue => "never_true": "a condition holds for no answers",
        #[error("is never reached; change the conditions before it")]
        Unreachable => "unreachable": "the question is never shown",
        #[error("{0} is not a category of this quiz")]
        UnknownCategory(Name) => "unknown_category": "the scoring has no such category",
        #[error("tests a band or a change, which only alerts do that are not early")]
        NoScoreYet => "no_score_yet": "a condition tests a band or a change before there is a score: only alerts do that are not early",
        #[error("{0} is not a band of this quiz")]
        UnknownBand(Name) => "unknown_band": "the scoring has no such band",
        #[error("leave answers without a table; end with a table that has no condition")]
        Uncovered => "uncovered": "some answers have no conversion table",
        #[error("must be given exactly where the method is table")]
        TablesWithoutMethod => "not_of_method":
            "conversion tables come without the method `table`, or are missing with it",
        #[error("must be {}", alternatives(.0))]
        NotOneOf(&'static [&'static str]) => "not_one_of": "the text is not one of those that are possible",
        /// A JSON value of another type, or a text of another form, than the one named here.
        #[error("must be {0}")]
        WrongType(String) => "wrong_type": "another kind of JSON value, or a text of another form",
        #[error("is given twice")]
        Repeated => "repeated": "the field is given twice",
        #[error("is used twice")]
        NotUnique => "not_unique": "an id is used twice, or the code of an option, also of one that is gone",
        #[error("was sent with another body before")]
        OtherBody => "other_body": "this `Idempotency-Key` was sent with another body before",
        #[error("{0}")]
        Malformed(IdError) => "malformed": "an id, a colour, a time zone or an e-mail address does not have its form",
        #[error("must be an origin such as https://app.example.com")]
        NotAnOrigin => "not_an_origin": "not an origin such as `https://app.example.com`",
        /// With the reason why nothing is sent there. Respondents' pages have no such field.
        #[error("must be an address that events may be sent to: {0}")]
        RefusedAddress(String) => "refused_address":
            "events may not be sent to the address of a webhook; the sentence says why" with "edit",
        #[error("must be after {0}")]
        NotAfter(&'static str) => "not_after": "a time is not after the one it must follow",
        #[error("a quiz is anonymous or inapp, not both")]
        TwoKinds => "two_kinds": "both `anonymous` and `inapp`",
        #[error("is not possible beside {0}: take one of them away")]
        Beside(&'static str) => "not_beside": "the field is not possible beside another one that is set",
        #[error("is too long: it must fit in {0}")]
        TooLongFor(&'static str) => "too_long_for": "a time of a series is longer than the one that it belongs to",
        #[error("is not a field that the quiz declares")]
        UndeclaredField => "undeclared_field": "the quiz declares no such field of people",
        #[error("is for quizzes by invitation and in-app quizzes only")]
        NotForOpen => "not_for_open": "`series` for a quiz that is open to anyone",
        #[error("is for open quizzes only")]
        OpenOnly => "open_only": "`respondentsMayErase` for a quiz that is not open to anyone",
        #[error("{} is a built-in question: its words and options are fixed", .0.as_str())]
        FixedWords(Indicator) => "fixed_words": "a built-in question comes with words or options",
        #[error("question {question} lacks a text or a label in {language}")]
        Untranslated { question: QuestionId, language: Language } => "untranslated":
            "a question lacks words in the quiz's language",
        #[error("is not possible with feedback at once: answers stand once they are given")]
        AnswersStand => "answers_stand": "`review` in a quiz whose answers stand once they are given",
        #[error("is not the id of a word of question pages")]
        UnknownWord => "unknown_word": "question pages have no word of this id",
        #[error("{}", in_braces(.0))]
        Placeholders(Vec<&'static str>) => "placeholders":
            "a word of question pages lacks a name in braces for what its page puts in, or has another one",
        #[error("has something in braces that stands for nothing: possible are {}", braced(.0))]
        UnknownPlaceholder(&'static [&'static str]) => "unknown_placeholder":
            "a text of a message has something in braces that stands for nothing",
        #[error("is not a picture of this quiz: send the picture first")]
        UnknownImage => "unknown_image": "the quiz has no such picture; it is sent before the definition that shows it",
        #[error("must be a PNG, JPEG or WebP picture")]
        NotAnImage => "not_an_image": "the bytes are no PNG, JPEG or WebP picture, or not of the type that they are sent as",
        #[error("is cut short or damaged, or of a form that browsers do not show")]
        DamagedImage => "damaged_image": "the picture is cut short or damaged, or of a form that browsers do not show",
        #[error("is larger than {max} bytes")]
        LargeImage { max: usize } => "too_large",
        #[error("must not be animated")]
        AnimatedImage => "animated_image": "the picture is animated",
        #[error("must be 1 to 4096 pixels wide and high")]
        ImageDimensions => "image_dimensions": "the picture is wider or higher than 4,096 pixels, or empty",
        #[error("{0} is not a question of this quiz")]
        UnknownQuestion(QuestionId) => "unknown_question": "the quiz has no such question",
        #[error("is not an option of question {0}")]
        UnknownOption(QuestionId) => "unknown_option": "the question has no such option",
        #[error("cannot be changed; send what is stored, or leave it out")]
        ReadOnly => "read_only": "the field cannot be changed, and is not what is stored",
        #[error("{0} takes no answer itself: it is a statement, or a matrix, whose rows are answered")]
        NotAnswered(QuestionId) => "unknown_question",
        #[error("is not your password")]
        WrongPassword => "wrong_password",
        /// A pasted definition, with the parser's message.
        #[error("{0}")]
        NotJson(String) => "malformed_json",
        #[error("is easy to guess: choose several words that do not belong together")]
        GuessablePassword => "guessable_password": "the password is easy to guess",
        #[error("is not a secret")]
        NotASecret => "not_a_secret",
        #[error("is not the code that the app shows now")]
        WrongCode => "wrong_code",
    }
}

impl FieldCode {
    /// The rule that a text of at most `max` characters breaks, if any.
    pub fn of_text(text: &str, max: usize) -> Option<Self> {
        let length = text.chars().count();
        if length > max {
            Some(Self::TooLong { length, max })
        } else {
            // Searching for a `char` would add the string search to the bundle.
            text.bytes().any(|byte| byte == 0).then_some(Self::NulCharacter)
        }
    }
}

/// `a, b or c`
fn alternatives(names: &[&str]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// `{min}, {max}`
fn braced(names: &[&str]) -> String {
    names.iter().map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(", ")
}

fn in_braces(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    match names.is_empty() {
        true => "must hold no braces".to_owned(),
        false => format!("must hold {}, once", names.join(" and ")),
    }
}

/// `from 2026-01-01 to 2026-12-31`, or one of them; bounds included.
fn between(min: Option<&str>, max: Option<&str>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("on {min} or later"),
        (None, Some(max)) => format!("on {max} or earlier"),
        (None, None) => "in the calendar".to_owned(),
    }
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FieldError {
    pub path: Path,
    pub code: FieldCode,
}

impl FieldError {
    pub fn new(path: impl Into<Path>, code: FieldCode) -> Self {
        Self { path: path.into(), code }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.code)
    }
}

/// All errors of an input; never empty.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Invalid(pub Vec<FieldError>);

impl Invalid {
    pub fn one(path: impl Into<Path>, code: FieldCode) -> Self {
        Self(vec![FieldError::new(path, code)])
    }
}

/// The maximum number of errors reported: more than an author reads, yet quick to serialize.
const TOLD: usize = 1000;

/// Collects errors while the rest of an input is checked.
#[derive(Default)]
pub(crate) struct Errors {
    /// The first errors, at most `TOLD`.
    told: Vec<FieldError>,
    found: usize,
}

impl Errors {
    pub(crate) fn add(&mut self, path: impl Into<Path>, code: FieldCode) {
        self.found += 1;
        if self.told.len() < TOLD {
            self.told.push(FieldError::new(path, code));
        }
    }

    /// The number of errors found, reported or not.
    pub(crate) fn len(&self) -> usize {
        self.found
    }

    pub(crate) fn has_any_in(&self, list: &str) -> bool {
        let is_inside =
            |path: &Path| matches!(path.parts()[..], [Part::Field(name), Part::Item(_), ..] if name == list);
        self.found > self.told.len() || self.told.iter().any(|error| is_inside(&error.path))
    }

    /// True if the field or anything inside it has an error.
    #[cfg(feature = "edit")]
    pub(crate) fn has_any_of(&self, field: &str) -> bool {
        self.told.iter().any(|error| matches!(error.path.parts()[..], [Part::Field(name), ..] if name == field))
    }

    /// Requires `min` to `max` characters, not only white space, and no NUL.
    pub(crate) fn check_text(&mut self, path: impl Into<Path>, text: &str, min: usize, max: usize) {
        let is_empty = text.chars().count() < min || (min > 0 && text.trim().is_empty());
        if let Some(code) = FieldCode::of_text(text, max).or(is_empty.then_some(FieldCode::Empty)) {
            self.add(path, code);
        }
    }

    /// Requires at least one wording, none of them empty.
    pub(crate) fn check_wordings(&mut self, path: impl Into<Path>, text: Option<Text>, max: usize) -> Option<Text> {
        let path = path.into();
        let Some(text) = text.filter(|text| text.wordings().next().is_some()) else {
            self.add(path, FieldCode::Empty);
            return None;
        };
        self.check_languages(&path, &text);
        for wording in text.wordings() {
            self.check_text(&path, wording, 1, max);
        }
        Some(text)
    }

    pub(crate) fn check_languages(&mut self, path: impl Into<Path>, text: &Text) {
        self.check_count(path, text.languages().count(), &(0..=MOST_LANGUAGES));
    }

    /// Returns `false` if the count is not allowed.
    pub(crate) fn check_count(&mut self, path: impl Into<Path>, count: usize, allowed: &RangeInclusive<usize>) -> bool {
        let (min, max) = (*allowed.start(), *allowed.end());
        if count < min {
            self.add(path, FieldCode::TooFew { min, max });
        } else if count > max {
            self.add(path, FieldCode::TooMany { min, max });
        }
        allowed.contains(&count)
    }

    pub(crate) fn finish(self) -> Result<(), Invalid> {
        if self.told.is_empty() { Ok(()) } else { Err(Invalid(self.told)) }
    }
}
