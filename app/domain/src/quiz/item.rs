//! Parts of a quiz that take an answer: a question, a row of a matrix, or the text field beside an option.

use crate::{
    Answer, AnswerInput, Condition, DateMistake, Decimal, FieldCode, Format, Kind, Language, Numeric, OptionId,
    OwnOption, Question, QuestionId, Writing,
    text::{
        dates::is_date,
        typed::{clean, phone, web_address},
    },
    values::email::Email,
};

static OTHER: Kind = Kind::Text(Writing { max_length: Item::MOST_BESIDE, long: false, format: None });

/// A part of a question that takes an answer.
#[derive(Clone, Debug)]
pub struct Item<'d> {
    pub id: QuestionId,
    pub question: &'d Question,
    /// The question's kind; for a matrix row the kind of its cells.
    pub kind: &'d Kind,
    /// For the text field beside options: the options that enable it.
    pub(crate) beside: Vec<&'d OptionId>,
}

impl Question {
    /// None for a statement, the rows for a matrix.
    pub fn items(&self) -> Vec<Item<'_>> {
        let mut items = match self.kind() {
            Kind::Statement { .. } => Vec::new(),
            Kind::Matrix { rows, cells } => {
                let ids = rows.iter().filter_map(|row| self.part(row.id.as_str()));
                ids.map(|id| Item { id, ..self.item(cells) }).collect()
            }
            kind => vec![self.item(kind)],
        };
        let options = self.kind().options().iter();
        let beside: Vec<&OptionId> = options.filter(|option| option.other).map(|option| &option.id).collect();
        if let Some(id) = self.part("other").filter(|_| !beside.is_empty()) {
            items.push(Item { id, question: self, kind: &OTHER, beside });
        }
        items
    }

    fn item<'d>(&'d self, kind: &'d Kind) -> Item<'d> {
        Item { id: self.id.clone(), question: self, kind, beside: Vec::new() }
    }

    /// The id of a part of the question; `None` if it is too long, which the check of the definition rejects.
    pub(crate) fn part(&self, name: &str) -> Option<QuestionId> {
        QuestionId::parse(&[self.id.as_str(), "_", name].concat()).ok()
    }
}

impl Item<'_> {
    /// The maximum length of a text beside an option, in characters.
    pub const MOST_BESIDE: usize = 1000;

    /// True if a submission needs an answer to the item where it is shown.
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

    /// The text of the question, with its matrix row or the option that the text field belongs to. Own texts fall back
    /// to `default`.
    pub fn text(&self, language: Language, default: Language) -> String {
        let text = self.question.text(language, default);
        let part = match self.question.kind() {
            Kind::Matrix { rows, .. } => {
                let row = rows.iter().find(|row| self.question.part(row.id.as_str()).as_ref() == Some(&self.id));
                row.map(|row| &row.text)
            }
            kind => kind.options().iter().find(|option| self.beside.contains(&&option.id)).map(|option| &option.label),
        };
        part.map_or_else(|| text.to_owned(), |part| format!("{text} {}", part.in_language(language, default)))
    }

    /// The first number of each part into which numeric answers are divided: the numbers of a scale, the ranges of a
    /// number's points, or else ten equal parts.
    pub fn parts(&self) -> Vec<Decimal> {
        match self.kind {
            Kind::Scale(scale) => scale.values().map(Decimal::whole).collect(),
            Kind::Number(Numeric { min, max, ranges, .. }) if ranges.is_empty() => {
                let (min, max) = (i128::from(min.first_digits().thousandths()), i128::from(max.thousandths()));
                let mut parts: Vec<Decimal> =
                    (0..10).filter_map(|part| Decimal::from_thousandths(min + (max - min) * part / 10)).collect();
                parts.dedup();
                parts
            }
            Kind::Number(Numeric { min, ranges, .. }) => {
                std::iter::once(min.first_digits()).chain(ranges.iter().filter_map(|range| range.below)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// True if tallies drop digits of its numbers; see [`Decimal::first_digits`].
    pub fn has_more_digits_than_tallies(&self) -> bool {
        let Kind::Number(Numeric { min, max, decimals, .. }) = self.kind else { return false };
        let greatest = min.thousandths().abs().max(max.thousandths().abs());
        greatest / Decimal::step(*decimals).thousandths() >= 10_000
    }

    /// The smallest difference between two answers; `None` for kinds without numbers.
    pub fn step(&self) -> Option<Decimal> {
        match self.kind {
            Kind::Scale(_) => Some(Decimal::whole(1)),
            Kind::Number(number) => Some(Decimal::step(number.decimals)),
            _ => None,
        }
    }

    /// The numbers of a scale; empty for other kinds.
    pub fn scale_values(&self) -> Vec<Decimal> {
        if let Kind::Scale(scale) = self.kind { scale.values().map(Decimal::whole).collect() } else { Vec::new() }
    }

    pub fn is_date(&self) -> bool {
        matches!(self.kind, Kind::Date { .. })
    }

    pub fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text(_))
    }

    pub fn is_consent(&self) -> bool {
        matches!(self.kind, Kind::Consent { .. })
    }

    /// True for a single-option answer, which exports write with its label.
    pub fn is_choice(&self) -> bool {
        matches!(self.kind, Kind::Choice { .. })
    }

    /// The answer that a caller's input stands for, or the rule it breaks.
    pub fn read(&self, input: &AnswerInput) -> Result<Answer, FieldCode> {
        match (self.kind, input) {
            (Kind::Choice { options, .. }, input) => self.option(options, input).map(Answer::Option),
            (Kind::Multiple { options, .. }, AnswerInput::List(list)) => {
                let chosen = self.list(options, list)?;
                let is_exclusive = |option: &&OwnOption| option.exclusive && chosen.contains(&option.id);
                let has_exclusive = options.iter().any(|option| is_exclusive(&option));
                if has_exclusive && chosen.len() > 1 {
                    return Err(FieldCode::Exclusive);
                }
                let (min, max) = self.kind.bounds();
                match chosen.len() {
                    few if few < min && !has_exclusive => Err(FieldCode::TooFew { min, max }),
                    many if many > max => Err(FieldCode::TooMany { min, max }),
                    _ => Ok(Answer::Options(in_order(options, &chosen))),
                }
            }
            (Kind::Ranking { options }, AnswerInput::List(list)) => {
                let ranked = self.list(options, list)?;
                // Options hidden from the respondent need no rank.
                let is_complete = options.iter().all(|option| option.show_if.is_some() || ranked.contains(&option.id));
                if is_complete { Ok(Answer::Options(ranked)) } else { Err(FieldCode::IncompleteRanking) }
            }
            (Kind::Scale(scale), AnswerInput::Number(number)) => {
                within(*number, Decimal::whole(scale.from), Decimal::whole(scale.to), 0)
            }
            (Kind::Number(number), AnswerInput::Number(given)) => {
                within(*given, number.min, number.max, number.decimals)
            }
            // A number given as a string must have the form that programs write.
            (Kind::Scale(_) | Kind::Number(_), AnswerInput::Text(text)) => match Decimal::parse(clean(text)) {
                Some(number) => self.read(&AnswerInput::Number(number)),
                None => Err(self.wrong_type()),
            },
            (Kind::Text(writing), AnswerInput::Text(text)) => written(writing, clean(text)),
            (Kind::Date { min, max }, AnswerInput::Text(text)) if is_date(clean(text)) => {
                let text = clean(text);
                let is_early = min.as_deref().is_some_and(|min| text < min);
                if is_early || max.as_deref().is_some_and(|max| max < text) {
                    return Err(FieldCode::DateOutOfRange { min: min.clone(), max: max.clone() });
                }
                Ok(Answer::Text(text.to_owned()))
            }
            (Kind::Date { .. }, AnswerInput::Text(_)) => Err(FieldCode::NotADate(DateMistake::NoSuchDay)),
            (Kind::Consent { .. }, AnswerInput::Consent(true)) => Ok(Answer::Consent),
            _ => Err(self.wrong_type()),
        }
    }

    /// True for an answer that [`read`](Self::read) returned in this release or an earlier one: options hidden since
    /// then are missing from it, and each release normalizes texts in its own way.
    pub(crate) fn can_have(&self, answer: &Answer) -> bool {
        if let (Kind::Text(_), Answer::Text(_)) = (self.kind, answer) {
            return true;
        }
        match self.read(&answer.clone().into()) {
            Ok(read) => read == *answer,
            Err(code) => matches!(code, FieldCode::TooFew { .. } | FieldCode::IncompleteRanking),
        }
    }

    /// What is wanted is for clients of the API: pages have words of their own, and the browser's program does without.
    pub(crate) fn wrong_type(&self) -> FieldCode {
        FieldCode::WrongType(if cfg!(target_arch = "wasm32") { String::new() } else { self.wanted().to_owned() })
    }

    fn wanted(&self) -> &'static str {
        match self.kind {
            Kind::Choice { .. } => "the UUID of an option, or its code as a number",
            Kind::Multiple { .. } | Kind::Ranking { .. } => "a list of options, each by its UUID or its code",
            Kind::Scale(_) => "a whole number",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a text",
            Kind::Date { .. } => "a date written YYYY-MM-DD",
            Kind::Consent { .. } => "true",
            Kind::Matrix { .. } | Kind::Statement { .. } => "nothing",
        }
    }

    /// The option that the input names by id or code.
    fn option(&self, options: &[OwnOption], input: &AnswerInput) -> Result<OptionId, FieldCode> {
        let found = match input {
            AnswerInput::Text(text) => {
                let id = OptionId::parse(&clean(text).to_ascii_lowercase()).map_err(FieldCode::Malformed)?;
                options.iter().find(|known| known.id == id)
            }
            AnswerInput::Number(code) => {
                let code =
                    code.as_whole().and_then(|code| u32::try_from(code).ok()).ok_or_else(|| self.wrong_type())?;
                options.iter().find(|known| u32::try_from(known.code) == Ok(code))
            }
            _ => return Err(self.wrong_type()),
        };
        found.map(|option| option.id.clone()).ok_or_else(|| FieldCode::UnknownOption(self.id.clone()))
    }

    fn list(&self, options: &[OwnOption], list: &[AnswerInput]) -> Result<Vec<OptionId>, FieldCode> {
        let mut chosen: Vec<OptionId> = Vec::new();
        for input in list {
            let option = self.option(options, input)?;
            if chosen.contains(&option) {
                return Err(FieldCode::Repeated);
            }
            chosen.push(option);
        }
        Ok(chosen)
    }

    /// The answer without hidden options; `None` if nothing is left.
    pub(crate) fn visible(&self, answer: &Answer, is_shown: impl Fn(&Condition) -> bool) -> Option<Answer> {
        let is_hidden = |id: &OptionId| {
            let option = self.kind.options().iter().find(|option| option.id == *id);
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
    if text.is_empty() {
        return Err(FieldCode::Empty);
    }
    if let Some(code) = FieldCode::of_text(text, writing.max_length) {
        return Err(code);
    }
    let Some(format) = writing.format else { return Ok(Answer::Text(text.to_owned())) };
    let read = match format {
        Format::Email => Email::is_valid(text).then(|| text.to_owned()),
        Format::Url => web_address(text),
        Format::Phone => phone(text),
    };
    let text = read.ok_or(FieldCode::WrongFormat(format.wanted()))?;
    // Adding a missing scheme makes the text longer.
    FieldCode::of_text(&text, writing.max_length).map_or(Ok(Answer::Text(text)), Err)
}

impl Format {
    fn wanted(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address",
            Self::Url => "a web address such as https://example.com",
            Self::Phone => "a telephone number",
        }
    }
}
