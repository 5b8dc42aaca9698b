//! Texts in other languages, beside those in the default language.

use domain::{
    Language, PageWord,
    edit::{self, Place, Tree},
};
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    controls::{Look, area},
    model::{Editor, Here, Tab},
    page::post,
    parts::{dynamic, keyed},
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
        for band in tree.items(&category.then("bands")) {
            add(band.then("name"));
            add(band.then("text"));
        }
    }
    for band in tree.items(&scoring.then("bands")) {
        add(band.then("name"));
        add(band.then("text"));
    }
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
fn is_stale(ed: Editor, place: &Place, tag: &str) -> bool {
    ed.tree.with(|tree| {
        let own = tree.language().to_string();
        let translation = wording(tree, place, tag);
        let original = wording(tree, place, &own);
        let was = |tag: &str| ed.loaded.with_value(|loaded| wording(loaded, place, tag).to_owned());
        let name = place.then(tag).to_string();
        !translation.is_empty()
            && translation == was(tag)
            && (original != was(&own) || ed.given.with(|given| given.stale.contains(&name)))
    })
}

fn count_stale(ed: Editor, tag: &str) -> usize {
    let texts = ed.tree.with(texts);
    texts.iter().filter(|place| is_stale(ed, place, tag)).count()
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

pub(crate) fn languages(ed: Editor) -> AnyView {
    let open = Memo::new(move |_| ed.here.with(|here| here.language.clone()));
    let base = ed.given.with_untracked(|given| given.base.clone());
    let own = Memo::new(move |_| ed.tree.with(|tree| tree.language().to_string()));
    let used = Memo::new(move |_| ed.tree.with(|tree| of(tree).split_off(1)));
    let href =
        move |tag: &str| Here { tab: Tab::Languages, language: Some(tag.to_owned()), ..Here::default() }.href(&base);
    let to_used = href.clone();
    let to_own = href.clone();
    let chosen = move || {
        let items: Vec<_> = used
            .get()
            .into_iter()
            .map(|tag| {
                let lacking = ed.tree.with(|tree| missing(tree, &tag));
                let outdated = count_stale(ed, &tag);
                let words = ed.tree.with(|tree| missing_words(tree, &tag)).len();
                let mut state = if lacking == 0 { "complete".to_owned() } else { format!("{lacking} missing") };
                if outdated > 0 {
                    state = format!("{state}, {outdated} to look at again");
                }
                if words > 0 {
                    state = format!("{state}, {} of pages missing", words::count(words, "word"));
                }
                let current = (open.get().as_deref() == Some(&tag)).then_some("true");
                view! {
                    <li>
                        <a href=to_used(&tag) aria-current=current data-go="">{words::language(&tag)}</a> ": " {state}
                    </li>
                }
            })
            .collect();
        if items.is_empty() {
            view! { <p>"The quiz is written in one language. Respondents see no switch."</p> }.into_any()
        } else {
            view! { <ul class="ed-plain">{items}</ul> }.into_any()
        }
    };
    let offered = move || {
        let known = used.get();
        let is_new = |tag: &&str| **tag != own.get() && !known.iter().any(|known| known == *tag);
        let tags = words::LANGUAGES.iter().map(|(tag, _)| *tag).filter(is_new);
        let items: Vec<_> =
            tags.map(|tag| view! { <li><a href=href(tag) data-go="">{words::language(tag)}</a></li> }).collect();
        view! { <ul class="ed-offered">{items}</ul> }
    };
    view! {
        <section class="ed-tab" aria-label="Languages">
            <h2>"Languages"</h2>
            <p class="hint">{dynamic(move || format!("The default language is {}; it is set under Settings.", words::language(&own.get())))}</p>
            <p>
                {dynamic(move || {
                    let tag = own.get();
                    view! { <a href=to_own(&tag) data-go="">"Words of question pages in " {words::language(&tag)}</a> }
                })}
            </p>
            {dynamic(chosen)}
            <details class="ed-add">
                <summary>"Add a language"</summary>
                {dynamic(offered)}
            </details>
            {dynamic(move || open.get().map(|tag| beside(ed, &tag)))}
        </section>
    }
    .into_any()
}

/// Each text beside its wording in the language.
fn beside(ed: Editor, tag: &str) -> AnyView {
    let Ok(language) = Language::parse(tag) else {
        return view! { <p class="problem">"That isn’t the tag of a language."</p> }.into_any();
    };
    let tag = language.to_string();
    let rows = move || ed.tree.with(|tree| texts(tree).iter().map(Place::to_string).collect::<Vec<_>>());
    let (of_count, name) = (tag.clone(), words::language(&tag));
    let count = move || {
        let lacking = ed.tree.with(|tree| missing(tree, &of_count));
        if lacking == 0 { "Nothing is missing.".to_owned() } else { format!("{lacking} missing.") }
    };
    let label = name.clone();
    let row = move |place: String| {
        let place = Place::parse(&place);
        let of = place.clone();
        let original = Memo::new(move |_| ed.tree.with(|tree| tree.words(&of).unwrap_or_default().to_owned()));
        let rows = if original.with_untracked(|text| text.chars().count() > 60) { 2 } else { 1 };
        let look = Look { lang: Some(tag.clone()), is_bare: true, ..Look::default() };
        let (of_stale, of_tag) = (place.clone(), tag.clone());
        let is_stale = Memo::new(move |_| is_stale(ed, &of_stale, &of_tag));
        view! {
            <li class="ed-translation">
                <div>
                    <p>{original}</p>
                    {dynamic(move || is_stale.get().then(|| view! { <p class="ed-stale">"Changed since it was translated."</p> }))}
                </div>
                {area(ed, format!("{}, {label}", ed.tree.with_untracked(|tree| place_name(tree, &place))), &place.then(tag.clone()), rows, look)}
            </li>
        }
        .into_any()
    };
    let own = ed.tree.with_untracked(domain::edit::Tree::language) == language;
    let translations = (!own).then(|| {
        view! {
            <p role="status">{dynamic(count)}</p>
            <ol class="ed-plain">
                {keyed(rows, row)}
            </ol>
        }
    });
    let inside = view! {
        <h3>{name}</h3>
        {translations}
        {page_words(ed, language, own)}
    };
    post(ed, "ed-form", inside.into_any())
}

/// The words of question pages beside the English ones. Opened if there is nothing else to show.
fn page_words(ed: Editor, language: Language, is_open: bool) -> AnyView {
    let (tag, name) = (language.to_string(), words::language(language.as_str()));
    let state = {
        let (tag, name) = (tag.clone(), name.clone());
        move || {
            if language.is_of_pages() {
                return (false, "Leave a word empty to have it as pages say it.".to_owned());
            }
            let lacking = ed.tree.with(|tree| missing_words(tree, &tag));
            let none = ed.tree.with(|tree| !tree.get(&"words".into()).is_some_and(|words| has_any(words, &tag, tree)));
            match lacking[..] {
                [] if none => (
                    false,
                    format!("Pages have no words in {name}: their buttons are in English until you give these."),
                ),
                [] => (false, "Question pages say all of them.".to_owned()),
                _ => {
                    let names: Vec<_> = lacking.iter().map(|word| format!("“{}”", word.english)).collect();
                    let count = words::count(names.len(), "word");
                    (true, format!("Pages stay in English: {count} missing in {name}: {}.", names.join(", ")))
                }
            }
        }
    };
    let rows =
        move || ed.tree.with(|tree| edit::page_words(tree).iter().map(|word| word.id.to_owned()).collect::<Vec<_>>());
    let row = move |id: String| {
        let english = PageWord::of(&id).map_or("", |word| word.english);
        let look = Look { lang: Some(tag.clone()), is_bare: true, ..Look::default() };
        let place = Place::from("words").then(id).then(tag.clone());
        view! {
            <li class="ed-translation">
                <p>{english}</p>
                {area(ed, format!("{english}, {name}"), &place, 1, look)}
            </li>
        }
        .into_any()
    };
    view! {
        <details open=is_open || !language.is_of_pages()>
            <summary>"Words of question pages"</summary>
            <p class="hint">"Keep what stands in braces, such as {n}: the page puts it in."</p>
            {dynamic(move || {
                let (is_wrong, text) = state();
                view! { <p role="status" class=if is_wrong { "problem" } else { "hint" }>{text}</p> }
            })}
            <ol class="ed-plain">{keyed(rows, row)}</ol>
        </details>
    }
    .into_any()
}

fn has_any(words: &Value, tag: &str, tree: &Tree) -> bool {
    let ids = words.as_object().into_iter().flat_map(|words| words.keys());
    ids.into_iter().any(|id| !wording(tree, &Place::from("words").then(id.clone()), tag).is_empty())
}
