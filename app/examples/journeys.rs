//! Random ways through random quizzes: as the server leads forms, and as the program of a page leads its respondent. What
//! is typed is written as in one of six countries, and has to mean what the API takes.

#[path = "../domain/tests/support/random.rs"]
mod random;
#[path = "support/typing.rs"]
mod typing;

use std::{fmt::Write as _, sync::Arc};

use app::stepper::{Command, Event, Readings, Stepper};
use domain::{Answers, ApiTarget, Definition, Language, Question, QuestionId, QuestionPageState, Words, form};
use random::{Item, Random};
use wasm_bindgen::prelude::wasm_bindgen;

/// Prints the ways of so many seeds as the server leads.
fn main() {
    let seeds = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
    for seed in 0..seeds {
        println!("{}", digest(&walk::<Server>(seed)));
    }
}

/// The way of a seed as a page leads.
#[wasm_bindgen]
pub fn way_of_page(seed: u32) -> String {
    digest(&walk::<Page>(seed))
}

/// The account and its length, shortened.
fn digest(account: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x} {}", account.bytes().fold(0xcbf2_9ce4_8422_2325, mix), account.len())
}

/// Leads a respondent through a quiz.
trait Guide {
    fn begin(definition: Definition, language: Language) -> Self;
    /// The question to answer now, as far as its form is concerned.
    fn question(&self) -> &Question;
    /// How many questions are shown now, without statements.
    fn count(&self) -> usize;
    fn back(&mut self);
    /// Takes the fields of a form. Returns the codes of what is wrong with them.
    fn answer(&mut self, fields: &[form::Field]) -> Vec<&'static str>;
    /// What is submitted, once the end is reached.
    fn submitted(&self) -> Option<Answers>;
}

/// The account of a way: each question, what its form said, and what was submitted.
fn walk<G: Guide>(seed: u32) -> String {
    let mut random = Random::new(seed);
    let (written, items) = random.definition();
    let definition: Definition = serde_json::from_value(written).expect("a definition");
    let mut guide = G::begin(definition.clone(), [Language::EN, Language::ES][seed as usize % 2]);
    let mut account = String::new();
    for _ in 0..4 * definition.questions.len() {
        let id = guide.question().id.clone();
        let answers = answers(&definition, &id, &items, &mut random);
        let fields = typing::fields(guide.question(), &answers, &mut random);
        let is_back = random.below(6) == 0;
        if is_back {
            guide.back();
        } else {
            let _ = write!(account, "{:?}", guide.answer(&fields));
        }
        let _ = write!(account, "{id} {is_back} {}\n{:?}", guide.count(), guide.submitted());
        if guide.submitted().is_some() {
            break;
        }
    }
    account
}

/// Random answers to a question; some of what it asks may get none.
fn answers(definition: &Definition, id: &QuestionId, items: &[Item], random: &mut Random) -> Answers {
    let question = definition.question(id).expect("a question of the quiz");
    let mut answers = Answers::new();
    for asked in question.items() {
        let item = items.iter().find(|item| item.id == asked.id.as_str()).expect("an item of the quiz");
        let input = serde_json::from_value(random.answer(item)).expect("an input");
        if random.below(5) > 0 {
            answers.extend(asked.read(&input).map(|answer| (asked.id.clone(), answer)));
        }
    }
    answers
}

/// Leads as the forms' handler does.
struct Server {
    definition: Definition,
    language: Language,
    given: Answers,
    current: QuestionId,
    submitted: Option<Answers>,
}

impl Guide for Server {
    fn begin(definition: Definition, language: Language) -> Self {
        let current =
            definition.journey(&Answers::new(), language.as_str()).resume().map(|question| question.id.clone());
        let current = current.unwrap_or_else(|| definition.questions[0].id.clone());
        Self { definition, language, given: Answers::new(), current, submitted: None }
    }

    fn question(&self) -> &Question {
        self.definition.question(&self.current).expect("a question of the quiz")
    }

    fn count(&self) -> usize {
        let journey = self.definition.journey(&self.given, self.language.as_str());
        journey.shown.iter().filter(|question| question.asks()).count()
    }

    fn back(&mut self) {
        let journey = self.definition.journey(&self.given, self.language.as_str());
        let before = journey.shown.iter().take_while(|question| question.id != self.current).last();
        if let Some(before) = before {
            self.current = before.id.clone();
        }
    }

    fn answer(&mut self, fields: &[form::Field]) -> Vec<&'static str> {
        let mut wrong = Vec::new();
        for (item, reading) in form::read(self.question(), fields) {
            match reading {
                Ok(Some(answer)) => _ = self.given.insert(item, answer),
                Ok(None) => _ = self.given.remove(&item),
                Err(code) => {
                    self.given.remove(&item);
                    wrong.push(code.code());
                }
            }
        }
        let journey = self.definition.journey(&self.given, self.language.as_str());
        if wrong.is_empty() {
            let items = journey.items.iter().filter(|item| item.question.id == self.current && item.is_required());
            wrong.extend(items.filter(|item| journey.answer(item).is_none()).map(|_| "required"));
        }
        if wrong.is_empty() {
            match journey.next_after(&self.current) {
                Some(next) => self.current = next.id.clone(),
                None => self.submitted = Some(journey.answers),
            }
        }
        wrong
    }

    fn submitted(&self) -> Option<Answers> {
        self.submitted.clone()
    }
}

/// Leads as a page does that has come through its sheet.
struct Page {
    sheet: QuestionPageState,
    stepper: Stepper,
    now: f64,
    is_submitted: bool,
}

impl Guide for Page {
    fn begin(definition: Definition, language: Language) -> Self {
        let current =
            definition.journey(&Answers::new(), language.as_str()).resume().map(|question| question.id.clone());
        let current = definition.questions.iter().position(|question| Some(&question.id) == current.as_ref());
        let text = String::new;
        let sheet = QuestionPageState {
            quiz_name: text(),
            language: language.to_string(),
            action: text(),
            api: ApiTarget { answers_url: text(), submit_url: text(), user_field: None, user: text() },
            words: Words::default(),
            definition: Arc::new(definition),
            answers: Answers::new(),
            current: current.unwrap_or_default(),
            has_error: false,
            review_href: None,
            is_review: false,
        };
        let sheet = QuestionPageState::parse(&sheet.to_text()).expect("a sheet");
        let stepper =
            Stepper::new(sheet.definition.clone(), sheet.language.clone(), sheet.answers.clone(), sheet.current);
        Self { sheet, stepper, now: 0.0, is_submitted: false }
    }

    fn question(&self) -> &Question {
        &self.sheet.definition.questions[self.stepper.current()]
    }

    fn count(&self) -> usize {
        self.stepper.position().count
    }

    fn back(&mut self) {
        self.stepper.handle(Event::Back);
    }

    fn answer(&mut self, fields: &[form::Field]) -> Vec<&'static str> {
        let readings: Readings = form::read(self.question(), fields);
        // Far enough apart not to be a double press.
        self.now += 1000.0;
        for command in self.stepper.handle(Event::Continue { readings, at: self.now }) {
            self.is_submitted |= command == Command::Send(app::stepper::Message::Submission);
        }
        self.stepper.errors().iter().map(|(_, code)| code.code()).collect()
    }

    fn submitted(&self) -> Option<Answers> {
        self.is_submitted.then(|| self.stepper.submission().0)
    }
}
