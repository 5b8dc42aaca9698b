//! Formats of numbers and days by language.

use domain::Decimal;

use super::Texts;

impl Texts {
    pub(crate) fn number(&self, number: Decimal) -> String {
        let text = number.to_string();
        let (whole, places) =
            text.split_once('.').map_or((text.as_str(), None), |(whole, places)| (whole, Some(places)));
        let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| (self.signs[1], digits));
        let (mark, least) = self.thousands;
        let mut grouped = String::from(sign);
        for (place, digit) in digits.char_indices() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() >= least {
                grouped.push_str(mark);
            }
            grouped.push(digit);
        }
        grouped.extend(places.map(|places| [self.decimal_mark, places].concat()));
        grouped
    }

    pub(crate) fn count(&self, count: usize) -> String {
        self.number(Decimal::whole(count.try_into().unwrap_or(i32::MAX)))
    }

    /// A number for an input field, without thousands separators.
    pub(crate) fn entry(&self, digits: &str) -> String {
        digits.replace('.', self.decimal_mark).replace('-', self.signs[1])
    }

    pub(crate) fn signed(&self, number: Decimal) -> String {
        let [plus, _] = self.signs;
        if number > Decimal::ZERO { format!("{plus}{}", self.number(number)) } else { self.number(number) }
    }

    /// Formats a day given as `YYYY-MM-DD`; returns anything else unchanged.
    pub(crate) fn day(&self, iso: &str) -> String {
        let written = || {
            let [year, month, day] = <[&str; 3]>::try_from(iso.splitn(3, '-').collect::<Vec<_>>()).ok()?;
            let month = self.months.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
            Some((self.date)(day.parse().ok()?, month, year.parse().ok()?))
        };
        written().unwrap_or_else(|| iso.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;
    use crate::words::texts;

    #[test]
    fn days_and_numbers_are_written_as_their_language_does() {
        let (english, spanish) = (texts(Language::EN), texts(Language::ES));
        assert_eq!(english.day("2026-11-20"), "20 November 2026");
        assert_eq!(spanish.day("0962-03-05"), "5 de marzo de 962");
        assert_eq!(english.day("2026-13-01"), "2026-13-01", "no day of any month");
        let number = Decimal::parse("-6.5").expect("a number");
        assert_eq!(english.number(Decimal::parse("-1234567.25").expect("a number")), "−1,234,567.25");
        assert_eq!(spanish.number(Decimal::whole(1234)), "1234", "four digits need no sign");
        assert_eq!(spanish.number(Decimal::whole(12345)), "12.345");
        assert_eq!((english.number(number), spanish.number(number)), ("−6.5".to_owned(), "−6,5".to_owned()));
    }
}
