//! Quizzes whose owner chose the form of address or words of the pages.

use domain::{PAGE_WORDS, PageWord, Role};
use serde_json::{Value, json};

use crate::support::{App, Page};

/// Words that only occur where the reader is addressed as “du”.
const FAMILIAR: &str = "du dich dein deine deinem deinen deiner deines bist hast kannst magst willst gib prüfe schreib wähle \
                        warte öffne";

fn intake() -> Value {
    json!({
        "name": "Anamnese", "language": "de", "address": "formal", "review": true,
        "questions": [
            { "id": "pain", "text": "Schmerzen?", "category": "body",
              "options": [{ "label": "Ja", "points": 0 }, { "label": "Nein", "points": 100 }] },
            { "id": "weight", "kind": "number", "text": "Gewicht?", "min": 1, "max": 300, "required": false },
            { "id": "more", "kind": "text", "text": "Sonst noch etwas?" }],
        "scoring": { "categories": [{ "id": "body", "name": "Körper" }] }
    })
}

/// The page has these words and none of the familiar ones, including texts for scripts and screen readers.
#[track_caller]
fn speaks(page: &Page<'_>, words: &str) {
    let (text, html) = (page.text(), page.html().to_lowercase());
    assert!(text.contains(words), "{words}: {text}");
    let mut said = html.split(|character: char| !character.is_alphanumeric());
    assert_eq!(said.find(|word| FAMILIAR.split_whitespace().any(|other| other == *word)), None, "{text}");
}

#[tokio::test]
async fn a_formal_quiz_says_sie_from_its_start_to_its_result_and_after() {
    let app = App::start().await;
    for result in ["full", "categories", "thanks"] {
        let mut body = intake();
        body["result"] = result.into();
        let quiz = app.quiz(body).await;
        let start = Page::open(&app, &quiz.page()).await.is(200);
        speaks(&start, "Sie können Ihre Antworten jederzeit selbst löschen.");
        let first = start.send(&[]).await.follow().await.is(200);
        speaks(&first, "Wenn Sie jetzt aufhören");
        speaks(&first.send(&[]).await.stays().is(422), "Wählen Sie eine Antwort, um weiterzumachen");
        let second = first.choose(1).await.is(200);
        speaks(&second, "Diese Frage dürfen Sie überspringen");
        let wrong = second.send(&[("answer", "viel")]).await.stays().is(422);
        speaks(&wrong, "Geben Sie eine Zahl zwischen 1 und 300 ein");
        let third = second.send(&[("go", "skip")]).await.follow().await.is(200);
        speaks(&third.send(&[]).await.stays().is(422), "Schreiben Sie eine Antwort");
        let review = third.send(&[("answer", "Nein")]).await.follow().await.is(200);
        speaks(&review, "Prüfen Sie Ihre Antworten");
        let shown = review.send(&[]).await.follow().await.is(200);
        speaks(&shown, if result == "thanks" { "Danke für Ihre Antworten" } else { "Ihr Ergebnis" });
        let asking = Page::open(&app, &format!("{}?erase=ask&lang=de", shown.path())).await.is(200);
        speaks(&asking, "Ihre Antworten löschen?");

        // A version keeps its form of address.
        let changed = quiz.patch(json!({ "address": "informal" })).await.is(200).json();
        assert_eq!((&changed["version"], &changed["address"]), (&json!(2), &Value::Null));
        speaks(&Page::open(&app, shown.path()).await.is(200), "Antworten löschen");
        assert!(Page::open(&app, &quiz.page()).await.is(200).text().contains("Du kannst deine Antworten"));

        quiz.patch(json!({ "address": "formal", "status": "closed" })).await.is(200);
        speaks(&Page::open(&app, &format!("{}?lang=de", quiz.page())).await.is(410), "Wenn Sie schon fertig sind");
        let lost = Page::open(&app, &format!("{}/anon_AAAAAAAAAAAAAAAAAAAAAA?lang=de", quiz.page())).await.is(404);
        speaks(&lost, "versuchen Sie es noch einmal");
    }
}

#[tokio::test]
async fn how_a_quiz_addresses_respondents_is_one_of_two() {
    let app = App::start().await;
    let quiz = app.quiz(intake()).await;
    assert_eq!(quiz.get("").key(&app.key).await.is(200).json()["address"], "formal");
    assert_eq!(quiz.get("/public").await.is(200).json()["address"], "formal");
    quiz.patch(json!({ "address": "rude" })).await.invalid_at(&["address"]);
}

/// A text without Latin letters, except for its placeholders.
fn japanese(word: &PageWord) -> String {
    let held: String = word.placeholders().iter().map(|name| format!("{{{name}}}")).collect();
    let said = if word.id == "proceed" { "次へ" } else { "語" };
    format!("{said}{held}")
}

fn words(tag: &str, except: &str) -> Value {
    let all = PAGE_WORDS.iter().filter(|word| word.id != except);
    all.map(|word| (word.id.to_owned(), json!({ (tag): japanese(word) }))).collect::<serde_json::Map<_, _>>().into()
}

/// A question of each kind. All but the first are optional.
fn every_kind(tag: &str) -> Value {
    let options = json!([{ "label": "一" }, { "label": "二" }, { "label": "三", "exclusive": true }]);
    let rows = json!([{ "id": "a", "text": "行" }]);
    let five = ["一", "二", "三", "四", "五"].map(|label| json!({ "label": label }));
    json!({
        "name": "調査", "language": tag, "review": true,
        "questions": [
            { "id": "one", "part": "部", "text": "質?", "options": [{ "label": "一", "other": true }, { "label": "二" }] },
            { "id": "list", "required": false, "text": "質?", "display": "dropdown", "options": [{ "label": "一" }, { "label": "二" }] },
            { "id": "many", "kind": "multiple", "required": false, "text": "質?", "min": 2, "max": 2, "options": options },
            { "id": "size", "kind": "number", "required": false, "text": "質?", "min": 1, "max": 9, "decimals": 1 },
            { "id": "text", "kind": "text", "required": false, "text": "質?" },
            { "id": "mail", "kind": "text", "required": false, "text": "質?", "format": "email" },
            { "id": "day", "kind": "date", "required": false, "text": "質?", "min": "2026-01-31" },
            { "id": "rank", "kind": "ranking", "required": false, "text": "質?",
              "options": five },
            { "id": "grid", "kind": "matrix", "required": false, "text": "質?", "rows": rows, "from": 1, "to": 3 },
            { "id": "yes", "kind": "consent", "required": false, "text": "質?", "link": "https://example.org" },
            { "id": "note", "kind": "statement", "text": "文" }]
    })
}

/// Neither visible words nor those for scripts and screen readers are the page's own.
#[track_caller]
fn is_of_the_owner(page: &Page<'_>) {
    let html = page.html();
    assert!(html.contains("<html lang=\"ja\" dir=\"ltr\">"), "{html}");
    for part in PAGE_WORDS.iter().flat_map(|word| word.english.split(['{', '}'])).map(str::trim) {
        // Braces contain names, and short words are parts of others.
        assert!(part.len() < 8 || !html.contains(part), "{part}: {html}");
    }
    let text = page.text();
    // The text begins inside the `<body>` tag.
    let said = text.split_once('>').expect("a body").1.split_whitespace().filter(|word| !word.contains("://"));
    let english = said.filter(|word| word.chars().any(|character| character.is_ascii_alphabetic()));
    assert_eq!(english.collect::<Vec<_>>(), Vec::<&str>::new(), "{text}");
    assert!(!html.contains(['\u{e000}', '\u{e001}', '\u{e002}']));
}

#[tokio::test]
async fn question_pages_speak_a_language_that_pages_do_not_know_in_the_owner_s_words() {
    let app = App::start().await;
    let mut body = every_kind("ja");
    body["words"] = words("ja", "");
    let quiz = app.quiz(body.clone()).await;
    let mut page = Page::open(&app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200);
    is_of_the_owner(&page);
    is_of_the_owner(&page.send(&[]).await.stays().is(422));
    page = page.choose(2).await.is(200);
    for (question, wrong) in [
        ("list", None),
        ("many", None),
        ("size", Some(("answer", "x"))),
        ("text", None),
        ("mail", Some(("answer", "x"))),
        ("day", Some(("answer_day", "99"))),
        ("rank", None),
        ("grid", None),
        ("yes", None),
    ] {
        assert_eq!(page.question().as_deref(), Some(question));
        is_of_the_owner(&page);
        if let Some(wrong) = wrong {
            is_of_the_owner(&page.send(&[wrong]).await.stays().is(422));
        }
        page = page.send(&[("go", "skip")]).await.follow().await.is(200);
    }
    assert_eq!(page.question().as_deref(), Some("note"));
    is_of_the_owner(&page);
    assert!(page.text().contains("次へ"), "{}", page.text());
    let review = page.send(&[]).await.follow().await.is(200);
    assert_eq!(review.question(), None);
    is_of_the_owner(&review);
    review.send(&[]).await.follow().await.is(200);

    // With one word missing, pages stay in one language.
    body["words"] = words("ja", "copied");
    let quiz = app.quiz(body).await;
    let page = Page::open(&app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200);
    assert!(page.html().contains("<html lang=\"en\" dir=\"ltr\">") && page.text().contains("Continue"));
    assert!(!page.html().contains("次へ") && page.html().contains("lang=\"ja\" dir=\"ltr\""));

    let mut body = every_kind("he");
    body["words"] = words("he", "");
    let quiz = app.quiz(body).await;
    let page = Page::open(&app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200);
    assert!(page.html().contains("<html lang=\"he\" dir=\"rtl\">"), "{}", page.html());
}

#[tokio::test]
async fn an_owner_may_replace_single_words_of_pages() {
    let app = App::start().await;
    let word = "<b> & \"{e}\"";
    let mut body = intake();
    body["words"] = json!({ "proceed": { "de": word } });
    app.post("/api/v1/namespaces/acme/quizzes")
        .key(&app.key)
        .json(body.clone())
        .await
        .invalid_at(&["words.proceed.de"]);
    body["words"] = json!({ "proceed": { "de": "<b> & \"e\"" }, "optional": "Das ist freiwillig." });
    let quiz = app.quiz(body.clone()).await;
    let first = Page::open(&app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200);
    let html = first.html();
    assert!(html.contains("&lt;b&gt; &amp; &quot;e&quot;") && !html.contains("<b>"), "{html}");
    speaks(&first, "Meine Antworten löschen");
    speaks(&first.choose(1).await.is(200), "Das ist freiwillig.");

    for (words, path) in [
        (json!({ "next": { "de": "Los" } }), "words.next"),
        (json!({ "progress": { "de": "Frage" } }), "words.progress.de"),
        (json!({ "skip": { "de": "Los\nlos" } }), "words.skip.de"),
        (json!({ "skip": {} }), "words.skip"),
    ] {
        quiz.patch(json!({ "words": words })).await.invalid_at(&[path]);
    }
    let changed = quiz.patch(json!({ "words": null })).await.is(200).json();
    assert_eq!((&changed["version"], &changed["words"]), (&json!(2), &Value::Null));
    // A respondent who has begun keeps the version.
    assert!(Page::open(&app, &first.url).await.is(200).html().contains("&lt;b&gt;"));
}

#[tokio::test]
async fn a_copy_and_a_definition_have_the_voice_of_a_quiz() {
    let app = App::start().await;
    let mut body = intake();
    body["words"] = json!({ "proceed": { "de": "Vor", "ja": "次へ" } });
    let quiz = app.quiz(body.clone()).await;
    let ana = app.member("ana@example.com", "acme", Role::Editor).await;
    let definition = ana.get(&quiz.dashboard("definition")).await.is(200).json();
    let copy = ana.post(&quiz.dashboard("duplicate"), &[]).await.is(303);
    let id = copy.header("location").rsplit('/').next().and_then(|last| last.split('?').next()).map(str::to_owned);
    let copy = app.get(&format!("/api/v1/namespaces/acme/quizzes/{}", id.expect("an id"))).key(&app.key).await;
    for one in [definition.clone(), copy.is(200).json(), app.quiz(definition).await.get("").key(&app.key).await.json()]
    {
        assert_eq!((&one["address"], &one["words"]), (&body["address"], &body["words"]), "{one}");
    }
}

#[test]
fn the_reference_has_each_word_of_question_pages() {
    let reference = include_str!("../../../docs/api-reference.md");
    for word in PAGE_WORDS {
        let row = format!("| `{}` | {} |", word.id, word.english);
        assert!(reference.contains(&row), "{row}");
    }
}
