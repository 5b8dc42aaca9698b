//! `demo-data`: made-up responses, scored as real ones are.

use std::ops::Range;

use anyhow::{Context, ensure};
use clap::Args;
use domain::{
    Answers, AnswersRecord, Definition, InvitedId, Language, NamespaceId, Question, Quiz, QuizId, QuizKind, SessionId,
    Timestamp, UserId,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;

use super::output::Printer;
use crate::{
    clock,
    config::Installation,
    service::{Caller, QuizPath, Service},
};

/// Records in one write.
const BATCH: u32 = 1000;
/// Made-up answers to one submission that may turn out to be incomplete.
const TRIES: usize = 100;
const DAY: i64 = 86_400 * 1_000_000_000;
/// The made-up people began over this time, one after the other, up to the day that begins now, so that the same seed
/// makes the same data all day.
const SPREAD: i64 = 90 * DAY;

#[derive(Args, Debug)]
pub(super) struct DemoData {
    #[arg(long, value_name = "NS")]
    namespace: String,
    #[arg(long, value_name = "ID")]
    quiz: String,
    /// Number of submitted responses to add
    #[arg(long, value_name = "N")]
    responses: u32,
    /// Number of unfinished responses to add
    #[arg(long, value_name = "M", default_value_t = 0)]
    unfinished: u32,
    /// The same number makes the same responses on the same day
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl DemoData {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let path = QuizPath { namespace: NamespaceId::parse(&self.namespace)?, quiz: QuizId::parse(&self.quiz)? };
        let service = installation.open().await?;
        let (quiz, before) = service.quiz(&Caller::Operator, &path).await?;
        let mut maker = Maker { service: &service, quiz: &quiz, random: StdRng::seed_from_u64(self.seed) };
        for (state, number) in [(State::Submitted, self.responses), (State::Unfinished, self.unfinished)] {
            let mut first = 0;
            let today = clock::now().nanoseconds() / DAY * DAY;
            while first < number {
                let end = number.min(first.saturating_add(BATCH));
                let batch = (first..end).map(|nth| maker.record(state, started(nth, number, today)));
                service.load_records(&Caller::Operator, &path, batch.collect::<anyhow::Result<_>>()?).await?;
                first = end;
            }
        }
        let (_, after) = service.quiz(&Caller::Operator, &path).await?;
        let added = after.started.saturating_sub(before.started);
        let now = after.started;
        let json = json!({ "added": added, "responses": now });
        printer.tell(format_args!("added {added} responses; the quiz now has {now}"), json)?;
        if added < u64::from(self.responses) + u64::from(self.unfinished) {
            eprintln!("the others were there already: another --seed makes new ones");
        }
        Ok(())
    }
}

/// The progress of a made-up respondent.
#[derive(Clone, Copy)]
enum State {
    Submitted,
    Unfinished,
}

struct Maker<'a> {
    service: &'a Service,
    quiz: &'a Quiz,
    random: StdRng,
}

impl Maker<'_> {
    /// Begun within this time.
    fn record(&mut self, state: State, began: Range<i64>) -> anyhow::Result<AnswersRecord> {
        let user = self.user()?;
        let started_at = Timestamp::from_nanoseconds(self.random.random_range(began));
        let duration = self.random.random_range(40_000_000_000..600_000_000_000);
        let ended_at = Timestamp::from_nanoseconds(started_at.nanoseconds() + duration);
        let language = if self.random.random_ratio(1, 5) { Language::ES } else { Language::EN };
        let definition = &self.quiz.definition;
        let answers = self.answers(definition);
        let record = AnswersRecord::begin(self.quiz, user, language, started_at);
        match state {
            State::Submitted => {
                let mut submitted = record.submit(definition, &answers, ended_at);
                // A chosen option may be hidden by another answer.
                for _ in 0..TRIES {
                    if submitted.is_ok() {
                        break;
                    }
                    submitted = record.submit(definition, &self.answers(definition), ended_at);
                }
                submitted.context("made-up answers are incomplete")
            }
            State::Unfinished => {
                // A record without any answer would not stay.
                let stop = self.random.random_range(1..definition.questions.len().max(2));
                let given = definition.questions.iter().take(stop).flat_map(Question::items);
                let answers: Answers =
                    given.filter_map(|item| Some((item.id.clone(), answers.get(&item.id)?.clone()))).collect();
                let activity_at = if answers.is_empty() { started_at } else { ended_at };
                Ok(AnswersRecord { answers, activity_at, ..record })
            }
        }
    }

    /// People differ as a whole: who is well off in one thing is often so in others.
    fn answers(&mut self, definition: &Definition) -> Answers {
        let standing: f64 = self.random.random();
        let mut answers = Answers::new();
        for item in definition.items() {
            if !item.is_required() && self.random.random_ratio(1, 4) {
                continue;
            }
            let place = (0.6 * standing + 0.4 * self.random.random::<f64>()).min(0.999);
            if let Some(answer) = item.sample(place) {
                answers.insert(item.id, answer);
            }
        }
        answers
    }

    fn user(&mut self) -> anyhow::Result<UserId> {
        let bits: u128 = self.random.random();
        Ok(match self.quiz.kind {
            QuizKind::Open => UserId::Anonymous(self.service.anon_id_from(bits)),
            QuizKind::InApp => UserId::InApp(SessionId::parse(&format!("demo-{bits:032x}"))?),
            QuizKind::Invited => {
                let uuid = uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid();
                let id = InvitedId::parse(&uuid.to_string());
                ensure!(id.is_ok(), "a made-up invitation has no valid id");
                UserId::Invited(id?)
            }
        })
    }
}

/// The start and end of the nth of so many: each has an equal part of the time before `end`.
fn started(nth: u32, of: u32, end: i64) -> Range<i64> {
    let first = end - SPREAD;
    let at = |nth: i64| first + SPREAD / i64::from(of) * nth;
    at(i64::from(nth))..at(i64::from(nth) + 1)
}
