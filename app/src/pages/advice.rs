//! The scored part of a result: the band in words, the most urgent card, the scores by area, and the other cards.

use domain::{Advice, AreaName, Band, Method, Points, QuizResult, RangedScore, Rating};
use leptos::prelude::*;

use super::{
    PageContext, ResultPage,
    drawn::{self, REMINDER, hole, state_of_card},
};
use crate::{
    components::{
        BUILT_IN_MARKS, BenchmarkLine, CategoryBar, Changes, FindHelp, FoldedCard, Meaning, NormLine, OwnMeaning,
        Prose, Reason, Said, ScoreBar, ScoreGauge, StartCard, told,
    },
    words::Texts,
};

/// The number of visible areas or cards; more are folded.
const IN_SIGHT: usize = 8;

/// `because` is the reason of the first card.
pub(super) fn advice(cx: &PageContext, page: &ResultPage, result: QuizResult, because: Option<Reason>) -> AnyView {
    let words = cx.words();
    let help = &page.quiz.about.help;
    let is_lowest = built_in_points(&result).is_some_and(|score| score.band() == Band::Vulnerable);
    let overall = result.has_overall.then(|| {
        // For built-in questions this part depends on the score alone.
        let points = built_in_points(&result);
        let state = || format!("overall/{}/{points:?}", cx.language);
        let kept = page
            .drawn
            .as_deref()
            .filter(|_| points.is_some() && result.overall.norm.is_none() && result.overall.benchmark.is_none());
        drawn::piece(kept, state, || overall(words, page, &result), &[])
    });
    let changes = changes(words, page, &result);
    let areas = areas(cx, page, &result);
    let QuizResult { start, needs_help, cards, focus, strengths, .. } = result;
    let sends_to_help = |card: &Advice| card.help_step.is_some();
    let find_help = !needs_help && help.is_empty() && start.iter().chain(&focus).any(sends_to_help);
    let reminder_href = page.reminder_href.clone();
    let start = start.map(|card| {
        let href = reminder_href.filter(|_| !card.steps.is_empty());
        // A reason from an own card may contain text that the respondent typed.
        let kept = page.drawn.as_deref().filter(|_| !card.is_own);
        let state = || {
            let flags = [href.is_some(), needs_help, is_lowest];
            format!("start/{flags:?}/{because:?}/{}", state_of_card(cx.language, &card))
        };
        let reminder = href.as_deref().map(drawn::escaped).unwrap_or_default();
        let draw = || {
            view! {
                <StartCard
                    words=words
                    reminder_href=href.clone().map(|href| if kept.is_some() { hole(REMINDER) } else { href })
                    card=card.clone()
                    because=because.clone()
                    help=help.clone()
                    needs_help=needs_help
                    is_lowest=is_lowest
                />
            }
            .into_any()
        };
        drawn::piece(kept, state, draw, &[(REMINDER, &*reminder)])
    });
    view! {
        <div class="summary">{overall} {start}</div>
        {changes}
        {areas}
        {folded(cx, page, "cards", words.cards_title, None, cards)}
        {folded(cx, page, "focus", words.focus_title, Some(words.focus_lead), focus)}
        {find_help.then(|| view! { <FindHelp words=words is_open=false /> })}
        {folded(cx, page, "strengths", words.strengths_title, Some(words.strengths_lead), strengths)}
    }
    .into_any()
}

fn built_in_points(result: &QuizResult) -> Option<Points> {
    let score = result.overall.ranged.filter(|_| result.is_built_in)?.score;
    Points::try_from(score).ok()
}

fn overall(words: &'static Texts, page: &ResultPage, result: &QuizResult) -> AnyView {
    let rating = &result.overall;
    let points = built_in_points(result);
    let missing = match result.has_gaps {
        true if page.answers.is_empty() => words.all_skipped,
        true => words.no_score_text,
        false => words.no_score_otherwise,
    };
    let own_band = rating.own_band();
    let (title, text) = match (rating.ranged, points, own_band) {
        (None, ..) => (words.no_score_title.into(), Some(missing.into())),
        (_, Some(score), _) => {
            let (title, text) = words.band(score);
            (title.into(), Some(text.into()))
        }
        (_, None, Some(band)) => (band.name.clone(), band.text.clone()),
        (_, None, None) => (words.own_score.into(), None),
    };
    let class = points.map(|score| score.band().as_str()).or(own_band.map(|band| band.hue.as_str()));
    // In the lowest band of the built-in questions, the number comes after the text and the first step.
    let is_first = points.is_none_or(|score| score.band() != Band::Vulnerable);
    let number = rating.ranged.filter(|_| is_first).map(|ranged| number(words, result, ranged));
    let (gauge, bar) = if result.method == Method::Average { (number, None) } else { (None, number) };
    view! {
        <section class=format!("overall {}", class.unwrap_or_default()) aria-labelledby="band">
            {gauge}
            <h2 id="band"><Said text=title /></h2>
            {bar}
            {text.map(|text| view! { <p><Prose text=text /></p> })}
            {rating.norm.clone().map(|norm| view! { <NormLine words=words norm=norm /> })}
            {rating.benchmark.map(|place| view! { <BenchmarkLine words=words place=place /> })}
        </section>
    }
    .into_any()
}

/// The overall score as a drawing with its number.
fn number(words: &'static Texts, result: &QuizResult, ranged: RangedScore) -> AnyView {
    let marks = if result.is_built_in {
        BUILT_IN_MARKS.to_vec()
    } else {
        result.overall.bands.iter().skip(1).map(|band| band.range.0).collect()
    };
    match result.method {
        Method::Average => view! { <ScoreGauge words=words score=ranged.score marks=marks /> }.into_any(),
        Method::Sum | Method::Table => view! { <ScoreBar words=words ranged=ranged marks=marks /> }.into_any(),
    }
}

/// In the lowest band of the built-in questions, the overall number is here, after the text and the first step.
fn areas(cx: &PageContext, page: &ResultPage, result: &QuizResult) -> AnyView {
    let words = cx.words();
    let language = cx.language;
    let rating = &result.overall;
    let points = built_in_points(result);
    let lowest = points.filter(|score| score.band() == Band::Vulnerable).and(rating.ranged).map(|ranged| {
        view! {
            <div class="score-note">
                {number(words, result, ranged)}
                <p>{words.number_note}</p>
            </div>
        }
    });
    let meaning = match (points, rating.ranged) {
        (Some(score), _) => {
            let draw = || view! { <Meaning words=words score=score /> }.into_any();
            drawn::piece(page.drawn.as_deref(), || format!("meaning/{language}/{}", score.get()), draw, &[])
        }
        (None, Some(_)) => view! { <OwnMeaning words=words rating=rating.clone() method=result.method /> }.into_any(),
        (None, None) => ().into_any(),
    };
    if result.areas.is_empty() {
        return meaning;
    }
    let bar = |(name, rating): &(AreaName, Rating)| {
        let draw = || view! { <CategoryBar words=words name=name.clone() rating=rating.clone() /> }.into_any();
        drawn::piece(page.drawn.as_deref(), || format!("area/{language}/{name:?}{rating:?}"), draw, &[])
    };
    let mut seen: Vec<AnyView> = result.areas.iter().map(bar).collect();
    let more = seen.split_off(seen.len().min(IN_SIGHT));
    let more = (!more.is_empty()).then(|| {
        view! {
            <details class="more">
                <summary>{(words.more_areas)(more.len())}</summary>
                <ul class="bars">{more}</ul>
            </details>
        }
    });
    let class = points.map_or("", |score| score.band().as_str());
    view! {
        <section class=format!("card areas {class}") aria-labelledby="areas">
            <h2 id="areas">{words.categories_title}</h2>
            {lowest}
            <ul class="bars">{seen}</ul>
            {more}
            {meaning}
        </section>
    }
    .into_any()
}

/// The changes since the previous result; `None` if no score can be compared.
fn changes(words: &'static Texts, page: &ResultPage, result: &QuizResult) -> Option<AnyView> {
    let before = &page.earlier.as_ref()?.submitted_at;
    let Rating { change, judged, .. } = &result.overall;
    let (change, judged) = (*change, *judged);
    let in_points = |(before, now)| Some((Points::try_from(before).ok()?.get(), Points::try_from(now).ok()?.get()));
    let sentence = match (change, change.filter(|_| result.is_built_in).and_then(in_points)) {
        (_, Some((then, now))) => Some(told(before, |day| (words.changed_score)(day, then, now))),
        (Some((then, now)), None) => {
            let [then, now] = [then, now].map(|score| words.number(score));
            Some(told(before, |day| (words.changed_own_score)(day, &then, &now)))
        }
        (None, None) if result.areas.iter().any(|(_, rating)| rating.change.is_some() || rating.judged.is_some()) => {
            Some(told(before, words.changed_areas))
        }
        (None, None) => None,
    };
    let verdict = judged.map(|judged| told(before, |day| (words.judged_since)(judged.verdict, day)));
    if sentence.is_none() && verdict.is_none() {
        return None;
    }
    let areas = result.areas.clone();
    Some(view! { <Changes words=words sentence=sentence verdict=verdict areas=areas /> }.into_any())
}

/// A section of folded cards; nothing if there are none.
fn folded(
    cx: &PageContext,
    page: &ResultPage,
    id: &'static str,
    title: &'static str,
    lead: Option<&'static str>,
    mut cards: Vec<Advice>,
) -> Option<AnyView> {
    let words = cx.words();
    let card = |card: Advice| {
        let help = page.quiz.about.help.clone();
        let draw = || view! { <FoldedCard words=words card=card.clone() help=help.clone() /> }.into_any();
        drawn::piece(page.drawn.as_deref(), || state_of_card(cx.language, &card), draw, &[])
    };
    let rows = |cards: Vec<Advice>| -> Vec<_> { cards.into_iter().map(card).collect() };
    let more = cards.split_off(cards.len().min(IN_SIGHT));
    let more = (!more.is_empty()).then(|| {
        view! {
            <details class="more">
                <summary>{(words.more_cards)(more.len())}</summary>
                <div class="card folded">{rows(more)}</div>
            </details>
        }
    });
    (!cards.is_empty()).then(|| {
        view! {
            <section class=id aria-labelledby=id>
                <h2 id=id>{title}</h2>
                {lead.map(|lead| view! { <p class="hint">{lead}</p> })}
                <div class="card folded">{rows(cards)}</div>
                {more}
            </section>
        }
        .into_any()
    })
}
