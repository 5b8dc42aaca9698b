//! Options that are answered and not scored, kinds of not answering, and answers that a score can do without.

mod support;

use domain::{AnonId, Answers, AnswersRecord, Definition, Fault, Language, Missing, QuizId, Scores, Timestamp, UserId};
use serde_json::{Value, json};
use support::{answers, definition, id, mistakes};

/// Yes, partly, no, and one that is not scored.
fn options() -> Value {
    json!([
        { "label": "Yes", "points": 100 }, { "label": "Partly", "points": 40 }, { "label": "No", "points": 0 },
        { "label": "I have none", "points": null, "missing": "not_applicable" }])
}

/// Three questions, of which the second counts twice; all may be left open.
fn desk(scoring: Value) -> Value {
    let question = |(id, weight): (&str, u8)| json!({ "id": id, "text": "?", "required": false, "weight": weight, "category": "all", "options": options() });
    let (questions, mut scoring) = ([("a", 1), ("b", 2), ("c", 1)].map(question), scoring);
    scoring["categories"] = json!([{ "id": "all", "name": "All" }]);
    json!({ "questions": questions, "scoring": scoring })
}

fn given(codes: &[Option<u8>]) -> Vec<(&'static str, Value)> {
    ["a", "b", "c"].into_iter().zip(codes).filter_map(|(id, code)| Some((id, json!((*code)?)))).collect()
}

/// The overall score with its range.
fn told(definition: &Definition, given: &[(&str, Value)]) -> Option<(String, Option<(String, String)>)> {
    let scores = Scores::of(definition, &answers(definition, given));
    assert_eq!(scores.overall, scores.categories.values().next().cloned(), "the category has all questions");
    let overall = scores.overall?;
    Some((overall.score.to_string(), overall.range.map(|(least, most)| (least.to_string(), most.to_string()))))
}

#[test]
fn an_answer_that_is_not_scored_leaves_an_average_with_its_weight() {
    let average = definition(&desk(json!({})));
    let of = |codes: [u8; 3]| told(&average, &given(&codes.map(Some))).map(|(score, _)| score);
    assert_eq!(of([1, 2, 3]).as_deref(), Some("45"), "(100 + 2 · 40 + 0) / 4");
    assert_eq!(of([1, 4, 3]).as_deref(), Some("50"), "(100 + 0) / 2");
    assert_eq!(of([1, 2, 4]).as_deref(), Some("60"), "(100 + 2 · 40) / 3");
    assert_eq!(of([4, 4, 3]).as_deref(), Some("0"));
    assert_eq!(of([4, 4, 4]), None, "nothing is left to score");
    let scores = Scores::of(&average, &answers(&average, &given(&[Some(1), Some(4), Some(3)])));
    assert_eq!(scores.questions.keys().map(domain::QuestionId::as_str).collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!(told(&average, &given(&[Some(1), Some(4)])), None, "the third is missing, which is something else");
}

#[test]
fn it_lowers_what_a_sum_could_have_been() {
    let sum = definition(&desk(json!({ "method": "sum" })));
    let of = |codes: [u8; 3]| told(&sum, &given(&codes.map(Some)));
    let pair = |score: &str, most: &str| Some((score.to_owned(), Some(("0".to_owned(), most.to_owned()))));
    assert_eq!(of([1, 2, 3]), pair("180", "400"));
    assert_eq!(of([1, 4, 3]), pair("100", "200"));
    assert_eq!(of([4, 2, 4]), pair("80", "200"));
    assert_eq!(of([4, 4, 4]), None);
}

#[test]
fn a_table_converts_no_sum_of_fewer_questions() {
    let values: Vec<u32> = (0..=400).collect();
    let table = definition(&desk(json!({ "method": "table", "tables": [{ "values": values }], "allowMissing": 2 })));
    let of = |codes: [Option<u8>; 3]| {
        let scores = Scores::of(&table, &answers(&table, &given(&codes)));
        scores.overall.map(|overall| overall.score.to_string())
    };
    assert_eq!(of([Some(1), Some(2), Some(3)]).as_deref(), Some("180"));
    assert_eq!(of([Some(1), Some(4), Some(3)]), None, "as with a hidden question");
    assert_eq!(of([Some(1), None, Some(3)]).as_deref(), Some("200"), "the mean of the others stands in");
}

#[test]
fn of_several_options_those_with_points_count_and_those_without_alone_do_not() {
    let several = |min: u8, third: Value| {
        definition(&json!({ "scoring": { "method": "sum" }, "questions": [
            { "id": "a", "kind": "multiple", "text": "?", "min": min, "options": [
                { "label": "A", "points": 10 }, { "label": "B", "points": -5 }, third,
                { "label": "Else", "points": null }, { "label": "Nothing", "points": null, "exclusive": true }] }] }))
    };
    let told = |definition: &Definition, chosen: Value| {
        let scores = Scores::of(definition, &answers(definition, &[("a", chosen)]));
        scores.overall.map(|overall| {
            let (least, most) = overall.range.expect("a sum has a range");
            [overall.score, least, most].map(|number| number.to_string())
        })
    };
    let numbers = |numbers: [&str; 3]| Some(numbers.map(str::to_owned));
    let one = several(1, json!({ "label": "C" }));
    assert_eq!(told(&one, json!([1, 2])), numbers(["5", "-5", "10"]));
    assert_eq!(told(&one, json!([1, 4])), numbers(["10", "-5", "10"]));
    assert_eq!(told(&one, json!([3])), numbers(["0", "-5", "10"]), "no points are 0");
    assert_eq!((told(&one, json!([4])), told(&one, json!([5]))), (None, None));
    // Two have to be chosen, and one of them may be the one that does not count.
    let two = several(2, json!({ "label": "C", "points": 3 }));
    assert_eq!(told(&two, json!([1, 4])), numbers(["10", "-5", "13"]));
}

#[test]
fn the_others_stand_in_for_missing_answers_of_an_average_too() {
    let average = definition(&desk(json!({ "allowMissing": 1, "decimals": 1 })));
    let of = |codes: &[Option<u8>]| told(&average, &given(codes)).map(|(score, _)| score);
    assert_eq!(of(&[Some(1), Some(2), Some(3)]).as_deref(), Some("45"));
    assert_eq!(of(&[Some(1), Some(2)]).as_deref(), Some("60"), "(100 + 2 · 40) / 3");
    assert_eq!(of(&[Some(1), Some(4)]).as_deref(), Some("100"), "the second is not missing, it does not apply");
    assert_eq!(of(&[Some(1)]), None, "two are missing");
    assert_eq!(of(&[None, Some(4), Some(4)]), None, "of one question that is left, the answer is missing");
    let strict = definition(&desk(json!({})));
    assert_eq!(told(&strict, &given(&[Some(1), Some(2)])), None);
}

#[test]
fn records_whose_average_bore_no_missing_answer_are_whole() {
    let bearing = definition(&desk(json!({ "allowMissing": 1 })));
    let strict = definition(&desk(json!({})));
    let begun = AnswersRecord {
        quiz_id: QuizId::from_random(7),
        user: UserId::Anonymous(AnonId::new(7, |_| 7)),
        attempt: 1,
        occasion: None,
        version: 1,
        language: Language::EN,
        answers: answers(&bearing, &given(&[Some(1), Some(2)])),
        custom_data: None,
        fields: domain::FieldValues::default(),
        started_at: Timestamp::default(),
        activity_at: Timestamp::default(),
        submission: None,
    };
    let submit = |quiz: &Definition| begun.submit(quiz, &Answers::new(), Timestamp::default()).expect("submitted");
    let (of_earlier_release, mut of_this) = (submit(&strict), submit(&bearing));
    assert_ne!(of_earlier_release, of_this);
    assert_eq!((of_earlier_release.fault(&bearing, &bearing), of_this.fault(&bearing, &bearing)), (None, None));
    assert_eq!(of_this.fault(&strict, &strict), Some(Fault::Scores));
    let submission = of_this.submission.as_mut().expect("it is submitted");
    submission.scores.overall.as_mut().expect("a score").score = domain::Decimal::whole(7);
    assert_eq!(of_this.fault(&bearing, &bearing), Some(Fault::Scores));
}

#[test]
fn an_answer_that_is_not_scored_is_an_answer() {
    let quiz = definition(&desk(json!({})));
    let given = answers(&quiz, &given(&[Some(4), Some(4), None]));
    let journey = quiz.journey(&given, "en");
    assert_eq!(journey.progress(), (2, 3));
    let result = journey.result(&journey.scores("en"), None, Language::EN, Language::EN);
    assert!(result.has_gaps && result.overall.ranged.is_none());
    let all = answers(&quiz, &self::given(&[Some(4), Some(4), Some(4)]));
    let journey = quiz.journey(&all, "en");
    assert!(!journey.result(&journey.scores("en"), None, Language::EN, Language::EN).has_gaps);
}

#[test]
fn a_kind_of_not_answering_is_that_of_all_chosen_options() {
    let quiz = definition(&json!({ "questions": [
        { "id": "a", "kind": "multiple", "text": "?", "options": [
            { "label": "A" }, { "label": "B", "missing": "unknown" }, { "label": "C", "missing": "declined" }] },
        { "id": "b", "kind": "matrix", "text": "?", "rows": [{ "id": "one", "text": "One" }], "options": [
            { "label": "Yes" }, { "label": "Does not apply", "missing": "not_applicable" }] }] }));
    for (question, answer, kind) in [
        ("a", json!([1]), None),
        ("a", json!([1, 2]), None),
        ("a", json!([2, 3]), Some(Missing::Unknown)),
        ("a", json!([3]), Some(Missing::Declined)),
        ("b_one", json!(1), None),
        ("b_one", json!(2), Some(Missing::NotApplicable)),
    ] {
        let item = quiz.items().find(|item| item.id == id(question)).expect("it is asked");
        assert_eq!(item.missing(&answers(&quiz, &[(question, answer.clone())])[&item.id]), kind, "{question} {answer}");
    }
}

#[test]
fn null_stands_for_points_among_others_only_and_what_was_stored_stays_as_it_is() {
    let stored = |options: Value| {
        let written = json!({ "questions": [{ "id": "a", "text": "?", "options": options }], "scoring": {} });
        serde_json::to_value(definition(&written)).expect("JSON")["questions"][0]["options"].clone()
    };
    let scored = stored(options());
    assert_eq!((&scored[3]["points"], &scored[3]["missing"]), (&Value::Null, &json!("not_applicable")));
    assert!(scored[3].as_object().is_some_and(|option| option.contains_key("points")), "{scored}");
    assert!(scored[0].get("missing").is_none(), "{scored}");
    let unscored = stored(json!([{ "label": "A", "points": null }, { "label": "B" }]));
    assert!(unscored[0].get("points").is_none(), "{unscored}");

    let quiz = definition(&desk(json!({ "method": "sum" })));
    let json = serde_json::to_string(&quiz).expect("JSON");
    assert_eq!(serde_json::from_str::<Definition>(&json).expect("a definition"), quiz);

    let of = |kind: &str, options: Value| {
        let question = json!({ "id": "a", "kind": kind, "text": "?", "options": options });
        mistakes(&json!({ "questions": [question], "scoring": { "method": "sum" } }))
    };
    let open = json!([{ "label": "A", "points": 1 }, { "label": "B" }]);
    assert_eq!(of("choice", open), ["questions[0].options[1].points required"]);
    let ranked = json!([{ "label": "A" }, { "label": "B", "missing": "unknown" }]);
    assert_eq!(of("ranking", ranked), ["questions[0].options[1].missing not_of_kind"]);
}

#[test]
fn what_earlier_releases_stored_is_stored_in_the_same_bytes() {
    let stored = concat!(
        r#"{"language":"en","scheme":1,"codes":true,"questions":[{"id":"a","kind":"multiple","required":true,"text":"?","#,
        r#""options":[{"id":"00000001-0000-4000-8000-000000000000","code":1,"label":"A","points":2.5,"exclusive":true},"#,
        r#"{"id":"00000002-0000-4000-8000-000000000000","code":2,"label":"B","other":true}]}],"#,
        r#""scoring":{"method":"average","allowMissing":1}}"#
    );
    let definition: Definition = serde_json::from_str(stored).expect("a definition");
    assert_eq!(serde_json::to_string(&definition).expect("JSON"), stored);
}
