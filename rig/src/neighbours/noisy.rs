//! The noisy tenant: its quizzes, each near the limits of a quiz, and its respondents.

use std::{net::SocketAddr, thread, time::Duration};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};

use super::{connection::Request, load};
use crate::bench::{self, Server};

/// The demo's namespace, whose administrator's password is known.
pub(super) const NAMESPACE: &str = "demo";
pub(super) const QUIZZES: &str = "/api/v1/namespaces/demo/quizzes";
/// The largest definitions have 10,000 options in total and take about 900 kB.
const QUESTIONS: u32 = 200;
const OPTIONS: u32 = 50;
pub(super) const RESPONDENTS: u32 = 100;
/// Records of about 240 kB.
const LARGE_RECORDS: u32 = 16;
const LONG_ANSWERS: u32 = 15;
const ALL_LONG: u32 = LARGE_RECORDS * LONG_ANSWERS;
const BROWSERS: usize = 5;
const AT_ONCE: u32 = 200;
const TABLES: u32 = 60;
const WIDE: u32 = 4_000;
/// The text of a large quiz that saves replace.
const DIFFERENT: &str = "What differs";

pub(super) struct Size {
    pub(super) large_quizzes: u32,
    pub(super) versions: u32,
    pub(super) sessions: u32,
    pub(super) people: u32,
    /// Accounts of the quiet tenant.
    pub(super) accounts: u32,
}

pub(super) struct Noisy {
    pub(super) key: String,
    /// The cookie of a signed-in administrator.
    pub(super) cookie: String,
    /// The quiz for all ordinary requests, with some respondents.
    pub(super) small: String,
    /// Has the maximum number of conditions, and thousands of respondents who have begun.
    pub(super) conditions: String,
    /// Large quizzes, of which the first has many versions.
    pub(super) large: Vec<String>,
    /// Takes long texts; has a few respondents with large records.
    pub(super) texts: String,
    /// The cookies of several browsers in which the administrator has signed in, and the account's email address.
    pub(super) browsers: Vec<String>,
    pub(super) email: String,
    /// The quiz that forms change.
    pub(super) forms: String,
    /// Has many invited respondents, whose links are a long list.
    pub(super) invited: String,
    /// The token of a report with as many tables as a page can show.
    pub(super) report: String,
    pub(super) export: String,
    /// The revision of a draft with very many options.
    pub(super) wide: String,
    /// The body of a save, before and after the part that varies.
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
        let forms =
            create(&json!([{ "id": "q0", "text": "Yes?", "options": [{ "label": "yes" }, { "label": "no" }] }]))?;
        let people = json!({ "name": "People", "anonymous": false }).to_string();
        let invited = load::create(address, &Request::post(QUIZZES, people).with("x-api-key", &key))?;
        let (browsers, report, export, wide) = Default::default();
        let email = server.administrator.0.clone();
        let mut noisy = Self {
            key,
            cookie,
            small,
            conditions,
            large,
            texts,
            browsers,
            email,
            forms,
            invited,
            report,
            export,
            wide,
            definition,
        };
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
        if size.large_quizzes > 0 {
            noisy.browsers = (0..BROWSERS).map(|_| bench::sign_in(server)).collect::<Result<_>>()?;
            noisy.invite(address, size.people)?;
            noisy.report = noisy.share_report(address)?;
            noisy.export = noisy.export_texts(address)?;
            noisy.wide = noisy.widen_draft(address)?;
        }
        Ok(noisy)
    }

    fn invite(&self, address: SocketAddr, people: u32) -> Result<()> {
        let users = json!({ "users": vec![json!({}); AT_ONCE as usize] }).to_string();
        let path = format!("{}/users", api(&self.invited));
        load::all(address, people / AT_ONCE, 1, &|_| self.keyed(Request::post(&path, users.clone())))
    }

    /// Shares a report with many large tables, and returns its token.
    fn share_report(&self, address: SocketAddr) -> Result<String> {
        let options: Vec<_> = (0..100).map(|option| json!({ "label": format!("Option {option}") })).collect();
        let question = |number| json!({ "id": format!("q{number}"), "text": "Which?", "options": options });
        let questions: Vec<_> = (0..TABLES).map(question).collect();
        let quiz = create(address, &self.key, &Value::Array(questions))?;
        load::all(address, RESPONDENTS, 8, &|number| begin(&quiz, number))?;
        let answers: Map<_, _> = (0..TABLES).map(|number| (format!("q{number}"), json!(1))).collect();
        load::all(address, RESPONDENTS, 8, &|number| {
            let body = json!({ "sessionId": format!("noisy-{number}"), "answers": answers });
            Request::post(format!("{}/users/inapp/answers/submit", api(&quiz)), body.to_string())
        })?;
        let tables: String = (0..TABLES).map(|number| format!("&table=q.q{number}")).collect();
        let form = Request::form(
            format!("/admin/ns/{NAMESPACE}/quizzes/{quiz}/insights/reports"),
            format!("title=Report&days=30&threshold=5{tables}"),
        );
        let (status, page) = load::one(address, &form.with("cookie", &self.cookie))?;
        let token = page.split("/report/").nth(1).and_then(|rest| rest.split('"').next());
        let token = token.with_context(|| format!("sharing a report is answered with {status}"))?.to_owned();
        // Today's answers are published only after the quiz is closed.
        let closed = self.keyed(Request::patch(api(&quiz), r#"{"status":"closed"}"#));
        let (status, refusal) = load::one(address, &closed)?;
        ensure!(status == 200, "closing a quiz is answered with {status}: {refusal}");
        let publish =
            page.split('"').find(|part| part.ends_with("/publish")).context("no button publishes a report")?;
        load::one(address, &Request::form(publish, "").with("cookie", &self.cookie))?;
        let (_, page) = load::one(address, &Request::get(format!("/report/{token}")))?;
        ensure!(page.contains("/table-0.csv"), "a published report has no tables");
        Ok(token)
    }

    /// Exports the large records, and returns the path of the file.
    fn export_texts(&self, address: SocketAddr) -> Result<String> {
        let quiz = api(&self.texts);
        let (status, refusal) = load::one(address, &self.keyed(Request::post(format!("{quiz}/csvExport"), "{}")))?;
        ensure!(status == 202, "an export is refused with {status}: {refusal}");
        for _ in 0..300 {
            let (_, record) = load::one(address, &self.keyed(Request::get(&quiz)))?;
            let record: Value = serde_json::from_str(&record)?;
            if let Some(link) = record["csvExportPath"].as_str() {
                let path = link.find("/api/").map(|at| link[at..].to_owned());
                return path.context("the link of an export");
            }
            thread::sleep(Duration::from_millis(100));
        }
        bail!("an export did not end")
    }

    /// Begins a draft with very many options, if that is allowed, and returns its revision.
    fn widen_draft(&self, address: SocketAddr) -> Result<String> {
        let revision = || -> Result<String> {
            let (_, draft) = load::one(address, &self.dashboard(&self.draft()))?;
            let draft: Value = serde_json::from_str(&draft).context("a draft")?;
            Ok(draft["revision"].as_str().context("a draft's revision")?.to_owned())
        };
        let options: Vec<_> = (0..WIDE).map(|number| json!({ "id": option(number) })).collect();
        let edit = json!({ "place": "questions.q0.options", "set": options });
        load::one(address, &self.edit(&revision()?, &edit))?;
        revision()
    }

    fn draft(&self) -> String {
        format!("/quizzes/{}/edit/draft", self.forms)
    }

    fn edit(&self, revision: &str, edit: &Value) -> Request {
        let body = json!({ "revision": revision, "edits": [edit] }).to_string();
        Request::post(format!("/admin/ns/{NAMESPACE}{}", self.draft()), body).with("cookie", &self.cookie)
    }

    /// Moves one of very many options.
    pub(super) fn move_option(&self, number: u32) -> Request {
        let place = format!("questions.q0.options.{}", option(WIDE - 1 - number % WIDE));
        self.edit(&self.wide, &json!({ "place": place, "move": { "to": 0 } }))
    }

    /// Sets a value as deep as the edit's size allows.
    pub(super) fn deepen(&self, number: u32) -> Request {
        let steps = if number.is_multiple_of(2) { 5_000 } else { 100 };
        self.edit(&self.wide, &json!({ "place": format!("x{}", ".a".repeat(steps)), "set": number }))
    }

    pub(super) fn rename(&self, number: u32) -> Request {
        self.edit(&self.wide, &json!({ "place": "name", "set": format!("Name {number}") }))
    }

    pub(super) fn dashboard(&self, path: &str) -> Request {
        Request::get(format!("/admin/ns/{NAMESPACE}{path}")).with("cookie", &self.cookie)
    }

    pub(super) fn keyed(&self, request: Request) -> Request {
        request.with("x-api-key", &self.key)
    }

    /// Replaces the questions of a large quiz by nearly identical ones.
    pub(super) fn save(&self, quiz: &str, number: u32) -> Request {
        let (before, after) = &self.definition;
        self.keyed(Request::patch(api(quiz), format!("{before}{number}{after}")))
    }

    /// Answers one question of a large record with an answer of maximum size. Each round changes all of them.
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

fn option(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

fn create(address: SocketAddr, key: &str, questions: &Value) -> Result<String> {
    let quiz = json!({ "name": "Noisy", "anonymous": false, "inapp": true, "questions": questions });
    load::create(address, &Request::post(QUIZZES, quiz.to_string()).with("x-api-key", key))
}

/// The maximum number of options.
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

/// The maximum number of conditions, ten on each question but the first, and nearly as many languages in them.
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
