//! The series of a quiz: when each person answers it again, and what that comes to.

use domain::{
    Period,
    edit::{Edit, Place, Tree},
};

use crate::{
    controls::{Look, button, fixed, line, mistake, select, sign, tick},
    html::{Html, el, hint},
    model::Editor,
    question::cures,
    words,
};

const UNITS: [(&str, &str); 3] = [("D", "days"), ("W", "weeks"), ("M", "months")];
const MOST_REMINDERS: usize = 3;
/// The occasions that the example names before the last one.
const NAMED: i64 = 5;

pub(crate) fn series(ed: &Editor) -> Html {
    let place = Place::from("series");
    let is_there = ed.tree.get(&place).is_some_and(|value| !value.is_null());
    if ed.given.is_open_to_all && !is_there {
        return Html::Many(Vec::new());
    }
    let is_inapp = ed.is_set(&"inapp".into());
    let begins = if is_inapp { "the first attempt" } else { "the invitation" };
    let about = hint(format!(
        "Each person answers again and again, from {begins} on. The webhook occasion.due tells your own system.",
    ));
    let inside = if is_there {
        plan(ed, &place, is_inapp, begins)
    } else {
        let begin = button("Plan a series", format!("add {place}"), "button-plain");
        el("p").class("ed-shown").put("answered once, or as retakes allow ").put(begin).into()
    };
    let series = el("div").class("ed-measure").attr("id", place.to_string()).attr("tabindex", "-1");
    [el("h2").put("Series").into(), about, series.put(cures(ed, &place, false)).put(inside).into()].into()
}

fn plan(ed: &Editor, place: &Place, is_inapp: bool, begins: &str) -> Html {
    let ends = |label, name, hint| line(ed, label, &place.then(name), Look { hint, ..Look::default() });
    let until = place.then("until");
    let pair = el("div")
        .class("ed-pair")
        .put(line(ed, "Times for each person", &place.then("times"), Look { is_number: true, ..Look::default() }))
        .put(ends("Or until", "until", "The last day, such as 2027-06-30."));
    let remind = place.then("remind");
    let reminder = |at: usize| {
        let place = remind.item(at);
        let row = el("div").class("ed-option").put(period(ed, &format!("Reminder {}: after", at + 1), &place));
        el("li").put(row.put(sign("✕", format!("Remove reminder {}", at + 1), "remove", &place)))
    };
    let count = ed.tree.list(&remind).len();
    let more = (count < MOST_REMINDERS).then(|| button("Add reminder", format!("add {remind}"), "button-quiet"));
    [
        period(ed, "One occasion every", &place.then("every")),
        pair.into(),
        cures(ed, &until, false),
        period(ed, "On each, an attempt may begin for", &place.then("open")),
        hint(
            "Those who have not answered are reminded, counted from the same day. Each comes before the time is over.",
        ),
        mistake(ed, &remind).into(),
        el("ol").class("ed-plain").put((0..count).map(reminder).collect::<Html>()).into(),
        more.into(),
        mail(ed, &place.then("mail"), is_inapp),
        example(&ed.tree, begins).map(|text| el("p").class("ed-example").put(text)).into(),
        el("p").put(button("Remove the series", format!("remove {place}"), "button-quiet")).into(),
    ]
    .into()
}

/// Of quizzes by invitation, and where it is set already.
fn mail(ed: &Editor, place: &Place, is_inapp: bool) -> Html {
    if is_inapp && !ed.is_set(place) {
        return Html::Many(Vec::new());
    }
    let about = hint(
        "On each occasion and with each reminder, from seven in the morning on. All that is due for an address on a day is \
         one message.",
    );
    [tick(ed, "Send invited persons with an address their link by mail", place), cures(ed, place, false), about].into()
}

/// A number and its unit. The element around both has the id that the list of problems leads to.
fn period(ed: &Editor, label: &str, place: &Place) -> Html {
    let (count, unit) = halves(ed.tree.text(place).unwrap_or_default());
    let number = el("input").attr("type", "text").attr("inputmode", "numeric").attr("autocomplete", "off");
    let name = place.then("@count").to_string();
    let number = number.attr("id", name.clone()).attr("name", name.clone()).attr("value", count.to_owned());
    let look = Look { is_bare: true, ..Look::default() };
    let unit = select(ed, format!("{label}: unit"), &place.then("@unit"), fixed(&UNITS), unit, look);
    let row = el("div")
        .class("ed-option ed-period")
        .put(el("label").attr("for", name).put(label.to_owned()))
        .put(el("div").class("field ed-points").put(number))
        .put(unit);
    el("div").attr("id", place.to_string()).attr("tabindex", "-1").put(row).put(cures(ed, place, false)).into()
}

/// The number of a period and the letter of its unit: `14` and `D` of `P14D`.
fn halves(text: &str) -> (&str, &str) {
    let inner = text.strip_prefix('P').unwrap_or(text);
    let unit = UNITS.iter().map(|(letter, _)| *letter).find(|letter| inner.ends_with(letter));
    unit.map_or((inner, "D"), |unit| (&inner[..inner.len() - 1], unit))
}

/// A period after its number or its unit was typed.
pub(crate) fn change(tree: &Tree, place: &Place, is_unit: bool, typed: &str) -> Vec<Edit> {
    let (count, unit) = halves(tree.text(place).unwrap_or_default());
    let typed = typed.trim();
    if typed == if is_unit { unit } else { count } {
        return Vec::new();
    }
    let (count, unit) = if is_unit { (count, typed) } else { (typed, unit) };
    vec![Edit::set(place.clone(), format!("P{count}{unit}"))]
}

/// `6 occasions, on the days 1, 15, 29, 43, 57 and 71 from the invitation on.` A month is not a number of days.
fn example(tree: &Tree, begins: &str) -> Option<String> {
    let place = Place::from("series");
    let of = |name: &str| Some(Period::parse(tree.text(&place.then(name))?).ok()?.months_and_days());
    let (months, days) = of("every")?;
    let times = tree.get(&place.then("times")).and_then(serde_json::Value::as_i64).filter(|times| *times > 0);
    let step = months.max(days);
    let number = |at: i64| if months > 0 { at * step } else { at * step + 1 };
    let unit = if months > 0 { "months" } else { "days" };
    let shown = times.unwrap_or(NAMED).min(NAMED);
    let mut numbers: Vec<String> = (0..shown).map(|at| number(at).to_string()).collect();
    let last = times.filter(|times| *times > shown).map(|times| number(times - 1));
    if let Some(last) = last {
        numbers.push(if times == Some(shown + 1) { last.to_string() } else { format!("… {last}") });
    } else if times.is_none() {
        numbers.push("…".to_owned());
    }
    let numbers = numbers.join(", ");
    let when = if months > 0 {
        format!("{numbers} {unit} after {begins}")
    } else {
        format!("on the {unit} {numbers}, where that of {begins} is the first")
    };
    let how_many = times.map_or_else(
        || tree.text(&place.then("until")).map_or_else(String::new, |until| format!("Until {until}: ")),
        |times| format!("{}: ", words::count(usize::try_from(times).unwrap_or_default(), "occasion")),
    );
    Some(format!("{how_many}{when}."))
}
