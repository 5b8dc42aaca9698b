//! A new quiz of which all is left at its default but the questions and what goes with them.

use domain::{Ending, Invalid, Language, NewQuiz, Opening, OptionId, QuestionInput, QuizInput, QuizKind, Scoring};

pub(crate) fn checked(
    questions: Vec<QuestionInput>,
    scoring: Option<Scoring>,
    start: Option<Opening>,
    end: Option<Ending>,
) -> Result<NewQuiz, Invalid> {
    let mut number = 0;
    let new_id = || {
        number += 1;
        OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
    };
    let new = QuizInput::new("Team health".into(), QuizKind::Open, Language::EN);
    QuizInput { questions: Some(questions), scoring, start, end, ..new }.check(new_id)
}
