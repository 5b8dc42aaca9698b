//! A question whose answer is final, with feedback on it.

use domain::{Answer, AnswerFeedback, Decimal, Kind, OptionId, RightAnswer};
use leptos::prelude::*;

use super::{PartView, QuestionView, Said, below_picture, lang_of, linked, question::part_line};

/// Without `next`, the submission comes next.
pub(crate) fn answered(asked: &QuestionView<'_>, feedback: &AnswerFeedback<'_>, next: Option<&str>) -> AnyView {
    let words = asked.words;
    let text = asked.text();
    let (class, verdict) =
        if feedback.is_right { ("verdict right", words.right) } else { ("verdict wrong", words.not_right) };
    let part = asked.of_part.as_ref().map(|part: &PartView<'_>| part_line(asked, part));
    let answer = asked.answers.get(&asked.question.id);
    let answers = match (&feedback.right, answer) {
        (RightAnswer::Options(right), Some(answer)) => {
            options(asked, answer, &right.iter().map(|option| &option.id).collect::<Vec<_>>())
        }
        (RightAnswer::Numbers(right), Some(Answer::Number(given))) => numbers(asked, *given, right),
        _ => ().into_any(),
    };
    let answers = below_picture(asked.picture(), answers);
    let explanation = feedback.explanation.map(|text| asked.rendition(text)).filter(|text| !text.text.is_empty());
    let explanation = explanation.map(|text| {
        view! {
            <div {..lang_of(&text)} class="explanation lines">
                {linked(&text.text)}
            </div>
        }
    });
    let onward = match next {
        Some(next) => view! { <a href=next.to_owned() class="button">{words.proceed}</a> }.into_any(),
        None => view! {
            <form method="post" action=asked.action.to_owned()>
                <input type="hidden" name="lang" value=asked.language.to_string() />
                <button type="submit" name="go" value="send" class="button">
                    {asked.finish}
                </button>
            </form>
        }
        .into_any(),
    };
    view! {
        <section data-question=asked.id().to_owned() class="question answered">
            {part}
            <h1 tabindex="-1" id=asked.part("heading") {..lang_of(&text)} class="lines">
                {linked(&text.text)}
            </h1>
            <p role="status" class=class>
                {verdict}
            </p>
            {answers}
            {explanation}
            <div class="buttons">{onward}</div>
        </section>
    }
    .into_any()
}

/// The options that were shown, marked in words because colours alone are not accessible.
fn options(asked: &QuestionView<'_>, answer: &Answer, right: &[&OptionId]) -> AnyView {
    let words = asked.words;
    let is_chosen =
        |value: &str| answer.option().into_iter().chain(answer.options()).any(|option| option.as_str() == value);
    let rows: Vec<_> = asked
        .choices()
        .into_iter()
        .filter(|choice| !choice.is_hidden)
        .map(|choice| {
            let (is_chosen, is_right) =
                (is_chosen(&choice.value), right.iter().any(|option| option.as_str() == choice.value));
            let class = match (is_chosen, is_right) {
                (_, true) => "option right",
                (true, false) => "option wrong",
                (false, false) => "option",
            };
            // The space also separates the words for screen readers and in copied text.
            let mark = |is: bool, word: &'static str| is.then(|| view! { " " <span class="mark">{word}</span> });
            view! {
                <li class=class>
                    <span><Said text=choice.label /></span>
                    {mark(is_chosen, words.your_answer)}
                    {mark(is_right, words.right_answer)}
                </li>
            }
        })
        .collect();
    view! { <ul class="options">{rows}</ul> }.into_any()
}

fn numbers(asked: &QuestionView<'_>, given: Decimal, right: &[(Decimal, Decimal)]) -> AnyView {
    let words = asked.words;
    let unit = match asked.question.kind() {
        Kind::Number(number) => number.unit.as_ref().map(|unit| asked.rendition(unit)),
        _ => None,
    };
    let row = |word: &'static str, numbers: Vec<String>| {
        let unit = unit.clone().map(|unit| view! { "\u{a0}" <Said text=unit /> });
        view! {
            <div>
                <dt>{word}</dt>
                <dd>{numbers.join(", ")} {unit}</dd>
            </div>
        }
    };
    let right = right.iter().map(|(first, last)| {
        if first == last { words.number(*first) } else { [words.number(*first), words.number(*last)].join(" – ") }
    });
    view! {
        <dl class="answers">
            {row(words.your_answer, vec![words.number(given)])} {row(words.right_answer, right.collect())}
        </dl>
    }
    .into_any()
}
