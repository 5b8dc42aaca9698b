//! Drawings of scores: the gauge, bars, the meaning of a number, and changes since the previous result.

use std::fmt::Display;

use domain::{AreaName, BandText, BenchmarkPlace, Decimal, Method, NormText, Points, RangedScore, Rating, Rendition};
use leptos::prelude::*;

use super::{Prose, Said, card::area_name};
use crate::words::Texts;

pub(crate) const BUILT_IN_MARKS: [Decimal; 2] = [Decimal::whole(40), Decimal::whole(80)];

/// An average as a semicircular gauge with its number. Marks show where bands begin.
#[component]
pub(crate) fn ScoreGauge(words: &'static Texts, score: Decimal, marks: Vec<Decimal>) -> impl IntoView {
    // In percent of the path. At 0, the round line cap would show as a dot.
    let value = (score > Decimal::ZERO).then(|| {
        view! {
            <path
                class="gauge-value"
                pathLength="100"
                stroke-dasharray=format!("{score} 200")
                d="M20 120a100 100 0 0 1 200 0"
            />
        }
    });
    let marks: String = marks.into_iter().map(gauge_mark).collect();
    let score = words.number(score);
    view! {
        <div class="gauge">
            <svg viewBox="0 0 240 132" role="img" aria-label=(words.gauge_label)(&score)>
                <path class="gauge-track" d="M20 120a100 100 0 0 1 200 0" />
                {value}
                <path class="gauge-mark" d=marks />
            </svg>
            <p aria-hidden="true">
                <strong>{score.clone()}</strong>
                <span>{words.out_of_100}</span>
            </p>
        </div>
    }
}

/// The path of a mark across the gauge at a score.
fn gauge_mark(score: Decimal) -> String {
    let (sine, cosine) = (std::f64::consts::PI * (1.0 - score.to_f64() / 100.0)).sin_cos();
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    let [[x1, y1], [x2, y2]] = [90.0, 110.0].map(|r| [tenth(120.0 + r * cosine), tenth(120.0 - r * sine)]);
    format!("M{x1} {y1}L{x2} {y2}")
}

/// A sum, or its conversion by a table, as a bar between the least and greatest possible score.
#[component]
pub(crate) fn ScoreBar(words: &'static Texts, ranged: RangedScore, marks: Vec<Decimal>) -> impl IntoView {
    view! {
        <div class="score-bar">
            <p>
                <strong>{words.number(ranged.score)}</strong>
                " "
                <span>{(words.score_range)(&words.number(ranged.least), &words.number(ranged.most))}</span>
            </p>
            <RangeBar ranged=ranged marks=marks />
            <Ends words=words ranged=ranged />
        </div>
    }
}

#[component]
fn RangeBar(ranged: RangedScore, marks: Vec<Decimal>) -> impl IntoView {
    let place = move |score: Decimal| format!("{}%", ranged.percent(score));
    let marks: Vec<_> = marks
        .into_iter()
        .map(|mark| view! { <rect class="scale-mark" x=place(mark) width="2" height="10" /> })
        .collect();
    view! {
        <svg class="meter" width="100%" height="10" aria-hidden="true">
            <rect class="meter-track" width="100%" height="10" rx="5" />
            <rect class="meter-value" width=place(ranged.score) height="10" rx="5" />
            {marks}
        </svg>
    }
}

/// The numbers at both ends of a bar, which the text beside it repeats.
#[component]
fn Ends(words: &'static Texts, ranged: RangedScore) -> impl IntoView {
    view! {
        <p class="ends" aria-hidden="true">
            <span>{words.number(ranged.least)}</span>
            <span>{words.number(ranged.most)}</span>
        </p>
    }
}

/// The meaning of the overall score of the built-in questions, folded: a scale with the bands, their names, and how the
/// number is calculated.
#[component]
pub(crate) fn Meaning(words: &'static Texts, score: Points) -> impl IntoView {
    let at = format!("{}%", score.get());
    let marks = BUILT_IN_MARKS.map(|mark| {
        let at = format!("{mark}%");
        view! {
            <rect class="scale-mark" x=at.clone() width="2" height="10" />
            <text x=at y="28" text-anchor="middle">
                {words.number(mark)}
            </text>
        }
    });
    let bands = ["0–39", "40–79", "80–100"].into_iter().zip(words.band_title).enumerate();
    let bands = bands.map(|(index, (range, title))| {
        let is_own = (score.band().index() == index).then_some("true");
        view! {
            <li aria-current=is_own>
                <strong>{range}</strong>
                {format!(" {title}")}
            </li>
        }
    });
    view! {
        <details class="meaning">
            <summary>{words.meaning}</summary>
            <svg class="scale" width="100%" height="32" aria-hidden="true">
                <rect class="meter-track" width="100%" height="10" rx="5" />
                <rect class="meter-value" width=at height="10" rx="5" />
                {marks}
            </svg>
            <ul>{bands.collect::<Vec<_>>()}</ul>
            <p>{words.meaning_text}</p>
        </details>
    }
}

/// The meaning of an overall score of the quiz's own scoring, folded: the owner's bands, and how the number is
/// calculated.
#[component]
pub(crate) fn OwnMeaning(words: &'static Texts, rating: Rating, method: Method) -> impl IntoView {
    let bands: Vec<_> = rating
        .bands
        .into_iter()
        .enumerate()
        .map(|(index, BandText { name, hue, range: (from, to), .. })| {
            let is_own = (rating.band == Some(index)).then_some("true");
            let range = format!("{}–{}", words.number(from), words.number(to));
            view! {
                <li class=hue.as_str() aria-current=is_own>
                    <strong>{if from == to { words.number(from) } else { range }}</strong>
                    " "
                    <Said text=name />
                </li>
            }
        })
        .collect();
    let text = match method {
        Method::Average => words.meaning_average,
        Method::Sum => words.meaning_sum,
        Method::Table => words.meaning_table,
    };
    view! {
        <details class="meaning own-meaning">
            <summary>{words.meaning}</summary>
            {(!bands.is_empty()).then(|| view! { <ul>{bands}</ul> })}
            <p>{text}</p>
        </details>
    }
}

/// The categories that the quiz asks about, with their scores if they have one.
#[component]
pub(crate) fn CategoryBars(words: &'static Texts, areas: Vec<(AreaName, Rating)>) -> impl IntoView {
    let bar = |(name, rating)| view! { <CategoryBar words=words name=name rating=rating /> };
    let bars: Vec<_> = areas.into_iter().map(bar).collect();
    view! { <ul class="bars">{bars}</ul> }
}

#[component]
pub(crate) fn CategoryBar(words: &'static Texts, name: AreaName, rating: Rating) -> impl IntoView {
    let (class, remark) = remark(words, &name, &rating);
    let score = rating.ranged.map(|ranged| view! { <strong>{words.number(ranged.score)}</strong> });
    let filled = rating.ranged.map_or(Decimal::ZERO, |ranged| ranged.percent(ranged.score));
    let ends =
        rating.ranged.filter(|ranged| !is_of_100(*ranged)).map(|ranged| view! { <Ends words=words ranged=ranged /> });
    let text = rating.own_band().filter(|_| rating.has_own_bands).and_then(|band| band.text.clone());
    let text = text.map(|text| view! { <p class="area-text"><Prose text=text /></p> });
    let norm = rating.norm.map(|norm| view! { <NormLine words=words norm=norm /> });
    let benchmark = rating.benchmark.map(|place| view! { <BenchmarkLine words=words place=place /> });
    view! {
        <li class=class>
            <h3><Said text=area_name(words, name) /></h3>
            <p><Said text=remark /></p>
            {score}
            <Meter percent=filled />
            {ends}
            {text}
            {norm}
            {benchmark}
        </li>
    }
}

/// The class and the name of a score's band, either the owner's or that of the built-in questions. Without a band, the
/// possible range of the score.
fn remark(words: &'static Texts, name: &AreaName, rating: &Rating) -> (Option<&'static str>, Rendition) {
    let Some(ranged) = rating.ranged else { return (None, words.no_category_score.into()) };
    if let Some(band) = rating.own_band() {
        return (Some(band.hue.as_str()), band.name.clone());
    }
    if !is_of_100(ranged) {
        let range = (words.score_range)(&words.number(ranged.least), &words.number(ranged.most));
        return (None, range.as_str().into());
    }
    match (name, Points::try_from(ranged.score)) {
        (AreaName::BuiltIn(_), Ok(points)) => {
            (Some(points.band().as_str()), words.band_short[points.band().index()].into())
        }
        _ => (None, words.out_of_100.into()),
    }
}

fn is_of_100(ranged: RangedScore) -> bool {
    (ranged.least, ranged.most) == (Decimal::ZERO, Decimal::whole(100))
}

/// The changes of scores: a sentence on the overall one, and each area with its difference. Renders nothing if no score
/// can be compared.
#[component]
pub(crate) fn Changes(
    words: &'static Texts,
    sentence: Option<AnyView>,
    /// Of the overall score, where the owner says what counts as a change.
    verdict: Option<AnyView>,
    areas: Vec<(AreaName, Rating)>,
) -> impl IntoView {
    let areas: Vec<_> = areas
        .into_iter()
        .filter_map(|(name, rating)| Some((area_name(words, name), change(words, &rating)?)))
        .map(|(mut name, change)| {
            name.text.push(' ');
            view! {
                <li>
                    <Said text=name />
                    <strong>{change}</strong>
                </li>
            }
        })
        .collect();
    view! {
        <section class="card changes" aria-labelledby="changes">
            <h2 id="changes">{words.changes_title}</h2>
            {sentence.map(|sentence| view! { <p>{sentence}</p> })}
            {verdict.map(|verdict| view! { <p><strong>{verdict}</strong></p> })}
            {(!areas.is_empty()).then(|| view! { <ul>{areas}</ul> })}
        </section>
    }
}

/// The difference of a score and its verdict, as far as there are any: `+20, better`.
fn change(words: &'static Texts, rating: &Rating) -> Option<String> {
    let shown = rating.change.map(|(before, now)| difference(words, before, now));
    let judged = rating.judged.and_then(|judged| judged.difference);
    let shown = shown.or_else(|| judged.map(|change| signed(words, change)));
    let verdict = rating.judged.map(|judged| words.verdict(judged.verdict).to_owned());
    match (shown, verdict) {
        (Some(shown), Some(verdict)) => Some(format!("{shown} ({verdict})")),
        (shown, verdict) => shown.or(verdict),
    }
}

/// The group that a score is compared with, its place there, and where the numbers come from.
#[component]
pub(crate) fn NormLine(words: &'static Texts, norm: NormText) -> impl IntoView {
    let NormText { name, source, standing } = norm;
    view! {
        <div class="norm">
            <p><Said text=name /> {format!(": {}", (words.norm_place)(standing.percentile))}</p>
            <p class="hint">{words.norm_source} " " <Said text=source /></p>
        </div>
    }
}

/// How many of everyone else have a lower score.
#[component]
pub(crate) fn BenchmarkLine(words: &'static Texts, place: BenchmarkPlace) -> impl IntoView {
    let others = words.number(Decimal::whole(place.others.try_into().unwrap_or(i32::MAX)));
    view! { <p class="norm">{(words.benchmark)(&place.lower.to_string(), &others)}</p> }
}

/// `+20`, or a word if nothing changed.
fn difference(words: &'static Texts, before: Decimal, now: Decimal) -> String {
    let change = Decimal::from_thousandths(i128::from(now.thousandths()) - i128::from(before.thousandths()));
    signed(words, change.unwrap_or_default())
}

fn signed(words: &'static Texts, change: Decimal) -> String {
    match change {
        Decimal::ZERO => words.unchanged.to_owned(),
        change => words.signed(change),
    }
}

/// A bar filled from 0 to 100 percent. The text beside it says the same.
#[component]
pub(crate) fn Meter<P: Display>(percent: P) -> impl IntoView {
    let width = format!("{percent}%");
    view! {
        <svg class="meter" width="100%" height="10" aria-hidden="true">
            <rect class="meter-track" width="100%" height="10" rx="5" />
            <rect class="meter-value" width=width height="10" rx="5" />
        </svg>
    }
}
