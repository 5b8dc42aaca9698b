//! Questions of all kinds, and conditions between them.

use super::*;

/// A page for a definition in stored form.
fn page_of(questions: &serde_json::Value) -> Page {
    let written = serde_json::json!({ "language": "en", "scheme": 1, "questions": questions });
    let definition: Definition = serde_json::from_value(written).expect("a definition");
    let (required, forms) = definition.questions.iter().map(|question| (question.required, None)).unzip();
    let stepper = Stepper::new(Arc::new(definition), "en".to_owned(), Answers::new(), 0);
    Page { stepper, required, forms, sent: None }
}

fn written(name: &str, kind: &str) -> serde_json::Value {
    serde_json::json!({ "id": name, "kind": kind, "text": "?" })
}

fn choice(name: &str) -> serde_json::Value {
    let options = ["a", "b"].map(|letter| serde_json::json!({ "id": option(letter), "label": letter }));
    serde_json::json!({ "id": name, "kind": "choice", "text": "?", "options": options })
}

fn with(mut question: serde_json::Value, name: &str, value: serde_json::Value) -> serde_json::Value {
    question[name] = value;
    question
}

fn after_a(question: serde_json::Value) -> serde_json::Value {
    with(question, "showIf", serde_json::json!({ "question": "q0", "is": [option("a")] }))
}

/// Late enough to count as intentional.
fn go_on(page: &mut Page, readings: Readings) -> Vec<Command> {
    page.handle(Event::Continue { readings, at: 9000.0 })
}

#[test]
fn the_answer_decides_which_question_comes_next() {
    let quiz = || page_of(&serde_json::json!([choice("q0"), after_a(choice("q1")), choice("q2")]));
    let mut page = quiz();
    assert_eq!(choose(&mut page, "a"), [answer("q0", "a"), show(1)]);
    assert_eq!((page.position().number, page.position().count), (Some(2), 3));
    let mut page = quiz();
    assert_eq!(choose(&mut page, "b"), [answer("q0", "b"), show(2)]);
    assert_eq!((page.position().number, page.position().count, page.position().before), (Some(2), 2, Some(0)));
}

#[test]
fn what_an_answer_hides_is_kept_on_the_page_and_not_submitted() {
    let mut page = page_of(&serde_json::json!([choice("q0"), after_a(choice("q1")), choice("q2")]));
    choose(&mut page, "a");
    choose(&mut page, "b");
    page.check("a");
    page.handle(Event::Travelled(0));
    page.check("b");
    assert_eq!(page.submission().0.keys().cloned().collect::<Vec<_>>(), [id("q0"), id("q2")]);
    assert_eq!(page.choice(1), Some("b"));
    page.check("a");
    assert_eq!(page.submission().0.len(), 3, "it is back as it was");
}

#[test]
fn the_history_leads_past_what_is_hidden_by_now() {
    let mut page = page_of(&serde_json::json!([choice("q0"), after_a(choice("q1")), choice("q2")]));
    choose(&mut page, "b");
    assert_eq!(page.handle(Event::Travelled(1)), [Command::Show { step: 0, arrival: Arrival::Travelled }]);
    assert_eq!(page.handle(Event::Travelled(1)), []);
}

#[test]
fn a_statement_needs_no_answer_and_one_that_ends_submits() {
    let end = with(written("over", "statement"), "ends", true.into());
    let mut page =
        page_of(&serde_json::json!([written("hello", "statement"), choice("q0"), after_a(end), choice("q1")]));
    assert_eq!(go_on(&mut page, vec![]), [show(1)]);
    assert_eq!(choose(&mut page, "a"), [answer("q0", "a"), show(2)]);
    assert!(page.position().is_last && page.position().count == 1);
    assert_eq!(go_on(&mut page, vec![]), [SUBMIT]);
}

#[test]
fn a_question_that_may_lead_to_more_is_not_called_the_last() {
    let mut page = page_of(&serde_json::json!([choice("q0"), after_a(choice("q1"))]));
    assert!(!page.position().is_last);
    page.check("b");
    assert!(page.position().is_last);
    page.check("a");
    assert!(!page.position().is_last);
}

#[test]
fn only_what_one_tap_completes_leads_on() {
    let several = with(choice("q0"), "kind", "multiple".into());
    let dropdown = with(choice("q0"), "display", "dropdown".into());
    let (option, number) = (Answer::Option(option("a")), Answer::Number(domain::Decimal::whole(2)));
    let scale = with(with(written("q0", "scale"), "from", 1.into()), "to", 5.into());
    let rows = serde_json::json!([{ "id": "one", "text": "1" }]);
    let matrix = with(with(with(written("q0", "matrix"), "rows", rows), "from", 1.into()), "to", 5.into());
    for (question, item, answer, leads_on) in [
        (choice("q0"), "q0", &option, true),
        (scale, "q0", &number, true),
        (dropdown, "q0", &option, false),
        (several, "q0", &Answer::Options(vec![super::option("a")]), false),
        (matrix, "q0_one", &number, false),
        (written("q0", "consent"), "q0", &Answer::Consent, false),
    ] {
        let mut page = page_of(&serde_json::json!([question, choice("q1")]));
        let readings = vec![(id(item), Ok(Some(answer.clone())))];
        let commands = page.handle(Event::Tap { step: 0, readings, at: 1000.0, place: (0, 0), leads_on: true });
        assert_eq!(commands.contains(&Command::AutoAdvance { number: 1 }), leads_on, "{answer:?}");
    }
}

#[test]
fn an_option_that_opens_a_field_waits_for_it() {
    let mut page = quiz(&[true, true]);
    let readings = vec![(id("q0"), Ok(Some(Answer::Option(option("a"))))), (id("q0_other"), Ok(None))];
    let commands = page.handle(Event::Tap { step: 0, readings, at: 1000.0, place: (0, 0), leads_on: true });
    assert_eq!(commands, [answer("q0", "a")]);
}

#[test]
fn rows_are_saved_one_by_one_and_all_are_asked_for() {
    let rows = serde_json::json!([{ "id": "one", "text": "1" }, { "id": "two", "text": "2" }]);
    let matrix = with(with(with(written("m", "matrix"), "rows", rows), "from", 1.into()), "to", 5.into());
    let mut page = page_of(&serde_json::json!([matrix, choice("q1")]));
    let number = |number| Answer::Number(domain::Decimal::whole(number));
    let saved = |item, value| Command::Send(Message::Answer { item: id(item), answer: Some(number(value)) });
    let one = || (id("m_one"), Ok(Some(number(4))));
    let half = || vec![one(), (id("m_two"), Err(FieldCode::Required))];
    assert_eq!(page.handle(Event::Changed { step: 0, readings: half() }), [saved("m_one", 4)]);
    page.hear(ACCEPTED);
    assert_eq!(go_on(&mut page, half()), [Command::AskForAnswer { step: 0 }]);
    assert_eq!(page.errors(), [(id("m_two"), FieldCode::Required)]);
    let whole = vec![one(), (id("m_two"), Ok(Some(number(1))))];
    assert_eq!(go_on(&mut page, whole), [show(1), saved("m_two", 1)]);
    assert!(!page.has_error() && page.errors().is_empty());
}

#[test]
fn each_mistake_goes_with_its_correction() {
    let rows = serde_json::json!([{ "id": "one", "text": "1" }, { "id": "two", "text": "2" }]);
    let matrix = with(with(with(written("m", "matrix"), "rows", rows), "from", 1.into()), "to", 5.into());
    let mut page = page_of(&serde_json::json!([matrix]));
    let reading = |item, number: Option<i32>| {
        (id(item), number.map(|number| Some(Answer::Number(domain::Decimal::whole(number)))).ok_or(FieldCode::Required))
    };
    let rows = |one, two| vec![reading("m_one", one), reading("m_two", two)];
    go_on(&mut page, rows(None, None));
    assert_eq!(page.errors(), [(id("m_one"), FieldCode::Required), (id("m_two"), FieldCode::Required)]);
    let commands = page.handle(Event::Changed { step: 0, readings: rows(Some(4), None) });
    assert!(!commands.contains(&Command::ClearError { step: 0 }));
    assert_eq!(page.errors(), [(id("m_two"), FieldCode::Required)]);
    // As after the enter key.
    let commands = page.handle(Event::Continue { readings: rows(Some(4), Some(5)), at: 19_000.0 });
    assert!(commands.contains(&Command::ClearError { step: 0 }), "{commands:?}");
    assert!(!page.has_error() && page.errors().is_empty());
}

#[test]
fn the_mistake_of_a_field_goes_when_the_field_does() {
    let mut page = page_of(&serde_json::json!([with(
        choice("q0"),
        "options",
        serde_json::json!([
        { "id": option("a"), "label": "a", "other": true }, { "id": option("b"), "label": "b" }])
    )]));
    let chosen = |letter| (id("q0"), Ok(Some(Answer::Option(option(letter)))));
    let long = FieldCode::TooLong { length: 1001, max: 1000 };
    go_on(&mut page, vec![chosen("a"), (id("q0_other"), Err(long.clone()))]);
    assert_eq!(page.errors(), [(id("q0_other"), long.clone())]);
    let commands = page.handle(Event::Changed { step: 0, readings: vec![chosen("b")] });
    assert!(commands.contains(&Command::ClearError { step: 0 }), "{commands:?}");
    assert!(page.errors().is_empty());
}

#[test]
fn of_the_mistakes_that_a_page_opens_with_those_stay_that_are_not_corrected() {
    let mut page = page_of(&serde_json::json!([written("q0", "date")]));
    page.stepper = page.stepper.with_error(true);
    let wrong = || vec![(id("q0"), Err(FieldCode::NotADate(DateMistake::NoSuchDay)))];
    assert_eq!(page.handle(Event::Changed { step: 0, readings: wrong() }), []);
    assert_eq!(page.errors(), [(id("q0"), FieldCode::NotADate(DateMistake::NoSuchDay))]);
}

#[test]
fn a_question_whose_options_are_all_hidden_is_passed() {
    let mut second = choice("q1");
    for option_number in [0, 1] {
        second["options"][option_number]["showIf"] = serde_json::json!({ "question": "q0", "is": [option("a")] });
    }
    let quiz = || page_of(&serde_json::json!([choice("q0"), second.clone(), choice("q2")]));
    let mut page = quiz();
    assert_eq!(choose(&mut page, "b"), [answer("q0", "b"), show(2)]);
    assert_eq!(page.position().count, 2);
    assert_eq!(choose(&mut quiz(), "a"), [answer("q0", "a"), show(1)]);
}

#[test]
fn a_chosen_option_that_is_hidden_by_now_counts_as_none() {
    let mut second = choice("q1");
    second["options"][0]["showIf"] = serde_json::json!({ "question": "q0", "is": [option("a")] });
    let mut page = page_of(&serde_json::json!([choice("q0"), second]));
    choose(&mut page, "a");
    choose(&mut page, "a");
    page.handle(Event::Travelled(0));
    page.hear(later(None));
    choose(&mut page, "b");
    assert_eq!(page.current(), 1);
    assert_eq!(page.conditional_options(), [(&option("a"), true)]);
    assert_eq!(page.go_on(5000.0).last(), Some(&Command::AskForAnswer { step: 1 }));
}

#[test]
fn a_quiz_with_a_review_shows_the_answers_once_all_are_saved() {
    let mut page = quiz(&[true]);
    page.stepper = page.stepper.with_review(true, false);
    assert!(!page.position().is_last);
    assert_eq!(choose(&mut page, "a"), [answer("q0", "a")]);
    assert!(page.is_ending());
    assert_eq!(page.hear(ACCEPTED), [Command::Review]);
}

#[test]
fn an_answer_changed_from_the_review_leads_back_there() {
    let mut page = page(&[("q0", true), ("q1", true)], &[("q0", "a"), ("q1", "a")]);
    page.stepper = page.stepper.with_review(true, true);
    assert_eq!(choose(&mut page, "b"), [answer("q0", "b")]);
    assert_eq!(page.hear(ACCEPTED), [Command::Review]);
}

#[test]
fn statements_have_no_number_and_count_for_none() {
    let page =
        || page_of(&serde_json::json!([written("read", "statement"), choice("q1"), written("more", "statement")]));
    let place = |page: &Page| (page.position().number, page.position().done, page.position().count);
    let mut page = page();
    assert_eq!(place(&page), (None, 0, 1));
    go_on(&mut page, Vec::new());
    assert_eq!(place(&page), (Some(1), 0, 1));
    choose(&mut page, "a");
    assert_eq!((page.current(), place(&page)), (2, (None, 1, 1)));
    assert_eq!(page.position().before, Some(1));
}

#[test]
fn one_who_is_screened_out_ends_without_a_review() {
    let out = with(after_a(written("out", "statement")), "ends", true.into());
    let quiz = || page_of(&serde_json::json!([choice("q0"), out, choice("q2")]));
    let mut page = quiz();
    page.stepper = page.stepper.with_review(true, false);
    assert_eq!(choose(&mut page, "a"), [answer("q0", "a"), show(1)]);
    assert!(page.position().is_last);
    page.hear(ACCEPTED);
    assert_eq!(go_on(&mut page, Vec::new()), [SUBMIT]);
    let mut page = quiz();
    page.stepper = page.stepper.with_review(true, false);
    choose(&mut page, "b");
    page.hear(ACCEPTED);
    choose(&mut page, "a");
    assert_eq!(page.hear(ACCEPTED), [Command::Review]);
}
