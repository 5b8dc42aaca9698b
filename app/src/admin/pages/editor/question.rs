//! One question in the editor, with its options.

use domain::{Indicator, Language, Question};
use leptos::prelude::*;

use super::pair::Pair;
use crate::admin::{
    Problem,
    editor::{OptionFields, QuestionFields},
};

/// `index` counts from 0.
pub(super) fn question_card(index: usize, count: usize, question: &QuestionFields, problems: &[Problem]) -> AnyView {
    let base = format!("q{index}");
    let number = index + 1;
    let title_id = format!("{base}-title");
    let body = match question.indicator() {
        Some(indicator) => built_in(&base, indicator),
        None => own(&base, index, question, problems),
    };
    let what = if question.indicator().is_some() { "built-in, scored" } else { "your own" };
    let (name, required_id) = (format!("question {number}"), format!("{base}-required"));
    let (id, required) = (question.id.clone(), question.required);
    view! {
        <li class="card question-card" id=base.clone() tabindex="-1" data-key=index data-question=id>
            <div class="card-head">
                <span class="handle" data-handle="" hidden=true aria-hidden="true"></span>
                <h3 id=title_id>"Question " {number} " " <span class="hint">{what}</span></h3>
                {movers(&base, &index.to_string(), &name, index, count)}
            </div>
            <input type="hidden" name=format!("{base}-was") value=question.was.clone() />
            {body}
            <div class="check">
                <input
                    type="checkbox"
                    id=required_id.clone()
                    name=required_id.clone()
                    value="1"
                    checked=required
                />
                <label for=required_id>"An answer is required"</label>
            </div>
        </li>
    }
    .into_any()
}

/// Buttons that move and remove an item. `key` identifies it in the button's value.
fn movers(base: &str, key: &str, name: &str, index: usize, count: usize) -> AnyView {
    let mover = |what: &'static str, sign: &'static str, label: String| {
        view! {
            <button
                type="submit"
                class="button-small"
                name="do"
                value=format!("{what}:{key}")
                id=format!("{base}-{what}")
                aria-label=label.clone()
                title=label
            >
                {sign}
            </button>
        }
    };
    let up = (index > 0).then(|| mover("up", "↑", format!("Move {name} up")));
    let down = (index + 1 < count).then(|| mover("down", "↓", format!("Move {name} down")));
    let remove = mover("remove", "×", format!("Remove {name}"));
    view! { <div class="movers">{up} {down} {remove}</div> }.into_any()
}

/// Built-in texts cannot be edited.
fn built_in(base: &str, indicator: Indicator) -> AnyView {
    let question = Question::built_in(indicator, true);
    let words = |language: Language| {
        let options: Vec<_> =
            question.options(language, language).into_iter().map(|option| view! { <li>{option.label}</li> }).collect();
        view! {
            <div lang=language.as_str()>
                <p class="fixed-text">{question.text(language, language).to_owned()}</p>
                <ol class="fixed-options">{options}</ol>
            </div>
        }
        .into_any()
    };
    let sides: Vec<_> = Language::OF_CONTENT.into_iter().map(words).collect();
    view! {
        <input type="hidden" name=format!("{base}-id") value=indicator.as_str() />
        <details class="fixed">
            <summary>
                <code>{indicator.as_str()}</code>
                " "
                {question.text(Language::EN, Language::EN).to_owned()}
            </summary>
            <div class="pair">{sides}</div>
        </details>
    }
    .into_any()
}

fn own(base: &str, index: usize, question: &QuestionFields, problems: &[Problem]) -> AnyView {
    let id = format!("{base}-id");
    let problem = |field: &str| problems.iter().find(|one| one.field == field).map(|one| one.message.clone());
    let id_problem = problem(&id);
    let is_wrong = id_problem.is_some();
    let (hint_id, problem_id) = (format!("{id}-hint"), format!("{id}-problem"));
    let described = if is_wrong { format!("{hint_id} {problem_id}") } else { hint_id.clone() };
    let add = format!("{base}-add-option");
    let add_problem = problem(&add).map(|text| view! { <p class="problem">{text}</p> });
    let count = question.options.len();
    let options: Vec<_> = question
        .options
        .iter()
        .enumerate()
        .map(|(at, option)| option_row(index, at, count, option.clone(), problems))
        .collect();
    view! {
        <Pair
            base=format!("{base}-text")
            label="Text"
            wording=question.text.clone()
            rows=2
            problems=problems.to_vec()
        />
        <Pair
            base=format!("{base}-help")
            label="Help"
            wording=question.help.clone()
            rows=1
            problems=problems.to_vec()
        />
        <fieldset class="option-fields">
            <legend>"Options"</legend>
            <ol class="option-list" data-sortable="">{options}</ol>
            {add_problem}
            <button type="submit" class="button-small" name="do" value=format!("add-option:{index}") id=add>
                "Add an option"
            </button>
        </fieldset>
        <div class=if is_wrong { "field field-short field-wrong" } else { "field field-short" }>
            <label for=id.clone()>"Id"</label>
            <p class="hint" id=hint_id>"Its name in exports and in the API. With another id it is another question."</p>
            {id_problem.map(|text| view! { <p class="problem" id=problem_id>{text}</p> })}
            <input
                id=id.clone()
                name=id
                type="text"
                class="code"
                value=question.id.clone()
                spellcheck="false"
                aria-describedby=described
                aria-invalid=is_wrong.then_some("true")
            />
        </div>
    }
    .into_any()
}

fn option_row(index: usize, at: usize, count: usize, option: OptionFields, problems: &[Problem]) -> AnyView {
    let base = format!("q{index}-o{at}");
    let name = format!("option {} of question {}", at + 1, index + 1);
    view! {
        <li class="option-row" data-key=format!("{index}:{at}")>
            <span class="handle" data-handle="" hidden=true aria-hidden="true"></span>
            <input type="hidden" name=format!("{base}-id") value=option.id />
            <Pair
                base=format!("{base}-label")
                label=format!("Option {}", at + 1)
                wording=option.label
                rows=1
                problems=problems.to_vec()
            />
            {movers(&base, &format!("{index}:{at}"), &name, at, count)}
        </li>
    }
    .into_any()
}
