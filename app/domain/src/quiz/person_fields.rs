//! Fields of people, such as a region or a date of birth, as the owner of a quiz declares them; and how a value is read.
//!
//! Values come from an invitation, an imported list, a signed session or custom data, and are copied into an attempt when
//! it begins.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize, de::IgnoredAny};

use crate::{
    DateMistake, Decimal, FieldCode, Numeric, Path, QuestionId,
    answers::typed_number::{self, Typed},
    named,
    text::dates::is_date,
    text::typed::clean,
    values::validation::Errors,
};

named! {
    /// The kind of a field's values: JSON texts, numbers, texts of the form `YYYY-MM-DD`, and booleans.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "camelCase")]
    pub enum FieldType {
        Text => "text",
        Number => "number",
        Date => "date",
        YesNo => "yesNo",
    }
}

/// A field that the owner of a quiz declares.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PersonField {
    /// In the form of a question's id; unique among the fields.
    pub id: QuestionId,
    /// Heading for administrators; the id when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 80))]
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// True if custom data of the form `a=b&c=d`, or a JSON object, fills the field where nothing else does. Respondents
    /// can write custom data themselves unless it is signed or of an invitation; such values are marked as unsigned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub from_custom_data: bool,
}

/// A date is a text of the form `YYYY-MM-DD`, as in answers.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(untagged)]
pub enum FieldValue {
    YesNo(bool),
    Number(Decimal),
    Text(String),
}

/// A value as a program sends it, of any type.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum FieldInput {
    /// JSON null: no value.
    Missing(()),
    YesNo(bool),
    Number(Decimal),
    Text(String),
    Other(IgnoredAny),
}

/// In the languages of the pages, folded to lower case.
const YES: [&str; 13] = ["true", "1", "yes", "y", "ja", "j", "sí", "si", "oui", "sim", "نعم", "x", "✓"];
const NO: [&str; 10] = ["false", "0", "no", "n", "nein", "non", "não", "nao", "لا", "-"];

impl PersonField {
    /// Fields of a quiz at most.
    pub const MOST: usize = 20;
    /// Characters of a value at most.
    pub const LONGEST: usize = 200;
    /// Of an id that is made, before its number.
    const LONGEST_ID: usize = 28;
    /// Characters of a name at most.
    const LONGEST_NAME: usize = 80;

    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.id.as_str())
    }

    /// An id made of the ASCII letters and digits of a title, which no other field has.
    pub fn id_of(title: &str, taken: &[Self]) -> QuestionId {
        let mut id = String::new();
        for letter in title.chars().flat_map(char::to_lowercase) {
            match letter {
                'a'..='z' => id.push(letter),
                '0'..='9' if !id.is_empty() => id.push(letter),
                _ if !id.is_empty() && !id.ends_with('_') => id.push('_'),
                _ => {}
            }
        }
        id.truncate(Self::LONGEST_ID);
        let id = match id.trim_end_matches('_') {
            "" => "field",
            id => id,
        };
        let numbered = (2..).map(|number: usize| format!("{id}_{number}"));
        let mut ids = std::iter::once(id.to_owned()).chain(numbered);
        let is_free = |id: &String| !taken.iter().any(|field| field.id.as_str() == id);
        let free = ids.find(is_free).and_then(|id| QuestionId::parse(&id).ok());
        free.unwrap_or(QuestionId::built_in("field"))
    }

    pub(super) fn check_all(fields: &[Self], errors: &mut Errors) {
        errors.check_count("fields", fields.len(), &(0..=Self::MOST));
        let mut ids = BTreeSet::new();
        for (index, field) in fields.iter().enumerate().take(Self::MOST) {
            let path = || Path::from("fields").item(index);
            if !ids.insert(&field.id) {
                errors.add(path().field("id"), FieldCode::NotUnique);
            }
            if let Some(name) = &field.name {
                errors.check_text(path().field("name"), name, 1, Self::LONGEST_NAME);
            }
        }
    }

    /// Checks a value that a program sends. Null and blank texts are no value.
    pub fn check(&self, input: &FieldInput) -> Result<Option<FieldValue>, FieldCode> {
        let wrong = |wanted: &str| Err(FieldCode::WrongType(wanted.to_owned()));
        match (self.kind, input) {
            (_, FieldInput::Missing(())) => Ok(None),
            (FieldType::Text, FieldInput::Text(text)) => text_value(text),
            (FieldType::Date, FieldInput::Text(text)) => date_value(text),
            (FieldType::Number, FieldInput::Number(number)) => Ok(Some(FieldValue::Number(*number))),
            (FieldType::YesNo, FieldInput::YesNo(is_so)) => Ok(Some(FieldValue::YesNo(*is_so))),
            (FieldType::Text, _) => wrong("a text"),
            (FieldType::Date, _) => Err(FieldCode::NotADate(DateMistake::NoDay)),
            (FieldType::Number, _) => wrong("a number with at most three decimal places"),
            (FieldType::YesNo, _) => wrong("true or false"),
        }
    }

    /// Reads a value from the text of a list or of custom data. Numbers are read as respondents type them, and yes and
    /// no in the languages of the pages. A blank text is no value.
    pub fn read(&self, text: &str) -> Result<Option<FieldValue>, FieldCode> {
        let text = clean(text);
        match self.kind {
            _ if text.is_empty() => Ok(None),
            FieldType::Text => text_value(text),
            FieldType::Date => date_value(text),
            FieldType::Number => number_value(text),
            FieldType::YesNo => yes_or_no(text),
        }
    }

    /// The type of the most special kind that reads all of these texts of a column: dates, yes and no, numbers, else
    /// text. Numbers with leading zeros are texts, such as postal codes.
    pub fn type_of<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> FieldType {
        let of = |kind| Self { id: QuestionId::built_in("field"), name: None, kind, from_custom_data: false };
        let texts = texts.filter(|text| !clean(text).is_empty());
        let reads = |kind: FieldType| {
            let field = of(kind);
            texts.clone().next().is_some() && texts.clone().all(|text| field.read(text).is_ok())
        };
        let is_coded = || {
            texts.clone().any(|text| {
                let text = clean(text);
                text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let is_digits = || texts.clone().all(|text| clean(text).bytes().all(|byte| byte.is_ascii_digit()));
        if reads(FieldType::Date) {
            FieldType::Date
        } else if reads(FieldType::YesNo) && !is_digits() {
            FieldType::YesNo
        } else if reads(FieldType::Number) && !is_coded() {
            FieldType::Number
        } else {
            FieldType::Text
        }
    }
}

fn text_value(text: &str) -> Result<Option<FieldValue>, FieldCode> {
    match FieldCode::of_text(text, PersonField::LONGEST) {
        Some(wrong) => Err(wrong),
        None => Ok(Some(clean(text)).filter(|text| !text.is_empty()).map(|text| FieldValue::Text(text.to_owned()))),
    }
}

fn date_value(text: &str) -> Result<Option<FieldValue>, FieldCode> {
    match clean(text) {
        "" => Ok(None),
        day if is_date(day) => Ok(Some(FieldValue::Text(day.to_owned()))),
        _ => Err(FieldCode::NotADate(DateMistake::NoSuchDay)),
    }
}

fn number_value(text: &str) -> Result<Option<FieldValue>, FieldCode> {
    let any = Numeric { min: Decimal::MIN, max: Decimal::MAX, decimals: 3, unit: None, ranges: Vec::new() };
    match typed_number::read(text, &any) {
        Typed::Number(number) => Ok(Some(FieldValue::Number(number))),
        Typed::Unreadable(code) => Err(code),
        Typed::NoNumber => Err(FieldCode::WrongType("a number".to_owned())),
    }
}

fn yes_or_no(text: &str) -> Result<Option<FieldValue>, FieldCode> {
    let folded = text.to_lowercase();
    let is_one_of = |words: &[&str]| words.contains(&folded.as_str());
    match (is_one_of(&YES), is_one_of(&NO)) {
        (true, _) => Ok(Some(FieldValue::YesNo(true))),
        (_, true) => Ok(Some(FieldValue::YesNo(false))),
        _ => Err(FieldCode::WrongType("yes or no".to_owned())),
    }
}

impl From<FieldValue> for FieldInput {
    fn from(value: FieldValue) -> Self {
        match value {
            FieldValue::YesNo(is_so) => Self::YesNo(is_so),
            FieldValue::Number(number) => Self::Number(number),
            FieldValue::Text(text) => Self::Text(text),
        }
    }
}

impl FieldValue {
    /// As lists, filters and pages write it; [`PersonField::read`] reads it again.
    pub fn to_text(&self) -> String {
        match self {
            Self::YesNo(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
            Self::Number(number) => typed_number::written(*number),
            Self::Text(text) => text.clone(),
        }
    }

    /// The text of a text or a date.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::FieldValues;

    fn field(kind: FieldType) -> PersonField {
        PersonField { id: QuestionId::built_in("own"), name: None, kind, from_custom_data: false }
    }

    fn faults(json: &str) -> Vec<String> {
        let fields: Vec<PersonField> = serde_json::from_str(json).expect("fields");
        let mut errors = Errors::default();
        PersonField::check_all(&fields, &mut errors);
        let faults = errors.finish().err().map(|invalid| invalid.0).unwrap_or_default();
        faults.into_iter().map(|error| format!("{} {}", error.path, error.code.code())).collect()
    }

    #[test]
    fn a_declaration_has_an_id_a_type_and_perhaps_a_name() {
        let json =
            r#"[{"id":"region","name":"Region","type":"text"},{"id":"vip","type":"yesNo","fromCustomData":true}]"#;
        let fields: Vec<PersonField> = serde_json::from_str(json).expect("fields");
        assert_eq!(serde_json::to_string(&fields).expect("JSON"), json);
        assert_eq!((fields[0].name(), fields[1].name()), ("Region", "vip"));
        for malformed in [
            r#"[{"id":"Region","type":"text"}]"#,
            r#"[{"id":"region"}]"#,
            r#"[{"id":"region","type":"colour"}]"#,
            r#"[{"id":"region","type":"text","more":1}]"#,
        ] {
            assert!(serde_json::from_str::<Vec<PersonField>>(malformed).is_err(), "{malformed}");
        }
    }

    #[test]
    fn ids_are_unique_names_are_short_and_there_are_twenty_at_most() {
        assert_eq!(faults("[]"), [""; 0]);
        let twice = r#"[{"id":"a","type":"text"},{"id":"a","type":"date"}]"#;
        assert_eq!(faults(twice), ["fields[1].id not_unique"]);
        let named = |name: &str| faults(&format!(r#"[{{"id":"a","name":"{name}","type":"text"}}]"#));
        assert_eq!(named(" "), ["fields[0].name empty"]);
        assert_eq!(named(&"é".repeat(80)), [""; 0]);
        assert_eq!(named(&"é".repeat(81)), ["fields[0].name too_long"]);
        let many = |count: usize| {
            let fields: Vec<String> = (0..count).map(|at| format!(r#"{{"id":"f{at}","type":"text"}}"#)).collect();
            faults(&format!("[{}]", fields.join(",")))
        };
        assert_eq!(many(20), [""; 0]);
        assert_eq!(many(21), ["fields too_many"]);
    }

    #[test]
    fn programs_send_values_of_the_declared_type() {
        let check = |kind, json: &str| {
            let checked = field(kind).check(&serde_json::from_str(json).expect("JSON"));
            checked.map(|value| value.map(|value| serde_json::to_string(&value).expect("JSON"))).map_err(|it| it.code())
        };
        let (text, number, date, yes_no) = (FieldType::Text, FieldType::Number, FieldType::Date, FieldType::YesNo);
        let long = format!("\"{}\"", "é".repeat(200));
        for (kind, json) in
            [(text, r#""North""#), (number, "-1.5"), (date, r#""2024-02-29""#), (yes_no, "false"), (text, &long)]
        {
            assert_eq!(check(kind, json), Ok(Some(json.to_owned())));
            assert_eq!(check(kind, "null"), Ok(None));
        }
        assert_eq!(check(text, r#"" ""#), Ok(None));
        let longer = format!("\"{}\"", "é".repeat(201));
        for (kind, json, code) in [
            (text, "1", "wrong_type"),
            (text, "[]", "wrong_type"),
            (text, "{\"a\":1}", "wrong_type"),
            (text, &longer, "too_long"),
            (text, r#""a\u0000""#, "nul_character"),
            (number, r#""1""#, "wrong_type"),
            (number, "0.0001", "wrong_type"),
            (number, "1e300", "wrong_type"),
            (date, r#""2023-02-29""#, "not_a_date"),
            (date, "20240229", "not_a_date"),
            (yes_no, r#""true""#, "wrong_type"),
            (yes_no, "1", "wrong_type"),
        ] {
            assert_eq!(check(kind, json), Err(code), "{json}");
        }
    }

    #[test]
    fn lists_have_numbers_as_they_are_typed_and_yes_and_no_in_six_languages() {
        let read = |kind, text: &str| field(kind).read(text).map_err(|code| code.code());
        let number = |text: &str| Ok(Some(FieldValue::Number(Decimal::parse(text).expect("a number"))));
        for (text, value) in
            [("1,5", "1.5"), ("1.5", "1.5"), (" 12 000 ", "12000"), ("1.234,5", "1234.5"), ("-3", "-3")]
        {
            assert_eq!(read(FieldType::Number, text), number(value), "{text}");
        }
        assert_eq!(read(FieldType::Number, "1,500"), Err("ambiguous"));
        assert_eq!(read(FieldType::Number, "many"), Err("wrong_type"));
        for (is_so, words) in [
            (true, ["yes", "Ja", "SÍ", "si", "oui", "sim", "نعم", "true", "1"]),
            (false, ["no", "Nein", "NO", "non", "não", "nao", "لا", "false", "0"]),
        ] {
            for word in words {
                assert_eq!(read(FieldType::YesNo, word), Ok(Some(FieldValue::YesNo(is_so))), "{word}");
            }
        }
        assert_eq!(read(FieldType::YesNo, "perhaps"), Err("wrong_type"));
        assert_eq!(read(FieldType::Date, "29.02.2024"), Err("not_a_date"));
        for kind in [FieldType::Text, FieldType::Number, FieldType::Date, FieldType::YesNo] {
            assert_eq!(read(kind, " \u{feff}"), Ok(None));
        }
    }

    #[test]
    fn names_that_are_not_declared_are_refused_each_at_its_place() {
        let declared = [field(FieldType::Number)];
        let given = serde_json::from_str(r#"{"own":"x","other":1,"own2":null}"#).expect("JSON");
        let errors =
            FieldValues::of(&declared, &given, &Path::from("users").item(3).field("fields")).expect_err("wrong");
        let told: Vec<String> = errors.iter().map(|error| format!("{} {}", error.path, error.code.code())).collect();
        let expected = [
            "users[3].fields.other undeclared_field",
            "users[3].fields.own wrong_type",
            "users[3].fields.own2 undeclared_field",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_value_that_is_there_is_not_filled_and_a_new_one_is_signed() {
        let id = QuestionId::built_in("own");
        let text = |text: &str| FieldValue::Text(text.to_owned());
        let mut values = FieldValues::default();
        values.fill(&id, text("guessed"), true);
        values.fill(&id, text("late"), false);
        assert_eq!((values.get("own"), values.unsigned().count()), (Some(&text("guessed")), 1));
        values.set(&id, Some(text("known")));
        assert_eq!((values.get("own"), values.unsigned().count()), (Some(&text("known")), 0));
        values.set(&id, None);
        assert!(values.is_empty());
    }

    #[test]
    fn an_id_is_made_of_a_title_and_is_free() {
        let taken = [field(FieldType::Text)];
        for (title, id) in [
            ("Region", "region"),
            ("  Joined on (date) ", "joined_on_date"),
            ("2nd name", "nd_name"),
            ("Own", "own_2"),
            ("المنطقة", "field"),
            ("", "field"),
            ("a very long title that goes on and on", "a_very_long_title_that_goes"),
        ] {
            assert_eq!(PersonField::id_of(title, &taken).as_str(), id, "{title}");
        }
    }

    #[test]
    fn a_column_has_the_most_special_type_that_reads_all_of_it() {
        for (texts, kind) in [
            (&["2026-01-01", ""][..], FieldType::Date),
            (&["yes", "No"], FieldType::YesNo),
            (&["1", "0"], FieldType::Number),
            (&["1,5", "20"], FieldType::Number),
            (&["08001", "28002"], FieldType::Text),
            (&["12", "North"], FieldType::Text),
            (&["", " "], FieldType::Text),
            (&[], FieldType::Text),
        ] {
            assert_eq!(PersonField::type_of(texts.iter().copied()), kind, "{texts:?}");
        }
    }

    fn value() -> impl Strategy<Value = (FieldType, FieldValue)> {
        prop_oneof![
            "[^\\x00]{1,200}".prop_filter_map("visible", |text| {
                let text = clean(&text).to_owned();
                (!text.is_empty()).then_some((FieldType::Text, FieldValue::Text(text)))
            }),
            (-9_999_999_i128..9_999_999).prop_filter_map("a number", |thousandths| {
                Some((FieldType::Number, FieldValue::Number(Decimal::from_thousandths(thousandths)?)))
            }),
            (1900..2100_u16, 1..13_u8, 1..29_u8).prop_map(|(year, month, day)| {
                (FieldType::Date, FieldValue::Text(format!("{year}-{month:02}-{day:02}")))
            }),
            any::<bool>().prop_map(|is_so| (FieldType::YesNo, FieldValue::YesNo(is_so))),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again((kind, value) in value()) {
            let field = field(kind);
            prop_assert_eq!(field.read(&value.to_text()), Ok(Some(value.clone())));
            let json = serde_json::to_string(&value).expect("JSON");
            let input: FieldInput = serde_json::from_str(&json).expect("an input");
            prop_assert_eq!(field.check(&input), Ok(Some(value.clone())));
            let mut values = FieldValues::default();
            values.fill(&field.id, value, true);
            let stored = serde_json::to_string(&values).expect("JSON");
            prop_assert_eq!(serde_json::from_str::<FieldValues>(&stored).expect("values"), values);
        }

        #[test]
        fn no_text_of_a_list_breaks_the_reading(text in "\\PC{0,60}") {
            for kind in [FieldType::Text, FieldType::Number, FieldType::Date, FieldType::YesNo] {
                if let Ok(Some(value)) = field(kind).read(&text) {
                    prop_assert_eq!(field(kind).read(&value.to_text()), Ok(Some(value)));
                }
            }
        }
    }
}
