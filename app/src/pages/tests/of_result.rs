//! The result: its order, its first card, changes, and ways to keep it.

use super::*;

#[test]
fn the_result_shows_score_band_and_cards_most_pressing_first() {
    let codes = [4, 5, 1, 1, 2, 1, 3, 1];
    let answers = Indicator::ALL
        .into_iter()
        .zip(codes)
        .map(|(i, code): (Indicator, usize)| (i.question_id(), built_in_options(i)[code - 1].clone().into()))
        .collect();
    let html = result(&context(Language::EN), &result_page(Definition::built_in(), answers));
    assert!(html.contains("aria-label=\"Your score is 70 of 100.\""));
    assert!(html.contains("You’re getting by"));
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} is missing"));
    assert!(place("Start here") < place("Paying bills on time"));
    assert!(place("Paying bills on time") < place("Area by area"));
    assert!(place("Area by area") < place("When you’re ready for more"));
    assert!(place("When you’re ready for more") < place("Spending and earning"));
    assert!(place("Getting insured") < place("What’s going well"));
    assert!(place("What’s going well") < place("Managing debt"));
    assert!(html.contains("It’s excellent"), "the chosen option is listed");
}

/// The lowest points for every indicator.
fn worst() -> Answers {
    Indicator::ALL.map(|i| (i.question_id(), built_in_options(i).last().expect("options").clone().into())).into()
}

#[test]
fn in_the_lowest_band_words_and_the_first_step_come_before_the_number() {
    for language in Language::OF_PAGES {
        let words = texts(language);
        let html = result(&context(language), &result_page(Definition::built_in(), worst()));
        let main = html.split_once("<main").expect("a main part").1;
        let place = |text: &str| main.find(text).unwrap_or_else(|| panic!("{text} is missing"));
        assert!(place(words.band_title[0]) < place(words.start_here));
        assert!(place(words.start_here) < place(words.distress));
        assert!(place(words.distress) < place("tel:112"), "the sentence leads to the owner’s links");
        assert!(place("tel:112") < place("class=\"gauge\""));
        assert!(place("class=\"gauge\"") < place(words.number_note));
    }
}

#[test]
fn all_cards_but_the_first_are_folded_to_a_title_and_a_step_and_each_step_has_one_box() {
    let html = result(&context(Language::EN), &result_page(Definition::built_in(), worst()));
    assert_eq!((html.matches("<article").count(), html.matches("class=\"glimpse\"").count()), (8, 7));
    let boxes: Vec<&str> = tags(&html, "input").into_iter().filter(|tag| tag.contains("\"checkbox\"")).collect();
    let values: BTreeSet<&str> = boxes.iter().filter_map(|tag| tag.split("value=\"").nth(1)).collect();
    let cards = domain::recommendations(&Scores::of(&Definition::built_in(), &worst()), &worst(), Language::EN);
    let steps: usize = cards.iter().map(|card| card.steps.len()).sum();
    assert_eq!((boxes.len(), values.len()), (steps, steps));
    assert!(!html.contains("<details open"), "{html}");
}

#[test]
fn the_first_card_offers_help_where_its_step_sends_there_and_a_reminder_otherwise() {
    let cx = context(Language::EN);
    let mut page = result_page(Definition::built_in(), worst());
    let class_of_reminder = |html: &str| {
        let links = tags(html, "a").into_iter().filter(|tag| tag.contains("calendar=step"));
        links.map(|tag| attributes(&format!(" {tag}"), "class")[0].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(class_of_reminder(&result(&cx, &page)), ["button-plain"]);
    page.quiz.about.help.clear();
    let unnamed = result(&cx, &page);
    assert!(unnamed.contains("local emergency number"));
    assert!(tags(&unnamed, "details").iter().any(|tag| tag.contains("find-help") && tag.contains("open")));
    let place = |text: &str| unnamed.find(text).unwrap_or_else(|| panic!("{text} is missing"));
    assert!(place("find-help") < place("Remind me tomorrow"));
    assert_eq!(class_of_reminder(&unnamed), ["button-plain"]);
    // Points from 60 to 85: no area needs help.
    let calm = result(&cx, &result_page(Definition::built_in(), answers(8)));
    assert_eq!(class_of_reminder(&calm), ["button"]);
    assert!(!calm.contains("tel:112") && !calm.contains("How to find free help"));
}

#[test]
fn above_the_first_step_stands_the_answer_that_led_to_it() {
    for (language, because) in [(Language::EN, "You answered: "), (Language::ES, "Respondiste: ")] {
        let mut answers: Answers =
            Indicator::ALL.map(|i| (i.question_id(), built_in_options(i)[0].clone().into())).into();
        answers.insert(Indicator::Fhn4.question_id(), built_in_options(Indicator::Fhn4)[3].clone().into());
        let html = result(&context(language), &result_page(Definition::built_in(), answers));
        let label = &Question::built_in(Indicator::Fhn4, true).options(language, language)[3].label;
        let card = html.split("class=\"card start-here\"").nth(1).and_then(|card| card.split("<details").next());
        let card = card.expect("a first card");
        let place = |text: &str| card.find(text).unwrap_or_else(|| panic!("{text} is missing: {card}"));
        assert!(place(&format!("{because}{label}")) < place("type=\"checkbox\""));
        assert!(!html.contains("payment plan") && !html.contains("plan de pagos"), "nothing of hardship at 91");
    }
}

#[test]
fn a_score_of_100_gets_a_warmer_sentence_and_no_first_step() {
    let best = Indicator::ALL.map(|i| (i.question_id(), built_in_options(i)[0].clone().into())).into();
    let html = result(&context(Language::EN), &result_page(Definition::built_in(), best));
    assert!(html.contains(texts(Language::EN).perfect_text));
    assert!(!html.contains("Start here") && !html.contains("When you’re ready for more"));
}

#[test]
fn a_result_says_what_changed_since_the_one_before() {
    let cx = context(Language::EN);
    let mut page = result_page(Definition::built_in(), answers(8));
    let html = result(&cx, &page);
    // Before: 25, 20 | 25, 25 | 0, 40 | 25, 15; now: 75, 60 | 75, 75 | 85, 80 | 75, 65.
    for part in ["20 October 2026</time> your score was 22. Now it’s 74.", "Spending <strong>+45</strong>"] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let (now, earlier) = (page.scores.clone(), page.earlier.clone().expect("an earlier result"));
    page.earlier = Some(EarlierResult { scores: now, ..earlier.clone() });
    let same = result(&cx, &page);
    assert!(same.contains("20 October 2026</time>: 74."));
    assert_eq!(same.matches("<strong>no change</strong>").count(), 4);
    page.earlier = Some(EarlierResult { scores: Scores::default(), ..earlier });
    assert!(!result(&cx, &page).contains("Since last time"));
    page.earlier = None;
    assert!(!result(&cx, &page).contains("Since last time"));
}

/// The message of the first mail link, decoded.
fn mail(html: &str) -> String {
    let href = attributes(html, "href").into_iter().find(|href| href.starts_with("mailto:?")).expect("a message");
    href.replace("&amp;", "&").replace("%20", " ").replace("%0D%0A", "\n").replace("%3A", ":").replace("%2F", "/")
}

#[test]
fn the_message_to_oneself_holds_the_steps_and_the_link_and_no_score() {
    let mut page = result_page(Definition::built_in(), worst());
    page.quiz.name = "Check-up".into();
    page.quiz.about.contact = None;
    let html = result(&context(Language::EN), &page);
    let cards = domain::recommendations(&page.scores, &page.answers, Language::EN);
    let text = page.result(Language::EN).as_ref().and_then(plan::plan).expect("steps");
    assert_eq!(text.lines().next(), Some(cards[0].title));
    for step in cards[0].steps.iter().chain(&cards[1].steps[..1]).chain(&cards[2].steps[..1]) {
        assert!(text.lines().any(|line| line == format!("- {step}")), "{step}: {text}");
    }
    assert!(!text.contains(cards[3].title), "{text}");
    let body = mail(&html);
    assert!(body.starts_with(&format!("mailto:?subject=My page: Check-up&body={}\n- ", cards[0].title)), "{body}");
    let end = "\n\nThis link leads back to my result:\nhttps://quiz.example/aq/demo/quiz/me\n\n\
               Anyone who has it can read my result.";
    assert!(body.ends_with(end), "{body}");
    assert!(body.len() < 2500, "{}", body.len());
    assert!(html.contains("<pre>") && html.contains("My steps as text"));
}

#[test]
fn without_a_step_the_message_holds_the_link_alone() {
    let best: Answers = Indicator::ALL.map(|i| (i.question_id(), built_in_options(i)[0].clone().into())).into();
    let mut page = result_page(Definition::built_in(), best);
    page.quiz.about.contact = None;
    let html = result(&context(Language::ES), &page);
    assert!(mail(&html).contains("&body=Con este enlace"), "{}", mail(&html));
    assert!(!html.contains("<pre>") && !html.contains(texts(Language::ES).plan));
}

#[test]
fn the_number_is_explained_with_the_bands_and_where_there_is_one_only() {
    for language in Language::OF_PAGES {
        let words = texts(language);
        let html = result(&context(language), &result_page(Definition::built_in(), answers(8)));
        let meaning = html.split_once("<details class=\"meaning\">").expect("the meaning").1;
        let meaning = meaning.split_once("</details>").expect("its end").0;
        for (range, title) in ["0–39", "40–79", "80–100"].into_iter().zip(words.band_title) {
            assert!(meaning.contains(&format!("<strong>{range}</strong> {title}")), "{meaning}");
        }
        assert_eq!(
            (attributes(meaning, "x"), attributes(meaning, "width")[2]),
            (vec!["40%", "40%", "80%", "80%"], "74%")
        );
        assert_eq!(meaning.matches("aria-current").count(), 1);
        assert!(meaning.contains(words.meaning_text));
    }
    let mut definition = Definition::built_in();
    definition.questions[7].required = false;
    let html = result(&context(Language::EN), &result_page(definition, answers(7)));
    assert!(!html.contains("class=\"meaning\""));
}

#[test]
fn the_quiz_is_passed_on_and_the_answers_are_deleted_where_that_is_possible() {
    let cx = context(Language::EN);
    let mut page = result_page(Definition::built_in(), answers(8));
    let html = result(&cx, &page);
    let passing = html.split_once("class=\"keep pass-on\"").expect("the way to pass it on").1;
    let passing = passing.split_once("</details>").expect("its end").0;
    assert!(passing.contains("<a href=\"https://quiz.example/aq/demo/quiz\">") && !passing.contains("quiz/me"));
    assert!(html.contains("<a href=\"/aq/demo/quiz/me?erase=ask\">Delete my answers</a>"));
    (page.start_link, page.erase_href) = (None, None);
    let html = result(&cx, &page);
    assert!(!html.contains("pass-on") && !html.contains("erase=ask"));

    let asked = Screen::Erasure(erasure_page()).to_html(&cx);
    assert!(asked.contains("<form method=\"post\" action=\"/aq/demo/quiz/me\">"));
    assert!(asked.contains("name=\"go\" value=\"erase\"") && asked.contains("no way back"));
    let erased = Screen::Notice(Notice::Erased { start_href: None }).to_html(&cx);
    assert!(erased.contains("import \"/assets/kept.js\""), "the device forgets the place");
}

#[test]
fn a_missing_answer_takes_away_the_score_and_nothing_else() {
    let mut definition = Definition::built_in();
    definition.questions[7].required = false;
    let html = result(&context(Language::EN), &result_page(definition, answers(7)));
    assert!(html.contains("No overall score this time") && !html.contains("class=\"gauge\""));
    assert_eq!(html.matches("Not enough answers for a score").count(), 1);
    assert!(!html.contains(texts(Language::EN).all_skipped));
    assert!(html.contains("Not answered"));
}

#[test]
fn where_every_question_is_skipped_nothing_is_said_to_count() {
    let mut definition = Definition::built_in();
    definition.questions.iter_mut().for_each(|question| question.required = false);
    let html = result(&context(Language::EN), &result_page(definition, Answers::new()));
    let words = texts(Language::EN);
    assert!(html.contains(words.all_skipped) && !html.contains(words.no_score_text));
}

#[test]
fn a_quiz_without_scored_questions_ends_in_thanks_and_the_answers() {
    let options = &built_in_options(Indicator::Fhn1)[..2];
    let labelled = options.iter().map(|id| OwnOption::new(id.clone(), "Cat".into())).collect();
    let own = Question::choice(QuestionId::parse("pet").expect("a valid id"), true, "Cat or dog?".into(), labelled);
    let answers = [(own.id.clone(), options[0].clone().into())].into();
    let definition = Definition { questions: vec![own], ..Definition::built_in() };
    let html = result(&context(Language::EN), &result_page(definition, answers));
    assert!(html.contains("Thank you for your answers"));
    assert!(
        html.contains("Sent on <time datetime=\"2026-11-20T14:03:00Z\">20 November 2026, 14:03 (UTC)</time>")
            && html.contains("Keep your answers")
    );
    assert!(!html.contains("your result"), "there is none: {html}");
    assert!(!html.contains("class=\"gauge\"") && !html.contains("of 100"));
    assert!(html.contains("Cat or dog?") && html.contains("<details open"));
    assert!(!html.contains("Start here") && !html.contains("Since last time"));
}

#[test]
fn a_result_leads_to_the_next_attempt_when_its_day_has_come() {
    let cx = context(Language::EN);
    let mut page = result_page(Definition::built_in(), answers(8));
    let now = result(&cx, &page);
    assert!(now.contains("name=\"go\" value=\"retake\"") && now.contains("Take it again"));
    assert!(now.contains("<form method=\"post\" action=\"/aq/demo/quiz/me\">"));
    let reminder_href = Some("/aq/demo/quiz/me?calendar=retake".to_owned());
    page.retake = Some(Retake::From { moment: moment("1 March 2027, 00:00 (UTC)"), reminder_href });
    let later = result(&cx, &page);
    assert!(later.contains("1 March 2027, 00:00 (UTC)</time>.") && !later.contains("value=\"retake\""));
    assert!(later.contains("href=\"/aq/demo/quiz/me?calendar=retake\""));
    page.retake = None;
    assert!(!result(&cx, &page).contains("again"));
    assert!(result(&cx, &earlier_page()).contains("This is an earlier result."));
}
