//! Serializes the parts of questions that the journey and form parsing depend on. Words and points are left out.

use super::lines::{Lines, Reader, Writer, lines};
use crate::{
    Answer, Condition, Decimal, Display, Format, Kind, Link, Numeric, OptionId, OptionRef, OwnOption, OwnQuestion,
    Question, QuestionBody, QuestionId, Row, Scale, Text, Writing,
};

impl Lines for Question {
    fn write(&self, to: &mut Writer) {
        self.id.write(to);
        self.required.write(to);
        self.show_if.write(to);
        self.kind().write(to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let (id, required, show_if) = (Lines::read(from), Lines::read(from), Lines::read(from));
        let kind = Lines::read(from);
        let own = OwnQuestion {
            text: no_text(),
            help: None,
            explanation: None,
            kind,
            category: None,
            weight: 1,
            shuffle: false,
        };
        Self { id, required, show_if, part: None, image: None, body: QuestionBody::Own(own) }
    }
}

lines! {
    struct Scale { from, to; labels: std::collections::BTreeMap::new(), points: None }
    struct Numeric { min, max, decimals, unit; ranges: Vec::new() }
    struct Writing { max_length, format; long: false }
}

impl Lines for OwnOption {
    fn write(&self, to: &mut Writer) {
        self.id.write(to);
        to.number(usize::from(self.exclusive) + 2 * usize::from(self.other));
        self.show_if.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let (id, marks, show_if) = (Lines::read(from), from.number(), Lines::read(from));
        let (exclusive, other) = (marks & 1 > 0, marks & 2 > 0);
        Self { exclusive, other, show_if, ..Self::new(id, no_text()) }
    }
}

/// A choice, or the cells of a matrix. A list of options is never empty, so an empty one marks a scale.
impl Lines for Box<Kind> {
    fn write(&self, to: &mut Writer) {
        match &**self {
            Kind::Choice { options, .. } => options.write(to),
            cells => {
                to.number(0);
                if let Kind::Scale(scale) = cells {
                    scale.write(to);
                }
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let options: Vec<OwnOption> = Lines::read(from);
        let is_scale = options.is_empty();
        Self::new(if is_scale { Kind::Scale(Lines::read(from)) } else { Kind::Choice { options, display: None } })
    }
}

/// One line; ids contain no spaces.
impl Lines for Vec<Row> {
    fn write(&self, to: &mut Writer) {
        to.text(&self.iter().map(|row| row.id.as_str()).collect::<Vec<_>>().join(" "));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let ids = from.text();
        let mut id = |id| from.sound(QuestionId::parse(id).ok(), QuestionId::built_in(""));
        ids.split(' ').map(|row| Row { id: id(row), text: no_text() }).collect()
    }
}

lines! {
    enum Condition {
        1 => Is(question, some),
        2 => Includes(question, some),
        3 => Within(question, least, most),
        4 => Answered(question),
        5 => Language(tags),
        6 => All(inner),
        7 => Any(inner),
        8 => Not(inner),
        else Self::All(Vec::new()),
        // No condition of a question tests a score.
        write Score as Self::Any(Vec::new())
    }
}

impl Lines for Option<Condition> {
    fn write(&self, to: &mut Writer) {
        match self {
            None => to.number(0),
            Some(condition) => condition.write(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let code = from.number();
        (code > 0).then(|| Condition::read_as(code, from))
    }
}

impl Lines for Box<Condition> {
    fn write(&self, to: &mut Writer) {
        Condition::write(self, to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self::new(Lines::read(from))
    }
}

lines! {
    enum Answer {
        0 => Option(option),
        1 => Options(options),
        2 => Number(number),
        3 => Text(text),
        4 => Consent,
        else Self::Consent
    }
}

/// The wordings of a unit, which may be typed with a number.
impl Lines for Option<Text> {
    fn write(&self, to: &mut Writer) {
        let wordings: Vec<&str> = self.iter().flat_map(Text::wordings).collect();
        to.text(&wordings.join("\n"));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Some(from.text()).filter(|unit| !unit.is_empty()).map(Text::Same)
    }
}

impl Lines for Option<Link> {
    fn write(&self, _: &mut Writer) {}

    fn read(_: &mut Reader<'_>) -> Self {
        None
    }
}

/// Implements [`Lines`] for types that take one line.
macro_rules! one_line {
    ($($type:ty: |$to:ident, $value:ident| $write:expr, |$from:ident| $read:expr;)+) => {$(
        impl Lines for $type {
            fn write(&self, $to: &mut Writer) {
                let $value = self;
                $write;
            }

            fn read($from: &mut Reader<'_>) -> Self {
                $read
            }
        }
    )+};
}

one_line! {
    QuestionId: |to, id| to.text(id.as_str()), |from| {
        let id = Self::parse(&from.text());
        from.sound(id.ok(), Self::built_in(""))
    };
    OptionId: |to, id| to.text(id.as_str()), |from| {
        let id = Self::parse(&from.text());
        from.sound(id.ok(), Self::built_in(""))
    };
    // Saving a definition replaces option codes by ids.
    OptionRef: |to, option| to.text(option.id().map_or("", OptionId::as_str)), |from| Self::Option(Lines::read(from));
    Decimal: |to, number| to.integer(number.thousandths()), |from| {
        let number = Self::from_thousandths(from.integer().into());
        from.sound(number, Self::ZERO)
    };
    i32: |to, number| to.integer((*number).into()), |from| Self::try_from(from.integer()).unwrap_or_default();
    u8: |to, number| to.number((*number).into()), |from| Self::try_from(from.number()).unwrap_or_default();
    // 0 means no bound; a list has at least one entry.
    Option<usize>: |to, bound| to.number(bound.unwrap_or(0)), |from| Some(from.number()).filter(|bound| *bound > 0);
    Option<Decimal>: |to, bound| {
        bound.is_some().write(to);
        bound.unwrap_or_default().write(to);
    }, |from| {
        let (is_given, bound): (bool, _) = (Lines::read(from), Lines::read(from));
        is_given.then_some(bound)
    };
    Option<Display>: |to, display| (*display == Some(Display::Dropdown)).write(to), |from| {
        bool::read(from).then_some(Display::Dropdown)
    };
    Option<Format>: |to, format| to.number(format.map_or(0, |format| 1 + format as usize)), |from| match from.number() {
        0 => None,
        1 => Some(Format::Email),
        2 => Some(Format::Url),
        _ => Some(Format::Phone),
    };
}

fn no_text() -> Text {
    Text::Same(String::new())
}
