//! The result: where the respondent stands, one thing to do first, then everything else.

use std::{iter, sync::Arc};

use domain::{
    Answer, Answers, Band, Definition, HelpLinkText, Points, Question, Recommendation, Scores, needs_help,
    recommendations,
};
use leptos::prelude::*;

use super::{NOTE_BEGINNING, PageContext, QuizView, plan::plan, render::document};
use crate::{
    components::{
        AnswerList, AttemptNote, CategoryBars, Changes, FindHelp, FoldedCard, Frame, KeepLink, Languages, Meaning,
        NotYou, PassOn, RetakeBox, ScoreGauge, StartCard, TrustLine,
    },
    words::{Texts, texts},
};

#[derive(Clone, Debug)]
pub struct ResultPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub answers: Answers,
    pub scores: Scores,
    /// The day, written for the reader.
    pub submitted_at: String,
    /// Names the submission without telling whose it is.
    pub submission: String,
    /// The absolute URL to come back to.
    pub link: String,
    /// The address that forms are posted to.
    pub action: String,
    /// A calendar entry for the first step.
    pub reminder_href: Option<String>,
    /// None where the quiz is taken once, is closed, or this is not the latest attempt.
    pub retake: Option<Retake>,
    pub earlier: Option<EarlierResult>,
    /// The latest result, where this is an earlier one.
    pub latest_href: Option<String>,
    /// The absolute URL at which anyone may begin the quiz, where that is so.
    pub start_link: Option<String>,
    /// The path of the start page of an open quiz.
    pub start_href: Option<String>,
    /// Asks if everything is to be erased; None where respondents may not.
    pub erase_href: Option<String>,
}

/// When the quiz may be taken again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Retake {
    Now,
    From {
        /// Written for the reader.
        day: String,
        /// A calendar entry for that day.
        reminder_href: Option<String>,
    },
}

/// A result to compare with.
#[derive(Clone, Debug)]
pub struct EarlierResult {
    pub href: String,
    /// The day, written for the reader.
    pub submitted_at: String,
    pub scores: Scores,
}

pub(super) fn result(cx: &PageContext, page: &ResultPage) -> AnyView {
    let words = texts(cx.language);
    let is_scored = page.definition.questions.iter().any(|question| question.indicator().is_some());
    let title = if is_scored { words.result_title } else { words.thanks_title };
    let scripts = [&cx.assets.kept_script, &cx.assets.result_script].into_iter().flatten();
    let scripts = scripts.map(|script| format!("import(\"{script}\");"));
    let frame = Frame {
        title: title.to_owned(),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(page.link.clone()),
        layout: "result",
        is_personal: true,
        script: Some(iter::once(NOTE_BEGINNING.to_owned()).chain(scripts).collect()),
        extra_css: Some(cx.assets.result_css.clone()),
        ..Frame::default()
    };
    let date = if is_scored { words.result_date } else { words.sent_date }(&page.submitted_at);
    let answers = answers_of(cx, page);
    let cards = recommendations(&page.scores, &page.answers, cx.language);
    let plan = if is_scored { plan(&cards) } else { None };
    let advice = is_scored.then(|| advice(cx, page, cards));
    let language = cx.language.to_string();
    let ResultPage {
        quiz,
        submission,
        link,
        action,
        retake,
        earlier,
        latest_href,
        start_link,
        start_href,
        erase_href,
        ..
    } = page.clone();
    document(cx, frame, move || {
        let latest =
            latest_href.map(|href| view! { <AttemptNote text=words.is_earlier label=words.latest href=href /> });
        let retake = retake.map(|retake| {
            view! { <RetakeBox words=words language=language retake=retake action=action /> }
        });
        let earlier = earlier.map(|earlier| {
            view! {
                <p>
                    <a href=earlier.href>{words.earlier_result}</a>
                </p>
            }
        });
        let thanks = (!is_scored).then(|| view! { <p class="lead">{words.thanks_text}</p> });
        view! {
            <header class="result-head">
                <h1>{title}</h1>
                <p class="hint">{date}</p>
                {latest}
            </header>
            {thanks}
            {advice}
            <details class="card answers-box" open=!is_scored>
                <summary>{words.answers_title}</summary>
                <AnswerList words=words answers=answers />
            </details>
            {retake}
            <KeepLink
                words=words
                quiz=quiz.name.text.clone()
                link=link
                plan=plan
                submission=submission
                is_scored=is_scored
            />
            {start_link.map(|link| view! { <PassOn words=words quiz=quiz.name.text link=link /> })}
            {earlier}
            <TrustLine words=words about=quiz.about kind=quiz.kind />
            {start_href.map(|href| view! { <p class="aside"><NotYou words=words href=href /></p> })}
            {erase_href.map(|href| view! { <p class="aside"><a href=href>{words.erase}</a></p> })}
            {is_scored.then(|| view! { <p class="aside">{words.not_advice}</p> })}
        }
    })
}

/// The band in words, the most urgent card, the scores by area, the other focus areas, and the strengths.
fn advice(cx: &PageContext, page: &ResultPage, cards: Vec<Recommendation>) -> AnyView {
    let words = texts(cx.language);
    let help = &page.quiz.about.help;
    let is_lowest = page.scores.points().is_some_and(|score| score.band() == Band::Vulnerable);
    let needs_help = needs_help(&page.scores, &cards);
    let (focus, strengths): (Vec<_>, Vec<_>) = cards.into_iter().partition(|card| card.show_required);
    let mut focus = focus.into_iter();
    let start = focus.next();
    let find_help = !needs_help && help.is_empty() && start.iter().chain(focus.as_slice()).any(sends_to_help);
    let reminder_href = page.reminder_href.clone();
    let start = start.map(|card| {
        let question = page.definition.question(&card.indicator.question_id());
        let because = question.and_then(|question| chosen_label(cx, page, question));
        view! {
            <StartCard
                words=words
                card=card
                because=because
                help=help.clone()
                needs_help=needs_help
                is_lowest=is_lowest
                reminder_href=reminder_href
            />
        }
        .into_any()
    });
    let changes = page.earlier.clone().map(|earlier| {
        view! { <Changes words=words earlier=earlier.scores now=page.scores.clone() day=earlier.submitted_at /> }
    });
    view! {
        <div class="summary">
            {overall(words, page)} {start}
        </div>
        {changes}
        {areas(words, page)}
        {folded(words, "focus", words.focus_title, words.focus_lead, focus.collect(), help)}
        {find_help.then(|| view! { <FindHelp words=words is_open=false /> })}
        {folded(words, "strengths", words.strengths_title, words.strengths_lead, strengths, help)}
    }
    .into_any()
}

fn sends_to_help(card: &Recommendation) -> bool {
    card.help_step.is_some()
}

fn overall(words: &'static Texts, page: &ResultPage) -> impl IntoView + use<> {
    let score = page.scores.points();
    let unscored = if page.answers.is_empty() { words.all_skipped } else { words.no_score_text };
    let (title, text) = score.map_or((words.no_score_title, unscored), |score| words.band(score));
    view! {
        <section class=format!("overall {}", band_name(score)) aria-labelledby="band">
            {score
                .filter(|score| score.band() != Band::Vulnerable)
                .map(|score| view! { <ScoreGauge words=words score=score /> })}
            <h2 id="band">{title}</h2>
            <p>{text}</p>
        </section>
    }
}

/// In the lowest band the overall number stands here, after words and the first step.
fn areas(words: &'static Texts, page: &ResultPage) -> AnyView {
    let asked = page.definition.categories().map(|category| (category, page.scores.category(category))).collect();
    let number = page.scores.points().filter(|score| score.band() == Band::Vulnerable).map(|score| {
        view! {
            <div class="score-note">
                <ScoreGauge words=words score=score />
                <p>{words.number_note}</p>
            </div>
        }
    });
    view! {
        <section class=format!("card areas {}", band_name(page.scores.points())) aria-labelledby="areas">
            <h2 id="areas">{words.categories_title}</h2>
            {number}
            <CategoryBars words=words scores=asked />
            {page.scores.points().map(|score| view! { <Meaning words=words score=score /> })}
        </section>
    }
    .into_any()
}

fn band_name(score: Option<Points>) -> &'static str {
    score.map_or("", |score| score.band().as_str())
}

/// A section of folded cards; nothing where there are none.
fn folded(
    words: &'static Texts,
    id: &'static str,
    title: &'static str,
    lead: &'static str,
    cards: Vec<Recommendation>,
    help: &[HelpLinkText],
) -> Option<AnyView> {
    (!cards.is_empty()).then(|| {
        let cards: Vec<_> =
            cards.into_iter().map(|card| view! { <FoldedCard words=words card=card help=help.to_vec() /> }).collect();
        view! {
            <section class=id aria-labelledby=id>
                <h2 id=id>{title}</h2>
                <p class="hint">{lead}</p>
                <div class="card folded">{cards}</div>
            </section>
        }
        .into_any()
    })
}

/// Every question of the quiz with the label of the chosen option.
fn answers_of(cx: &PageContext, page: &ResultPage) -> Vec<(String, Option<String>)> {
    let default = page.definition.language;
    page.definition
        .questions
        .iter()
        .map(|question| (question.text(cx.language, default).to_owned(), chosen_label(cx, page, question)))
        .collect()
}

fn chosen_label(cx: &PageContext, page: &ResultPage, question: &Question) -> Option<String> {
    let chosen = page.answers.get(&question.id).and_then(Answer::option)?;
    let options = question.options(cx.language, page.definition.language);
    options.into_iter().find(|option| option.id == *chosen).map(|option| option.label)
}
