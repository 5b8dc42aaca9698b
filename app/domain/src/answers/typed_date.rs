//! Dates as respondents type and paste them, with month names or whole in one field. Only the server parses them: the
//! browser submits the form when it cannot read a date, so its pages need no month names.

use super::form::{DATE_PARTS, Field, Reading, plain, read, value};
use crate::{DateMistake, FieldCode, Kind, Question, QuestionId, text::typed::plain_digits};

/// Like [`read`], with dates in any form. `month_of` returns a month's number for its name or an unambiguous prefix.
pub fn read_any(
    question: &Question,
    fields: &[Field],
    month_of: impl Fn(&str) -> Option<usize>,
) -> Vec<(QuestionId, Reading)> {
    let mut fields = fields.to_vec();
    let mut mistakes = Vec::new();
    for item in question.items().iter().filter(|item| matches!(item.kind, Kind::Date { .. })) {
        let names = DATE_PARTS.map(|part| [&item.field_name(), part].concat());
        match parts(names.each_ref().map(|name| value(&fields, name)), &month_of) {
            Ok(parts) => {
                fields.retain(|field| !names.contains(&field.0));
                fields.extend(names.into_iter().zip(parts));
            }
            Err(mistake) => mistakes.push((item.id.clone(), Err(FieldCode::NotADate(mistake)))),
        }
    }
    let mut readings = read(question, &fields);
    for reading in &mut readings {
        if let Some(mistake) = mistakes.iter().find(|(id, _)| *id == reading.0) {
            reading.clone_from(mistake);
        }
    }
    readings
}

/// Day, month and year in digits; all empty for an empty date.
fn parts(typed: [&str; 3], month_of: &impl Fn(&str) -> Option<usize>) -> Result<[String; 3], DateMistake> {
    let whole = match typed {
        ["", "", ""] => return Ok(Default::default()),
        [whole, "", ""] | ["", whole, ""] | ["", "", whole] => split(whole, month_of),
        _ => None,
    };
    let [day, month, year] = whole.unwrap_or_else(|| typed.map(plain));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if day.is_empty() {
        return Err(DateMistake::NoDay);
    }
    let month = if is_number(&month) { month } else { month_of(&month).ok_or(DateMistake::NoMonth)?.to_string() };
    if !is_number(&year) || year.len() != 4 {
        return Err(DateMistake::NoYear);
    }
    Ok([day, month, year])
}

/// The parts of a whole date if their order is unambiguous: the year first, a named month, or a day above 12.
/// `3/4/1985` is March in some countries and April in others.
fn split(whole: &str, month_of: &impl Fn(&str) -> Option<usize>) -> Option<[String; 3]> {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '/' | '.' | '-' | ',' | '،' | '年' | '月' | '日');
    let whole: String = plain_digits(whole).collect();
    let is_part = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit()) || part.chars().count() > 2;
    // Drops words such as "de" and "of".
    let parts: Vec<&str> = whole.split(is_mark).filter(is_part).collect();
    let [first, second, third] = parts[..] else { return None };
    let is_year = |part: &str| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    // Strips ordinal suffixes: 14th, 1er, 1º.
    let day = |part: &str| part.trim_end_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let named = |part: &str| month_of(part).map(|month| month.to_string());
    let as_number = |part: &str| part.parse::<u8>().ok();
    if is_year(first) {
        let month = named(second).unwrap_or_else(|| second.to_owned());
        return Some([day(third), month, first.to_owned()]);
    }
    match (named(first), named(second)) {
        (Some(month), _) => Some([day(second), month, third.to_owned()]),
        (_, Some(month)) => Some([day(first), month, third.to_owned()]),
        _ => match (as_number(first)?, as_number(second)?) {
            (1..=12, 13..) => Some([second, first, third].map(str::to_owned)),
            (day, month) if day > 12 || day == month => Some([first, second, third].map(str::to_owned)),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month_of(name: &str) -> Option<usize> {
        let months = ["january", "february", "märz", "april"];
        months.iter().position(|month| name.len() > 2 && month.starts_with(&name.to_lowercase())).map(|place| place + 1)
    }

    fn read_as(day: &str, month: &str, year: &str) -> String {
        let question = serde_json::json!({ "id": "q", "kind": "date", "text": "?", "min": "1900-01-01" });
        let question: Question = serde_json::from_value(question).expect("a question");
        let fields = DATE_PARTS.iter().zip([day, month, year]);
        let fields: Vec<Field> = fields.map(|(part, typed)| (["answer", part].concat(), typed.to_owned())).collect();
        match read_any(&question, &fields, month_of).remove(0).1 {
            Ok(Some(crate::Answer::Text(date))) => date,
            Err(FieldCode::NotADate(mistake)) => format!("{mistake:?}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn months_have_names() {
        for month in ["3", "03", "März", "mär", "MÄR", "٣", " märz "] {
            assert_eq!(read_as("14", month, "1985"), "1985-03-14", "{month}");
        }
    }

    #[test]
    fn a_whole_date_may_stand_in_any_field() {
        for (typed, date) in [
            ("1985-03-14", "1985-03-14"),
            ("1985/3/14", "1985-03-14"),
            ("1985年3月14日", "1985-03-14"),
            ("14/3/1985", "1985-03-14"),
            ("14.3.1985", "1985-03-14"),
            ("14. März 1985", "1985-03-14"),
            ("14 de mär de 1985", "1985-03-14"),
            ("April 14th, 1985", "1985-04-14"),
            ("3/14/1985", "1985-03-14"),
            ("4/4/1985", "1985-04-04"),
            ("٢٤/١٢/١٩٨٥", "1985-12-24"),
            // 4 March or 3 April.
            ("4/3/1985", "NoMonth"),
            ("14/3/85", "NoYear"),
            ("14 Foo 1985", "NoMonth"),
            ("31 February 1985", "NoSuchDay"),
            ("14 March", "NoMonth"),
        ] {
            assert_eq!(read_as(typed, "", ""), date, "{typed}");
            let elsewhere = if date.len() == 10 { date } else { continue };
            assert_eq!([read_as("", typed, ""), read_as("", "", typed)], [elsewhere, elsewhere], "{typed}");
        }
    }

    #[test]
    fn each_mistake_is_named() {
        for (parts, mistake) in [
            (["", "3", "1985"], "NoDay"),
            (["14", "", "1985"], "NoMonth"),
            (["14", "Foo", "1985"], "NoMonth"),
            (["14", "3", ""], "NoYear"),
            (["14", "3", "85"], "NoYear"),
            (["31", "2", "1985"], "NoSuchDay"),
            (["x", "2", "1985"], "NoSuchDay"),
            (["14", "13", "1985"], "NoSuchDay"),
            (["", "", ""], "Err(Required)"),
        ] {
            assert_eq!(read_as(parts[0], parts[1], parts[2]), mistake, "{parts:?}");
        }
        assert!(read_as("14", "3", "1885").contains("DateOutOfRange"));
    }
}
