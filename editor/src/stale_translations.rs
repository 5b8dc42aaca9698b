//! Translations that are older than their originals.

use domain::edit::{Place, Tree};
use serde_json::Value;

use crate::languages::{self, texts};

/// The control names of translations whose original changed after them. `states` run from the present back; the oldest
/// one with the same translation has the original that was translated.
pub fn stale_translations(states: &[Tree]) -> Vec<String> {
    let Some(now) = states.first() else { return Vec::new() };
    let own = now.language().to_string();
    let tags = languages::of(now).split_off(1);
    let mut found = Vec::new();
    for place in texts(now) {
        let original = wording(now, &place, &own);
        for tag in &tags {
            let translation = wording(now, &place, tag);
            if translation.is_empty() {
                continue;
            }
            let same = states.iter().take_while(|state| wording(state, &place, tag) == translation);
            let translated = same.last().map_or("", |state| wording(state, &place, &own));
            if translated != original {
                found.push(place.then(tag.clone()).to_string());
            }
        }
    }
    found
}

/// A text in one language; a text for all languages counts as the default language.
pub(crate) fn wording<'t>(tree: &'t Tree, place: &Place, tag: &str) -> &'t str {
    match tree.get(place) {
        Some(Value::Object(texts)) => texts.get(tag).and_then(Value::as_str).unwrap_or_default(),
        Some(Value::String(text)) if tree.language().as_str() == tag => text,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(original: &str, translation: &str) -> Tree {
        let text = json!({ "en": original, "es": translation });
        Tree::new(json!({ "name": "Team", "questions": [{ "id": "q1", "kind": "text", "text": text }] }))
    }

    #[test]
    fn a_translation_is_stale_until_it_follows_its_original() {
        let first =
            Tree::new(json!({ "name": "Team", "questions": [{ "id": "q1", "kind": "text", "text": "Where?" }] }));
        let translated = state("Where?", "¿Dónde?");
        let reworded = state("Where to?", "¿Dónde?");
        let followed = state("Where to?", "¿Adónde?");
        let states = [&followed, &reworded, &translated, &first].map(Tree::clone);
        let since = |at: usize| stale_translations(&states[at..]);
        assert_eq!((since(3), since(2)), (vec![], vec![]));
        assert_eq!(since(1), ["questions.q1.text.es"]);
        assert_eq!(since(0), Vec::<String>::new());
        // Back in its first wording, the original is the one that was translated.
        assert_eq!(stale_translations(&[translated.clone(), reworded, translated]), Vec::<String>::new());
    }
}
