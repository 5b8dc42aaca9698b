//! Random quizzes through random edits: an option's code stays its own, and what exports say of earlier answers stays.

use std::{collections::BTreeMap, convert::Infallible};

use domain::{
    Answer, AnswerInput, Answers, Cell, Decimal, Definition, ExportAnswer, ExportLayout, ExportRow, KindName, Language,
    NamespaceId, OptionCodes, OptionId, OwnOption, QuestionInput, Quiz, QuizChange, QuizId, QuizInput, QuizKind,
    Retention, Timestamp, merge_versions,
};
use serde_json::{Value, json};

#[path = "support/random.rs"]
#[expect(dead_code, reason = "answers are given by code here")]
mod random;

use random::Random;

const QUIZZES: usize = 150;
const EDITS: u32 = 8;

/// A question and one of its options.
type Place = (String, OptionId);
/// Cells by the names of their columns.
type Row = BTreeMap<String, String>;

struct Record {
    version: u32,
    answers: Answers,
    /// As the last export told it.
    told: Row,
}

struct History {
    random: Random,
    quiz: Quiz,
    versions: Vec<(u32, Definition)>,
    /// The first version whose codes are those of exports.
    first: u32,
    codes: BTreeMap<Place, usize>,
    records: Vec<Record>,
    /// Questions that were removed.
    removed: Vec<Value>,
    ids: u128,
}

/// Without what most edits would break: tables need all points, and conditions the questions that they name.
fn written(random: &mut Random) -> Value {
    let (mut written, _) = random.definition();
    if written["scoring"]["method"] == "table" {
        written["scoring"]["method"] = json!("average");
        written["scoring"].as_object_mut().expect("a scoring").remove("tables");
    }
    let mut number = 0;
    for question in written["questions"].as_array_mut().expect("questions") {
        question.as_object_mut().expect("a question").remove("showIf");
        for option in question.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
            number += 1;
            option["label"] = json!(format!("L{number}"));
            option.as_object_mut().expect("an option").remove("showIf");
        }
    }
    written
}

fn begin(seed: u32) -> Option<History> {
    let mut random = Random::new(seed);
    let mut written = written(&mut random);
    let plain = QuizInput::new("Q".into(), QuizKind::Open, Language::EN);
    let settings = plain.check(|| OptionId::from_random(0)).expect("valid").settings;
    let mut body = written.clone();
    body["name"] = json!("Q");
    body.as_object_mut().expect("an object").remove("scheme");
    let checked = serde_json::from_value::<QuizInput>(body).expect("a body").check(|| OptionId::from_random(0)).ok()?;
    // Half of the quizzes were made, and edited, by a release without codes.
    let is_old = seed.is_multiple_of(2);
    let read = |written: &Value| serde_json::from_value::<Definition>(written.clone()).expect("a definition");
    let definition = if is_old { read(&written) } else { checked.definition };
    assert_eq!(definition.has_codes, !is_old);
    let quiz = Quiz {
        id: QuizId::from_random(1),
        namespace_id: NamespaceId::parse("acme").expect("an id"),
        kind: QuizKind::Open,
        settings,
        version: 1,
        definition: definition.clone().into(),
        retention: Retention::default(),
        session_secret: None,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
    };
    let versions = vec![(1, definition)];
    let (codes, records, removed) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut history = History { random, quiz, versions, first: 1, codes, records, removed, ids: 1 << 80 };
    if is_old {
        history.answer();
        for question in written["questions"].as_array_mut().expect("questions") {
            let Some(options) = question.get_mut("options").and_then(Value::as_array_mut) else { continue };
            options.reverse();
            options.truncate(history.below(2) + 2);
        }
        history.publish(read(&written));
        history.first = 2;
        let mut codes = OptionCodes::default();
        history.versions.iter().rev().for_each(|(_, version)| codes.add(version));
        for question in &history.versions[0].1.questions {
            for OwnOption { id, .. } in question.kind().options() {
                let code = codes.code(&question.id, id).expect("it has one");
                history.codes.insert((question.id.to_string(), id.clone()), code);
            }
        }
    }
    Some(history)
}

impl History {
    fn below(&mut self, end: usize) -> usize {
        self.random.below(u32::try_from(end).expect("a short list")) as usize
    }

    /// One or more edits of the questions; `false` if they are refused.
    fn edit(&mut self) -> bool {
        let questions = self.quiz.definition.questions.iter().map(QuestionInput::from);
        let mut questions: Vec<Value> = questions.map(|question| json!(question)).collect();
        let mut removed = None;
        for _ in 0..=self.below(2) {
            let at = self.below(questions.len());
            match self.below(8) {
                0 if questions.len() > 1 => removed = Some(questions.remove(at)),
                1 => {
                    let question = questions.remove(at);
                    questions.insert(self.below(questions.len() + 1), question);
                }
                2 if !self.removed.is_empty() => {
                    let which = self.below(self.removed.len());
                    let mut question = self.removed[which].clone();
                    self.forget_ids(&mut question);
                    if !questions.iter().any(|other| other["id"] == question["id"]) {
                        questions.insert(at, question);
                    }
                }
                _ => self.edit_options(&mut questions[at]),
            }
        }
        let change: QuizChange = serde_json::from_value(json!({ "questions": questions })).expect("a change");
        let codes = if change.brings_options(&self.quiz) {
            let mut codes = OptionCodes::default();
            self.versions.iter().rev().for_each(|(_, version)| codes.add(version));
            codes
        } else {
            OptionCodes::of(&self.quiz.definition)
        };
        let ids = &mut self.ids;
        let new_id = || {
            *ids += 1;
            OptionId::from_random(*ids)
        };
        let Ok((_, definition)) = change.apply(&self.quiz, &codes, new_id) else { return false };
        if definition == *self.quiz.definition {
            return false;
        }
        self.removed.extend(removed);
        // As the next request reads it.
        self.publish(serde_json::from_value(json!(definition)).expect("a definition"));
        true
    }

    fn publish(&mut self, definition: Definition) {
        self.quiz.version += 1;
        self.quiz.definition = definition.clone().into();
        self.versions.push((self.quiz.version, definition));
    }

    fn edit_options(&mut self, question: &mut Value) {
        self.forget_ids(question);
        let mark = self.ids;
        let Some(options) = question.get_mut("options").and_then(Value::as_array_mut) else { return };
        let at = self.below(options.len());
        match self.below(4) {
            0 if options.len() > 2 => drop(options.remove(at)),
            1 => options.reverse(),
            2 => options[at]["label"] = json!(format!("R{mark}-{}", self.random.below(1_000_000))),
            _ => {
                let mut option = options[at].clone();
                for field in ["id", "code", "exclusive", "other"] {
                    option.as_object_mut().expect("an option").remove(field);
                }
                option["label"] = json!(format!("N{mark}-{}", self.random.below(1_000_000)));
                if self.random.below(4) == 0 {
                    option["code"] = json!(1000 + self.random.below(1000));
                }
                options.insert(at, option);
            }
        }
    }

    /// Now and then options are sent by their codes or by their words alone.
    fn forget_ids(&mut self, question: &mut Value) {
        let (id, code) = match self.below(4) {
            0 => (true, true),
            1 => (true, false),
            2 => (false, true),
            _ => return,
        };
        for option in question.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
            let option = option.as_object_mut().expect("an option");
            if id {
                option.remove("id");
            }
            if code {
                option.remove("code");
            }
        }
    }

    /// Answers of the newest version, each option named by its code.
    fn answer(&mut self) {
        let definition = self.quiz.definition.clone();
        let mut answers = Answers::new();
        for item in definition.items() {
            let options = item.kind.options();
            if options.is_empty() {
                continue;
            }
            let number = |code: usize| AnswerInput::Number(Decimal::whole(i32::try_from(code).expect("small")));
            let mut order: Vec<&OwnOption> = options.iter().collect();
            order.rotate_left(self.below(options.len()));
            let is_multiple = item.kind.name() == KindName::Multiple;
            if is_multiple {
                order.truncate(1 + self.below(options.len()));
            }
            let input = if item.is_choice() {
                number(order[0].code)
            } else {
                AnswerInput::List(order.iter().map(|option| number(option.code)).collect())
            };
            // Some options exclude others.
            let Ok(answer) = definition.resolve(&item.id, &input) else { continue };
            match &answer {
                Answer::Option(id) => assert_eq!(*id, order[0].id),
                chosen => {
                    let mut chosen = chosen.options().to_vec();
                    let mut meant: Vec<OptionId> = order.iter().map(|option| option.id.clone()).collect();
                    if is_multiple {
                        chosen.sort();
                        meant.sort();
                    }
                    assert_eq!(chosen, meant);
                }
            }
            answers.insert(item.id.clone(), answer);
        }
        self.records.push(Record { version: self.quiz.version, answers, told: Row::new() });
    }

    fn check_codes(&mut self) {
        for question in &self.quiz.definition.questions {
            for option in question.kind().options() {
                let place = (question.id.to_string(), option.id.clone());
                let code = *self.codes.entry(place).or_insert(option.code);
                assert_eq!(code, option.code, "the code of {} in {}", option.id, question.id);
            }
        }
        let mut given: Vec<(&str, usize)> = self.codes.iter().map(|((id, _), code)| (id.as_str(), *code)).collect();
        let count = given.len();
        given.sort_unstable();
        given.dedup();
        assert_eq!(given.len(), count, "a code was given twice: {:?}", self.codes);
    }

    fn check_export(&mut self) {
        let layout = ExportLayout::new(&self.quiz.id, self.quiz.kind, &self.versions);
        let header = layout.header();
        for record in &mut self.records {
            let row = row(&layout, &header, record);
            let version = &self.versions[record.version as usize - 1].1;
            for item in version.items() {
                let (id, question) = (item.id.as_str(), item.question.id.to_string());
                let code = |option: &OptionId| self.codes[&(question.clone(), option.clone())];
                match record.answers.get(&item.id) {
                    Some(Answer::Option(option)) if record.version >= self.first => {
                        assert_eq!(row[&format!("{id}.code")], code(option).to_string());
                    }
                    Some(Answer::Options(options)) => {
                        let rank = |rank: usize| if item.kind.name() == KindName::Ranking { rank } else { 1 };
                        let expected: BTreeMap<String, String> = (1..)
                            .zip(options)
                            .map(|(at, option)| (code(option).to_string(), rank(at).to_string()))
                            .collect();
                        let told = row.iter().filter_map(|(name, cell)| {
                            let code = name.strip_prefix(id)?.strip_prefix('.')?;
                            code.parse::<usize>().ok()?;
                            Some((code.to_owned(), cell.clone()))
                        });
                        let told: BTreeMap<String, String> =
                            told.filter(|(_, cell)| !["", "0"].contains(&cell.as_str())).collect();
                        assert_eq!(told, expected, "{id}");
                    }
                    _ => {}
                }
            }
            for (name, cell) in &record.told {
                assert_eq!(row.get(name), Some(cell), "{name} of a record of version {}", record.version);
            }
            record.told = row;
        }
    }

    /// Figures go by the options that any version had, each once.
    fn check_figures(&self) {
        let newest_first: Vec<(u32, Definition)> = self.versions.iter().rev().cloned().collect();
        let (merged, is_all) = merge_versions(&newest_first, Language::EN, usize::MAX);
        assert!(is_all);
        for (question, option) in self.codes.keys() {
            for asked in merged.iter().filter(|asked| asked.question.as_str() == question && !asked.options.is_empty())
            {
                let found = asked.options.iter().filter(|known| known.id == *option).count();
                assert_eq!(found, 1, "{option} of {question}");
            }
        }
    }
}

fn row(layout: &ExportLayout, header: &[String], record: &Record) -> Row {
    let answers: Vec<(&str, ExportAnswer<'_>)> = record
        .answers
        .iter()
        .map(|(id, answer)| {
            let told = match answer {
                Answer::Option(option) => ExportAnswer::Option(option.as_str()),
                other => ExportAnswer::Other(other.clone()),
            };
            (id.as_str(), told)
        })
        .collect();
    let row = ExportRow {
        user: "session",
        attempt: 1,
        occasion: None,
        version: record.version,
        language: "en",
        answers: &answers,
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
    let mut found = Vec::new();
    let Ok(()) = layout.cells().of::<Infallible>(&row, |cell| {
        found.push(match cell {
            Cell::Empty => String::new(),
            Cell::Text(text) | Cell::Word(text) | Cell::Moment(text) | Cell::Day(text) => text.to_owned(),
            Cell::Number(number) => number.to_string(),
            Cell::Decimal(number) => number.to_string(),
            Cell::Flag(flag) => flag.to_string(),
        });
        Ok(())
    });
    header.iter().cloned().zip(found).collect()
}

#[test]
fn what_codes_columns_and_figures_mean_survives_every_edit() {
    let (mut made, mut edits) = (0, 0);
    for seed in 0.. {
        let Some(mut history) = begin(seed) else { continue };
        for _ in 0..EDITS {
            history.check_codes();
            history.answer();
            history.check_export();
            history.check_figures();
            edits += usize::from(history.edit());
        }
        made += 1;
        if made == QUIZZES {
            break;
        }
    }
    assert!(edits > 3 * QUIZZES, "{edits} edits are too few to tell");
}
