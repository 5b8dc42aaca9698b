//! Definitions and answers from their written form.
#![allow(dead_code, reason = "each test file uses a part of this module")]

mod new_quiz;

use domain::{Answers, Decimal, Definition, Invalid, Name, QuestionId};
use serde_json::Value;

pub(crate) fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_str(&value.to_string()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

pub(crate) fn checked(written: &Value) -> Result<Definition, Invalid> {
    let [scoring, start, end] = ["scoring", "start", "end"].map(|field| &written[field]);
    new_quiz::checked(read(&written["questions"]), read(scoring), read(start), read(end)).map(|quiz| quiz.definition)
}

pub(crate) fn definition(written: &Value) -> Definition {
    checked(written).unwrap_or_else(|error| panic!("{error}"))
}

/// The mistakes as `path code`.
pub(crate) fn mistakes(written: &Value) -> Vec<String> {
    let invalid = checked(written).expect_err("the definition is wrong");
    invalid.0.iter().map(|error| format!("{} {}", error.path, error.code.code())).collect()
}

pub(crate) fn id(text: &str) -> QuestionId {
    QuestionId::parse(text).expect("a question id")
}

pub(crate) fn answers(definition: &Definition, given: &[(&str, Value)]) -> Answers {
    let answer = |(question, value): &(&str, Value)| {
        let question = id(question);
        let answer = definition.resolve(&question, &read(value)).unwrap_or_else(|error| panic!("{error}"));
        (question, answer)
    };
    given.iter().map(answer).collect()
}

pub(crate) fn number(text: &str) -> Decimal {
    Decimal::parse(text).expect("a number")
}

pub(crate) fn name(text: &str) -> Name {
    Name::parse(text).expect("a name")
}
