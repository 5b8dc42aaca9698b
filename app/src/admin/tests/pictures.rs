//! The page of a quiz's pictures.

use super::support::{HOSTILE, attributes, context, is_sound, quiz};
use crate::admin::{PictureLine, PicturesPage, Problem, pictures};

fn line(id: &str, places: &[&str], is_shown: bool) -> PictureLine {
    PictureLine {
        id: id.to_owned(),
        src: format!("/aq/demo/quiz/images/{id}"),
        about: "40 × 30, 2 KiB, PNG".to_owned(),
        places: places.iter().map(|place| (*place).to_owned()).collect(),
        is_shown,
    }
}

#[test]
fn a_picture_that_is_shown_nowhere_can_be_deleted() {
    let page = PicturesPage {
        quiz: quiz(),
        pictures: vec![line("a", &[HOSTILE], true), line("b", &[], true), line("c", &[], false)],
        places: vec![("logo".to_owned(), "Logo".to_owned()), ("questions.q.image".to_owned(), HOSTILE.to_owned())],
        typed: ("logo".to_owned(), HOSTILE.to_owned()),
        problems: vec![Problem { field: "image".to_owned(), message: HOSTILE.to_owned() }],
    };
    let html = pictures(context(), page);
    is_sound(&html);
    let deleting = attributes(&html, "action").into_iter().filter(|action| action.ends_with("/delete"));
    let expected = "/admin/ns/demo/quizzes/quizquizquizquiz/pictures/c/delete";
    assert_eq!(deleting.collect::<Vec<_>>(), [expected]);
    assert!(html.contains("An earlier version") && html.contains("Nowhere"), "{html}");
    assert!(html.contains("<option value=\"logo\" selected>"), "{html}");
}

#[test]
fn without_pictures_there_is_only_the_form() {
    let page = PicturesPage {
        quiz: quiz(),
        pictures: Vec::new(),
        places: Vec::new(),
        typed: Default::default(),
        problems: Vec::new(),
    };
    let html = pictures(context(), page);
    is_sound(&html);
    assert!(html.contains("No picture yet") && !html.contains("name=\"known\""), "{html}");
}
