//! Answers as form fields. The server and the browser share the field names, and pages fill the fields with stored
//! answers.
//!
//! A question's field is `answer`, a matrix row's is `answer_<row>`, and the text beside options is `answer_other`. A
//! date has the fields `answer_day`, `answer_month` and `answer_year`; a ranking has `answer_rank_<option>` for each
//! option.

use super::typed_number::{self, Typed};
use crate::{
    Answer, AnswerInput, Answers, FieldCode, Item, Kind, OptionId, Question, QuestionId,
    text::typed::{clean, plain_digits},
};

pub use super::typed_date::read_any;

/// A field's name and value. A field with several values is repeated.
pub type Field = (String, String);

/// An item's answer, or `None` to withdraw it when its fields are empty.
pub type Reading = Result<Option<Answer>, FieldCode>;

/// Suffixes of a date's fields: day, month and year, the reverse of `YYYY-MM-DD`.
pub const DATE_PARTS: [&str; 3] = ["_day", "_month", "_year"];
/// Placeholders for the two readings of an ambiguous number, in messages rendered before the number is typed.
pub const LARGE: char = '①';
pub const SMALL: char = '②';
/// The field of a question.
pub(crate) const ANSWER: &str = "answer";
pub(crate) const RANK: &str = "answer_rank_";

/// Reads the form item by item. The text beside an option that is not chosen is skipped, so its stored value is kept.
pub fn read(question: &Question, fields: &[Field]) -> Vec<(QuestionId, Reading)> {
    let is_open = |item: &Item<'_>| {
        let is_chosen = |option: &&OptionId| values(fields, ANSWER).any(|value| value == option.as_str());
        item.beside.is_empty() || item.beside.iter().any(is_chosen)
    };
    let items = question.items().into_iter().filter(is_open);
    items.map(|item| (item.id.clone(), item.read_fields(fields))).collect()
}

/// The inverse of [`read`], with numbers in digits and a decimal point.
pub fn fill(question: &Question, answers: &Answers) -> Vec<Field> {
    let items = question.items();
    let given = items.iter().filter_map(|item| Some((item, answers.get(&item.id)?)));
    given.flat_map(|(item, answer)| item.fields(answer)).collect()
}

pub fn rank_name(option: &OptionId) -> String {
    [RANK, option.as_str()].concat()
}

/// The first value of a field, trimmed.
pub fn value<'f>(fields: &'f [Field], name: &str) -> &'f str {
    values(fields, name).next().unwrap_or_default()
}

/// The values of a field that contain a visible character.
pub fn values<'f>(fields: &'f [Field], name: &str) -> impl Iterator<Item = &'f str> {
    fields.iter().filter(move |field| field.0 == name).map(|field| clean(&field.1)).filter(|value| !value.is_empty())
}

impl Item<'_> {
    /// The name of the item's field, or the common prefix of its fields.
    pub fn field_name(&self) -> String {
        [ANSWER, &self.id.as_str()[self.question.id.as_str().len()..]].concat()
    }

    fn read_fields(&self, fields: &[Field]) -> Reading {
        match self.input(fields)? {
            AnswerInput::Nothing if self.is_required() => Err(FieldCode::Required),
            AnswerInput::Nothing => Ok(None),
            given => self.read(&given).map(Some),
        }
    }

    fn input(&self, fields: &[Field]) -> Result<AnswerInput, FieldCode> {
        let name = self.field_name();
        if let Kind::Date { .. } = self.kind {
            let [day, month, year] = DATE_PARTS.map(|part| value(fields, &[name.as_str(), part].concat()));
            return Ok(date(day, month, year));
        }
        if let Kind::Ranking { .. } = self.kind {
            return self.ranked(fields);
        }
        let value = value(fields, &name);
        Ok(match self.kind {
            _ if value.is_empty() => AnswerInput::Nothing,
            Kind::Multiple { .. } => AnswerInput::List(values(fields, &name).map(text).collect()),
            Kind::Scale(_) => text(&plain(value)),
            Kind::Number(asked) => match typed_number::read(value, asked) {
                Typed::Number(number) => AnswerInput::Number(number),
                Typed::NoNumber => return Err(self.wrong_type()),
                Typed::Unreadable(code) => return Err(code),
            },
            Kind::Consent { .. } => AnswerInput::Consent(value == "yes"),
            // Browsers submit line breaks as CRLF.
            _ => AnswerInput::Text(value.replace('\r', "")),
        })
    }

    /// The options by rank. Options without a field were not shown.
    fn ranked(&self, fields: &[Field]) -> Result<AnswerInput, FieldCode> {
        let mut ranked: Vec<(u16, &OptionId)> = Vec::new();
        let mut has_empty = false;
        for option in self.kind.options() {
            let name = rank_name(&option.id);
            if !fields.iter().any(|field| field.0 == name) {
                continue;
            }
            match plain(value(fields, &name)).parse() {
                Ok(rank) if ranked.iter().any(|(other, _)| *other == rank) => return Err(FieldCode::Repeated),
                Ok(rank) => {
                    let place = ranked.iter().take_while(|(other, _)| *other < rank).count();
                    ranked.insert(place, (rank, &option.id));
                }
                Err(_) => has_empty = true,
            }
        }
        match (ranked.is_empty(), has_empty) {
            (true, _) => Ok(AnswerInput::Nothing),
            (_, true) => Err(FieldCode::IncompleteRanking),
            _ => Ok(AnswerInput::List(ranked.into_iter().map(|(_, option)| text(option.as_str())).collect())),
        }
    }

    fn fields(&self, answer: &Answer) -> Vec<Field> {
        let name = self.field_name();
        let field = |value: &str| (name.clone(), value.to_owned());
        match (self.kind, answer) {
            (Kind::Ranking { .. }, Answer::Options(options)) => {
                options.iter().zip(1_u16..).map(|(option, rank)| (rank_name(option), rank.to_string())).collect()
            }
            (Kind::Date { .. }, Answer::Text(day)) => {
                let parts = day.rsplit('-').map(|part| part.trim_start_matches('0').to_owned());
                DATE_PARTS.iter().zip(parts).map(|(part, value)| ([name.as_str(), part].concat(), value)).collect()
            }
            (_, Answer::Option(option)) => vec![field(option.as_str())],
            (_, Answer::Options(options)) => options.iter().map(|option| field(option.as_str())).collect(),
            (_, Answer::Number(number)) => vec![field(&typed_number::written(*number))],
            (_, Answer::Text(text)) => vec![field(text)],
            (_, Answer::Consent) => vec![field("yes")],
        }
    }
}

fn text(value: &str) -> AnswerInput {
    AnswerInput::Text(value.to_owned())
}

fn date(day: &str, month: &str, year: &str) -> AnswerInput {
    if [day, month, year].concat().is_empty() {
        return AnswerInput::Nothing;
    }
    let pad = |part: &str, length: usize| {
        let part = plain(part);
        // "0" and an empty part become "00", which no date contains.
        ["0".repeat(length.saturating_sub(part.len())), part].concat()
    };
    // The year must have four digits.
    AnswerInput::Text([plain(year), pad(month, 2), pad(day, 2)].join("-"))
}

/// The text with ASCII digits and without white space.
pub(super) fn plain(value: &str) -> String {
    plain_digits(value).filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Definition, random::Random};

    fn question(written: Value) -> Question {
        serde_json::from_value(written).expect("a question")
    }

    fn fields(pairs: &[(&str, &str)]) -> Vec<Field> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn one(question: &Question, value: &str) -> Value {
        all(question, &[("answer", value)]).remove(0)
    }

    fn all(question: &Question, pairs: &[(&str, &str)]) -> Vec<Value> {
        let readings = read(question, &fields(pairs));
        readings.into_iter().map(|(_, reading)| reading.map_or_else(|code| json!(code.code()), |a| json!(a))).collect()
    }

    fn option(number: u8) -> String {
        format!("00000000-0000-4000-8000-{number:012x}")
    }

    fn options(others: &[u8]) -> Value {
        (1..=3).map(|n| json!({ "id": option(n), "label": "O", "other": others.contains(&n) })).collect()
    }

    #[test]
    fn what_fills_a_form_is_read_from_it() {
        let mut kinds = std::collections::BTreeSet::new();
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let (written, items) = random.definition();
            let definition: Definition = serde_json::from_value(written).expect("a definition");
            let mut answers = Answers::new();
            for item in &items {
                let id = QuestionId::parse(&item.id).expect("an id");
                let input = serde_json::from_value(random.answer(item)).expect("an input");
                answers.extend(definition.resolve(&id, &input).map(|answer| (id, answer)));
            }
            for question in &definition.questions {
                let read: Answers = read(question, &fill(question, &answers))
                    .into_iter()
                    .filter_map(|(id, reading)| Some((id, reading.ok()??)))
                    .collect();
                for item in question.items().iter().filter(|item| item.is_open(&answers)) {
                    assert_eq!(read.get(&item.id), answers.get(&item.id), "{seed}: {}", item.id);
                    if answers.contains_key(&item.id) {
                        kinds.insert(item.kind.name().as_str());
                    }
                }
            }
        }
        assert_eq!(kinds.len(), 8, "{kinds:?}");
    }

    #[test]
    fn numbers_are_written_with_a_comma_or_a_point() {
        let hours =
            question(json!({ "id": "q", "kind": "number", "text": "?", "min": -2000, "max": 2000, "decimals": 1 }));
        for (written, number) in [
            ("6.5", json!(6.5)),
            (" 6,5 ", json!(6.5)),
            ("٦٫٥", json!(6.5)),
            ("6.50", json!(6.5)),
            (".5", json!(0.5)),
            ("7,", json!(7)),
            ("−3", json!(-3)),
            ("1 000", json!(1000)),
            ("6.55", json!("too_precise")),
            ("6.55555", json!("too_precise")),
            ("2001", json!("out_of_range")),
            ("99999999999999999", json!("out_of_range")),
            ("six", json!("wrong_type")),
            (",", json!("wrong_type")),
            ("1.000,5", json!(1000.5)),
            ("-", json!("wrong_type")),
            (" ", json!("required")),
        ] {
            assert_eq!(one(&hours, written), number, "{written:?}");
        }
    }

    #[test]
    fn a_date_is_read_from_its_three_fields() {
        let day = question(json!({ "id": "q", "kind": "date", "text": "?", "required": false, "max": "2030-12-31" }));
        for (parts, read) in [
            (["3", "4", "2026"], json!({ "text": "2026-04-03" })),
            (["03", " 12", "٢٠٢٦"], json!({ "text": "2026-12-03" })),
            (["", "", " "], Value::Null),
            (["31", "4", "2026"], json!("not_a_date")),
            (["3", "", "2026"], json!("not_a_date")),
            (["3", "4", "26"], json!("not_a_date")),
            (["1", "1", "2031"], json!("out_of_range")),
        ] {
            let pairs = [("answer_day", parts[0]), ("answer_month", parts[1]), ("answer_year", parts[2])];
            assert_eq!(all(&day, &pairs), [read], "{parts:?}");
        }
    }

    #[test]
    fn a_ranking_needs_each_rank_once() {
        let ranking = question(json!({ "id": "q", "kind": "ranking", "text": "?", "options": options(&[]) }));
        let names = [1, 2, 3].map(|n| format!("answer_rank_{}", option(n)));
        for (ranks, read) in [
            (["2", "3", "1"], json!([option(3), option(1), option(2)])),
            (["1", "1", "2"], json!("repeated")),
            (["1", "", "2"], json!("incomplete_ranking")),
            (["", "", ""], json!("required")),
        ] {
            let pairs: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(ranks).collect();
            assert_eq!(all(&ranking, &pairs), [read], "{ranks:?}");
        }
    }

    #[test]
    fn the_text_beside_an_option_counts_while_the_option_is_chosen() {
        let place = question(json!({ "id": "q", "kind": "choice", "text": "?", "options": options(&[3]) }));
        let other = |chosen: &str, text: &str| all(&place, &[("answer", chosen), ("answer_other", text)]);
        assert_eq!(other(&option(3), "A train\r\nor two"), [json!(option(3)), json!({ "text": "A train\nor two" })]);
        assert_eq!(other(&option(3), ""), [json!(option(3)), Value::Null]);
        assert_eq!(other(&option(1), "A train"), [json!(option(1))]);
        assert_eq!(other("", "A train"), [json!("required")]);
    }

    #[test]
    fn rows_and_ticks_have_fields_of_their_own() {
        let rows = json!([{ "id": "one", "text": "1" }, { "id": "two", "text": "2" }]);
        let matrix = question(json!({ "id": "q", "kind": "matrix", "text": "?", "rows": rows, "from": 1, "to": 5 }));
        assert_eq!(all(&matrix, &[("answer_one", "4")]), [json!(4), json!("required")]);
        assert_eq!(all(&matrix, &[("answer_one", "6"), ("answer_two", "1")]), [json!("out_of_range"), json!(1)]);
        let several =
            question(json!({ "id": "q", "kind": "multiple", "text": "?", "options": options(&[]), "max": 2 }));
        assert_eq!(all(&several, &[("answer", &option(2)), ("answer", &option(1))]), [json!([option(1), option(2)])]);
        assert_eq!(
            all(&several, &[1, 2, 3].map(option).each_ref().map(|id| ("answer", id.as_str()))),
            [json!("too_many")]
        );
        let consent = question(json!({ "id": "q", "kind": "consent", "text": "?" }));
        assert_eq!([one(&consent, "yes"), one(&consent, "")], [json!(true), json!("required")]);
        let statement = question(json!({ "id": "q", "kind": "statement", "text": "!" }));
        assert!(read(&statement, &fields(&[("answer", "x")])).is_empty());
    }
}
