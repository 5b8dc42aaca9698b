//! A new quiz of which all is left at its default but the questions and what goes with them.

use domain::{AboutInput, Ending, Invalid, Language, NewQuiz, Opening, OptionId, QuestionInput, QuizInput, Scoring};

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
    let input = QuizInput {
        name: "Team health".into(),
        description: None,
        anonymous: true,
        inapp: false,
        language: Language::EN,
        primary_colour: None,
        opens_at: None,
        closes_at: None,
        retry_after: None,
        allowed_origins: Vec::new(),
        about: AboutInput::default(),
        questions: Some(questions),
        scoring,
        start,
        end,
        review: false,
    };
    input.check(new_id)
}
