//! A quiz with a question of every kind, and random respondents.

use std::ops::Range;

use serde_json::{Value, json};

use super::QuizAt;

pub(crate) const OPTIONS: [&str; 3] = [
    "11111111-1111-4111-8111-111111111111",
    "22222222-2222-4222-8222-222222222222",
    "33333333-3333-4333-8333-333333333333",
];

pub(crate) const ITEMS: [&str; 11] =
    ["colour", "several", "energy", "hours", "income", "day", "rank", "agree", "grid_one", "grid_two", "wish"];

/// A quiz with one question of each kind, of which three are scored.
pub(crate) fn every_kind() -> Value {
    let options = |points: [i32; 3]| -> Vec<Value> {
        let labels = ["Red", "Green", "Blue"];
        let option = |((id, label), points): ((&str, &str), i32)| json!({ "id": id, "label": label, "points": points });
        OPTIONS.into_iter().zip(labels).zip(points).map(option).collect()
    };
    let plain: Vec<Value> =
        OPTIONS.iter().zip(["One", "Two", "Three"]).map(|(id, label)| json!({ "id": id, "label": label })).collect();
    json!({
        "name": { "en": "Everything", "es": "Todo" }, "language": "en", "anonymous": false, "inapp": true,
        "retryAfterDays": 0,
        "questions": [
            { "id": "colour", "text": { "en": "A colour?", "es": "¿Color?" }, "category": "a", "options": options([0, 50, 100]) },
            { "id": "several", "kind": "multiple", "required": false, "text": "Several?", "options": plain },
            { "id": "energy", "kind": "scale", "text": "Energy?", "from": 1, "to": 5, "points": "linear", "category": "a" },
            { "id": "hours", "kind": "number", "text": "Hours?", "min": 0, "max": 24, "decimals": 1, "category": "a",
              "ranges": [{ "below": 5, "points": 0 }, { "below": 7, "points": 50 }, { "points": 100 }] },
            { "id": "income", "kind": "number", "required": false, "text": "Income?", "min": -99999, "max": 99999, "decimals": 2 },
            { "id": "day", "kind": "date", "required": false, "text": "A day?" },
            { "id": "rank", "kind": "ranking", "text": "Order?", "options": plain },
            { "id": "agree", "kind": "consent", "required": false, "text": "Agree?" },
            { "id": "grid", "kind": "matrix", "required": false, "text": "A grid?", "from": 1, "to": 3,
              "rows": [{ "id": "one", "text": "One" }, { "id": "two", "text": "Two" }] },
            { "id": "wish", "kind": "text", "required": false, "text": "A wish?" }],
        "scoring": { "method": "average", "categories": [{ "id": "a", "name": "Area" }],
                     "bands": [{ "id": "low", "from": 0, "name": "Low", "hue": "rose" },
                               { "id": "high", "from": 60, "name": "High", "hue": "leaf" }] }
    })
}

/// A small seeded generator, so that failures are reproducible.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    pub(crate) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.roll(of.len() as u64)).expect("small")]
    }
}

pub(crate) fn random_answers(dice: &mut Dice) -> Value {
    let mut order = OPTIONS.to_vec();
    let by = usize::try_from(dice.roll(3)).expect("small");
    order.rotate_left(by);
    let tenths = dice.roll(241);
    let mut answers = json!({
        "colour": dice.pick(&OPTIONS),
        "energy": 1 + dice.roll(5),
        "hours": serde_json::from_str::<Value>(&format!("{}.{}", tenths / 10, tenths % 10)).expect("a number"),
        "rank": order,
    });
    if dice.roll(3) > 0 {
        // More digits than counters keep.
        let cents = format!("{}{}.{:02}", ["", "-"][usize::from(dice.roll(3) == 0)], dice.roll(99_999), dice.roll(100));
        answers["income"] = serde_json::from_str(&cents).expect("a number");
    }
    if dice.roll(2) == 0 {
        answers["several"] = if dice.roll(2) == 0 { json!([OPTIONS[0]]) } else { json!([OPTIONS[0], OPTIONS[2]]) };
    }
    if dice.roll(2) == 0 {
        answers["day"] = json!(format!("2026-0{}-1{}", 1 + dice.roll(3), dice.roll(10)));
    }
    if dice.roll(2) == 0 {
        answers["agree"] = json!(true);
    }
    for row in ["grid_one", "grid_two"] {
        if dice.roll(3) > 0 {
            answers[row] = json!(1 + dice.roll(3));
        }
    }
    if dice.roll(3) == 0 {
        answers["wish"] = json!("sun");
    }
    answers
}

pub(crate) async fn submit(quiz: &QuizAt<'_>, session: &str, answers: Value) {
    let body = json!({ "sessionId": session, "answers": answers });
    quiz.post("/users/inapp/answers/submit").json(body).await.is(200);
}

/// One in five respondents stops, after some questions or all.
pub(crate) async fn random_records(quiz: &QuizAt<'_>, dice: &mut Dice, numbers: Range<u64>) {
    for number in numbers {
        let session = format!("session-{number}");
        let language = dice.pick(&["en", "es"]);
        let begin = json!({ "sessionId": session, "language": language });
        quiz.post("/users/anonymous/initQuiz").json(begin).await.is(200);
        let answers = random_answers(dice);
        if dice.roll(5) != 0 {
            submit(quiz, &session, answers).await;
            continue;
        }
        let answered = usize::try_from(dice.roll(12)).expect("small");
        for question in ITEMS.into_iter().take(answered).filter(|question| !answers[question].is_null()) {
            let answer = json!({ "sessionId": session, "questionId": question, "answer": answers[question] });
            quiz.post("/users/inapp/answers").json(answer).await.is(200);
        }
    }
}
