//! The editor's draft as edits: unedited parts never change, and no edit overwrites another administrator's.

use domain::{
    OptionId, Role,
    edit::{Edit, Merged, Place, Tree, edits_between, merge},
};
use serde_json::{Value, json};

use crate::support::{App, Person, QuizAt, Reply};

async fn pets(app: &App) -> QuizAt<'_> {
    let options = json!([{ "label": "Cat" }, { "label": "Dog" }]);
    app.quiz(json!({ "name": "Pets", "questions": [{ "id": "pet", "text": "A pet?", "options": options }] })).await
}

/// The editor program's copy of the draft.
struct Copy {
    tree: Tree,
    revision: String,
}

impl Copy {
    fn of(reply: &Reply) -> Self {
        let body = reply.json();
        Self {
            tree: Tree::new(body["tree"].clone()),
            revision: body["revision"].as_str().expect("a revision").to_owned(),
        }
    }

    async fn open(person: &Person<'_>, quiz: &QuizAt<'_>) -> Self {
        Self::of(&person.get(&quiz.dashboard("edit/draft")).await.is(200))
    }

    /// Applies edits locally and sends them.
    async fn send(&mut self, person: &Person<'_>, quiz: &QuizAt<'_>, edits: &[Edit]) -> Reply {
        self.tree.apply_all(edits).expect("edits of this tree");
        let body = json!({ "revision": self.revision, "edits": edits });
        let call = person.call(axum::http::Method::POST, &quiz.dashboard("edit/draft")).json(body);
        let reply = call.await;
        if reply.status == 200 {
            reply.json()["revision"].as_str().expect("a revision").clone_into(&mut self.revision);
        }
        reply
    }
}

fn rename(name: &str) -> Vec<Edit> {
    vec![Edit::set("name".into(), name)]
}

async fn definition(person: &Person<'_>, quiz: &QuizAt<'_>) -> Value {
    person.get(&quiz.dashboard("definition")).await.is(200).json()
}

#[tokio::test]
async fn edits_need_the_present_revision_and_a_refusal_has_the_present_draft() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let ben = app.member("ben@example.com", "acme", Role::Editor).await;
    let (mut anas, mut bens) = (Copy::open(&ana, &quiz).await, Copy::open(&ben, &quiz).await);
    let base = bens.tree.clone();
    anas.send(&ana, &quiz, &rename("Of Ana")).await.is(200);
    let text = Place::question("pet").then("text");
    let refused = bens.send(&ben, &quiz, &[Edit::set(text.clone(), "Any pet?")]).await.is(409);
    assert_eq!((&refused.json()["by"], &refused.json()["isOwn"]), (&json!("ana"), &json!(false)));
    let theirs = Copy::of(&refused);
    let Merged { tree, conflicts } = merge(&base, &bens.tree, &theirs.tree);
    assert_eq!(conflicts, []);
    let edits = edits_between(&theirs.tree, &tree);
    let mut bens = theirs;
    bens.send(&ben, &quiz, &edits).await.is(200);
    let both = Copy::open(&ana, &quiz).await;
    assert_eq!((both.tree.text(&"name".into()), both.tree.text(&text)), (Some("Of Ana"), Some("Any pet?")));
    let page = ana.get(&quiz.dashboard("edit/history")).await.is(200).text();
    assert!(page.contains("Draft of ana"), "the draft that was replaced stays: {page}");
}

#[tokio::test]
async fn a_draft_survives_what_is_published_meanwhile() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let mut copy = Copy::open(&ana, &quiz).await;
    copy.send(&ana, &quiz, &rename("Of Ana")).await.is(200);
    quiz.patch(json!({ "description": "By the API", "closesAt": "2031-02-02T03:04:05Z" })).await.is(200);
    // The revision has changed, so the page merges what was published.
    let refused = copy.send(&ana, &quiz, &rename("Of Ana again")).await.is(409);
    let both = Copy::of(&refused);
    assert_eq!(both.tree.text(&"name".into()), Some("Of Ana"));
    assert_eq!(both.tree.text(&"description".into()), Some("By the API"));
    assert_eq!(both.tree.text(&"closesAt".into()), Some("2031-02-02T03:04:05Z"));
    assert_eq!(refused.json()["conflicts"], json!([]));
    quiz.patch(json!({ "name": "Of the API" })).await.is(200);
    let asked = ana.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    assert_eq!(asked["conflicts"], json!([{ "place": "name", "mine": "Of Ana", "theirs": "Of the API" }]));
}

#[tokio::test]
async fn edits_that_have_no_place_or_are_none_are_refused_whole() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let copy = Copy::open(&ana, &quiz).await;
    let path = quiz.dashboard("edit/draft");
    let send = |body: Value| ana.call(axum::http::Method::POST, &path).json(body);
    let gone = json!([{ "place": "name", "set": "New" }, { "place": "questions.gone", "remove": null }]);
    send(json!({ "revision": copy.revision, "edits": gone })).await.is(409);
    for wrong in [
        json!({}),
        json!({ "revision": "x", "edits": [] }),
        json!({ "revision": copy.revision, "edits": [{ "place": "name" }] }),
    ] {
        send(wrong).await.is(400);
    }
    assert_eq!(Copy::open(&ana, &quiz).await.tree, copy.tree);
}

#[tokio::test]
async fn viewers_see_no_draft_and_change_none() {
    let app = App::start().await;
    let quiz = pets(&app).await;
    let eve = app.member("eve@example.com", "acme", Role::Viewer).await;
    eve.get(&quiz.dashboard("edit/draft")).await.is(403);
    let body = json!({ "revision": "0-0", "edits": [] });
    eve.call(axum::http::Method::POST, &quiz.dashboard("edit/draft")).json(body).await.is(403);
}

#[tokio::test]
async fn large_definitions_go_through_one_edit_and_differ_in_it_alone() {
    let app = App::start().await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let question = |number: usize, options: usize| {
        let options: Vec<Value> =
            (0..options).map(|at| json!({ "label": { "en": format!("O{at}"), "de": "Ö" }, "points": 0 })).collect();
        json!({ "id": format!("q{number}"), "text": "?", "options": options })
    };
    for questions in [vec![question(1, 300)], (0..200).map(|number| question(number, 50)).collect()] {
        let scoring = json!({ "bands": [{ "id": "all", "from": 0, "name": "All", "hue": "leaf" }] });
        let quiz = app.quiz(json!({ "name": "Large", "questions": questions, "scoring": scoring })).await;
        let before = definition(&ana, &quiz).await;
        let mut copy = Copy::open(&ana, &quiz).await;
        assert_eq!(*copy.tree.value(), before);
        let label = Place::parse("questions.q1.options").item(48).then("label").then("en");
        copy.send(&ana, &quiz, &[Edit::set(label, "Other")]).await.is(200);
        let page = [("do", "publish"), ("revision", copy.revision.as_str())];
        ana.post(&quiz.dashboard("edit"), &page).await.is(303);
        let mut expected = before;
        let at = usize::from(questions.len() > 1);
        expected["questions"][at]["options"][48]["label"]["en"] = json!("Other");
        assert_eq!(definition(&ana, &quiz).await, expected);
    }
}

#[tokio::test]
async fn the_editor_the_api_and_files_give_the_same_definition() {
    let app = App::start().await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let body = json!({ "name": { "en": "Team", "es": "Equipo" }, "questions": [
        { "id": "place", "text": "Where?", "required": true, "options": [{ "id": OptionId::from_random(1), "label": "Home", "other": true }, { "id": OptionId::from_random(2), "label": "Office" }] },
        { "id": "energy", "kind": "scale", "text": "Energy?", "required": true, "from": 1, "to": 5, "points": "linear",
          "showIf": { "question": "place", "is": [OptionId::from_random(1)] } } ],
        "scoring": { "method": "average", "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" }] } });
    let by_api = app.quiz(body.clone()).await;
    let by_edits = app.quiz(json!({ "name": "Draft" })).await;
    let mut copy = Copy::open(&ana, &by_edits).await;
    let edits: Vec<Edit> = ["name", "questions", "scoring"]
        .into_iter()
        .map(|field| Edit::set(field.into(), body[field].clone()))
        .collect();
    copy.send(&ana, &by_edits, &edits).await.is(200);
    ana.post(&by_edits.dashboard("edit"), &[("do", "publish"), ("revision", &copy.revision)]).await.is(303);
    let [api, edits] =
        [definition(&ana, &by_api).await, definition(&ana, &by_edits).await].map(|body| body.to_string());
    assert_eq!(api, edits);
}
