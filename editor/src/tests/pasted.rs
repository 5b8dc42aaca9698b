//! Pasted lines as rows, bands, steps and questions.

use super::*;

fn words(tree: &Tree, list: &str, field: &str) -> Vec<String> {
    let words = |item: &Value| item.get(field).unwrap_or(item).as_str().unwrap_or_default().to_owned();
    tree.list(&Place::parse(list)).iter().map(words).collect()
}

#[test]
fn pasted_lines_become_rows_bands_and_steps() {
    let mut tree = example();
    pressed(&mut tree, "add questions matrix");
    assert!(pasted(&mut tree, "questions.q1.rows.r1.text", "1) Desk\r\n\r\n2) Chair\r\n3)\tLight"));
    assert_eq!(words(&tree, "questions.q1.rows", "text"), ["Desk", "Chair", "Light"]);
    assert_eq!(words(&tree, "questions.q1.rows", "id"), ["r1", "r2", "r3"]);
    assert!(pasted(&mut tree, "scoring.bands.fine.name", "60\tGood\n80\tVery good"));
    assert_eq!(words(&tree, "scoring.bands", "name"), ["Low", "Fine", "Good", "Very good"]);
    let from: Vec<_> = tree.list(&Place::parse("scoring.bands")).iter().map(|band| band["from"].clone()).collect();
    assert_eq!(from, [json!(0), json!(50), json!(60), json!(80)]);
    let steps = "scoring.cards.sleep.bands.fine.steps";
    pressed(&mut tree, &format!("add {steps}"));
    assert!(pasted(&mut tree, &format!("{steps}.0"), "– Go to bed\n– Read a book\n\n"));
    assert!(pasted(&mut tree, &format!("{steps}.0"), "• Switch off\n• Lie down"));
    assert_eq!(words(&tree, steps, ""), ["Go to bed", "Switch off", "Lie down", "Read a book"]);
}

#[test]
fn a_second_column_holds_codes_where_nothing_is_scored() {
    let new = || {
        Tree::new(
            json!({ "name": "Q", "questions": [{ "id": "q", "text": "?", "options": [{ "id": id(1), "label": "" }] }] }),
        )
    };
    for (text, field, numbers) in [
        ("Yes\t1\nNo\t2\nOther\t97", "code", [json!(1), json!(2), json!(97)]),
        ("1\tYes\n2\tNo\n97\tOther", "code", [json!(1), json!(2), json!(97)]),
        // These are no codes.
        ("Yes\t1\nNo\t0\nOther\t97", "points", [json!(1), json!(0), json!(97)]),
    ] {
        let mut tree = new();
        assert!(pasted(&mut tree, &format!("questions.q.options.{}.label", id(1)), text));
        let options = tree.list(&Place::parse("questions.q.options"));
        let read: Vec<_> = options.iter().map(|option| option[field].clone()).collect();
        assert_eq!(
            (words(&tree, "questions.q.options", "label").join(" "), &read[..]),
            ("Yes No Other".to_owned(), &numbers[..])
        );
    }
}

#[test]
fn pasted_lines_become_a_question_with_its_options() {
    let mut tree = Tree::new(json!({ "name": "Q", "questions": [] }));
    pressed(&mut tree, "add questions choice");
    assert!(pasted(
        &mut tree,
        "questions.q1.text",
        "7. How often do you sleep badly?\r\n  a) Never\r\n\tb) Sometimes\r\n  c) Always\r\n"
    ));
    assert_eq!(words(&tree, "questions", "text"), ["How often do you sleep badly?"]);
    assert_eq!(words(&tree, "questions.q1.options", "label"), ["Never", "Sometimes", "Always"]);
    assert!(!pasted(&mut tree, "questions.q1.text", "It has\nwords already"), "an ordinary paste");
    pressed(&mut tree, "add questions text");
    assert!(!pasted(&mut tree, "questions.q2.text", "It has\nno options"), "an ordinary paste");
}

#[test]
fn pasted_blocks_and_lines_that_ask_become_questions() {
    let mut tree =
        Tree::new(json!({ "name": "Q", "questions": [{ "id": "end", "kind": "statement", "text": "Bye" }] }));
    pressed(&mut tree, "add questions choice");
    pressed(&mut tree, "up questions.q1");
    assert!(pasted(&mut tree, "questions.q1.text", "1. Tea\n• Black\n• Green\n\n\n2. Milk\n• Yes\n• No\n\n3. Sugar"));
    assert_eq!(words(&tree, "questions", "text"), ["Tea", "Milk", "Sugar", "Bye"]);
    assert_eq!(words(&tree, "questions.q2.options", "label"), ["Yes", "No"]);
    assert_eq!(words(&tree, "questions.q3.options", "label"), ["", ""]);
    pressed(&mut tree, "add questions choice");
    assert!(pasted(&mut tree, "questions.q4.text", "Who?\nWhere?\n\nWhen?"));
    assert_eq!(words(&tree, "questions", "text")[4..], ["Who?", "Where?", "When?"]);
}
