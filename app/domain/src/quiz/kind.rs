//! Kinds of question: their names, their fields in JSON, and their data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Condition, Decimal, Link, Missing, OptionId, OptionPoints, PictureBox, QuestionId, Text,
    answers::lines::{Lines, lines},
    named,
};

/// Declares the kinds: their data, their names, and the JSON fields that they have in addition to those of every
/// question, required ones first.
macro_rules! kinds {
    ($(
        $(#[$about:meta])*
        $kind:ident $({ $($field:ident: $type:ty),+ })? $(($inner:ident: $of:ty))? => $name:literal [$($needs:literal),*] [$($may:literal),*],
    )+) => {
        named! {
            #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
            #[serde(rename_all = "lowercase")]
            pub enum KindName {
                $($kind => $name,)+
            }
        }

        #[derive(Clone, Debug, Eq, PartialEq)]
        pub enum Kind {
            $($(#[$about])* $kind $({ $($field: $type),+ })? $(($of))?,)+
        }

        impl KindName {
            pub const fn fields(self) -> (&'static [&'static str], &'static [&'static str]) {
                match self {
                    $(Self::$kind => (&[$($needs),*], &[$($may),*]),)+
                }
            }
        }

        impl Kind {
            pub fn name(&self) -> KindName {
                match self {
                    $(Self::$kind { .. } => KindName::$kind,)+
                }
            }
        }

        lines! {
            enum Kind {
                $(KindName::$kind as usize => $kind $({ $($field),+ })? $(($inner))?,)+
                else Kind::Statement { ends: false }
            }
        }
    };
}

kinds! {
    Choice { options: Vec<OwnOption>, display: Option<Display> }
        => "choice" ["options"] ["category", "weight", "display", "explanation", "shuffle"],
    Multiple { options: Vec<OwnOption>, min: Option<usize>, max: Option<usize> }
        => "multiple" ["options"] ["category", "weight", "min", "max", "explanation", "shuffle"],
    Scale(scale: Scale) => "scale" ["from", "to"] ["category", "weight", "labels", "points"],
    Number(number: Numeric) => "number" ["min", "max"] ["category", "weight", "decimals", "unit", "ranges", "explanation"],
    Text(writing: Writing) => "text" [] ["maxLength", "long", "format"],
    /// Dates are `YYYY-MM-DD`.
    Date { min: Option<String>, max: Option<String> } => "date" [] ["min", "max"],
    Ranking { options: Vec<OwnOption> } => "ranking" ["options"] ["shuffle"],
    /// Each row is answered by its cells, a choice or a scale.
    Matrix { rows: Vec<Row>, cells: Box<Kind> }
        => "matrix" ["rows"] ["category", "weight", "options", "from", "to", "labels", "points"],
    Statement { ends: bool } => "statement" [] ["ends", "shuffle"],
    Consent { link: Option<Link> } => "consent" [] ["link"],
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnOption {
    pub id: OptionId,
    /// Its permanent number in the question; see [`OptionCodes`](crate::OptionCodes). Pages do not reveal it to
    /// browsers.
    pub code: usize,
    pub label: Text,
    pub points: OptionPoints,
    pub missing: Option<Missing>,
    /// Cannot be combined with other options.
    pub exclusive: bool,
    /// Opens a text field, which is the question `<id>_other`.
    pub other: bool,
    /// Stays at the end where the options are shuffled.
    pub last: bool,
    /// The number of respondents who may choose it.
    pub places: Option<u32>,
    pub show_if: Option<Condition>,
    /// Shown above the label.
    pub image: Option<PictureBox>,
}

/// Whole numbers from `from` to `to`, both included.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Scale {
    pub from: i32,
    pub to: i32,
    pub labels: BTreeMap<String, Text>,
    pub points: Option<ScalePoints>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Numeric {
    pub min: Decimal,
    pub max: Decimal,
    pub decimals: u8,
    pub unit: Option<Text>,
    /// The first range that contains the number gives its points; empty for a question without points.
    pub ranges: Vec<Range>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Writing {
    /// In characters.
    pub max_length: usize,
    pub long: bool,
    pub format: Option<Format>,
}

/// A row of a matrix, asked as the question `<id of the matrix>_<id of the row>`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Row {
    #[cfg_attr(feature = "schema", schema(value_type = crate::Name))]
    pub id: QuestionId,
    pub text: Text,
}

/// The control of a `choice`, in place of radio buttons.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Display {
    Dropdown,
    Buttons,
}

/// The form of a `text`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TextFormat))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Email,
    Url,
    Phone,
}

/// Points of a scale: equal steps from 0 to 100 or back, or one entry for each number.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "`linear`, `reversed` or a list of points")]
pub enum ScalePoints {
    Even(Direction),
    List(Vec<Decimal>),
}

/// 0 to 100, or 100 to 0
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Linear,
    Reversed,
}

/// Points of the numbers below a bound; those of the last range are of all other numbers.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// None in the last range
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<Decimal>,
    pub points: Decimal,
}

impl Kind {
    pub fn options(&self) -> &[OwnOption] {
        match self {
            Self::Choice { options, .. } | Self::Multiple { options, .. } | Self::Ranking { options } => options,
            Self::Matrix { cells, .. } => cells.options(),
            _ => &[],
        }
    }

    pub(crate) fn options_mut(&mut self) -> &mut [OwnOption] {
        match self {
            Self::Choice { options, .. } | Self::Multiple { options, .. } | Self::Ranking { options } => options,
            Self::Matrix { cells, .. } => cells.options_mut(),
            _ => &mut [],
        }
    }

    /// The minimum and maximum number of options of a `multiple`.
    pub fn bounds(&self) -> (usize, usize) {
        match self {
            Self::Multiple { options, min, max } => (min.unwrap_or(1).max(1), max.unwrap_or(options.len())),
            _ => (1, 1),
        }
    }
}

impl OwnOption {
    /// An option with only a label, without a code.
    pub fn new(id: OptionId, label: Text) -> Self {
        Self {
            id,
            code: 0,
            label,
            points: OptionPoints::Absent,
            missing: None,
            exclusive: false,
            other: false,
            last: false,
            places: None,
            show_if: None,
            image: None,
        }
    }
}

impl Scale {
    pub fn values(&self) -> std::ops::RangeInclusive<i32> {
        self.from..=self.to
    }
}
