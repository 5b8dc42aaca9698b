//! JSON Lines: on each line one record, as the API shows it to a key that may read it.

use std::{
    collections::BTreeMap,
    io::{BufWriter, Write},
};

use anyhow::Context;
use domain::{Decimal, ExportAnswer, ExportLayout};
use serde::Serialize;
use serde_json::Value;

use super::{
    own::{OwnScores, value_of},
    rows::{Record, Rows, pairs},
};

const BUFFER: usize = 256 * 1024;

pub(super) struct JsonLines<'a, W: Write> {
    layout: &'a ExportLayout,
    out: BufWriter<W>,
}

/// The fields of the API's answers record, in its order.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    id: &'a str,
    user_id: &'a str,
    quiz_id: &'a str,
    activity_date: Moment,
    q_answers: BTreeMap<&'a str, &'a str>,
    is_completed: bool,
    completion_status: u8,
    is_anonymous: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Decimal>,
    #[serde(rename = "spend_score", skip_serializing_if = "Option::is_none")]
    spend_score: Option<u8>,
    #[serde(rename = "save_score", skip_serializing_if = "Option::is_none")]
    save_score: Option<u8>,
    #[serde(rename = "borrow_score", skip_serializing_if = "Option::is_none")]
    borrow_score: Option<u8>,
    #[serde(rename = "plan_score", skip_serializing_if = "Option::is_none")]
    plan_score: Option<u8>,
    #[serde(rename = "indicator_scores", skip_serializing_if = "Option::is_none")]
    indicator_scores: Option<BTreeMap<&'a str, Decimal>>,
    #[serde(flatten)]
    own: Option<OwnScores>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'a str, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_data: Option<&'a str>,
    attempt: u32,
    quiz_version: u32,
    language: &'a str,
    started_at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    submitted_at: Option<&'a str>,
}

#[derive(Serialize)]
struct Moment {
    #[serde(rename = "_seconds")]
    seconds: i64,
    #[serde(rename = "_nanoseconds")]
    nanoseconds: i64,
}

impl<'a, W: Write> JsonLines<'a, W> {
    pub(super) fn new(layout: &'a ExportLayout, out: W) -> Self {
        Self { layout, out: BufWriter::with_capacity(BUFFER, out) }
    }
}

impl<W: Write> Rows for JsonLines<'_, W> {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()> {
        let Record { row, stored } = record;
        let status = row.status();
        let mut indicators = Vec::new();
        if let Some(json) = &stored.indicators {
            pairs(json, &mut indicators).context("a stored record has damaged points")?;
        }
        let mut q_answers = BTreeMap::new();
        let mut values = BTreeMap::new();
        for (question, answer) in row.answers {
            match answer {
                ExportAnswer::Option(option) => _ = q_answers.insert(*question, *option),
                ExportAnswer::Other(answer) => values.extend(value_of(answer).map(|value| (*question, value))),
            }
        }
        let [spend_score, save_score, borrow_score, plan_score] = row.category_scores;
        let at = stored.activity_at;
        let line = Line {
            id: &format!("{}-{}", self.layout.quiz_id(), row.user),
            user_id: row.user,
            quiz_id: self.layout.quiz_id(),
            activity_date: Moment { seconds: at.seconds(), nanoseconds: at.subsecond_nanoseconds() },
            q_answers,
            is_completed: row.submitted_at.is_some(),
            completion_status: status.into(),
            is_anonymous: self.layout.is_anonymous(),
            score: row.score,
            spend_score,
            save_score,
            borrow_score,
            plan_score,
            indicator_scores: row.submitted_at.map(|_| indicators.into_iter().collect()),
            own: row.own.map(OwnScores::from),
            values,
            custom_data: row.custom_data,
            attempt: stored.attempt,
            quiz_version: row.version,
            language: row.language,
            started_at: row.started_at,
            submitted_at: row.submitted_at,
        };
        serde_json::to_writer(&mut self.out, &line)?;
        Ok(self.out.write_all(b"\n")?)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }
}
