//! A quiz of its own questions in Arabic, whose pages run from right to left.

use std::sync::Arc;

use app::pages::{QuestionPage, QuizView, Screen, StartPage};
use domain::{Answers, Definition, Indicator, Language, OwnOption, Question, QuestionId, Text, built_in_options};

use crate::{question, quiz, result_page, start};

pub(crate) fn pages() -> Vec<(&'static str, Screen)> {
    let view =
        QuizView {
            name: "استبيان الفريق".into(), description: Some("سؤالان قصيران عن العمل معًا.".into()), ..quiz()
        };
    let (place, mood) = (id("place"), id("mood"));
    let asked = [
        ask(&place, "أين تعمل في معظم الأيام؟", &["في المنزل", "في المكتب", "في مكان آخر، مثل مقهى أو مكتبة أو قطار"]),
        ask(&mood, "كيف كان أسبوعك مع الفريق؟", &["جيدًا", "صعبًا", "C++ & Rust"]),
    ];
    let mut definition = Definition::of(Language::AR, asked.into());
    definition.questions[1].required = false;
    let definition = Arc::new(definition);
    let answers = Answers::from([(place, built_in_options(Indicator::Fhn1)[1].clone().into())]);
    let start = StartPage { name: Some("Ana".to_owned()), ..start(view.clone(), (*definition).clone()) };
    let page = QuestionPage {
        definition: definition.clone(),
        answers: answers.clone(),
        current: mood,
        ..question("fhn1", false, view.clone())
    };
    vec![
        ("arabic-start", Screen::Start(start)),
        ("arabic-question", Screen::Question(page)),
        ("arabic-thanks", Screen::Result(Box::new(result_page(definition, answers, view)))),
    ]
}

fn id(id: &str) -> QuestionId {
    QuestionId::parse(id).expect("an id")
}

fn ask(id: &QuestionId, text: &str, labels: &[&str]) -> Question {
    let options = labels.iter().zip(built_in_options(Indicator::Fhn1));
    let arabic = |text: &str| Text::ByLanguage([(Language::AR, text.to_owned())].into());
    let options = options.map(|(label, id)| OwnOption::new(id.clone(), arabic(label))).collect();
    Question::choice(id.clone(), true, arabic(text), options)
}
