//! Waiting for turns: every route except cheap ones waits for its own owner only. The lists come from the routes
//! themselves.

use std::{
    env, fs,
    future::IntoFuture,
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    http::{Method, Request, header},
};
use domain::Role;
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{
    Owner,
    http::{Access, Wait, admin_routes, open_paths},
};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::support::{App, Call, Person, QuizAt, operations, thread_time};

/// Limit for responses that do not wait, on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(20);
/// Time after which a request that is not answered counts as waiting, once all others were answered.
const WAITS: Duration = Duration::from_secs(1);

/// A namespace with everything that routes refer to.
struct Place<'a> {
    app: &'a App,
    namespace: &'static str,
    key: String,
    quiz: QuizAt<'a>,
    person: Person<'a>,
    report: String,
}

/// The queues in which requests wait.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Line {
    Namespace,
    Account,
    Client,
    None,
}

struct Route {
    name: String,
    line: Line,
    call: Call,
}

impl<'a> Place<'a> {
    async fn make(app: &'a App, namespace: &'static str, questions: Value) -> Self {
        app.namespace(namespace).await;
        let key = app.key_for(Some(namespace), server::store::KeyScope::Admin).await;
        let body = json!({ "name": "Any", "anonymous": false, "inapp": true, "questions": questions });
        let quiz = app.quiz_in(namespace, &key, body).await;
        let person = app.administrator(&format!("{namespace}@example.com")).await;
        let fields =
            [("title", "For the board"), ("table", "band"), ("table", "q.q0"), ("days", "9"), ("threshold", "5")];
        let html = person.post(&quiz.dashboard("insights/reports"), &fields).await.is(200).text();
        let report = html.split("/report/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link").to_owned();
        Self { app, namespace, key, quiz, person, report }
    }

    async fn account(&self) -> Owner {
        let token = self.person.cookie.split_once('=').expect("a cookie").1;
        let signed_in = self.app.service.session(token).await.expect("the store answers").expect("a session");
        Owner::Account(signed_in.rights.id)
    }

    fn owner(&self) -> Owner {
        Owner::Namespace(self.namespace.to_owned())
    }

    /// The path of a route with a quiz that does not exist, so that the existing one is not changed.
    fn path(&self, template: &str) -> String {
        let part = |part: &str| match part {
            "{namespace}" | "{namespaceId}" => self.namespace.to_owned(),
            "{quiz}" | "{quizId}" => "0123456789abcdef".to_owned(),
            "{token}" => self.report.clone(),
            part if part.starts_with('{') => "none".to_owned(),
            part => part.to_owned(),
        };
        template.split('/').map(part).collect::<Vec<_>>().join("/")
    }

    fn routes(&self) -> Vec<Route> {
        let dashboard = admin_routes().into_iter().map(|route| {
            let call = self.person.call(route.method.clone(), &self.path(route.path));
            let call = if route.method == Method::POST { call.form(&[]) } else { call };
            let line = match (route.wait, route.access) {
                (Wait::Nothing, _) => Line::None,
                (Wait::TurnOfReport, _) | (Wait::Turn, Access::Namespace(_)) => Line::Namespace,
                (Wait::Turn, Access::SignedIn | Access::Everywhere) => Line::Account,
                (Wait::Turn, Access::Anyone) => Line::Client,
            };
            Route { name: format!("{} {}", route.method, route.path), line, call }
        });
        let api = operations().map(|operation| {
            let method = Method::from_bytes(operation.method.to_uppercase().as_bytes()).expect("a method");
            let call = self.app.call(method.clone(), &self.path(operation.template)).key(&self.key).undocumented();
            let call = if method == Method::GET { call } else { call.json(json!({})) };
            let line = if needs_key(operation.about) { Line::Namespace } else { Line::None };
            Route { name: format!("{method} {}", operation.template), line, call }
        });
        let open = open_paths().into_iter().map(|path| Route {
            name: format!("GET {path}"),
            line: Line::None,
            call: self.app.get(&self.path(path)).undocumented(),
        });
        dashboard.chain(api).chain(open).collect()
    }
}

fn needs_key(operation: &Value) -> bool {
    operation["security"].as_array().is_none_or(|any| !any.is_empty() && any.iter().all(|one| *one != json!({})))
}

fn choices(questions: usize, options: usize) -> Value {
    let labels: Vec<Value> = (0..options).map(|option| json!({ "label": format!("Option {option}") })).collect();
    let question = |number: usize| json!({ "id": format!("q{number}"), "text": "Which?", "options": labels });
    (0..questions).map(question).collect()
}

/// Requests everything while an owner's turns are held: requests of this queue wait, and all others are answered.
async fn those_of_one_line_wait(place: &Place<'_>, owner: Owner, line: Option<Line>) {
    let turns = place.app.service.turns_of(owner.clone()).hold().await;
    let (mut waiting, mut others) = (Vec::new(), Vec::new());
    for Route { name, line: own, call } in place.routes() {
        let waits = Some(own) == line;
        // It ends the session of all others.
        if waits || !name.ends_with("/sign-out") {
            let list = if waits { &mut waiting } else { &mut others };
            list.push((name, tokio::spawn(call.into_future())));
        }
    }
    for (name, answer) in others {
        let answered = timeout(AT_ONCE, answer).await;
        answered.unwrap_or_else(|_| panic!("{name} waits for the turn of {owner:?}")).expect("no panic");
    }
    assert!(line.is_none() || !waiting.is_empty(), "{line:?}");
    sleep(WAITS).await;
    for (name, answer) in waiting {
        assert!(!answer.is_finished(), "{name} does not wait for the turn of {owner:?}");
        answer.abort();
    }
    drop(turns);
}

#[tokio::test]
async fn every_route_waits_for_its_own_owner_unless_it_is_cheap() {
    let app = App::start().await;
    let place = Place::make(&app, "turns-held", choices(1, 2)).await;
    let nowhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    for (owner, line) in [
        (place.owner(), Line::Namespace),
        (place.account().await, Line::Account),
        (Owner::Client(nowhere), Line::Client),
    ] {
        those_of_one_line_wait(&place, owner, Some(line)).await;
    }
    let somewhere = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    for neighbour in
        [Owner::Namespace("a-neighbour".to_owned()), Owner::Account("a-neighbour".to_owned()), Owner::Client(somewhere)]
    {
        those_of_one_line_wait(&place, neighbour, None).await;
    }
}

#[tokio::test]
async fn the_members_of_a_namespace_wait_for_one_another_and_not_for_those_of_another() {
    let app = App::start().await;
    for namespace in ["turns-many", "turns-few"] {
        app.namespace(namespace).await;
    }
    let one = app.member("one@example.com", "turns-many", Role::Viewer).await;
    let other = app.member("other@example.com", "turns-few", Role::Viewer).await;
    let turns = app.service.turns_of(Owner::Members("turns-many".to_owned())).hold().await;
    let waiting = tokio::spawn(one.get("/admin/search?q=any").into_future());
    timeout(AT_ONCE, other.get("/admin/search?q=any")).await.expect("it has its turn").is(200);
    assert!(!waiting.is_finished());
    drop(turns);
    timeout(AT_ONCE, waiting).await.expect("it has its turn").expect("no panic").is(200);
}

#[test]
fn few_routes_of_the_dashboard_do_not_wait() {
    let cheap = admin_routes().into_iter().filter(|route| route.wait == Wait::Nothing);
    let cheap: Vec<String> = cheap.map(|route| format!("{} {}", route.method, route.path)).collect();
    assert_eq!(cheap, ["GET /admin/sign-in", "POST /admin/sign-in"]);
}

/// The rig has an attack for each route that waits, generated from this list. `INSTA_UPDATE=always` rewrites it.
#[test]
fn the_rig_knows_the_routes_that_wait() {
    let dashboard = admin_routes().into_iter().filter(|route| route.wait != Wait::Nothing);
    let dashboard = dashboard.map(|route| format!("{} {}\n", route.method, route.path));
    let api = operations().filter(|operation| needs_key(operation.about));
    let api = api.map(|operation| format!("{} {}\n", operation.method.to_uppercase(), operation.template));
    let written: String = dashboard.chain(api).collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../rig/routes-that-wait.txt");
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(file, written).expect("written");
    } else {
        let known = fs::read_to_string(file).unwrap_or_default();
        assert!(known == written, "{file} is not as the routes are: run this test with INSTA_UPDATE=always");
    }
}

/// The requests that a respondent can make for a quiz, except deletion, which reads little of what it deletes.
fn of_quizzes() -> impl Iterator<Item = (Method, String)> {
    let api = operations()
        .filter(|operation| !needs_key(operation.about) && operation.method != "delete")
        .map(|it| (Method::from_bytes(it.method.to_uppercase().as_bytes()).expect("a method"), it.template.to_owned()));
    let pages = open_paths().into_iter().map(|path| (Method::GET, path.to_owned()));
    api.chain(pages).filter(|(_, path)| path.contains("/{quiz"))
}

#[tokio::test]
async fn all_of_a_large_quiz_waits_for_its_namespace_and_none_of_a_small_one() {
    let app = App::start().await;
    let large = Place::make(&app, "turns-large", choices(20, 150)).await;
    let small =
        app.quiz_in(large.namespace, &large.key, json!({ "name": "Small", "anonymous": false, "inapp": true })).await;
    let turns = app.service.turns_of(large.owner()).hold().await;
    let mut waiting = Vec::new();
    for (method, path) in of_quizzes() {
        let of = |namespace: &str, quiz: &str| {
            let path = path.replace("{namespaceId}", namespace).replace("{namespace}", namespace);
            let call = app.call(method.clone(), &large.path(&path.replace("{quizId}", quiz).replace("{quiz}", quiz)));
            if method == Method::GET { call } else { call.json(json!({})) }.undocumented()
        };
        let answered = timeout(AT_ONCE, of(large.namespace, &small.id)).await;
        answered.unwrap_or_else(|_| panic!("{method} {path} of a small quiz waits"));
        // A path with another tenant's namespace does not join that tenant's queue.
        for namespace in [large.namespace, "acme"] {
            waiting.push((path.clone(), tokio::spawn(of(namespace, &large.quiz.id).into_future())));
        }
    }
    assert!(waiting.len() >= 20, "{}", waiting.len());
    sleep(WAITS).await;
    for (path, answer) in waiting {
        assert!(!answer.is_finished(), "{path} of a large quiz does not wait");
        answer.abort();
    }
    drop(turns);
}

/// The minimum processor time of the serving thread over several attempts, in milliseconds.
async fn cost(call: impl Fn() -> Call) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..4 {
        let before = thread_time();
        timeout(AT_ONCE, call()).await.expect("it does not wait");
        least = least.min(thread_time().saturating_sub(before).as_secs_f64() * 1e3);
    }
    least
}

/// The maximum cost of a quiz that is not large, on an unoptimised server; on an optimised one it is a tenth or less.
const CHEAP: f64 = 150.0;

#[tokio::test]
async fn what_does_not_wait_is_cheap_with_the_largest_quiz_and_record_that_do_not_wait() {
    let app = App::start().await;
    // The largest quiz that does not count as large, and a record of nearly the maximum size.
    let options = choices(10, 40);
    let mut questions = options.as_array().expect("questions").clone();
    questions.extend((0..11).map(|number| json!({ "id": format!("t{number}"), "kind": "text", "text": "?" })));
    let place = Place::make(&app, "turns-cheap", questions.into()).await;
    let session = place.quiz.session("somebody").await;
    let text = "\u{1}".repeat(3900);
    for number in 0..10 {
        let answer = json!({ "sessionId": session, "questionId": format!("t{number}"), "answer": text });
        place.quiz.post("/users/inapp/answers").json(answer).await.is(200);
    }
    let turns = app.service.turns_of(place.owner()).hold().await;
    let mut dear = Vec::new();
    let dashboard = admin_routes().into_iter().filter(|route| route.wait == Wait::Nothing);
    let dashboard = dashboard.map(|route| (route.method, route.path.to_owned()));
    let api = operations()
        .filter(|operation| !needs_key(operation.about))
        .map(|it| (Method::from_bytes(it.method.to_uppercase().as_bytes()).expect("a method"), it.template.to_owned()));
    let pages = open_paths().into_iter().map(|path| (Method::GET, path.to_owned()));
    for (method, template) in dashboard.chain(api).chain(pages) {
        let path = template.replace("{quizId}", &place.quiz.id).replace("{quiz}", &place.quiz.id);
        let path = path.replace("{invitedUserUUID}", &session).replace("{user}", &session);
        let mut path = place.path(&path);
        if template.starts_with("/app/") {
            path = format!("{path}?sessionId={session}&q=t5");
        }
        let answers: serde_json::Map<String, Value> =
            (0..10).map(|number| (format!("t{number}"), json!(text))).collect();
        let bodies = [
            json!({}),
            json!({ "sessionId": session, "questionId": "t3", "answer": text }),
            json!({ "sessionId": session, "answers": answers }),
        ];
        for body in bodies.into_iter().take(if method == Method::GET { 1 } else { 3 }) {
            let call = || {
                let call = app.call(method.clone(), &path).header("accept-encoding", "br").undocumented();
                if method == Method::GET { call } else { call.json(body.clone()) }
            };
            let cost = cost(call).await;
            println!("{cost:6.1} ms {method} {template}");
            if cost > CHEAP {
                dear.push(format!("{method} {template}: {cost:.0} ms"));
            }
        }
    }
    drop(turns);
    assert!(dear.is_empty(), "{dear:?}");
}

#[tokio::test]
async fn a_body_that_does_not_arrive_holds_no_turn() {
    let app = App::start().await;
    let place = Place::make(&app, "turns-slow", choices(1, 2)).await;
    let never = || {
        let body = stream::iter([Ok::<_, std::io::Error>(Bytes::from("a=1"))]).chain(stream::pending());
        let request = Request::post(place.quiz.dashboard("table")).header(header::COOKIE, &place.person.cookie);
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        tokio::spawn(app.router.clone().oneshot(request.body(Body::from_stream(body)).expect("a request")))
    };
    let slow: Vec<_> = (0..4).map(|_| never()).collect();
    sleep(Duration::from_millis(100)).await;
    let answered = timeout(AT_ONCE, place.person.get(&place.quiz.dashboard(""))).await;
    answered.expect("it has its turn").is(200);
    slow.into_iter().for_each(|request| request.abort());
}

#[tokio::test]
async fn a_list_that_is_sent_in_pieces_takes_a_turn_for_each() {
    let app = App::start().await;
    let place = Place::make(&app, "turns-lists", choices(1, 2)).await;
    let account = place.account().await;
    let invited = app.quiz_in(place.namespace, &place.key, json!({ "name": "Invited", "anonymous": false })).await;
    for (path, owner) in [
        (invited.dashboard("share/links.csv"), place.owner()),
        (format!("/admin/ns/{}/audit/log.csv", place.namespace), place.owner()),
        ("/admin/audit/log.csv".to_owned(), account),
    ] {
        for encoding in ["identity", "gzip"] {
            let request = Request::get(&path).header(header::COOKIE, &place.person.cookie);
            let request = request.header(header::ACCEPT_ENCODING, encoding).body(Body::empty()).expect("a request");
            let Ok(response) = app.router.clone().oneshot(request).await;
            assert_eq!(response.status(), 200, "{path}");
            let turns = app.service.turns_of(owner.clone()).hold().await;
            let mut body = response.into_body();
            assert!(timeout(WAITS / 2, body.frame()).await.is_err(), "{path} in {encoding} goes on without a turn");
            drop(turns);
            let rest = timeout(AT_ONCE, body.collect()).await.expect("it goes on").expect("no failure");
            assert!(!rest.to_bytes().is_empty(), "{path}");
        }
    }
}
