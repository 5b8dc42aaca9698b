//! The words of question pages, next to translations.

use domain::edit::page_words;

use super::*;
use crate::differences;

#[test]
fn the_words_of_pages_are_written_in_any_language_and_those_that_are_missing_are_named() {
    let mut tree = Tree::new(json!({ "name": "調査", "language": "ja", "questions": [
        { "id": "q1", "text": { "ja": "何?", "de": "Was?" }, "options": [{ "label": "一" }, { "label": "二" }] } ] }));
    let untouched = drawn(&tree, "languages/ja");
    assert!(untouched.contains("buttons are in English until you give these") && !untouched.contains("missing in"));
    assert_eq!(form_edits(&tree, &fields_of(&untouched)), [], "a form that was not touched");

    let words = page_words(&tree);
    let (last, others) = words.split_last().expect("words");
    for word in others {
        let held: Vec<String> = word.placeholders().iter().map(|name| format!("{{{name}}}")).collect();
        typed(&mut tree, &format!("words.{}.ja", word.id), &format!("語{}", held.concat()));
    }
    typed(&mut tree, "words.proceed.de", "Vor");
    assert_eq!(get(&tree, "words.proceed"), Some(&json!({ "ja": "語", "de": "Vor" })));
    assert_eq!(get(&tree, "words.back"), Some(&json!("語")), "a single text is in the quiz's language");
    let html = drawn(&tree, "languages/ja");
    let missing = format!("1 word missing in Japanese: “{}”", last.english);
    assert!(html.contains(&missing), "{missing}: {html}");
    assert_eq!(form_edits(&tree, &fields_of(&html)), []);
    let german = drawn(&tree, "languages/de");
    assert!(!german.contains("missing in German") && german.contains("Leave a word empty"), "{german}");

    typed(&mut tree, &format!("words.{}.ja", last.id), "語");
    let html = drawn(&tree, "languages/ja");
    assert!(html.contains("Question pages say all of them") && !html.contains("missing in"), "{html}");
    let before = tree.clone();
    typed(&mut tree, "words.proceed.de", "");
    typed(&mut tree, "words.back.ja", "");
    assert_eq!((get(&tree, "words.proceed"), get(&tree, "words.back")), (Some(&json!({ "ja": "語" })), None));
    let told = differences(&before, &tree);
    assert!(told.iter().any(|line| line.contains("The word “Back”")), "{told:?}");
}
