//! The editor's rules, from a quiz to its fields and back.

use std::sync::Arc;

use domain::{
    About, Definition, HelpLink, Indicator, Language, Link, NamespaceId, OptionId, OwnOption, Question, QuestionBody,
    QuestionId, Quiz, QuizId, QuizKind, QuizStatus, Retention, RetryAfter, Settings, Text, Timestamp,
};

use super::{EditorAction, EditorFields, Posted, Wording};
use crate::admin::Problem;

fn option_id(number: u32) -> OptionId {
    OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("a UUID")
}

fn ids() -> impl FnMut() -> OptionId {
    let mut next = 1000;
    move || {
        next += 1;
        option_id(next)
    }
}

fn both(en: &str, es: &str) -> Text {
    Text::ByLanguage([(Language::EN, en.to_owned()), (Language::ES, es.to_owned())].into())
}

fn own(id: &str, text: Text, help: Option<Text>, labels: Vec<Text>) -> Question {
    let options = (1..).zip(labels).map(|(number, label)| OwnOption::new(option_id(number), label)).collect();
    let id = QuestionId::parse(id).expect("a question id");
    let mut question = Question::choice(id, false, text, options);
    if let QuestionBody::Own(own) = &mut question.body {
        own.help = help;
    }
    question
}

fn link(url: &str) -> Link {
    Link::parse(url.into()).expect("a link")
}

/// Help links that differ by language beside one that does not.
fn about() -> About {
    About {
        run_by: Some("Example | Ltd".into()),
        kept: Some(both("two years", "dos años")),
        privacy: Some(link("https://a.example/privacy")),
        help: vec![
            HelpLink { label: "A | B".into(), url: link("tel:112") },
            HelpLink { label: both("Debt", "Deudas"), url: link("https://a.example/debt") },
        ],
        ..About::default()
    }
}

/// Has texts for all languages at once, for each language and for some languages.
fn quiz() -> Quiz {
    let only = |text: &str| Text::ByLanguage([(Language::EN, text.to_owned())].into());
    let questions = vec![
        Question::built_in(Indicator::Fhn3, false),
        own(
            "pet",
            both("A pet?", "¿Mascota?"),
            Some("Any".into()),
            vec![both("Cat", "Gato"), "ok".into(), only("Dog")],
        ),
        Question::built_in(Indicator::Fhn1, true),
        own("more", "Two\nlines &\"<b>".into(), None, vec!["1".into(), "2".into()]),
    ];
    Quiz {
        id: QuizId::from_random(1),
        namespace_id: NamespaceId::parse("demo").expect("a namespace id"),
        kind: QuizKind::Open,
        settings: Settings {
            name: both("Pets", "Mascotas"),
            description: Some(both("About", "Sobre")),
            primary_colour: domain::Colour::parse("#0a7").ok(),
            opens_at: Some(Timestamp::from_nanoseconds(5)),
            closes_at: None,
            retry_after: RetryAfter::days(30),
            respondents_may_erase: true,
            allowed_origins: vec!["https://a.example".to_owned(), "http://localhost:8080".to_owned()],
            about: about(),
            status: QuizStatus::Open,
        },
        version: 3,
        definition: Arc::new(Definition { questions, ..Definition::built_in() }),
        retention: Retention::default(),
        session_secret: None,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    }
}

/// The fields as the page's form sends them; a browser ends lines with CR LF.
fn sent(fields: &EditorFields) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut put = |name: String, value: &str| pairs.push((name, value.replace('\n', "\r\n")));
    let wording = |name: &str, wording: &Wording, put: &mut dyn FnMut(String, &str)| {
        put(format!("{name}-en"), &wording.en);
        put(format!("{name}-es"), &wording.es);
        if wording.is_same {
            put(format!("{name}-same"), "1");
        }
    };
    wording("name", &fields.name, &mut put);
    wording("description", &fields.description, &mut put);
    let about = &fields.about;
    wording("about-runby", &about.run_by, &mut put);
    wording("about-seenby", &about.seen_by, &mut put);
    wording("about-kept", &about.kept, &mut put);
    wording("about-contact", &about.contact, &mut put);
    wording("about-privacy", &about.privacy, &mut put);
    wording("about-help", &about.help, &mut put);
    put("language".to_owned(), fields.language.as_str());
    put("colour".to_owned(), &fields.colour);
    put("retry-after".to_owned(), &fields.retry_after);
    put("origins".to_owned(), &fields.origins);
    if fields.may_erase {
        put("may-erase".to_owned(), "1");
    }
    for (index, question) in fields.questions.iter().enumerate() {
        put(format!("q{index}-id"), &question.id);
        put(format!("q{index}-was"), &question.was);
        if question.required {
            put(format!("q{index}-required"), "1");
        }
        if question.indicator().is_some() {
            continue;
        }
        wording(&format!("q{index}-text"), &question.text, &mut put);
        wording(&format!("q{index}-help"), &question.help, &mut put);
        for (at, option) in question.options.iter().enumerate() {
            put(format!("q{index}-o{at}-id"), &option.id);
            wording(&format!("q{index}-o{at}-label"), &option.label, &mut put);
        }
    }
    pairs
}

fn after(button: &str) -> (EditorFields, Option<String>) {
    let mut posted = Posted::read(&sent(&EditorFields::of(&quiz())));
    let step = posted.step(button).expect("a button that there is");
    let focus = posted.fields.take(step);
    (posted.fields, focus)
}

fn question_ids(fields: &EditorFields) -> Vec<&str> {
    fields.questions.iter().map(|question| question.id.as_str()).collect()
}

fn problems(fields: &EditorFields) -> Vec<Problem> {
    fields.check(&quiz(), ids()).expect_err("something is wrong")
}

fn fields_of(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|problem| problem.field.as_str()).collect()
}

#[test]
fn a_quiz_comes_back_from_its_fields_unchanged() {
    let quiz = quiz();
    let (settings, definition) = EditorFields::of(&quiz).check(&quiz, ids()).expect("valid");
    assert_eq!((settings, definition), (quiz.settings.clone(), Definition::clone(&quiz.definition)));
}

#[test]
fn fields_come_back_from_the_form_unchanged() {
    for quiz in [quiz(), Quiz { definition: Arc::new(Definition::built_in()), ..quiz() }] {
        let fields = EditorFields::of(&quiz);
        assert_eq!(Posted::read(&sent(&fields)).fields, fields);
    }
}

#[test]
fn the_order_of_the_form_is_the_order_of_the_quiz() {
    let mut pairs = sent(&EditorFields::of(&quiz()));
    // Like dragging the last question to the top.
    pairs.sort_by_key(|(name, _)| !name.starts_with("q3-"));
    let mut posted = Posted::read(&pairs);
    assert_eq!(question_ids(&posted.fields), ["more", "fhn3", "pet", "fhn1"]);
    let step = posted.step("show:3").expect("a button that there is");
    assert_eq!(posted.fields.take(step), Some("q0".to_owned()));
}

#[test]
fn questions_are_moved_and_removed() {
    for (button, order, focus) in [
        ("up:1", ["pet", "fhn3", "fhn1", "more"], "q0-down"),
        ("up:2", ["fhn3", "fhn1", "pet", "more"], "q1-up"),
        ("down:1", ["fhn3", "fhn1", "pet", "more"], "q2-down"),
        ("down:2", ["fhn3", "pet", "more", "fhn1"], "q3-up"),
    ] {
        let (fields, at) = after(button);
        assert_eq!((question_ids(&fields), at.as_deref()), (order.to_vec(), Some(focus)), "{button}");
    }
    let (fields, focus) = after("remove:3");
    assert_eq!((question_ids(&fields), focus.as_deref()), (vec!["fhn3", "pet", "fhn1"], Some("q2")));
    for end in ["up:0", "down:3"] {
        assert_eq!(question_ids(&after(end).0), ["fhn3", "pet", "fhn1", "more"], "{end}");
    }
}

#[test]
fn options_keep_their_ids_wherever_they_go() {
    let ids = |fields: &EditorFields| -> Vec<String> {
        fields.questions[1].options.iter().map(|option| option.id[7..8].to_owned()).collect()
    };
    assert_eq!(
        (ids(&after("up:1:2").0), after("up:1:2").1.as_deref()),
        (vec!["1".into(), "3".into(), "2".into()], Some("q1-o1-up"))
    );
    assert_eq!(
        (ids(&after("down:1:0").0), after("down:1:0").1.as_deref()),
        (vec!["2".into(), "1".into(), "3".into()], Some("q1-o1-down"))
    );
    assert_eq!(ids(&after("remove:1:1").0), ["1", "3"]);
    assert_eq!(ids(&after("down:1:2").0), ["1", "2", "3"]);
}

#[test]
fn what_is_added_gets_a_place_and_a_free_id() {
    let (fields, focus) = after("add-question");
    assert_eq!((question_ids(&fields)[4], focus.as_deref()), ("q1", Some("q4-text-en")));
    assert_eq!(fields.questions[4].options.len(), 2);
    let (fields, focus) = after("add-built-in:fhn8");
    assert_eq!((question_ids(&fields)[4], focus.as_deref()), ("fhn8", Some("q4")));
    let (fields, focus) = after("add-built-in:fhn1");
    assert_eq!((fields.questions.len(), focus.as_deref()), (4, Some("q2")), "it is there already");
    let (fields, focus) = after("add-option:1");
    assert_eq!((fields.questions[1].options.len(), focus.as_deref()), (4, Some("q1-o3-label-en")));
}

#[test]
fn a_button_that_is_not_there_does_nothing() {
    let posted = Posted::read(&sent(&EditorFields::of(&quiz())));
    for button in ["", "up", "up:9", "up:1:9", "remove:x", "add-built-in:fhn9", "add-option:0:1", "up:1:1:1", "drop"] {
        assert_eq!(posted.step(button), None, "{button}");
    }
    assert_eq!(posted.step("save"), Some(EditorAction::Save));
}

#[test]
fn a_new_option_gets_an_id_and_the_others_keep_theirs() {
    let (mut fields, _) = after("add-option:1");
    fields.questions[1].options[3].label.en = "Fish".to_owned();
    let (_, definition) = fields.check(&quiz(), ids()).expect("valid");
    let options = definition.questions[1].option_ids();
    assert_eq!(options[..3], quiz().definition.questions[1].option_ids());
    assert_eq!(options[3], option_id(1001));
}

#[test]
fn a_text_for_all_languages_stays_one_until_another_is_given() {
    let mut wording = Wording::of(Some(&"Hi".into()), Language::ES);
    assert_eq!((wording.es.as_str(), wording.en.as_str()), ("Hi", ""));
    assert_eq!(wording.text(), Some("Hi".into()));
    wording.en = "Hello".to_owned();
    assert_eq!(wording.text(), Some(both("Hello", "Hi")));
    assert_eq!(Wording { en: " ".to_owned(), ..Wording::default() }.text(), None);
}

#[test]
fn what_is_wrong_is_said_at_its_field() {
    let mut fields = EditorFields::of(&quiz());
    fields.name = Wording::default();
    fields.colour = "blue".to_owned();
    fields.origins = "https://a.example\n\nhttps://b.example/path".to_owned();
    fields.questions[1].text = Wording::default();
    fields.questions[1].options.truncate(1);
    fields.questions[3].id = "pet".to_owned();
    fields.questions[3].options[1].label = Wording::default();
    let found = problems(&fields);
    let expected = ["colour", "name-en", "origins", "q1-text-en", "q1-add-option", "q3-id", "q3-o1-label-en"];
    assert_eq!(fields_of(&found), expected, "{found:?}");
    assert_eq!(
        found[2].message,
        "The origin https://b.example/path must be an origin such as https://app.example.com."
    );
    assert_eq!(found[6].message, "Question 4, option 2: the label must not be empty.");
    fields.retry_after = "soon".to_owned();
    assert_eq!(fields_of(&problems(&fields)), ["retry-after"]);
}

#[test]
fn help_links_are_lines_and_what_is_wrong_with_one_is_said() {
    let mut fields = EditorFields::of(&quiz());
    assert_eq!(fields.about.help.es, "A | B | tel:112\nDeudas | https://a.example/debt");
    fields.about.help = Wording { en: "Call us | tel:112\n\nNo link".to_owned(), is_same: true, ..Wording::default() };
    let found = problems(&fields);
    assert_eq!(fields_of(&found), ["about-help-en"]);
    assert_eq!(found[0].message, "Help link 2: the address must be a link that begins with https://, tel: or mailto:.");
    fields.about.help.en = "Call us | tel:112".to_owned();
    let (settings, _) = fields.check(&quiz(), ids()).expect("valid");
    assert_eq!(settings.about.help, [HelpLink { label: "Call us".into(), url: link("tel:112") }]);
}

#[test]
fn a_text_that_lacks_the_quizs_own_language_is_said_at_its_field() {
    let mut fields = EditorFields::of(&quiz());
    fields.language = Language::ES;
    let found = problems(&fields);
    assert_eq!(fields_of(&found), ["q1-o2-label-es"], "{found:?}");
    assert_eq!(found[0].message, "Question 2, option 3: the label is missing in Spanish, the quiz's own language.");
}

#[test]
fn a_quiz_without_questions_says_where_to_add_one() {
    let mut fields = EditorFields::of(&quiz());
    fields.questions.clear();
    assert_eq!(fields_of(&problems(&fields)), ["add-question"]);
}

#[test]
fn words_at_the_id_of_a_built_in_question_are_not_lost_silently() {
    let mut fields = EditorFields::of(&quiz());
    fields.questions[1].id = "fhn5".to_owned();
    assert_eq!(fields_of(&problems(&fields)), ["q1-id"]);
}

#[test]
fn a_megabyte_of_fields_is_read_at_once() {
    let began = std::time::Instant::now();
    let many = |name: fn(usize) -> String| -> Vec<(String, String)> {
        (0..100_000).map(|number| (name(number), "x".to_owned())).collect()
    };
    let questions = Posted::read(&many(|number| format!("q{number}-id"))).fields;
    assert_eq!(questions.questions.len(), 201, "one more than a quiz may have, so that saving it fails");
    let options = Posted::read(&many(|number| format!("q1-o{number}-label-en"))).fields;
    assert_eq!((options.questions.len(), options.questions[0].options.len()), (1, 301));
    let _ = Posted::read(&many(|number| format!("q{}-o{number}-id", number % 300)));
    let took = began.elapsed();
    assert!(took.as_secs() < 15, "{took:?}, not optimised; more than a minute if every field looks through all others");
}
