//! Numbers as people type them: with signs between thousands as any country has them, with a decimal comma or point, with
//! the unit or a currency sign beside them.

use crate::{
    Decimal, FieldCode, Numeric,
    text::typed::{clean, plain_digits},
};

/// What a typed text says.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Typed {
    NoNumber,
    Number(Decimal),
    /// More digits than any number here has.
    Unreadable(FieldCode),
}

/// Reads a number for a question. Where it can be read in two ways that both fit the question, the reading is refused with
/// both, as one has to ask then.
pub(super) fn read(text: &str, asked: &Numeric) -> Typed {
    let Some(readings) = Readings::of(text, asked) else { return Typed::NoNumber };
    // Too many decimal places are no reason to take the other reading: the respondent may have meant them.
    let fits = |digits: &&Digits| digits.number().is_some_and(|number| asked.min <= number && number <= asked.max);
    let (grouped, decimal) = (readings.grouped.as_ref(), readings.decimal.as_ref());
    // Without decimals a sign before three digits can only group.
    let decimal = decimal.filter(|_| grouped.is_none() || asked.decimals > 0);
    match (grouped.filter(fits), decimal.filter(fits)) {
        (Some(large), Some(small)) if large.number() != small.number() => {
            // With the sign that was typed.
            let sign = text.chars().find(|c| matches!(c, '.' | ',')).unwrap_or('.');
            let [large, small] = [large, small].map(Digits::written);
            Typed::Unreadable(FieldCode::Ambiguous { large, small: small.replace('.', &sign.to_string()) })
        }
        (Some(one), _) | (None, Some(one)) => one.number().map_or(Typed::NoNumber, Typed::Number),
        (None, None) => {
            let Some(digits) = decimal.or(grouped) else { return Typed::NoNumber };
            match digits.number() {
                Some(number) => Typed::Number(number),
                None if digits.places.len() > 3 => Typed::Unreadable(FieldCode::TooPrecise { places: asked.decimals }),
                None => Typed::Unreadable(FieldCode::NotBetween { min: asked.min, max: asked.max }),
            }
        }
    }
}

/// A number in the form that [`read`] takes for no other: three places behind fewer than four digits could be thousands.
pub(super) fn written(number: Decimal) -> String {
    let text = number.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let can_group =
        places.len() == 3 && whole.trim_start_matches('-').len() < 4 && !whole.trim_start_matches('-').starts_with('0');
    if can_group { [text.as_str(), "0"].concat() } else { text }
}

/// Digits without leading zeros, and without trailing ones behind the point.
struct Digits {
    is_negative: bool,
    whole: String,
    places: String,
}

impl Digits {
    fn number(&self) -> Option<Decimal> {
        let whole = if self.whole.is_empty() { "0" } else { &self.whole };
        let places = if self.places.is_empty() { "0" } else { &self.places };
        Decimal::parse(&[if self.is_negative { "-" } else { "" }, whole, ".", places].concat())
    }

    fn written(&self) -> String {
        self.number().map(written).unwrap_or_default()
    }
}

/// The ways to read a text: all signs group, or the last one is the decimal sign.
struct Readings {
    grouped: Option<Digits>,
    decimal: Option<Digits>,
}

impl Readings {
    fn of(text: &str, asked: &Numeric) -> Option<Self> {
        let bare = without_unit(clean(text), asked);
        let (is_negative, bare) = match bare.strip_prefix('-') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, bare.strip_prefix('+').unwrap_or(&bare).trim_start()),
        };
        // Groups of digits, and the sign before each but the first.
        let mut groups = vec![String::new()];
        let mut signs = Vec::new();
        for c in bare.chars() {
            if let Some(group) = groups.last_mut().filter(|_| c.is_ascii_digit()) {
                group.push(c);
            } else {
                signs.push(sign(c)?);
                groups.push(String::new());
            }
        }
        let digits = |whole: &[String], places: &str| Digits {
            is_negative,
            whole: whole.concat().trim_start_matches('0').to_owned(),
            places: places.trim_end_matches('0').to_owned(),
        };
        let is_alike = |signs: &[char]| signs.windows(2).all(|pair| pair[0] == pair[1]);
        let is_grouped = !signs.contains(&DECIMAL) && is_alike(&signs) && are_groups(&groups);
        let grouped = is_grouped.then(|| digits(&groups, ""));
        let decimal = signs.split_last().and_then(|(last, before)| {
            let (places, whole) = groups.split_last()?;
            let is_whole = whole.len() == 1 || are_groups(whole);
            let is_sign = *last != SPACE && !before.contains(last) && !before.contains(&DECIMAL) && is_alike(before);
            let has_digits = !places.is_empty() || whole.iter().any(|group| !group.is_empty());
            (is_sign && is_whole && has_digits).then(|| digits(whole, places))
        });
        (grouped.is_some() || decimal.is_some()).then_some(Self { grouped, decimal })
    }
}

/// What stands for white space and for apostrophes, which can only group.
const SPACE: char = ' ';
/// What stands for the Arabic decimal sign, which never groups.
const DECIMAL: char = '٫';

fn sign(c: char) -> Option<char> {
    match c {
        '.' | ',' | DECIMAL => Some(c),
        '٬' | '\'' | '’' | '‘' | 'ʼ' | '´' | '`' | '＇' | '_' => Some(SPACE),
        _ => c.is_whitespace().then_some(SPACE),
    }
}

/// True for one group of digits, or for groups as countries write them: three digits in each but the first, or two in
/// those between, as in India.
fn are_groups(groups: &[String]) -> bool {
    let [first, between @ .., last] = groups else { return groups.iter().all(|group| !group.is_empty()) };
    let are = |length: usize| between.iter().all(|group| group.len() == length) && first.len() <= length;
    let is_start = !first.is_empty() && !first.starts_with('0');
    is_start && last.len() == 3 && (are(3) || are(2) && !between.is_empty())
}

/// The text with plain digits, and without the question's unit and currency signs beside it.
fn without_unit(text: &str, asked: &Numeric) -> String {
    let plain: String = plain_digits(text).collect();
    let mut rest = plain.trim();
    let wordings = asked.unit.iter().flat_map(|unit| unit.wordings().flat_map(|wording| wording.split('\n')));
    for unit in wordings.map(str::trim).filter(|unit| !unit.is_empty()) {
        let unit: String = plain_digits(unit).collect();
        let starts = rest.get(..unit.len()).filter(|start| start.eq_ignore_ascii_case(&unit));
        let end = rest.len().checked_sub(unit.len()).and_then(|at| rest.split_at_checked(at));
        if starts.is_some() {
            rest = rest[unit.len()..].trim_start();
        } else if let Some((before, _)) = end.filter(|(_, end)| end.eq_ignore_ascii_case(&unit)) {
            rest = before.trim_end();
        }
    }
    let is_currency = |c: char| c.is_whitespace() || matches!(c, '$' | '¢' | '£' | '¤' | '¥' | '\u{20a0}'..='\u{20cf}');
    // A currency sign may stand between the minus sign and the digits.
    match rest.strip_prefix('-') {
        Some(rest) => ["-", rest.trim_matches(is_currency)].concat(),
        None => {
            let bare = rest.trim_matches(is_currency);
            bare.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Text;

    fn numeric(decimals: u8, min: &str, max: &str) -> Numeric {
        let number = |text| Decimal::parse(text).expect("a number");
        let unit = Some(Text::Same("kg".to_owned()));
        Numeric { min: number(min), max: number(max), decimals, unit, ranges: Vec::new() }
    }

    fn reading(text: &str, asked: &Numeric) -> String {
        match read(text, asked) {
            Typed::NoNumber => "none".to_owned(),
            Typed::Number(number) => number.to_string(),
            Typed::Unreadable(FieldCode::Ambiguous { large, small }) => format!("{large} or {small}"),
            Typed::Unreadable(code) => code.code().to_owned(),
        }
    }

    #[test]
    fn signs_that_can_only_group_group() {
        let money = numeric(0, "-1000000000", "1000000000");
        for (typed, number) in [
            ("25,000", "25000"),
            ("25.000", "25000"),
            ("25 000", "25000"),
            ("25\u{202f}000", "25000"),
            ("1,000", "1000"),
            ("1’000", "1000"),
            ("1'234'567", "1234567"),
            ("12,34,567", "1234567"),
            ("1.234.567", "1234567"),
            ("٢٥٬٠٠٠", "25000"),
            ("２５，０００", "25000"),
            ("२५,०००", "25000"),
            ("25000 €", "25000"),
            ("$25000", "25000"),
            ("-$25,000", "-25000"),
            ("80 KG", "80"),
            ("kg 80", "80"),
            ("+ 7", "7"),
            ("− 3", "-3"),
            ("7,", "7"),
            ("007", "7"),
            ("1,000.00", "1000"),
            ("6,5", "6.5"),
            ("1 2", "none"),
            ("1,00,00", "none"),
            ("1,2.3,4", "none"),
            ("0,500,000", "none"),
            ("5k", "none"),
            ("1e3", "none"),
            ("12 months", "none"),
            ("1/2", "none"),
            ("3-4", "none"),
            (",", "none"),
            ("-", "none"),
            ("", "none"),
            ("99999999999999999", "out_of_range"),
        ] {
            assert_eq!(reading(typed, &money), number, "{typed:?}");
        }
    }

    #[test]
    fn two_readings_that_both_fit_are_asked_about() {
        let exact = numeric(2, "0", "10000000");
        for (typed, number) in [
            ("1,000", "1000 or 1"),
            ("25.000", "25000 or 25"),
            ("1.234", "1234 or 1.2340"),
            ("1,000.50", "1000.5"),
            ("1.000,50", "1000.5"),
            ("1'000,5", "1000.5"),
            ("0,500", "0.5"),
            ("1234,500", "1234.5"),
            ("6.50", "6.5"),
            (".5", "0.5"),
            ("6.55555", "too_precise"),
            ("٦٫٥", "6.5"),
            ("١٢٫٣٤٥", "12.345"),
        ] {
            assert_eq!(reading(typed, &exact), number, "{typed:?}");
        }
        // What the question does not take is no reading.
        assert_eq!(reading("72,500", &numeric(1, "20", "300")), "72.5");
        assert_eq!(reading("1.234", &numeric(3, "0", "5000")), "1234 or 1.2340");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same_number(sign in prop_oneof![Just(1), Just(-1)], number in 0..10_i64.pow(12), cut in 0..12_u32) {
            let number = Decimal::from_thousandths(i128::from(sign * number / 10_i64.pow(cut))).expect("in range");
            let asked = numeric(3, "-1000000000", "1000000000");
            for typed in [written(number), written(number).replace('.', ",")] {
                prop_assert_eq!(read(&typed, &asked), Typed::Number(number), "{}", typed);
            }
        }
    }
}
