//! Pictures from the quiz's owner: their places and alternative texts, and unchanged pages without pictures.

use domain::{ImageId, Picture, QuestionBody};

use super::*;

fn picture(alt: Option<&str>) -> Picture {
    let id = ImageId::parse("0123456789abcdefghijkl").expect("an id");
    let (width, height) = (Some(40), Some(30));
    Picture { id, alt: alt.map(Into::into), decorative: alt.is_none(), width, height }
}

fn view(alt: Option<&str>) -> PictureView {
    PictureView::new("/aq/demo/quiz/images/", &picture(alt), Language::EN, Language::EN)
}

fn id(text: &str) -> QuestionId {
    QuestionId::parse(text).expect("an id")
}

/// Two questions, the second with pictures.
fn questions() -> Vec<Question> {
    let option = |number: usize| {
        OwnOption::new(built_in_options(Indicator::Fhn1)[number].clone(), format!("Tea {number}").as_str().into())
    };
    let plain = Question::choice(id("plain"), true, "Coffee?".into(), vec![option(0), option(1)]);
    let mut pictured = Question::choice(id("pictured"), true, "Tea?".into(), vec![option(2), option(3)]);
    pictured.image = Some(Box::new(picture(Some("A pot"))));
    if let QuestionBody::Own(own) = &mut pictured.body
        && let domain::Kind::Choice { options, .. } = &mut own.kind
    {
        options[0].image = Some(Box::new(picture(Some(HOSTILE))));
        options[1].image = Some(Box::new(picture(None)));
    }
    vec![plain, pictured]
}

fn page_of(questions: Vec<Question>, current: &str, quiz: QuizView) -> String {
    let definition = Arc::new(Definition::of(Language::EN, questions));
    question(&context(Language::EN), &QuestionPage { definition, current: id(current), quiz, ..question_page(false) })
}

fn images(html: &str) -> Vec<&str> {
    html.split("<img ").skip(1).filter_map(|rest| rest.split('>').next()).collect()
}

#[test]
fn a_page_without_pictures_has_nothing_of_them() {
    for html in [
        page_of(questions()[..1].to_vec(), "plain", quiz()),
        start(&context(Language::EN), &start_page(quiz())),
        question(&context(Language::EN), &question_page(false)),
    ] {
        assert!(!html.contains("<img") && !html.contains("pictures.css") && !html.contains("pictured"), "{html}");
    }
}

#[test]
fn a_question_and_its_options_show_pictures_with_room_for_them() {
    let html = page_of(questions(), "plain", quiz());
    assert!(html.contains("href=\"/assets/pictures.css\""));
    let found = images(&html);
    assert_eq!(found.len(), 3);
    for image in &found {
        assert!(image.contains("src=\"/aq/demo/quiz/images/0123456789abcdefghijkl\""), "{image}");
        assert!(image.contains("width=\"40\" height=\"30\"") && image.contains("decoding=\"async\""), "{image}");
        assert!(image.contains("loading=\"lazy\""), "its question is not the first: {image}");
    }
    assert!(found[0].contains("alt=\"A pot\"") && found[2].contains("alt=\"\""), "{found:?}");
    assert!(!html.contains("<b onclick"), "{html}");
    assert_eq!(html.matches("class=\"options pictured\"").count(), 1);
    // The accessible name of an option is its picture's text and its own.
    let label = html.split("<label for=\"pictured-1\"").nth(1).and_then(|rest| rest.split("</label>").next());
    let label = label.expect("a label");
    assert!(label.find("<input").zip(label.find("<img")).is_some_and(|(input, image)| input < image), "{label}");
    let opened = page_of(questions(), "pictured", quiz());
    assert!(!images(&opened)[0].contains("loading"), "{opened}");
}

#[test]
fn the_start_page_and_the_head_of_pages_have_theirs() {
    let quiz = QuizView { image: Some(view(Some("A field"))), logo: Some(view(None)), ..quiz() };
    let html = start(&context(Language::EN), &start_page(quiz.clone()));
    let found = images(&html);
    assert!(found.len() == 2 && found[0].contains("class=\"logo-picture\"") && found[1].contains("alt=\"A field\""));
    assert!(!html.contains("logo-track"), "{html}");
    let html = page_of(questions()[..1].to_vec(), "plain", quiz);
    assert_eq!(images(&html).len(), 1);
    assert!(html.contains("pictures.css"));
}

#[test]
fn a_text_in_another_language_than_the_page_says_so() {
    let of = |alt: &str| view(Some(alt));
    let spanish = PictureView::new("/", &picture(Some("A pot")), Language::ES, Language::EN);
    assert_eq!((of("A pot").alt.foreign, spanish.alt.foreign), (None, Some(Language::EN)));
}
