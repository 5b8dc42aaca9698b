//! HTML that was rendered for one respondent and is reused for others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use super::*;
use crate::pages::{Drawn, DrawnPages};

#[derive(Debug, Default)]
struct Kept(Mutex<HashMap<String, Arc<Drawn>>>);

impl DrawnPages for Kept {
    fn get(&self, state: String, draw: &dyn Fn() -> Drawn) -> Arc<Drawn> {
        Arc::clone(self.0.lock().expect("nothing panics").entry(state).or_insert_with(|| Arc::new(draw())))
    }
}

fn html(page: &QuestionPage) -> String {
    question(&context(Language::EN), page)
}

#[test]
fn pages_of_kept_questions_are_those_that_are_drawn_anew() {
    let kept = Arc::new(Kept::default());
    let actions = ["/aq/demo/quiz/me", "/app/demo/quiz?sessionId=a%22b&customData=%3Cx%3E"];
    for (action, count) in [0, 1, 3, 8].into_iter().flat_map(|count| actions.map(|action| (action, count))) {
        for current in [Indicator::Fhn1, Indicator::Fhn3, Indicator::Fhn8] {
            let page = QuestionPage {
                answers: answers(count),
                current: current.question_id(),
                action: action.to_owned(),
                ..question_page(false)
            };
            let anew = html(&page);
            let drawn: Option<Arc<dyn DrawnPages>> = Some(kept.clone());
            for _ in 0..2 {
                let again = html(&QuestionPage { drawn: drawn.clone(), ..page.clone() });
                assert_eq!(again, anew, "{current:?} {count}");
            }
        }
    }
    assert!(kept.0.lock().expect("nothing panics").len() > 8);
}

#[test]
fn results_from_memory_are_those_that_are_drawn_anew() {
    let kept = Arc::new(Kept::default());
    let hosts =
        ["https://quiz.example/aq/demo/quiz/me", "https://quiz.example/app/demo/quiz?sessionId=a%22b&attempt=1"];
    for (language, link) in
        [Language::EN, Language::ES].into_iter().flat_map(|language| hosts.map(|link| (language, link)))
    {
        for (count, completed) in [(0, None), (5, Some(HOSTILE)), (8, Some("{\"score\":73}"))] {
            let mut cx = context(language);
            cx.embedding = completed.map(|completed| Embedding {
                script: "/assets/framed.js".to_owned(),
                origins: vec!["https://bank.example".to_owned()],
                completed: Some(completed.to_owned()),
                error: None,
            });
            let page = ResultPage { link: link.to_owned(), ..result_page(Definition::built_in(), answers(count)) };
            let anew = result(&cx, &page);
            let drawn: Option<Arc<dyn DrawnPages>> = Some(kept.clone());
            for _ in 0..2 {
                assert_eq!(result(&cx, &ResultPage { drawn: drawn.clone(), ..page.clone() }), anew, "{count}");
            }
        }
    }
    let kept = format!("{kept:?}");
    assert!(kept.contains("card/en/fhn1") && kept.contains("card/es/fhn1"), "{kept}");
    for own in ["quiz/me", "sessionId", "&quot;score", "November"] {
        assert!(!kept.contains(own), "{own} is kept");
    }
}

#[test]
fn what_a_respondent_typed_is_not_kept() {
    let kept = Arc::new(Kept::default());
    let page = of_fields::page("scale", of_fields::answered());
    let shown = html(&QuestionPage { drawn: Some(kept.clone()), ..page });
    assert!(shown.contains("ana@example.org"));
    let kept = format!("{kept:?}");
    assert!(kept.contains("Consent?") && !kept.contains("ana@example.org") && !kept.contains("quiz/me"), "{kept}");
}
