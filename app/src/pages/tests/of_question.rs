//! Questions of the quiz's own: long lists of options, and texts in another language than the page's.

use domain::{QuestionBody, Text};

use super::*;

/// A page that asks one question.
fn page_of(language: Language, asked: Question) -> String {
    let current = asked.id.clone();
    let definition = Arc::new(Definition::of(Language::EN, vec![asked]));
    question(&context(language), &QuestionPage { definition, current, ..question_page(false) })
}

fn option(number: usize, label: Text) -> OwnOption {
    OwnOption::new(built_in_options(Indicator::Fhn1)[number % 5].clone(), label)
}

fn id() -> QuestionId {
    QuestionId::parse("own").expect("an id")
}

#[test]
fn only_a_page_with_many_options_has_the_field_that_narrows_them() {
    let page = |count: usize| {
        let options = (0..count).map(|number| option(number, format!("{number}").as_str().into()));
        page_of(Language::ES, Question::choice(id(), true, "Which?".into(), options.collect()))
    };
    let (few, many) = (page(15), page(16));
    assert!(!few.contains("filter"), "{few}");
    // Outside of what the program takes over, and loaded after it.
    let (before, after) = many.split_once("<template id=\"filter\" data-from=\"15\">").expect("the field");
    assert!(before.contains("</leptos-island>") && after.contains("Buscar una respuesta"), "{many}");
    let loading = before.split_once("import(\"/assets/filter.js\")").expect("the script").0;
    assert!(loading.contains("hydrate()"), "{many}");
}

#[test]
fn texts_of_a_question_in_another_language_than_the_page_say_so() {
    let both = |english: &str, spanish: &str| {
        Text::ByLanguage([(Language::EN, english.to_owned()), (Language::ES, spanish.to_owned())].into())
    };
    let options = vec![option(0, both("Yes", "Sí")), option(1, "Other".into())];
    let mut asked = Question::choice(id(), true, both("Tea?", "¿Té?"), options);
    if let QuestionBody::Own(own) = &mut asked.body {
        own.help = Some("With milk".into());
    }
    let html = page_of(Language::ES, asked.clone());
    assert!(html.contains("id=\"own-heading\"") && !html.contains("id=\"own-heading\" lang"), "{html}");
    assert!(html.contains("id=\"own-help\" lang=\"en\""), "{html}");
    assert!(html.contains("<span>Sí") && html.contains("<span lang=\"en\">Other"), "{html}");
    let english = page_of(Language::EN, asked);
    assert!(!english.contains("id=\"own-help\" lang") && english.contains("<span>Other"), "{english}");
}
