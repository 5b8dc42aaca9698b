//! Quizzes with texts in languages other than English and Spanish.

use serde_json::{Value, json};

use crate::support::{App, Page};

/// A question for all readers and one for readers of Arabic only, in three languages, German being the default.
fn quiz_in_three_languages() -> Value {
    let text = |de: &str, pt: &str, ar: &str| json!({ "de": de, "pt-br": pt, "ar": ar });
    json!({
        "name": text("Schlaf", "Sono", "النوم"), "anonymous": false, "inapp": true, "language": "de",
        "questions": [
            { "id": "tired", "required": true, "text": text("Müde?", "Cansado?", "هل أنت متعب؟"),
              "options": [{ "label": text("Ja", "Sim", "نعم") }, { "label": text("Nein", "Não", "لا") }] },
            { "id": "more", "required": true, "text": { "de": "Und sonst?", "pt-BR": "E mais?", "ar": "وماذا أيضا؟" },
              "showIf": { "language": ["ar"] }, "options": [{ "label": "1" }, { "label": "2" }] }]
    })
}

#[tokio::test]
async fn a_quiz_is_read_and_answered_in_any_language_it_has() {
    let app = App::start().await;
    let quiz = app.quiz(quiz_in_three_languages()).await;
    let stored = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!((&stored["language"], &stored["name"]["pt-BR"]), (&json!("de"), &json!("Sono")));

    for (asked, language, name, yes) in [
        ("", "de", "Schlaf", "Ja"),
        ("?language=de-AT", "de", "Schlaf", "Ja"),
        ("?language=pt-BR", "pt-BR", "Sono", "Sim"),
        ("?language=AR-eg", "ar", "النوم", "نعم"),
        ("?language=pt", "de", "Schlaf", "Ja"),
        ("?language=ja", "de", "Schlaf", "Ja"),
    ] {
        let shown = quiz.get(&format!("/public{asked}")).await.is(200).json();
        let label = &shown["questions"][0]["options"][0]["label"];
        assert_eq!(
            (&shown["language"], &shown["name"], label),
            (&json!(language), &json!(name), &json!(yes)),
            "{asked}"
        );
        assert_eq!(shown["languages"], json!(["de", "ar", "pt-BR"]), "its own one first");
    }
    quiz.get("/public?language=not%20a%20tag").await.is(400);

    for (session, language, recorded, status) in
        [("session-1", "ar-EG", "ar", 422), ("session-2", "pt-BR", "pt-BR", 200), ("session-3", "ja", "de", 200)]
    {
        let body = json!({ "sessionId": session, "language": language });
        quiz.post("/users/anonymous/initQuiz").json(body).await.is(200);
        let body = json!({ "sessionId": session, "answers": { "tired": 1 } });
        // Only readers of Arabic see the second question.
        quiz.post("/users/inapp/answers/submit").json(body).await.is(status);
        assert_eq!(quiz.whole_answers_of(session).await.is(200).answers()["language"], recorded);
    }
    let figures = quiz.get("/insights").key(&app.key).await.is(200).json();
    let of =
        |tag: &str| json!({ "language": tag, "completed": u8::from(tag.len() == 2 && tag == "de" || tag == "pt-BR") });
    assert_eq!(figures["languages"], json!([of("en"), of("es"), of("de"), of("pt-BR")]));
    let list = quiz.get("/answers").key(&app.key).await.is(200).json();
    assert_eq!(list["items"][1]["language"], "pt-BR");
}

#[tokio::test]
async fn pages_speak_the_closest_language_around_the_texts_of_a_quiz() {
    let app = App::start().await;
    let text = |german: &str, chinese: &str, hebrew: &str| json!({ "de": german, "zh": chinese, "he": hebrew });
    let options = json!([{ "label": text("Ja", "是", "כן") }, { "label": text("Nein", "不", "לא") }]);
    let asked = json!({ "id": "tired", "text": text("Müde?", "累吗？", "עייפים?"), "options": options });
    let name = text("Schlaf", "睡眠", "שינה");
    let quiz = app.quiz(json!({ "name": name, "language": "de", "questions": [asked] })).await;

    let start = Page::open(&app, &quiz.page()).await.is(200);
    let html = start.html();
    assert!(html.contains("<html lang=\"de\" dir=\"ltr\">") && html.contains("Los geht’s"), "{html}");
    for language in ["zh\">中文", "he\">עברית"] {
        assert!(html.contains(language), "{language}: {html}");
    }
    let question = start.send(&[]).await.follow().await.is(200);
    assert!(
        question.html().contains("Meine Antworten senden") && question.html().contains("Müde?"),
        "{}",
        question.html()
    );

    for (asked, name, dir) in
        [("zh-TW", "lang=\"zh\" dir=\"ltr\">睡眠", "ltr"), ("he", "lang=\"he\" dir=\"rtl\">שינה", "rtl")]
    {
        let start = Page::open(&app, &format!("{}?lang={asked}", quiz.page())).await.is(200);
        let html = start.html();
        assert!(
            html.contains("<html lang=\"en\" dir=\"ltr\">") && html.contains(&format!("<h1 {name}</h1>")),
            "{html}"
        );
        let question = start.send(&[]).await.follow().await.is(200);
        let heading = format!("dir=\"{dir}\"");
        assert!(
            question.html().contains("Send my answers") && question.html().contains(&heading),
            "{}",
            question.html()
        );
    }
}

#[tokio::test]
async fn notices_follow_the_language_that_a_quiz_was_begun_in() {
    let app = App::start().await;
    let quiz = app.quiz(quiz_in_one("pt-BR")).await;
    let question = Page::open(&app, &quiz.page()).await.is(200).send(&[]).await.follow().await.is(200);
    quiz.patch(json!({ "status": "closed" })).await.is(200);
    let closed = Page::open(&app, question.path()).await.is(410);
    assert_eq!(closed.heading(), "Este questionário está fechado");
    let english = Page::open(&app, &format!("{}?lang=en", question.path())).await.is(410);
    assert_eq!(english.heading(), "This quiz is closed");
}

/// One question, with language-independent texts.
fn quiz_in_one(language: &str) -> Value {
    let asked = json!({ "id": "pet", "text": "?", "options": [{ "label": "1" }, { "label": "2" }] });
    json!({ "name": "Q", "language": language, "questions": [asked] })
}
