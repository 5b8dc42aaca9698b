use std::sync::Arc;

use domain::{
    AnonId, Answers, AnswersRecord, Condition, Decimal, Definition, Hue, Indicator, Judged, JudgedChange, Language,
    Method, Name, OwnBand, QuizId, Scoring, Standing, Timestamp, UserId, Verdict, built_in_options,
};

use super::support::{HOSTILE, context, is_sound, quiz};
use crate::admin::{Attempt, ErasePage, Neighbours, NormOfScore, PersonPage, ScoreOverTime, erase_person, person};

fn page(language: Language) -> PersonPage {
    let answers =
        Indicator::ALL.into_iter().map(|i| (i.question_id(), built_in_options(i)[0].clone().into())).collect();
    let begun = AnswersRecord {
        quiz_id: QuizId::from_random(7),
        user: UserId::Anonymous(AnonId::new(7, |_| 7)),
        version: 1,
        language,
        answers,
        custom_data: Some(HOSTILE.to_owned()),
        fields: domain::FieldValues::default(),
        started_at: Timestamp::default(),
        activity_at: Timestamp::default(),
        attempt: 2,
        occasion: None,
        submission: None,
    };
    let definition = Arc::new(Definition::built_in());
    let record = begun.submit(&definition, &Answers::new(), Timestamp::default()).expect("all is answered");
    PersonPage {
        quiz: quiz(),
        record,
        fields: Vec::new(),
        name: HOSTILE.to_owned(),
        email: Some("ana@example.com".to_owned()),
        id: None,
        scored_by: definition.clone(),
        definition,
        earlier: Vec::new(),
        over_time: Vec::new(),
        history: None,
        alerts: Vec::new(),
        occasions: Vec::new(),
        timeline: vec![(1, vec![("Started", "20 Nov 2026, 14:03".to_owned())])],
        zone: "UTC".to_owned(),
        list: "/list".to_owned(),
        beside: Neighbours { previous: None, next: Some("/next".to_owned()) },
        erase: Some("/erase".to_owned()),
    }
}

#[test]
fn a_record_is_shown_whole_in_the_language_of_the_dashboard() {
    let html = person(context(), page(Language::ES));
    is_sound(&html);
    let words = Definition::built_in();
    for question in &words.questions {
        assert!(html.contains(question.text(Language::EN, Language::EN)), "{}", question.id);
    }
    assert_eq!(html.matches("class=\"glimpse\"").count(), 8);
    assert!(html.contains("ana@example.com") && html.contains("Timeline (UTC)"), "{html}");
    assert!(html.contains("href=\"/next\"") && !html.contains("Previous person"));
}

#[test]
fn who_has_not_submitted_has_no_scores_and_no_cards() {
    let mut page = page(Language::EN);
    page.record.submission = None;
    page.record.answers.remove(&Indicator::Fhn3.question_id());
    let html = person(context(), page);
    is_sound(&html);
    assert!(html.contains("In progress") && html.contains("Not answered"));
    assert!(!html.contains("strength-card") && !html.contains("class=\"gauge\""));
}

#[test]
fn what_was_hidden_is_not_listed_and_an_own_score_has_its_range_and_band() {
    let mut page = page(Language::EN);
    let mut definition = Definition::built_in();
    definition.questions[7].show_if =
        Some(Condition::Not(Box::new(Condition::Answered(Indicator::Fhn1.question_id()))));
    let band = OwnBand {
        id: Name::parse("fine").expect("a name"),
        from: Decimal::ZERO,
        name: "Fine".into(),
        text: None,
        hue: Hue::Leaf,
    };
    definition.scoring = Some(Scoring { method: Method::Sum, bands: vec![band], ..Scoring::default() });
    let begun = AnswersRecord { submission: None, ..page.record };
    page.record = begun.submit(&definition, &Answers::new(), Timestamp::default()).expect("all is answered");
    (page.definition, page.scored_by) = (Arc::new(definition.clone()), Arc::new(definition));
    let html = person(context(), page);
    is_sound(&html);
    assert!(html.contains("<strong>700</strong>") && html.contains(" (0–700)") && html.contains(" Fine"), "{html}");
    let hidden = Definition::built_in().questions[7].text(Language::EN, Language::EN).to_owned();
    assert!(!html.contains(&hidden) && !html.contains("Not answered"), "{html}");
}

#[test]
fn only_who_may_erase_is_offered_it_and_is_asked_first() {
    assert!(person(context(), page(Language::EN)).contains("href=\"/erase\""));
    assert!(!person(context(), PersonPage { erase: None, ..page(Language::EN) }).contains("Erase"));
    let ask = ErasePage {
        quiz: quiz(),
        name: HOSTILE.to_owned(),
        back: "/admin/back".to_owned(),
        action: "/erase".to_owned(),
    };
    let html = erase_person(context(), ask);
    is_sound(&html);
    assert!(html.contains("method=\"post\"") && html.contains("href=\"/admin/back\""));
    assert!(html.contains("Exports that may hold them are deleted, too."), "as erasing does");
}

#[test]
fn attempts_stand_side_by_side() {
    let mut page = page(Language::EN);
    let mut record = page.record.clone();
    record.attempt = 1;
    record.answers.remove(&Indicator::Fhn2.question_id());
    page.earlier = vec![Attempt { record, definition: page.definition.clone() }];
    let html = person(context(), page.clone());
    is_sound(&html);
    assert!(html.contains("Attempt 2</th>") && html.contains("Attempt 1</th>"), "{html}");
    assert_eq!(html.matches("Not answered").count(), 1);
    let rows = html.split("<tr>").skip(1).filter_map(|rest| Some(rest.split_once("</tr>")?.0));
    let rows: Vec<&str> = rows.filter(|row| row.contains("<strong>")).collect();
    assert_eq!(rows.len(), 5, "overall and four categories: {html}");
    for row in rows {
        assert_eq!((row.matches("<strong>").count(), row.matches(">Healthy<").count()), (2, 2), "{row}");
    }
    page.earlier.clear();
    assert_eq!(
        person(context(), page).matches("<th scope=\"row\" lang=\"en\">").count(),
        1,
        "of one, only the overall"
    );
}

#[test]
fn verdicts_and_norms_of_each_attempt_stand_in_a_table() {
    let judged = |verdict, difference: Option<i32>| JudgedChange {
        attempt: 1,
        version: 3,
        judged: Judged {
            verdict,
            difference: difference.map(Decimal::whole),
            rci: difference.and(Decimal::parse("3.16")),
            smallest: difference.and(Decimal::parse("9.3")),
        },
    };
    let norm = NormOfScore {
        name: HOSTILE.to_owned(),
        source: "Manual".to_owned(),
        standing: Standing { z: Some(Decimal::whole(-1)), t: Some(40), percentile: 15 },
    };
    let score = |category: Option<&str>, norm, since_previous, since_first| ScoreOverTime {
        attempt: 2,
        category: category.map(|id| Name::parse(id).expect("a name")),
        score: Decimal::whole(40),
        norm,
        since_previous: Some(since_previous),
        since_first: Some(since_first),
    };
    let over_time = vec![
        score(None, Some(norm), judged(Verdict::Recovered, Some(15)), judged(Verdict::Worse, Some(-4))),
        score(Some("spend"), None, judged(Verdict::NotComparable, None), judged(Verdict::Same, Some(1))),
    ];
    let html = person(context(), PersonPage { over_time, ..page(Language::EN) });
    is_sound(&html);
    for part in [
        "Better, past the cut-off: +15; reliable change index 3.16; from 9.3 on it counts",
        "Worse: −4;",
        "Not comparable with attempt 1, scored by version 3",
        "No reliable change: +1;",
        ": percentile 15, T 40, z −1 (Manual)",
        ">Spending<",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!person(context(), page(Language::EN)).contains("Over time"));
}
