//! Fields specific to one kind of question.

use domain::{KindName, edit::Place};
use serde_json::Value;

use crate::{
    controls::{Look, button, choice, fixed, line, select, sign, signs, tick},
    html::{Element, Html, Words, el, hint},
    model::Editor,
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

pub(crate) fn fields(ed: &Editor, place: &Place, kind: KindName) -> Html {
    let looking = |label: &'static str, name: &'static str, look: Look| line(ed, label, &place.then(name), look);
    let short = |label, name| looking(label, name, Look { is_number: true, ..Look::default() });
    let date = |label, name| looking(label, name, Look { placeholder: "YYYY-MM-DD", ..Look::default() });
    let chosen = |label, name, options| choice(ed, label, &place.then(name), options, Look::default());
    let pair = |all: Vec<Html>| Html::from(el("div").class("ed-pair").put(all));
    match kind {
        KindName::Choice => [options(ed, place, kind), chosen("Shown as", "display", &DISPLAYS)].into(),
        KindName::Multiple => {
            [options(ed, place, kind), pair(vec![short("At least", "min"), short("At most", "max")])].into()
        }
        KindName::Ranking => options(ed, place, kind),
        KindName::Matrix => matrix(ed, place),
        KindName::Scale => scale(ed, place),
        KindName::Number => {
            let unit = looking("Unit", "unit", Look::default());
            let bounds = vec![short("From", "min"), short("To", "max"), short("Decimal places", "decimals"), unit];
            [pair(bounds), ranges(ed, place)].into()
        }
        KindName::Text => {
            let takes = chosen("Takes", "format", &FORMATS);
            let pair = pair(vec![takes, short("At most (characters)", "maxLength")]);
            [pair, tick(ed, "Several lines", &place.then("long"))].into()
        }
        KindName::Date => pair(vec![date("From", "min"), date("To", "max")]),
        KindName::Statement => tick(ed, "The quiz ends here", &place.then("ends")),
        KindName::Consent => {
            let hint = "Begins with https://, tel: or mailto:.";
            looking("Link to what is agreed to", "link", Look { hint, ..Look::default() })
        }
    }
}

pub(crate) fn category(ed: &Editor, question: &Place, is_bare: bool) -> Html {
    let place = question.then("category");
    let list = Place::from("scoring").then("categories");
    let mut options: Vec<(Words, Words)> = vec![("".into(), "No category".into())];
    options.extend(ed.named(&list, "name").into_iter().map(|(id, name)| (id.into(), name.into())));
    let chosen = ed.typed(&place);
    if !options.iter().any(|(id, _)| *id == chosen) {
        options.push((chosen.clone().into(), format!("{chosen} (gone)").into()));
    }
    select(ed, "Category of its points", &place, options, &chosen, Look { is_bare, ..Look::default() })
}

fn scale(ed: &Editor, place: &Place) -> Html {
    let points = place.then("points");
    let way = match ed.tree.get(&points) {
        Some(Value::Array(_)) => "list",
        Some(Value::String(word)) => word,
        _ => "",
    };
    let number = |label, name| line(ed, label, &place.then(name), Look { is_number: true, ..Look::default() });
    let each = |(at, number): (usize, i64)| {
        let bare = || Look { is_bare: true, ..Look::default() };
        let points = (way == "list").then(|| {
            let look = Look { is_number: true, class: "ed-points", ..bare() };
            line(ed, format!("Points of {number}"), &points.item(at), look)
        });
        let words = line(ed, format!("Words at {number}"), &place.then("labels").then(number.to_string()), bare());
        let shown = el("span").class("ed-number").attr("aria-hidden", "true").put(number.to_string());
        el("li").put(shown).put(words).put(points)
    };
    let bound = |name: &str| ed.tree.get(&place.then(name)).and_then(Value::as_i64);
    let bounds = bound("from").zip(bound("to"));
    let bounds = bounds.filter(|(from, to)| (*from..from.saturating_add(MOST_NUMBERS)).contains(to));
    let numbers =
        bounds.map(|(from, to)| el("ol").class("ed-scale").put((from..=to).enumerate().map(each).collect::<Html>()));
    let ways = select(ed, "Points", &place.then("@points"), fixed(&SCALE_POINTS), way, Look::default());
    let pair = el("div").class("ed-pair").put(number("First number", "from")).put(number("Last number", "to"));
    let words = el("fieldset").class("ed-options").put(el("legend").put("Words at the numbers (optional)"));
    [pair.put(ways).into(), words.put(numbers).into()].into()
}

fn ranges(ed: &Editor, place: &Place) -> Html {
    let list = place.then("ranges");
    let row = |at: usize| {
        let place = list.item(at);
        let look = |placeholder| Look { is_number: true, is_bare: true, placeholder, ..Look::default() };
        el("li")
            .class("ed-option")
            .put(el("span").put("Below"))
            .put(line(ed, format!("Range {}: below", at + 1), &place.then("below"), look("no bound")))
            .put(el("span").put("gives"))
            .put(line(ed, format!("Range {}: points", at + 1), &place.then("points"), look("")))
            .put(el("span").put("points"))
            .put(sign("✕", "Remove", "remove", &place))
    };
    let rows: Html = (0..ed.tree.list(&list).len()).map(row).collect();
    el("fieldset")
        .class("ed-options")
        .put(el("legend").put("Points (optional)"))
        .put(hint("The first range that fits counts. Leave the last one without a bound."))
        .put(el("ol").class("ed-ranges").put(rows))
        .put(button("Add range", format!("add {list}"), "button-plain"))
        .into()
}

fn matrix(ed: &Editor, place: &Place) -> Html {
    let list = place.then("rows");
    let rows: Html = ed.tree.items(&list).iter().enumerate().map(|(at, place)| matrix_row(ed, place, at + 1)).collect();
    let is_scale = ed.tree.get(&place.then("from")).is_some();
    let ways = fixed(&[("options", "Options"), ("scale", "A scale")]);
    let way = if is_scale { "scale" } else { "options" };
    let rows = el("fieldset")
        .class("ed-options")
        .put(el("legend").put("Rows: one question each"))
        .put(el("ol").attr("data-sortable", list.to_string()).put(rows))
        .put(button("Add row", format!("add {list}"), "button-plain"));
    let cells = if is_scale { scale(ed, place) } else { options(ed, place, KindName::Matrix) };
    [rows.into(), select(ed, "Each row takes", &place.then("@cells"), ways, way, Look::default()), cells].into()
}

fn matrix_row(ed: &Editor, place: &Place, number: usize) -> Element {
    let look = Look { is_bare: true, class: "ed-label", ..Look::default() };
    let row = el("div")
        .class("ed-option")
        .put(line(ed, format!("Row {number}"), &place.then("text"), look))
        .put(signs(&format!("row {number}"), place));
    el("li").key(place.to_string()).attr("data-row", place.to_string()).put(row)
}
