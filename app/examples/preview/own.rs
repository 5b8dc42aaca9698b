//! Results of quizzes that score questions of their own: averages, sums, both kinds of questions, many areas, nothing.

use std::sync::Arc;

use app::pages::{EarlierResult, Moment, QuizView, ResultPage, Screen};
use domain::{AnswerInput, Answers, Definition, Language, OptionId, QuestionId, QuizInput, QuizKind, Scores};
use serde_json::{Value, json};

use crate::{moment, quiz, result_page};

pub(crate) fn results() -> Vec<(&'static str, Screen)> {
    let mixed = {
        let mut written = team_health();
        let built_in = ["fhn1", "fhn2", "fhn3"].map(|id| json!({ "id": id }));
        written["questions"].as_array_mut().into_iter().for_each(|questions| questions.extend(built_in.clone()));
        written
    };
    let mut sum = team_health();
    sum["scoring"]["method"] = json!("sum");
    sum["scoring"]["bands"][1]["from"] = json!(120);
    sum["scoring"]["bands"][2]["from"] = json!(300);
    let with_built_in = [&at_home()[..], &[("fhn1", json!(3)), ("fhn2", json!(1)), ("fhn3", json!(2))]].concat();
    let mut open = at_home();
    open.retain(|(id, _)| *id != "blockers");
    let many_answers: Vec<(String, Value)> = (0..20).map(|n| (format!("s{n}"), json!(n % 5))).collect();
    let many_answers: Vec<(&str, Value)> =
        many_answers.iter().map(|(id, value)| (id.as_str(), value.clone())).collect();
    vec![
        ("own", page(&team_health(), &at_home(), true)),
        ("own-sum", page(&sum, &at_home(), true)),
        ("own-mixed", page(&mixed, &with_built_in, false)),
        ("own-absent", page(&team_health(), &open, false)),
        ("own-many", page(&many(), &many_answers, false)),
        ("own-thanks", page(&every_kind(), &every_answer(), false)),
    ]
}

fn page(written: &Value, given: &[(&str, Value)], is_again: bool) -> Screen {
    let definition = Arc::new(definition(written));
    let answers = answers(&definition, given);
    let mut before = answers.clone();
    before.extend(answers_of(&definition, &[("energy", json!(2))]));
    let earlier = is_again.then(|| EarlierResult {
        href: "/".to_owned(),
        submitted_at: Moment { is_day: true, ..moment("20 October 2026") },
        scores: Scores::of(&definition, &before),
        scored_by: definition.clone(),
    });
    let view = QuizView { name: "Team health".into(), ..quiz() };
    Screen::Result(Box::new(ResultPage { earlier, ..result_page(definition, answers, view) }))
}

pub(crate) fn definition(written: &Value) -> Definition {
    let read = |name: &str| written[name].clone();
    let input = QuizInput {
        questions: Some(serde_json::from_value(read("questions")).expect("questions")),
        scoring: serde_json::from_value(read("scoring")).expect("a scoring"),
        end: serde_json::from_value(read("end")).expect("an end"),
        ..QuizInput::new("Team health".into(), QuizKind::Open, Language::EN)
    };
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
    };
    input.check(new_id).expect("a definition").definition
}

pub(crate) fn answers(definition: &Definition, given: &[(&str, Value)]) -> Answers {
    definition.journey(&answers_of(definition, given), "en").answers
}

fn answers_of(definition: &Definition, given: &[(&str, Value)]) -> Answers {
    let answer = |(id, value): &(&str, Value)| {
        let id = QuestionId::parse(id).ok()?;
        let input: AnswerInput = serde_json::from_value(value.clone()).ok()?;
        Some((id.clone(), definition.resolve(&id, &input).ok()?))
    };
    given.iter().filter_map(answer).collect()
}

/// The team check with bands of three hues, and texts in English, Spanish and Arabic.
fn team_health() -> Value {
    let text = |en: &str, es: &str, ar: &str| json!({ "en": en, "es": es, "ar": ar });
    let of_band = |steps: Value| {
        json!({ "subTitle": text("Rest counts more than most things.", "Descansar cuenta más que casi todo.", "الراحة أهم من معظم الأشياء."),
        "stepsTitle": text("Tonight", "Esta noche", "الليلة"), "steps": steps,
        "boost": text("One good night is a start.", "Una buena noche ya es un comienzo.", "ليلة جيدة واحدة هي بداية."),
        "links": [{ "label": text("More on sleep", "Más sobre el sueño", "المزيد عن النوم"), "url": "https://sleep.example" }] })
    };
    let sleep = of_band(json!([
        text("Lights out at ten", "Luces apagadas a las diez", "أطفئ الأنوار في العاشرة"),
        text("No screens in bed", "Nada de pantallas en la cama", "لا شاشات في السرير"),
        text("Get up at the same time each day", "Levántate cada día a la misma hora", "استيقظ في الوقت نفسه كل يوم"),
    ]));
    let work = json!({ "subTitle": text("Fewer meetings help.", "Menos reuniones ayudan.", "الاجتماعات الأقل تساعد.") });
    json!({
        "questions": [
            { "id": "remote", "text": text("Where do you work?", "¿Dónde trabajas?", "أين تعمل؟"),
              "options": [{ "label": text("At home", "En casa", "في البيت") }, { "label": text("In an office", "En una oficina", "في مكتب") },
                          { "label": text("Elsewhere", "En otro lugar", "في مكان آخر"), "other": true }] },
            { "id": "energy", "kind": "scale", "text": text("How much energy do you have?", "¿Cuánta energía tienes?", "كم لديك من الطاقة؟"),
              "from": 1, "to": 5, "labels": { "1": "None", "5": "Plenty" }, "category": "body", "points": "linear" },
            { "id": "desk", "text": text("Is your desk comfortable?", "¿Es cómodo tu escritorio?", "هل مكتبك مريح؟"), "category": "body", "weight": 2,
              "showIf": { "question": "remote", "is": [1] },
              "options": [{ "label": text("Yes", "Sí", "نعم"), "points": 100 }, { "label": text("Mostly", "Casi", "غالبًا"), "points": 60 },
                          { "label": text("No", "No", "لا"), "points": 0 }] },
            { "id": "blockers", "kind": "multiple", "text": text("What gets in your way?", "¿Qué te estorba?", "ما الذي يعيقك؟"),
              "required": false, "category": "work", "max": 3,
              "options": [{ "label": text("Meetings", "Reuniones", "الاجتماعات"), "points": -40 }, { "label": text("Noise", "Ruido", "الضجيج"), "points": -30 },
                          { "label": text("Nothing", "Nada", "لا شيء"), "points": 100, "exclusive": true }] },
            { "id": "hours", "kind": "number", "text": text("Hours of sleep?", "¿Horas de sueño?", "كم ساعة تنام؟"), "min": 0, "max": 24,
              "decimals": 1, "unit": text("hours", "horas", "ساعات"), "category": "body",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "wish", "kind": "text", "text": text("One wish?", "¿Un deseo?", "أمنية واحدة؟"), "required": false, "long": true, "maxLength": 1000 }],
        "scoring": {
            "categories": [{ "id": "body", "name": text("Body", "Cuerpo", "الجسد") }, { "id": "work", "name": text("Work", "Trabajo", "العمل") }],
            "bands": [
                { "id": "low", "from": 0, "name": text("Running low", "Con poca energía", "طاقة منخفضة"), "hue": "rose" },
                { "id": "fine", "from": 50, "name": text("Fine", "Bien", "جيد"), "hue": "sky",
                  "text": text("You have what you need, and a little more rest would help.", "Tienes lo que necesitas, y un poco más de descanso ayudaría.", "لديك ما تحتاجه، والقليل من الراحة سيساعد.") },
                { "id": "great", "from": 80, "name": text("Great", "Muy bien", "رائع"), "hue": "leaf" }],
            "cards": [
                { "id": "sleep", "about": { "question": "hours" }, "focusBelow": 80, "title": text("Sleep", "Sueño", "النوم"),
                  "bands": { "low": sleep, "fine": sleep } },
                { "id": "work", "about": { "category": "work" }, "title": text("Your work", "Tu trabajo", "عملك"), "bands": { "low": work, "fine": work } }] },
        "end": { "text": text("Thanks, that helps! We’ll talk about it on Monday.", "¡Gracias, eso ayuda! Lo hablaremos el lunes.", "شكرًا، هذا يساعد! سنتحدث عنه يوم الاثنين."),
                 "next": { "label": text("Back to the team page", "Volver a la página del equipo", "العودة إلى صفحة الفريق"), "url": "https://team.example" } }
    })
}

fn at_home() -> Vec<(&'static str, Value)> {
    vec![
        ("remote", json!(1)),
        ("energy", json!(4)),
        ("desk", json!(2)),
        ("hours", json!(6.5)),
        ("blockers", json!([1])),
        ("wish", json!("A plant on each desk.\nAnd quiet mornings.")),
    ]
}

/// Twenty areas with bands of all hues and a hundred cards.
fn many() -> Value {
    let question = |n: usize| {
        json!({ "id": format!("s{n}"), "kind": "scale", "text": format!("How is area {n}?"), "from": 0, "to": 4,
                "points": "linear", "category": format!("c{n}") })
    };
    let names = [
        "Rest",
        "Team spirit and cooperation",
        "Goals",
        "Tools",
        "Pay",
        "A long name for an area of work that goes on",
    ];
    let category = |n: usize| json!({ "id": format!("c{n}"), "name": format!("{} {n}", names[n % names.len()]) });
    let bands = [
        ("a", 0, "Needs care", "rose"),
        ("b", 25, "Mixed", "amber"),
        ("c", 50, "Good", "sky"),
        ("d", 75, "Strong", "leaf"),
    ];
    let bands = bands.map(|(id, from, name, hue)| json!({ "id": id, "from": from, "name": name, "hue": hue }));
    let text = json!({ "subTitle": "A sentence about what this means.", "stepsTitle": "This week", "steps": ["Talk about it", "Write it down"] });
    let card = |n: usize| {
        json!({ "id": format!("k{n}"), "about": { "category": format!("c{}", n % 20) }, "focusBelow": 25,
                "title": format!("Advice number {n}"), "bands": { "a": text, "b": text, "c": text, "d": text } })
    };
    json!({ "questions": (0..20).map(question).collect::<Vec<_>>(),
            "scoring": { "categories": (0..20).map(category).collect::<Vec<_>>(), "bands": bands, "cards": (0..100).map(card).collect::<Vec<_>>() } })
}

fn every_kind() -> Value {
    json!({ "questions": [
        { "id": "c", "text": "Where did you sit?", "options": [{ "label": "At the front" }, { "label": "Elsewhere", "other": true }] },
        { "id": "m", "kind": "multiple", "text": "What did you like?", "options": [{ "label": "The talks" }, { "label": "The food" }, { "label": "The people" }] },
        { "id": "s", "kind": "scale", "text": "How was it?", "from": 1, "to": 5, "labels": { "1": "Bad", "5": "Great" } },
        { "id": "n", "kind": "number", "text": "How far did you travel?", "min": 0, "max": 999, "decimals": 1, "unit": "km" },
        { "id": "d", "kind": "date", "text": "When did you arrive?" },
        { "id": "r", "kind": "ranking", "text": "What matters most to you?", "options": [{ "label": "Time" }, { "label": "Place" }, { "label": "Price" }] },
        { "id": "x", "kind": "matrix", "text": "How often would you like these?", "required": false, "from": 1, "to": 3,
          "labels": { "1": "Never", "3": "Always" }, "rows": [{ "id": "one", "text": "Workshops" }, { "id": "two", "text": "Panels" }] },
        { "id": "t", "kind": "text", "text": "What else?", "long": true },
        { "id": "ok", "kind": "consent", "text": "May we write to you?" }],
      "end": { "text": "Thank you! You’ll hear from us in a week.", "next": { "label": "See the pictures", "url": "https://event.example" } } })
}

fn every_answer() -> Vec<(&'static str, Value)> {
    vec![
        ("c", json!(2)),
        ("c_other", json!("On the stairs")),
        ("m", json!([3, 1])),
        ("s", json!(5)),
        ("n", json!(12.5)),
        ("d", json!("2026-03-05")),
        ("r", json!([2, 1, 3])),
        ("x_one", json!(3)),
        (
            "t",
            json!(
                "More breaks.\nFewer slides, please, and a word that is quite long: Donaudampfschifffahrtsgesellschaft"
            ),
        ),
        ("ok", json!(true)),
    ]
}
