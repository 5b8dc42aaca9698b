//! Numbers and days as a language writes them.

use domain::Decimal;

use super::Texts;

impl Texts {
    pub(crate) fn number(&self, number: Decimal) -> String {
        let [_, minus] = self.signs;
        number.to_string().replace('.', self.decimal_mark).replace('-', minus)
    }

    /// A difference with its sign.
    pub(crate) fn signed(&self, number: Decimal) -> String {
        let [plus, _] = self.signs;
        if number > Decimal::ZERO { format!("{plus}{}", self.number(number)) } else { self.number(number) }
    }

    /// A day that comes as `YYYY-MM-DD`; as it is if it is none.
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
        assert_eq!((english.number(number), spanish.number(number)), ("−6.5".to_owned(), "−6,5".to_owned()));
    }
}
