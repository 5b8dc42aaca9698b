//! Each rule of the body, by the path that its error names.

use serde_json::{Value, json};

use super::*;
use crate::{OptionInput, Quiz, QuizChange};

fn input() -> QuizInput {
    QuizInput::new("Money check".into(), QuizKind::Open, Language::EN)
}

fn own(id: &str, options: usize) -> QuestionInput {
    let option = || OptionInput::new(None, "Yes".into());
    QuestionInput {
        id: id.to_owned(),
        text: Some("Do you?".into()),
        options: Some(std::iter::repeat_with(option).take(options).collect()),
        ..QuestionInput::default()
    }
}

fn ids() -> impl FnMut() -> OptionId {
    let mut number = 0;
    move || {
        number += 1;
        OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
    }
}

fn paths(result: Result<NewQuiz, Invalid>) -> Vec<String> {
    result.expect_err("invalid").0.into_iter().map(|error| error.path.to_string()).collect()
}

#[test]
fn no_questions_means_the_eight_built_in_ones() {
    let quiz = input().check(ids()).expect("valid");
    assert_eq!(quiz.definition, Definition::built_in());
    assert_eq!(quiz.kind, QuizKind::Open);
}

#[test]
fn respondents_of_new_open_quizzes_may_erase_unless_it_is_said_otherwise() {
    for (kind, asked, expected) in [
        (QuizKind::Open, None, Ok(true)),
        (QuizKind::Open, Some(false), Ok(false)),
        (QuizKind::InApp, None, Ok(false)),
        (QuizKind::Invited, Some(false), Ok(false)),
        (QuizKind::InApp, Some(true), Err(Invalid::one("respondentsMayErase", FieldCode::OpenOnly))),
    ] {
        let new = QuizInput::new("Money check".into(), kind, Language::EN);
        let checked = QuizInput { respondents_may_erase: asked, ..new }.check(ids());
        assert_eq!(checked.map(|quiz| quiz.settings.respondents_may_erase), expected, "{kind:?} {asked:?}");
    }
    let stored = r#"{"name":"Q","description":null,"primary_colour":null,"opens_at":null,"closes_at":null,
        "retry_after":null,"allowed_origins":[],"status":"open"}"#;
    let settings: Settings = serde_json::from_str(stored).expect("settings of an earlier release");
    assert!(!settings.respondents_may_erase);
}

#[test]
fn only_a_draft_may_have_no_questions_yet() {
    let unwritten = || QuizInput { questions: Some(Vec::new()), ..input() };
    assert_eq!(paths(unwritten().check(ids())), ["questions"]);
    let quiz = unwritten().check_as(QuizStatus::Draft, ids()).expect("valid");
    assert_eq!((quiz.settings.status, quiz.definition.questions.len()), (QuizStatus::Draft, 0));
}

#[test]
fn every_mistake_is_named_with_its_path() {
    let mut quiz = input();
    quiz.inapp = true;
    quiz.name = " ".into();
    quiz.primary_colour = Some("blue".to_owned());
    quiz.allowed_origins = vec!["https://ok.example".to_owned(), "https://x.example/path".to_owned()];
    let mut built_in_with_words = own("fhn1", 2);
    built_in_with_words.required = Some(true);
    quiz.questions = Some(vec![own("a", 2), own("a", 1), built_in_with_words, own("Not valid", 2)]);
    assert_eq!(
        paths(quiz.check(ids())),
        [
            "inapp",
            "primaryColor",
            "name",
            "allowedOrigins[1]",
            "questions[1].id",
            "questions[1].options",
            "questions[2]",
            "questions[3].id",
        ]
    );
}

#[test]
fn each_rule_of_a_body_names_its_place() {
    let own = |field: &str, value: Value| {
        let mut own = json!({ "id": "q", "text": "T", "options": [{ "label": "A" }, { "label": "B" }] });
        own[field] = value;
        json!({ "questions": [own] })
    };
    let in_21_languages: Value = ('a'..='u').map(|letter| (format!("q{letter}"), json!("T"))).collect();
    let unlabelled = json!([{ "label": "" }, { "id": "no", "label": "a\0" }, { "label": "a\0" }]);
    for (change, places) in [
        (json!({ "name": {} }), &["name"][..]),
        (json!({ "name": in_21_languages }), &["name"]),
        (json!({ "description": in_21_languages }), &["description"]),
        (json!({ "description": "a\0" }), &["description"]),
        (json!({ "timeZone": "+02:00" }), &["timeZone"]),
        (json!({ "opensAt": 5, "closesAt": 5 }), &["closesAt"]),
        (json!({ "about": { "seenBy": { "es": "x".repeat(201) } } }), &["about.seenBy"]),
        (json!({ "about": { "help": [{ "label": {}, "url": "tel:112" }] } }), &["about.help[0].label"]),
        (json!({ "questions": [{ "id": "q" }] }), &["questions[0].text", "questions[0].options"]),
        (own("text", json!("a\0")), &["questions[0].text"]),
        (own("help", json!("a\0")), &["questions[0].help"]),
        (
            own("options", unlabelled),
            &["questions[0].options[0].label", "questions[0].options[1].id", "questions[0].options[2].label"],
        ),
        (
            json!({ "questions": [{ "id": "q", "kind": "number", "text": "T", "min": 0, "decimals": 2 }] }),
            &["questions[0].max"],
        ),
        (
            json!({ "questions": [{ "id": "q", "kind": "scale", "text": "T", "to": 5, "labels": { "5": "High" } }] }),
            &["questions[0].from"],
        ),
        (
            json!({ "questions": [{ "id": "q", "kind": "number", "text": "T", "unit": "h" }] }),
            &["questions[0].min", "questions[0].max"],
        ),
        (own("showIf", json!({ "language": ["english"] })), &["questions[0].showIf"]),
        (json!({ "language": "de", "questions": [{ "id": "fhn1" }] }), &["questions"]),
    ] {
        let mut body = json!({ "name": "T" });
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        let body: QuizInput = serde_json::from_str(&body.to_string()).expect("a body");
        assert_eq!(paths(body.check(ids())), places, "{change}");
    }
}

#[test]
fn the_language_of_the_quiz_must_be_complete() {
    let mut quiz = input();
    quiz.language = Language::ES;
    let mut english = own("pet", 2);
    english.text = Some(Text::ByLanguage([(Language::EN, "A pet?".to_owned())].into()));
    quiz.questions = Some(vec![english]);
    let error = quiz.check(ids()).expect_err("no Spanish text").to_string();
    assert_eq!(error, "questions question pet lacks a text or a label in es");
}

#[test]
fn limits_hold_at_their_edges() {
    for (questions, is_ok) in [(0, false), (1, true), (200, true), (201, false)] {
        let mut quiz = input();
        quiz.questions = Some((0..questions).map(|n| own(&format!("q{n}"), 2)).collect());
        assert_eq!(quiz.check(ids()).is_ok(), is_ok, "{questions} questions");
    }
    for (options, is_ok) in [(1, false), (2, true), (300, true), (301, false)] {
        let mut quiz = input();
        quiz.questions = Some(vec![own("q", options)]);
        assert_eq!(quiz.check(ids()).is_ok(), is_ok, "{options} options");
    }
    for (name, is_ok) in [("é".repeat(200), true), ("é".repeat(201), false), ("a\0b".to_owned(), false)] {
        let mut quiz = input();
        quiz.name = name.as_str().into();
        assert_eq!(quiz.check(ids()).is_ok(), is_ok);
    }
}

#[test]
fn a_definition_is_bounded_as_a_whole() {
    let many = |questions: usize, options: usize, last: usize| {
        let questions = (0..questions).map(|n| own(&format!("q{n}"), options));
        let mut quiz = input();
        quiz.questions = Some(questions.chain([own("last", last)]).collect());
        quiz
    };
    let too_many = |question: usize, field: &'static str, what, max| {
        Invalid::one(Path::from("questions").item(question).field(field), FieldCode::TooManyInAll { what, max })
    };
    assert!(many(99, 100, 100).check(ids()).is_ok(), "10,000 options");
    assert_eq!(many(99, 100, 101).check(ids()), Err(too_many(99, "options", "options", 10_000)));

    let code = |code: usize| serde_json::json!({ "question": "q0", "is": [code] });
    let conditional = |of_last: Vec<serde_json::Value>, at_first: Vec<serde_json::Value>| {
        let mut quiz = many(1, 200, 2);
        let mut questions = quiz.questions.take().expect("questions");
        let condition = |any| serde_json::from_value(serde_json::json!({ "any": any })).expect("a condition");
        questions.insert(1, QuestionInput { show_if: Some(condition(at_first)), ..own("first", 2) });
        questions[2].show_if = Some(condition(of_last));
        quiz.questions = Some(questions);
        quiz
    };
    assert!(conditional(vec![code(1); 998], vec![code(1); 1000]).check(ids()).is_ok(), "2,000 conditions");
    let refused = conditional(vec![code(1); 999], vec![code(1); 1000]).check(ids());
    assert_eq!(refused, Err(too_many(2, "showIf", "conditions", 2000)));

    let codes: Vec<usize> = (1..=199).collect();
    let wide = |count| vec![serde_json::json!({ "question": "q0", "is": codes }); count];
    assert!(conditional(wide(50), wide(50)).check(ids()).is_ok());
    let refused = conditional(wide(51), wide(50)).check(ids());
    let what = "options and languages in conditions";
    assert_eq!(refused, Err(too_many(2, "showIf", what, 20_000)));
}

#[test]
fn a_definition_of_an_earlier_release_is_saved_as_it_is_whatever_its_size() {
    let questions: Vec<_> = (0..40).map(|n| own(&format!("q{n}"), 300)).collect();
    let mut ids = ids();
    let mut errors = Errors::default();
    let before = Before { stored: None, codes: &OptionCodes::default() };
    let questions = check_questions(questions, before, &mut ids, &mut errors);
    let definition = Definition::of(Language::EN, questions);
    let NewQuiz { kind, settings, .. } = input().check(&mut ids).expect("valid");
    let quiz = Quiz {
        id: crate::QuizId::from_random(1),
        namespace_id: crate::NamespaceId::parse("acme").expect("an id"),
        kind,
        settings,
        version: 1,
        definition: definition.clone().into(),
        retention: crate::Retention::default(),
        session_secret: None,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    };
    let codes = OptionCodes::of(&definition);
    let whole = || Some(definition.questions.iter().map(QuestionInput::from).collect());
    let renamed = QuizChange { name: Some("Other".into()), questions: whole(), ..QuizChange::default() };
    assert_eq!(renamed.apply(&quiz, &codes, &mut ids).map(|(_, same)| same), Ok(definition.clone()));
    let reviewed = QuizChange { review: Some(true), questions: whole(), ..QuizChange::default() };
    assert!(reviewed.apply(&quiz, &codes, &mut ids).is_err());
}

#[test]
fn an_origin_cannot_smuggle_anything_into_a_header() {
    for good in ["https://a.example", "http://localhost:8080", "http://127.0.0.1:1"] {
        assert!(is_origin(good), "{good}");
    }
    for bad in [
        "*",
        "https://",
        "https://*.example",
        "https://a.example;script-src",
        "https://a b",
        "ftp://a",
        "https://a.example/",
        "https://a.example:0",
        "https://a.example:99999",
        "https://A.example",
        "https://a\r\nb",
    ] {
        assert!(!is_origin(bad), "{bad}");
    }
}

#[test]
fn without_an_overall_score_no_card_is_about_it() {
    let body = |overall: bool| {
        serde_json::json!({ "name": "A quiz", "result": "thanks", "scoring": { "overall": overall,
            "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" }],
            "cards": [{ "id": "all", "about": "score", "title": "All", "bands": { "low": { "boost": "Well." } } }] } })
    };
    let check = |body: serde_json::Value| serde_json::from_value::<QuizInput>(body).expect("a body").check(ids());
    let quiz = check(body(true)).expect("a quiz");
    assert_eq!(quiz.definition.result, crate::ResultView::Thanks);
    let wrong = check(body(false)).expect_err("a card about nothing").0;
    assert_eq!(wrong.iter().map(|error| error.path.to_string()).collect::<Vec<_>>(), ["scoring.cards[0].about"]);
}

#[test]
fn a_picture_has_a_text_unless_it_is_decorative() {
    let id = "0123456789abcdefghijkl";
    let body = |picture: &Value| {
        let question = json!({ "id": "tea", "text": "Tea?", "image": picture, "options": [
            { "label": "Yes", "image": picture }, { "label": "No" }
        ] });
        let body = json!({ "name": "Q", "questions": [{ "id": "fhn1", "image": picture }, question],
            "image": picture, "logo": picture });
        serde_json::from_value::<QuizInput>(body).expect("a body")
    };
    let places = ["image", "logo", "questions[0].image", "questions[1].image", "questions[1].options[0].image"];
    for (picture, code) in [
        (json!({ "id": id, "alt": "A cup" }), None),
        (json!({ "id": id, "alt": { "en": "A cup", "es": "Una taza" }, "width": 4, "height": 3 }), None),
        (json!({ "id": id, "decorative": true }), None),
        (json!({ "id": id, "decorative": true, "alt": {} }), None),
        (json!({ "id": id }), Some("required")),
        (json!({ "id": id, "alt": " " }), Some("empty")),
        (json!({ "id": id, "alt": "x".repeat(501) }), Some("too_long")),
    ] {
        let found = body(&picture).check(ids()).err().map_or_else(Vec::new, |invalid| invalid.0);
        let expected: Vec<_> = places.iter().filter_map(|place| Some((format!("{place}.alt"), code?))).collect();
        let found: Vec<_> = found.into_iter().map(|error| (error.path.to_string(), error.code.code())).collect();
        assert_eq!(found, expected, "{picture}");
    }
    let ranking = json!({ "name": "Q", "questions": [{ "id": "tea", "kind": "ranking", "text": "Tea?", "options": [
        { "label": "Green", "image": { "id": id, "decorative": true } }, { "label": "Black" }
    ] }] });
    let ranking: QuizInput = serde_json::from_value(ranking).expect("a body");
    assert_eq!(paths(ranking.check(ids())), ["questions[0].options[0].image"]);
}

#[test]
fn pictures_of_a_definition_get_their_sizes_or_are_refused_in_their_places() {
    let [known, unknown] = ["0123456789abcdefghijkl", "abcdefghijkl0123456789"];
    let picture = |id: &str| json!({ "id": id, "decorative": true, "width": 1 });
    let body = json!({ "name": "Q", "logo": picture(known), "questions": [{ "id": "tea", "text": "Tea?", "options": [
        { "label": "Yes", "image": picture(unknown) }, { "label": "No", "image": picture(known) }
    ] }] });
    let body: QuizInput = serde_json::from_value(body).expect("a body");
    let definition = body.check(ids()).expect("valid").definition;
    assert_eq!(definition.images().into_iter().map(crate::ImageId::as_str).collect::<Vec<_>>(), [known, unknown]);
    let size = crate::Size { width: 40, height: 30 };
    let mut settled = definition.clone();
    let refused = settled.settle_images(|id| (id.as_str() == known).then_some(size));
    let place = Path::from("questions").item(0).field("options").item(0).field("image").field("id");
    assert_eq!(refused, Err(Invalid::one(place, FieldCode::UnknownImage)));
    let mut settled = definition.clone();
    settled.settle_images(|_| Some(size)).expect("known");
    assert_eq!(settled.logo.as_ref().and_then(|logo| logo.size()), Some(size));
    let json = serde_json::to_string(&settled).expect("JSON");
    assert_eq!(serde_json::from_str::<Definition>(&json).expect("a definition"), settled);
}
