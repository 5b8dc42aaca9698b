//! Numbers as respondents type them: with any country's thousands separators, a decimal comma or point, and a unit or
//! currency sign.
//!
//! The browser loads this code, so it works on bytes and contains no texts but those of an error.

use crate::{
    Decimal, FieldCode, Numeric,
    text::typed::{clean, plain_digits},
};

#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Typed {
    NoNumber,
    Number(Decimal),
    Unreadable(FieldCode),
}

/// White space, apostrophes and the Arabic thousands separator, which can only group.
const GROUP: u8 = b' ';
/// The Arabic decimal separator, which never groups.
const DECIMAL: u8 = b'd';
const CURRENCY: u8 = b'$';

/// Reads a number for a question. An ambiguous number is rejected with both readings so that the respondent is asked.
/// Bounds may reject a reading but never choose one.
pub(crate) fn read(text: &str, asked: &Numeric) -> Typed {
    let Some(parts) = Parts::of(text, asked) else { return Typed::NoNumber };
    let Parts { digits, groups, signs, .. } = &parts;
    let places = groups.last().copied().unwrap_or_default();
    let grouped = (is_alike(signs) && parts.are_groups(groups)).then(|| parts.number(0));
    let decimal = signs.split_last().filter(|(last, before)| {
        let whole = &groups[..groups.len() - 1];
        let is_sign = **last != GROUP && !before.contains(last) && is_alike(before);
        is_sign && !digits.is_empty() && (whole.len() == 1 || parts.are_groups(whole))
    });
    // For a question without decimals, a sign before three digits can only group.
    let decimal = decimal.filter(|_| grouped.is_none() || asked.decimals > 0).map(|_| parts.number(places));
    match (grouped, decimal) {
        (Some(_), Some(_)) => {
            let [large, small] = [parts.written(0), parts.written(places)];
            Typed::Unreadable(FieldCode::Ambiguous { large, small })
        }
        (only, other) => match only.or(other) {
            None => Typed::NoNumber,
            Some(Ok(number)) => Typed::Number(number),
            Some(Err(true)) => Typed::Unreadable(FieldCode::TooPrecise { places: asked.decimals }),
            Some(Err(false)) => Typed::Unreadable(FieldCode::NotBetween { min: asked.min, max: asked.max }),
        },
    }
}

/// A number in a form that [`read`] finds unambiguous: three decimals after fewer than four digits could be thousands.
pub(crate) fn written(number: Decimal) -> String {
    let text = number.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.trim_start_matches('-');
    let can_group = places.len() == 3 && whole.len() < 4 && !whole.starts_with('0');
    if can_group { [text.as_str(), "0"].concat() } else { text }
}

/// A typed number, split into digits and separators.
struct Parts {
    is_negative: bool,
    digits: Vec<u8>,
    /// The lengths of the groups of digits; at least one.
    groups: Vec<usize>,
    /// The separators between groups.
    signs: Vec<u8>,
}

impl Parts {
    fn of(text: &str, asked: &Numeric) -> Option<Self> {
        let mut bytes = Vec::new();
        for c in without_unit(&plain_digits(clean(text)).collect::<String>(), asked).chars() {
            bytes.push(match c {
                '0'..='9' | '.' | ',' | '-' | '+' => u8::try_from(c).ok()?,
                '٫' => DECIMAL,
                '٬' | '\'' | '’' | '‘' | 'ʼ' | '´' | '`' | '_' => GROUP,
                '$' | '¢' | '£' | '¤' | '¥' | '\u{20a0}'..='\u{20cf}' => CURRENCY,
                _ if c.is_whitespace() => GROUP,
                _ => return None,
            });
        }
        let mut rest = bare(&bytes);
        let is_negative = rest.first() == Some(&b'-');
        if is_negative || rest.first() == Some(&b'+') {
            rest = bare(&rest[1..]);
        }
        let mut parts = Self { is_negative, digits: Vec::new(), groups: vec![0], signs: Vec::new() };
        for byte in rest {
            match byte {
                b'0'..=b'9' => {
                    parts.digits.push(*byte);
                    *parts.groups.last_mut()? += 1;
                }
                b'.' | b',' | &GROUP | &DECIMAL => {
                    parts.signs.push(*byte);
                    parts.groups.push(0);
                }
                _ => return None,
            }
        }
        Some(parts)
    }

    /// True for one group of digits, or for groups of three after the first, or for Indian grouping: groups of two, the
    /// last of three.
    fn are_groups(&self, groups: &[usize]) -> bool {
        let [first, between @ .., last] = groups else { return groups.first().is_some_and(|group| *group > 0) };
        let are = |length: usize| between.iter().all(|group| *group == length) && *first <= length;
        *first > 0 && self.digits[0] != b'0' && *last == 3 && (are(3) || are(2) && !between.is_empty())
    }

    /// The number with this many digits after the decimal point. The error is true for too many decimals and false for
    /// overflow.
    fn number(&self, places: usize) -> Result<Decimal, bool> {
        let (whole, places) = self.digits.split_at(self.digits.len() - places);
        let places = without_zeros(places);
        if places.len() > 3 {
            return Err(true);
        }
        let zeros = [b'0'; 3];
        let mut number = 0_i64;
        for digit in whole.iter().chain(places).chain(&zeros[places.len()..]) {
            number = number.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        }
        Decimal::from_thousandths(i128::from(if self.is_negative { -number } else { number })).ok_or(false)
    }

    /// The number in a form that reads unambiguously, with its sign.
    fn written(&self, places: usize) -> String {
        let (whole, places) = self.digits.split_at(self.digits.len() - places);
        let places = without_zeros(places);
        let mut written: Vec<u8> = if self.is_negative { vec![b'-'] } else { Vec::new() };
        written.extend(whole);
        if !places.is_empty() {
            written.extend(self.signs.last());
            written.extend(places);
            if places.len() == 3 {
                written.push(b'0');
            }
        }
        written.into_iter().map(char::from).collect()
    }
}

fn is_alike(signs: &[u8]) -> bool {
    signs.iter().all(|sign| *sign == signs[0] && *sign != DECIMAL)
}

/// Trims white space and currency signs.
fn bare(mut bytes: &[u8]) -> &[u8] {
    while let [GROUP | CURRENCY, rest @ ..] | [rest @ .., GROUP | CURRENCY] = bytes {
        bytes = rest;
    }
    bytes
}

fn without_zeros(mut digits: &[u8]) -> &[u8] {
    while let [rest @ .., b'0'] = digits {
        digits = rest;
    }
    digits
}

fn without_unit<'t>(text: &'t str, asked: &Numeric) -> &'t str {
    let mut rest = text.trim();
    let units = asked.unit.iter().flat_map(|unit| unit.wordings().flat_map(|wording| wording.split('\n')));
    for unit in units.map(str::trim).filter(|unit| !unit.is_empty()) {
        // Currency codes only: "MIL" and "K" mean thousands.
        rest = match unit {
            "$" => without(without(rest, "US$"), "USD"),
            "€" => without(rest, "EUR"),
            "£" => without(rest, "GBP"),
            _ => rest,
        };
        rest = without(rest, unit);
    }
    rest
}

fn without<'t>(text: &'t str, unit: &str) -> &'t str {
    let is_unit = |part: Option<&str>| part.is_some_and(|part| part.eq_ignore_ascii_case(unit));
    if is_unit(text.get(..unit.len())) {
        text[unit.len()..].trim()
    } else if let Some(at) = text.len().checked_sub(unit.len()).filter(|at| is_unit(text.get(*at..))) {
        text[..at].trim()
    } else {
        text
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
            ("８０ｋｇ", "80"),
            ("45000 USD", "none"),
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
    fn money_may_have_the_code_of_its_currency() {
        let mut money = numeric(2, "0", "100000");
        money.unit = Some(Text::Same("€".to_owned()));
        for (typed, number) in [
            ("45000 EUR", "45000"),
            ("EUR45000", "45000"),
            ("45000.00 eur", "45000"),
            ("45 MIL", "none"),
            ("45K", "none"),
            ("45000 USD", "none"),
        ] {
            assert_eq!(reading(typed, &money), number, "{typed}");
        }
        money.unit = Some(Text::Same("$".to_owned()));
        for typed in ["US$45,000.00", "45000 USD"] {
            assert_eq!(reading(typed, &money), "45000", "{typed}");
        }
    }

    #[test]
    fn two_readings_are_asked_about() {
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
        // Neither bounds nor decimals choose a reading.
        let rent = numeric(2, "0", "20000");
        assert_eq!(reading("45,000", &rent), "45000 or 45");
        assert_eq!(reading("45,000.00", &rent), "45000");
        assert_eq!(reading("72,500", &numeric(1, "20", "300")), "72500 or 72,5");
        assert_eq!(reading("1,234", &numeric(1, "100", "5000")), "1234 or 1,2340");
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
