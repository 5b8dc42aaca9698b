//! SIGKILL under concurrent writes: acknowledged data is there afterwards, and each attempt has raised its alerts once.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    database::empty_database,
    support::{Client, Program, Server},
};

const ROUNDS: u64 = 12;
const CLIENTS: usize = 16;
/// The maximum time before the next kill.
const ROUND: Duration = Duration::from_millis(2500);

struct Person {
    anon_id: String,
    /// Option by question.
    answers: BTreeMap<String, Value>,
    /// Sent but not acknowledged when the server died: may be stored or not.
    unsure: Option<String>,
    is_submitted: bool,
    may_be_submitted: bool,
}

/// One alert rises with the first answer of a respondent, and one with the submission.
const QUIZ: &str = r#"{
    "name": "Q",
    "alerts": [
        { "id": "begun", "name": "Begun", "early": true, "when": { "question": "fhn1", "is": [1, 2, 3, 4] } },
        { "id": "done", "name": "Done", "when": { "question": "fhn8", "is": [1, 2, 3, 4] } }
    ]
}"#;

#[test]
fn nothing_that_was_acknowledged_is_lost() {
    killed(&Program::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_acknowledged_is_lost_on_postgresql() {
    let program = Program::on_postgresql(empty_database().await.expect("a database"));
    killed(&program);
}

fn killed(program: &Program) {
    let key = program.namespace_and_key("acme");
    let quiz = format!("/api/v1/namespaces/acme/quizzes/{}", program.quiz("acme", QUIZ));
    let people = Mutex::new(Vec::new());
    let began = Instant::now();
    for round in 0..ROUNDS {
        let server = Server::start(program);
        check(&mut server.client().with_key(&key), &quiz, &people.lock().expect("no writer panicked"));
        let (is_over, written) = (AtomicBool::new(false), AtomicU64::new(0));
        thread::scope(|scope| {
            for writer in 0..CLIENTS {
                let (client, quiz, people) = (server.client(), &quiz, &people);
                let (is_over, written) = (&is_over, &written);
                scope.spawn(move || write(client, quiz, writer, people, is_over, written));
            }
            // At a different point in each round, however fast the machine is.
            let (enough, until) = (400 + 37 * round, Instant::now() + ROUND);
            while written.load(Ordering::Relaxed) < enough && Instant::now() < until {
                thread::sleep(Duration::from_millis(1));
            }
            server.kill();
            is_over.store(true, Ordering::Relaxed);
        });
    }
    let server = Server::start(program);
    let people = people.into_inner().expect("no writer panicked");
    check(&mut server.client().with_key(&key), &quiz, &people);
    let answers: usize = people.iter().map(|person| person.answers.len()).sum();
    let submitted = people.iter().filter(|person| person.is_submitted).count();
    assert!(answers > 1000 && submitted > 0, "too little was written to tell anything: {answers} answers");
    println!(
        "{ROUNDS} kills in {:?}: {} people, {answers} answers, {submitted} submissions, all there",
        began.elapsed(),
        people.len()
    );
}

/// Answers quizzes, one respondent after another, until the server is gone.
fn write(
    mut client: Client,
    quiz: &str,
    writer: usize,
    people: &Mutex<Vec<Person>>,
    is_over: &AtomicBool,
    written: &AtomicU64,
) {
    for number in writer.. {
        let Ok(mut person) = begin(&mut client, quiz) else { return };
        let went_on = answer(&mut client, quiz, number, &mut person, written);
        people.lock().expect("no writer panicked").push(person);
        if went_on.is_err() || is_over.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn begin(client: &mut Client, quiz: &str) -> io::Result<Person> {
    let reply = client.post(&format!("{quiz}/users/anonymous/genId"), json!({}))?;
    let anon_id = reply.json()["anon_id"].as_str().expect("an anon_id").to_owned();
    let begun = client.post(&format!("{quiz}/users/anonymous/initQuiz"), json!({ "anon_id": anon_id }))?;
    assert_eq!(begun.status, 200, "{begun:?}");
    let answers = BTreeMap::new();
    Ok(Person { anon_id, answers, unsure: None, is_submitted: false, may_be_submitted: false })
}

fn answer(client: &mut Client, quiz: &str, number: usize, person: &mut Person, written: &AtomicU64) -> io::Result<()> {
    // The second pass changes some answers.
    for (step, question) in (1..=8).chain(1..=3).enumerate() {
        let question = format!("fhn{question}");
        let body = json!({ "anon_id": person.anon_id, "questionId": question, "answer": (number + step) % 4 + 1 });
        person.unsure = Some(question.clone());
        let reply = client.post(&format!("{quiz}/users/anonymous/answers"), body)?;
        person.unsure = None;
        assert_eq!(reply.status, 200, "{reply:?}");
        let option = reply.json()["answers"]["qAnswers"][&question].clone();
        person.answers.insert(question, option);
        written.fetch_add(1, Ordering::Relaxed);
    }
    person.may_be_submitted = true;
    let reply = client.post(&format!("{quiz}/users/anonymous/answers/submit"), json!({ "anon_id": person.anon_id }))?;
    assert_eq!(reply.status, 200, "{reply:?}");
    person.is_submitted = true;
    Ok(())
}

fn listed(client: &mut Client, list: &str) -> Vec<Value> {
    let (mut items, mut path) = (Vec::new(), format!("{list}?limit=200"));
    loop {
        let page = client.get(&path).expect("a page").json();
        items.extend_from_slice(page["items"].as_array().expect("items"));
        let Some(cursor) = page["nextCursor"].as_str() else { return items };
        path = format!("{list}?limit=200&cursor={cursor}");
    }
}

/// Reads every record and every alert back through the API.
fn check(client: &mut Client, quiz: &str, people: &[Person]) {
    let user = |of: &Value| of["userId"].as_str().expect("a user").to_owned();
    let records = listed(client, &format!("{quiz}/answers"));
    let mut expected = Vec::new();
    for record in &records {
        let has = |question: &str| record["qAnswers"][question].is_string();
        let raised = [("begun", has("fhn1")), ("done", record["isCompleted"] == true)];
        expected.extend(
            raised.into_iter().filter(|(_, is_raised)| *is_raised).map(|(id, _)| (user(record), id.to_owned())),
        );
    }
    let alerts = listed(client, &format!("{quiz}/alerts"));
    let mut raised: Vec<_> =
        alerts.iter().map(|alert| (user(alert), alert["alert"].as_str().expect("an id").to_owned())).collect();
    expected.sort();
    raised.sort();
    assert!(raised == expected, "{} alerts, and {} conditions that hold", raised.len(), expected.len());
    let stored: BTreeMap<String, Value> = records.into_iter().map(|record| (user(&record), record)).collect();
    for person in people {
        let record = stored.get(&person.anon_id).unwrap_or_else(|| panic!("{} is gone", person.anon_id));
        for (question, option) in &person.answers {
            let is_sure = person.unsure.as_ref() != Some(question);
            let found = &record["qAnswers"][question];
            assert!(found.is_string(), "{question} of {} is gone: {record}", person.anon_id);
            assert!(!is_sure || found == option, "{question} of {} is not what was acknowledged", person.anon_id);
        }
        let is_submitted = record["isCompleted"] == true;
        assert!(is_submitted || !person.is_submitted, "the submission of {} is gone", person.anon_id);
        assert!(!is_submitted || person.may_be_submitted, "{} did not submit", person.anon_id);
        assert_eq!(is_submitted, record["score"].is_u64(), "{record}");
    }
    let info = client.get(quiz).expect("the quiz").json();
    let counted = info["responses"]["started"].as_u64().and_then(|count| usize::try_from(count).ok());
    assert_eq!(counted, Some(stored.len()), "the counts are right too");
}
