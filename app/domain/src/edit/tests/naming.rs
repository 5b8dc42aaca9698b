//! Questions whose ids share a prefix.

use super::*;

const CAT: &str = "00000001-0000-4000-8000-000000000000";

/// The last question has a condition; a card is about the pet's name.
fn pets(show_if: Value) -> Tree {
    Tree::new(json!({ "name": "Pets", "questions": [
        { "id": "pet", "text": "A pet?", "options": [{ "id": CAT, "label": "Cat", "other": true }, { "label": "Dog" }] },
        { "id": "pet_name", "kind": "text", "text": "Its name?" },
        { "id": "last", "kind": "text", "text": "?", "showIf": show_if }],
        "scoring": { "cards": [{ "id": "name", "about": { "question": "pet_name" }, "title": "Name", "bands": {} }] } }))
}

fn used_by(tree: &Tree, place: &str) -> Vec<String> {
    uses(tree, &Place::parse(place)).iter().map(|found| found.place.to_string()).collect()
}

#[test]
fn a_question_is_renamed_with_its_own_parts_alone() {
    let of = |id: &str| json!({ "any": [{ "answered": format!("{id}_other") }, { "answered": "pet_name" }, { "question": id, "is": [CAT] }] });
    let mut tree = pets(of("pet"));
    let edits = tree.rename_question("pet", "animal");
    tree.apply_all(&edits).expect("edits of this tree");
    assert_eq!(tree.get(&Place::parse("questions.last.showIf")), Some(&of("animal")));
    assert_eq!(tree.text(&Place::parse("scoring.cards.name.about.question")), Some("pet_name"));
    assert_eq!(tree.asked("animal_other"), Some(Place::question("animal")));
    assert_eq!(tree.asked("pet_name"), Some(Place::question("pet_name")));
}

#[test]
fn a_question_is_used_by_what_names_it_and_its_parts() {
    let of_name = pets(json!({ "answered": "pet_name" }));
    assert_eq!(used_by(&of_name, "questions.pet"), [""; 0]);
    assert_eq!(used_by(&of_name, "questions.pet_name"), ["questions.last", "scoring.cards.name"]);
    let of_other = pets(json!({ "not": { "answered": "pet_other" } }));
    assert_eq!(used_by(&of_other, "questions.pet"), ["questions.last"]);
    assert_eq!(used_by(&of_other, "questions.pet_name"), ["scoring.cards.name"]);
}

#[test]
fn the_conditions_of_norms_name_questions_too() {
    let mut tree = pets(json!({ "answered": "pet" }));
    let norms = |id: &str| json!([{ "name": "All" }, { "name": "Cats", "when": { "question": id, "is": [CAT] } }]);
    apply(&mut tree, &Edit::set(Place::parse("scoring.norms"), norms("pet")));
    let body = json!([{ "id": "body", "name": "Body", "norms": norms("pet") }]);
    apply(&mut tree, &Edit::set(Place::parse("scoring.categories"), body));
    let users = ["questions.last", "scoring.norms.1", "scoring.categories.body.norms.1"];
    assert_eq!(used_by(&tree, "questions.pet"), users);
    let edits = tree.rename_question("pet", "animal");
    tree.apply_all(&edits).expect("edits of this tree");
    assert_eq!(tree.get(&Place::parse("scoring.norms")), Some(&norms("animal")));
    assert_eq!(tree.get(&Place::parse("scoring.categories.body.norms")), Some(&norms("animal")));
}

#[test]
fn texts_go_on_quoting_a_question_that_is_renamed() {
    let mut tree = pets(json!({ "answered": "pet" }));
    let texts = |id: &str| json!({ "en": format!("{{answer:{id}}} and {{answer:{id}_other}}, {{answer:pet_name}} {{answer:"), "es": "No" });
    let places = ["questions.last.text", "end.text", "scoring.cards.name.title"];
    for place in places {
        apply(&mut tree, &Edit::set(Place::parse(place), texts("pet")));
    }
    let label = Place::parse(&format!("questions.pet.options.{CAT}.label"));
    apply(&mut tree, &Edit::set(label.clone(), "{answer:last}"));
    let edits = tree.rename_question("pet", "animal");
    tree.apply_all(&edits).expect("edits of this tree");
    for place in places {
        assert_eq!(tree.get(&Place::parse(place)), Some(&texts("animal")), "{place}");
    }
    let edits = tree.rename_question("last", "end");
    tree.apply_all(&edits).expect("edits of this tree");
    assert_eq!(tree.text(&Place::parse(&format!("questions.animal.options.{CAT}.label"))), Some("{answer:end}"));
}

#[test]
fn options_are_named_by_their_codes() {
    let mut tree = pets(json!({ "question": "pet", "is": [7] }));
    let cat = format!("questions.pet.options.{CAT}");
    assert_eq!(used_by(&tree, &cat), [""; 0]);
    apply(&mut tree, &Edit::set(Place::parse(&cat).then("code"), 7));
    assert_eq!(used_by(&tree, &cat), ["questions.last"]);
    let told = phrase(&tree, &json!({ "question": "pet", "is": [7, 8, 1] }));
    let Phrase::Answer { values, .. } = told else { panic!("{told:?}") };
    assert_eq!(values, [Some("Cat".to_owned()), Some("Dog".to_owned()), None], "the next code is the dog's");
}

#[test]
fn a_new_question_that_gets_another_id_leaves_those_that_begin_like_it() {
    let base = Tree::new(json!({ "name": "Q", "questions": [
        { "id": "q1_more", "kind": "text", "text": "More?" }, { "id": "last", "kind": "text", "text": "?" }] }));
    let new = |text: &str| Edit::insert("questions".into(), 1, json!({ "id": "q1", "kind": "text", "text": text }));
    let (mut mine, mut theirs) = (base.clone(), base.clone());
    apply(&mut theirs, &new("Theirs"));
    apply(&mut mine, &new("Mine"));
    let condition = json!({ "any": [{ "answered": "q1" }, { "answered": "q1_more" }] });
    apply(&mut mine, &Edit::set(Place::parse("questions.last.showIf"), condition));
    let merged = merge(&base, &mine, &theirs).tree;
    assert_eq!(merged.text(&Place::parse("questions.q2.text")), Some("Mine"));
    let expected = json!({ "any": [{ "answered": "q2" }, { "answered": "q1_more" }] });
    assert_eq!(merged.get(&Place::parse("questions.last.showIf")), Some(&expected));
}

#[test]
fn drafts_of_releases_without_codes_get_those_of_the_published_quiz() {
    let coded = |codes: [Option<usize>; 2]| {
        let options = codes.iter().zip(["a", "b"]).map(|(code, id)| {
            let mut option = json!({ "id": id, "label": id });
            if let Some(code) = code {
                option["code"] = json!(code);
            }
            option
        });
        Tree::new(json!({ "questions": [{ "id": "pet", "options": options.collect::<Vec<_>>() }] }))
    };
    let published = coded([Some(4), None]);
    for (forgets, before, after) in [
        (false, [None, None], [Some(4), None]),
        (false, [Some(9), Some(5)], [Some(9), Some(5)]),
        (true, [Some(9), Some(5)], [Some(4), None]),
    ] {
        let mut tree = coded(before);
        tree.take_codes(&published, forgets);
        assert_eq!(tree, coded(after));
    }
}
