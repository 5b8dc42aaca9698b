//! The pages as text: invariants of all pages, and the content of each.

use std::{collections::BTreeSet, sync::Arc};

use domain::{
    AboutText, Answers, ApiTarget, Colour, Definition, FieldCode, HelpLinkText, Indicator, Language, Naming, Outlook,
    OwnOption, Question, QuestionId, QuizKind, Rendition, Scores, built_in_options,
};

use super::*;
use crate::words::texts;

mod of_alert_help;
mod of_drawn;
mod of_fields;
mod of_languages;
mod of_own_result;
mod of_pictures;
mod of_question;
mod of_result;
mod of_start;

const HOSTILE: &str = "</script><b onclick=x>\"'&";

fn context(language: Language) -> PageContext {
    PageContext {
        definition: None,
        has_own_words: false,
        language,
        languages: Language::OF_PAGES.to_vec(),
        path: "/aq/demo/quiz".to_owned(),
        base_url: "https://quiz.example".into(),
        assets: Arc::new(Assets {
            css: "/assets/main.css".to_owned(),
            css_text: "main > h1 { color: red }".into(),
            result_css: "/assets/result-page.css".to_owned(),
            script: Some("/assets/respondent.js".to_owned()),
            wasm: Some("/assets/respondent.wasm".to_owned()),
            result_script: Some("/assets/result.js".to_owned()),
            kept_script: Some("/assets/kept.js".to_owned()),
            filter_script: Some("/assets/filter.js".to_owned()),
            fields_css: "/assets/fields.css".to_owned(),
            pictures_css: "/assets/pictures.css".to_owned(),
            kinds_script: Some("/assets/kinds.js".to_owned()),
            alert_help_script: Some("/assets/alert-help.js".to_owned()),
            favicon: "/assets/favicon.svg".to_owned(),
            preview: "/assets/preview.png".to_owned(),
        }),
        nonce: None,
        embedding: None,
        preview: None,
    }
}

fn moment(text: &str) -> Moment {
    Moment { text: text.to_owned(), at: "2026-11-20T14:03:00Z".to_owned(), is_day: false }
}

fn quiz() -> QuizView {
    QuizView {
        name: HOSTILE.into(),
        description: Some(HOSTILE.into()),
        closes: Some(moment(HOSTILE)),
        kind: QuizKind::Invited,
        start: Some(HOSTILE.into()),
        primary_colour: Colour::parse("#0a0").ok(),
        home_href: None,
        images: "/aq/demo/quiz/images/".to_owned(),
        image: None,
        logo: None,
        about: AboutText {
            run_by: Some(HOSTILE.into()),
            seen_by: Some(HOSTILE.into()),
            kept: Some(HOSTILE.into()),
            contact: Some("mailto:ana@example.org".to_owned()),
            privacy: Some("https://quiz.example/privacy".to_owned()),
            help: vec![HelpLinkText { label: HOSTILE.into(), url: "tel:112".to_owned() }],
        },
    }
}

fn start_page(quiz: QuizView) -> StartPage {
    let naming = match quiz.kind {
        QuizKind::Open => Naming::Unasked,
        QuizKind::InApp => Naming::InApp,
        QuizKind::Invited => Naming::Invited,
    };
    StartPage {
        outlook: Outlook { naming, unfinished_days: None, may_erase: false, has_no_wrong_answers: true },
        definition: Arc::new(Definition::built_in()),
        action: "/aq".to_owned(),
        full: None,
        name: None,
        drawn: None,
        quiz,
    }
}

fn answers(count: usize) -> Answers {
    Indicator::ALL[..count].iter().map(|i| (i.question_id(), built_in_options(*i)[1].clone().into())).collect()
}

fn question_page(error: bool) -> QuestionPage {
    let mut definition = Definition::built_in();
    definition.questions[3].required = false;
    QuestionPage {
        quiz: quiz(),
        definition: Arc::new(definition),
        answers: answers(2),
        current: Indicator::Fhn3.question_id(),
        errors: if error { vec![(Indicator::Fhn3.question_id(), FieldCode::Required)] } else { Vec::new() },
        full: Vec::new(),
        helps_that_quote: Vec::new(),
        goes_page_by_page: false,
        typed: None,
        is_review: false,
        next_href: None,
        review_href: None,
        action: "/aq/demo/quiz/me".to_owned(),
        api: ApiTarget {
            answers_url: "/api/answers".to_owned(),
            submit_url: "/api/submit".to_owned(),
            user_field: Some("sessionId".to_owned()),
            user: HOSTILE.to_owned(),
        },
        earlier_href: Some("/aq/demo/quiz/me?attempt=1".to_owned()),
        own_link: Some("https://quiz.example/aq/demo/quiz/me".to_owned()),
        place: Some(KeptPlace { start_href: Some("/aq/demo/quiz".to_owned()) }),
        may_erase: true,
        drawn: None,
    }
}

fn result_page(definition: Definition, answers: Answers) -> ResultPage {
    let before = Indicator::ALL.map(|i| (i.question_id(), built_in_options(i)[3].clone().into())).into();
    ResultPage {
        quiz: quiz(),
        scores: Scores::of(&definition, &answers),
        helps: Vec::new(),
        scored_by: Arc::new(definition.clone()),
        definition: Arc::new(definition),
        answers,
        answered_in: Language::EN,
        submitted_at: moment("20 November 2026, 14:03 (UTC)"),
        submission: "1795219199".to_owned(),
        link: "https://quiz.example/aq/demo/quiz/me".to_owned(),
        action: "/aq/demo/quiz/me".to_owned(),
        reminder_href: Some("/aq/demo/quiz/me?calendar=step".to_owned()),
        retake: Some(Retake::Now),
        earlier: Some(EarlierResult {
            href: "/aq/demo/quiz/me?attempt=1".to_owned(),
            submitted_at: Moment { is_day: true, ..moment("20 October 2026") },
            scores: Scores::of(&Definition::built_in(), &before),
            scored_by: Arc::new(Definition::built_in()),
        }),
        latest_href: None,
        over_time: None,
        benchmarks: Vec::new(),
        start_link: Some("https://quiz.example/aq/demo/quiz".to_owned()),
        start_href: Some("/aq/demo/quiz".to_owned()),
        by_mail: ByMail::default(),
        erase_href: Some("/aq/demo/quiz/me?erase=ask".to_owned()),
        drawn: None,
    }
}

fn earlier_page() -> ResultPage {
    let latest_href = Some("/aq/demo/quiz/me".to_owned());
    ResultPage { retake: None, latest_href, ..result_page(Definition::built_in(), answers(8)) }
}

fn erasure_page() -> ErasurePage {
    let action = "/aq/demo/quiz/me".to_owned();
    ErasurePage { quiz: quiz(), page_href: format!("{action}?erase=ask"), action }
}

fn start(cx: &PageContext, page: &StartPage) -> String {
    Screen::Start(page.clone()).to_html(cx)
}

fn question(cx: &PageContext, page: &QuestionPage) -> String {
    Screen::Question(page.clone()).to_html(cx)
}

fn result(cx: &PageContext, page: &ResultPage) -> String {
    Screen::Result(Box::new(page.clone())).to_html(cx)
}

fn every_page(language: Language) -> Vec<String> {
    let cx = context(language);
    let link = QuizLink { name: HOSTILE.into(), description: None, href: "/aq".to_owned(), is_inapp: true };
    let first = StartPage { name: Some(HOSTILE.to_owned()), ..start_page(quiz()) };
    vec![
        Screen::Home(HomePage { quizzes: vec![link], docs_href: "/docs".to_owned() }).to_html(&cx),
        start(&cx, &first),
        question(&cx, &question_page(false)),
        question(&cx, &question_page(true)),
        result(&cx, &result_page(Definition::built_in(), answers(8))),
        result(&cx, &earlier_page()),
        Screen::Notice(Notice::Closed { name: HOSTILE.into(), is_inapp: false, is_midway: false, answers: Vec::new() })
            .to_html(&cx),
        Screen::Notice(Notice::Erased { start_href: Some("/aq/demo/quiz".to_owned()) }).to_html(&cx),
        Screen::Erasure(erasure_page()).to_html(&cx),
    ]
}

fn attributes<'h>(html: &'h str, name: &str) -> Vec<&'h str> {
    let start = format!(" {name}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The opening tags of this name, without the name.
fn tags<'h>(html: &'h str, name: &str) -> Vec<&'h str> {
    let start = format!("<{name} ");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('>').next()).collect()
}

#[test]
fn every_page_is_a_document_in_its_language_that_any_policy_can_lock_down() {
    for language in Language::OF_PAGES {
        for html in every_page(language) {
            let direction = language.dir();
            let start = format!("<!DOCTYPE html><html lang=\"{language}\" dir=\"{direction}\">");
            assert!(html.starts_with(&start), "{html}");
            assert!(attributes(&html, "style").is_empty(), "inline style");
        }
    }
}

#[test]
fn what_people_write_is_text_and_nothing_else() {
    for html in every_page(Language::EN) {
        assert!(!html.contains("<b onclick") && !html.contains("</script><b"), "{html}");
        let own = ["<script type=\"module\"", "<script type=\"text/plain\" id=\"sheet\""];
        let own_scripts: usize = own.iter().map(|start| html.matches(start).count()).sum();
        assert_eq!(html.matches("</script>").count(), own_scripts);
    }
}

#[test]
fn ids_are_unique_and_every_reference_finds_one() {
    for html in every_page(Language::ES) {
        assert_references(&html);
    }
}

#[track_caller]
fn assert_references(html: &str) {
    let all = attributes(html, "id");
    let ids: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(ids.len(), all.len(), "an id stands twice");
    let fragments = attributes(html, "href").into_iter().filter_map(|href| href.strip_prefix('#'));
    let references = ["for", "aria-describedby", "aria-labelledby"].map(|name| attributes(html, name)).concat();
    for id in references.iter().flat_map(|list| list.split(' ')).chain(fragments) {
        assert!(ids.contains(id), "nothing has the id {id}");
    }
}

#[test]
fn a_language_is_spoken_throughout() {
    let (en, es) = (texts(Language::EN), texts(Language::ES));
    let pairs = [
        (en.skip_to_content, es.skip_to_content),
        (en.no_cookies, es.no_cookies),
        (en.start_button, es.start_button),
        (en.proceed, es.proceed),
        (en.finish, es.finish),
        (en.skip, es.skip),
        (en.own_link, es.own_link),
        (en.error_choose, es.error_choose),
        (en.not_saved, es.not_saved),
        (en.focus_title, es.focus_title),
        (en.strengths_title, es.strengths_title),
        (en.link_title, es.link_title),
        (en.retake_text, es.retake_text),
        (en.retake_under_way, es.retake_under_way),
        (en.is_earlier, es.is_earlier),
        (en.closed_title, es.closed_title),
    ];
    let (english_pages, spanish_pages) = (every_page(Language::EN).concat(), every_page(Language::ES).concat());
    for (english, spanish) in pairs {
        assert!(english_pages.contains(english) && !spanish_pages.contains(english), "{english}");
        assert!(spanish_pages.contains(spanish) && !english_pages.contains(spanish), "{spanish}");
    }
}

#[test]
fn texts_of_the_owner_in_another_language_say_so() {
    let english = |text: &str| Rendition { text: text.to_owned(), foreign: Some(Language::EN) };
    let about = AboutText {
        run_by: Some("Ana".into()),
        seen_by: Some(english("a coach")),
        help: vec![HelpLinkText { label: english("Advice"), url: "tel:112".to_owned() }],
        ..AboutText::default()
    };
    let quiz = QuizView { name: english("Check-up"), description: Some(english("Eight.")), about, ..quiz() };
    let cx = context(Language::ES);
    let html = start(&cx, &start_page(quiz.clone()));
    let worst = Indicator::ALL.map(|i| (i.question_id(), built_in_options(i).last().expect("options").clone().into()));
    let result = result(&cx, &ResultPage { quiz, ..result_page(Definition::built_in(), worst.into()) });
    let of_text = |html: &str, text: &str| {
        let tags = html.split('<').filter(|tag| tag.split_once('>').is_some_and(|(_, after)| after.trim() == text));
        tags.map(|tag| tag.contains("lang=\"en\"")).collect::<Vec<_>>()
    };
    assert_eq!(of_text(&html, "Check-up"), [false, true, true], "the window's title, the head and the heading");
    for (page, text) in [(&html, "Eight."), (&html, "a coach"), (&result, "Advice")] {
        let found = of_text(page, text);
        assert!(!found.is_empty() && found.iter().all(|is_marked| *is_marked), "{text}: {page}");
    }
    assert!(html.contains("A cargo de Ana") && html.contains("Respuestas visibles para "));
}

#[test]
fn a_closed_quiz_says_what_became_of_the_answers() {
    let words = texts(Language::EN);
    for (is_inapp, is_midway, text) in [
        (false, false, words.closed_text),
        (true, false, words.closed_text_inapp),
        (false, true, words.closed_midway),
        (true, true, words.closed_midway),
    ] {
        let notice = Notice::Closed { name: "Over".into(), is_inapp, is_midway, answers: Vec::new() };
        let html = Screen::Notice(notice).to_html(&context(Language::EN));
        for other in [words.closed_text, words.closed_text_inapp, words.closed_midway] {
            assert_eq!(html.contains(other), other == text, "{other}");
        }
    }
}

#[test]
fn where_scripts_are_off_only_style_sheets_and_the_icon_are_loaded() {
    for html in every_page(Language::EN) {
        let mut links = tags(&html, "link");
        let of_result = |link: &&str| link.contains("/assets/result-page.css");
        assert_eq!(links.iter().any(of_result), html.contains("<body class=\"result\""), "only results wear it");
        links.retain(|link| !of_result(link));
        assert!(
            matches!(links[..], [icon, style] if icon.contains("\"icon\"") && style.contains("\"stylesheet\"")),
            "{links:?}"
        );
        assert!(!html.contains("<img") && !html.contains("<script src"));
    }
}

#[test]
fn without_the_browsers_program_the_question_is_a_page_without_scripts() {
    let mut cx = context(Language::EN);
    Arc::make_mut(&mut cx.assets).script = None;
    let html = question(&cx, &question_page(false));
    assert!(!html.contains("<script") && !html.contains("preload"));
}

#[test]
fn a_shared_link_shows_the_quiz_and_personal_pages_show_nothing() {
    let cx = context(Language::EN);
    let mut invited = StartPage { name: Some("Ana".to_owned()), ..start_page(quiz()) };
    invited.quiz.description = Some("Eight questions.".into());
    let html = start(&cx, &invited);
    let previews: Vec<&str> = tags(&html, "meta").into_iter().filter(|tag| tag.contains("property=\"")).collect();
    for part in ["og:image\" content=\"https://quiz.example/assets/preview.png\"", "content=\"Eight questions.\""] {
        assert!(previews.iter().any(|tag| tag.contains(part)), "{part}: {previews:?}");
    }
    for personal in ["Ana", "/me", "og:url", "/aq/demo/quiz"] {
        assert!(!previews.iter().any(|tag| tag.contains(personal)), "{personal}: {previews:?}");
    }
    let open =
        start(&cx, &StartPage { quiz: QuizView { kind: QuizKind::Open, ..invited.quiz }, name: None, ..invited });
    assert!(open.contains("property=\"og:url\" content=\"https://quiz.example/aq/demo/quiz\""));
    assert!(!question(&cx, &question_page(false)).contains("og:"));
    assert!(!result(&cx, &result_page(Definition::built_in(), answers(8))).contains("og:"));
}

#[test]
fn a_device_may_keep_the_place_where_no_application_does() {
    let cx = context(Language::EN);
    let mut page = question_page(false);
    let linked = question(&cx, &page);
    let keeping = tags(&linked, "div").into_iter().find(|tag| tag.contains("\"keeping\""));
    assert!(keeping.is_some_and(|tag| tag.contains("hidden")), "a script shows it");
    let asked = linked.split_once("<dialog").expect("the question").1.split_once("</dialog>").expect("its end").0;
    assert!(!asked.contains(" open") && asked.contains("Continue these answers?"));
    assert!(asked.contains("href=\"/aq/demo/quiz\""), "the way to begin anew");
    // An invitation has no other start.
    page.place = Some(KeptPlace { start_href: None });
    let invited = question(&cx, &page);
    assert!(invited.contains("<dialog") && !invited.contains("Start new"));
    page.place = None;
    let inapp = question(&cx, &page);
    assert!(!inapp.contains("<dialog") && !inapp.contains("class=\"keeping\""));
}
