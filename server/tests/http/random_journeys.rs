//! Random quizzes of every kind, answered at random through the pages alone: the record equals the one that the API
//! creates from the same answers.

use std::{collections::BTreeMap, fmt::Write};

use serde_json::{Value, json};

use crate::support::{App, Control, Form, Page, QuizAt, Random};

const QUIZZES: usize = 200;
const STEPS: usize = 60;

/// A respondent's answers by item, as the API takes them.
type Given = BTreeMap<String, Value>;

/// Create Quiz may refuse it, because some of its conditions always hold.
fn written(random: &mut Random) -> Value {
    let (mut written, _) = random.definition();
    written.as_object_mut().expect("an object").remove("scheme");
    if written["scoring"]["method"] == "table" {
        written["scoring"]["method"] = json!("average");
        written["scoring"].as_object_mut().expect("a scoring").remove("tables");
    }
    let questions = written["questions"].as_array_mut().expect("questions");
    // Two options are unconditional, so that each question has options.
    let options = questions.iter_mut().filter_map(|question| question.get_mut("options")?.as_array_mut());
    for option in options.flat_map(|options| options.iter_mut().take(2)) {
        option.as_object_mut().expect("an option").remove("showIf");
    }
    written["name"] = json!("Random");
    written["review"] = json!(random.below(2) == 0);
    written
}

/// A respondent who follows links and submits forms.
struct Walker<'a> {
    app: &'a App,
    questions: &'a [Value],
    /// False if another answer could make a submitted ranking incomplete.
    may_go_back: bool,
    random: Random,
    given: Given,
}

impl<'a> Walker<'a> {
    /// Goes from the start page to the end of the questions, and returns the respondent's id.
    async fn walk(&mut self, quiz: &QuizAt<'a>) -> String {
        let mut page = Page::open(self.app, &quiz.page()).await.is(200).send(&[]).await.follow().await;
        let user = page.user();
        let mut passed: Vec<String> = Vec::new();
        for _ in 0..STEPS {
            let Some(id) = page.question() else {
                let record = quiz.whole_answers_of(&user).await.is(200).answers();
                if record["isCompleted"] == true {
                    return user;
                }
                // The review page, with a button that submits.
                page = page.form().send(self.app, &[]).await.follow().await.is(200);
                continue;
            };
            if self.may_go_back && !passed.is_empty() && passed.len() < 4 && self.random.below(6) == 0 {
                let earlier = &passed[self.below(passed.len())];
                let url = format!("{}?q={earlier}", page.path());
                passed.push(earlier.clone());
                page = Page::open(self.app, &url).await.is(200);
                continue;
            }
            let form = page.form();
            let fields = self.answer(&id, &form);
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            page = form.send(self.app, &fields).await.follow().await.is(200);
            passed.push(id);
        }
        panic!("no end after {STEPS} steps, at {}: {:?}", page.url, self.given);
    }

    fn below(&mut self, end: usize) -> usize {
        self.random.below(u32::try_from(end).expect("a short list")) as usize
    }

    /// Fields that answer the question or skip it. Records the answer.
    fn answer(&mut self, id: &str, form: &Form) -> Vec<(String, String)> {
        let question =
            self.questions.iter().find(|question| question["id"] == id).expect("a question of the quiz").clone();
        let skip = form.controls.iter().find(|control| control.kind == "submit" && control.value == "skip");
        if let Some(skip) = skip.filter(|_| self.random.below(4) == 0) {
            self.given.retain(|item, _| item != id && !(is_matrix(&question) && item.starts_with(&format!("{id}_"))));
            return vec![(skip.name.clone(), skip.value.clone())];
        }
        let values = |name: &str| -> Vec<String> {
            let named = form.controls.iter().filter(|control| control.name == name && !control.value.is_empty());
            named.map(|control| control.value.clone()).collect()
        };
        let mut fields = Vec::new();
        let value = match question["kind"].as_str().unwrap_or("choice") {
            "statement" => return fields,
            "choice" => {
                let offered = values("answer");
                let chosen = offered[self.below(offered.len())].clone();
                fields.push(("answer".to_owned(), chosen.clone()));
                json!(chosen)
            }
            "multiple" => {
                let chosen = self.some(&question, &values("answer"));
                fields.extend(chosen.iter().map(|option| ("answer".to_owned(), option.clone())));
                json!(chosen)
            }
            "scale" => {
                let offered = values("answer");
                let chosen = offered[self.below(offered.len())].clone();
                fields.push(("answer".to_owned(), chosen.clone()));
                json!(chosen.parse::<i64>().expect("a whole number"))
            }
            "number" => {
                let least = question["min"].as_u64().expect("a bound");
                let most = question["max"].as_u64().expect("a bound");
                // Three digits after a separator could be thousands.
                let places = question["decimals"].as_u64().unwrap_or_default().min(2);
                let of_one = 10_u64.pow(u32::try_from(places).expect("few"));
                let parts =
                    of_one * least + self.below(usize::try_from(of_one * (most - least)).expect("small") + 1) as u64;
                let mut written = (parts / of_one).to_string();
                if places > 0 {
                    let width = usize::try_from(places).expect("few");
                    let sign = [',', '.'][self.below(2)];
                    write!(written, "{sign}{:0width$}", parts % of_one).expect("a text");
                }
                fields.push(("answer".to_owned(), written.clone()));
                json!(written.replace(',', ".").parse::<f64>().expect("a number"))
            }
            "text" => {
                let written = match question["format"].as_str() {
                    Some("email") => "anna@example.com",
                    Some("url") => "https://example.com/a?b",
                    Some("phone") => "+34 600 111 222",
                    _ => ["é", "two words", "<b>&", "日本"][self.below(4)],
                };
                fields.push(("answer".to_owned(), written.to_owned()));
                json!(written)
            }
            "date" => {
                let (day, month, year) = (1 + self.below(28), 1 + self.below(12), 1990 + self.below(50));
                for (part, value) in [("day", day), ("month", month), ("year", year)] {
                    fields.push((format!("answer_{part}"), value.to_string()));
                }
                json!(format!("{year}-{month:02}-{day:02}"))
            }
            "ranking" => {
                let mut names: Vec<&str> = Vec::new();
                for Control { name, .. } in
                    form.controls.iter().filter(|control| control.name.starts_with("answer_rank_"))
                {
                    if !names.contains(&name.as_str()) {
                        names.push(name);
                    }
                }
                let turn = self.below(names.len());
                names.rotate_left(turn);
                let ranked = names.iter().zip(1..).map(|(name, rank)| ((*name).to_owned(), format!("{rank}")));
                fields.extend(ranked);
                names.iter().map(|name| name.trim_start_matches("answer_rank_")).collect()
            }
            "matrix" => {
                for row in question["rows"].as_array().expect("rows") {
                    let row = row["id"].as_str().expect("an id");
                    let offered = values(&format!("answer_{row}"));
                    let chosen = offered[self.below(offered.len())].clone();
                    fields.push((format!("answer_{row}"), chosen.clone()));
                    self.given.insert(format!("{id}_{row}"), json!(chosen));
                }
                return fields;
            }
            "consent" => {
                fields.push(("answer".to_owned(), "yes".to_owned()));
                json!(true)
            }
            other => panic!("a kind of question that is not known: {other}"),
        };
        self.beside(id, &question, &value, &mut fields);
        self.given.insert(id.to_owned(), value);
        fields
    }

    /// A random selection of the offered options; an exclusive one is chosen alone.
    fn some(&mut self, question: &Value, offered: &[String]) -> Vec<String> {
        let options = question["options"].as_array().expect("options");
        let is_exclusive =
            |id: &String| options.iter().any(|option| option["id"] == **id && option["exclusive"] == true);
        let first = offered[self.below(offered.len())].clone();
        if is_exclusive(&first) {
            return vec![first];
        }
        offered.iter().filter(|id| **id == first || !is_exclusive(id) && self.random.below(2) == 0).cloned().collect()
    }

    /// Fills the text field of a chosen option that has one.
    fn beside(&mut self, id: &str, question: &Value, value: &Value, fields: &mut Vec<(String, String)>) {
        let chosen =
            |option: &Value| *value == option["id"] || value.as_array().is_some_and(|all| all.contains(&option["id"]));
        let opens = |option: &Value| option["other"] == true && chosen(option);
        if !question["options"].as_array().is_some_and(|options| options.iter().any(opens)) {
            return;
        }
        let written = ["", "Elsewhere"][self.below(2)];
        fields.push(("answer_other".to_owned(), written.to_owned()));
        let item = format!("{id}_other");
        if written.is_empty() {
            self.given.remove(&item);
        } else {
            self.given.insert(item, json!(written));
        }
    }
}

fn is_matrix(question: &Value) -> bool {
    question["kind"] == "matrix"
}

/// A record without respondent-specific fields.
fn outcome(mut record: Value) -> Value {
    for personal in ["id", "userId", "activityDate", "startedAt", "submittedAt"] {
        record.as_object_mut().expect("a record").remove(personal);
    }
    record
}

#[tokio::test]
async fn pages_make_the_record_that_the_api_makes_of_the_same_answers() {
    let app = App::start().await;
    let (mut made, mut seed) = (0, 0);
    while made < QUIZZES {
        seed += 1;
        let mut random = Random::new(seed);
        let body = written(&mut random);
        let reply = app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(body.clone()).await;
        if reply.status == 422 {
            continue;
        }
        let record = reply.is(201).json();
        let quiz = QuizAt {
            app: &app,
            namespace: "acme".to_owned(),
            url: format!("/api/v1/namespaces/acme/quizzes/{}", record["id"].as_str().expect("an id")),
            id: record["id"].as_str().expect("an id").to_owned(),
        };
        made += 1;

        let questions = body["questions"].as_array().expect("questions");
        let depends = |option: &Value| option.get("showIf").is_some();
        let is_fixed = |question: &Value| {
            question["kind"] != "ranking" || !question["options"].as_array().expect("options").iter().any(depends)
        };
        let may_go_back = questions.iter().all(is_fixed);
        let mut walker = Walker { app: &app, questions, may_go_back, random, given: Given::new() };
        let by_pages = walker.walk(&quiz).await;

        let by_api = quiz.new_anon_id().await;
        let begin = json!({ "anon_id": by_api, "language": body["language"] });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        let submit = json!({ "anon_id": by_api, "answers": walker.given });
        quiz.post("/users/anonymous/answers/submit").json(submit).await.is(200);

        let whole = |user: String| quiz.get(&format!("/users/{user}/answers?recommendations_type=full")).key(&app.key);
        let [pages, api] = [whole(by_pages).await.is(200).answers(), whole(by_api).await.is(200).answers()];
        assert_eq!(outcome(pages), outcome(api), "seed {seed}: {body}");
    }
}
