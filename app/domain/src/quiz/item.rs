//! Parts of a quiz with an answer of their own: a question, a row of a matrix, or the text field beside an option.

use crate::{
    Answer, AnswerInput, Cells, Condition, Decimal, FieldCode, Format, Kind, KindName, Language, Numeric, OptionId,
    OwnOption, Question, QuestionBody, QuestionId, Scale, Writing, text::dates::is_date, values::email::Email,
};

const OTHER: Writing = Writing { max_length: Item::MOST_BESIDE, long: false, format: None };

/// A part of a question with an answer of its own.
#[derive(Clone, Debug)]
pub struct Item<'d> {
    pub id: QuestionId,
    pub question: &'d Question,
    pub(crate) answer_type: AnswerType<'d>,
    /// For the text field beside options: the options that open it.
    pub(crate) beside: Vec<&'d OptionId>,
}

/// The form that an answer has.
#[derive(Clone, Debug)]
pub(crate) enum AnswerType<'d> {
    BuiltIn(&'static [OptionId]),
    Choice(&'d [OwnOption]),
    Multiple { options: &'d [OwnOption], min: usize, max: usize },
    Ranking(&'d [OwnOption]),
    Scale(&'d Scale),
    Number(&'d Numeric),
    Text(&'d Writing),
    Date { min: Option<&'d str>, max: Option<&'d str> },
    Consent,
}

impl Question {
    /// The parts that take an answer: none in a statement, the rows of a matrix.
    pub fn items(&self) -> Vec<Item<'_>> {
        let own = match &self.body {
            QuestionBody::BuiltIn(_, options) => return vec![self.item(AnswerType::BuiltIn(options))],
            QuestionBody::Own(own) => own,
        };
        let mut items = match &own.kind {
            Kind::Choice { options, .. } => vec![self.item(AnswerType::Choice(options))],
            Kind::Multiple { options, min, max } => {
                let (min, max) = (min.unwrap_or(0), max.unwrap_or(options.len()));
                vec![self.item(AnswerType::Multiple { options, min, max })]
            }
            Kind::Ranking { options } => vec![self.item(AnswerType::Ranking(options))],
            Kind::Scale(scale) => vec![self.item(AnswerType::Scale(scale))],
            Kind::Number(number) => vec![self.item(AnswerType::Number(number))],
            Kind::Text(writing) => vec![self.item(AnswerType::Text(writing))],
            Kind::Date { min, max } => vec![self.item(AnswerType::Date { min: min.as_deref(), max: max.as_deref() })],
            Kind::Consent { .. } => vec![self.item(AnswerType::Consent)],
            Kind::Statement { .. } => Vec::new(),
            Kind::Matrix { rows, cells } => {
                let answer_type = match cells {
                    Cells::Options(options) => AnswerType::Choice(options),
                    Cells::Scale(scale) => AnswerType::Scale(scale),
                };
                let ids = rows.iter().filter_map(|row| self.part(row.id.as_str()));
                ids.map(|id| Item { id, ..self.item(answer_type.clone()) }).collect()
            }
        };
        let beside: Vec<&OptionId> =
            own.kind.options().iter().filter(|option| option.other).map(|option| &option.id).collect();
        if let Some(id) = self.part("other").filter(|_| !beside.is_empty()) {
            items.push(Item { id, question: self, answer_type: AnswerType::Text(&OTHER), beside });
        }
        items
    }

    fn item<'d>(&'d self, answer_type: AnswerType<'d>) -> Item<'d> {
        Item { id: self.id.clone(), question: self, answer_type, beside: Vec::new() }
    }

    /// The id of a part of the question; `None` if it is too long, which a check of the definition refuses.
    pub(crate) fn part(&self, name: &str) -> Option<QuestionId> {
        QuestionId::parse(&[self.id.as_str(), "_", name].concat()).ok()
    }
}

impl Item<'_> {
    /// Characters of a text beside an option.
    pub const MOST_BESIDE: usize = 1000;

    /// True if a submission needs an answer where the item is shown.
    pub fn is_required(&self) -> bool {
        self.question.required && self.beside.is_empty()
    }

    /// False for the text beside an option that is not chosen.
    pub(crate) fn is_open(&self, answers: &crate::Answers) -> bool {
        let chosen = answers.get(&self.question.id);
        let is_chosen = |option: &&OptionId| {
            chosen.is_some_and(|answer| answer.option() == Some(*option) || answer.options().contains(option))
        };
        self.beside.is_empty() || self.beside.iter().any(is_chosen)
    }

    /// The question, with its row in a matrix or the option that the text field belongs to. An own text falls back to
    /// `default`.
    pub fn text(&self, language: Language, default: Language) -> String {
        let text = self.question.text(language, default);
        let part = match self.question.own().map(|own| &own.kind) {
            Some(Kind::Matrix { rows, .. }) => {
                let row = rows.iter().find(|row| self.question.part(row.id.as_str()).as_ref() == Some(&self.id));
                row.map(|row| &row.text)
            }
            Some(kind) => {
                kind.options().iter().find(|option| self.beside.contains(&&option.id)).map(|option| &option.label)
            }
            None => None,
        };
        part.map_or_else(|| text.to_owned(), |part| format!("{text} {}", part.in_language(language, default)))
    }

    /// The first number of each part by which numeric answers are counted: the numbers of a scale, the ranges of a
    /// number's points, or else ten equal parts.
    pub fn parts(&self) -> Vec<Decimal> {
        match &self.answer_type {
            AnswerType::Scale(scale) => scale.values().map(Decimal::whole).collect(),
            AnswerType::Number(Numeric { min, max, ranges, .. }) if ranges.is_empty() => {
                let (min, max) = (i128::from(min.first_digits().thousandths()), i128::from(max.thousandths()));
                let mut parts: Vec<Decimal> =
                    (0..10).filter_map(|part| Decimal::from_thousandths(min + (max - min) * part / 10)).collect();
                parts.dedup();
                parts
            }
            AnswerType::Number(Numeric { min, ranges, .. }) => {
                std::iter::once(min.first_digits()).chain(ranges.iter().filter_map(|range| range.below)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// True for numbers of which tallies do not keep all digits; see [`Decimal::first_digits`].
    pub fn has_more_digits_than_tallies(&self) -> bool {
        let AnswerType::Number(Numeric { min, max, decimals, .. }) = &self.answer_type else { return false };
        let greatest = min.thousandths().abs().max(max.thousandths().abs());
        greatest / Decimal::step(*decimals).thousandths() >= 10_000
    }

    /// The smallest difference between two answers; `None` where answers are no numbers.
    pub fn step(&self) -> Option<Decimal> {
        match &self.answer_type {
            AnswerType::Scale(_) => Some(Decimal::whole(1)),
            AnswerType::Number(number) => Some(Decimal::step(number.decimals)),
            _ => None,
        }
    }

    /// The numbers of a scale; none for other kinds.
    pub fn scale_values(&self) -> Vec<Decimal> {
        if let AnswerType::Scale(scale) = &self.answer_type {
            scale.values().map(Decimal::whole).collect()
        } else {
            Vec::new()
        }
    }

    pub fn is_date(&self) -> bool {
        matches!(self.answer_type, AnswerType::Date { .. })
    }

    pub fn is_text(&self) -> bool {
        matches!(self.answer_type, AnswerType::Text(_))
    }

    pub fn is_consent(&self) -> bool {
        matches!(self.answer_type, AnswerType::Consent)
    }

    /// True for an answer by one option, which exports tell with its label.
    pub fn is_choice(&self) -> bool {
        matches!(self.answer_type, AnswerType::Choice(_) | AnswerType::BuiltIn(_))
    }

    pub(crate) fn options(&self) -> &[OwnOption] {
        match self.answer_type {
            AnswerType::Choice(options) | AnswerType::Multiple { options, .. } | AnswerType::Ranking(options) => {
                options
            }
            _ => &[],
        }
    }

    /// The answer that a caller's input means here, or the rule it breaks.
    pub fn read(&self, input: &AnswerInput) -> Result<Answer, FieldCode> {
        match (&self.answer_type, input) {
            (AnswerType::BuiltIn(options), input) => self.option(options, input).map(Answer::Option),
            (AnswerType::Choice(options), input) => self.option(&ids(options), input).map(Answer::Option),
            (AnswerType::Multiple { options, min, max }, AnswerInput::List(list)) => {
                let chosen = self.list(options, list)?;
                let is_exclusive = |option: &&OwnOption| option.exclusive && chosen.contains(&option.id);
                let has_exclusive = options.iter().any(|option| is_exclusive(&option));
                if has_exclusive && chosen.len() > 1 {
                    return Err(FieldCode::Exclusive);
                }
                let (min, max) = ((*min).max(1), *max);
                match chosen.len() {
                    few if few < min && !has_exclusive => Err(FieldCode::TooFew { min, max }),
                    many if many > max => Err(FieldCode::TooMany { min, max }),
                    _ => Ok(Answer::Options(in_order(options, &chosen))),
                }
            }
            (AnswerType::Ranking(options), AnswerInput::List(list)) => {
                let ranked = self.list(options, list)?;
                // Options that are hidden from the respondent have no rank.
                let is_complete = options.iter().all(|option| option.show_if.is_some() || ranked.contains(&option.id));
                if is_complete { Ok(Answer::Options(ranked)) } else { Err(FieldCode::IncompleteRanking) }
            }
            (AnswerType::Scale(scale), AnswerInput::Number(number)) => {
                within(*number, Decimal::whole(scale.from), Decimal::whole(scale.to), 0)
            }
            (AnswerType::Number(number), AnswerInput::Number(given)) => {
                within(*given, number.min, number.max, number.decimals)
            }
            (AnswerType::Text(writing), AnswerInput::Text(text)) => written(writing, text),
            (AnswerType::Date { min, max }, AnswerInput::Text(text)) if is_date(text) => {
                let is_within =
                    min.is_none_or(|min| min <= text.as_str()) && max.is_none_or(|max| text.as_str() <= max);
                let bounds = || (min.map(str::to_owned), max.map(str::to_owned));
                if is_within {
                    Ok(Answer::Text(text.clone()))
                } else {
                    let (min, max) = bounds();
                    Err(FieldCode::DateOutOfRange { min, max })
                }
            }
            (AnswerType::Date { .. }, AnswerInput::Text(_)) => Err(FieldCode::NotADate),
            (AnswerType::Consent, AnswerInput::Consent(true)) => Ok(Answer::Consent),
            _ => Err(FieldCode::WrongType(self.wanted().to_owned())),
        }
    }

    fn wanted(&self) -> &'static str {
        match self.answer_type {
            AnswerType::BuiltIn(_) | AnswerType::Choice(_) => "the UUID of an option, or its code as a number",
            AnswerType::Multiple { .. } | AnswerType::Ranking(_) => "a list of options, each by its UUID or its code",
            AnswerType::Scale(_) => "a whole number",
            AnswerType::Number(_) => "a number",
            AnswerType::Text(_) => "a text",
            AnswerType::Date { .. } => "a date written YYYY-MM-DD",
            AnswerType::Consent => "true",
        }
    }

    /// The option among these that the input names by id or by code.
    fn option(&self, options: &[OptionId], input: &AnswerInput) -> Result<OptionId, FieldCode> {
        let found = match input {
            AnswerInput::Text(text) => {
                let id = OptionId::parse(&text.to_ascii_lowercase()).map_err(FieldCode::Malformed)?;
                options.iter().find(|known| **known == id)
            }
            AnswerInput::Number(code) if code.as_whole().is_some_and(|code| u32::try_from(code).is_ok()) => code
                .as_whole()
                .and_then(|code| usize::try_from(code).ok())
                .and_then(|code| options.get(code.checked_sub(1)?)),
            _ => return Err(FieldCode::WrongType(self.wanted().to_owned())),
        };
        found.cloned().ok_or_else(|| FieldCode::UnknownOption(self.id.clone()))
    }

    fn list(&self, options: &[OwnOption], list: &[AnswerInput]) -> Result<Vec<OptionId>, FieldCode> {
        let known = ids(options);
        let mut chosen: Vec<OptionId> = Vec::new();
        for input in list {
            let option = self.option(&known, input)?;
            if chosen.contains(&option) {
                return Err(FieldCode::Repeated);
            }
            chosen.push(option);
        }
        Ok(chosen)
    }

    /// The answer without what the respondent is not shown; `None` if nothing is left of it.
    pub(crate) fn visible(&self, answer: &Answer, is_shown: impl Fn(&Condition) -> bool) -> Option<Answer> {
        let is_hidden = |id: &OptionId| {
            let option = self.options().iter().find(|option| option.id == *id);
            option.and_then(|option| option.show_if.as_ref()).is_some_and(|condition| !is_shown(condition))
        };
        match answer {
            Answer::Option(option) if is_hidden(option) => None,
            Answer::Options(options) => {
                let left: Vec<OptionId> = options.iter().filter(|option| !is_hidden(option)).cloned().collect();
                (!left.is_empty()).then_some(Answer::Options(left))
            }
            other => Some(other.clone()),
        }
    }
}

fn ids(options: &[OwnOption]) -> Vec<OptionId> {
    options.iter().map(|option| option.id.clone()).collect()
}

fn in_order(options: &[OwnOption], chosen: &[OptionId]) -> Vec<OptionId> {
    options.iter().filter(|option| chosen.contains(&option.id)).map(|option| option.id.clone()).collect()
}

fn within(number: Decimal, min: Decimal, max: Decimal, places: u8) -> Result<Answer, FieldCode> {
    if number < min || max < number {
        return Err(FieldCode::NotBetween { min, max });
    }
    if number.fits(places) { Ok(Answer::Number(number)) } else { Err(FieldCode::TooPrecise { places }) }
}

fn written(writing: &Writing, text: &str) -> Result<Answer, FieldCode> {
    if let Some(code) = FieldCode::of_text(text, writing.max_length) {
        return Err(code);
    }
    if text.trim().is_empty() {
        return Err(FieldCode::Empty);
    }
    let has_format = match writing.format {
        None => true,
        Some(Format::Email) => Email::is_valid(text),
        Some(Format::Url) => ["https://", "http://"].iter().any(|scheme| {
            text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
        }),
        Some(Format::Phone) => {
            text.bytes().filter(u8::is_ascii_digit).count() >= 3
                && text.bytes().all(|byte| byte.is_ascii_digit() || b"+-(). /".contains(&byte))
        }
    };
    match writing.format {
        Some(format) if !has_format => Err(FieldCode::WrongFormat(format.wanted())),
        _ => Ok(Answer::Text(text.to_owned())),
    }
}

impl Format {
    fn wanted(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address",
            Self::Url => "a web address that begins with https:// or http://",
            Self::Phone => "a telephone number",
        }
    }
}

impl Item<'_> {
    /// The kind of question that it asks; a cell of a matrix has the kind of its answer.
    pub fn kind(&self) -> KindName {
        match self.answer_type {
            AnswerType::BuiltIn(_) | AnswerType::Choice(_) => KindName::Choice,
            AnswerType::Multiple { .. } => KindName::Multiple,
            AnswerType::Ranking(_) => KindName::Ranking,
            AnswerType::Scale(_) => KindName::Scale,
            AnswerType::Number(_) => KindName::Number,
            AnswerType::Text(_) => KindName::Text,
            AnswerType::Date { .. } => KindName::Date,
            AnswerType::Consent => KindName::Consent,
        }
    }
}
