//! Two editors of one draft: merged changes and conflicts.

use super::*;

#[test]
fn only_the_same_field_is_asked_about() {
    let base = example();
    let (mut mine, mut theirs) = (base.clone(), base.clone());
    for (tree, name, label, id) in [(&mut mine, "Mine", "Home office", "q1"), (&mut theirs, "Theirs", "Office 2", "q1")]
    {
        apply(tree, &Edit::set("name".into(), name));
        let option = if name == "Mine" { "00000001" } else { "00000002" };
        let option = format!("questions.place.options.{option}-0000-4000-8000-000000000000.label");
        apply(tree, &Edit::set(Place::parse(&option), label));
        apply(tree, &Edit::insert("questions".into(), 3, json!({ "id": id, "kind": "text", "text": name })));
    }
    apply(&mut theirs, &Edit::remove(Place::parse("questions.table")));
    apply(&mut mine, &Edit::set(Place::parse("questions.table.text"), "How was"));
    apply(&mut mine, &Edit::set(Place::parse("questions.why.text"), "But why?"));
    apply(&mut theirs, &Edit::set(Place::parse("questions.why.text"), json!({ "en": "Why?", "es": "¿Por qué?" })));
    let Merged { mut tree, conflicts } = merge(&base, &mine, &theirs);
    let asked: Vec<String> = conflicts.iter().map(|conflict| conflict.place.to_string()).collect();
    assert_eq!(asked, ["name", "questions.table"]);
    let ids: Vec<&str> = tree.questions().iter().filter_map(lists::id_of).collect();
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 5, "{ids:?}");
    assert_eq!(
        *tree.get(&Place::parse("questions.why.text")).expect("a text"),
        json!({ "en": "But why?", "es": "¿Por qué?" })
    );
    let text = tree.value().to_string();
    for words in ["Home office", "Office 2", "\"Mine\"", "\"Theirs\""] {
        assert!(text.contains(words), "{words} in {text}");
    }
    for conflict in &conflicts {
        apply(&mut tree, &conflict.decide(false));
    }
    assert_eq!((tree.text(&"name".into()), tree.get(&Place::question("table"))), (Some("Theirs"), None));
}

#[test]
fn points_that_say_not_scored_are_kept_and_asked_about() {
    let points = Place::parse("questions.place.options.00000001-0000-4000-8000-000000000000.points");
    let other = Place::parse("questions.place.options.00000002-0000-4000-8000-000000000000.points");
    let mut base = example();
    apply(&mut base, &Edit::set(points.clone(), Value::Null));
    let (mut mine, mut theirs) = (base.clone(), base.clone());
    apply(&mut mine, &Edit::set("name".into(), "Mine"));
    apply(&mut mine, &Edit::set(other.clone(), 5));
    apply(&mut theirs, &Edit::set(other.clone(), Value::Null));
    let merged = merge(&base, &mine, &theirs);
    let Merged { mut tree, conflicts } =
        serde_json::from_value(serde_json::to_value(&merged).expect("JSON")).expect("what was merged");
    assert_eq!(tree.get(&points), Some(&Value::Null), "nobody changed it");
    assert_eq!(conflicts.iter().map(|conflict| &conflict.place).collect::<Vec<_>>(), [&other]);
    apply(&mut tree, &conflicts[0].decide(false));
    assert_eq!(tree.get(&other), Some(&Value::Null));
    apply(&mut tree, &conflicts[0].decide(true));
    assert_eq!(tree.get(&other), Some(&json!(5)));
    for edit in edits_between(&mine, &theirs) {
        let sent: Edit = serde_json::from_str(&serde_json::to_string(&edit).expect("JSON")).expect("an edit");
        assert_eq!(sent, edit);
    }
}
