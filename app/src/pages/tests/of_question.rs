//! The question page: its form, its errors, long lists of options, and texts in a language other than the page's.

use domain::{QuestionBody, Text};

use super::*;

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
    // Outside the island, and loaded after it.
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
    // An empty description is silent; a hidden one would be read out.
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

#[test]
fn all_that_belongs_to_leaving_is_one_thing_that_opens() {
    let words = texts(Language::EN);
    let fold = |page: &QuestionPage| {
        let html = question(&context(Language::EN), page);
        assert!(!html.contains("<footer"));
        let (_, rest) = html.split_once("<details class=\"leaving\">").expect("the fold");
        let fold = rest.split_once("</details>").expect("its end").0.to_owned();
        assert!(fold.contains(words.leave) && fold.contains(words.no_cookies));
        assert!(!fold.contains("<dialog"), "what is closed shows no dialog");
        fold
    };
    let of_kind = |kind: QuizKind, may_erase: bool| {
        let is_open = kind == QuizKind::Open;
        QuestionPage {
            quiz: QuizView { kind, ..quiz() },
            own_link: is_open.then(|| "https://quiz.example/aq/demo/quiz/me".to_owned()),
            place: (kind != QuizKind::InApp)
                .then(|| KeptPlace { start_href: is_open.then(|| "/aq/demo/quiz".to_owned()) }),
            may_erase,
            ..question_page(false)
        }
    };
    let open = fold(&of_kind(QuizKind::Open, true));
    assert!(open.contains("data-copy") && open.contains("class=\"keeping\"") && open.contains(words.own_link));
    assert!(open.contains("href=\"/aq/demo/quiz/me?erase=ask&amp;lang=en\""), "{open}");
    for kind in [QuizKind::Open, QuizKind::InApp, QuizKind::Invited] {
        let fold = fold(&of_kind(kind, false));
        assert!(fold.contains((words.erase_ask)(kind)) && fold.contains("href=\"mailto:ana@example.org\""), "{fold}");
        assert!(!fold.contains("erase=ask"));
        assert_eq!(fold.contains((words.start_return)(kind)), kind != QuizKind::Open);
        assert_eq!(fold.contains("class=\"keeping\""), kind != QuizKind::InApp);
    }
}

#[test]
fn what_skipping_costs_is_said_where_one_skips() {
    use domain::{Method, ResultView, Scoring};

    let words = texts(Language::EN);
    let said = |scoring: Option<Scoring>, view: ResultView| {
        let mut definition = Definition::built_in();
        // One of the four, and another one when two of them are skipped.
        definition.questions[3].required = false;
        definition.questions[5].required = false;
        (definition.scoring, definition.result) = (scoring, view);
        let page = QuestionPage { definition: Arc::new(definition), ..question_page(false) };
        let html = question(&context(Language::EN), &page);
        let some = (words.optional_some)(1);
        let all = [words.optional_score, words.optional_area, some.as_str(), words.optional];
        all.into_iter().find(|text| html.contains(*text)).expect("one of them").to_owned()
    };
    let scoring = Scoring::default;
    assert_eq!(said(None, ResultView::Full), words.optional_score);
    assert_eq!(said(None, ResultView::Categories), words.optional_area);
    assert_eq!(said(None, ResultView::Thanks), words.optional);
    let no_overall = || Some(Scoring { overall: Some(false), ..scoring() });
    assert_eq!(said(no_overall(), ResultView::Full), words.optional_area);
    let sum = |allow_missing| Some(Scoring { method: Method::Sum, allow_missing, ..scoring() });
    assert_eq!(said(sum(0), ResultView::Full), words.optional_score);
    assert_eq!(said(sum(1), ResultView::Full), (words.optional_some)(1));
    assert_eq!(said(sum(2), ResultView::Full), words.optional);
    let average = |allow_missing| Some(Scoring { allow_missing, ..scoring() });
    assert_eq!(said(average(2), ResultView::Full), words.optional);
    // An area has two of the questions, and the other optional one is in another area.
    let areas = Some(Scoring { overall: Some(false), allow_missing: 1, ..scoring() });
    assert_eq!(said(areas, ResultView::Full), words.optional);
}

#[test]
fn a_statement_has_no_number_and_an_early_end_asks_for_nothing() {
    let written = serde_json::json!({ "language": "en", "scheme": 1, "questions": [
        { "id": "read", "kind": "statement", "text": "A word first" },
        { "id": "mood", "kind": "scale", "text": "Mood?", "from": 1, "to": 5 },
        { "id": "out", "kind": "statement", "text": "Not for you", "ends": true,
          "showIf": { "question": "mood", "atMost": 1 } },
        { "id": "more", "kind": "scale", "text": "More?", "from": 1, "to": 5 }] });
    let definition: Arc<Definition> = Arc::new(serde_json::from_value(written).expect("a definition"));
    let page = |current: &str, answers: serde_json::Value| {
        let current = QuestionId::parse(current).expect("an id");
        let answers = serde_json::from_value(answers).expect("answers");
        let page = QuestionPage { definition: definition.clone(), answers, current, ..question_page(false) };
        question(&context(Language::EN), &page)
    };
    let (first, asked) = (page("read", serde_json::json!({})), page("mood", serde_json::json!({})));
    assert!(first.contains("<title>A word first") && !first.contains("Question 1 of"));
    assert!(asked.contains("<title>Question 1 of 2: Mood?"), "{asked}");
    let out = page("out", serde_json::json!({ "mood": 1 }));
    let section =
        out.split_once("data-question=\"out\"").expect("the end").1.split_once("</section>").expect("its end").0;
    let words = texts(Language::EN);
    assert!(section.contains(words.end) && !section.contains(words.send_answers) && !section.contains(words.finish));
    assert!(out.contains("<title>Not for you"));
}

#[test]
fn a_question_says_where_it_stands_in_the_parts_of_its_quiz() {
    let question_of = |number: usize, part: Option<Text>| {
        let id = QuestionId::parse(&format!("q{number}")).expect("an id");
        Question {
            part,
            ..Question::choice(
                id,
                true,
                format!("Question {number}?").as_str().into(),
                vec![option(0, "Yes".into()), option(1, "No".into())],
            )
        }
    };
    let sleep = Text::ByLanguage([(Language::EN, "Sleep".to_owned()), (Language::ES, "Sueño".to_owned())].into());
    let questions = vec![
        question_of(0, None),
        question_of(1, Some(sleep)),
        question_of(2, None),
        question_of(3, Some("Work".into())),
    ];
    let definition = Arc::new(Definition::of(Language::EN, questions));
    let page = |language: Language| {
        let current = definition.questions[0].id.clone();
        question(&context(language), &QuestionPage { definition: definition.clone(), current, ..question_page(false) })
    };
    let parts = |html: &str| -> Vec<String> {
        let of = |section: &str| {
            section.split_once("class=\"part\">").map(|(_, rest)| {
                let line = rest.split("</p>").next().unwrap_or_default();
                line.split('<').map(|piece| piece.rsplit_once('>').map_or(piece, |(_, text)| text)).collect()
            })
        };
        html.split("<section ").skip(1).map(|section| of(section).unwrap_or_default()).collect()
    };
    let english = page(Language::EN);
    let told =
        ["", "Part 1 of 2: SleepAbout a minute left", "Part 1 of 2: Sleep", "Part 2 of 2: WorkAbout a minute left"];
    assert_eq!(parts(&english), told, "{english}");
    // Announced with the question that begins it.
    assert!(english.contains("aria-describedby=\"q1-part"), "{english}");
    assert!(!english.contains("aria-describedby=\"q2-part"), "{english}");
    assert_eq!(parts(&page(Language::ES))[1], "Parte 1 de 2: SueñoQueda cerca de un minuto");
}
