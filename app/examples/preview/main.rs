//! Writes every page in every language to a folder, to look at: `cargo run -p app --example preview --features ssr -- FOLDER`.
//!
//! The pages expect `main.css`, `fields.css`, `result-page.css` and `favicon.svg` beside them.

mod arabic;
mod kinds;
mod own;

use std::{fs, io, path::PathBuf, sync::Arc};

use app::pages::{
    Assets, ByMail, HomePage, Moment, Notice, PageContext, QuestionPage, QuizLink, QuizView, ResultPage, Retake,
    Screen, StartPage,
};
use domain::{
    AboutText, Answers, ApiTarget, Colour, Definition, FieldCode, HelpLinkText, Indicator, Language, Naming, Outlook,
    QuestionId, QuizKind, Scores, built_in_options,
};

fn main() -> io::Result<()> {
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from("target/preview"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    for language in Language::OF_PAGES {
        for (name, html) in all_pages(language) {
            fs::write(folder.join(format!("{name}.{language}.html")), html)?;
        }
    }
    for (name, screen) in arabic::pages() {
        fs::write(folder.join(format!("{name}.html")), screen.to_html(&context(Language::AR)))?;
    }
    for (name, screen) in kinds::pages() {
        fs::write(folder.join(format!("{name}.html")), screen.to_html(&context(Language::EN)))?;
    }
    println!("{}", folder.display());
    Ok(())
}

fn all_pages(language: Language) -> Vec<(&'static str, String)> {
    let cx = context(language);
    let own_colour = QuizView { primary_colour: Colour::parse("#00d084").ok(), ..quiz() };
    let home = HomePage {
        quizzes: vec![
            QuizLink { name: quiz().name, description: quiz().description, href: "/aq".to_owned(), is_inapp: false },
            QuizLink {
                name: "In your bank’s app".into(), description: None, href: "/app".to_owned(), is_inapp: true
            },
        ],
        docs_href: "/docs".to_owned(),
    };
    let start_page = start(quiz(), Definition::built_in());
    let mut optional = Definition::built_in();
    optional.questions[2].required = false;
    let part = answers([Some(1), Some(2), None, Some(3), Some(1), Some(5), Some(2), Some(2)]);
    let screens = [
        ("home", Screen::Home(home)),
        ("start", Screen::Start(start_page.clone())),
        (
            "start-invited",
            Screen::Start(StartPage {
                name: Some("Ana".to_owned()),
                quiz: QuizView { kind: QuizKind::Invited, ..own_colour.clone() },
                ..start_page
            }),
        ),
        ("question", Screen::Question(question("fhn3", false, quiz()))),
        ("question-own", Screen::Question(question("fhn5", false, own_colour.clone()))),
        ("error", Screen::Question(question("fhn3", true, quiz()))),
        ("result", result(Definition::built_in(), answers([4, 5, 1, 1, 2, 1, 3, 1].map(Some)), quiz())),
        ("result-good", result(Definition::built_in(), answers([1; 8].map(Some)), own_colour)),
        ("result-low", result(Definition::built_in(), answers([5, 5, 5, 5, 4, 6, 6, 5].map(Some)), quiz())),
        ("result-part", result(optional, part, quiz())),
        (
            "notice",
            Screen::Notice(Notice::Closed {
                name: quiz().name,
                is_inapp: false,
                is_midway: false,
                answers: Vec::new(),
            }),
        ),
        ("not-found", Screen::Notice(Notice::NotFound)),
    ];
    screens.into_iter().chain(own::results()).map(|(name, screen)| (name, screen.to_html(&cx))).collect()
}

fn context(language: Language) -> PageContext {
    PageContext {
        definition: None,
        has_own_words: false,
        language,
        languages: Language::OF_PAGES.to_vec(),
        path: "/aq/demo/quiz".to_owned(),
        base_url: "http://127.0.0.1:3000".into(),
        assets: Arc::new(Assets {
            css: "main.css".to_owned(),
            css_text: "".into(),
            result_css: "result-page.css".to_owned(),
            script: Some("/respondent.js".to_owned()),
            wasm: Some("/respondent_bg.wasm".to_owned()),
            result_script: Some("/result.js".to_owned()),
            kept_script: Some("/kept.js".to_owned()),
            filter_script: Some("/filter.js".to_owned()),
            fields_css: "fields.css".to_owned(),
            pictures_css: "pictures.css".to_owned(),
            kinds_script: Some("/kinds.js".to_owned()),
            alert_help_script: Some("/alert-help.js".to_owned()),
            favicon: "favicon.svg".to_owned(),
            preview: "preview.png".to_owned(),
        }),
        nonce: None,
        embedding: None,
        preview: None,
    }
}

pub(crate) fn start(quiz: QuizView, definition: Definition) -> StartPage {
    StartPage {
        quiz,
        outlook: Outlook {
            naming: Naming::Unasked,
            unfinished_days: Some(30),
            may_erase: true,
            has_no_wrong_answers: true,
        },
        definition: Arc::new(definition),
        action: "/aq/demo/quiz".to_owned(),
        full: None,
        name: None,
        drawn: None,
    }
}

fn help(label: &str, url: &str) -> HelpLinkText {
    HelpLinkText { label: label.into(), url: url.to_owned() }
}

pub(crate) fn moment(text: &str) -> Moment {
    Moment { text: text.to_owned(), at: "2026-11-20T14:03:00Z".to_owned(), is_day: false }
}

fn quiz() -> QuizView {
    QuizView {
        name: "Money check-up".into(),
        description: Some("See where you stand with your everyday money, and what to do next.".into()),
        closes: None,
        kind: QuizKind::Open,
        start: None,
        primary_colour: None,
        home_href: None,
        images: "/aq/demo/quiz/images/".to_owned(),
        image: None,
        logo: None,
        about: AboutText {
            run_by: Some("Example Ltd".into()),
            seen_by: Some("your coach".into()),
            kept: Some("two years".into()),
            contact: Some("mailto:coach@example.org".to_owned()),
            privacy: Some("https://example.org/privacy".to_owned()),
            help: vec![
                help("Free debt advice, 0800 555 0100", "tel:+15550100"),
                help("Food bank near you", "https://example.org/food"),
            ],
        },
    }
}

fn question(current: &str, error: bool, quiz: QuizView) -> QuestionPage {
    let mut definition = Definition::built_in();
    definition.questions[4].required = false;
    QuestionPage {
        quiz,
        definition: Arc::new(definition),
        answers: answers([Some(1), Some(2), None, None, Some(2), None, None, None]),
        current: QuestionId::parse(current).unwrap_or_else(|_| Indicator::Fhn1.question_id()),
        errors: if error { vec![(Indicator::Fhn3.question_id(), FieldCode::Required)] } else { Vec::new() },
        full: Vec::new(),
        helps_that_quote: Vec::new(),
        goes_page_by_page: false,
        typed: None,
        is_review: false,
        next_href: None,
        review_href: None,
        action: "/aq/demo/quiz/anon_0".to_owned(),
        api: ApiTarget {
            answers_url: "/api/answers".to_owned(),
            submit_url: "/api/submit".to_owned(),
            user_field: Some("anon_id".to_owned()),
            user: "anon_0".to_owned(),
        },
        earlier_href: None,
        own_link: Some("http://127.0.0.1:3000/aq/demo/quiz/anon_0".to_owned()),
        place: None,
        may_erase: true,
        drawn: None,
    }
}

fn result(definition: Definition, answers: Answers, quiz: QuizView) -> Screen {
    Screen::Result(Box::new(result_page(Arc::new(definition), answers, quiz)))
}

fn result_page(definition: Arc<Definition>, answers: Answers, quiz: QuizView) -> ResultPage {
    ResultPage {
        scores: Scores::of(&definition, &answers),
        quiz,
        helps: Vec::new(),
        scored_by: definition.clone(),
        definition,
        answers,
        answered_in: Language::EN,
        submitted_at: moment("20 November 2026, 14:03 (UTC)"),
        submission: "1795219199".to_owned(),
        link: "http://127.0.0.1:3000/aq/demo/W2xYb4Qe7LmZ0aPt/anon_4fJ9sKq2LmN8pRtVwXyZ01_8Hc2LmQpRsT".to_owned(),
        action: "/aq/demo/quiz/anon_0".to_owned(),
        reminder_href: Some("/".to_owned()),
        retake: Some(Retake::Now),
        earlier: None,
        latest_href: None,
        over_time: None,
        benchmarks: Vec::new(),
        start_link: Some("http://127.0.0.1:3000/aq/demo/quiz".to_owned()),
        start_href: None,
        by_mail: ByMail::default(),
        erase_href: Some("/".to_owned()),
        drawn: None,
    }
}

/// Answers by code; `None` leaves a question open.
fn answers(codes: [Option<usize>; 8]) -> Answers {
    Indicator::ALL
        .into_iter()
        .zip(codes)
        .filter_map(|(i, code)| Some((i.question_id(), built_in_options(i).get(code? - 1)?.clone().into())))
        .collect()
}
