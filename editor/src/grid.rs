//! The points of every option in one table, which accepts cells pasted from a spreadsheet.

use domain::{
    KindName,
    edit::{Place, Tree},
};
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    controls::{Look, line},
    kinds,
    model::Editor,
    parts::{dynamic, keyed},
};

/// The controls of a question's points, in order, each with a label.
pub(crate) fn cells(tree: &Tree, question: &Place) -> Vec<(String, Place)> {
    match tree.kind(question) {
        KindName::Choice | KindName::Multiple | KindName::Matrix if tree.get(&question.then("options")).is_some() => {
            let options = tree.items(&question.then("options")).into_iter();
            let cell =
                |option: Place| (tree.words(&option.then("label")).unwrap_or("…").to_owned(), option.then("points"));
            options.map(cell).collect()
        }
        KindName::Scale | KindName::Matrix => {
            let points = question.then("points");
            let from = tree.get(&question.then("from")).and_then(Value::as_i64).unwrap_or_default();
            let count = tree.list(&points).len();
            (0..count).zip(from..).map(|(at, number)| (number.to_string(), points.item(at))).collect()
        }
        KindName::Number => {
            let ranges = question.then("ranges");
            let count = tree.list(&ranges).len();
            let bound = |at: usize| match tree.get(&ranges.item(at).then("below")) {
                Some(bound) => format!("below {bound}"),
                None => "others".to_owned(),
            };
            (0..count).map(|at| (bound(at), ranges.item(at).then("points"))).collect()
        }
        _ => Vec::new(),
    }
}

/// All questions that may have points.
pub(crate) fn scored(tree: &Tree) -> Vec<Place> {
    let questions = tree.items(&"questions".into()).into_iter();
    let may_have = |place: &Place| tree.built_in(place).is_none() && kinds::is_scored(tree.kind(place));
    questions.filter(may_have).collect()
}

pub(crate) fn points(ed: Editor) -> AnyView {
    let rows = move || ed.tree.with(|tree| scored(tree).iter().map(Place::to_string).collect::<Vec<_>>());
    view! {
        <h3>"Points"</h3>
        <p class="hint">"One row a question. Points that are copied from a spreadsheet may be pasted into a cell."</p>
        <div class="ed-scroll" tabindex="0" role="region" aria-label="Points of all questions">
            <table class="ed-grid">
                <thead>
                    <tr>
                        <th scope="col">"Question"</th>
                        <th scope="col">"Category"</th>
                        <th scope="col">"Weight"</th>
                        <th scope="col">"Points"</th>
                    </tr>
                </thead>
                <tbody>
                    {keyed(rows, move |place| row(ed, Place::parse(&place)))}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(ed: Editor, place: Place) -> AnyView {
    let (of, of_cells) = (place.clone(), place.clone());
    let text =
        Memo::new(move |_| ed.tree.with(|tree| tree.words(&of.then("text")).unwrap_or("(no text yet)").to_owned()));
    let cells = Memo::new(move |_| ed.tree.with(|tree| cells(tree, &of_cells)));
    let number = |class: &'static str| Look { is_number: true, is_bare: true, class, ..Look::default() };
    let each = move || {
        let cell = |(label, place): (String, Place)| {
            view! { <span class="ed-cell"><span aria-hidden="true">{label.clone()}</span>{line(ed, label, &place, number("ed-points"))}</span> }
        };
        cells.get().into_iter().map(cell).collect::<Vec<_>>()
    };
    view! {
        <tr>
            <th scope="row">{text}</th>
            <td>{kinds::category(ed, &place, true)}</td>
            <td>{line(ed, "Weight", &place.then("weight"), number("ed-points"))}</td>
            <td><div class="ed-cells">{dynamic(each)}</div></td>
        </tr>
    }
    .into_any()
}
