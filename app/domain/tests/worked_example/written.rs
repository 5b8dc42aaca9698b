//! The written form: what is refused, and what reads back the same.

use super::*;

#[test]
fn the_stored_form_is_the_written_form_and_reads_back_the_same() {
    let first = definition(&team_health());
    let stored = serde_json::to_string(&first).expect("serializes");
    assert_eq!(serde_json::from_str::<Definition>(&stored).expect("parses"), first);
    let value: Value = read(&serde_json::to_value(&first).expect("serializes"));
    assert_eq!(definition(&value), first, "what is stored can be written again");
    let mut reordered = team_health();
    reordered["questions"][1] = read(
        &json!({ "points": "linear", "category": "body", "labels": { "5": "Plenty", "1": "None" },
        "required": true, "weight": 1, "to": 5, "from": 1, "text": "How much energy do you have?", "kind": "scale", "id": "energy" }),
    );
    assert_eq!(serde_json::to_string(&definition(&reordered)).expect("serializes"), stored, "however it came in");
}

#[test]
fn definitions_of_earlier_releases_are_read() {
    let stored = r#"{"language":"es","scheme":1,"questions":[
        {"id":"fhn3","required":false,"built_in":"fhn3"},
        {"id":"pet","required":true,"own":{"text":{"en":"A pet?","es":"¿Mascota?"},"help":null,"options":[
            {"id":"074f8ed0-95a2-51c7-81a4-cf6ce5d497ec","label":"Cat"},
            {"id":"e709fc73-99d4-5cde-919a-728db8d61161","label":{"en":"Dog","es":"Perro"}}]}},
        {"id":"car","required":true,"own":{"text":"A car?","help":"Or a van","options":[
            {"id":"074f8ed0-95a2-51c7-81a4-cf6ce5d497ec","label":"Yes"},
            {"id":"e709fc73-99d4-5cde-919a-728db8d61161","label":"No"}]}}]}"#;
    let definition: Definition = serde_json::from_str(stored).expect("an earlier definition");

    let written = serde_json::to_value(&definition.questions).expect("serializes");
    assert_eq!(written[0], json!({ "id": "fhn3", "required": false }));
    assert_eq!(written[2]["help"], "Or a van");
    assert_eq!(
        written[1]["options"][1],
        json!({ "id": "e709fc73-99d4-5cde-919a-728db8d61161", "code": 2, "label": { "en": "Dog", "es": "Perro" } })
    );
    let again = serde_json::to_string(&definition).expect("serializes");
    let read: Definition = serde_json::from_str(&again).expect("parses");
    assert_eq!((read.language, &read.questions), (definition.language, &definition.questions));
    // What is written has its codes, and is read as it is from then on.
    assert_eq!(serde_json::to_string(&read).expect("serializes"), again);
    for damaged in [r#"{"id":"fhn3","required":true,"built_in":"fhn4"}"#, r#"{"id":"q","required":true}"#] {
        assert!(serde_json::from_str::<domain::Question>(damaged).is_err(), "{damaged}");
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut written = team_health();
        change(&mut written);
        mistakes(&written)
    };
    let show_if = |condition: Value| wrong(&|written| written["questions"][2]["showIf"] = condition.clone());
    assert_eq!(show_if(json!({ "question": "gone", "is": [1] })), ["questions[2].showIf unknown_question"]);
    assert_eq!(show_if(json!({ "question": "hours", "atLeast": 1 })), ["questions[2].showIf not_earlier"]);
    assert_eq!(show_if(json!({ "question": "remote", "is": [4] })), ["questions[2].showIf unknown_option"]);
    assert_eq!(show_if(json!({ "question": "energy", "is": [1] })), ["questions[2].showIf wrong_condition"]);
    assert_eq!(show_if(json!({ "question": "energy", "atLeast": 1 })), ["questions[2].showIf always_true"]);
    assert_eq!(show_if(json!({ "question": "energy", "atLeast": 6 })), ["questions[2].showIf never_true"]);
    let mut by_part = team_health();
    by_part["questions"][2]["showIf"] = json!({ "answered": "remote_other" });
    assert!(checked(&by_part).is_ok());
}

#[test]
fn conditions_that_contradict_each_other_are_found() {
    let nested =
        |depth: usize| (1..depth).fold(json!({ "question": "a", "is": [1] }), |inner, _| json!({ "not": inner }));
    let quiz = |condition: Value| {
        json!({ "questions": [
        { "id": "a", "text": "?", "options": [{ "label": "Yes" }, { "label": "No" }] },
        { "id": "b", "text": "?", "options": [{ "label": "Yes" }, { "label": "No" }], "showIf": { "question": "a", "is": [1] } },
        { "id": "c", "kind": "consent", "text": "?", "showIf": condition }] })
    };
    let two = json!({ "all": [{ "question": "a", "is": [2] }, { "answered": "b" }] });
    assert_eq!(mistakes(&quiz(two)), ["questions[2].showIf never_true"]);
    let either = json!({ "any": [{ "question": "a", "is": [2] }, { "answered": "b" }] });
    assert_eq!(mistakes(&quiz(either)), ["questions[2].showIf always_true"]);
    assert!(checked(&quiz(nested(5))).is_ok());
    assert_eq!(mistakes(&quiz(nested(6))), ["questions[2].showIf too_deep"]);
    let twice = definition(&quiz(json!({ "question": "a", "is": [1, 1] })));
    assert_eq!(twice, definition(&quiz(json!({ "question": "a", "is": [1] }))), "an option counts once");
    let end = json!({ "questions": [
        { "id": "bye", "kind": "statement", "text": "Bye", "ends": true },
        { "id": "c", "kind": "consent", "text": "?" }] });
    assert_eq!(mistakes(&end), ["questions[1] unreachable"]);
}

#[test]
fn conditions_on_every_way_to_answer_are_sound() {
    let quiz = |condition: Value| {
        json!({ "questions": [
        { "id": "a", "text": "?", "options": [{ "label": "Yes" }, { "label": "No", "other": true }] },
        { "id": "b", "kind": "ranking", "text": "?", "options": [{ "label": "A" }, { "label": "B" }], "required": false },
        { "id": "c", "kind": "number", "text": "?", "min": 0.5, "max": 2.5, "required": false },
        { "id": "d", "kind": "multiple", "text": "?", "options": [{ "label": "A" }, { "label": "B", "showIf": { "question": "a", "is": [1] } },
            { "label": "C", "showIf": { "question": "a", "is": [2] } }] },
        { "id": "e", "kind": "consent", "text": "?", "showIf": condition }] })
    };
    for condition in [
        json!({ "answered": "b" }),
        json!({ "answered": "c" }),
        json!({ "question": "c", "atLeast": 2 }),
        json!({ "question": "d", "includes": [1] }),
        json!({ "answered": "a_other" }),
    ] {
        assert!(checked(&quiz(condition.clone())).is_ok(), "{condition}");
    }
    let beside_yes = json!({ "all": [{ "question": "a", "is": [1] }, { "answered": "a_other" }] });
    assert_eq!(mistakes(&quiz(beside_yes)), ["questions[4].showIf never_true"]);
}

#[test]
fn fields_of_another_kind_are_refused() {
    let of = |question: Value| mistakes(&json!({ "questions": [question] }));
    assert_eq!(of(json!({ "id": "a", "kind": "text", "text": "?", "from": 1 })), ["questions[0].from not_of_kind"]);
    assert_eq!(
        of(json!({ "id": "a", "kind": "scale", "text": "?", "from": 1, "to": 22 })),
        ["questions[0].to out_of_range"]
    );
    assert_eq!(
        of(json!({ "id": "a", "kind": "scale", "text": "?", "from": 1, "to": 3, "points": [1, 2] })),
        ["questions[0].points wrong_count"]
    );
    assert_eq!(
        of(
            json!({ "id": "a", "text": "?", "options": [{ "label": "A", "points": 1 }, { "label": "B", "exclusive": true }] })
        ),
        ["questions[0].options[1].exclusive not_of_kind", "questions[0].options[1].points required"]
    );
    assert_eq!(of(json!({ "id": "fhn1", "weight": 2 })), ["questions[0] fixed_words"]);
    let points =
        json!({ "id": "a", "text": "?", "options": [{ "label": "A", "points": 1 }, { "label": "B", "points": 2 }] });
    assert_eq!(of(points), ["scoring required"], "points without a scoring would never count");
}

#[test]
fn parts_of_questions_have_ids_of_their_own() {
    let quiz = |id: &str| {
        json!({ "questions": [
        { "id": "a", "text": "?", "options": [{ "label": "Yes" }, { "label": "No", "other": true }] },
        { "id": id, "kind": "consent", "text": "?" }] })
    };
    assert_eq!(mistakes(&quiz("a_other")), ["questions[1].id not_unique"]);
    assert!(checked(&quiz("a_more")).is_ok());
}

#[test]
fn written_questions_refuse_fields_that_do_not_exist() {
    let misspelt = json!({ "id": "a", "kind": "text", "text": "?", "maxlength": 5 });
    assert!(serde_json::from_str::<QuestionInput>(&misspelt.to_string()).is_err());
    let error = FieldCode::NotOfKind(domain::KindName::Text).to_string();
    assert_eq!(error, "does not belong to a question of the kind text");
}

#[test]
fn a_made_up_answer_of_every_kind_is_a_valid_one() {
    let definition = definition(&every_kind());
    let written = |answer: &Answer| match answer {
        Answer::Option(option) => option.clone().into(),
        Answer::Options(options) => AnswerInput::List(options.iter().map(|option| option.clone().into()).collect()),
        Answer::Number(number) => AnswerInput::Number(*number),
        Answer::Text(text) => AnswerInput::Text(text.clone()),
        Answer::Consent => AnswerInput::Consent(true),
    };
    for item in definition.items() {
        for place in [0.0, 0.3, 0.5, 0.999, 1.0] {
            let answer = item.sample(place).unwrap_or_else(|| panic!("{} has no answer", item.id));
            assert_eq!(definition.resolve(&item.id, &written(&answer)), Ok(answer), "{} at {place}", item.id);
        }
    }
}

#[test]
fn the_names_of_the_built_in_categories_are_taken() {
    let mut written = team_health();
    written["scoring"]["categories"][0]["id"] = json!("spend");
    assert!(mistakes(&written).contains(&"scoring.categories not_unique".to_owned()));
}
