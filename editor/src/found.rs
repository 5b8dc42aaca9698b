//! What is wrong with a quiz, in words, with the buttons that put it right. The server looks for it whenever it has
//! saved; the program of the browser shows it.

use domain::{
    FieldCode,
    edit::{Depth, Place, Tree, problems},
};
use serde::{Deserialize, Serialize};

use crate::{fixes::fixes, place_names::place_name, words};

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Found {
    pub place: Place,
    /// The place in words.
    pub name: String,
    pub text: String,
    /// True if nothing is written there yet.
    pub is_empty: bool,
    /// The label and the value of each button.
    pub fixes: Vec<(String, String)>,
}

impl Found {
    /// All that is wrong, with a tenth of the search that publishing makes.
    pub fn all(tree: &Tree) -> Vec<Self> {
        let found = problems(tree, Depth::Quick).into_iter().map(|problem| Self {
            name: place_name(tree, &problem.place),
            text: words::problem(&problem),
            is_empty: matches!(problem.code, FieldCode::Required | FieldCode::Empty),
            fixes: fixes(tree, &problem),
            place: problem.place,
        });
        found.collect()
    }
}
