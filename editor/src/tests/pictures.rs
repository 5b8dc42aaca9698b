//! Pictures in the editor.

use domain::edit::Place;
use serde_json::json;

use super::{example, get, pressed, typed};
use crate::place_name;

const GREEN: &str = "0123456789abcdefghijkl";
const BLACK: &str = "abcdefghijkl0123456789";

#[test]
fn a_picture_is_chosen_by_its_id_and_keeps_its_text() {
    let mut tree = example();
    let option = format!("questions.remote.options.{}", super::id(1));
    for (place, control) in [
        ("questions.remote.image".to_owned(), "questions.remote.@image".to_owned()),
        (format!("{option}.image"), format!("{option}.@image")),
        ("logo".to_owned(), "@logo".to_owned()),
        ("image".to_owned(), "@image".to_owned()),
    ] {
        typed(&mut tree, &control, "no id");
        assert_eq!(get(&tree, &place), None);
        typed(&mut tree, &control, GREEN);
        typed(&mut tree, &format!("{place}.alt"), "A cup");
        typed(&mut tree, &format!("{place}.decorative"), "on");
        assert_eq!(get(&tree, &place), Some(&json!({ "id": GREEN, "alt": "A cup", "decorative": true })));
        typed(&mut tree, &format!("{place}.decorative"), "");
        tree.apply(&domain::edit::Edit::set(Place::parse(&place).then("width"), 40)).expect("a field");
        typed(&mut tree, &control, BLACK);
        let picture = get(&tree, &place).expect("a picture");
        assert_eq!((&picture["id"], &picture["alt"], picture.get("width")), (&json!(BLACK), &json!("A cup"), None));
        pressed(&mut tree, &format!("remove {place}"));
        assert_eq!(get(&tree, &place), None);
    }
}

#[test]
fn a_question_of_another_kind_keeps_its_picture_and_its_options_lose_theirs_where_they_take_none() {
    let mut tree = example();
    let option = format!("questions.remote.options.{}", super::id(1));
    typed(&mut tree, "questions.remote.@image", GREEN);
    typed(&mut tree, &format!("{option}.@image"), GREEN);
    typed(&mut tree, "questions.remote.kind", "multiple");
    assert!(get(&tree, &format!("{option}.image")).is_some());
    typed(&mut tree, "questions.remote.kind", "ranking");
    assert!(get(&tree, "questions.remote.image").is_some());
    assert_eq!(get(&tree, &format!("{option}.image")), None);
}

#[test]
fn places_of_pictures_have_names() {
    let tree = example();
    for (place, name) in [
        ("logo.alt", "The text for the logo"),
        ("logo.id", "The logo"),
        ("image.alt", "The text for the picture on the start page"),
        ("questions.remote.image.alt", "The text for the picture of question “Where do you work?”"),
        ("questions.remote.image.id", "The picture of question “Where do you work?”"),
    ] {
        assert_eq!(place_name(&tree, &Place::parse(place)), name);
    }
}
