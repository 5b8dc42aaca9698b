//! Names of places in words.

use domain::{
    PageWord,
    edit::{Place, Tree, field_name},
};

/// A place as the beginning of a sentence: `The text of question “Where?”`.
pub fn place_name(tree: &Tree, place: &Place) -> String {
    let text = words_of(tree, place);
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// A place in words: `the text of question “Where?”`.
fn words_of(tree: &Tree, place: &Place) -> String {
    let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
    let named = |word: &str, place: &Place| {
        // Bands and cards have a text beside their name.
        let words = ["name", "title", "label", "text"].into_iter().find_map(|field| tree.words(&place.then(field)));
        match (words, tree.index(place)) {
            (Some(words), _) => format!("{word} “{words}”"),
            (None, Some(index)) => format!("{word} {}", index + 1),
            (None, None) => format!("{word} “{}”", place.steps().last().map(String::as_str).unwrap_or_default()),
        }
    };
    match steps[..] {
        [] => "the quiz".to_owned(),
        ["questions"] => "the questions".to_owned(),
        ["questions", id] => {
            let text = tree.question_text(id).unwrap_or_else(|| id.to_owned());
            format!("question “{text}”")
        }
        ["questions", _, list @ ("options" | "rows"), _] => {
            named(list.trim_end_matches('s'), place) + &within(tree, place)
        }
        ["questions", _, list @ ("options" | "rows"), _, field, ..] => {
            let item = named(list.trim_end_matches('s'), &place.first(4));
            format!("{} of {item}{}", inner_word(field, &steps), within(tree, place))
        }
        ["questions", _, field, ..] => format!("{}{}", inner_word(field, &steps), within(tree, place)),
        ["alerts", _] => named("alert", place),
        ["alerts", _, field, ..] => format!("{} of {}", field_name(field), named("alert", &place.first(2))),
        ["series"] => "the series".to_owned(),
        ["series", "remind", at, ..] => format!("reminder {} of the series", at.parse().map_or(1, |at: usize| at + 1)),
        ["series", field, ..] => format!("{} of the series", field_name(field)),
        ["scoring", "norms", _] => named("norm", place),
        ["scoring", "norms", _, field, ..] => format!("{} of {}", field_name(field), named("norm", &place.first(3))),
        ["scoring", "categories", _, "norms", _, ref inner @ ..] => {
            let norm = named("norm", &place.first(5));
            let of = named("category", &place.first(3));
            let field = inner.first().map(|field| format!("{} of ", field_name(field))).unwrap_or_default();
            format!("{field}{norm} of {of}")
        }
        ["scoring", "categories", _, "change", field, ..] => {
            format!("{} of the rule of change of {}", field_name(field), named("category", &place.first(3)))
        }
        ["scoring", "change"] => "the rule of change".to_owned(),
        ["scoring", "change", field, ..] => format!("{} of the rule of change", field_name(field)),
        ["scoring", list @ ("bands" | "categories" | "cards"), _] => named(item_of(list), place),
        ["scoring", list @ ("bands" | "categories" | "cards"), _, field, ..] => {
            let item = named(item_of(list), &place.first(3));
            format!("{} of {item}", field_name(field))
        }
        ["scoring", field, ..] => format!("{} of the scoring", field_name(field)),
        ["words", id, ..] => format!("the word “{}”", PageWord::of(id).map_or(id, |word| word.english)),
        ["start", ..] => "the words on the start page".to_owned(),
        ["end", ..] => "the last page".to_owned(),
        ["image", ..] => format!("{} on the start page", inner_word("image", &steps)),
        ["logo", ..] => inner_word("logo", &steps),
        ["about", field, ..] | [field, ..] => field_name(field),
    }
}

/// The word for a field that has fields of its own.
fn inner_word(field: &str, steps: &[&str]) -> String {
    match steps.iter().skip_while(|step| **step != field).nth(1) {
        Some(&"alt") if matches!(field, "image" | "logo") => format!("the text for {}", field_name(field)),
        _ => field_name(field),
    }
}

/// `category` for the list of categories.
fn item_of(list: &str) -> &str {
    if list == "categories" { "category" } else { list.trim_end_matches('s') }
}

/// ` of question “Where?”` for places inside a question.
fn within(tree: &Tree, place: &Place) -> String {
    match place.steps() {
        [list, _, ..] if list == "questions" => format!(" of {}", words_of(tree, &place.first(2))),
        _ => String::new(),
    }
}
