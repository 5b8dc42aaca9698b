//! Fields specific to one kind of question.

use domain::{KindName, edit::Place};
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    controls::{Look, button, choice, line, select, sign, tick},
    model::Editor,
    parts::{dynamic, keyed},
    question::options,
};

const DISPLAYS: [(&str, &str); 3] = [("", "Radio buttons"), ("dropdown", "List to open"), ("buttons", "Buttons")];
const FORMATS: [(&str, &str); 4] =
    [("", "Any text"), ("email", "E-mail address"), ("url", "Web address"), ("phone", "Telephone number")];
const SCALE_POINTS: [(&str, &str); 4] = [
    ("", "None"),
    ("linear", "0 to 100 in equal steps"),
    ("reversed", "100 to 0 in equal steps"),
    ("list", "Points for each number"),
];
const MOST_NUMBERS: i64 = 21;

pub(crate) fn is_scored(kind: KindName) -> bool {
    kind.fields().1.contains(&"category")
}

pub(crate) fn fields(ed: Editor, place: &Place, kind: KindName) -> AnyView {
    let number = || Look { is_number: true, ..Look::default() };
    let short = |label: &'static str, name: &'static str| line(ed, label, &place.then(name), number());
    match kind {
        KindName::Choice => view! {
            {options(ed, place, kind)} {choice(ed, "Shown as", &place.then("display"), &DISPLAYS, Look::default())}
        }
        .into_any(),
        KindName::Multiple => view! {
            {options(ed, place, kind)}
            <div class="ed-pair">{short("At least", "min")} {short("At most", "max")}</div>
        }
        .into_any(),
        KindName::Ranking => options(ed, place, kind),
        KindName::Matrix => matrix(ed, place),
        KindName::Scale => scale(ed, place),
        KindName::Number => view! {
            <div class="ed-pair">
                {short("From", "min")} {short("To", "max")} {short("Decimal places", "decimals")}
                {line(ed, "Unit", &place.then("unit"), Look::default())}
            </div>
            {ranges(ed, place)}
        }
        .into_any(),
        KindName::Text => view! {
            <div class="ed-pair">
                {choice(ed, "Takes", &place.then("format"), &FORMATS, Look::default())}
                {short("At most (characters)", "maxLength")}
            </div>
            {tick(ed, "Several lines", &place.then("long"))}
        }
        .into_any(),
        KindName::Date => {
            let look = || Look { placeholder: "YYYY-MM-DD".to_owned(), ..Look::default() };
            view! {
                <div class="ed-pair">
                    {line(ed, "From", &place.then("min"), look())} {line(ed, "To", &place.then("max"), look())}
                </div>
            }
            .into_any()
        }
        KindName::Statement => tick(ed, "The quiz ends here", &place.then("ends")),
        KindName::Consent => {
            let hint = "Begins with https://, tel: or mailto:.";
            line(ed, "Link to what is agreed to", &place.then("link"), Look { hint, ..Look::default() })
        }
    }
}

pub(crate) fn category(ed: Editor, question: &Place, is_bare: bool) -> AnyView {
    let place = question.then("category");
    let list = Place::from("scoring").then("categories");
    let known = Memo::new(move |_| {
        ed.tree.with(|tree| {
            let name = |place: &Place| {
                let id = tree.text(&place.then("id"))?.to_owned();
                Some((id.clone(), tree.words(&place.then("name")).map_or(id, str::to_owned)))
            };
            tree.items(&list).iter().filter_map(name).collect::<Vec<_>>()
        })
    });
    let of = place.clone();
    let now = Memo::new(move |_| ed.typed(&of));
    view! {
        {dynamic(move || {
            let mut options = vec![(String::new(), "No category".to_owned())];
            options.extend(known.get());
            let chosen = now.get();
            if !options.iter().any(|(id, _)| *id == chosen) {
                options.push((chosen.clone(), format!("{chosen} (gone)")));
            }
            select(ed, "Category of its points", &place, options, move || now.get(), Look { is_bare, ..Look::default() })
        })}
    }
    .into_any()
}

fn scale(ed: Editor, place: &Place) -> AnyView {
    let number = || Look { is_number: true, ..Look::default() };
    let bounds = {
        let place = place.clone();
        Memo::new(move |_| {
            ed.tree.with(|tree| {
                let bound = |name: &str| tree.get(&place.then(name)).and_then(Value::as_i64);
                let (from, to) = (bound("from")?, bound("to")?);
                ((from..from.saturating_add(MOST_NUMBERS)).contains(&to)).then_some((from, to))
            })
        })
    };
    let (points, of, labels) = (place.then("points"), place.then("points"), place.then("labels"));
    let way = Memo::new(move |_| {
        ed.tree.with(|tree| match tree.get(&of) {
            Some(Value::Array(_)) => "list".to_owned(),
            Some(Value::String(word)) => word.clone(),
            _ => String::new(),
        })
    });
    let ways = SCALE_POINTS.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect();
    let each = move || {
        let (from, to) = bounds.get()?;
        let has_points = way.get() == "list";
        let rows: Vec<_> = (from..=to)
            .enumerate()
            .map(|(at, number)| {
                let look = || Look { is_bare: true, ..Look::default() };
                let points = has_points.then(|| {
                    let look = Look { is_number: true, class: "ed-points", ..look() };
                    line(ed, format!("Points of {number}"), &points.item(at), look)
                });
                view! {
                    <li>
                        <span class="ed-number" aria-hidden="true">{number}</span>
                        {line(ed, format!("Words at {number}"), &labels.then(number.to_string()), look())} {points}
                    </li>
                }
            })
            .collect();
        Some(view! { <ol class="ed-scale">{rows}</ol> })
    };
    view! {
        <div class="ed-pair">
            {line(ed, "First number", &place.then("from"), number())} {line(ed, "Last number", &place.then("to"), number())}
            {select(ed, "Points", &place.then("@points"), ways, move || way.get(), Look::default())}
        </div>
        <fieldset class="ed-options">
            <legend>"Words at the numbers (optional)"</legend>
            {dynamic(each)}
        </fieldset>
    }
    .into_any()
}

fn ranges(ed: Editor, question: &Place) -> AnyView {
    let list = question.then("ranges");
    let of = list.clone();
    let count = Memo::new(move |_| ed.tree.with(|tree| tree.list(&of).len()));
    let add = format!("add {list}");
    let rows = move || {
        let look = || Look { is_number: true, is_bare: true, ..Look::default() };
        let row = |at: usize| {
            let place = list.item(at);
            let look_of_bound = Look { placeholder: "no bound".to_owned(), ..look() };
            view! {
                <li>
                    <span>"Below"</span>
                    {line(ed, format!("Range {}: below", at + 1), &place.then("below"), look_of_bound)}
                    <span>"gives"</span>
                    {line(ed, format!("Range {}: points", at + 1), &place.then("points"), look())}
                    <span>"points"</span>
                    {sign("✕", "Remove", format!("remove {place}"))}
                </li>
            }
        };
        (0..count.get()).map(row).collect::<Vec<_>>()
    };
    view! {
        <fieldset class="ed-options">
            <legend>"Points (optional)"</legend>
            <p class="hint">"The first range that fits counts. Leave the last one without a bound."</p>
            <ol class="ed-ranges">{dynamic(rows)}</ol>
            {button("Add range", add, "button-plain")}
        </fieldset>
    }
    .into_any()
}

fn matrix(ed: Editor, place: &Place) -> AnyView {
    let list = place.then("rows");
    let of = list.clone();
    let rows = move || ed.tree.with(|tree| tree.items(&of).iter().map(Place::to_string).collect::<Vec<_>>());
    let is_scale = {
        let place = place.clone();
        Memo::new(move |_| ed.tree.with(|tree| tree.get(&place.then("from")).is_some()))
    };
    let ways = vec![("options".to_owned(), "Options".to_owned()), ("scale".to_owned(), "A scale".to_owned())];
    let way = move || if is_scale.get() { "scale".to_owned() } else { "options".to_owned() };
    let cells_of = place.then("@cells");
    let cells = place.clone();
    view! {
        <fieldset class="ed-options">
            <legend>"Rows: one question each"</legend>
            <ol data-sortable=list.to_string()>
                {keyed(rows, move |place| matrix_row(ed, &Place::parse(&place)))}
            </ol>
            {button("Add row", format!("add {list}"), "button-plain")}
        </fieldset>
        {select(ed, "Each row takes", &cells_of, ways, way, Look::default())}
        {dynamic(move || if is_scale.get() { scale(ed, &cells) } else { options(ed, &cells, KindName::Matrix) })}
    }
    .into_any()
}

fn matrix_row(ed: Editor, place: &Place) -> AnyView {
    let at = place.clone();
    let number = Memo::new(move |_| ed.tree.with(|tree| tree.index(&at).map_or(0, |index| index + 1)));
    let named = move |words: fn(usize) -> String| Memo::new(move |_| words(number.get()));
    let look = Look { is_bare: true, class: "ed-label", ..Look::default() };
    view! {
        <li data-row=place.to_string()>
            <div class="ed-option">
                {line(ed, named(|n| format!("Row {n}")), &place.then("text"), look)} {sign("↑", named(|n| format!("Move row {n} up")), format!("up {place}"))}
                {sign("↓", named(|n| format!("Move row {n} down")), format!("down {place}"))} {sign("✕", named(|n| format!("Remove row {n}")), format!("remove {place}"))}
            </div>
        </li>
    }
    .into_any()
}
