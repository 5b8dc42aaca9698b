//! Checks a written question: its fields have to fit its kind.

use std::collections::BTreeSet;

use crate::{
    Bound, DateMistake, Decimal, Edition, FieldCode, Indicator, Kind, KindName, Link, Numeric, OptionId, OptionInput,
    OptionPoints, OwnOption, OwnQuestion, Path, Question, QuestionBody, QuestionId, QuestionInput, Scale, ScalePoints,
    ScoreTableVersion, Shuffle, Text, Writing,
    quiz::{
        bounds,
        option_codes::{Before, Settled},
        places,
    },
    text::dates::is_date,
    values::validation::Errors,
};

const OPTIONS: std::ops::RangeInclusive<usize> = 2..=Question::MOST_OPTIONS;
const ROWS: std::ops::RangeInclusive<usize> = 1..=bounds::ROWS;
const QUESTION_TEXT: usize = 1000;
const LABEL: usize = 300;
const PART: usize = 100;
const STEPS: i64 = 21;
const PLACES: u8 = 3;
const ANSWER: usize = 4000;
const WEIGHT: u16 = 1000;
/// Per answer, positive or negative.
const POINTS: i32 = 10_000;

impl QuestionInput {
    /// Checks the question by itself; `path` is its place. `new_option_id` creates ids for new options without one.
    pub(crate) fn check(
        self,
        path: &Path,
        before: Before<'_>,
        new_option_id: &mut impl FnMut() -> OptionId,
        errors: &mut Errors,
    ) -> Option<Question> {
        let id = match QuestionId::parse(&self.id) {
            Ok(id) => id,
            Err(error) => {
                errors.add(path.field("id"), FieldCode::Malformed(error));
                return None;
            }
        };
        let (show_if, required) = (self.show_if.clone(), self.required.unwrap_or(true));
        let (indicator, image) = (Indicator::of_question(&id), self.image.clone());
        let part = self.part.clone().and_then(|part| errors.check_wordings(path.field("part"), Some(part), PART));
        if self.built_in.is_some_and(|flag| flag != indicator.is_some()) {
            errors.add(path.field("builtIn"), FieldCode::ReadOnly);
        }
        if let Some(indicator) = indicator {
            if !self.has_words_of(indicator) {
                errors.add(path, FieldCode::FixedWords(indicator));
                return None;
            }
            return Some(Question { show_if, part, image, ..Question::built_in(indicator, required) });
        }
        let own = Reading { path, id: &id, before, input: self, errors }.own(new_option_id)?;
        let required = required && own.kind.name() != KindName::Statement;
        Some(Question { id, required, show_if, part, image, body: QuestionBody::Own(own) })
    }
}

impl QuestionInput {
    /// True if it has no words and options, or has those of a built-in question as records of some edition show them.
    fn has_words_of(&self, indicator: Indicator) -> bool {
        Edition::released().any(|edition| {
            let question = Question::built_in(indicator, true).in_edition(edition);
            let shown = Self::of_built_in(&question, indicator, ScoreTableVersion::LATEST);
            let Self { text, help, options, .. } = self;
            let bare = Self {
                text: text.clone().filter(|text| shown.text.as_ref() != Some(text)),
                help: help.clone().filter(|help| shown.help.as_ref() != Some(help)),
                options: options.clone().filter(|options| shown.options.as_ref() != Some(options)),
                ..self.clone()
            };
            let Self { id, built_in, required, show_if, part, image, .. } = self.clone();
            bare == Self { id, built_in, required, show_if, part, image, ..Self::default() }
        })
    }
}

/// An own question while it is read. Fields taken from the input belong to its kind; those left over do not.
struct Reading<'e> {
    path: &'e Path,
    id: &'e QuestionId,
    before: Before<'e>,
    input: QuestionInput,
    errors: &'e mut Errors,
}

impl Reading<'_> {
    fn own(mut self, new_option_id: &mut impl FnMut() -> OptionId) -> Option<OwnQuestion> {
        let text = self.errors.check_wordings(self.path.field("text"), self.input.text.take(), QUESTION_TEXT);
        let help = self.input.help.take();
        for wording in help.iter().flat_map(Text::wordings) {
            self.errors.check_text(self.path.field("help"), wording, 0, QUESTION_TEXT);
        }
        let name = self.input.kind.unwrap_or(KindName::Choice);
        let explanation = self.input.explanation.take_if(|_| name.may_be_right());
        for wording in explanation.iter().flat_map(Text::wordings) {
            self.errors.check_text(self.path.field("explanation"), wording, 0, QUESTION_TEXT);
        }
        let category = self.input.category.take();
        let shuffle = self.input.shuffle.take_if(|shuffle| shuffle.fits(name)).is_some_and(Shuffle::is_set);
        let weight = self.input.weight.unwrap_or(1);
        if !(1..=WEIGHT).contains(&weight) {
            self.add("weight", FieldCode::OutOfRange { min: 1, max: WEIGHT.into() });
        }
        let kind = match name {
            KindName::Choice => {
                let display = self.input.display.take();
                self.options(new_option_id, name).map(|options| Kind::Choice { options, display })
            }
            KindName::Multiple => {
                let options = self.options(new_option_id, name);
                let (min, max) = (self.count("min"), self.count("max"));
                let most = options.as_ref().map_or(0, Vec::len);
                if min.unwrap_or(0) > max.unwrap_or(most) || max.is_some_and(|max| max == 0 || max > most) {
                    self.add("max", FieldCode::OutOfRange { min: bound(min.unwrap_or(1)), max: bound(most) });
                }
                options.map(|options| Kind::Multiple { options, min, max })
            }
            KindName::Ranking => self.options(new_option_id, name).map(|options| Kind::Ranking { options }),
            KindName::Scale => self.scale().map(Kind::Scale),
            KindName::Number => self.number().map(Kind::Number),
            KindName::Text => Some(Kind::Text(self.writing())),
            KindName::Date => {
                let (min, max) = (self.date("min"), self.date("max"));
                if let (Some(min), Some(max)) = (&min, &max)
                    && max < min
                {
                    self.add("max", FieldCode::NotAfter("min"));
                }
                Some(Kind::Date { min, max })
            }
            KindName::Matrix => self.matrix(new_option_id),
            KindName::Statement => Some(Kind::Statement { ends: self.input.ends.take().unwrap_or(false) }),
            KindName::Consent => Some(self.consent()),
        };
        // Records have a list of options for every kind.
        self.input.options.take_if(|options| options.is_empty());
        for field in self.input.of_kinds() {
            self.errors.add(self.path.field(field), FieldCode::NotOfKind(name));
        }
        Some(OwnQuestion { text: text?, help, explanation, kind: kind?, category, weight, shuffle })
    }

    fn add(&mut self, field: &'static str, code: FieldCode) {
        self.errors.add(self.path.field(field), code);
    }

    fn require(&mut self, field: &'static str, is_there: bool) {
        if !is_there {
            self.add(field, FieldCode::Required);
        }
    }

    fn options(&mut self, new_option_id: &mut impl FnMut() -> OptionId, kind: KindName) -> Option<Vec<OwnOption>> {
        let inputs = self.input.options.take().unwrap_or_default();
        if !self.errors.check_count(self.path.field("options"), inputs.len(), &OPTIONS) {
            return None;
        }
        let settled = self.before.settle(self.id, &inputs, new_option_id);
        let is_scored = kind != KindName::Ranking && inputs.iter().any(|input| input.points.given().is_some());
        let mut seen = BTreeSet::new();
        let mut options = Vec::new();
        for ((index, input), settled) in inputs.into_iter().enumerate().zip(settled) {
            let path = self.path.field("options").item(index);
            let Settled { id, code, refused } = settled;
            let id = match id {
                Ok(id) => id,
                Err(error) => {
                    self.errors.add(path.field("id"), FieldCode::Malformed(error));
                    continue;
                }
            };
            if let Some(refused) = refused {
                self.errors.add(path.field("code"), refused);
            }
            if !seen.insert(id.clone()) {
                self.errors.add(path.field("id"), FieldCode::NotUnique);
            }
            if input.exclusive && kind != KindName::Multiple {
                self.errors.add(path.field("exclusive"), FieldCode::NotOfKind(kind));
            }
            if input.other && !matches!(kind, KindName::Choice | KindName::Multiple) {
                self.errors.add(path.field("other"), FieldCode::NotOfKind(kind));
            }
            if input.missing.is_some() && kind == KindName::Ranking {
                self.errors.add(path.field("missing"), FieldCode::NotOfKind(kind));
            }
            if input.last && kind == KindName::Matrix {
                self.errors.add(path.field("last"), FieldCode::NotOfKind(kind));
            }
            if input.places.is_some() && !matches!(kind, KindName::Choice | KindName::Multiple) {
                self.errors.add(path.field("places"), FieldCode::NotOfKind(kind));
            }
            places::check_most(path.field("places"), input.places, self.errors);
            if input.image.is_some() && !matches!(kind, KindName::Choice | KindName::Multiple) {
                self.errors.add(path.field("image"), FieldCode::NotOfKind(kind));
            }
            match input.points {
                OptionPoints::Given(_) if !is_scored => {
                    self.errors.add(path.field("points"), FieldCode::NotOfKind(kind));
                }
                OptionPoints::Absent if is_scored && kind != KindName::Multiple => {
                    self.errors.add(path.field("points"), FieldCode::Required);
                }
                points => self.points(path.field("points"), points.given()),
            }
            let label = self.errors.check_wordings(path.field("label"), Some(input.label), LABEL);
            if let Some(label) = label {
                let OptionInput { points, missing, exclusive, other, last, places, show_if, image, .. } = input;
                // If no option has points, `null` means nothing.
                let points = if is_scored { points } else { OptionPoints::Absent };
                let marks = OwnOption { exclusive, other, last, ..OwnOption::new(id, label) };
                options.push(OwnOption { code, points, missing, places, show_if, image, ..marks });
            }
        }
        Some(options)
    }

    /// Points have at most one decimal.
    fn points(&mut self, path: Path, points: Option<Decimal>) {
        let (min, max) = (Decimal::whole(-POINTS), Decimal::whole(POINTS));
        if points.is_some_and(|points| points < min || max < points) {
            self.errors.add(path, FieldCode::NotBetween { min, max });
        } else if points.is_some_and(|points| !points.fits(1)) {
            self.errors.add(path, FieldCode::TooPrecise { places: 1 });
        }
    }

    fn bound(&mut self, field: &'static str) -> Option<Bound> {
        if field == "min" { self.input.min.take() } else { self.input.max.take() }
    }

    fn count(&mut self, field: &'static str) -> Option<usize> {
        match self.bound(field)? {
            Bound::Number(number) if number.as_whole().is_some_and(|count| (0..=300).contains(&count)) => {
                number.as_whole().and_then(|count| usize::try_from(count).ok())
            }
            _ => {
                self.add(field, FieldCode::OutOfRange { min: 0, max: 300 });
                None
            }
        }
    }

    fn date(&mut self, field: &'static str) -> Option<String> {
        match self.bound(field)? {
            Bound::Date(date) if is_date(&date) => Some(date),
            _ => {
                self.add(field, FieldCode::NotADate(DateMistake::NoSuchDay));
                None
            }
        }
    }

    fn scale(&mut self) -> Option<Scale> {
        let (from, to) = (self.input.from.take(), self.input.to.take());
        let (labels, points) = (self.input.labels.take().unwrap_or_default(), self.input.points.take());
        self.require("from", from.is_some());
        self.require("to", to.is_some());
        let (from, to) = (from?, to?);
        let count = i64::from(to) - i64::from(from) + 1;
        if !(2..=STEPS).contains(&count) || from.abs() > POINTS {
            let from = i64::from(from);
            self.add("to", FieldCode::OutOfRange { min: from + 1, max: from + STEPS - 1 });
            return None;
        }
        for (number, label) in &labels {
            let path = self.path.field("labels").field(number.clone());
            let is_of_scale = number.parse::<i32>().is_ok_and(|n| n.to_string() == *number && (from..=to).contains(&n));
            if !is_of_scale {
                self.errors.add(&path, FieldCode::OutOfRange { min: from.into(), max: to.into() });
            }
            self.errors.check_wordings(&path, Some(label.clone()), LABEL);
        }
        if let Some(ScalePoints::List(list)) = &points {
            if i64::try_from(list.len()) != Ok(count) {
                self.add("points", FieldCode::WrongCount { count });
            }
            for (index, points) in list.iter().enumerate() {
                self.points(self.path.field("points").item(index), Some(*points));
            }
        }
        Some(Scale { from, to, labels, points })
    }

    fn number(&mut self) -> Option<Numeric> {
        let [min, max] = ["min", "max"].map(|field| match self.bound(field) {
            Some(Bound::Number(number)) => Some(number),
            _ => {
                self.add(field, FieldCode::Required);
                None
            }
        });
        let decimals = self.input.decimals.take().unwrap_or(0);
        if decimals > PLACES {
            self.add("decimals", FieldCode::OutOfRange { min: 0, max: PLACES.into() });
        }
        if min.zip(max).is_some_and(|(min, max)| max <= min) {
            self.add("max", FieldCode::NotAfter("min"));
        }
        let unit = self.input.unit.take();
        if let Some(unit) = &unit {
            self.errors.check_wordings(self.path.field("unit"), Some(unit.clone()), LABEL);
        }
        let ranges = self.input.ranges.take().unwrap_or_default();
        for (index, range) in ranges.iter().enumerate() {
            let path = self.path.field("ranges").item(index);
            self.points(path.field("points"), Some(range.points));
            let is_last = index + 1 == ranges.len();
            let is_ascending = index == 0 || range.below.is_none() || ranges[index - 1].below < range.below;
            if is_last != range.below.is_none() {
                let code = if is_last { FieldCode::NotOfKind(KindName::Number) } else { FieldCode::Required };
                self.errors.add(path.field("below"), code);
            } else if !is_ascending {
                self.errors.add(path.field("below"), FieldCode::NotAscending);
            }
        }
        Some(Numeric { min: min?, max: max?, decimals, unit, ranges })
    }

    fn writing(&mut self) -> Writing {
        let max_length = self.input.max_length.take().unwrap_or(ANSWER);
        if !(1..=ANSWER).contains(&max_length) {
            self.add("maxLength", FieldCode::OutOfRange { min: 1, max: bound(ANSWER) });
        }
        Writing { max_length, long: self.input.long.take().unwrap_or(false), format: self.input.format.take() }
    }

    fn matrix(&mut self, new_option_id: &mut impl FnMut() -> OptionId) -> Option<Kind> {
        let rows = self.input.rows.take().unwrap_or_default();
        self.errors.check_count(self.path.field("rows"), rows.len(), &ROWS);
        for (index, row) in rows.iter().enumerate() {
            let path = self.path.field("rows").item(index).field("text");
            self.errors.check_wordings(path, Some(row.text.clone()), LABEL);
        }
        let cells = if self.input.from.is_some() || self.input.to.is_some() {
            Kind::Scale(self.scale()?)
        } else {
            Kind::Choice { options: self.options(new_option_id, KindName::Matrix)?, display: None }
        };
        Some(Kind::Matrix { rows, cells: Box::new(cells) })
    }

    fn consent(&mut self) -> Kind {
        let link = self.input.link.take().and_then(|link| match Link::parse_web(link) {
            Ok(link) => Some(link),
            Err(error) => {
                self.add("link", FieldCode::Malformed(error));
                None
            }
        });
        Kind::Consent { link }
    }
}

pub(super) fn bound(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
