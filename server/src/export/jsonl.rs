//! JSON Lines: one record per line, as the API shows it to a key with read access.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::{BufWriter, Write},
};

use anyhow::Context;
use domain::{Cell, Decimal, ExportAnswer, ExportCells, ExportLayout};
use serde::{Serializer as _, ser::SerializeMap as _};
use serde_json::Value;

use super::rows::{Record, Rows, pairs};
use crate::record::{RecordBody, shown_fields, unsigned, value_of};

const BUFFER: usize = 256 * 1024;

pub(super) struct JsonLines<'a, W: Write> {
    layout: &'a ExportLayout,
    /// The columns and the source of their cells, if columns were selected.
    columns: Option<(Vec<String>, ExportCells<'a>)>,
    /// The reasons for missing answers, if questions have any.
    missing: Option<ExportCells<'a>>,
    out: BufWriter<W>,
}

impl<'a, W: Write> JsonLines<'a, W> {
    pub(super) fn new(layout: &'a ExportLayout, out: W) -> Self {
        let columns = layout.is_shaped().then(|| (layout.header(), layout.cells()));
        let missing = layout.tells_missing().then(|| layout.cells());
        Self { layout, columns, missing, out: BufWriter::with_capacity(BUFFER, out) }
    }
}

impl<W: Write> Rows for JsonLines<'_, W> {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()> {
        let Record { row, stored } = record;
        if let Some((header, cells)) = &mut self.columns {
            let mut line = serde_json::Serializer::new(&mut self.out);
            let mut object = line.serialize_map(Some(header.len()))?;
            let mut names = header.iter();
            cells.of(&row, |cell| names.next().map_or(Ok(()), |name| object.serialize_entry(name, &value(cell))))?;
            object.end()?;
            return Ok(self.out.write_all(b"\n")?);
        }
        let missing =
            self.missing.as_mut().map(|cells| cells.missing(&row).map(|(id, why)| (id.into(), why)).collect());
        let status = row.status();
        let mut indicators = Vec::new();
        if let Some(json) = &stored.indicators {
            pairs(json, &mut indicators).context("a stored record has damaged points")?;
        }
        let mut q_answers: BTreeMap<Cow<'_, str>, Cow<'_, str>> = BTreeMap::new();
        let mut values: BTreeMap<Cow<'_, str>, Value> = BTreeMap::new();
        for (question, answer) in row.answers {
            match answer {
                ExportAnswer::Option(option) => _ = q_answers.insert((*question).into(), (*option).into()),
                ExportAnswer::Other(answer) => values.extend(value_of(answer).map(|value| ((*question).into(), value))),
            }
        }
        let [spend_score, save_score, borrow_score, plan_score] = row.category_scores;
        let indicators = indicators.into_iter().map(|(id, points): (&str, Decimal)| (id.into(), points));
        let line = RecordBody {
            id: format!("{}-{}", self.layout.quiz_id(), row.user).into(),
            user_id: row.user.into(),
            quiz_id: self.layout.quiz_id().into(),
            activity_date: stored.activity_at.into(),
            q_answers,
            is_completed: row.submitted_at.is_some(),
            completion_status: status.into(),
            is_anonymous: self.layout.is_anonymous(),
            score: row.score,
            spend_score,
            save_score,
            borrow_score,
            plan_score,
            indicator_scores: row.submitted_at.map(|_| indicators.collect()),
            values,
            missing: missing.unwrap_or_default(),
            order: self.layout.orders(&row).into_iter().map(|(id, order)| (id.to_string().into(), order)).collect(),
            custom_data: row.custom_data.map(Cow::from),
            fields: row.fields.and_then(shown_fields),
            unsigned_fields: row.fields.into_iter().flat_map(unsigned).collect(),
            attempt: Some(stored.attempt),
            occasion: stored.occasion,
            quiz_version: Some(row.version),
            language: Some(row.language.into()),
            started_at: Some(row.started_at.into()),
            submitted_at: row.submitted_at.map(Cow::from),
            alerts: row.alerts.iter().flat_map(|ids| ids.split(' ')).map(ToOwned::to_owned).collect(),
            ..RecordBody::default()
        };
        let line = if let Some(own) = row.own { line.with_own(own, true) } else { line };
        let line = match row.attempts {
            Some(attempts) => line.measured(attempts.record, self.layout.compared(attempts)),
            None => line,
        };
        serde_json::to_writer(&mut self.out, &line)?;
        Ok(self.out.write_all(b"\n")?)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }
}

fn value(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Text(text) | Cell::Word(text) | Cell::Moment(text) | Cell::Day(text) => text.into(),
        Cell::Number(number) => number.into(),
        Cell::Decimal(number) => serde_json::to_value(number).unwrap_or_default(),
        Cell::Flag(flag) => flag.into(),
    }
}
