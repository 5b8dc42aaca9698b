//! Options that are not scored, and kinds of not answering.

use super::*;
use crate::differences;

#[test]
fn an_option_is_answered_and_not_scored_or_a_kind_of_not_answering() {
    let mut tree = example();
    let place = format!("questions.desk.options.{}", id(5));
    let (points, score, missing) = (format!("{place}.points"), format!("{place}.@score"), format!("{place}.missing"));
    assert_eq!(field_edits(&tree, &Place::parse(&score), ""), []);
    typed(&mut tree, &score, "none");
    typed(&mut tree, &missing, "not_applicable");
    assert_eq!(get(&tree, &points), Some(&Value::Null));
    assert_eq!(get(&tree, &missing), Some(&json!("not_applicable")));
    for (name, value) in [(&points, ""), (&score, "none"), (&missing, "not_applicable")] {
        assert_eq!(field_edits(&tree, &Place::parse(name), value), [], "{name}");
    }
    let html = drawn(&tree, "q/desk");
    assert!(html.contains("placeholder=\"not scored\""), "{html}");
    let fields = fields_of(&html);
    assert!(fields.contains(&(missing.clone(), "not_applicable".to_owned())), "{fields:?}");
    assert_eq!(form_edits(&tree, &fields), [], "a form that was not touched");
    let told = differences(&example(), &tree);
    let option = "option “No” of question “Is your desk comfortable?”";
    let kind = format!("The kind of not answering of {option}: “not_applicable”");
    assert_eq!(told, [kind, format!("The points of {option}: not scored (was 0)")]);
    // The form without scripts submits both fields.
    let given = [(&points, "5"), (&score, "")].map(|(name, value)| (name.clone(), value.to_owned()));
    tree.apply_all(&form_edits(&tree, &given)).expect("edits of this tree");
    assert_eq!(get(&tree, &points), Some(&json!(5)));
    typed(&mut tree, &score, "none");
    typed(&mut tree, &score, "");
    typed(&mut tree, &missing, "");
    assert_eq!((get(&tree, &points), get(&tree, &missing)), (None, None));
    typed(&mut tree, &missing, "declined");
    typed(&mut tree, "questions.desk.kind", "ranking");
    assert_eq!(get(&tree, &missing), None, "a ranking has none");
}
