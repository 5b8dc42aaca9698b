//! Codes across versions: submitted options, and the codes they get.

use serde_json::{Value, json};

use super::*;
use crate::{
    Invalid, Language, NamespaceId, NewQuiz, Path, Quiz, QuizChange, QuizId, QuizInput, QuizKind, Retention, Timestamp,
};

fn id(number: u128) -> OptionId {
    OptionId::from_random(number)
}

/// The versions of a quiz with one question, newest last, and the number of ids generated.
struct Versions(Vec<Definition>, u128);

impl Versions {
    fn new(options: Value) -> Self {
        let mut versions = Self(vec![Definition::of(Language::EN, Vec::new())], 0);
        versions.send(options).expect("valid");
        versions.0.remove(0);
        versions
    }

    fn send(&mut self, options: Value) -> Result<(), Invalid> {
        let question = json!({ "id": "pet", "kind": "multiple", "text": "?", "options": options });
        self.ask(json!([question]))
    }

    fn ask(&mut self, questions: Value) -> Result<(), Invalid> {
        let mut codes = OptionCodes::default();
        self.0.iter().rev().for_each(|version| codes.add(version));
        let newest = self.0.last().expect("a version");
        let plain = QuizInput::new("Q".into(), QuizKind::Open, Language::EN);
        let NewQuiz { kind, settings, .. } = plain.check(|| id(0)).expect("valid");
        let quiz = Quiz {
            id: QuizId::from_random(1),
            namespace_id: NamespaceId::parse("acme").expect("an id"),
            kind,
            settings,
            version: 1,
            definition: newest.clone().into(),
            retention: Retention::default(),
            session_secret: None,
            created_at: Timestamp::default(),
            updated_at: Timestamp::default(),
        };
        let change: QuizChange = serde_json::from_value(json!({ "questions": questions })).expect("a change");
        let new_id = || {
            self.1 += 1;
            id(self.1)
        };
        // If no option is new, the newest version is enough.
        if !change.brings_options(&quiz) {
            codes = OptionCodes::of(newest);
        }
        let (_, definition) = change.apply(&quiz, &codes, new_id)?;
        self.0.push(definition);
        Ok(())
    }

    /// Stores the version as a release without codes did.
    fn forget_codes(&mut self) {
        let version = self.0.pop().expect("a version");
        let mut stored = serde_json::to_value(&version).expect("serializes");
        stored.as_object_mut().expect("an object").remove("codes").expect("a mark");
        for option in stored["questions"][0]["options"].as_array_mut().expect("options") {
            option.as_object_mut().expect("an object").remove("code").expect("a code");
        }
        self.0.push(serde_json::from_value(stored).expect("a definition"));
    }

    fn options(&self) -> &[OwnOption] {
        let question = self.0.last().expect("a version").questions.first().expect("a question");
        question.kind().options()
    }

    fn codes(&self) -> Vec<(String, usize)> {
        let label = |option: &OwnOption| option.label.in_language(Language::EN, Language::EN).to_owned();
        self.options().iter().map(|option| (label(option), option.code)).collect()
    }

    #[track_caller]
    fn assert(&self, expected: &[(&str, usize)]) {
        let found = self.codes();
        assert_eq!(found.iter().map(|(label, code)| (label.as_str(), *code)).collect::<Vec<_>>(), expected);
    }
}

fn labelled(labels: &[&str]) -> Value {
    labels.iter().map(|label| json!({ "label": label })).collect()
}

#[track_caller]
fn assert_refused(refused: Result<(), Invalid>, index: usize, code: FieldCode) {
    let path = Path::from("questions").item(0).field("options").item(index).field("code");
    assert_eq!(refused, Err(Invalid::one(path, code)));
}

#[test]
fn an_option_keeps_its_code_and_a_new_one_gets_the_next_of_all() {
    let mut pet = Versions::new(labelled(&["Cat", "Dog", "Fish"]));
    pet.assert(&[("Cat", 1), ("Dog", 2), ("Fish", 3)]);
    let fish = pet.options()[2].clone();
    pet.send(labelled(&["Bird", "Dog", "Cat"])).expect("valid");
    pet.assert(&[("Bird", 4), ("Dog", 2), ("Cat", 1)]);
    pet.send(labelled(&["Dog", "Cat"])).expect("valid");
    pet.send(labelled(&["Newt", "Dog", "Cat"])).expect("valid");
    pet.assert(&[("Newt", 5), ("Dog", 2), ("Cat", 1)]);
    // An option that returns under its id is the same option.
    let back = json!([{ "label": "Dog" }, { "id": fish.id, "label": "A fish" }, { "label": "Cow" }]);
    pet.send(back).expect("valid");
    pet.assert(&[("Dog", 2), ("A fish", 3), ("Cow", 6)]);
}

#[test]
fn a_question_that_comes_back_goes_on_counting() {
    let mut pet = Versions::new(labelled(&["Cat", "Dog"]));
    pet.ask(json!([{ "id": "other", "kind": "text", "text": "?" }])).expect("valid");
    pet.send(labelled(&["Cat", "Fish"])).expect("valid");
    pet.assert(&[("Cat", 3), ("Fish", 4)]);
}

#[test]
fn an_option_without_an_id_is_that_of_its_code_or_else_of_its_words() {
    let mut pet = Versions::new(labelled(&["Cat", "Dog", "Cat"]));
    let before: Vec<OptionId> = pet.options().iter().map(|option| option.id.clone()).collect();
    pet.send(json!([{ "label": "Cat" }, { "code": 2, "label": "Hound" }, { "label": "Cat" }, { "label": "Cat" }]))
        .expect("valid");
    pet.assert(&[("Cat", 1), ("Hound", 2), ("Cat", 3), ("Cat", 4)]);
    let now: Vec<OptionId> = pet.options().iter().map(|option| option.id.clone()).collect();
    assert_eq!(now[..3], before);
    // An option named by its id is not matched by its label.
    pet.send(json!([{ "label": "Cat" }, { "id": before[0], "label": "Cat" }])).expect("valid");
    pet.assert(&[("Cat", 3), ("Cat", 1)]);
}

#[test]
fn an_author_sets_the_code_of_a_new_option_alone() {
    let mut pet =
        Versions::new(json!([{ "label": "None", "code": 99 }, { "label": "Cat" }, { "code": 0, "label": "?" }]));
    pet.assert(&[("None", 99), ("Cat", 1), ("?", 0)]);
    let cat = pet.options()[1].id.clone();
    let with = |option: Value| json!([{ "label": "None" }, { "label": "?" }, option]);
    let refuse = |pet: &mut Versions, option: Value| pet.send(with(option));
    assert_refused(refuse(&mut pet, json!({ "id": cat, "label": "Cat", "code": 2 })), 2, FieldCode::ReadOnly);
    let out_of_range = FieldCode::OutOfRange { min: 0, max: 99_999 };
    assert_refused(refuse(&mut pet, json!({ "label": "Dog", "code": 100_000 })), 2, out_of_range);
    pet.send(labelled(&["None", "?"])).expect("valid");
    // The code belonged to the cat.
    assert_refused(refuse(&mut pet, json!({ "label": "Dog", "code": 1 })), 2, FieldCode::NotUnique);
    pet.send(labelled(&["None", "Cow"])).expect("valid");
    pet.assert(&[("None", 99), ("Cow", 100)]);
    let beside = json!([{ "label": "None" }, { "label": "A" }, { "label": "B", "code": 101 }, { "label": "?" }]);
    pet.send(beside).expect("valid");
    pet.assert(&[("None", 99), ("A", 102), ("B", 101), ("?", 103)]);
    let twice = json!([{ "label": "A", "code": 7 }, { "label": "B", "code": 7 }]);
    assert_refused(pet.send(twice), 1, FieldCode::NotUnique);
    pet.send(with(json!({ "label": "Dog", "code": 99_999 }))).expect("valid");
    pet.send(labelled(&["Dog", "Newt"])).expect("valid");
    pet.assert(&[("Dog", 99_999), ("Newt", 100_000)]);
    let sent_back = json!([{ "label": "Dog", "code": 99_999 }, { "label": "Newt", "code": 100_000 }]);
    pet.send(sent_back).expect("what is stored may be sent back");
}

#[test]
fn conditions_name_options_by_their_codes() {
    let mut pet = Versions::new(labelled(&["Cat", "Dog", "Fish"]));
    let dog = pet.options()[1].id.clone();
    let asking = |code: usize| {
        json!([{ "id": "pet", "kind": "multiple", "text": "?", "options": [{ "label": "Dog" }, { "label": "Fish" }] },
               { "id": "name", "kind": "text", "text": "?", "showIf": { "question": "pet", "includes": [code] } }])
    };
    assert!(pet.ask(asking(1)).is_err(), "the first option is not the one with the code 1");
    pet.ask(asking(2)).expect("valid");
    let shown = pet.0.last().expect("a version").questions[1].show_if.clone();
    let expected = json!({ "question": "pet", "includes": [dog] });
    assert_eq!(serde_json::to_value(shown).expect("serializes"), expected);
}

#[test]
fn versions_without_codes_keep_those_of_the_newest() {
    let mut pet = Versions::new(labelled(&["Cat", "Dog", "Fish"]));
    pet.forget_codes();
    let first = pet.options().to_vec();
    pet.send(json!([{ "label": "Bird" }, { "label": "Fish" }])).expect("valid");
    pet.forget_codes();
    pet.assert(&[("Bird", 1), ("Fish", 2)]);
    let mut codes = OptionCodes::default();
    pet.0.iter().rev().for_each(|version| codes.add(version));
    let question = QuestionId::parse("pet").expect("an id");
    let known: Vec<_> = first.iter().map(|option| codes.code(&question, &option.id)).collect();
    assert_eq!(known, [Some(3), Some(4), Some(2)], "cat, dog and fish");

    // Nothing changed, so there is no new version.
    let same = pet.0.last().cloned();
    pet.send(labelled(&["Bird", "Fish"])).expect("valid");
    assert_eq!(pet.0.pop(), same);

    // The first version may be sent back with the codes that it shows, although its options have their own by now.
    let shown: Vec<Value> =
        first.iter().map(|option| json!({ "id": option.id, "code": option.code, "label": option.label })).collect();
    pet.send(json!(shown)).expect("valid");
    pet.assert(&[("Cat", 3), ("Dog", 4), ("Fish", 2)]);
    pet.send(labelled(&["Fish", "Newt"])).expect("valid");
    pet.assert(&[("Fish", 2), ("Newt", 5)]);
    let wrong = json!([{ "label": "Newt" }, { "id": first[0].id, "code": 2, "label": "Cat" }]);
    assert_refused(pet.send(wrong), 1, FieldCode::ReadOnly);
}
