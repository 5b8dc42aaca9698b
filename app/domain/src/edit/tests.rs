//! Random edits of random definitions, and merges of them.

mod large;
mod measures;
mod merging;
mod naming;

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::{
    NamespaceId, NewQuiz, OptionCodes, OptionId, Quiz, QuizChange, QuizId, QuizInput, Retention, Timestamp,
    random::Random,
};

fn random_tree(random: &mut Random) -> Tree {
    let (mut body, _) = random.definition();
    body["name"] = json!("Random");
    body.as_object_mut().expect("an object").remove("scheme");
    Tree::new(body)
}

/// The places of all values except the root, in order.
fn places(value: &Value, here: &Place, found: &mut Vec<Place>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            found.push(here.then(name));
            places(value, &here.then(name), found);
        }),
        Value::Array(items) => items.iter().enumerate().for_each(|(at, value)| {
            let place = here.then(lists::step_of(items, at));
            found.push(place.clone());
            places(value, &place, found);
        }),
        _ => {}
    }
}

fn random_edit(random: &mut Random, tree: &Tree) -> Edit {
    let mut all = Vec::new();
    places(tree.value(), &Place::default(), &mut all);
    if all.is_empty() {
        return Edit::set("name".into(), "Random");
    }
    let place = all[random.below(u32::try_from(all.len()).expect("few places")) as usize].clone();
    let values = [json!({ "id": "new", "label": "New" }), json!("words"), json!(7), Value::Null];
    let value = values[random.below(4) as usize].clone();
    let list = place.split().map(|(list, _)| list).filter(|list| tree.get(list).is_some_and(Value::is_array));
    match (random.below(4), list) {
        (0, _) => Edit::remove(place),
        (1, Some(list)) => {
            let count = u32::try_from(tree.list(&list).len()).expect("few items");
            Edit::insert(list, random.below(count + 1) as usize, value)
        }
        (2, Some(list)) => {
            let count = u32::try_from(tree.list(&list).len()).expect("few items");
            Edit::shift(place, random.below(count) as usize)
        }
        (3, _) if tree.get(&place).is_some_and(Value::is_object) => Edit::set(place.then("more").then("inside"), value),
        _ => Edit::set(place, value),
    }
}

fn quiz_of(NewQuiz { kind, settings, definition }: NewQuiz) -> Quiz {
    Quiz {
        id: QuizId::from_random(1),
        namespace_id: NamespaceId::parse("acme").expect("an id"),
        kind,
        settings,
        version: 1,
        definition: Arc::new(definition),
        retention: Retention::default(),
        session_secret: None,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    }
}

fn ids() -> impl FnMut() -> OptionId {
    let mut number = 0;
    move || {
        number += 1;
        OptionId::from_random(number)
    }
}

fn apply(tree: &mut Tree, edit: &Edit) -> Edit {
    tree.apply(edit).unwrap_or_else(|error| panic!("{error}: {edit:?}"))
}

fn paths(tree: &Tree) -> Vec<String> {
    problems(tree, Depth::Full).iter().map(|problem| format!("{} {}", problem.path, problem.code.code())).collect()
}

#[test]
fn every_edit_can_be_taken_back_and_sent_as_json() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut tree = random_tree(&mut random);
        let before = tree.clone();
        let mut back = Vec::new();
        let mut copy = tree.clone();
        for _ in 0..20 {
            let edit = random_edit(&mut random, &tree);
            let sent: Edit = serde_json::from_str(&serde_json::to_string(&edit).expect("JSON")).expect("an edit");
            assert_eq!(sent, edit);
            back.insert(0, apply(&mut tree, &edit));
            apply(&mut copy, &sent);
        }
        assert_eq!(copy, tree);
        let again = tree.apply_all(&back).expect("all can be taken back");
        assert_eq!(tree, before, "seed {seed}");
        tree.apply_all(&again).expect("and made again");
        assert_eq!(tree, copy, "seed {seed}");
    }
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut tree = Tree::new(json!({ "name": "Q", "questions": [{ "id": "q1" }] }));
    let before = tree.clone();
    for edit in [
        Edit::remove(Place::parse("questions.q2")),
        Edit::set(Place::parse("questions.q2.text"), "?"),
        Edit::set(Place::parse("name.en.more"), "?"),
        Edit::insert(Place::parse("questions"), 2, json!({})),
        Edit::insert(Place::parse("name"), 0, "x"),
        Edit::shift(Place::parse("questions.q1"), 1),
    ] {
        assert!(tree.apply(&edit).is_err(), "{edit:?}");
        let both = [Edit::set(Place::parse("about.runBy"), "Us"), edit];
        assert!(tree.apply_all(&both).is_err());
        assert_eq!(tree, before);
    }
}

#[test]
fn the_difference_of_two_trees_leads_from_one_to_the_other() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let before = random_tree(&mut random);
        let mut after = before.clone();
        for _ in 0..=random.below(6) {
            let edit = random_edit(&mut random, &after);
            apply(&mut after, &edit);
        }
        let edits = edits_between(&before, &after);
        let mut led = before.clone();
        led.apply_all(&edits).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(led, after, "seed {seed}: {edits:?}");
    }
}

#[test]
fn a_move_is_one_difference() {
    let tree =
        |ids: &[&str]| Tree::new(json!({ "questions": ids.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>() }));
    let edits = edits_between(&tree(&["a", "b", "c", "d", "e"]), &tree(&["b", "c", "d", "e", "a"]));
    assert_eq!(edits, [Edit::shift(Place::parse("questions.a"), 4)]);
    let edits = edits_between(&tree(&["a", "b", "c"]), &tree(&["a", "x", "c"]));
    let added = Edit::insert("questions".into(), 1, json!({ "id": "x" }));
    assert_eq!(edits, [Edit::remove(Place::parse("questions.b")), added]);
}

/// 100 valid random definitions, one of 200 questions and 10,000 options, and one with a question of 300 options.
fn valid() -> Vec<(Tree, Quiz)> {
    let own = |question: usize, options: usize| {
        let option =
            |at: usize| json!({ "id": format!("{question:08x}-0000-4000-8000-{at:012x}"), "label": format!("O{at}") });
        json!({ "id": format!("q{question}"), "text": { "en": "?", "de": "?" }, "options": (0..options).map(option).collect::<Vec<_>>() })
    };
    let body = |questions: Vec<Value>| Tree::new(json!({ "name": "Large", "questions": questions }));
    let large = [body((0..200).map(|at| own(at, 50)).collect()), body(vec![own(1, 300)])];
    let random = (0..).map(|seed| random_tree(&mut Random::new(seed)));
    let checked = large.into_iter().chain(random).filter_map(|tree| {
        let quiz = quiz_of(read(&tree)?.check(ids()).ok()?);
        Some((of_quiz(&quiz), quiz))
    });
    checked.take(102).collect()
}

#[test]
fn saving_one_edit_changes_nothing_else() {
    for (number, (tree, quiz)) in valid().into_iter().enumerate() {
        assert_eq!(problems(&tree, Depth::Full), [], "{number}");
        let mut texts = Vec::new();
        places(tree.value(), &Place::default(), &mut texts);
        let is_words = |place: &Place| matches!(place.split(), Some((_, "text" | "label" | "title" | "name")));
        texts.retain(|place| is_words(place) && tree.text(place).is_some());
        let place = texts[(number * 7919) % texts.len()].clone();
        let mut edited = tree.clone();
        let back = apply(&mut edited, &Edit::set(place.clone(), "Other words"));
        assert_eq!(edits_between(&tree, &edited), [Edit::set(place, "Other words")]);
        let change: QuizChange = read(&edited).expect("it can be read").into();
        let change = change.of(&quiz, Timestamp::default()).expect("the kind is as it was");
        let (settings, definition) = change.apply(&quiz, &OptionCodes::of(&quiz.definition), ids()).expect("valid");
        let saved = of_quiz(&Quiz { settings, definition: Arc::new(definition), ..quiz });
        assert_eq!(saved.value().to_string(), edited.value().to_string(), "{number}");
        apply(&mut edited, &back);
        assert_eq!(edited, tree);
    }
}

#[test]
fn half_typed_values_are_problems_at_their_places() {
    let tree = Tree::new(json!({
        "name": 5, "retryAfterDays": "x", "opensAt": "tomorrow", "colour": "red",
        "questions": [
            { "id": "q1", "text": "?", "options": [{ "label": "A", "points": "many" }, { "label": 7 }, { "points": 1 }] },
            { "id": "q2", "kind": "slider", "text": "?", "weight": "" },
            { "id": "q3", "kind": "scale", "text": " ", "from": 1, "to": 5 },
            "nothing"
        ],
        "scoring": { "method": "best", "bands": [{ "id": "low", "from": "", "name": "Low", "hue": "rose" }] } }));
    let found = paths(&tree);
    for expected in [
        "name wrong_type",
        "retryAfterDays wrong_type",
        "opensAt wrong_type",
        "colour not_one_of",
        "questions[0].options[0].points wrong_type",
        "questions[0].options[1].label wrong_type",
        "questions[0].options[2].label required",
        "questions[1].kind not_one_of",
        "questions[1].weight wrong_type",
        "questions[2].text empty",
        "questions[3] wrong_type",
        "scoring.method not_one_of",
        "scoring.bands[0].from wrong_type",
    ] {
        assert!(found.iter().any(|found| found == expected), "{expected} in {found:?}");
    }
    assert_eq!(found.len(), 13, "{found:?}");
    let place = problems(&tree, Depth::Quick).into_iter().find(|problem| problem.path == "questions[1].weight");
    assert_eq!(place.map(|problem| problem.place.to_string()).as_deref(), Some("questions.q2.weight"));
}

#[test]
fn empty_trees_and_odd_ones_have_problems_and_are_no_defect() {
    assert_eq!(paths(&Tree::new(json!({}))), ["name required"]);
    assert_eq!(paths(&Tree::new(json!({ "name": "Q", "questions": [] }))), ["questions too_few"]);
    assert_eq!(
        paths(&Tree::new(json!({ "name": "Q", "questions": 5, "scoring": 5 }))),
        ["questions wrong_type", "scoring wrong_type"]
    );
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut tree = random_tree(&mut random);
        for _ in 0..5 {
            let edit = random_edit(&mut random, &tree);
            apply(&mut tree, &edit);
        }
        let found = problems(&tree, Depth::Quick);
        let is_saved = read(&tree).is_some_and(|input: QuizInput| input.check(ids()).is_ok());
        assert!(is_saved || !found.is_empty(), "seed {seed}: refused, and nothing says why");
    }
}

#[test]
fn what_is_half_typed_can_be_shown() {
    let tree = Tree::new(json!({ "name": "", "primaryColor": "blu", "questions": [
        { "id": "q1", "text": "", "options": [{ "label": "" }] },
        { "id": "q2", "text": "Really?", "weight": "x", "options": [], "showIf": { "question": "q1" } },
        { "id": "q3", "kind": "number", "text": "How many?", "ranges": [{ "points": "" }] },
        { "id": "", "text": "Nameless" } ], "scoring": { "bands": [{ "from": 0 }] } }));
    let shown = presentable(&tree).unwrap_or_else(|left| panic!("{left:?}"));
    let quiz = read(&shown).expect("it can be read").check(ids()).expect("valid");
    let texts: Vec<String> = quiz
        .definition
        .questions
        .iter()
        .map(|question| question.text(crate::Language::EN, crate::Language::EN).to_owned())
        .collect();
    assert_eq!(texts[..3], ["…", "Really?", "How many?"]);
    let sound = example();
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut tree = sound.clone();
        for _ in 0..3 {
            let edit = random_edit(&mut random, &tree);
            apply(&mut tree, &edit);
        }
        if let Ok(shown) = presentable(&tree) {
            assert!(read(&shown).is_some_and(|input| input.check(ids()).is_ok()), "seed {seed}");
        }
    }
}

fn example() -> Tree {
    let option =
        |number: u32, label: &str| json!({ "id": format!("{number:08x}-0000-4000-8000-000000000000"), "label": label });
    Tree::new(json!({ "name": "Q", "questions": [
        { "id": "place", "text": "Where?", "options": [option(1, "Home"), option(2, "Office")] },
        { "id": "table", "kind": "matrix", "text": "How is", "rows": [{ "id": "desk", "text": "the desk?" }], "from": 1, "to": 5, "category": "body" },
        { "id": "why", "kind": "text", "text": "Why?", "showIf": { "all": [
            { "question": "place", "is": ["00000001-0000-4000-8000-000000000000"] },
            { "not": { "question": "table_desk", "atLeast": 3 } }] } } ],
        "scoring": { "categories": [{ "id": "body", "name": "Body" }], "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" }],
            "cards": [{ "id": "c", "about": { "question": "place" }, "title": "C", "bands": { "low": {} } }] } }))
}

#[test]
fn deleting_says_where_a_thing_is_used() {
    let tree = example();
    let used =
        |place: &str| uses(&tree, &Place::parse(place)).iter().map(|found| found.place.to_string()).collect::<Vec<_>>();
    assert_eq!(used("questions.place"), ["questions.why", "scoring.cards.c"]);
    assert_eq!(used("questions.place.options.00000001-0000-4000-8000-000000000000"), ["questions.why"]);
    assert_eq!(used("questions.place.options.00000002-0000-4000-8000-000000000000"), <[&str; 0]>::default());
    assert_eq!(used("questions.table.rows.desk"), ["questions.why"]);
    assert_eq!(used("questions.why"), <[&str; 0]>::default());
    assert_eq!(used("scoring.categories.body"), ["questions.table"]);
    assert_eq!(used("scoring.bands.low"), ["scoring.cards.c"]);
}

#[test]
fn another_id_of_a_question_goes_everywhere() {
    let mut tree = example();
    for (old, new) in [("place", "site"), ("table", "grid")] {
        let edits = tree.rename_question(old, new);
        tree.apply_all(&edits).expect("all there");
    }
    let text = tree.value().to_string();
    assert!(!text.contains("\"place\"") && !text.contains("table_desk"), "{text}");
    assert!(text.contains("grid_desk"));
    assert_eq!(uses(&tree, &Place::question("site")).len(), 2);
}

#[test]
fn conditions_are_read_as_sentences() {
    let tree = example();
    let condition = tree.get(&Place::parse("questions.why.showIf")).expect("a condition");
    let answer = |question: &str, text: &str, verb, value: &str| Phrase::Answer {
        question: question.to_owned(),
        text: Some(text.to_owned()),
        verb,
        values: vec![Some(value.to_owned())],
    };
    let desk = answer("table_desk", "How is the desk?", Verb::AtLeast, "3");
    let all = vec![answer("place", "Where?", Verb::Is, "Home"), Phrase::None(vec![desk])];
    assert_eq!(phrase(&tree, condition), Phrase::All(all));
    let gone = phrase(&tree, &json!({ "question": "gone", "is": [1] }));
    assert!(matches!(gone, Phrase::Answer { text: None, ref values, .. } if *values == [None]));
    assert_eq!(phrase(&tree, &json!({ "question": "place" })), Phrase::Unfinished);
    let built_in =
        phrase(&Tree::new(json!({ "questions": [{ "id": "fhn1" }] })), &json!({ "question": "fhn1", "is": [1] }));
    assert!(matches!(built_in, Phrase::Answer { text: Some(_), ref values, .. } if values[0].is_some()));
}

#[test]
fn texts_stay_single_until_another_language_comes() {
    let mut tree = Tree::new(json!({ "name": "Team", "language": "en" }));
    let name = Place::from("name");
    let (en, es) = (crate::Language::EN, crate::Language::ES);
    let mut write = |place: &Place, language, text: &str, expected: Value| {
        if let Some(edit) = tree.write(place, language, text) {
            apply(&mut tree, &edit);
        }
        assert_eq!(*tree.value(), expected, "{text:?}");
    };
    let with = |name: Value| json!({ "name": name, "language": "en" });
    write(&name, es, "", with(json!("Team")));
    write(&name, en, "Team health", with(json!("Team health")));
    write(&name, es, "Salud", with(json!({ "en": "Team health", "es": "Salud" })));
    write(&name, es, "", with(json!({ "en": "Team health" })));
    let run_by = Place::parse("about.runBy");
    write(&run_by, en, "Us", json!({ "name": { "en": "Team health" }, "language": "en", "about": { "runBy": "Us" } }));
    write(&run_by, en, "", with(json!({ "en": "Team health" })));
}

#[test]
fn a_hundred_steps_are_undone_and_what_is_typed_at_one_place_is_one() {
    let mut tree = Tree::new(json!({ "name": "" }));
    let before = tree.clone();
    let mut history = History::default();
    for text in ["T", "Te", "Tea", "Team"] {
        history.make(&mut tree, &[Edit::set("name".into(), text)]).expect("made");
    }
    history.rest();
    history.make(&mut tree, &[Edit::set("name".into(), "Team health")]).expect("made");
    assert!(history.undo(&mut tree).is_some());
    assert_eq!(tree.text(&"name".into()), Some("Team"));
    history.undo(&mut tree);
    assert_eq!(tree, before);
    assert!(history.undo(&mut tree).is_none() && history.can_redo());
    history.redo(&mut tree);
    history.redo(&mut tree);
    assert_eq!(tree.text(&"name".into()), Some("Team health"));
    for number in 0..150 {
        history
            .make(&mut tree, &[Edit::insert("questions".into(), 0, json!({ "id": format!("q{number}") }))])
            .expect("made");
    }
    let undone = std::iter::from_fn(|| history.undo(&mut tree)).count();
    assert_eq!((undone, tree.questions().len()), (100, 50));
}
