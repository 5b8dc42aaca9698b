//! Results of quizzes with their own scoring, and the last page of quizzes without scoring.

use domain::{AnswerInput, Decimal, Ending, NewQuiz, OptionId, QuestionInput, QuizInput, ResultView, Scoring};
use serde_json::{Value, json};

use super::*;

fn definition(written: &Value) -> Definition {
    fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
    }
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
    };
    let questions: Vec<QuestionInput> = read(&written["questions"]);
    let (scoring, end): (Option<Scoring>, Option<Ending>) = (read(&written["scoring"]), read(&written["end"]));
    let input = QuizInput::new("Team health".into(), QuizKind::Open, Language::EN);
    let checked = QuizInput { questions: Some(questions), scoring, end, ..input }.check(new_id);
    let NewQuiz { definition, .. } = checked.unwrap_or_else(|error| panic!("{error}"));
    definition
}

fn given(definition: &Definition, answers: &[(&str, Value)]) -> Answers {
    let answer = |(id, value): &(&str, Value)| {
        let id = QuestionId::parse(id).expect("an id");
        let input: AnswerInput = serde_json::from_value(value.clone()).expect("an answer");
        let answer = definition.resolve(&id, &input).unwrap_or_else(|error| panic!("{error}"));
        (id, answer)
    };
    answers.iter().map(answer).collect()
}

fn own_page(written: &Value, answers: &[(&str, Value)]) -> ResultPage {
    let definition = definition(written);
    let answers = given(&definition, answers);
    ResultPage { earlier: None, ..result_page(definition, answers) }
}

/// The example of the specification, with a card for all bands.
fn team_health() -> Value {
    json!({
        "questions": [
            { "id": "remote", "text": "Where do you work?",
              "options": [{ "label": "At home" }, { "label": "In an office" }, { "label": "Elsewhere", "other": true }] },
            { "id": "energy", "kind": "scale", "text": "How much energy do you have?", "from": 1, "to": 5,
              "labels": { "1": "None", "5": "Plenty" }, "category": "body", "points": "linear" },
            { "id": "desk", "text": "Is your desk comfortable?", "category": "body", "weight": 2,
              "showIf": { "question": "remote", "is": [1] },
              "options": [{ "label": "Yes", "points": 100 }, { "label": "Mostly", "points": 60 }, { "label": "No", "points": 0 }] },
            { "id": "blockers", "kind": "multiple", "text": "What gets in your way?", "required": false, "category": "work",
              "max": 3, "options": [{ "label": "Meetings", "points": -40 }, { "label": "Noise", "points": -30 },
                                    { "label": "Nothing", "points": 100, "exclusive": true }] },
            { "id": "hours", "kind": "number", "text": "Hours of sleep?", "min": 0, "max": 24, "decimals": 1,
              "unit": "hours", "category": "body",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "wish", "kind": "text", "text": "One wish?", "required": false, "long": true, "maxLength": 1000 }],
        "scoring": {
            "categories": [{ "id": "body", "name": "Body" }, { "id": "work", "name": "Work" }],
            "bands": [{ "id": "low", "from": 0, "name": "Running low", "hue": "rose" },
                      { "id": "fine", "from": 50, "name": "Fine", "text": "You have what you need.", "hue": "leaf" }],
            "cards": [{ "id": "sleep", "about": { "question": "hours" }, "focusBelow": 80, "title": "Sleep",
                        "bands": { "fine": { "subTitle": "Rest counts.", "stepsTitle": "Tonight",
                                             "steps": ["Lights out at ten", "No screens in bed"], "boost": "Try it!",
                                             "links": [{ "label": "More on sleep", "url": "https://sleep.example" }] } } },
                      { "id": "work", "about": { "category": "work" }, "title": "Your work",
                        "bands": { "fine": { "subTitle": "Fewer meetings help." } } },
                      { "id": "all", "about": "score", "title": "Something more to say", "bands": { "fine": { "boost": "Well done." } } },
                      { "id": "blank", "about": "score", "title": "Nothing more to say", "bands": { "fine": {} } }] },
        "end": { "text": "Thanks, that helps!", "next": { "label": "Back to the team page", "url": "https://team.example/a?b" } }
    })
}

fn at_home() -> Vec<(&'static str, Value)> {
    vec![
        ("remote", json!(1)),
        ("energy", json!(4)),
        ("desk", json!(2)),
        ("hours", json!(6.5)),
        ("blockers", json!([1])),
        ("wish", json!("A <b>\nplant")),
    ]
}

/// Texts between tags, in order.
fn texts_of(html: &str) -> Vec<&str> {
    let main = html.split_once("<main").expect("a main part").1.split_once("</main>").expect("its end").0;
    main.split('>')
        .filter_map(|part| part.split_once('<'))
        .map(|(text, _)| text.trim())
        .filter(|t| !t.is_empty())
        .collect()
}

fn has_in_order(html: &str, wanted: &[&str]) {
    let mut texts = texts_of(html).into_iter();
    for wanted in wanted {
        assert!(texts.any(|text| text == *wanted), "{wanted} is missing or out of place: {:?}", texts_of(html));
    }
}

/// No text about the built-in questions and their scores.
fn speaks_of_no_money(html: &str, words: &crate::words::Texts) {
    let built_in = words.band_title.iter().chain(&words.band_text).chain(&words.band_short).chain(&words.category);
    for text in built_in.chain([&words.number_note, &words.meaning_text, &words.not_advice, &words.distress]) {
        assert!(!html.contains(text), "{text}");
    }
}

#[test]
fn the_worked_example_has_its_scores_bands_and_cards() {
    for language in Language::OF_CONTENT {
        let (words, cx) = (texts(language), context(language));
        let html = result(&cx, &own_page(&team_health(), &at_home()));
        assert!(html.contains(&format!("aria-label=\"{}\"", (words.gauge_label)("61"))));
        assert!(html.contains("class=\"overall leaf\"") && html.contains("stroke-dasharray=\"61 200\""));
        // The band begins at 50, at the top of the semicircle.
        assert!(html.contains("d=\"M120 30L120 10\" class=\"gauge-mark\""), "{html}");
        let of_card = ["Sleep", "Tonight", "Lights out at ten", "More on sleep", "No screens in bed", "Try it!"];
        has_in_order(&html, &["61", words.out_of_100, "Fine", "You have what you need.", words.start_here]);
        has_in_order(&html, &[&[words.start_here][..], &of_card[..], &[words.categories_title]].concat());
        has_in_order(&html, &["Body", "Fine", "61", "Work", "Fine", "60"]);
        has_in_order(&html, &["50–100", "Fine", words.meaning_average]);
        has_in_order(&html, &[words.cards_title, "Your work", "Fewer meetings help.", "Something more to say"]);
        assert!(!html.contains("Nothing more to say"), "a card without words");
        let hours = words.number(Decimal::parse("6.5").expect("a number"));
        let because = (words.because)(&format!("{hours}\u{a0}hours"));
        assert!(html.contains(&because), "{html}");
        has_in_order(&html, &["Sleep", "Hours of sleep?", &because, "Lights out at ten"]);
        assert!(tags(&html, "li").iter().filter(|tag| tag.contains("class=\"leaf\"")).count() >= 2);
        speaks_of_no_money(&html, words);
    }
}

#[test]
fn after_the_result_come_the_last_words_and_the_way_on() {
    let html = result(&context(Language::EN), &own_page(&team_health(), &at_home()));
    has_in_order(&html, &["What this means for you", "Thanks, that helps!", "Back to the team page", "Your answers"]);
    let link = tags(&html, "a").into_iter().find(|tag| tag.contains("https://team.example/a?b")).expect("the way on");
    assert!(link.contains("target=\"_top\"") && link.contains("rel=\"noreferrer\""), "{link}");
    assert!(html.contains("Where to find help"), "the owner named some");
}

#[test]
fn a_way_back_to_the_host_is_offered_inside_a_frame_alone() {
    let mut written = team_health();
    written["end"]["next"] = json!({ "label": "Back to the app" });
    let page = own_page(&written, &at_home());
    let mut cx = context(Language::EN);
    assert!(!result(&cx, &page).contains("Back to the app"));
    cx.embedding = Some(Embedding { script: "/framed.js".to_owned(), origins: vec![], completed: None, error: None });
    let html = result(&cx, &page);
    let button = tags(&html, "button").into_iter().find(|tag| tag.contains("data-next")).expect("the way back");
    assert!(button.contains(" hidden") && html.contains("Back to the app"), "a script shows it: {button}");
}

#[test]
fn what_was_answered_is_listed_in_words_and_what_was_hidden_is_not() {
    let written = json!({ "questions": [
        { "id": "c", "text": "Where?", "options": [{ "label": "Here" }, { "label": "Elsewhere", "other": true }] },
        { "id": "m", "kind": "multiple", "text": "Which?", "options": [{ "label": "A" }, { "label": "B" }, { "label": "C" }] },
        { "id": "n", "kind": "number", "text": "How far?", "min": 0, "max": 9, "decimals": 1, "unit": "km" },
        { "id": "d", "kind": "date", "text": "When?" },
        { "id": "r", "kind": "ranking", "text": "In what order?", "options": [{ "label": "Red" }, { "label": "Blue" }] },
        { "id": "x", "kind": "matrix", "text": "How often?", "required": false, "from": 1, "to": 3,
          "labels": { "3": "Always" }, "rows": [{ "id": "one", "text": "Tea" }, { "id": "two", "text": "Milk" }] },
        { "id": "t", "kind": "text", "text": "Why?", "long": true },
        { "id": "no", "kind": "text", "text": "Hidden?", "showIf": { "question": "c", "is": [1] } },
        { "id": "ok", "kind": "consent", "text": "May we?" }] });
    let answers = [
        ("c", json!(2)),
        ("c_other", json!("On a boat")),
        ("m", json!([3, 1])),
        ("n", json!(2.5)),
        ("d", json!("2026-03-05")),
        ("r", json!([2, 1])),
        ("x_one", json!(3)),
        ("t", json!("<i>\nso")),
        ("ok", json!(true)),
    ];
    let page = own_page(&written, &answers);
    let html = result(&context(Language::ES), &page);
    for wanted in [
        &["Where?", "Elsewhere", "Elsewhere", "On a boat"][..],
        &["Which?", "A", "C", "How far?"],
        &["How far?", "2,5", "km"],
        &["When?", "5 de marzo de 2026"],
        &["In what order?", "Blue", "Red", "How often?", "Tea", "Always", "Milk", "Sin respuesta"],
        &["Why?", "&lt;i&gt;\nso", "May we?", "Acepto"],
    ] {
        has_in_order(&html, wanted);
    }
    assert!(!html.contains("Hidden?") && html.contains("<ol><li>"));
    assert!(html.contains("lang=\"en\" dir=\"ltr\">Where?"), "the texts are English");
    assert!(html.contains(texts(Language::ES).thanks_title) && !html.contains(texts(Language::ES).result_title));
}

#[test]
fn an_unscored_quiz_ends_in_the_owners_words() {
    let mut written = json!({ "questions": [{ "id": "t", "kind": "text", "text": "Why?" }] });
    written["end"] = team_health()["end"].clone();
    let html = result(&context(Language::EN), &own_page(&written, &[("t", json!("So."))]));
    let words = texts(Language::EN);
    has_in_order(&html, &[words.thanks_title, "Thanks, that helps!", "Back to the team page", "Your answers", "So."]);
    speaks_of_no_money(&html, words);
}

#[test]
fn an_early_end_without_a_scored_question_is_no_result() {
    let mut written = team_health();
    let end = json!({ "id": "over", "kind": "statement", "text": "That’s all.", "ends": true,
                      "showIf": { "question": "remote", "is": [2] } });
    written["questions"].as_array_mut().expect("questions").insert(1, end);
    let html = result(&context(Language::EN), &own_page(&written, &[("remote", json!(2))]));
    has_in_order(&html, &["Thank you for your answers", "Where do you work?", "In an office"]);
    assert!(!html.contains("class=\"gauge\"") && !html.contains("energy") && !html.contains("overall"));
}

#[test]
fn a_missing_score_is_said_in_plain_words() {
    let mut answers = at_home();
    answers.retain(|(id, _)| *id != "blockers");
    let words = texts(Language::EN);
    let html = result(&context(Language::EN), &own_page(&team_health(), &answers));
    has_in_order(&html, &[words.no_score_title, words.no_score_text, "Body", "61", "Work", words.no_category_score]);
    assert!(!html.contains("class=\"gauge\"") && !html.contains("class=\"meaning"));
    // A table needs all of its questions, but one was hidden.
    let mut written = team_health();
    written["scoring"]["method"] = json!("table");
    written["scoring"]["cards"] = json!([]);
    written["scoring"]["tables"] = json!([{ "values": vec![1; 571] }]);
    let html =
        result(&context(Language::EN), &own_page(&written, &[&[("remote", json!(2))][..], &at_home()[1..]].concat()));
    has_in_order(&html, &[words.no_score_title, words.no_score_otherwise]);
}

#[test]
fn a_sum_is_a_bar_between_the_least_and_the_most_it_could_have_been() {
    let mut written = team_health();
    written["scoring"]["method"] = json!("sum");
    written["scoring"]["bands"][1]["from"] = json!(200);
    let html = result(&context(Language::EN), &own_page(&written, &at_home()));
    let words = texts(Language::EN);
    assert!(!html.contains("class=\"gauge\"") && !html.contains(words.out_of_100));
    has_in_order(&html, &["Fine", "205", "possible: −70 to 500", "−70", "500", "You have what you need."]);
    has_in_order(&html, &["0–199", "Running low", "200–500", "Fine", words.meaning_sum]);
    // (205 + 70) / 570, and the band at (200 + 70) / 570.
    let bar = html.split_once("class=\"score-bar\"").expect("a bar").1;
    assert_eq!((attributes(bar, "width")[2], attributes(bar, "x")[0]), ("48.2%", "47.4%"));
}

#[test]
fn built_in_and_own_questions_are_both_shown_and_the_overall_score_is_the_owners() {
    let mut written = team_health();
    let built_in = ["fhn1", "fhn2"].map(|id| json!({ "id": id }));
    written["questions"].as_array_mut().expect("questions").extend(built_in);
    let answers = [&at_home()[..], &[("fhn1", json!(4)), ("fhn2", json!(1))]].concat();
    let html = result(&context(Language::EN), &own_page(&written, &answers));
    let words = texts(Language::EN);
    // (75 + 120 + 50 + 60 + 25 + 100) / 7
    assert!(html.contains("aria-label=\"Your score is 61 of 100.\""), "{html}");
    has_in_order(&html, &["Fine", words.start_here, "Sleep", "Body", "Work", words.category[0], "Fine", "63"]);
    let sections = [words.cards_title, "Your work", words.focus_title, "Spending and earning", words.strengths_title];
    has_in_order(&html, &sections);
    assert!(!words.band_title.iter().any(|title| html.contains(title)), "the score is not of the eight alone");
    assert!(html.contains(words.not_advice));
    // Late bills come before the owner's advice.
    let answers = [&at_home()[..], &[("fhn1", json!(4)), ("fhn2", json!(5))]].concat();
    let html = result(&context(Language::EN), &own_page(&written, &answers));
    has_in_order(&html, &[words.start_here, "Paying bills on time", words.cards_title, "Sleep"]);
}

#[test]
fn a_retake_says_what_changed_without_praise_or_comfort() {
    let mut page = own_page(&team_health(), &at_home());
    let mut worse = at_home();
    worse[1].1 = json!(1);
    let answers = given(&page.definition, &worse);
    let earlier = |scored_by: &Arc<Definition>| EarlierResult {
        href: "/earlier".to_owned(),
        submitted_at: moment("20 October 2026"),
        scores: Scores::of(scored_by, &answers),
        scored_by: scored_by.clone(),
    };
    page.earlier = Some(earlier(&page.definition));
    let html = result(&context(Language::EN), &page);
    has_in_order(&html, &["Since last time", "20 October 2026", "your score was 46. Now it’s 61.", "Body", "+18"]);
    assert!(html.contains("Work <strong>no change</strong>"));
    let mut written = team_health();
    written["questions"][1]["points"] = json!("reversed");
    written["questions"][3]["options"][0]["points"] = json!(-50);
    page.earlier = Some(earlier(&Arc::new(definition(&written))));
    assert!(!result(&context(Language::EN), &page).contains("Since last time"), "the points have changed");
}

#[test]
fn many_areas_and_cards_stay_within_sight() {
    let mut written = team_health();
    let name = |n: usize| format!("Area {n}");
    let question = |n: usize| {
        json!({ "id": format!("s{n}"), "kind": "scale", "text": "?", "from": 0, "to": 4,
                                      "points": "linear", "category": format!("c{n}") })
    };
    written["questions"] = (0..20).map(question).collect();
    written["scoring"]["categories"] = (0..20).map(|n| json!({ "id": format!("c{n}"), "name": name(n) })).collect();
    let card = |n: usize| {
        json!({ "id": format!("k{n}"), "title": format!("Card {n}"), "about": { "category": format!("c{}", n % 20) },
                                  "bands": { "fine": { "steps": ["One", "Two"] } } })
    };
    written["scoring"]["cards"] = (0..100).map(card).collect();
    let ids: Vec<String> = (0..20).map(|n| format!("s{n}")).collect();
    let answers: Vec<(&str, Value)> = ids.iter().map(|id| (id.as_str(), json!(3))).collect();
    let html = result(&context(Language::EN), &own_page(&written, &answers));
    for (shown, folded) in [("Area 7", "Area 8"), ("Card 7", "Card 8")] {
        let more = format!(">{}<", if shown.starts_with('A') { "12 more areas" } else { "92 more topics" });
        let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} is missing"));
        assert!(place(&format!(">{shown}<")) < place(&more) && place(&more) < place(&format!(">{folded}<")));
    }
    let values = attributes(&html, "value");
    assert_eq!(values.iter().filter(|value| value.starts_with("card-k")).count(), 200);
}

#[test]
fn own_results_are_documents_like_all_pages() {
    let mut hostile = team_health();
    hostile["end"]["text"] = json!(HOSTILE);
    hostile["scoring"]["bands"][1]["name"] = json!(HOSTILE);
    hostile["scoring"]["categories"][0]["name"] = json!(HOSTILE);
    hostile["scoring"]["cards"][0]["title"] = json!(HOSTILE);
    hostile["questions"][4]["unit"] = json!("</b>");
    let page = own_page(&hostile, &at_home());
    let html = result(&context(Language::ES), &page);
    assert!(!html.contains("<b onclick") && !html.contains("</script><b"), "{html}");
    let all = attributes(&html, "id");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "an id stands twice");
    for id in attributes(&html, "aria-labelledby") {
        assert!(all.contains(&id), "nothing has the id {id}");
    }
    assert!(attributes(&html, "style").is_empty());
}

#[test]
fn a_quiz_without_an_overall_score_shows_its_categories_alone() {
    let mut written = team_health();
    written["scoring"]["overall"] = json!(false);
    written["scoring"]["cards"].as_array_mut().expect("cards").truncate(2);
    let page = own_page(&written, &at_home());
    assert_eq!(page.scores.overall, None);
    let (words, html) = (texts(Language::EN), result(&context(Language::EN), &page));
    assert!(
        !html.contains("class=\"overall") && !html.contains(words.no_score_title) && !html.contains("class=\"gauge")
    );
    has_in_order(&html, &[words.start_here, "Sleep", words.categories_title, "Body", "61", "Work", "60"]);
}

#[test]
fn the_owner_decides_how_much_of_a_result_is_shown() {
    let words = texts(Language::EN);
    let shown = |view: ResultView| {
        let mut page = own_page(&team_health(), &at_home());
        Arc::make_mut(&mut page.definition).result = view;
        assert!(page.scores.overall.is_some(), "scores are kept all the same");
        result(&context(Language::EN), &page)
    };
    let full = shown(ResultView::Full);
    assert!(full.contains("class=\"gauge") && full.contains("Something more to say"));
    let categories = shown(ResultView::Categories);
    assert!(!categories.contains("class=\"overall") && !categories.contains("Something more to say"));
    has_in_order(&categories, &[words.start_here, "Sleep", words.categories_title, "Body", "61", "Your work"]);
    let thanks = shown(ResultView::Thanks);
    for text in
        ["class=\"gauge", words.start_here, words.categories_title, "Your work", words.result_title, "Running low"]
    {
        assert!(!thanks.contains(text), "{text}");
    }
    has_in_order(&thanks, &[words.thanks_title, words.thanks_text, words.answers_title, "Hours of sleep?"]);
}

#[test]
fn one_thing_to_do_stands_out() {
    let filled = |page: &ResultPage| {
        let html = result(&context(Language::EN), page);
        let html = html.split_once("<main").expect("the content").1.to_owned();
        html.matches("class=\"button\"").count()
    };
    let whole = |written: &Value| ResultPage { retake: Some(Retake::Now), ..own_page(written, &at_home()) };
    let mut page = whole(&team_health());
    assert_eq!(filled(&page), 0, "the first step has a link of its own, which stands out");
    Arc::make_mut(&mut page.definition).result = ResultView::Thanks;
    assert_eq!(filled(&page), 1, "the way on");
    Arc::make_mut(&mut page.definition).end = None;
    assert_eq!(filled(&page), 1, "the next attempt");
    page.retake = None;
    assert_eq!(filled(&page), 0);
    let built_in = result_page(Definition::built_in(), answers(8));
    assert!(filled(&built_in) <= 1);
}
