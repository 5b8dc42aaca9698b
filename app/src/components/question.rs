//! One question as a form, which works without scripts. The browser program finds the parts by their ids and data
//! attributes.

use domain::{Display, Kind, KindName};
use leptos::prelude::*;

use super::{
    alert_help::foot_with_help,
    below_picture,
    fields::{self, Hints},
    heading_and_text,
    item_errors::{ItemErrors, Summary},
    lang_of, linked,
    question_view::{PartView, QuestionView, control_id},
};

/// Above this length in bytes, a question is set in smaller type.
const LONG: usize = 120;

pub(crate) fn question(asked: &QuestionView<'_>) -> AnyView {
    let (words, id, text) = (asked.words, asked.id(), asked.text());
    let kind = asked.question.kind().name();
    let is_optional = !asked.question.required && kind != KindName::Statement;
    let proceed = match asked.is_last {
        _ if asked.cuts_short => words.end,
        true => asked.finish,
        false => words.proceed,
    };
    let labelled = is_labelled(asked).then(|| control_id(&asked.question.id, 1));
    let is_statement = kind == KindName::Statement;
    let (heading, below) = if is_statement { heading_and_text(&text.text) } else { (Some(text.text.as_str()), "") };
    let said = match (labelled, heading) {
        (Some(control), _) => view! { <label for=control>{linked(&text.text)}</label> }.into_any(),
        (None, Some(heading)) => linked(heading),
        (None, None) => view! { <span class="visually-hidden">{words.statement}</span> }.into_any(),
    };
    let is_long = !is_statement && text.text.len() > LONG;
    let below = (!below.is_empty()).then(|| {
        view! {
            <div {..lang_of(&text)} class="statement lines">
                {linked(below)}
            </div>
        }
    });
    let heading = view! {
        <h1
            tabindex="-1"
            id=asked.part("heading")
            {..lang_of(&text)}
            class=if is_long { "lines long" } else { "lines" }
        >
            {said}
        </h1>
    };
    let mistakes = ItemErrors::all_of(asked);
    let Hints { view: hints, ids } = fields::hints(asked, &mistakes, is_optional);
    let hints = below_picture(asked.picture(), hints);
    let body = fields_of(asked, &mistakes, &ids);
    let of_part = asked.of_part.map(|of_part| part_line(asked, &of_part));
    let is_single = kind == KindName::Statement || is_labelled(asked);
    let asked_view = if is_single {
        view! {
            <div class="single">
                {heading}
                {below}
                {hints}
                {body}
            </div>
        }
        .into_any()
    } else {
        view! {
            <fieldset aria-describedby=(!ids.is_empty()).then_some(ids)>
                <legend>{heading}</legend>
                {hints}
                {body}
            </fieldset>
        }
        .into_any()
    };
    let buttons = view! {
        <div class="buttons">
            <button type="submit" class=if asked.cuts_short { "button end" } else { "button" }>
                {proceed}
            </button>
            {rows_done(asked)}
            {is_optional
                .then(|| {
                    view! {
                        <button type="submit" class="button-quiet" name="go" value="skip">
                            {words.skip}
                        </button>
                    }
                })}
        </div>
    };
    let foot = foot_with_help(words, asked.helps, buttons.into_any());
    view! {
        <section
            data-question=id.to_owned()
            data-kind=kind.as_str()
            data-error=!asked.errors.is_empty()
            hidden=!asked.is_current
            class="question"
        >
            <Summary
                id=asked.part("summary")
                mistakes=&mistakes
                rows_open=(kind == KindName::Matrix).then_some(words.rows_open)
            />
            <form method="post" action=asked.action.to_owned() novalidate=kind != KindName::Choice>
                <input type="hidden" name="question" value=id.to_owned() />
                <input type="hidden" name="lang" value=asked.language.to_string() />
                {of_part}
                {asked.is_review.then(|| view! { <input type="hidden" name="from" value="review" /> })}
                {asked_view}
                {foot}
            </form>
        </section>
    }
    .into_any()
}

/// The question's part of the quiz; at the first question of a part also the time left.
pub(super) fn part_line(asked: &QuestionView<'_>, of_part: &PartView<'_>) -> AnyView {
    let (words, PartView { part, left: (least, most) }) = (asked.words, of_part);
    let name = asked.rendition(part.name);
    let minutes = most.div_ceil(60).max(1);
    let left = part.begins.then(|| (words.time_left)(minutes, least.div_ceil(60) < minutes));
    view! {
        <p id=asked.part("part") class="part">
            {(words.part)(part.number, part.count)} ": " <b {..lang_of(&name)}>{name.text.clone()}</b>
            {left.map(|left| view! { <span>{left}</span> })}
        </p>
    }
    .into_any()
}

/// For a table, the number of answered rows. CSS counts them, so the number is right without scripts.
fn rows_done(asked: &QuestionView<'_>) -> Option<AnyView> {
    let Kind::Matrix { rows, .. } = asked.question.kind() else { return None };
    let mut parts = asked.words.rows_done.split('#');
    let mut part = || parts.next().unwrap_or_default();
    Some(view! { <p class="rows-done">{part()} <span></span> {part()} {rows.len()} {part()}</p> }.into_any())
}

/// The fields for the kind of the question. `described_by` has the ids of the lines above for a single control; a group
/// refers to them itself.
fn fields_of(asked: &QuestionView<'_>, mistakes: &[ItemErrors], described_by: &str) -> AnyView {
    match asked.question.kind() {
        Kind::Choice { .. } | Kind::Multiple { .. } => fields::choices(asked, mistakes, described_by),
        Kind::Scale(scale) => fields::scale(asked, scale, &asked.question.id, "answer"),
        Kind::Number(number) => fields::number(asked, number, described_by),
        Kind::Text(writing) => fields::text(asked, writing, described_by),
        Kind::Date { .. } => fields::date(asked),
        Kind::Ranking { .. } => fields::ranking(asked),
        Kind::Matrix { rows, cells } => fields::matrix(asked, rows, cells, mistakes),
        Kind::Statement { .. } => ().into_any(),
        Kind::Consent { .. } => fields::consent(asked),
    }
}

/// True if the question is the label of a single control. Several controls have it as the name of their group.
fn is_labelled(asked: &QuestionView<'_>) -> bool {
    let kind = asked.question.kind();
    matches!(kind, Kind::Number(_) | Kind::Text(_) | Kind::Choice { display: Some(Display::Dropdown), .. })
}
