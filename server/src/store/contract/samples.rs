//! Values to store. All are fixed, so that a failure is the same on every machine.

use std::sync::Arc;

use domain::{
    About, AnonId, Answer, Answers, AnswersRecord, Category, Decimal, Definition, Indicator, InvitedId, Language, Name,
    NamespaceId, OptionId, QuestionId, Quiz, QuizId, QuizKind, QuizStatus, Retention, Scored, Scores, SessionId,
    Settings, Submission, Timestamp, UserId, built_in_options,
};

use crate::store::{Namespace, NewAnswer};

/// Texts that code damages if it trims, escapes, folds, normalises, guesses types or counts bytes as characters.
pub(in crate::store) fn odd_texts() -> Vec<String> {
    [
        "",
        " ",
        "  spaces at both ends  ",
        "it's \"quoted\" \\ and `ticked` \\u0041 \\n",
        "'); DROP TABLE records; --",
        "$1 ?1 :name @name %s {} %_*",
        "</script><script>alert(1)</script><!-- & &amp; -->",
        "line\r\nbreak\ttab\u{1}\u{7f}\u{85}\u{2028}",
        "👩‍👩‍👧‍👦 🏳️‍🌈 e\u{301} é ﬁ Å K İ",
        "مرحبا \u{202e}abc\u{202c} שלום \u{200f}",
        "\u{feff}\u{fffd}\u{ffff}\u{10ffff}",
        "null",
        "007",
        "1e5",
        "{\"a\":1}",
    ]
    .into_iter()
    .map(str::to_owned)
    .chain([longest_text()])
    .collect()
}

/// The maximum length of custom data: 512 characters of four bytes each.
fn longest_text() -> String {
    "𝕏".repeat(512)
}

pub(crate) fn at(nanoseconds: i64) -> Timestamp {
    Timestamp::from_nanoseconds(nanoseconds)
}

pub(in crate::store) fn namespace_id(text: &str) -> NamespaceId {
    NamespaceId::parse(text).expect("tests use valid namespace ids")
}

pub(crate) fn namespace(id: &str) -> Namespace {
    Namespace {
        id: namespace_id(id),
        name: format!("The namespace {id}"),
        created_at: at(1_700_000_000_123_456_789),
        requires_second_factor: false,
    }
}

pub(in crate::store) fn question_id(text: &str) -> QuestionId {
    QuestionId::parse(text).expect("tests use valid question ids")
}

pub(in crate::store) fn option_id(number: u32) -> OptionId {
    OptionId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("it is a UUID")
}

pub(in crate::store) fn built_in_option(indicator: Indicator, code: usize) -> OptionId {
    built_in_options(indicator)[code - 1].clone()
}

pub(in crate::store) fn quiz_id(number: u8) -> QuizId {
    QuizId::from_random(u128::from(number))
}

pub(crate) fn quiz(kind: QuizKind, number: u8) -> Quiz {
    Quiz {
        id: quiz_id(number),
        namespace_id: namespace_id("demo"),
        kind,
        settings: settings("How are you doing?"),
        version: 1,
        definition: Arc::new(Definition::built_in()),
        retention: Retention::default(),
        session_secret: None,
        created_at: at(1_000_000 + i64::from(number)),
        updated_at: at(2_000_000),
    }
}

pub(in crate::store) fn settings(name: &str) -> Settings {
    Settings {
        name: name.into(),
        description: None,
        primary_colour: None,
        opens_at: None,
        closes_at: None,
        closing_grace: false,
        time_zone: domain::TimeZoneName::default(),
        retry_after: None,
        series: None,
        had_series: false,
        fields: Vec::new(),
        respondents_may_erase: false,
        result_by_mail: false,
        show_progress: false,
        allowed_origins: Vec::new(),
        about: About::default(),
        status: QuizStatus::Open,
    }
}

pub(in crate::store) fn session(text: &str) -> UserId {
    UserId::InApp(SessionId::parse(text).expect("tests use valid session ids"))
}

pub(crate) fn person(number: usize) -> UserId {
    session(&format!("person {number}"))
}

pub(in crate::store) fn anonymous(number: u8) -> UserId {
    UserId::Anonymous(AnonId::new(u128::from(number), |_| 7))
}

pub(crate) fn invited_id(number: u8) -> InvitedId {
    InvitedId::parse(&format!("{number:08x}-0000-4000-8000-000000000000")).expect("it is a UUID of version 4")
}

pub(crate) fn record(quiz: &Quiz, user: &UserId, began: i64) -> AnswersRecord {
    AnswersRecord {
        quiz_id: quiz.id.clone(),
        user: user.clone(),
        attempt: 1,
        occasion: None,
        version: quiz.version,
        language: Language::EN,
        answers: Answers::new(),
        custom_data: None,
        fields: domain::FieldValues::default(),
        started_at: at(began),
        activity_at: at(began),
        submission: None,
    }
}

/// The record with all eight built-in questions answered, submitted at `moment`.
pub(crate) fn submitted(record: AnswersRecord, moment: i64) -> AnswersRecord {
    let answers: Answers =
        Indicator::ALL.into_iter().map(|i| (i.question_id(), built_in_option(i, i.index() % 4 + 1).into())).collect();
    let scores = Scores::of(&Definition::built_in(), &answers);
    AnswersRecord {
        answers,
        activity_at: at(moment),
        submission: Some(Submission { at: at(moment), scores }),
        ..record
    }
}

/// Scores from a quiz's own scoring: the given overall score, with a band and bounds, and two categories, one of them
/// built-in.
pub(in crate::store) fn own_scores(overall: &str) -> Scores {
    let decimal = |text: &str| Decimal::parse(text).expect("tests use valid numbers");
    let name = |text: &str| Name::parse(text).expect("tests use valid names");
    let range = Some((decimal("-3000"), decimal("3000.5")));
    let body = Scored { score: decimal("61.5"), band: Some(name("fine")), range: None };
    Scores {
        overall: Some(Scored { score: decimal(overall), band: Some(name("low")), range }),
        categories: [(name("body"), body), (Category::Spend.name(), decimal("40").into())].into(),
        questions: [(question_id("hours"), decimal("12.5")), (Indicator::Fhn1.question_id(), decimal("40"))].into(),
        is_own: true,
        ..Scores::default()
    }
}

/// The record with an answer of every kind and these scores, submitted at `moment`.
pub(in crate::store) fn submitted_with(record: AnswersRecord, scores: Scores, moment: i64) -> AnswersRecord {
    AnswersRecord {
        answers: answers_of_every_kind(),
        activity_at: at(moment),
        submission: Some(Submission { at: at(moment), scores }),
        ..record
    }
}

pub(in crate::store) fn answers_of_every_kind() -> Answers {
    let answers = [
        ("choice", option_id(1).into()),
        ("multiple", Answer::Options(vec![option_id(3), option_id(2)])),
        ("whole", Answer::Number(Decimal::whole(-4))),
        ("number", Answer::Number(Decimal::parse("6.125").expect("a number"))),
        ("large", Answer::Number(Decimal::parse("999999999999.999").expect("a number"))),
        ("text", Answer::Text("'); \"\\\u{1} \u{2028}👩‍👩‍👧‍👦 {\"a\":1}\r\n".to_owned())),
        ("empty", Answer::Text(String::new())),
        ("consent", Answer::Consent),
    ];
    answers.into_iter().map(|(id, answer)| (question_id(id), answer)).collect()
}

/// An answer to a built-in question, by its code, for the record of the quiz's version.
pub(crate) fn answer(quiz: &Quiz, user: &UserId, to: Indicator, code: usize, now: i64) -> NewAnswer {
    NewAnswer {
        namespace_id: quiz.namespace_id.clone(),
        quiz_id: quiz.id.clone(),
        user: user.clone(),
        version: quiz.version,
        question: to.question_id(),
        answer: Some(built_in_option(to, code).into()),
        stands: false,
        language: None,
        custom_data: None,
        now: at(now),
        early: None,
    }
}
