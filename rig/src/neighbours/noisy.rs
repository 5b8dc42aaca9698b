//! The tenant that takes what it can get: its quizzes, each near the bounds of what a quiz may be, and its respondents.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{connection::Request, load};
use crate::bench::{self, Server};

/// The demo's, whose administrator's password is known.
const NAMESPACE: &str = "demo";
pub(super) const QUIZZES: &str = "/api/v1/namespaces/demo/quizzes";
/// Of the largest definitions: 10,000 options in all, and about 900 kB.
const QUESTIONS: u32 = 200;
const OPTIONS: u32 = 50;
/// Of the quizzes whose pages are asked for.
pub(super) const RESPONDENTS: u32 = 100;
/// Records of about 240 kB.
const LARGE_RECORDS: u32 = 16;
const LONG_ANSWERS: u32 = 15;
const ALL_LONG: u32 = LARGE_RECORDS * LONG_ANSWERS;
/// The text of a large quiz that saves replace.
const DIFFERENT: &str = "What differs";

/// The amounts of data.
pub(super) struct Size {
    pub(super) large_quizzes: u32,
    pub(super) versions: u32,
    pub(super) sessions: u32,
}

pub(super) struct Noisy {
    pub(super) key: String,
    /// Of an administrator who is signed in.
    cookie: String,
    /// The quiz of every ordinary request, with some respondents.
    pub(super) small: String,
    /// Has as many conditions as a quiz may have, and thousands of respondents who have begun.
    pub(super) conditions: String,
    /// Large quizzes, of which the first has many versions.
    pub(super) large: Vec<String>,
    /// Takes long texts; has a few respondents with large records.
    pub(super) texts: String,
    /// The body of a save, around what makes one different from another.
    definition: (String, String),
}

impl Noisy {
    pub(super) fn make(server: &Server, address: SocketAddr, size: &Size) -> Result<Self> {
        let (key, cookie) = (server.key.clone(), bench::sign_in(server)?);
        let create = |questions: &Value| create(address, &key, questions);
        let small =
            create(&json!([{ "id": "q0", "text": "Yes?", "options": [{ "label": "yes" }, { "label": "no" }] }]))?;
        let conditions = create(&full_of_conditions())?;
        let texts = (0..QUESTIONS)
            .map(|number| json!({ "id": format!("q{number}"), "kind": "text", "text": "Tell us", "required": false }));
        let texts = create(&Value::Array(texts.collect()))?;
        let large = full_of_options();
        let definition = json!({ "questions": large }).to_string();
        let (before, after) = definition.split_once(DIFFERENT).context("the definition lacks its mark")?;
        let definition = (before.to_owned(), after.to_owned());
        let large = (0..size.large_quizzes).map(|_| create(&large)).collect::<Result<_>>()?;
        let noisy = Self { key, cookie, small, conditions, large, texts, definition };
        for version in 1..size.versions {
            load::all(address, 1, 1, &|_| noisy.save(&noisy.large[0], version))?;
        }
        for (quiz, count) in
            [(&noisy.conditions, size.sessions), (&noisy.small, RESPONDENTS), (&noisy.texts, LARGE_RECORDS)]
        {
            load::all(address, count, 8, &|number| begin(quiz, number))?;
        }
        for quiz in noisy.large.iter().take(1) {
            load::all(address, RESPONDENTS, 8, &|number| begin(quiz, number))?;
        }
        load::all(address, ALL_LONG, 8, &|number| noisy.answer_at_length(number))?;
        Ok(noisy)
    }

    /// A page of the dashboard.
    pub(super) fn dashboard(&self, path: &str) -> Request {
        Request::get(format!("/admin/ns/{NAMESPACE}{path}")).with("cookie", &self.cookie)
    }

    pub(super) fn keyed(&self, request: Request) -> Request {
        request.with("x-api-key", &self.key)
    }

    /// Replaces the questions of a large quiz by almost the same ones.
    pub(super) fn save(&self, quiz: &str, number: u32) -> Request {
        let (before, after) = &self.definition;
        self.keyed(Request::patch(api(quiz), format!("{before}{number}{after}")))
    }

    /// Answers one question of a large record with as many bytes as an answer may have. Each round changes them all.
    pub(super) fn answer_at_length(&self, number: u32) -> Request {
        let (session, question) = (number % LARGE_RECORDS, number / LARGE_RECORDS % LONG_ANSWERS);
        let answer = json!({
            "sessionId": format!("noisy-{session}"),
            "questionId": format!("q{question}"),
            "answer": "𝄞".repeat((4000 - number / ALL_LONG % 2) as usize),
        });
        Request::post(format!("{}/users/inapp/answers", api(&self.texts)), answer.to_string())
    }

    pub(super) fn answer_shortly(&self, number: u32) -> Request {
        let answer = json!({
            "sessionId": format!("noisy-{}", number % RESPONDENTS), "questionId": "q0", "answer": number / RESPONDENTS % 2 + 1,
        });
        Request::post(format!("{}/users/inapp/answers", api(&self.small)), answer.to_string())
    }
}

pub(super) fn api(quiz: &str) -> String {
    format!("{QUIZZES}/{quiz}")
}

/// The first question of a respondent who has begun, or the start page of one who has not.
pub(super) fn page(quiz: &str, number: u32) -> Request {
    if number % 2 == 1 {
        return Request::get(format!("/app/{NAMESPACE}/{quiz}?sessionId=not-begun"));
    }
    Request::get(format!("/app/{NAMESPACE}/{quiz}?sessionId=noisy-{}&q=q0", number % RESPONDENTS))
}

fn begin(quiz: &str, number: u32) -> Request {
    Request::post(format!("{}/users/inapp/noisy-{number}/initQuiz", api(quiz)), "{}")
}

fn create(address: SocketAddr, key: &str, questions: &Value) -> Result<String> {
    let quiz = json!({ "name": "Noisy", "anonymous": false, "inapp": true, "questions": questions });
    load::create(address, &Request::post(QUIZZES, quiz.to_string()).with("x-api-key", key))
}

/// As many options as a definition may have.
fn full_of_options() -> Value {
    let question = |question| {
        let option = |option| json!({ "label": format!("Option {option} of question {question}, {}", "x".repeat(50)) });
        let options: Vec<_> = (0..OPTIONS).map(option).collect();
        json!({ "id": format!("q{question}"), "text": format!("Question {question}"), "options": options })
    };
    let mut questions: Vec<_> = (0..QUESTIONS).map(question).collect();
    questions[0]["text"] = json!(DIFFERENT);
    Value::Array(questions)
}

/// As many conditions as a definition may have, ten on each question but the first, and almost as many languages in them.
fn full_of_conditions() -> Value {
    let options = json!([{ "label": "yes" }, { "label": "no" }]);
    let mut any = vec![json!({ "language": vec!["fr"; 12] }); 8];
    any.push(json!({ "question": "q0", "is": [1] }));
    let others = (1..QUESTIONS).map(|question| {
        let show_if = json!({ "any": any });
        json!({ "id": format!("q{question}"), "text": "Yes?", "showIf": show_if, "options": options })
    });
    let first = json!({ "id": "q0", "text": "Yes?", "options": options });
    Value::Array([first].into_iter().chain(others).collect())
}
