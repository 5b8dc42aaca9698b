//! What a score is measured by over time: the rule of change and the norms, each with examples from the quiz's own
//! numbers.

use domain::{
    Better, ChangeRule, Decimal, Norm, Verdict,
    edit::{Edit, Place, Tree},
};
use serde_json::Value;

use crate::{
    actions::Made,
    condition_view::condition,
    controls::{Look, area, button, choice, line, signs, tick},
    html::{Element, Html, el, hint},
    model::Editor,
    question::cures,
};

const BETTER: [(&str, &str); 2] = [("higher", "A higher score"), ("lower", "A lower score")];
/// The fields of the two forms of a rule of change.
const RULES: [&[&str]; 2] = [&["sd", "reliability"], &["points", "percent"]];
/// The fields of the two forms of a norm.
const NORMS: [&[&str]; 2] = [&["mean", "sd"], &["percentiles"]];
/// The score of an example where the quiz names none: the middle of an average.
const MIDDLE: i32 = 50;
const EXAMPLES: usize = 3;

/// The rule of change and the norms of the score at a place: the overall one, or a category's.
pub(crate) fn measures(ed: &Editor, score: &Place) -> Html {
    [change(ed, score), norms(ed, score)].into()
}

fn change(ed: &Editor, score: &Place) -> Html {
    let place = score.then("change");
    let number =
        |label, name, hint| line(ed, label, &place.then(name), Look { is_number: true, hint, ..Look::default() });
    let about = hint(
        "From one attempt to the next, a small difference is chance. This rule says from which difference on a later \
         score is better or worse; you and the respondent read that in words.",
    );
    let inside: Html = if ed.tree.get(&place).is_some_and(|value| !value.is_null()) {
        let reliable = el("div")
            .class("ed-pair")
            .put(number("Standard deviation", "sd", "Of the instrument, from its manual."))
            .put(number("Reliability", "reliability", "From 0 to 0.999, from the manual."));
        let sized = el("div")
            .class("ed-pair")
            .put(number("Or points", "points", "At least so many count."))
            .put(number("Or per cent", "percent", "Of the score before."));
        let pair = el("div")
            .class("ed-pair")
            .put(choice(ed, "What is better", &place.then("better"), &BETTER, Look::default()))
            .put(number("Cut-off", "cutoff", "Better and past it is recovered. Empty: no score is."));
        [
            pair.into(),
            reliable.into(),
            sized.into(),
            told(change_examples(&ed.tree, score)),
            button("Remove the rule", format!("remove {place}"), "button-quiet"),
        ]
        .into()
    } else {
        let begin = button("Judge change", format!("add {place}"), "button-plain");
        el("p").class("ed-shown").put("no change is judged ").put(begin).into()
    };
    el("fieldset")
        .class("ed-condition ed-measure")
        .attr("id", place.to_string())
        .attr("tabindex", "-1")
        .put(el("legend").put("Change"))
        .put(about)
        .put(cures(ed, &place, false))
        .put(inside)
        .into()
}

fn norms(ed: &Editor, score: &Place) -> Html {
    let list = score.then("norms");
    let rows: Html =
        ed.tree.items(&list).iter().enumerate().map(|(at, place)| norm(ed, score, place, at + 1)).collect();
    el("fieldset")
        .class("ed-condition ed-measure")
        .attr("id", list.to_string())
        .attr("tabindex", "-1")
        .put(el("legend").put("Norms"))
        .put(hint(
            "Groups that were measured before, such as in a manual: the score stands with its place among them. The \
             first group counts whose condition holds.",
        ))
        .put(cures(ed, &list, false))
        .put(el("ol").class("ed-plain").put(rows))
        .put(button("Add norm", format!("add {list}"), "button-plain"))
        .put(tick(ed, "Respondents read how many of at least 30 others scored lower", &score.then("benchmark")))
        .into()
}

fn norm(ed: &Editor, score: &Place, place: &Place, number: usize) -> Element {
    let decimal = |label, name| line(ed, label, &place.then(name), Look { is_number: true, ..Look::default() });
    let table = Look {
        hint: "Instead of a mean: a score and its percentile a line, rising. Two columns of a spreadsheet can be pasted.",
        ..Look::default()
    };
    let source = Look { hint: "Where the numbers are published.", ..Look::default() };
    let head = el("div")
        .class("ed-option")
        .put(line(ed, "Group", &place.then("name"), Look::default()))
        .put(signs(&format!("norm {number}"), place));
    let pair = el("div").class("ed-pair").put(decimal("Mean", "mean")).put(decimal("Standard deviation", "sd"));
    el("li")
        .class("ed-card ed-measure")
        .attr("id", place.to_string())
        .attr("tabindex", "-1")
        .put(cures(ed, place, false))
        .put(head)
        .put(line(ed, "Source", &place.then("source"), source))
        .put(pair)
        .put(area(ed, "Table of percentiles", &place.then("percentiles"), "3", table))
        .put(cells(ed, &place.then("percentiles")))
        .put(condition(ed, &place.then("when"), "Counts", "for all others"))
        .put(told(norm_examples(&ed.tree, score, place)))
}

/// What is wrong in the rows of a table, with the button that sorts them.
fn cells(ed: &Editor, table: &Place) -> Html {
    let rows = (0..ed.tree.list(table).len()).map(|at| table.item(at));
    let wrong: Vec<Html> = rows
        .filter(|row| ed.problems.iter().any(|found| found.place.is_within(row)))
        .map(|row| {
            let line = row.steps().last().and_then(|at| at.parse().ok()).map_or(1, |at: usize| at + 1);
            Html::from([el("p").class("hint").put(format!("Line {line}:")).into(), cures(ed, &row, true)])
        })
        .take(EXAMPLES)
        .collect();
    wrong.into()
}

fn told(examples: Vec<String>) -> Html {
    let text = examples.join(" ");
    (!text.is_empty()).then(|| el("p").class("ed-example").put(text)).into()
}

pub(crate) fn decimal(tree: &Tree, place: &Place) -> Option<Decimal> {
    Decimal::parse(&tree.get(place)?.as_number()?.to_string())
}

/// The id of a score in conditions.
fn id_of(score: &Place) -> &str {
    score.steps().get(2).map_or("overall", String::as_str)
}

/// Scores that the quiz itself names: the lower bounds of its bands, else the cut-off, else the middle.
fn named_scores(tree: &Tree, score: &Place) -> Vec<Decimal> {
    let bands = tree.items(&tree.bands_place(id_of(score)));
    let mut bounds: Vec<Decimal> = bands.iter().filter_map(|band| decimal(tree, &band.then("from"))).collect();
    if bounds.len() > 1 {
        return bounds;
    }
    bounds.clear();
    bounds.extend(decimal(tree, &score.then("change").then("cutoff")).or(Some(Decimal::whole(MIDDLE))));
    bounds
}

/// The ids of a score's bands, and their names with their lower bounds.
pub(crate) fn bands(tree: &Tree, of: &str) -> Vec<(String, String)> {
    let list = tree.bands_place(of);
    let from = |id: &str| decimal(tree, &list.then(id).then("from"));
    let named = tree.bands_of(of).into_iter().map(|(id, name)| {
        let name = from(&id).map_or_else(|| name.clone(), |from| format!("{name} (from {from})"));
        (id, name)
    });
    named.collect()
}

/// `None` for a rule that is not complete, or not of one form.
fn rule(tree: &Tree, place: &Place) -> Option<ChangeRule> {
    let number = |name: &str| decimal(tree, &place.then(name));
    let better = Better::parse(tree.text(&place.then("better"))?)?;
    let [sd, reliability, points, percent] = ["sd", "reliability", "points", "percent"].map(number);
    let is_one = (sd.is_some() && reliability.is_some()) != (points.or(percent).is_some());
    is_one.then_some(ChangeRule { better, sd, reliability, points, percent, cutoff: number("cutoff") })
}

/// `A difference of 9.30 points or more counts as change. From 40 to 80: better.`
pub(crate) fn change_examples(tree: &Tree, score: &Place) -> Vec<String> {
    let Some(rule) = rule(tree, &score.then("change")) else { return Vec::new() };
    let scores = named_scores(tree, score);
    let mut told = Vec::new();
    // Nothing has no share.
    let is_shared = |score: &&Decimal| rule.percent.is_none() || **score != Decimal::ZERO;
    let mut measured = scores.iter().filter(is_shared);
    let measured = measured.find_map(|score| Some((*score, rule.judge(*score, *score).smallest?)));
    if let Some((before, smallest)) = measured {
        let from = if rule.percent.is_some() { format!("After a score of {before}, a") } else { "A".to_owned() };
        told.push(format!("{from} difference of {} points or more counts as change.", hundredths(smallest)));
    }
    for pair in scores.windows(2).take(EXAMPLES - 1) {
        let (before, now) = if rule.better == Better::Higher { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
        told.push(format!("From {before} to {now}: {}.", verdict(rule.judge(before, now).verdict)));
    }
    told
}

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::Worse => "worse",
        Verdict::Same => "no change",
        Verdict::Recovered => "better and past the cut-off, recovered",
        Verdict::NotComparable => "not comparable",
    }
}

/// Always with two decimals.
pub(crate) fn hundredths(number: Decimal) -> String {
    let text = number.to_string();
    match text.split_once('.') {
        Some((whole, places)) => format!("{whole}.{places:0<2}"),
        None => format!("{text}.00"),
    }
}

/// `A score of 41 is T 46, percentile 34.`
fn norm_examples(tree: &Tree, score: &Place, place: &Place) -> Vec<String> {
    let number = |name: &str| decimal(tree, &place.then(name));
    let row = |row: &Value| {
        let cell = |at: usize| Decimal::parse(&row.get(at)?.as_number()?.to_string());
        Some((cell(0)?, cell(1)?))
    };
    let table: Option<Vec<(Decimal, Decimal)>> = tree.list(&place.then("percentiles")).iter().map(row).collect();
    let percentiles = table.unwrap_or_default();
    let (mean, sd) = (number("mean"), number("sd"));
    if percentiles.is_empty() == (mean.is_none() || sd.is_none()) {
        return Vec::new();
    }
    let norm = Norm { name: "".into(), source: "".into(), when: None, mean, sd, percentiles };
    let scores = named_scores(tree, score).into_iter().take(EXAMPLES);
    let told = scores.filter_map(|score| Some(format!("A score of {score} is {}.", standing(norm.standing(score)?))));
    told.collect()
}

/// `T 46, percentile 34`
pub(crate) fn standing(standing: domain::Standing) -> String {
    let t = standing.t.map(|t| format!("T {t}, ")).unwrap_or_default();
    format!("{t}percentile {}", standing.percentile)
}

/// The buttons that put a rule or a norm right: one of its two forms stays, or its table is sorted.
pub(crate) fn act(tree: &Tree, verb: &str, place: &Place, word: &str) -> Option<Made> {
    if verb == "sort" {
        let mut rows = Vec::new();
        for row in tree.list(place) {
            let score = row.get(0).and_then(Value::as_f64)?;
            let at = rows.iter().take_while(|(known, _)| *known <= score).count();
            rows.insert(at, (score, row.clone()));
        }
        let rows: Value = rows.into_iter().map(|(_, row)| row).collect();
        return Some(Made { edits: vec![Edit::set(place.clone(), rows)], focus: None });
    }
    let forms = if place.steps().last()? == "change" { RULES } else { NORMS };
    let other = forms.into_iter().find(|form| !form.contains(&word))?;
    let gone = other.iter().map(|name| place.then(*name)).filter(|place| tree.get(place).is_some());
    Some(Made { edits: gone.map(Edit::remove).collect(), focus: None })
}

/// Buttons for a rule or a norm that has fields of both of its forms.
pub(crate) fn choices(tree: &Tree, place: &Place) -> Vec<(String, String)> {
    let has = |names: &[&str]| names.iter().any(|name| tree.get(&place.then(*name)).is_some());
    let (forms, labels) = match place.steps().last().map(String::as_str) {
        Some("change") => (RULES, ["Keep standard deviation and reliability", "Keep points and per cent"]),
        _ => (NORMS, ["Keep mean and standard deviation", "Keep the table of percentiles"]),
    };
    if !forms.iter().all(|form| has(form)) {
        return Vec::new();
    }
    let choice = |(form, label): (&[&str], &str)| (label.to_owned(), format!("rule {place} {}", form[0]));
    forms.into_iter().zip(labels).map(choice).collect()
}
