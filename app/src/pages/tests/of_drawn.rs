//! Questions that were drawn for one respondent and serve others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use super::*;
use crate::pages::{DrawnQuestion, DrawnQuestions};

#[derive(Debug, Default)]
struct Kept(Mutex<HashMap<String, Arc<DrawnQuestion>>>);

impl DrawnQuestions for Kept {
    fn get(&self, state: &str) -> Option<Arc<DrawnQuestion>> {
        self.0.lock().expect("nothing panics").get(state).cloned()
    }

    fn keep(&self, state: String, drawn: Arc<DrawnQuestion>) {
        let before = self.0.lock().expect("nothing panics").insert(state, drawn);
        assert_eq!(before, None, "it was drawn twice");
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
            let drawn: Option<Arc<dyn DrawnQuestions>> = Some(kept.clone());
            for _ in 0..2 {
                let again = html(&QuestionPage { drawn: drawn.clone(), ..page.clone() });
                assert_eq!(again, anew, "{current:?} {count}");
            }
        }
    }
    assert!(kept.0.lock().expect("nothing panics").len() > 8);
}

#[test]
fn what_a_respondent_typed_is_not_kept() {
    let kept = Arc::new(Kept::default());
    let page = of_fields::page("scale", of_fields::answered());
    let shown = html(&QuestionPage { drawn: Some(kept.clone()), ..page });
    assert!(shown.contains("ana@example.org"));
    let kept = format!("{kept:?}");
    assert!(kept.contains("Consent?") && !kept.contains("ana@example.org"), "{kept}");
}
