//! Options in the respondent's order: a rank field for each, and buttons that a script shows instead. The initial order
//! counts as an answer only after the respondent changes it or confirms it.

use domain::{OptionId, form::rank_name};
use leptos::prelude::*;

use crate::components::{
    lang_of,
    question_view::{Choice, QuestionView, control_id},
};

/// Above this number of options ranks are typed, since a select list for each would be long.
const LISTED: usize = 30;

/// Up to this number of options no button to the top is needed.
const SHORT: usize = 4;

/// Moves an option to the top: larger than any list.
const TO_TOP: &str = "-999";

pub(crate) fn ranking(asked: &QuestionView<'_>) -> AnyView {
    let words = asked.words;
    let mut choices = asked.choices();
    let ranks = choices.iter().filter(|choice| !choice.is_hidden).count();
    let has_top = ranks > SHORT;
    let place = |choice: &Choice| asked.value(&name_of(choice)).parse().unwrap_or(usize::MAX);
    choices.sort_by_key(place);
    let options: Vec<_> = choices
        .into_iter()
        .map(|choice| {
            let id = control_id(&asked.question.id, choice.number);
            let field = place_field(asked, &choice, &id, ranks);
            view! {
                <li hidden=choice.is_hidden class="rank">
                    <label {..lang_of(&choice.label)} for=id>
                        {choice.label.text.clone()}
                    </label>
                    {field}
                    <span hidden=true class="moves">
                        {has_top
                            .then(|| {
                                view! {
                                    <button
                                        type="button"
                                        class="button-plain"
                                        data-move=TO_TOP
                                        aria-label=(words.move_top)(&choice.label.text)
                                    ></button>
                                }
                            })}
                        <button
                            type="button"
                            class="button-plain"
                            data-move="-1"
                            aria-label=(words.move_up)(&choice.label.text)
                        ></button>
                        <button
                            type="button"
                            class="button-plain"
                            data-move="1"
                            aria-label=(words.move_down)(&choice.label.text)
                        ></button>
                    </span>
                </li>
            }
        })
        .collect();
    let optional = (!asked.question.required).then_some(asked.optional.as_str());
    let moves = [Some(words.rank_moves), optional].into_iter().flatten().collect::<Vec<_>>().join(" ");
    view! {
        <ol class="ranking" data-hint=moves data-moved=words.rank_moved data-ask=words.rank_ask>
            {options}
        </ol>
        <label hidden=true class="option own-order" for=asked.part("order")>
            <input
                type="checkbox"
                id=asked.part("order")
                aria-invalid=asked.invalid(&asked.question.id)
                autocomplete="off"
            />
            <span>{words.rank_own}</span>
        </label>
    }
    .into_any()
}

fn name_of(choice: &Choice) -> String {
    OptionId::parse(&choice.value).map(|option| rank_name(&option)).unwrap_or_default()
}

fn place_field(asked: &QuestionView<'_>, choice: &Choice, id: &str, ranks: usize) -> AnyView {
    let (id, name, disabled) = (id.to_owned(), name_of(choice), choice.is_hidden);
    let held = asked.value(&name).to_owned();
    if ranks > LISTED {
        return view! {
            <input
                type="text"
                inputmode="numeric"
                name=name
                id=id
                value=held
                disabled=disabled
                aria-invalid=asked.invalid(&asked.question.id)
                autocomplete="off"
                class="entry place"
            />
        }
        .into_any();
    }
    let places: Vec<_> = (1..=ranks)
        .map(|rank| {
            let rank = rank.to_string();
            view! {
                <option value=rank.clone() selected=rank == held>
                    {rank.clone()}
                </option>
            }
        })
        .collect();
    view! {
        <select name=name id=id disabled=disabled aria-invalid=asked.invalid(&asked.question.id) class="entry place">
            <option value=""></option>
            {places}
        </select>
    }
    .into_any()
}
