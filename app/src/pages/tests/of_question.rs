//! The page of a question: its form, its errors, long lists of options, and texts in another language than the page's.

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
    assert!(html.contains("<span>Sí") && html.contains("<span lang=\"en\" dir=\"ltr\">Other"), "{html}");
    let english = page_of(Language::EN, asked);
    assert!(!english.contains("id=\"own-help\" lang") && english.contains("<span>Other"), "{english}");
}

#[test]
fn without_scripts_one_question_shows_and_its_form_says_all() {
    let html = question(&context(Language::EN), &question_page(false));
    let sections = tags(&html, "section");
    assert_eq!(sections.len(), 8);
    let shown: Vec<&&str> = sections.iter().filter(|section| !section.contains(" hidden")).collect();
    assert!(matches!(shown[..], [section] if section.contains("data-question=\"fhn3\"")), "{shown:?}");
    assert_eq!(html.matches("<form method=\"post\" action=\"/aq/demo/quiz/me\">").count(), 8);
    assert!(html.contains("name=\"question\" value=\"fhn3\""));
    assert!(html.contains("name=\"lang\" value=\"en\""));
    assert!(html.contains("href=\"/aq/demo/quiz/me?q=fhn2&amp;lang=en\""));
    assert!(html.contains("Question 3 of 8"));
}

#[test]
fn every_radio_has_a_label_and_earlier_answers_are_checked() {
    let html = question(&context(Language::EN), &question_page(false));
    let radios: Vec<&str> = tags(&html, "input").into_iter().filter(|tag| tag.contains("type=\"radio\"")).collect();
    assert_eq!(radios.len(), 41);
    assert_eq!(attributes(&html, "for").len(), 41);
    let checked: Vec<&&str> = radios.iter().filter(|radio| radio.contains(" checked")).collect();
    assert!(matches!(checked[..], [a, b] if a.contains("fhn1-2") && b.contains("fhn2-2")), "{checked:?}");
}

#[test]
fn only_an_optional_question_can_be_skipped_and_only_the_last_leads_to_the_result() {
    let html = question(&context(Language::EN), &question_page(false));
    let section = |id: &str| html.split("<section ").find(|part| part.contains(&format!("data-question=\"{id}\"")));
    for (id, skips, last) in [("fhn3", false, false), ("fhn4", true, false), ("fhn8", false, true)] {
        let section = section(id).expect("every question has a section");
        assert_eq!(section.contains("name=\"go\" value=\"skip\""), skips, "{id}");
        assert_eq!(section.contains("See my result"), last, "{id}");
    }
}

#[test]
fn the_sheet_on_the_page_holds_every_question_with_its_answer() {
    let html = question(&context(Language::EN), &question_page(true));
    let text = html.split("id=\"sheet\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let sheet = text.and_then(domain::QuestionPageState::parse).expect("a sheet");
    assert_eq!((sheet.definition.questions.len(), sheet.current, sheet.has_error), (8, 2, true));
    assert_eq!(sheet.quiz_name, HOSTILE);
    assert_eq!(sheet.answers.keys().map(QuestionId::as_str).collect::<Vec<_>>(), ["fhn1", "fhn2"]);
}

#[test]
fn an_error_is_named_in_the_title_at_the_top_and_at_the_question() {
    let html = question(&context(Language::EN), &question_page(true));
    assert!(html.contains("<title>Error: Question 3 of 8"));
    let summary = html.split("id=\"fhn3-summary\"").nth(1).and_then(|rest| rest.split("</div>").next());
    let summary = summary.expect("the summary is there");
    assert!(summary.contains("href=\"#fhn3-1\""));
    assert!(html.contains("aria-describedby=\"fhn3-help fhn3-error tapping\""));
    let error =
        |html: &str| html.rsplit("fhn3-error\"").next().and_then(|rest| rest.split("</p>").next()).map(str::to_owned);
    let has_text = |html: &str| error(html).is_some_and(|error| error.contains("Error:"));
    assert!(has_text(&html) && html.matches(" data-error ").count() == 1);
    let calm = question(&context(Language::EN), &question_page(false));
    // An empty description says nothing; a hidden one would be read out.
    assert!(!has_text(&calm) && !calm.contains(" data-error ") && !calm.contains("<title>Error"));
}

#[test]
fn the_page_of_a_large_quiz_holds_its_own_question_alone() {
    let option = |number: usize| {
        OwnOption::new(built_in_options(Indicator::Fhn1)[0].clone(), format!("{number}").as_str().into())
    };
    let question = |number: usize| {
        let id = QuestionId::parse(&format!("q{number}")).expect("an id");
        Question::choice(id, true, "Which?".into(), (0..100).map(option).collect())
    };
    let page = |count: usize| {
        let definition = Definition::of(Language::EN, (0..count).map(question).collect());
        let current = definition.questions[count - 1].id.clone();
        let page = QuestionPage { definition: Arc::new(definition), current, ..question_page(false) };
        super::tests::question(&context(Language::EN), &page)
    };
    let (ordinary, large) = (page(14), page(15));
    assert!(ordinary.contains("id=\"sheet\"") && ordinary.matches("<form").count() >= 14);
    assert!(!large.contains("id=\"sheet\"") && !large.contains("respondent.js"));
    assert_eq!(large.matches("type=\"radio\"").count(), 100);
    assert!(large.contains("Question 15 of 15") && large.contains("value=\"q14\""));
}
