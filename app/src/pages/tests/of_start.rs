//! The start page: what it promises, says and shows first.

use super::*;

#[test]
fn the_start_page_promises_only_what_its_kind_of_quiz_keeps() {
    for language in Language::OF_PAGES {
        let words = texts(language);
        for kind in [QuizKind::Open, QuizKind::InApp, QuizKind::Invited] {
            let page = StartPage { quiz: QuizView { kind, ..quiz() }, action: "/aq".to_owned(), name: None };
            let html = start(&context(language), &page);
            for text in [words.start_identity, words.start_return] {
                let said: Vec<bool> = [QuizKind::Open, QuizKind::InApp, QuizKind::Invited]
                    .into_iter()
                    .map(|other| html.contains(text(other)))
                    .collect();
                let expected = [QuizKind::Open, QuizKind::InApp, QuizKind::Invited].map(|other| other == kind);
                assert_eq!(said, expected, "{kind:?} {language}");
            }
        }
    }
}

#[test]
fn a_start_page_says_what_fits_its_questions_and_whom_to_ask() {
    let words = texts(Language::EN);
    for (kind, is_built_in) in [(QuizKind::Open, true), (QuizKind::InApp, false)] {
        let quiz = QuizView { kind, is_built_in, about: AboutText::default(), ..quiz() };
        let html = start(&context(Language::EN), &StartPage { quiz, action: "/aq".to_owned(), name: None });
        assert_eq!(html.contains(words.start_no_wrong), is_built_in, "a course has right answers");
        assert_eq!(html.contains(words.trust_unnamed_inapp), kind == QuizKind::InApp);
        assert_eq!(html.contains(words.trust_unnamed), kind == QuizKind::Open);
    }
}

#[test]
fn the_start_page_is_painted_before_its_style_sheet_has_come() {
    for html in every_page(Language::EN) {
        let (head, body) = html.split_once("<body").expect("a body");
        let is_start = html.contains("class=\"card expect\"");
        assert_eq!(head.contains("main > h1 { color: red }</style>"), is_start, "{head}");
        assert_eq!(head.contains("\"/assets/main.css\""), !is_start, "{head}");
        assert_eq!(body.contains("\"/assets/main.css\""), is_start);
    }
}
