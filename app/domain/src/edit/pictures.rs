//! The places of a quiz that can hold a picture.

use super::{Edit, Place, Tree};
use crate::{ImageId, KindName};

/// The logo, the start page, each question and each option that may have a picture, in the quiz's order, including
/// those without one.
pub fn picture_places(tree: &Tree) -> Vec<Place> {
    let questions = tree.items(&"questions".into()).into_iter().flat_map(|question| {
        let takes_pictures = matches!(tree.kind(&question), KindName::Choice | KindName::Multiple);
        let options = if takes_pictures { tree.items(&question.then("options")) } else { Vec::new() };
        std::iter::once(question).chain(options).map(|item| item.then("image"))
    });
    ["logo", "image"].into_iter().map(Place::from).chain(questions).collect()
}

/// Sets the picture at a place and keeps its alternative text.
pub fn picture_edit(tree: &Tree, place: &Place, id: &ImageId) -> Edit {
    let mut picture = tree.get(place).and_then(|value| value.as_object().cloned()).unwrap_or_default();
    picture.retain(|name, _| name == "alt" || name == "decorative");
    picture.insert("id".to_owned(), id.as_str().into());
    Edit::set(place.clone(), picture)
}
