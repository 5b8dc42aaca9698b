//! Random quizzes of every kind go through the editor, with its program's requests and with its plain forms: load, make
//! one edit, save. The result differs in that edit only.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use domain::{
    Role,
    edit::{Depth, Edit, Place, Tree, problems},
};
use serde_json::{Value, json};

use crate::support::{App, EditorForm, Person, QuizAt, Random};

const QUIZZES: usize = 100;
const WORDS: &str = "Other words";

/// Create Quiz may refuse it, because some of its conditions always hold.
fn written(random: &mut Random) -> Value {
    let (mut body, _) = random.definition();
    body["name"] = json!("Random");
    body.as_object_mut().expect("an object").remove("scheme");
    body
}

async fn definition(person: &Person<'_>, quiz: &QuizAt<'_>) -> Tree {
    Tree::new(person.get(&quiz.dashboard("definition")).await.is(200).json())
}

/// The texts of a quiz by place, each with its page in the editor.
fn texts(tree: &Tree) -> Vec<(Place, String)> {
    let mut found = vec![(Place::from("name"), "/settings".to_owned())];
    for question in tree.items(&"questions".into()).into_iter().filter(|question| tree.built_in(question).is_none()) {
        let page = format!("/q/{}", question.steps()[1]);
        let rows = tree.items(&question.then("rows")).into_iter().map(|row| row.then("text"));
        let options = tree.items(&question.then("options")).into_iter().map(|option| option.then("label"));
        let texts = [question.then("text")].into_iter().chain(rows).chain(options);
        found.extend(texts.map(|place| (place, page.clone())));
    }
    let scoring = Place::from("scoring");
    for (list, field) in [("categories", "name"), ("bands", "name"), ("cards", "title")] {
        let items = tree.items(&scoring.then(list)).into_iter();
        found.extend(items.map(|item| (item.then(field), "/scoring".to_owned())));
    }
    found.retain(|(place, _)| tree.words(place).is_some());
    found
}

/// The edit for typing over a text in the default language.
fn rewording(tree: &Tree, place: &Place) -> Edit {
    let place = match tree.get(place) {
        Some(Value::Object(_)) => place.then(tree.language().to_string()),
        _ => place.clone(),
    };
    Edit::set(place, WORDS)
}

/// A random edit: a rewording, an added question, or a moved or removed one. The last two only if no condition then
/// refers to a missing or later question.
fn any_edit(random: &mut Random, tree: &Tree, place: &Place) -> (&'static str, Edit) {
    let questions = tree.items(&"questions".into());
    let count = u32::try_from(questions.len()).expect("few");
    let one = |random: &mut Random| questions[random.below(count) as usize].clone();
    let added = json!({ "id": Tree::free_question_id(&[tree]), "kind": "text", "maxLength": 4000, "required": true, "text": WORDS });
    let (name, edit) = match random.below(4) {
        0 => ("insert", Edit::insert("questions".into(), random.below(count + 1) as usize, added)),
        1 => ("remove", Edit::remove(one(random))),
        2 => ("move", Edit::shift(one(random), random.below(count) as usize)),
        _ => ("set", rewording(tree, place)),
    };
    let mut edited = tree.clone();
    edited.apply(&edit).expect("an edit of this tree");
    let is_sound = edited != *tree && problems(&edited, Depth::Full).len() <= problems(tree, Depth::Full).len();
    if is_sound { (name, edit) } else { ("set", rewording(tree, place)) }
}

#[track_caller]
fn assert_same(seed: u32, way: &str, now: &Tree, expected: &Tree) {
    assert_eq!(now.value().to_string(), expected.value().to_string(), "seed {seed}, {way}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_random_quizzes_differ_in_one_edit_alone() {
    let app = App::start().await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let (mut tried, mut kinds, mut edits) = (0, BTreeSet::new(), BTreeMap::<_, usize>::new());
    for seed in 0.. {
        let mut random = Random::new(seed);
        let body = written(&mut random);
        let created = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(body).await;
        if created.status == 422 {
            continue;
        }
        let id = created.is(201).json()["id"].as_str().expect("an id").to_owned();
        let url = format!("/api/v1/namespaces/acme/quizzes/{id}");
        let quiz = QuizAt { app: &app, namespace: "acme".to_owned(), url, id };
        let before = definition(&ana, &quiz).await;
        kinds.extend(before.questions().iter().filter_map(|question| question["kind"].as_str().map(str::to_owned)));
        let all = texts(&before);

        // With scripts: the program loads the draft and sends an edit.
        let (place, _) = &all[random.below(u32::try_from(all.len()).expect("few")) as usize];
        let loaded = ana.get(&quiz.dashboard("edit/draft")).await.is(200).json();
        assert_same(seed, "loaded", &Tree::new(loaded["tree"].clone()), &before);
        let (name, edit) = any_edit(&mut random, &before, place);
        *edits.entry(name).or_default() += 1;
        let sent = json!({ "revision": loaded["revision"], "edits": [edit] });
        let kept = ana.call(Method::POST, &quiz.dashboard("edit/draft")).json(sent).await.is(200).json();
        let publish = [("do", "publish"), ("revision", kept["revision"].as_str().expect("a revision"))];
        ana.post(&quiz.dashboard("edit"), &publish).await.is(303);
        let mut expected = before;
        expected.apply(&edit).expect("an edit of this tree");
        let now = definition(&ana, &quiz).await;
        assert_same(seed, &format!("by {edit:?}"), &now, &expected);

        // Without scripts: opens a page, types over one field, and submits all of them.
        let all = texts(&now);
        let (place, page) = all[random.below(u32::try_from(all.len()).expect("few")) as usize].clone();
        let form = EditorForm::open(&ana, &quiz, &page).await.with(&place.to_string(), WORDS);
        form.send(&ana, "save").await.is(303);
        expected.apply(&rewording(&now, &place)).expect("an edit of this tree");
        if expected != now {
            EditorForm::publish(&ana, &quiz, "publish").await.is(303);
        }
        assert_same(seed, &format!("by the form of {place}"), &definition(&ana, &quiz).await, &expected);
        tried += 1;
        if tried == QUIZZES {
            break;
        }
    }
    assert!(kinds.len() >= 9, "kinds of question: {kinds:?}");
    assert!(edits.len() == 4 && edits.values().all(|count| *count >= 5), "kinds of edit: {edits:?}");
}
