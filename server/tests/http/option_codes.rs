//! Option codes mean the same option before and after any edit, in answers, exports and figures.

use std::collections::BTreeMap;

use domain::{
    Role,
    edit::{Edit, Place},
};
use serde_json::{Value, json};

use crate::{
    exports::exported,
    support::{App, Dice, EditorForm, QuizAt},
};

/// The rows of an export by respondent, with their cells by column.
type Rows = BTreeMap<String, BTreeMap<String, String>>;

async fn rows(quiz: &QuizAt<'_>) -> Rows {
    let text = exported(quiz, "csv").await.text();
    let mut file = csv::Reader::from_reader(text.as_bytes());
    let header = file.headers().expect("a header").clone();
    let rows = file.records().map(|row| {
        let row = row.expect("a row");
        let cells: BTreeMap<String, String> =
            header.iter().zip(&row).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect();
        (cells["userId"].clone(), cells)
    });
    rows.collect()
}

/// The cells of a respondent's columns `<question>.<code>`, by code.
fn coded(rows: &Rows, user: &str, question: &str) -> BTreeMap<usize, String> {
    let codes = rows[user].iter().filter_map(|(name, cell)| {
        let code = name.strip_prefix(question)?.strip_prefix('.')?;
        Some((code.parse().ok()?, cell.clone()))
    });
    codes.collect()
}

fn cells(expected: &[(usize, &str)]) -> BTreeMap<usize, String> {
    expected.iter().map(|(code, cell)| (*code, (*cell).to_owned())).collect()
}

async fn record(quiz: &QuizAt<'_>) -> Value {
    quiz.get("").key(&quiz.app.key).await.is(200).json()
}

/// Labels and codes of a question's options, as respondents' clients see them.
async fn codes(quiz: &QuizAt<'_>, question: usize) -> Vec<(String, u64)> {
    let public = quiz.get("/public").await.is(200).json();
    let options = public["questions"][question]["options"].as_array().expect("options").clone();
    let code = |option: &Value| {
        (option["label"].as_str().expect("a label").to_owned(), option["code"].as_u64().expect("a code"))
    };
    options.iter().map(code).collect()
}

fn named(codes: &[(&str, u64)]) -> Vec<(String, u64)> {
    codes.iter().map(|(label, code)| ((*label).to_owned(), *code)).collect()
}

async fn submitted(quiz: &QuizAt<'_>, answers: Value) -> String {
    let user = quiz.begin().await;
    let body = json!({ "anon_id": user, "answers": answers });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    user
}

/// One question of each kind whose options have columns.
async fn office(app: &App) -> QuizAt<'_> {
    let options = json!([{ "label": "Meetings" }, { "label": "Noise" }, { "label": "Tools" }]);
    app.quiz(json!({ "name": "Office", "questions": [
        { "id": "many", "kind": "multiple", "text": "What disturbs?", "options": options },
        { "id": "order", "kind": "ranking", "text": "What first?", "options": options }] }))
        .await
}

#[tokio::test]
async fn columns_mean_the_same_options_after_an_edit() {
    let app = App::start().await;
    let quiz = office(&app).await;
    let early = submitted(&quiz, json!({ "many": [1], "order": [2, 1, 3] })).await;
    let under_way = quiz.begin().await;
    let many = cells(&[(1, "1"), (2, "0"), (3, "0")]);
    let order = cells(&[(1, "2"), (2, "1"), (3, "3")]);
    let before = rows(&quiz).await;
    assert_eq!((&coded(&before, &early, "many"), &coded(&before, &early, "order")), (&many, &order));

    let mut edited = record(&quiz).await;
    edited["questions"][0]["options"].as_array_mut().expect("options").remove(0);
    edited["questions"][1]["options"].as_array_mut().expect("options").reverse();
    quiz.patch(edited).await.is(200);
    let after = rows(&quiz).await;
    assert_eq!((&coded(&after, &early, "many"), &coded(&after, &early, "order")), (&many, &order));
    assert_eq!(codes(&quiz, 0).await, named(&[("Noise", 2), ("Tools", 3)]));
    assert_eq!(codes(&quiz, 1).await, named(&[("Tools", 3), ("Noise", 2), ("Meetings", 1)]));

    // Respondents who begin now cannot choose the removed option; those who began before can.
    let late = quiz.begin().await;
    let answer = |user: &str| json!({ "anon_id": user, "questionId": "many", "answer": [1] });
    quiz.post("/users/anonymous/answers").json(answer(&late)).await.is(422);
    quiz.post("/users/anonymous/answers").json(answer(&under_way)).await.is(200);
    let late = submitted(&quiz, json!({ "many": [2], "order": [3, 1, 2] })).await;
    let mut more = record(&quiz).await;
    let people = json!({ "label": "People" });
    more["questions"][0]["options"].as_array_mut().expect("options").insert(0, people);
    quiz.patch(more).await.is(200);
    assert_eq!(codes(&quiz, 0).await, named(&[("People", 4), ("Noise", 2), ("Tools", 3)]));
    let told = rows(&quiz).await;
    assert_eq!(coded(&told, &late, "many"), cells(&[(1, "0"), (2, "1"), (3, "0"), (4, "0")]));
    assert_eq!(coded(&told, &late, "order"), cells(&[(1, "2"), (2, "3"), (3, "1")]));
    assert_eq!(coded(&told, &under_way, "many"), cells(&[(1, "1"), (2, "0"), (3, "0"), (4, "0")]));
}

#[tokio::test]
async fn a_code_is_given_once_and_set_only_for_a_new_option() {
    let app = App::start().await;
    let quiz = office(&app).await;
    let with = |option: Value| {
        json!({ "questions": [{ "id": "many", "kind": "multiple", "text": "What disturbs?",
            "options": [{ "label": "Noise" }, { "label": "Tools" }, option] }] })
    };
    let place = "questions[0].options[2].code";
    let refused = async |option: Value| {
        quiz.patch(with(option)).await.invalid_at(&[place]).json()["details"][0]["code"].as_str().map(str::to_owned)
    };
    quiz.patch(with(json!({ "label": "None", "code": 99 }))).await.is(200);
    let none = record(&quiz).await["questions"][0]["options"][2]["id"].clone();
    assert_eq!(refused(json!({ "id": none, "label": "None", "code": 98 })).await.as_deref(), Some("read_only"));
    assert_eq!(refused(json!({ "label": "Coffee", "code": 100_000 })).await.as_deref(), Some("out_of_range"));
    // The code belonged to the meetings in an earlier version.
    assert_eq!(refused(json!({ "label": "Coffee", "code": 1 })).await.as_deref(), Some("not_unique"));
    quiz.patch(with(json!({ "label": "Coffee" }))).await.is(200);
    assert_eq!(codes(&quiz, 0).await, named(&[("Noise", 2), ("Tools", 3), ("Coffee", 100)]));
    assert_eq!(record(&quiz).await["version"], 3);

    // A question that was removed and returns continues its numbering; its options get their codes back.
    let first = quiz.get("/versions/1").key(&app.key).await.is(200).json()["questions"].clone();
    let order = json!({ "id": "order", "kind": "ranking", "text": "?", "options": [
        { "label": "Heat" }, { "id": first[1]["options"][1]["id"], "label": "Noise" }] });
    quiz.patch(json!({ "questions": [order] })).await.is(200);
    assert_eq!(codes(&quiz, 0).await, named(&[("Heat", 4), ("Noise", 2)]));
    quiz.patch(json!({ "questions": first })).await.is(200);
    assert_eq!(codes(&quiz, 0).await, named(&[("Meetings", 1), ("Noise", 2), ("Tools", 3)]));
    let same = with(json!({ "label": "None" }));
    quiz.patch(same).await.is(200);
    assert_eq!(codes(&quiz, 0).await, named(&[("Noise", 2), ("Tools", 3), ("None", 101)]));
}

/// Removes the codes from the stored definitions, as releases without codes stored them.
async fn forget_codes(app: &App, quiz: &QuizAt<'_>) {
    let mut database = app.database.connect().await;
    let select = format!("SELECT definition FROM quiz_versions WHERE quiz_id = '{}' ORDER BY version", quiz.id);
    for (stored, version) in database.texts(select).await.into_iter().zip(1..) {
        let mut stored: Value = serde_json::from_str(&stored).expect("a definition");
        stored.as_object_mut().expect("an object").remove("codes").expect("it is marked");
        for question in stored["questions"].as_array_mut().expect("questions") {
            for option in question["options"].as_array_mut().expect("options") {
                option.as_object_mut().expect("an option").remove("code").expect("it has a code");
            }
        }
        let id = &quiz.id;
        let update =
            format!("UPDATE quiz_versions SET definition = '{stored}' WHERE quiz_id = '{id}' AND version = {version}");
        database.run(update).await;
    }
}

#[tokio::test]
async fn what_earlier_releases_stored_means_what_it_did() {
    let earlier = App::start().await;
    let quiz = office(&earlier).await;
    let early = submitted(&quiz, json!({ "many": [1, 3], "order": [2, 1, 3] })).await;
    let under_way = quiz.begin().await;
    let mut edited = record(&quiz).await;
    for question in edited["questions"].as_array_mut().expect("questions") {
        question["options"].as_array_mut().expect("options").remove(0);
    }
    quiz.patch(edited).await.is(200);
    forget_codes(&earlier, &quiz).await;

    let app = earlier.beside_in_its_folder().await;
    let QuizAt { namespace, id, url, .. } = quiz;
    let quiz = QuizAt { app: &app, namespace, id, url };
    assert_eq!(codes(&quiz, 0).await, named(&[("Noise", 1), ("Tools", 2)]));
    let many = cells(&[(1, "0"), (2, "1"), (3, "1")]);
    assert_eq!(coded(&rows(&quiz).await, &early, "many"), many, "meetings are behind what the newest version has");
    let order = cells(&[(1, "1"), (2, "3"), (3, "2")]);
    assert_eq!(coded(&rows(&quiz).await, &early, "order"), order);

    // A respondent who has begun continues with the codes of that version.
    let first = quiz.get("/versions/1").key(&app.key).await.is(200).json();
    assert_eq!(
        (&first["questions"][0]["options"][0]["code"], &first["questions"][0]["options"][2]["code"]),
        (&json!(1), &json!(3))
    );
    let body = json!({ "anon_id": under_way, "answers": { "many": [1], "order": [1, 2, 3] } });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    let stored = quiz.whole_answers_of(&under_way).await.is(200).answers();
    assert_eq!(stored["values"]["many"], json!([first["questions"][0]["options"][0]["id"]]), "{stored}");

    // Sending the record back creates no version, and a new option is numbered after all others.
    let same = record(&quiz).await;
    assert_eq!(quiz.patch(same.clone()).await.is(200).json()["version"], 2);
    let mut more = same;
    more["questions"][0]["options"].as_array_mut().expect("options").push(json!({ "label": "People" }));
    quiz.patch(more).await.is(200);
    assert_eq!(codes(&quiz, 0).await, named(&[("Noise", 1), ("Tools", 2), ("People", 4)]));
    let now = rows(&quiz).await;
    assert_eq!(coded(&now, &early, "many"), cells(&[(1, "0"), (2, "1"), (3, "1"), (4, "0")]));
    assert_eq!(coded(&now, &under_way, "many"), cells(&[(1, "0"), (2, "0"), (3, "1"), (4, "0")]));

    // The first version becomes the newest with the current codes of its options, also in the editor.
    quiz.patch(json!({ "questions": first["questions"] })).await.is(200);
    let restored = named(&[("Meetings", 3), ("Noise", 1), ("Tools", 2)]);
    assert_eq!(codes(&quiz, 0).await, restored);
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let mut less = record(&quiz).await;
    less["questions"][0]["options"].as_array_mut().expect("options").remove(0);
    quiz.patch(less).await.is(200);
    EditorForm::open(&ana, &quiz, "/history").await.send(&ana, "restore version-1").await.is(303);
    EditorForm::publish(&ana, &quiz, "publish").await.is(303);
    assert_eq!(codes(&quiz, 0).await, restored);
    assert_eq!(coded(&rows(&quiz).await, &early, "many"), cells(&[(1, "0"), (2, "1"), (3, "1"), (4, "0")]));
}

#[tokio::test]
async fn drafts_and_copies_keep_codes() {
    let app = App::start().await;
    let quiz = office(&app).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let load = async || ana.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    let draft = load().await;
    let first = &draft["tree"]["questions"][0]["options"][0];
    assert_eq!(first["code"], 1, "{draft}");
    let options = Place::question("many").then("options");
    let removed = Edit::remove(options.then(first["id"].as_str().expect("an id")));
    let edits = [removed, Edit::insert(options, 0, json!({ "label": "People" }))];
    let sent = json!({ "revision": draft["revision"], "edits": edits });
    ana.call(axum::http::Method::POST, &quiz.dashboard("edit/draft")).json(sent).await.is(200);
    EditorForm::publish(&ana, &quiz, "publish").await.is(303);
    let expected = named(&[("People", 4), ("Noise", 2), ("Tools", 3)]);
    assert_eq!(codes(&quiz, 0).await, expected);
    assert_eq!(load().await["tree"]["questions"][0]["options"][0]["code"], 4);

    let reply = ana.post(&quiz.dashboard("duplicate"), &[]).await.is(303);
    let id = reply.header("location").rsplit('/').next().and_then(|id| id.split('?').next()).expect("an id").to_owned();
    let copy =
        QuizAt { app: &app, namespace: "acme".to_owned(), url: format!("/api/v1/namespaces/acme/quizzes/{id}"), id };
    copy.patch(json!({ "status": "open" })).await.is(200);
    assert_eq!(codes(&copy, 0).await, expected);
    // A saved definition creates a quiz with the same codes, too.
    let saved = ana.get(&quiz.dashboard("definition")).await.is(200).json();
    let made = app.quiz(saved).await;
    assert_eq!(codes(&made, 0).await, expected);
}

/// A respondent's choices by question: ids of options, in order for a ranking.
type Chosen = BTreeMap<String, Vec<String>>;

struct Edited<'a> {
    quiz: QuizAt<'a>,
    dice: Dice,
    /// The code of each option seen so far, by question and id.
    codes: BTreeMap<(String, String), u64>,
    records: BTreeMap<String, Chosen>,
    removed: Vec<Value>,
    labels: u64,
}

impl Edited<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        usize::try_from(self.dice.roll(sides as u64)).expect("small")
    }

    fn label(&mut self) -> Value {
        self.labels += 1;
        json!(format!("L{}", self.labels))
    }

    fn question(&mut self, id: &str) -> Value {
        let kind = ["choice", "multiple", "ranking", "matrix"][self.roll(4)];
        let options: Vec<Value> = (0..2 + self.roll(3)).map(|_| json!({ "label": self.label() })).collect();
        let mut question = json!({ "id": id, "kind": kind, "text": "?", "required": false, "options": options });
        if kind == "matrix" {
            question["rows"] = json!([{ "id": "one", "text": "One" }, { "id": "two", "text": "Two" }]);
        }
        question
    }

    async fn edit(&mut self) {
        let mut questions = record(&self.quiz).await["questions"].as_array().expect("questions").clone();
        for _ in 0..=self.roll(2) {
            let at = self.roll(questions.len());
            match self.roll(8) {
                0 if questions.len() > 1 => self.removed.push(questions.remove(at)),
                1 => {
                    let id = format!("q_{}", self.labels);
                    let question = self.question(&id);
                    questions.insert(at, question);
                }
                2 => questions.reverse(),
                3 if !self.removed.is_empty() => {
                    let which = self.roll(self.removed.len());
                    let back = self.removed.swap_remove(which);
                    if questions.iter().all(|question| question["id"] != back["id"]) {
                        questions.insert(at, back);
                    }
                }
                _ => self.edit_options(&mut questions[at]),
            }
        }
        self.quiz.patch(json!({ "questions": questions })).await.is(200);
    }

    fn edit_options(&mut self, question: &mut Value) {
        let options = question["options"].as_array_mut().expect("options");
        let fields = [&["id"][..], &["id", "code"], &["code"], &[]][self.roll(4)];
        for option in options.iter_mut() {
            fields.iter().for_each(|field| drop(option.as_object_mut().expect("an option").remove(*field)));
        }
        let at = self.roll(options.len());
        match self.roll(4) {
            0 if options.len() > 2 => drop(options.remove(at)),
            1 => options.rotate_left(at),
            2 => options[at]["label"] = self.label(),
            _ => options.insert(at, json!({ "label": self.label() })),
        }
    }

    async fn answer(&mut self) {
        let public = self.quiz.get("/public").await.is(200).json();
        let (mut chosen, mut answers) = (Chosen::new(), json!({}));
        for question in public["questions"].as_array().expect("questions") {
            let id = question["id"].as_str().expect("an id");
            let mut options: Vec<(String, u64)> = Vec::new();
            for option in question["options"].as_array().expect("options") {
                let (option, code) = (option["id"].as_str().expect("an id"), option["code"].as_u64().expect("a code"));
                let known = *self.codes.entry((id.to_owned(), option.to_owned())).or_insert(code);
                assert_eq!(known, code, "the code of {option}");
                options.push((option.to_owned(), code));
            }
            let turn = self.roll(options.len());
            options.rotate_left(turn);
            let kind = question["kind"].as_str().expect("a kind");
            let items = match kind {
                "matrix" => vec![format!("{id}_one"), format!("{id}_two")],
                _ => vec![id.to_owned()],
            };
            options.truncate(match kind {
                "ranking" => options.len(),
                "multiple" => 1 + self.roll(options.len()),
                _ => 1,
            });
            let given: Vec<u64> = options.iter().map(|(_, code)| *code).collect();
            for item in items {
                answers[&item] = if matches!(kind, "choice" | "matrix") { json!(given[0]) } else { json!(given) };
                chosen.insert(item, options.iter().map(|(id, _)| id.clone()).collect());
            }
        }
        let mut given: Vec<_> = self.codes.iter().map(|((question, _), code)| (question, code)).collect();
        given.sort_unstable();
        assert!(given.windows(2).all(|pair| pair[0] != pair[1]), "a code was given twice: {:?}", self.codes);
        let user = submitted(&self.quiz, answers).await;
        self.records.insert(user, chosen);
    }

    fn code(&self, item: &str, option: &str) -> usize {
        let question = item.strip_suffix("_one").or_else(|| item.strip_suffix("_two")).unwrap_or(item);
        usize::try_from(self.codes[&(question.to_owned(), option.to_owned())]).expect("small")
    }

    async fn check_export(&self) {
        let rows = rows(&self.quiz).await;
        for (user, chosen) in &self.records {
            for (item, chosen) in chosen {
                let codes: Vec<usize> = chosen.iter().map(|option| self.code(item, option)).collect();
                if let Some(code) = rows[user].get(&format!("{item}.code")) {
                    assert_eq!((&rows[user][item], code), (&chosen[0], &codes[0].to_string()));
                    continue;
                }
                assert_eq!(rows[user][item].split(' ').count(), chosen.len());
                let told = coded(&rows, user, item).into_iter().filter(|(_, cell)| !["", "0"].contains(&cell.as_str()));
                let told: Vec<(usize, String)> = told.collect();
                let is_ranking = told.iter().any(|(_, cell)| cell != "1");
                let mut expected: Vec<(usize, String)> = (1..)
                    .zip(codes)
                    .map(|(rank, code)| (code, if is_ranking { rank } else { 1 }.to_string()))
                    .collect();
                expected.sort_unstable();
                assert_eq!(told, expected, "{item} of {user}");
            }
        }
    }

    async fn check_figures(&self) {
        let found = self.quiz.get("/insights").key(&self.quiz.app.key).await.is(200).json();
        for question in found["questions"].as_array().expect("questions") {
            let id = question["id"].as_str().expect("an id");
            let options = question["options"].as_array().expect("options");
            let counts: BTreeMap<&str, usize> = options
                .iter()
                .map(|option| {
                    let chosen = option["chosen"].as_u64().expect("a count");
                    (option["id"].as_str().expect("an id"), usize::try_from(chosen).expect("small"))
                })
                .collect();
            assert_eq!(counts.len(), options.len(), "{question}");
            for (option, count) in counts {
                let chose =
                    |chosen: &&Chosen| chosen.get(id).is_some_and(|chosen| chosen.iter().any(|one| one == option));
                assert_eq!(count, self.records.values().filter(chose).count(), "{option} of {id}");
            }
        }
    }
}

#[tokio::test]
async fn random_edits_change_the_meaning_of_nothing() {
    let app = App::start().await;
    for seed in 0..8 {
        let mut edited = Edited {
            quiz: app.open_quiz().await,
            dice: Dice(seed),
            codes: BTreeMap::new(),
            records: BTreeMap::new(),
            removed: Vec::new(),
            labels: 0,
        };
        let questions: Vec<Value> = ["a", "b", "a_b"].iter().map(|id| edited.question(id)).collect();
        edited.quiz = app.quiz(json!({ "name": "Edited", "questions": questions })).await;
        for _ in 0..6 {
            edited.answer().await;
            edited.answer().await;
            edited.check_export().await;
            edited.check_figures().await;
            edited.edit().await;
        }
    }
}
