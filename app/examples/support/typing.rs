//! Answers as people of six countries type them.

use domain::{Answer, Answers, FieldCode, Question, form};

use super::random::Random;

struct Country {
    /// Between thousands.
    group: &'static str,
    /// Before the part behind the point.
    point: &'static str,
    zero: char,
    /// What comes along where text is copied.
    around: [&'static str; 2],
}

/// Those of the languages that pages are in.
const COUNTRIES: [Country; 6] = [
    Country { group: ",", point: ".", zero: '0', around: [" ", "\u{a0}"] },
    Country { group: ".", point: ",", zero: '0', around: ["\u{feff}", "\t"] },
    Country { group: "’", point: ".", zero: '0', around: ["", "\u{200b}"] },
    Country { group: "\u{202f}", point: ",", zero: '0', around: ["\u{2060}", "\u{202f}"] },
    Country { group: "\u{a0}", point: ",", zero: '0', around: ["\u{202a}", "\u{202c}"] },
    Country { group: "٬", point: "٫", zero: '٠', around: ["\u{200f}", "\u{61c} "] },
];

/// The fields of a form with these answers, as typed in a country: what is asked back, because it can be read in two ways,
/// is answered. Panics unless they are read as the answers, which are those of the API.
pub(crate) fn fields(question: &Question, answers: &Answers, random: &mut Random) -> Vec<form::Field> {
    let country = &COUNTRIES[random.below(6) as usize];
    let mut fields = form::fill(question, answers);
    for (name, value) in &mut fields {
        // Others are chosen, not typed.
        let is_typed = question.items().iter().any(|item| {
            let rest = name.strip_prefix(&item.field_name());
            let is_its = rest.is_some_and(|rest| rest.is_empty() || form::DATE_PARTS.contains(&rest));
            is_its && item.kind.options().is_empty()
        });
        if is_typed && !answers.values().any(|answer| *answer == Answer::Consent) {
            *value = country.write(value, !name.ends_with(form::DATE_PARTS[2]));
        }
    }
    let asked_back = form::read(question, &fields).into_iter().filter_map(|(id, reading)| match reading {
        Err(FieldCode::Ambiguous { large, small }) => Some((id, [large, small])),
        _ => None,
    });
    for (id, ways) in asked_back.collect::<Vec<_>>() {
        let item = question.items().into_iter().find(|item| item.id == id).expect("an item of the question");
        let name = item.field_name();
        let meant = ways.into_iter().find(|way| {
            let typed = [(name.clone(), way.clone())];
            form::read(question, &typed).contains(&(id.clone(), Ok(answers.get(&id).cloned())))
        });
        let meant = meant.unwrap_or_else(|| panic!("no reading of {id} is meant"));
        fields.retain(|(field, _)| *field != name);
        fields.push((name, meant));
    }
    for (id, reading) in form::read(question, &fields) {
        if let Some(answer) = answers.get(&id) {
            assert_eq!(reading, Ok(Some(answer.clone())), "{id}, typed as {fields:?}");
        }
    }
    fields
}

impl Country {
    /// A number with its digits and signs, other text as it is; both with what came along with it.
    fn write(&self, value: &str, has_groups: bool) -> String {
        let [before, behind] = self.around;
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let (whole, places) = value.split_once('.').unwrap_or((value, ""));
        let mut text = before.to_owned();
        for (at, digit) in whole.chars().enumerate() {
            let is_grouped = is_number && has_groups && at > 0 && (whole.len() - at) % 3 == 0;
            text.push_str(if is_grouped { self.group } else { "" });
            text.push(if is_number { self.digit(digit) } else { digit });
        }
        if !places.is_empty() {
            text.push_str(if is_number { self.point } else { "." });
            text.extend(places.chars().map(|digit| if is_number { self.digit(digit) } else { digit }));
        }
        text + behind
    }

    fn digit(&self, digit: char) -> char {
        let above = digit.to_digit(10).expect("a digit");
        char::from_u32(u32::from(self.zero) + above).expect("digits are in a row")
    }
}
