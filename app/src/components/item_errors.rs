//! Errors in the fields of a question, in words that say how to correct them.

use domain::{DateMistake, Decimal, FieldCode, Format, Item, Kind, QuestionId, form};
use leptos::prelude::*;

use super::question_view::QuestionView;
use crate::words::Texts;

pub(crate) struct ItemErrors {
    pub(crate) item: QuestionId,
    /// The id of the control that a link leads to.
    target: String,
    said: Option<String>,
    /// Each code with its words; the first is for an empty field.
    possible: Vec<(&'static str, String)>,
}

impl ItemErrors {
    pub(crate) fn all_of(asked: &QuestionView<'_>) -> Vec<Self> {
        let mistake = |item: Item<'_>| {
            let current = asked.error(&item.id);
            // The browser program cannot tell what is wrong with a date.
            let known =
                |code: &FieldCode| matches!((code, current), (FieldCode::NotADate(_), Some(FieldCode::NotADate(_))));
            let words = |code: &FieldCode| words_of(asked, &item, current.filter(|_| known(code)).unwrap_or(code));
            Self {
                target: asked.first_control(&item),
                said: current.map(|code| words_of(asked, &item, code)),
                possible: possible(&item).iter().map(|code| (code.code(), words(code))).collect(),
                item: item.id.clone(),
            }
        };
        asked.question.items().into_iter().map(mistake).collect()
    }

    /// For the browser program: a line with a code and its words each. The first line also serves codes without a line.
    fn lines(&self) -> String {
        let [first, others @ ..] = &self.possible[..] else { return String::new() };
        let others = others.iter().filter(|(_, words)| *words != first.1);
        let lines = std::iter::once(first).chain(others).map(|(code, words)| [code, " ", words].concat());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The error of an item, beside its field. Empty while there is none: screen readers read a description even if it is
/// hidden.
#[component]
pub(crate) fn ErrorText<'m>(
    words: &'static Texts,
    mistake: &'m ItemErrors,
    /// False if the summary already shows it.
    is_visible: bool,
) -> impl IntoView + use<> {
    let said = mistake.said.clone();
    let prefix = said.as_ref().map_or("", |_| words.error_prefix);
    view! {
        <p
            id=[mistake.item.as_str(), "-error"].concat()
            data-errors=mistake.lines()
            class=if is_visible { "error" } else { "visually-hidden" }
        >
            <span class="visually-hidden">{prefix}</span>
            " "
            <span>{said.unwrap_or_default()}</span>
        </p>
    }
}

/// The errors at the top of a form, each with a link to its field. The question hides the summary while there are none.
#[component]
pub(crate) fn Summary<'m>(
    id: String,
    mistakes: &'m [ItemErrors],
    /// For a table: the text with the number of open rows, with `#` for the number.
    rows_open: Option<&'static str>,
) -> impl IntoView + use<> {
    let is_shown = mistakes.iter().any(|mistake| mistake.said.is_some());
    let links: Vec<_> = mistakes
        .iter()
        .map(|mistake| {
            let first = mistake.possible.first().map(|(_, words)| words);
            let said = mistake.said.as_ref().or(first).cloned().unwrap_or_default();
            // Until the browser program finds errors, the lines are hidden with the summary, not individually.
            let is_hidden = is_shown && mistake.said.is_none();
            view! {
                <p data-item=mistake.item.to_string() hidden=is_hidden>
                    <a href=["#", &mistake.target].concat()>{said}</a>
                </p>
            }
        })
        .collect();
    // The style then shows only the first of the links.
    let rows = rows_open.map(|words| {
        let (before, after) = words.split_once('#').unwrap_or((words, ""));
        let open = mistakes.iter().filter(|mistake| mistake.said.is_some()).count();
        view! { <span class="open-rows">{before} <span data-open="">{open}</span> {after}</span> }
    });
    let class = if rows.is_some() { "error-summary rows" } else { "error-summary" };
    view! {
        <div id=id role="alert" tabindex="-1" autofocus=is_shown class=class>
            {rows}
            {links}
        </div>
    }
}

fn possible(item: &Item<'_>) -> Vec<FieldCode> {
    let mut codes = vec![FieldCode::Required];
    match item.kind {
        Kind::Multiple { options, .. } => {
            let (min, max) = item.kind.bounds();
            if min > 1 {
                codes.push(FieldCode::TooFew { min, max });
            }
            if max < options.len() {
                codes.push(FieldCode::TooMany { min, max });
            }
            if options.iter().any(|option| option.exclusive) {
                codes.push(FieldCode::Exclusive);
            }
        }
        Kind::Number(number) => {
            codes.push(FieldCode::WrongType(String::new()));
            codes.push(FieldCode::NotBetween { min: number.min, max: number.max });
            codes.push(FieldCode::TooPrecise { places: number.decimals });
            // The browser program substitutes the two readings.
            let [large, small] = [form::LARGE, form::SMALL].map(String::from);
            codes.push(FieldCode::Ambiguous { large, small });
        }
        Kind::Text(writing) => {
            let max = writing.max_length;
            codes.push(FieldCode::TooLong { length: max + 1, max });
            codes.push(FieldCode::NulCharacter);
            codes.extend(writing.format.map(|_| FieldCode::WrongFormat("")));
        }
        Kind::Date { min, max } => {
            codes.push(FieldCode::NotADate(DateMistake::NoSuchDay));
            if min.is_some() || max.is_some() {
                codes.push(FieldCode::DateOutOfRange { min: min.clone(), max: max.clone() });
            }
        }
        Kind::Ranking { .. } => codes.extend([FieldCode::IncompleteRanking, FieldCode::Repeated]),
        _ => {}
    }
    codes
}

fn words_of(asked: &QuestionView<'_>, item: &Item<'_>, code: &FieldCode) -> String {
    let words = asked.words;
    let number = |number: Decimal| words.number(number);
    match code {
        FieldCode::TooFew { min, .. } => (words.error_least)(*min),
        FieldCode::TooMany { max, .. } => (words.error_most)(*max),
        FieldCode::Exclusive => {
            let alone = asked.choices().into_iter().find(|choice| choice.is_exclusive);
            (words.error_alone)(&alone.map(|choice| choice.label.text).unwrap_or_default())
        }
        FieldCode::NotBetween { min, max } => (words.error_number)(&number(*min), &number(*max)),
        FieldCode::Ambiguous { large, small } => (words.error_ambiguous)(large, small),
        FieldCode::TooPrecise { places: 0 } => words.error_whole.to_owned(),
        FieldCode::TooPrecise { places } => (words.error_places)((*places).into()),
        FieldCode::TooLong { max, .. } => (words.error_longest)(*max),
        FieldCode::NulCharacter => words.error_characters.to_owned(),
        FieldCode::NoPlaces => words.error_no_places.to_owned(),
        FieldCode::TooLarge { .. } => words.error_room.to_owned(),
        FieldCode::NotADate(DateMistake::NoDay) => words.error_day.to_owned(),
        FieldCode::NotADate(DateMistake::NoMonth) => words.error_month.to_owned(),
        FieldCode::NotADate(DateMistake::NoYear) => words.error_year.to_owned(),
        FieldCode::DateOutOfRange { min, max } => match (min, max) {
            (Some(min), Some(max)) => (words.error_date_range)(&words.day(min), &words.day(max)),
            (Some(min), None) => (words.error_date_from)(&words.day(min)),
            (None, Some(max)) => (words.error_date_until)(&words.day(max)),
            (None, None) => words.error_date.to_owned(),
        },
        _ => plain_words(asked, item),
    }
}

/// The instruction for an item that is empty or has a value of the wrong type.
fn plain_words(asked: &QuestionView<'_>, item: &Item<'_>) -> String {
    let words = asked.words;
    if let Kind::Matrix { rows, .. } = asked.question.kind() {
        let is_own = |row: &&domain::Row| item.field_name().strip_prefix("answer_") == Some(row.id.as_str());
        let row = rows.iter().find(is_own).map(|row| asked.rendition(&row.text).text).unwrap_or_default();
        return (words.error_row)(&row);
    }
    match item.kind {
        Kind::Multiple { .. } => (words.error_least)(item.kind.bounds().0),
        Kind::Number(number) => (words.error_number)(&words.number(number.min), &words.number(number.max)),
        Kind::Text(writing) => match writing.format {
            None => words.error_text,
            Some(Format::Email) => words.error_email,
            Some(Format::Url) => words.error_web,
            Some(Format::Phone) => words.error_phone,
        }
        .to_owned(),
        Kind::Date { .. } => words.error_date.to_owned(),
        Kind::Ranking { .. } => words.error_rank.to_owned(),
        Kind::Consent { .. } => words.error_agree.to_owned(),
        _ => words.error_choose.to_owned(),
    }
}
