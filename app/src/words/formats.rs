//! Numbers and days as a language writes them.

use domain::{Decimal, Language};

use super::{Texts, texts};

impl Texts {
    pub(crate) fn number(&self, number: Decimal) -> String {
        number.to_string().replace('.', self.decimal_mark).replace('-', "−")
    }

    /// A day that comes as `YYYY-MM-DD`.
    pub(crate) fn day(&self, iso: &str) -> String {
        let mut parts = iso.splitn(3, '-').map(|part| part.trim_start_matches('0'));
        let mut part = || parts.next().unwrap_or_default();
        let (year, month, day) = (part(), part(), part());
        let month = month.parse::<usize>().ok().and_then(|month| self.months.get(month.checked_sub(1)?));
        month.map_or_else(|| iso.to_owned(), |month| (self.date)(day, month, year))
    }
}

/// A day that comes as `YYYY-MM-DD`: `20 November 2026`, `20 de noviembre de 2026`.
pub fn day(iso: &str, language: Language) -> String {
    texts(language).day(iso)
}

#[cfg(test)]
mod tests {
    use super::*;

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
