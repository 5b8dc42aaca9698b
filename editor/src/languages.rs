//! Texts in other languages, beside those in the default language.

use domain::{
    Language, PageWord,
    edit::{self, Place, Tree},
};
use serde_json::Value;

use crate::{
    controls::{Look, area},
    html::{Element, Html, el, hint},
    model::{Editor, Here, Tab},
    page::{post, tab},
    place_names::place_name,
    stale_translations::wording,
    words,
};

/// The maximum number of languages collected for a quiz: five times the limit of a single text.
const MOST: usize = 100;

/// The tags of all languages that texts are written in, the default one first.
pub(crate) fn of(tree: &Tree) -> Vec<String> {
    let mut found = vec![tree.language().to_string()];
    for place in texts(tree) {
        let tags = tree.get(&place).and_then(Value::as_object).into_iter().flat_map(|texts| texts.keys());
        for tag in tags {
            if found.len() == MOST {
                return found;
            }
            if !found.contains(tag) {
                found.push(tag.clone());
            }
        }
    }
    found
}

pub fn is_translated(tree: &Tree) -> bool {
    of(tree).len() > 1
}

/// The places of all texts that respondents may read, in the order of the quiz.
pub(crate) fn texts(tree: &Tree) -> Vec<Place> {
    let mut all = Vec::new();
    let mut add = |place: Place| {
        if tree.words(&place).is_some() {
            all.push(place);
        }
    };
    add("name".into());
    add("description".into());
    add(Place::from("logo").then("alt"));
    add(Place::from("image").then("alt"));
    add(Place::from("start").then("text"));
    for question in tree.items(&"questions".into()) {
        add(question.then("image").then("alt"));
        for field in ["part", "text", "help", "unit", "link", "explanation"] {
            add(question.then(field));
        }
        let labels = question.then("labels");
        let numbers = tree.get(&labels).and_then(Value::as_object).into_iter().flat_map(|labels| labels.keys());
        numbers.for_each(|number| add(labels.then(number)));
        tree.items(&question.then("rows")).into_iter().for_each(|row| add(row.then("text")));
        for option in tree.items(&question.then("options")) {
            add(option.then("image").then("alt"));
            add(option.then("label"));
        }
    }
    let scoring = Place::from("scoring");
    for category in tree.items(&scoring.then("categories")) {
        add(category.then("name"));
        norms(tree, &category, &mut add);
        for band in tree.items(&category.then("bands")) {
            add(band.then("name"));
            add(band.then("text"));
        }
    }
    for band in tree.items(&scoring.then("bands")) {
        add(band.then("name"));
        add(band.then("text"));
    }
    norms(tree, &scoring, &mut add);
    for card in tree.items(&scoring.then("cards")) {
        add(card.then("title"));
        let bands = card.then("bands");
        let ids = tree.get(&bands).and_then(Value::as_object).into_iter().flat_map(|bands| bands.keys());
        for band in ids.map(|id| bands.then(id)) {
            for field in ["subTitle", "stepsTitle", "boost"] {
                add(band.then(field));
            }
            (0..tree.list(&band.then("steps")).len()).for_each(|at| add(band.then("steps").item(at)));
            for link in tree.items(&band.then("links")) {
                add(link.then("label"));
                add(link.then("url"));
            }
        }
    }
    for alert in tree.items(&"alerts".into()) {
        add(alert.then("help"));
    }
    let end = Place::from("end");
    add(end.then("text"));
    add(end.then("next").then("label"));
    for field in ["runBy", "seenBy", "kept", "contact", "privacy"] {
        add(Place::from("about").then(field));
    }
    for link in tree.items(&Place::from("about").then("help")) {
        add(link.then("label"));
    }
    all
}

/// The texts of a score's norms.
fn norms(tree: &Tree, score: &Place, add: &mut dyn FnMut(Place)) {
    for norm in tree.items(&score.then("norms")) {
        add(norm.then("name"));
        add(norm.then("source"));
    }
}

/// The number of texts that a language lacks. A single text counts too, since it is in the default language.
fn missing(tree: &Tree, language: &str) -> usize {
    let lacks = |place: &Place| match tree.get(place) {
        Some(Value::Object(texts)) => {
            texts.get(language).and_then(Value::as_str).is_none_or(|text| text.trim().is_empty())
        }
        _ => true,
    };
    texts(tree).iter().filter(|place| lacks(place)).count()
}

/// True for a translation that is unchanged although its original changed, here or earlier.
fn is_stale(ed: &Editor, place: &Place, tag: &str) -> bool {
    let own = ed.tree.language().to_string();
    let translation = wording(&ed.tree, place, tag);
    !translation.is_empty()
        && translation == wording(&ed.loaded, place, tag)
        && (wording(&ed.tree, place, &own) != wording(&ed.loaded, place, &own)
            || ed.given.stale.contains(&place.then(tag).to_string()))
}

/// The words of question pages that a language lacks; empty for languages that pages have, or if the owner has given no
/// words.
fn missing_words(tree: &Tree, tag: &str) -> Vec<&'static PageWord> {
    if Language::parse(tag).is_ok_and(|language| language.is_of_pages()) {
        return Vec::new();
    }
    let mut words = edit::page_words(tree);
    let all = words.len();
    words.retain(|word| wording(tree, &Place::from("words").then(word.id), tag).trim().is_empty());
    if words.len() == all { Vec::new() } else { words }
}

fn link(ed: &Editor, tag: &str) -> Element {
    let here = Here { tab: Tab::Languages, language: Some(tag.to_owned()), ..Here::default() };
    el("a").attr("href", here.href(&ed.given.base))
}

pub(crate) fn languages(ed: &Editor) -> Html {
    let own = ed.tree.language().to_string();
    let used = of(&ed.tree).split_off(1);
    let is_new = |tag: &&str| **tag != own && !used.iter().any(|known| known == *tag);
    let offered = words::LANGUAGES.iter().map(|(tag, _)| *tag).filter(is_new);
    let offered: Html = offered.map(|tag| el("li").put(link(ed, tag).put(words::language(tag)))).collect();
    let items: Vec<Html> = used.iter().map(|tag| chosen(ed, tag).into()).collect();
    let chosen = if items.is_empty() {
        el("p").put("The quiz is written in one language. Respondents see no switch.")
    } else {
        el("ul").class("ed-plain").put(items)
    };
    let name = words::language(&own);
    let offered = el("ul").class("ed-offered").put(offered);
    let inside = [
        el("h2").put("Languages").into(),
        hint(format!("The default language is {name}; it is set under Settings.")),
        el("p").put(link(ed, &own).put(format!("Words of question pages in {name}"))).into(),
        chosen.into(),
        el("details").class("ed-add").put(el("summary").put("Add a language")).put(offered).into(),
        ed.here.language.as_ref().map(|tag| beside(ed, tag)).into(),
    ];
    tab("Languages", inside)
}

/// A language of the quiz, with what it lacks.
fn chosen(ed: &Editor, tag: &str) -> Element {
    let lacking = missing(&ed.tree, tag);
    let outdated = texts(&ed.tree).iter().filter(|place| is_stale(ed, place, tag)).count();
    let words = missing_words(&ed.tree, tag).len();
    let mut state = if lacking == 0 { ": complete".to_owned() } else { format!(": {lacking} missing") };
    if outdated > 0 {
        state = format!("{state}, {outdated} to look at again");
    }
    if words > 0 {
        state = format!("{state}, {} of pages missing", words::count(words, "word"));
    }
    let current = (ed.here.language.as_deref() == Some(tag)).then_some("true");
    el("li").put(link(ed, tag).maybe("aria-current", current).put(words::language(tag))).put(state)
}

/// Each text beside its wording in the language.
fn beside(ed: &Editor, tag: &str) -> Element {
    let Ok(language) = Language::parse(tag) else {
        return el("p").class("problem").put("That isn’t the tag of a language.");
    };
    let (tag, name) = (language.as_str(), words::language(language.as_str()));
    let row = |place: &Place| {
        let original = ed.tree.words(place).unwrap_or_default();
        let rows = if original.chars().count() > 60 { "2" } else { "1" };
        let stale = is_stale(ed, place, tag).then(|| el("p").class("ed-stale").put("Changed since it was translated."));
        let label = format!("{}, {name}", place_name(&ed.tree, place));
        let original = el("div").put(el("p").put(original.to_owned())).put(stale);
        translation(ed, original, label, &place.then(tag), rows).key(place.to_string())
    };
    let own = ed.tree.language() == language;
    let translations = (!own).then(|| {
        let lacking = missing(&ed.tree, tag);
        let count = if lacking == 0 { "Nothing is missing.".to_owned() } else { format!("{lacking} missing.") };
        let rows: Html = texts(&ed.tree).iter().map(row).collect();
        Html::from([el("p").attr("role", "status").put(count).into(), el("ol").class("ed-plain").put(rows).into()])
    });
    let inside = [el("h3").put(name.clone()).into(), translations.into(), page_words(ed, language, own)];
    post(ed, "ed-form", inside).key(tag.to_owned())
}

/// A text and the field of its translation; `place` ends with the language's tag.
fn translation(ed: &Editor, original: Element, label: String, place: &Place, rows: &'static str) -> Element {
    let look = Look { lang: place.steps().last().cloned(), is_bare: true, ..Look::default() };
    el("li").class("ed-translation").put(original).put(area(ed, label, place, rows, look))
}

/// The words of question pages beside the English ones. Opened if there is nothing else to show.
fn page_words(ed: &Editor, language: Language, is_open: bool) -> Html {
    let (tag, name) = (language.as_str(), words::language(language.as_str()));
    let row = |word: &&'static PageWord| {
        let place = Place::from("words").then(word.id).then(tag);
        translation(ed, el("p").put(word.english), format!("{}, {name}", word.english), &place, "1")
            .key(word.id.to_owned())
    };
    let (class, state) = state_of_words(&ed.tree, language, &name);
    let rows: Html = edit::page_words(&ed.tree).iter().map(row).collect();
    el("details")
        .flag("open", is_open || !language.is_of_pages())
        .put(el("summary").put("Words of question pages"))
        .put(hint("Keep what stands in braces, such as {n}: the page puts it in."))
        .put(el("p").attr("role", "status").class(class).put(state))
        .put(el("ol").class("ed-plain").put(rows))
        .into()
}

/// Which words of question pages the language lacks, and the class of that sentence.
fn state_of_words(tree: &Tree, language: Language, name: &str) -> (&'static str, String) {
    if language.is_of_pages() {
        return ("hint", "Leave a word empty to have it as pages say it.".to_owned());
    }
    let tag = language.as_str();
    let lacking = missing_words(tree, tag);
    if !lacking.is_empty() {
        let names: Vec<_> = lacking.iter().map(|word| format!("“{}”", word.english)).collect();
        let count = words::count(names.len(), "word");
        return ("problem", format!("Pages stay in English: {count} missing in {name}: {}.", names.join(", ")));
    }
    if tree.get(&"words".into()).is_some_and(|words| has_any(words, tag, tree)) {
        return ("hint", "Question pages say all of them.".to_owned());
    }
    ("hint", format!("Pages have no words in {name}: their buttons are in English until you give these."))
}

fn has_any(words: &Value, tag: &str, tree: &Tree) -> bool {
    let ids = words.as_object().into_iter().flat_map(|words| words.keys());
    ids.into_iter().any(|id| !wording(tree, &Place::from("words").then(id.clone()), tag).is_empty())
}
