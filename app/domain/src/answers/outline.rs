//! Questions as far as the way through a quiz and the reading of its forms depend on them, as lines. Words and points
//! stay out.

use super::lines::{Reader, Writer};
use crate::{
    Answer, Condition, Decimal, Display, Format, Kind, Numeric, OptionId, OwnOption, OwnQuestion, Question,
    QuestionBody, QuestionId, Row, Scale, Text, Writing, quiz::condition::OptionRef,
};

pub(crate) fn write_question(to: &mut Writer, question: &Question) {
    to.text(question.id.as_str());
    to.flag(question.required);
    write_show_if(to, question.show_if.as_ref());
    write_kind(to, question.kind());
}

pub(crate) fn read_question(from: &mut Reader<'_>) -> Option<Question> {
    let id = read_id(from);
    let required = from.flag();
    let show_if = read_show_if(from);
    let code = from.number();
    let own = OwnQuestion { text: no_text(), help: None, kind: read_kind(from, code)?, category: None, weight: 1 };
    Some(Question { id: id?, required, show_if, body: QuestionBody::Own(own) })
}

fn write_kind(to: &mut Writer, kind: &Kind) {
    match kind {
        Kind::Choice { options, display } => {
            to.number(1);
            to.list(options, write_option);
            to.flag(*display == Some(Display::Dropdown));
        }
        Kind::Multiple { options, min, max } => {
            to.number(2);
            to.list(options, write_option);
            // 0 means no bound, since a list holds at least one.
            to.number(min.unwrap_or(0));
            to.number(max.unwrap_or(0));
        }
        Kind::Scale(scale) => {
            to.number(3);
            write_scale(to, scale);
        }
        Kind::Number(number) => {
            to.number(4);
            write_decimal(to, number.min);
            write_decimal(to, number.max);
            to.number(number.decimals.into());
        }
        Kind::Text(writing) => {
            to.number(5);
            to.number(writing.max_length);
            to.number(writing.format.map_or(0, |format| 1 + format as usize));
        }
        Kind::Date { min, max } => {
            to.number(6);
            to.option(min.as_deref());
            to.option(max.as_deref());
        }
        Kind::Ranking { options } => {
            to.number(7);
            to.list(options, write_option);
        }
        Kind::Matrix { rows, cells } => {
            to.number(if let Kind::Scale(_) = **cells { 9 } else { 8 });
            to.list(rows, |to, row| to.text(row.id.as_str()));
            match &**cells {
                Kind::Scale(scale) => write_scale(to, scale),
                cells => to.list(cells.options(), write_option),
            }
        }
        Kind::Statement { ends } => {
            to.number(10);
            to.flag(*ends);
        }
        Kind::Consent { .. } => to.number(11),
    }
}

fn read_kind(from: &mut Reader<'_>, code: usize) -> Option<Kind> {
    Some(match code {
        1 => Kind::Choice { options: read_options(from), display: from.flag().then_some(Display::Dropdown) },
        2 => {
            let options = read_options(from);
            let mut bound = || Some(from.number()).filter(|bound| *bound > 0);
            Kind::Multiple { options, min: bound(), max: bound() }
        }
        3 => Kind::Scale(read_scale(from)),
        4 => Kind::Number(Numeric {
            min: read_decimal(from)?,
            max: read_decimal(from)?,
            decimals: u8::try_from(from.number()).ok()?,
            unit: None,
            ranges: Vec::new(),
        }),
        5 => {
            let max_length = from.number();
            let format = match from.number() {
                0 => None,
                1 => Some(Format::Email),
                2 => Some(Format::Url),
                _ => Some(Format::Phone),
            };
            Kind::Text(Writing { max_length, long: false, format })
        }
        6 => Kind::Date { min: from.option(), max: from.option() },
        7 => Kind::Ranking { options: read_options(from) },
        8 | 9 => {
            let rows = from.some(|from| Some(Row { id: read_id(from)?, text: no_text() }));
            let cells = if code == 8 {
                Kind::Choice { options: read_options(from), display: None }
            } else {
                Kind::Scale(read_scale(from))
            };
            Kind::Matrix { rows, cells: Box::new(cells) }
        }
        10 => Kind::Statement { ends: from.flag() },
        11 => Kind::Consent { link: None },
        _ => return None,
    })
}

fn write_option(to: &mut Writer, option: &OwnOption) {
    to.text(option.id.as_str());
    to.number(usize::from(option.exclusive) + 2 * usize::from(option.other));
    write_show_if(to, option.show_if.as_ref());
}

fn read_options(from: &mut Reader<'_>) -> Vec<OwnOption> {
    from.some(|from| {
        let id = read_option_id(from)?;
        let marks = from.number();
        let show_if = read_show_if(from);
        let (exclusive, other) = (marks & 1 > 0, marks & 2 > 0);
        Some(OwnOption { exclusive, other, show_if, ..OwnOption::new(id, no_text()) })
    })
}

fn write_scale(to: &mut Writer, scale: &Scale) {
    to.integer(scale.from.into());
    to.integer(scale.to.into());
}

fn read_scale(from: &mut Reader<'_>) -> Scale {
    let mut end = || i32::try_from(from.integer()).unwrap_or_default();
    let (from, to) = (end(), end());
    Scale { from, to, labels: std::collections::BTreeMap::new(), points: None }
}

fn write_decimal(to: &mut Writer, number: Decimal) {
    to.integer(number.thousandths());
}

fn read_decimal(from: &mut Reader<'_>) -> Option<Decimal> {
    Decimal::from_thousandths(from.integer().into())
}

/// 0 stands for none.
fn write_show_if(to: &mut Writer, condition: Option<&Condition>) {
    match condition {
        None => to.number(0),
        Some(condition) => write_condition(to, condition),
    }
}

fn write_condition(to: &mut Writer, condition: &Condition) {
    let options = |to: &mut Writer, question: &QuestionId, some: &[OptionRef]| {
        to.text(question.as_str());
        let ids: Vec<&OptionId> = some.iter().filter_map(OptionRef::id).collect();
        to.list(&ids, |to, id| to.text(id.as_str()));
    };
    match condition {
        Condition::Is(question, some) => {
            to.number(1);
            options(to, question, some);
        }
        Condition::Includes(question, some) => {
            to.number(2);
            options(to, question, some);
        }
        Condition::Within(question, least, most) => {
            to.number(3);
            to.text(question.as_str());
            for bound in [least, most] {
                to.flag(bound.is_some());
                write_decimal(to, bound.unwrap_or_default());
            }
        }
        Condition::Answered(question) => {
            to.number(4);
            to.text(question.as_str());
        }
        Condition::Language(tags) => {
            to.number(5);
            to.list(tags, |to, tag| to.text(tag));
        }
        Condition::All(inner) => {
            to.number(6);
            to.list(inner, write_condition);
        }
        Condition::Any(inner) => {
            to.number(7);
            to.list(inner, write_condition);
        }
        Condition::Not(inner) => {
            to.number(8);
            write_condition(to, inner);
        }
    }
}

fn read_show_if(from: &mut Reader<'_>) -> Option<Condition> {
    match from.number() {
        0 => None,
        code => read_condition(from, code),
    }
}

fn read_condition(from: &mut Reader<'_>, code: usize) -> Option<Condition> {
    let inner = |from: &mut Reader<'_>| {
        let code = from.number();
        read_condition(from, code)
    };
    let options = |from: &mut Reader<'_>| from.some(|from| read_option_id(from).map(OptionRef::Option));
    let condition = match code {
        1 => Condition::Is(read_id(from)?, options(from)),
        2 => Condition::Includes(read_id(from)?, options(from)),
        3 => {
            let question = read_id(from)?;
            let mut bound = || {
                let is_given = from.flag();
                read_decimal(from).filter(|_| is_given)
            };
            Condition::Within(question, bound(), bound())
        }
        4 => Condition::Answered(read_id(from)?),
        5 => Condition::Language(from.list(Reader::text)),
        6 => Condition::All(from.some(inner)),
        7 => Condition::Any(from.some(inner)),
        8 => Condition::Not(Box::new(inner(from)?)),
        _ => {
            from.fail();
            return None;
        }
    };
    Some(condition)
}

pub(crate) fn write_answer(to: &mut Writer, (id, answer): &(&QuestionId, &Answer)) {
    to.text(id.as_str());
    match answer {
        Answer::Option(option) => {
            to.number(0);
            to.text(option.as_str());
        }
        Answer::Options(options) => {
            to.number(1);
            to.list(options, |to, option| to.text(option.as_str()));
        }
        Answer::Number(number) => {
            to.number(2);
            write_decimal(to, *number);
        }
        Answer::Text(text) => {
            to.number(3);
            to.text(text);
        }
        Answer::Consent => to.number(4),
    }
}

pub(crate) fn read_answer(from: &mut Reader<'_>) -> Option<(QuestionId, Answer)> {
    let id = read_id(from);
    let answer = match from.number() {
        0 => Answer::Option(read_option_id(from)?),
        1 => Answer::Options(from.some(read_option_id)),
        2 => Answer::Number(read_decimal(from)?),
        3 => Answer::Text(from.text()),
        4 => Answer::Consent,
        _ => return None,
    };
    Some((id?, answer))
}

fn read_id(from: &mut Reader<'_>) -> Option<QuestionId> {
    from.parsed(|text| QuestionId::parse(text).ok())
}

fn read_option_id(from: &mut Reader<'_>) -> Option<OptionId> {
    from.parsed(|text| OptionId::parse(text).ok())
}

fn no_text() -> Text {
    Text::Same(String::new())
}
