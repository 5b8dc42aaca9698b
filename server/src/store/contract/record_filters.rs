//! Random filters: the list, the number of matches, and the selection of an export agree.

use std::collections::BTreeSet;

use domain::{
    AnswersRecord, Decimal, Definition, FieldValue, FieldValues, Indicator, InvitedId, Language, Name, Quiz, QuizKind,
    UserId,
};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, built_in_option, invited_id, option_id, own_scores, question_id, record, submitted, submitted_with},
};
use crate::SearchText;
use crate::export::sift;
use crate::store::{
    AnswerIs, Invitation, Mailed, Matches, Raised, RecordFilter, RecordOrder, RecordPlace, RecordQuery, RecordState,
    ScoreRange, StoppedAt, StoredRecord, Versions,
};

const PEOPLE: u8 = 60;
const FILTERS: usize = 150;
const FIELDS: [&str; 4] = ["region", "age", "joined", "vip"];

struct Dice(u64);

impl Dice {
    fn any(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    fn one_in(&mut self, cases: usize) -> bool {
        self.any(cases) == 0
    }
}

fn invitation(quiz: &Quiz, number: u8) -> Invitation {
    Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: number.is_multiple_of(3).then(|| format!("Zoé {number}")),
        email: number.is_multiple_of(4).then(|| format!("P{number}@Example.com")),
        custom_data: number.is_multiple_of(5).then(|| format!("row-{number}")),
        fields: domain::FieldValues::default(),
        created_at: at(i64::from(number)),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    }
}

fn people(quiz: &Quiz, dice: &mut Dice) -> Vec<AnswersRecord> {
    let moment = |dice: &mut Dice| i64::try_from(dice.any(20)).unwrap_or_default();
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        let begun = record(quiz, &UserId::Invited(invited_id(number)), moment(dice));
        let done = 100 + moment(dice);
        let mut person = match dice.any(4) {
            0 => begun,
            1 => submitted_with(begun, own_scores(["61.5", "-3", "40"][dice.any(3)]), done),
            2 => {
                let mut open = begun;
                let option = built_in_option(Indicator::Fhn1, dice.any(4) + 1);
                open.answers.insert(Indicator::Fhn1.question_id(), option.into());
                open
            }
            _ => submitted(begun, done),
        };
        person.attempt = u32::try_from(dice.any(3)).unwrap_or_default() + 1;
        person.version = u32::try_from(dice.any(2)).unwrap_or_default() + 1;
        person.language = [Language::EN, Language::ES][dice.any(2)];
        person.fields = fields(dice);
        person.custom_data = dice.one_in(3).then(|| format!("Row-{number} É"));
        people.push(person);
    }
    people
}

fn fields(dice: &mut Dice) -> FieldValues {
    let values = [
        FieldValue::Text("North".to_owned()),
        FieldValue::Number(Decimal::whole(7)),
        FieldValue::Text("2026-02-28".to_owned()),
        FieldValue::YesNo(true),
    ];
    let mut fields = FieldValues::default();
    for (id, value) in FIELDS.into_iter().zip(values) {
        fields.set(&question_id(id), dice.one_in(2).then_some(value));
    }
    fields
}

/// The last two of each match no one.
fn field_filter(dice: &mut Dice) -> (domain::QuestionId, Vec<String>) {
    let wanted = [
        ["North", "", "north", "North..<"],
        ["7.0", "6..<7.5", "7..<7", "true"],
        ["2026-02-28", "2026-02..<2026-03", "..<2026-02-28", "2026"],
        ["true", "", "yes", "false"],
    ];
    let field = dice.any(FIELDS.len());
    let any = (0..=dice.any(2)).map(|_| wanted[field][dice.any(4)].to_owned());
    (question_id(FIELDS[field]), any.collect())
}

fn answer_filter(dice: &mut Dice) -> (domain::QuestionId, Vec<AnswerIs>) {
    let value = |text: &str| AnswerIs::Value(text.to_owned());
    let choice = || {
        let options = [1, 2, 3, 4].map(|code| value(built_in_option(Indicator::Fhn1, code).as_str()));
        (Indicator::Fhn1.question_id(), options)
    };
    match dice.any(11) {
        0 => (choice().0, vec![choice().1[dice.any(4)].clone()]),
        1 => (choice().0, choice().1[..2].to_vec()),
        2 => (choice().0, vec![AnswerIs::Missing]),
        3 => (question_id("multiple"), vec![value(option_id(2).as_str())]),
        4 => (question_id("number"), vec![value("6.125"), AnswerIs::Missing]),
        5 => (question_id("consent"), vec![value("true")]),
        6 => (question_id("number"), vec![value(["6..<6.125", "6.125..<7", "..<6", "6..<"][dice.any(4)])]),
        7 => (question_id("whole"), vec![value(["-5..<0", "-4..<-3.9", "0..<"][dice.any(3)]), AnswerIs::Missing]),
        8 => (question_id("multiple"), vec![value(&format!("{}@{}", option_id(2), dice.any(3) + 1))]),
        9 => (question_id("multiple"), vec![value(&format!("{}@1", option_id(3))), AnswerIs::Missing]),
        _ => (question_id("text"), vec![AnswerIs::Given]),
    }
}

/// A band as stored with scores, a band that was never stored, or a built-in band that is derived from the range.
fn band(dice: &mut Dice) -> ScoreRange {
    let name = |id: &str| Name::parse(id).expect("a name");
    let stored = |category: Option<Name>, id: &str| {
        let (low, high) = (Decimal::whole(0), Decimal::whole(100));
        ScoreRange { category, low, high, band: Some(name(id)) }
    };
    let built_in = |id: &str| {
        ScoreRange::of_band(&Definition::built_in(), Some(&name("plan")), &name(id)).expect("a built-in band")
    };
    match dice.any(7) {
        0 => stored(None, "low"),
        1 => stored(Some(name("body")), "fine"),
        2 => stored(None, "coping"),
        3 => stored(Some(name("spend")), "coping"),
        4 => stored(None, "gone"),
        5 => built_in("coping"),
        _ => built_in("healthy"),
    }
}

fn filter(dice: &mut Dice) -> RecordFilter {
    let name = |id: &str| Name::parse(id).ok();
    let moment = |dice: &mut Dice, base: usize| Some(at(i64::try_from(base + dice.any(20)).unwrap_or_default()));
    let mut filter = RecordFilter::of_state(RecordState::ALL[dice.any(3)]);
    if dice.one_in(3) {
        filter.from = moment(dice, 0);
    }
    if dice.one_in(4) {
        filter.before = moment(dice, 5);
    }
    if dice.one_in(5) {
        filter.submitted_from = moment(dice, 95);
    }
    if dice.one_in(6) {
        filter.submitted_before = moment(dice, 105);
    }
    if dice.one_in(6) {
        filter.category = name(["spend", "body", "none"][dice.any(3)]);
    }
    if dice.one_in(5) {
        filter.scores = Some((Decimal::whole(-10), Decimal::whole(61)));
    }
    while dice.one_in(4) {
        let category = [None, name("spend"), name("body"), name("plan")][dice.any(4)].clone();
        filter.ranges.push(ScoreRange { category, low: Decimal::whole(20), high: Decimal::whole(80), band: None });
    }
    while dice.one_in(4) {
        filter.ranges.push(band(dice));
    }
    while dice.one_in(3) {
        let (question, any) = answer_filter(dice);
        filter.answers.insert(question, any);
    }
    while dice.one_in(4) {
        let (field, any) = field_filter(dice);
        filter.fields.insert(field, any);
    }
    if dice.one_in(8) {
        filter.also.push((question_id("multiple"), AnswerIs::Value(option_id(2).to_string())));
        filter.also.push((question_id("text"), AnswerIs::Contains(SearchText::new("e"))));
    }
    if dice.one_in(5) {
        filter.language = Some(Language::ES);
    }
    if dice.one_in(6) {
        filter.version = Some(1);
    }
    if dice.one_in(6) {
        filter.attempt = Some(2);
    }
    if dice.one_in(4) {
        filter.search = Some(SearchText::new(["zoé", "@example", "row-1", "00000", "é"][dice.any(5)]));
    }
    if dice.one_in(8) {
        let questions = Definition::built_in().questions;
        filter.stopped = Some(match dice.any(4) {
            0 => StoppedAt::End,
            at => StoppedAt::Question(questions[at - 1].id.clone()),
        });
    }
    if dice.one_in(8) {
        filter.users = (0..5).map(|_| invited_id(u8::try_from(dice.any(60)).unwrap_or_default()).to_string()).collect();
    }
    filter
}

pub(super) fn ids<'r>(records: impl IntoIterator<Item = &'r AnswersRecord>) -> BTreeSet<String> {
    records.into_iter().map(|record| record.user.to_string()).collect()
}

pub(super) async fn selected(
    store: &TestStore,
    quiz: &Quiz,
    filter: &RecordFilter,
) -> anyhow::Result<Vec<AnswersRecord>> {
    let (all, found) = tokio::sync::mpsc::channel(1);
    let (fitting, mut pieces) = tokio::sync::mpsc::channel(1);
    let receive = async {
        let mut records: Vec<StoredRecord> = Vec::new();
        while let Some(piece) = pieces.recv().await {
            records.extend(piece);
        }
        records
    };
    let sifting = sift(store, (&quiz.id, quiz.kind), filter, found, fitting);
    let (scan, sifted, records) = tokio::join!(store.scan_records(&quiz.id, all), sifting, receive);
    scan?;
    sifted?;
    Ok(records.iter().map(|stored| stored.read(&quiz.id, quiz.kind).expect("it is whole")).collect())
}

#[apply(contract!)]
async fn the_list_its_number_and_an_export_agree_whatever_the_filter(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let mut dice = Dice(7);
    let records = people(&quiz, &mut dice);
    store.add_records(records.clone()).await?;
    store.add_invitations((0..PEOPLE).map(|number| invitation(&quiz, number)).collect()).await?;
    let invited = |user: &UserId| {
        let number = (0..PEOPLE).find(|number| UserId::Invited(invited_id(*number)) == *user)?;
        Some(invitation(&quiz, number))
    };
    let versions = Versions::from([(quiz.version, Definition::clone(&quiz.definition))]);
    let all = selected(&store, &quiz, &RecordFilter::default()).await?;
    assert_eq!(ids(&all), ids(&records));
    let mut found = 0;
    for _ in 0..FILTERS {
        let filter = filter(&mut dice);
        let fits =
            |record: &&AnswersRecord| filter.fits(record, invited(&record.user).as_ref(), &versions, &Raised::new());
        let expected = ids(records.iter().filter(fits));
        assert_eq!(ids(&selected(&store, &quiz, &filter).await?), expected, "exported: {filter:?}");
        let number = u64::try_from(expected.len())?;
        found += number;
        let matches = store.count_records(&quiz.id, &filter).await?;
        assert_eq!(matches, Matches { number, is_exact: true }, "{filter:?}");
        let order = RecordOrder::ALL[dice.any(RecordOrder::ALL.len())];
        for is_backward in [false, true] {
            let mut query = RecordQuery { filter: filter.clone(), order, after: None, limit: 7 };
            let mut listed: Vec<AnswersRecord> = Vec::new();
            loop {
                let page = store.page_of_records(&quiz.id, &query, is_backward).await?;
                let last = if is_backward { page.items.first() } else { page.items.last() };
                let next = last.map(|last| RecordPlace::of(last, &filter, order));
                assert!(page.end.is_none() || page.items.len() == 7, "few records are looked at at once");
                listed.extend(page.items);
                match (page.end, next) {
                    (Some(_), Some(next)) => query.after = Some(next),
                    _ => break,
                }
                assert!(listed.len() <= records.len(), "something comes twice: {filter:?} {order:?}");
            }
            assert_eq!(listed.len(), expected.len(), "{filter:?} {order:?}");
            assert_eq!(ids(&listed), expected, "{filter:?} {order:?} {is_backward}");
        }
    }
    assert!(found > 300, "the filters hardly find anything: {found}");
    Ok(())
}

#[apply(contract!)]
async fn the_invitations_of_a_page_are_found_together(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    store.add_invitations((0..4).map(|number| invitation(&quiz, number)).collect()).await?;
    let users: Vec<UserId> = [1, 3, 9].map(|number| UserId::Invited(invited_id(number))).into();
    let found = store.invitations_of(&quiz.id, users.iter()).await?;
    let known: BTreeSet<InvitedId> = found.into_keys().collect();
    assert_eq!(known, [1, 3].map(invited_id).into());
    let other = store.quiz_of(QuizKind::Invited, 2).await?;
    assert!(store.invitations_of(&other.id, users.iter()).await?.is_empty());
    Ok(())
}
