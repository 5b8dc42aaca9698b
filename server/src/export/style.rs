//! The style of a file: the appearance of the same records for different readers.

use domain::{Definition, ExportLayout, FieldCode, FieldError, Quiz, named};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::ExportFormat;
use crate::zone::zone_of;

named! {
    /// The readers of a file.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ExportForm {
        /// Ids, codes and UTC, which stay the same.
        #[default]
        Programs => "programs",
        /// Names, words and moments of the quiz's time zone.
        People => "people",
    }
}

named! {
    /// Apostrophes in CSV before text that a spreadsheet would take for a formula.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Guard {
        #[default]
        On => "on",
        Off => "off",
    }
}

named! {
    /// The separator of CSV cells.
    #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Delimiter {
        #[default]
        Comma => "comma",
        /// With decimal commas, as in the countries whose spreadsheets write semicolons.
        Semicolon => "semicolon",
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct ExportStyle {
    pub format: ExportFormat,
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: ExportForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub guard: Guard,
    #[serde(default, skip_serializing_if = "is_default")]
    pub delimiter: Delimiter,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl From<ExportFormat> for ExportStyle {
    fn from(format: ExportFormat) -> Self {
        Self { format, ..Self::default() }
    }
}

impl ExportStyle {
    /// Fails for a choice that the form does not have.
    pub fn check(self) -> Result<Self, FieldError> {
        let wrong =
            |field: &'static str, wanted: &str| Err(FieldError::new(field, FieldCode::WrongType(wanted.to_owned())));
        match self {
            Self { form: ExportForm::People, guard: Guard::Off, .. } => wrong("guard", "on where the form is people"),
            Self { form: ExportForm::Programs, delimiter: Delimiter::Semicolon, .. } => {
                wrong("delimiter", "comma where the form is programs")
            }
            style => Ok(style),
        }
    }

    /// The columns of a quiz in this style. `versions` are all of the quiz, oldest first. With `each_attempt`, rows of
    /// one respondent differ by the attempt.
    pub(crate) fn layout(self, quiz: &Quiz, versions: &[(u32, Definition)], each_attempt: bool) -> ExportLayout {
        let layout = ExportLayout::new(&quiz.id, quiz.kind, versions)
            .with_occasions(quiz.settings.had_series || each_attempt)
            .with_fields(&quiz.settings.fields);
        match self.form {
            ExportForm::Programs => layout,
            ExportForm::People => {
                layout.for_people(quiz.kind, versions, zone_of(&quiz.settings).iana_name().unwrap_or("UTC"))
            }
        }
    }

    /// The time zone of the moments; `None` for RFC 3339 in UTC.
    pub(super) fn zone(self, quiz: &Quiz) -> Option<TimeZone> {
        (self.form == ExportForm::People).then(|| zone_of(&quiz.settings))
    }

    /// As shown in the audit log and in lists: `csv`, or `csv for people, semicolons`.
    pub fn words(self) -> String {
        let form = if self.form == ExportForm::People { " for people" } else { "" };
        let delimiter = if self.delimiter == Delimiter::Semicolon { ", semicolons" } else { "" };
        let guard = if self.guard == Guard::Off { ", unguarded" } else { "" };
        format!("{}{form}{delimiter}{guard}", self.format.as_str())
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_stored_as_the_format_alone_unless_more_was_chosen() {
        let stored = |style: ExportStyle| serde_json::to_string(&style).expect("JSON");
        assert_eq!(stored(ExportFormat::Jsonl.into()), r#"{"format":"jsonl"}"#);
        let chosen =
            ExportStyle { form: ExportForm::People, delimiter: Delimiter::Semicolon, ..ExportStyle::default() };
        assert_eq!(stored(chosen), r#"{"format":"csv","form":"people","delimiter":"semicolon"}"#);
        assert_eq!(chosen.words(), "csv for people, semicolons");
        for style in [chosen, ExportFormat::Xlsx.into()] {
            assert_eq!(serde_json::from_str::<ExportStyle>(&stored(style)).expect("a style"), style);
            assert_eq!(style.check(), Ok(style));
        }
        let unguarded = ExportStyle { guard: Guard::Off, ..ExportStyle::default() };
        assert!(unguarded.check().is_ok());
        let mixed = [ExportStyle { guard: Guard::Off, ..chosen }, ExportStyle { form: ExportForm::Programs, ..chosen }];
        assert!(mixed.iter().all(|style| style.check().is_err()));
    }
}
