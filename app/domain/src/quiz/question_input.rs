//! A question as its author writes it, in requests, files and storage.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Condition, Decimal, Display, Format, Indicator, Kind, KindName, Language, Missing, Name, Numeric, OptionPoints,
    OwnOption, PictureBox, Question, QuestionBody, Range, Row, Scale, ScalePoints, ScoreTableVersion, Shuffle, Text,
    Writing,
};

/// Declares the fields of a question for its type and for the check against its kind: fields of all kinds first, then
/// those of some kinds with their JSON names.
macro_rules! fields {
    (
        of all { $($(#[$about:meta])* $field:ident: $type:ty,)+ }
        of kinds { $($(#[$about_own:meta])* $own:ident $name:literal: $type_of_own:ty,)+ }
    ) => {
        /// A question as it is written: a built-in one has an id and perhaps `required` and `showIf`; the kind decides
        /// which other fields there may be.
        #[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct QuestionInput {
            #[cfg_attr(feature = "schema", schema(value_type = crate::QuestionId, example = "energy"))]
            pub id: String,
            $($(#[$about])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)+
            $($(#[$about_own])* #[serde(skip_serializing_if = "Option::is_none")] pub $own: Option<$type_of_own>,)+
        }

        impl QuestionInput {
            /// The fields it has that belong to some kinds only.
            pub(super) fn of_kinds(&self) -> impl Iterator<Item = &'static str> {
                [$(($name, self.$own.is_some())),+].into_iter().filter_map(|(name, is_given)| is_given.then_some(name))
            }
        }
    };
}

fields! {
    of all {
        /// True for `fhn1` to `fhn8`, whose words are fixed.
        built_in: bool,
        #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
        kind: KindName,
        /// True when absent.
        required: bool,
        text: Text,
        help: Text,
        show_if: Condition,
        /// A part of the quiz begins with this question; its name, up to 100 characters.
        part: Text,
        /// Between the words of the question and what answers it
        #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Picture>))]
        image: PictureBox,
        /// The category that the points count in.
        category: Name,
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1000))]
        weight: u16,
    }
    of kinds {
        /// Words on the right answer, shown with it once the question is answered, where the quiz gives feedback.
        explanation "explanation": Text,
        #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 300))]
        options "options": Vec<OptionInput>,
        display "display": Display,
        /// Of a `matrix`; each is answered as the question `<id>_<row>`.
        #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 50))]
        rows "rows": Vec<Row>,
        /// The first number of a scale
        from "from": i32,
        /// The last number of a scale, at most 20 more than the first
        to "to": i32,
        /// Words by number of the scale
        labels "labels": BTreeMap<String, Text>,
        /// Of a scale: `linear` (0 to 100), `reversed`, or a list
        points "points": ScalePoints,
        /// Of a number or a date, or of the count of chosen options
        #[cfg_attr(feature = "schema", schema(value_type = Option<Decimal>))]
        min "min": Bound,
        #[cfg_attr(feature = "schema", schema(value_type = Option<Decimal>))]
        max "max": Bound,
        /// Places of a `number`
        #[cfg_attr(feature = "schema", schema(maximum = 3))]
        decimals "decimals": u8,
        unit "unit": Text,
        /// Points of a `number`: the first range that fits counts.
        ranges "ranges": Vec<Range>,
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4000))]
        max_length "maxLength": usize,
        long "long": bool,
        format "format": Format,
        /// A `statement` after which the quiz is over
        ends "ends": bool,
        /// `true` where options come in another order for each respondent; `questions` in a `statement` where the
        /// questions up to the next statement do
        shuffle "shuffle": Shuffle,
        /// Of a `consent`
        link "link": Text,
    }
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = QuestionOption))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OptionInput {
    /// When absent, the option is the stored one with this code or, without a code, with this label; made by the server
    /// if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::OptionId>))]
    pub id: Option<String>,
    /// The number by which the option can be named in its question. A new option gets the next one unless it comes with
    /// one up to 99,999; it stays for good, and is given to no other option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 0))]
    pub code: Option<usize>,
    pub label: Text,
    /// `null` in a scored question: chosen, it is an answer, and the question counts in no score.
    #[serde(default, skip_serializing_if = "OptionPoints::is_absent")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Decimal>, required = false))]
    pub points: OptionPoints,
    /// What choosing it means beside its words, which exports tell. Of no `ranking`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    /// Of a `multiple`: not to be chosen with others
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub exclusive: bool,
    /// Opens a text field, answered as the question `<id>_other`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub other: bool,
    /// Keeps its place at the end where options are shuffled, as `exclusive` and `other` ones do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub last: bool,
    /// At most so many respondents may choose it. Of a `choice` or a `multiple`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1_000_000))]
    pub places: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show_if: Option<Condition>,
    /// Above the label. Of a `choice` or a `multiple`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::Picture>))]
    pub image: Option<PictureBox>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(untagged, expecting = "a number, or a date written YYYY-MM-DD")]
pub enum Bound {
    Number(Decimal),
    Date(String),
}

impl OptionInput {
    pub fn new(id: Option<String>, label: Text) -> Self {
        Self {
            id,
            code: None,
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

impl From<&Question> for QuestionInput {
    fn from(question: &Question) -> Self {
        let mut input = Self {
            id: question.id.to_string(),
            required: Some(question.required),
            show_if: question.show_if.clone(),
            part: question.part.clone(),
            image: question.image.clone(),
            ..Self::default()
        };
        if let QuestionBody::Own(own) = &question.body {
            input.kind = Some(own.kind.name()).filter(|kind| *kind != KindName::Choice);
            input.text = Some(own.text.clone());
            input.help.clone_from(&own.help);
            input.explanation.clone_from(&own.explanation);
            input.category.clone_from(&own.category);
            input.weight = Some(own.weight).filter(|weight| *weight != 1);
            input.shuffle = own.shuffle.then(|| Shuffle::of(own.kind.name()));
            input.write(&own.kind);
        }
        input
    }
}

impl QuestionInput {
    /// A built-in question with its words in every language and the points of its options, as records show it.
    pub fn built_in(indicator: Indicator, score_table: ScoreTableVersion) -> Self {
        Self::of_built_in(&Question::built_in(indicator, true), indicator, score_table)
    }

    pub(super) fn of_built_in(question: &Question, indicator: Indicator, score_table: ScoreTableVersion) -> Self {
        let by_language = |words: &dyn Fn(Language) -> String| {
            Text::ByLanguage(Language::OF_CONTENT.into_iter().map(|l| (l, words(l))).collect())
        };
        let options = question.kind().options().iter().enumerate().map(|(index, option)| OptionInput {
            code: Some(option.code),
            points: score_table.points(indicator, option.code).map(Decimal::from).into(),
            ..OptionInput::new(
                Some(option.id.to_string()),
                by_language(&|l| question.options(l, l)[index].label.clone()),
            )
        });
        Self {
            id: question.id.to_string(),
            built_in: Some(true),
            text: Some(by_language(&|l| question.text(l, l).to_owned())),
            help: Some(by_language(&|l| question.help(l, l).unwrap_or_default().to_owned())),
            options: Some(options.collect()),
            ..Self::default()
        }
    }

    pub fn shown(question: &Question, score_table: ScoreTableVersion) -> Self {
        let mut shown = match &question.body {
            QuestionBody::BuiltIn(indicator, ..) => Self {
                show_if: question.show_if.clone(),
                part: question.part.clone(),
                image: question.image.clone(),
                ..Self::of_built_in(question, *indicator, score_table)
            },
            QuestionBody::Own(own) => {
                Self { built_in: Some(false), kind: Some(own.kind.name()), ..Self::from(question) }
            }
        };
        shown.required = Some(question.required);
        shown.options.get_or_insert_default();
        shown
    }

    /// The question as respondents may see it: in one language, without anything about its scoring.
    pub fn public(question: &Question, language: Language, default: Language) -> Self {
        let words = |text: &Text| Text::Same(text.in_language(language, default).to_owned());
        let picture = |picture: PictureBox| PictureBox::from(picture.public(language, default));
        let mut shown = Self::shown(question, ScoreTableVersion::LATEST);
        for option in shown.options.iter_mut().flatten() {
            (option.label, option.points) = (words(&option.label), OptionPoints::Absent);
            option.places = None;
            option.image = option.image.take().map(picture);
        }
        shown.image = shown.image.take().map(picture);
        for row in shown.rows.iter_mut().flatten() {
            row.text = words(&row.text);
        }
        for label in shown.labels.iter_mut().flat_map(BTreeMap::values_mut) {
            *label = words(label);
        }
        let texts = [&mut shown.part, &mut shown.text, &mut shown.help, &mut shown.unit, &mut shown.link];
        for text in texts.into_iter().flatten() {
            *text = words(text);
        }
        let of_scoring = Self { category: None, weight: None, points: None, ranges: None, ..shown };
        Self { built_in: None, explanation: None, ..of_scoring }
    }

    fn write(&mut self, kind: &Kind) {
        let options = |options: &[OwnOption]| Some(options.iter().map(OptionInput::from).collect());
        let count = |count: &Option<usize>| {
            count.and_then(|count| Decimal::from_thousandths(1000 * i128::try_from(count).ok()?)).map(Bound::Number)
        };
        match kind {
            Kind::Choice { options: all, display } => {
                self.options = options(all);
                self.display = *display;
            }
            Kind::Multiple { options: all, min, max } => {
                self.options = options(all);
                (self.min, self.max) = (count(min), count(max));
            }
            Kind::Ranking { options: all } => self.options = options(all),
            Kind::Scale(Scale { from, to, labels, points }) => {
                (self.from, self.to) = (Some(*from), Some(*to));
                self.labels = Some(labels.clone()).filter(|labels| !labels.is_empty());
                self.points.clone_from(points);
            }
            Kind::Matrix { rows, cells } => {
                self.rows = Some(rows.clone());
                self.write(cells);
            }
            Kind::Number(Numeric { min, max, decimals, unit, ranges }) => {
                (self.min, self.max) = (Some(Bound::Number(*min)), Some(Bound::Number(*max)));
                self.decimals = Some(*decimals).filter(|decimals| *decimals > 0);
                self.unit.clone_from(unit);
                self.ranges = Some(ranges.clone()).filter(|ranges| !ranges.is_empty());
            }
            Kind::Text(Writing { max_length, long, format }) => {
                self.max_length = Some(*max_length);
                self.long = long.then_some(true);
                self.format = *format;
            }
            Kind::Date { min, max } => {
                (self.min, self.max) = (min.clone().map(Bound::Date), max.clone().map(Bound::Date));
            }
            Kind::Statement { ends } => {
                self.required = None;
                self.ends = ends.then_some(true);
            }
            Kind::Consent { link } => self.link = link.clone().map(Text::from),
        }
    }
}

impl From<&OwnOption> for OptionInput {
    fn from(option: &OwnOption) -> Self {
        Self {
            id: Some(option.id.to_string()),
            code: Some(option.code),
            label: option.label.clone(),
            points: option.points,
            missing: option.missing,
            exclusive: option.exclusive,
            other: option.other,
            last: option.last,
            places: option.places,
            show_if: option.show_if.clone(),
            image: option.image.clone(),
        }
    }
}
