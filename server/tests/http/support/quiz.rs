//! A quiz of a running app, and the actions of its respondents.

use serde_json::{Value, json};

use super::{App, Call};

/// Answers by question and code that give 25, 20, 100, 100, 85, 100, 50, 100 points. This published example scores
/// spend 23, save 100, borrow 93, plan 75, and 73 overall.
pub(crate) const VECTOR_3: [(&str, u32); 8] =
    [("fhn1", 4), ("fhn2", 4), ("fhn3", 1), ("fhn4", 1), ("fhn5", 2), ("fhn6", 1), ("fhn7", 3), ("fhn8", 1)];

/// The same answers as the `answers` of a submission.
pub(crate) fn all_answers() -> Value {
    VECTOR_3
        .into_iter()
        .map(|(question, code)| (question.to_owned(), json!(code)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

pub(crate) struct QuizAt<'a> {
    pub(crate) app: &'a App,
    pub(crate) namespace: String,
    pub(crate) id: String,
    /// `/api/v1/namespaces/…/quizzes/…`
    pub(crate) url: String,
}

impl QuizAt<'_> {
    pub(crate) fn get(&self, rest: &str) -> Call {
        self.app.get(&format!("{}{rest}", self.url))
    }

    pub(crate) fn post(&self, rest: &str) -> Call {
        self.app.post(&format!("{}{rest}", self.url))
    }

    pub(crate) fn patch(&self, body: Value) -> Call {
        self.app.patch(&self.url).key(&self.app.key).json(body)
    }

    /// The path of a dashboard page of the quiz; the overview for an empty `page`.
    pub(crate) fn dashboard(&self, page: &str) -> String {
        let overview = format!("/admin/ns/{}/quizzes/{}", self.namespace, self.id);
        if page.is_empty() { overview } else { format!("{overview}/{page}") }
    }

    pub(crate) fn page(&self) -> String {
        format!("/aq/{}/{}", self.namespace, self.id)
    }

    /// A new respondent of an open quiz, who has begun.
    pub(crate) async fn begin(&self) -> String {
        let anon_id = self.new_anon_id().await;
        self.post("/users/anonymous/initQuiz").json(json!({ "anon_id": anon_id })).await.is(200);
        anon_id
    }

    pub(crate) async fn new_anon_id(&self) -> String {
        let body = self.post("/users/anonymous/genId").await.is(200).json();
        body["anon_id"].as_str().expect("an anon_id").to_owned()
    }

    /// A new respondent of an open quiz, who has submitted the published example.
    pub(crate) async fn submitted(&self) -> String {
        let anon_id = self.begin().await;
        let body = json!({ "anon_id": anon_id, "answers": all_answers() });
        self.post("/users/anonymous/answers/submit").json(body).await.is(200);
        anon_id
    }

    pub(crate) async fn session(&self, id: &str) -> String {
        self.post("/users/anonymous/initQuiz").json(json!({ "sessionId": id })).await.is(200);
        id.to_owned()
    }

    pub(crate) async fn invited(&self) -> String {
        let body = json!({ "users": [{ "name": "Ana" }] });
        let body = self.post("/users").key(&self.app.key).json(body).await.is(201).json();
        body["users"][0]["id"].as_str().expect("an id").to_owned()
    }

    /// The respondent's record without a key.
    pub(crate) fn answers_of(&self, user: &str) -> Call {
        self.get(&format!("/users/{}/answers", super::segment(user)))
    }

    /// The respondent's complete record.
    pub(crate) fn whole_answers_of(&self, user: &str) -> Call {
        self.answers_of(user).key(&self.app.key)
    }
}
