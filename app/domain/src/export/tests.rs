use super::*;
use crate::{Indicator, built_in_options};

fn layout(kind: QuizKind, versions: &[(u32, Definition)]) -> ExportLayout {
    ExportLayout::new(&QuizId::from_random(1), kind, versions)
}

const ROW: ExportRow<'_> = ExportRow {
    user: "session",
    attempt: 1,
    occasion: None,
    version: 1,
    language: "en",
    answers: &[],
    custom_data: None,
    fields: None,
    name: None,
    email: None,
    activity_at: "2026-01-01T00:00:00Z",
    started_at: "2026-01-01T00:00:00Z",
    submitted_at: None,
    duration: None,
    score: None,
    category_scores: [None; 4],
    own: None,
    attempts: None,
    alerts: None,
};

fn cells(layout: &ExportLayout, row: &ExportRow<'_>) -> BTreeMap<String, String> {
    let mut found = Vec::new();
    let mut cells = layout.cells();
    // The previous row must leave nothing behind.
    for row in [&ExportRow { answers: &[("fhn8", ExportAnswer::Option("other"))], ..ROW }, row] {
        found.clear();
        let never: Result<(), std::convert::Infallible> = cells.of(row, |cell| {
            found.push(match cell {
                Cell::Empty => String::new(),
                Cell::Text(text) | Cell::Word(text) | Cell::Moment(text) | Cell::Day(text) => text.to_owned(),
                Cell::Number(number) => number.to_string(),
                Cell::Decimal(number) => number.to_string(),
                Cell::Flag(flag) => flag.to_string(),
            });
            Ok(())
        });
        assert!(never.is_ok());
    }
    let header = layout.header();
    assert_eq!(found.len(), header.len());
    header.into_iter().zip(found).collect()
}

#[test]
fn an_answer_is_told_by_id_code_label_and_points() {
    let layout = layout(QuizKind::InApp, &[(1, Definition::built_in())]);
    let option = built_in_options(Indicator::Fhn5)[1].clone();
    let row = cells(&layout, &ExportRow { answers: &[("fhn5", ExportAnswer::Option(option.as_str()))], ..ROW });
    assert_eq!(row["id"], format!("{}-session", QuizId::from_random(1)));
    assert_eq!(row["fhn5"], option.as_str());
    assert_eq!(row["fhn5.code"], "2");
    assert_eq!(row["fhn5.points"], "85");
    assert!(!row["fhn5.label"].is_empty());
    assert_eq!(row["fhn4"], "");
    assert_eq!(row["fhn8"], "");
    assert_eq!(row["score"], "");
    assert_eq!((row["isCompleted"].as_str(), row["completionStatus"].as_str()), ("false", "2"));
    assert_eq!(row["isAnonymous"], "false");
}

#[test]
fn a_submission_is_told_by_its_moment_and_scores() {
    let layout = layout(QuizKind::Open, &[(1, Definition::built_in())]);
    let (score, category_scores) = (Decimal::parse("73.5"), [Some(23), None, Some(0), Some(100)]);
    let submitted_at = Some("2026-01-02T00:00:00Z");
    let row = cells(&layout, &ExportRow { submitted_at, score, category_scores, ..ROW });
    let shown = ["score", "spend_score", "save_score", "borrow_score", "plan_score"].map(|name| row[name].as_str());
    assert_eq!(shown, ["73.5", "23", "", "0", "100"]);
    assert_eq!((row["isCompleted"].as_str(), row["completionStatus"].as_str()), ("true", "3"));
    assert_eq!((row["submittedAt"].as_str(), row["isAnonymous"].as_str()), ("2026-01-02T00:00:00Z", "true"));
}

#[test]
fn the_words_are_those_that_were_shown() {
    let first = Definition::built_in();
    let later = first.renewed(crate::Edition::TO_COME).expect("other words");
    let layout = layout(QuizKind::Open, &[(1, first), (2, later)]);
    let answers = [("fhn5", ExportAnswer::Option(built_in_options(Indicator::Fhn5)[1].as_str()))];
    let label = |version| cells(&layout, &ExportRow { answers: &answers, version, ..ROW })["fhn5.label"].clone();
    assert_eq!([label(1), label(2)], ["I have debt and can handle it", "b"]);
}

#[test]
fn questions_of_earlier_versions_keep_their_columns() {
    let mut later = Definition::built_in();
    later.questions.remove(4);
    let layout = layout(QuizKind::Open, &[(1, Definition::built_in()), (2, later)]);
    assert_eq!(layout.header().last().map(String::as_str), Some("fhn5.points"));
    let option = built_in_options(Indicator::Fhn5)[1].clone();
    let answers = [("fhn5", ExportAnswer::Option(option.as_str()))];
    assert_eq!(cells(&layout, &ExportRow { answers: &answers, ..ROW })["fhn5.code"], "2");
    let of_later = cells(&layout, &ExportRow { answers: &answers, version: 2, ..ROW });
    assert_eq!((of_later["fhn5"].as_str(), of_later["fhn5.code"].as_str()), (option.as_str(), ""));
}

#[test]
fn a_question_whose_kind_has_changed_keeps_the_answers_of_both() {
    let choice = |kind: &str, version: u32| -> (u32, Definition) {
        let options = r#"[{"id":"10000000-0000-4000-8000-000000000001","label":"A"},
                          {"id":"10000000-0000-4000-8000-000000000002","label":"B"}]"#;
        let question = format!(r#"{{"id":"mood","kind":"{kind}","text":"Mood?","options":{options}}}"#);
        let question = serde_json::from_str(&question).expect("a question");
        (version, Definition::of(crate::Language::EN, vec![question]))
    };
    let b = OptionId::parse("10000000-0000-4000-8000-000000000002").expect("an id");
    let one = [("mood", ExportAnswer::Option(b.as_str()))];
    let many = [("mood", ExportAnswer::Other(Answer::Options(vec![b.clone()])))];
    let told = |layout: &ExportLayout, answers| {
        let row = cells(layout, &ExportRow { answers, ..ROW });
        assert_eq!(row.len(), layout.header().len());
        row.into_iter().filter(|(name, cell)| name.starts_with("mood") && !cell.is_empty()).collect::<Vec<_>>()
    };
    let pair = |name: &str, cell: &str| (name.to_owned(), cell.to_owned());
    let to_choice = layout(QuizKind::Open, &[choice("multiple", 1), choice("choice", 2)]);
    assert_eq!(told(&to_choice, &many), [pair("mood", b.as_str())]);
    let to_multiple = layout(QuizKind::Open, &[choice("choice", 1), choice("multiple", 2)]);
    assert_eq!(told(&to_multiple, &one), [pair("mood", b.as_str())]);
    assert_eq!(told(&to_multiple, &many), [pair("mood", b.as_str()), pair("mood.1", "0"), pair("mood.2", "1")]);
}

#[test]
fn chosen_columns_come_in_their_order_under_ids_or_words() {
    let built = || layout(QuizKind::Open, &[(1, Definition::built_in())]);
    let option = built_in_options(Indicator::Fhn5)[1].clone();
    let answers = [("fhn5", ExportAnswer::Option(option.as_str()))];
    let row = ExportRow { answers: &answers, score: Decimal::parse("73"), ..ROW };
    let columns = ["fhn5.label", "userId", "score"].map(str::to_owned);
    let by_id = built().shaped(&columns, Headings::Id).expect("columns that there are");
    assert_eq!(by_id.header(), columns);
    let found = cells(&by_id, &row);
    assert_eq!((found["userId"].as_str(), found["score"].as_str()), ("session", "73"));
    let label = Definition::built_in().questions[4].options(crate::Language::EN, crate::Language::EN).remove(1).label;
    assert_eq!(found["fhn5.label"], label);
    let by_text = built().shaped(&columns, Headings::Text).expect("columns that there are");
    let question = Definition::built_in().questions[4].text(crate::Language::EN, crate::Language::EN).to_owned();
    assert_eq!(by_text.header(), [question, "Person".to_owned(), "Score".to_owned()]);
    let unknown = built().shaped(&["none".to_owned()], Headings::Id).map(|layout| layout.header());
    assert_eq!(unknown, Err("none".to_owned()));
    let all = built().shaped(&[], Headings::Text).expect("all columns");
    assert_eq!((all.header().len(), built().is_shaped()), (built().names().len(), false));
}

/// Non-empty cells of an export for people, by title.
fn told(layout: &ExportLayout, row: &ExportRow<'_>) -> Vec<(String, String)> {
    let told = cells(layout, row);
    layout
        .header()
        .into_iter()
        .map(|title| (title.clone(), told[&title].clone()))
        .filter(|(_, it)| !it.is_empty())
        .collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(title, cell)| ((*title).to_owned(), (*cell).to_owned())).collect()
}

/// A question with two options, A and B, or with other parts if its kind has no options.
fn asked(id: &str, kind: &str, text: &str) -> crate::Question {
    let (a, b) = ("10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002");
    let body = match kind {
        "choice" | "multiple" | "ranking" => {
            format!(r#""options":[{{"id":"{a}","label":"A"}},{{"id":"{b}","label":"B\n of\tall"}}]"#)
        }
        "number" => r#""min":0,"max":100"#.to_owned(),
        _ => r#""help":"Any""#.to_owned(),
    };
    serde_json::from_str(&format!(r#"{{"id":"{id}","kind":"{kind}","text":"{text}",{body}}}"#)).expect("a question")
}

fn b() -> OptionId {
    OptionId::parse("10000000-0000-4000-8000-000000000002").expect("an id")
}

#[test]
fn people_read_names_words_and_moments_of_their_zone() {
    let kinds = ["choice", "multiple", "ranking", "number", "date", "consent", "text"];
    let questions = kinds.map(|kind| asked(kind, kind, &format!("The {kind}?"))).into();
    let versions = [(1, Definition::of(crate::Language::EN, questions))];
    let all = layout(QuizKind::Invited, &versions).for_people(QuizKind::Invited, &versions, "Europe/Madrid");
    let other = ExportAnswer::Other;
    let a = OptionId::parse("10000000-0000-4000-8000-000000000001").expect("an id");
    let answers = [
        ("choice", ExportAnswer::Option("10000000-0000-4000-8000-000000000002")),
        ("multiple", other(Answer::Options(vec![b()]))),
        ("ranking", other(Answer::Options(vec![b(), a]))),
        ("number", other(Answer::Number(Decimal::whole(7)))),
        ("date", other(Answer::Text("2026-02-10".to_owned()))),
        ("consent", other(Answer::Consent)),
        ("text", other(Answer::Text("=1".to_owned()))),
    ];
    let moment = "2026-01-01 01:00:00";
    let row = ExportRow {
        answers: &answers,
        name: Some("Ana"),
        email: Some("ana@example.com"),
        custom_data: Some("North"),
        activity_at: moment,
        started_at: moment,
        submitted_at: Some(moment),
        duration: Some(61),
        ..ROW
    };
    let expected = [
        ("Name", "Ana"),
        ("E-mail", "ana@example.com"),
        ("Person", "session"),
        ("Completed", "yes"),
        ("Started (Europe/Madrid)", moment),
        ("Submitted (Europe/Madrid)", moment),
        ("Last change (Europe/Madrid)", moment),
        ("Duration (seconds)", "61"),
        ("Version", "1"),
        ("Language", "English"),
        ("Custom data", "North"),
        ("The choice?", "B\n of\tall"),
        ("The multiple? – A", "no"),
        ("The multiple? – B of all", "yes"),
        ("The ranking? – A", "2"),
        ("The ranking? – B of all", "1"),
        ("The number?", "7"),
        ("The date?", "2026-02-10"),
        ("The consent?", "yes"),
        ("The text?", "=1"),
    ];
    assert_eq!(told(&all, &row), pairs(&expected));
    let (mut moments, mut days) = (0, 0);
    let Ok(()) = all.cells().of::<std::convert::Infallible>(&row, |cell| {
        moments += u32::from(matches!(cell, Cell::Moment(_)));
        days += u32::from(matches!(cell, Cell::Day(_)));
        Ok(())
    });
    assert_eq!((moments, days), (3, 1), "spreadsheets make dates of these");
    let only = ["multiple.2", "invitation.name", "choice.label"].map(str::to_owned);
    let chosen = all.shaped(&only, Headings::Id).expect("columns that there are");
    assert_eq!(chosen.header(), ["The multiple? – B of all", "Name", "The choice?"]);
    assert_eq!(chosen.columns_of_answer("multiple"), ["multiple.2"]);
    assert_eq!(chosen.shaped(&["choice".to_owned()], Headings::Text).map(|it| it.header()), Err("choice".to_owned()));
}

#[test]
fn columns_without_a_cell_are_left_out_for_people_unless_all_are() {
    let versions = [(1, Definition::built_in())];
    let all = || layout(QuizKind::Open, &versions).for_people(QuizKind::Open, &versions, "UTC");
    let titles = all().header();
    assert!(!titles.contains(&"Name".to_owned()) && titles.contains(&"Spending".to_owned()), "{titles:?}");
    let filled: Vec<bool> = titles.iter().map(|title| ["Person", "Score"].contains(&title.as_str())).collect();
    let short = all().without_empty(&filled);
    assert_eq!(short.header(), ["Person", "Score"]);
    assert_eq!(cells(&short, &ExportRow { score: Decimal::parse("73"), ..ROW })["Score"], "73");
    assert_eq!(all().without_empty(&vec![false; titles.len()]).header(), titles);
}

#[test]
fn people_find_every_answer_to_a_question_whose_kind_has_changed() {
    let version = |number, kind| (number, Definition::of(crate::Language::EN, vec![asked("mood", kind, "Mood?")]));
    for kinds in [["multiple", "choice"], ["choice", "multiple"], ["ranking", "choice"]] {
        let versions = [version(1, kinds[0]), version(2, kinds[1]), version(3, "text")];
        let layout = layout(QuizKind::InApp, &versions).for_people(QuizKind::InApp, &versions, "UTC");
        for (number, kind) in (1..).zip(kinds) {
            let (answer, expected) = match kind {
                "choice" => (ExportAnswer::Option("10000000-0000-4000-8000-000000000002"), ("Mood?", "B\n of\tall")),
                "multiple" => (ExportAnswer::Other(Answer::Options(vec![b()])), ("Mood? – B of all", "yes")),
                _ => (ExportAnswer::Other(Answer::Options(vec![b()])), ("Mood? – B of all", "1")),
            };
            let answers = [("mood", answer)];
            let told = told(&layout, &ExportRow { answers: &answers, version: number, ..ROW });
            assert!(told.contains(&pairs(&[expected])[0]), "{kinds:?}: {told:?}");
        }
    }
}

#[test]
fn bands_have_their_names_for_people() {
    let versions = [(1, Definition::built_in())];
    let layout = layout(QuizKind::Open, &versions).for_people(QuizKind::Open, &versions, "UTC");
    for (score, band) in [("39", "Vulnerable"), ("40", "Coping"), ("100", "Healthy")] {
        assert_eq!(cells(&layout, &ExportRow { score: Decimal::parse(score), ..ROW })["Band"], band);
    }
    assert_eq!(cells(&layout, &ROW)["Band"], "");
    // A quiz's own scoring has its own bands, or none.
    let score = Decimal::parse("73").expect("a number");
    let overall = Some(crate::Scored { score, band: None, range: None });
    let own = crate::Scores { overall, is_own: true, ..crate::Scores::default() };
    assert_eq!(cells(&layout, &ExportRow { score: Some(score), own: Some(&own), ..ROW })["Band"], "");
}

/// A gate that can skip a question, and two questions whose second option declines to answer.
fn declinable(missing: &str) -> Definition {
    let (a, b) = ("10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002");
    let options = format!(r#"[{{"id":"{a}","label":"A"}},{{"id":"{b}","label":"B"{missing}}}]"#);
    let gate = format!(
        r#"{{"id":"gate","text":"Gate?","required":false,"options":[{{"id":"{a}","label":"A"}},{{"id":"{b}","label":"B"}}]}}"#
    );
    let hidden = format!(
        r#"{{"id":"one","text":"One?","required":false,"options":{options},"showIf":{{"question":"gate","is":["{a}"]}}}}"#
    );
    let several = format!(r#"{{"id":"many","kind":"multiple","text":"Many?","required":false,"options":{options}}}"#);
    let questions = [gate, hidden, several].map(|question| serde_json::from_str(&question).expect("a question"));
    Definition::of(crate::Language::EN, questions.into())
}

#[test]
fn a_kind_of_not_answering_is_told_apart_from_what_was_not_shown_and_not_reached() {
    let versions = [(1, declinable(r#","missing":"declined""#)), (2, Definition::built_in())];
    let programs = layout(QuizKind::Open, &versions);
    let people = layout(QuizKind::Open, &versions).for_people(QuizKind::Open, &versions, "UTC");
    let header = programs.header();
    let columns = ["one", "one.code", "one.label", "one.missing", "many", "many.1", "many.2", "many.missing"];
    assert_eq!(header[header.len() - columns.len()..], columns);
    let (a, b) = ("10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002");
    let many = |ids: &[&str]| {
        let ids = ids.iter().map(|id| OptionId::parse(id).expect("an id")).collect();
        ("many", ExportAnswer::Other(Answer::Options(ids)))
    };
    let one = |id: &'static str| ("one", ExportAnswer::Option(id));
    let gate = |id: &'static str| ("gate", ExportAnswer::Option(id));
    let done = Some("2026-01-02T00:00:00Z");
    for (version, submitted_at, answers, expected) in [
        (1, done, vec![gate(a), one(a), many(&[a])], ["", ""]),
        (1, done, vec![gate(a), one(b), many(&[b])], ["declined", "declined"]),
        (1, done, vec![gate(a), many(&[a, b])], ["left_open", ""]),
        (1, done, vec![gate(b)], ["not_shown", "left_open"]),
        (1, done, vec![], ["not_shown", "left_open"]),
        (1, None, vec![], ["not_reached", "not_reached"]),
        (1, None, vec![gate(a)], ["not_reached", "not_reached"]),
        (1, None, vec![gate(b), many(&[a])], ["not_shown", ""]),
        (1, None, vec![gate(a), many(&[b])], ["left_open", "declined"]),
        (2, done, vec![], ["not_shown", "not_shown"]),
    ] {
        let row = ExportRow { version, submitted_at, answers: &answers, ..ROW };
        let found = cells(&programs, &row);
        assert_eq!([&found["one.missing"], &found["many.missing"]], expected, "{answers:?}");
        let told = programs.cells().missing(&row).map(|(_, why)| why).collect::<Vec<_>>();
        assert_eq!(told, expected.into_iter().filter(|why| !why.is_empty()).collect::<Vec<_>>());
        let words = expected.map(|why| match why {
            "declined" => "Declined",
            "left_open" => "Left open",
            "not_shown" => "Not shown",
            "not_reached" => "Not reached",
            _ => "",
        });
        let found = cells(&people, &row);
        assert_eq!([&found["One? (no answer)"], &found["Many? (no answer)"]], words, "{answers:?}");
    }
    let shaped = layout(QuizKind::Open, &versions).shaped(&["one.missing".to_owned()], Headings::Text);
    assert_eq!(shaped.map(|layout| layout.header()), Ok(vec!["One? (no answer)".to_owned()]));
}

#[test]
fn nothing_is_told_of_it_where_no_option_stands_for_it() {
    let versions = [(1, declinable(""))];
    let plain = layout(QuizKind::Open, &versions);
    assert!(!plain.tells_missing() && plain.header().iter().all(|name| !name.ends_with(".missing")));
    let people = layout(QuizKind::Open, &versions).for_people(QuizKind::Open, &versions, "UTC");
    assert!(people.header().iter().all(|title| !title.ends_with("(no answer)")));
    assert_eq!(plain.cells().missing(&ROW).count(), 0);
}

/// A quiz of which each optional group of columns stands in the export.
fn with_every_group_of_columns() -> ExportLayout {
    let mut definition = Definition::built_in();
    let option = |at: usize| OwnOption {
        missing: Some(crate::Missing::Unknown),
        ..OwnOption::new(OptionId::from_random(1 + at as u128), "Label".into())
    };
    let id = QuestionId::parse("own").expect("an id");
    let mut question = crate::Question::choice(id, false, "Own?".into(), vec![option(1), option(2)]);
    let crate::QuestionBody::Own(own) = &mut question.body else { panic!("a question of the owner's") };
    own.shuffle = true;
    definition.questions.push(question);
    let scoring = r#"{ "method": "sum", "categories": [{ "id": "mind", "name": "Mind" }],
        "norms": [{ "name": "All", "source": "S", "mean": 50, "sd": 10 }], "change": { "better": "lower", "points": 5 } }"#;
    definition.scoring = serde_json::from_str(scoring).expect("a scoring");
    let alert = r#"[{ "id": "low", "name": "Low", "when": { "answered": "own" } }]"#;
    definition.alerts = serde_json::from_str(alert).expect("alerts");
    layout(QuizKind::InApp, &[(1, definition)]).with_occasions(true).with_fields(&declared())
}

fn declared() -> Vec<PersonField> {
    let json = r#"[{ "id": "region", "name": "Where", "type": "text" }, { "id": "joined", "type": "date" },
        { "id": "vip", "name": "Important", "type": "yesNo" }, { "id": "age", "type": "number" }]"#;
    serde_json::from_str(json).expect("fields")
}

fn known() -> crate::FieldValues {
    let json = r#"{ "values": { "region": "=North", "joined": "2026-02-28", "vip": true, "age": 41.5, "gone": "x" } }"#;
    serde_json::from_str(json).expect("values")
}

#[test]
fn fields_of_people_follow_custom_data_under_their_ids_and_under_their_names() {
    let (version, fields) = ([(1, Definition::built_in())], known());
    let of = || layout(QuizKind::InApp, &version).with_fields(&declared());
    let names = of().names();
    let at = names.iter().position(|name| name == "customData").expect("custom data");
    assert_eq!(names[at + 1..at + 5], ["field.region", "field.joined", "field.vip", "field.age"]);
    assert!(!layout(QuizKind::InApp, &version).names().iter().any(|name| name.starts_with("field.")));
    let row = ExportRow { fields: Some(&fields), ..ROW };
    let told = cells(&of(), &row);
    let found = ["field.region", "field.joined", "field.vip", "field.age"].map(|name| told[name].as_str());
    assert_eq!(found, ["=North", "2026-02-28", "true", "41.5"]);
    let people = || of().for_people(QuizKind::InApp, &version, "UTC");
    let told = cells(&people(), &row);
    let found = ["Where", "joined", "Important", "age"].map(|name| told[name].as_str());
    assert_eq!(found, ["=North", "2026-02-28", "yes", "41.5"]);
    let mut kinds = Vec::new();
    let one =
        people().shaped(&["field.region".to_owned(), "field.joined".to_owned()], Headings::Text).expect("columns");
    let Ok(()) = one.cells().of(&row, |cell| {
        kinds.push(matches!((kinds.len(), cell), (0, Cell::Text(_)) | (1, Cell::Day(_))));
        Ok::<(), std::convert::Infallible>(())
    });
    assert_eq!(kinds, [true, true], "a formula is guarded, and a day is a day");
    assert_eq!(cells(&of(), &ROW)["field.age"], "");
}

#[test]
fn each_title_stands_above_the_cells_of_its_own_column() {
    let plain = with_every_group_of_columns();
    let titled = with_every_group_of_columns().shaped(&[], Headings::Text).expect("all columns");
    let fields = known();
    let row =
        ExportRow { occasion: Some(7), alerts: Some("low"), custom_data: Some("mine"), fields: Some(&fields), ..ROW };
    let (by_name, by_title) = (cells(&plain, &row), cells(&titled, &row));
    for (name, title) in [
        ("occasion", "Occasion"),
        ("alerts", "Alerts"),
        ("customData", "Custom data"),
        ("field.age", "age"),
        ("field.region", "Where"),
        ("language", "Language"),
    ] {
        assert!(!by_name[name].is_empty(), "{name}");
        assert_eq!(by_title[title], by_name[name], "{name}");
    }
    assert_eq!(by_name["own.order"].split(' ').count(), 2);
    assert_eq!(by_title["Own? (order)"], by_name["own.order"]);
    assert_eq!(by_title.len(), by_name.len());
}
