//! The page of text answers.

use domain::Role;
use serde_json::json;

use crate::support::{App, Dice, every_kind, random_answers, submit};

#[tokio::test]
async fn texts_are_read_and_searched_in_a_view() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.quiz(every_kind()).await;
    let mut dice = Dice(9);
    for (session, language, wish) in
        [("session-1", "en", "More SUN, please"), ("session-2", "es", "más sol"), ("session-3", "en", "<b>rain</b>")]
    {
        let begin = json!({ "sessionId": session, "language": language });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        let mut answers = random_answers(&mut dice);
        answers["wish"] = json!(wish);
        submit(&quiz, session, answers).await;
    }
    let insights = quiz.dashboard("insights");
    let page = editor.get(&format!("{insights}?language=en")).await.is(200).text();
    let path = format!("{insights}/texts/wish");
    assert!(page.contains(&format!("href=\"{path}?language=en\"")), "{page}");
    let all = editor.get(&path).await.is(200).text();
    for text in ["A wish?", "3 texts", "More SUN, please", "más sol", "&lt;b&gt;rain"] {
        assert!(all.contains(text), "{text}: {all}");
    }
    let english = editor.get(&format!("{path}?language=en")).await.is(200).text();
    assert!(english.contains("2 texts") && !english.contains("más sol"), "{english}");
    let found = editor.get(&format!("{path}?language=en&find=sun")).await.is(200).text();
    assert!(found.contains("1 text<") && found.contains("More SUN") && !found.contains("rain"), "{found}");
    assert!(found.contains("name=\"language\" value=\"en\""), "a search stays in the view: {found}");
    let rows = found.split("href=\"").filter_map(|rest| rest.split('"').next()).find(|href| href.contains("contains="));
    let rows = editor.get(&rows.expect("a link").replace("&amp;", "&")).await.is(200).text();
    assert!(rows.contains("session-1") && !rows.contains("session-3") && rows.contains("contains “sun”"), "{rows}");
    assert!(editor.get(&format!("{path}?find=snow")).await.is(200).text().contains("No matching texts"));
    editor.get(&format!("{insights}/texts/colour")).await.is(404);
    editor.get(&format!("{insights}/texts/none")).await.is(404);
}
