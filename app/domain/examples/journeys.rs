//! Digests of random journeys, to compare those of this machine with those of a browser.

#[path = "../tests/support/new_quiz.rs"]
mod new_quiz;
#[path = "../tests/support/random.rs"]
mod random;

use std::fmt::Write as _;

use domain::{Answers, Definition, QuestionId};
use random::{Item, Random};
use wasm_bindgen::prelude::wasm_bindgen;

/// Prints the digests of so many seeds.
fn main() {
    let seeds = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
    for seed in 0..seeds {
        println!("{}", digest(seed));
    }
}

/// The digest of all that is decided about the quiz of this seed, and the length of the account of it.
#[wasm_bindgen]
pub fn digest(seed: u32) -> String {
    let account = account(seed);
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x} {}", account.bytes().fold(0xcbf2_9ce4_8422_2325, mix), account.len())
}

/// All that is decided about the quiz of this seed: its mistakes, and after each answer the journey and the scores.
fn account(seed: u32) -> String {
    let mut random = Random::new(seed);
    let (written, items) = random.definition();
    let definition: Definition = serde_json::from_str(&written.to_string()).expect("a definition");
    let mut account = serde_json::to_string(&definition).expect("serializes");
    let questions = definition.questions.iter().map(Into::into).collect();
    let checked = new_quiz::checked(questions, definition.scoring.clone(), None, None);
    let _ = write!(account, "{:?}", checked.map(|quiz| quiz.definition.languages()));
    let language = ["en", "es-MX"][seed as usize % 2];
    let mut given = Answers::new();
    for item in &items {
        answer(&definition, item, &mut random, &mut given, &mut account);
        let journey = definition.journey(&given, language);
        let id = QuestionId::parse(&item.id).expect("an id");
        let shown: Vec<_> =
            journey.shown.iter().map(|question| (&question.id, journey.may_open(&question.id))).collect();
        let asked: Vec<_> = journey.items.iter().map(|item| &item.id).collect();
        let ways =
            (journey.unanswered_required(), journey.resume().map(|q| &q.id), journey.next_after(&id).map(|q| &q.id));
        let scores = journey.scores(language);
        let cards = definition.cards(&scores);
        let _ = write!(account, "{shown:?}{asked:?}{:?}{ways:?}{scores:?}{cards:?}", journey.answers);
    }
    account
}

fn answer(definition: &Definition, item: &Item, random: &mut Random, given: &mut Answers, account: &mut String) {
    let id = QuestionId::parse(&item.id).expect("an id");
    let input = serde_json::from_str(&random.answer(item).to_string()).expect("an answer");
    match definition.resolve(&id, &input) {
        Ok(answer) => {
            given.insert(id, answer);
        }
        Err(error) => account.push_str(&error.to_string()),
    }
}
