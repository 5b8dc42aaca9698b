//! Answers of every kind of question.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, SeqAccess},
    ser::SerializeMap,
};

use crate::{Answers, Decimal, OptionId};

/// A validated answer.
///
/// Its stored JSON is an option's id as a string, a text as `{"text": …}`, and any other variant as its plain value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    Option(OptionId),
    /// In the order of the question; for a ranking all options, best first.
    Options(Vec<OptionId>),
    Number(Decimal),
    /// A text, or a date as `YYYY-MM-DD`.
    Text(String),
    Consent,
}

/// An answer as an API client sends it. A choice is the option's id or code; `null` withdraws the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerInput {
    Nothing,
    Consent(bool),
    Number(Decimal),
    Text(String),
    List(Vec<Self>),
    /// A JSON value that no question accepts. Each kind of question reports its own error for it.
    Other,
}

impl Answer {
    /// True if it is this option, or has it among several.
    pub fn chooses(&self, option: &OptionId) -> bool {
        self.option() == Some(option) || self.options().contains(option)
    }

    pub fn option(&self) -> Option<&OptionId> {
        if let Self::Option(option) = self { Some(option) } else { None }
    }

    pub fn options(&self) -> &[OptionId] {
        if let Self::Options(options) = self { options } else { &[] }
    }

    pub fn number(&self) -> Option<Decimal> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }
}

pub(crate) fn stored_bytes(answers: &Answers) -> usize {
    let of_answer = |answer: &Answer| match answer {
        Answer::Option(option) => option.as_str().len() + 2,
        Answer::Options(options) => options.iter().map(|option| option.as_str().len() + 3).sum::<usize>() + 1,
        Answer::Number(number) => number.to_string().len(),
        Answer::Text(text) => text.bytes().map(escaped).sum::<usize>() + r#"{"text":""}"#.len(),
        Answer::Consent => "true".len(),
    };
    // Each id is followed by a colon and a comma and has two quotes.
    answers.iter().map(|(id, answer)| id.as_str().len() + of_answer(answer) + 4).sum::<usize>() + 1
}

/// The length of a byte inside a JSON string.
fn escaped(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 2,
        0..32 => 6,
        _ => 1,
    }
}

impl From<OptionId> for Answer {
    fn from(option: OptionId) -> Self {
        Self::Option(option)
    }
}

impl From<Answer> for AnswerInput {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Option(option) => option.into(),
            Answer::Options(options) => Self::List(options.into_iter().map(Into::into).collect()),
            Answer::Number(number) => Self::Number(number),
            Answer::Text(text) => Self::Text(text),
            Answer::Consent => Self::Consent(true),
        }
    }
}

impl From<OptionId> for AnswerInput {
    fn from(option: OptionId) -> Self {
        Self::Text(option.into())
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Option(option) => option.serialize(serializer),
            Self::Options(options) => options.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Consent => serializer.serialize_bool(true),
            Self::Text(text) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("text", text)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Stored)
    }
}

/// Written by hand because a derived implementation would build an error for each variant that does not match.
impl<'de> Deserialize<'de> for AnswerInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

struct Written;

impl<'de> de::Visitor<'de> for Written {
    type Value = AnswerInput;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer")
    }

    fn visit_unit<E>(self) -> Result<AnswerInput, E> {
        Ok(AnswerInput::Nothing)
    }

    fn visit_bool<E>(self, is_given: bool) -> Result<AnswerInput, E> {
        Ok(AnswerInput::Consent(is_given))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<AnswerInput, E> {
        Ok(number_or_other(de::value::I64Deserializer::<E>::new(number)))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<AnswerInput, E> {
        Ok(number_or_other(de::value::U64Deserializer::<E>::new(number)))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<AnswerInput, E> {
        Ok(number_or_other(de::value::F64Deserializer::<E>::new(number)))
    }

    fn visit_str<E>(self, text: &str) -> Result<AnswerInput, E> {
        Ok(AnswerInput::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<AnswerInput, E> {
        Ok(AnswerInput::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<AnswerInput, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(AnswerInput::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<AnswerInput, A::Error> {
        de::IgnoredAny.visit_map(fields).map(|_| AnswerInput::Other)
    }
}

fn number_or_other<'de, D: Deserializer<'de>>(number: D) -> AnswerInput {
    Decimal::deserialize(number).map_or(AnswerInput::Other, AnswerInput::Number)
}

/// A stored answer, borrowed for exports. Nearly every answer is an option's id, which is not copied.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum ExportAnswer<'a> {
    Option(&'a str),
    Other(Answer),
}

struct Stored;

impl<'de> de::Visitor<'de> for Stored {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a stored answer")
    }

    fn visit_bool<E: de::Error>(self, is_given: bool) -> Result<Answer, E> {
        if is_given { Ok(Answer::Consent) } else { Err(E::invalid_value(de::Unexpected::Bool(false), &self)) }
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Answer, E> {
        Decimal::deserialize(de::value::I64Deserializer::new(number)).map(Answer::Number)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Answer, E> {
        Decimal::deserialize(de::value::U64Deserializer::new(number)).map(Answer::Number)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Answer, E> {
        Decimal::deserialize(de::value::F64Deserializer::new(number)).map(Answer::Number)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Answer, E> {
        OptionId::parse(text).map(Answer::Option).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Answer, A::Error> {
        let mut options = Vec::new();
        while let Some(option) = items.next_element()? {
            options.push(option);
        }
        Ok(Answer::Options(options))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answer, A::Error> {
        match map.next_entry::<String, String>()? {
            Some((name, text)) if name == "text" => Ok(Answer::Text(text)),
            _ => Err(de::Error::missing_field("text")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Indicator, QuestionId, built_in_options};

    #[test]
    fn every_value_is_an_answer_of_some_kind() {
        let number = |text| AnswerInput::Number(Decimal::parse(text).expect("a number"));
        for (json, expected) in [
            ("null", AnswerInput::Nothing),
            ("false", AnswerInput::Consent(false)),
            ("2", number("2")),
            ("-2", number("-2")),
            ("2.5", number("2.5")),
            ("1e300", AnswerInput::Other),
            ("18446744073709551615", AnswerInput::Other),
            (r#""a\n""#, AnswerInput::Text("a\n".to_owned())),
            ("[1, [null]]", AnswerInput::List(vec![number("1"), AnswerInput::List(vec![AnswerInput::Nothing])])),
            (r#"{"a": [1], "b": {}}"#, AnswerInput::Other),
        ] {
            assert_eq!(serde_json::from_str::<AnswerInput>(json).ok(), Some(expected), "{json}");
        }
    }

    #[test]
    fn every_answer_survives_storage() {
        let [first, second] = [0, 1].map(|index| built_in_options(Indicator::Fhn1)[index].clone());
        for (answer, json) in [
            (Answer::Option(first.clone()), format!("\"{first}\"")),
            (Answer::Options(vec![second.clone(), first.clone()]), format!("[\"{second}\",\"{first}\"]")),
            (Answer::Number(Decimal::whole(-4)), "-4".to_owned()),
            (Answer::Number(Decimal::parse("6.5").expect("a number")), "6.5".to_owned()),
            // A text that looks like an option id stays a text.
            (Answer::Text(first.to_string()), format!("{{\"text\":\"{first}\"}}")),
            (Answer::Text("a\"\\\n€\u{1}".to_owned()), "{\"text\":\"a\\\"\\\\\\n€\\u0001\"}".to_owned()),
            (Answer::Consent, "true".to_owned()),
        ] {
            assert_eq!(serde_json::to_string(&answer).expect("serializes"), json);
            assert_eq!(serde_json::from_str::<Answer>(&json).expect("parses"), answer);
            let answers = Answers::from([(QuestionId::parse("q").expect("an id"), answer)]);
            assert_eq!(stored_bytes(&answers), serde_json::to_string(&answers).expect("serializes").len(), "{json}");
        }
        for damaged in ["false", "null", "\"x\"", "{}", "{\"other\":\"x\"}", "[1]"] {
            assert!(serde_json::from_str::<Answer>(damaged).is_err(), "{damaged}");
        }
    }
}
