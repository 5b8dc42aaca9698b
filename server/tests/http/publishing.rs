//! What the pages say before and after a publication, for each kind of change.

use axum::http::Method;
use domain::Role;
use serde_json::{Value, json};

use crate::support::{App, EditorForm, Person, QuizAt};

fn two_bands() -> Value {
    let bands = json!([
        { "id": "low", "from": 0, "name": "Low", "text": "Watch out", "hue": "rose" },
        { "id": "high", "from": 10, "name": "High", "text": "Well done", "hue": "leaf" },
    ]);
    let options = json!([{ "label": "None", "points": 0 }, { "label": "All", "points": 10 }]);
    json!({
        "name": "Two bands",
        "anonymous": false,
        "inapp": true,
        "questions": [{ "id": "mood", "text": "How much?", "options": options }],
        "scoring": { "method": "sum", "bands": bands },
    })
}

/// The text of a page without its tags.
fn words(html: &str) -> String {
    let main = html.split("<main").nth(1).expect("a page").split("</main>").next().unwrap_or_default();
    let texts = main.split('<').skip(1).filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim());
    let text = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    text.replace("&amp;", "&").replace("&quot;", "\"")
}

async fn edit(person: &Person<'_>, quiz: &QuizAt<'_>, place: &str, value: Value) {
    let draft = person.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    let edits = json!({ "revision": draft["revision"], "edits": [{ "place": place, "set": value }] });
    person.call(Method::POST, &quiz.dashboard("edit/draft")).json(edits).await.is(200);
}

struct Case {
    what: &'static str,
    place: String,
    value: Value,
    says: &'static [&'static str],
    never: &'static [&'static str],
    /// Where publishing leads, with what it says there.
    leads: &'static str,
}

fn case(
    what: &'static str,
    place: &str,
    value: Value,
    says: &'static [&'static str],
    never: &'static [&'static str],
    leads: &'static str,
) -> Case {
    Case { what, place: place.to_owned(), value, says, never, leads }
}

const TITLE: &str = "questions.mood.text";

fn before_anyone_starts() -> Case {
    case(
        "first publication",
        TITLE,
        json!("How much then?"),
        &["No one has started yet, so everyone gets the questions as they are here."],
        &["makes version", "until you rescore"],
        "edit?said=saved",
    )
}

/// With the place of an option's points.
fn after_two_have_submitted(points: &str) -> [Case; 6] {
    [
        case(
            "words only",
            TITLE,
            json!("How much now?"),
            &["This makes version 3.", "Scores and bands are given as before."],
            &["rescore"],
            "edit?said=saved-version",
        ),
        case(
            "settings",
            "name",
            json!("Renamed"),
            &["The questions stay as they are. The changes hold for everyone at once."],
            &["makes version", "rescore"],
            "edit?said=saved",
        ),
        case(
            "words of a band",
            "scoring.bands.high.text",
            json!("Very well done"),
            &["The text of band “High”", "Scores and bands are given as before."],
            &["rescore"],
            "edit?said=saved-version",
        ),
        case(
            "bands",
            "scoring.bands.high.from",
            json!(11),
            &[
                "band “High”: 11 (was 10)",
                "It scores differently. The 2 responses submitted so far keep their scores and bands",
            ],
            &["given as before"],
            "rescore?said=saved-version",
        ),
        case(
            "points",
            points,
            json!(20),
            &["of option “All” of question “How much now?”", "It scores differently."],
            &["given as before"],
            "rescore?said=saved-version",
        ),
        case(
            "problems",
            TITLE,
            json!(""),
            &["1 problem has to be solved first", "Changes so far:"],
            &["makes version", "stay as they are", "Publish changes"],
            "",
        ),
    ]
}

/// What the page of a rescoring says after each of these, and what it does not say.
fn said_of_rescoring(what: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match what {
        "bands" => (
            &["1 of 2 submitted responses", "From “High” to “Low” 1", "Rescore 1 response"],
            &["overall score", "Change of the score", "alone"],
        ),
        "points" => (
            &[
                "Higher overall score 1",
                "Change of the score 0 to 10",
                "From “Low” to “High” 1",
                // The greatest sum, of the response that got no points.
                "Changed in the range, a category, points or norms alone 1",
            ],
            &["Lower overall score"],
        ),
        _ => (&["have the scores of version"], &["Rescore 1"]),
    }
}

async fn publish(person: &Person<'_>, quiz: &QuizAt<'_>, case: &Case) {
    let unchanged = words(&person.get(&quiz.dashboard("edit/publish")).await.is(200).text());
    assert!(unchanged.contains("There are no changes to publish."), "{unchanged}");
    edit(person, quiz, &case.place, case.value.clone()).await;
    let page = words(&person.get(&quiz.dashboard("edit/publish")).await.is(200).text());
    println!("{}: {page}", case.what);
    for text in case.says {
        assert!(page.contains(text), "{}: {text:?} is not in {page}", case.what);
    }
    for text in case.never {
        assert!(!page.contains(text), "{}: {text:?} is in {page}", case.what);
    }
    if !case.leads.is_empty() {
        let published = EditorForm::publish(person, quiz, "publish").await.is(303);
        let leads = published.header("location").to_owned();
        println!("    leads to {leads}");
        assert_eq!(leads, quiz.dashboard(case.leads), "{}", case.what);
    }
}

#[tokio::test]
async fn publishing_says_what_it_does_and_leads_on_to_rescoring_where_that_is_due() {
    let app = App::start().await;
    let quiz = app.quiz(two_bands()).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let option = quiz.get("").key(&app.key).await.is(200).json()["questions"][0]["options"][1]["id"].clone();
    let points = format!("questions.mood.options.{}.points", option.as_str().expect("an id"));
    publish(&ana, &quiz, &before_anyone_starts()).await;
    for (session, choice) in [("session-1", 0), ("session-2", 1)] {
        let record = quiz.get("").key(&app.key).await.is(200).json();
        let chosen = &record["questions"][0]["options"][choice]["id"];
        quiz.session(session).await;
        let body = json!({ "sessionId": session, "questionId": "mood", "answer": chosen });
        quiz.post("/users/inapp/answers").json(body).await.is(200);
        quiz.post("/users/inapp/answers/submit").json(json!({ "sessionId": session })).await.is(200);
    }
    for case in &after_two_have_submitted(&points) {
        publish(&ana, &quiz, case).await;
        let rescore = async || words(&ana.get(&quiz.dashboard("rescore")).await.is(200).text());
        let page = rescore().await;
        let (says, never) = said_of_rescoring(case.what);
        println!("    {page}");
        assert!(says.iter().all(|text| page.contains(text)), "{}: {page}", case.what);
        assert!(!never.iter().any(|text| page.contains(text)), "{}: {page}", case.what);
        if page.contains("Rescore 1") || page.contains("Rescore 2") {
            let version = quiz.get("").key(&app.key).await.is(200).json()["version"].to_string();
            ana.post(&quiz.dashboard("rescore"), &[("version", version.as_str())]).await.is(303);
            assert!(rescore().await.contains("have the scores of version"), "{}", case.what);
        }
    }
}
