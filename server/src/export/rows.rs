//! Stored records as rows of an export. Only the text of three moments is copied.

use std::fmt::{self, Write as _};

use anyhow::Context;
use domain::{AnswersRecord, AttemptsOfRow, ExportAnswer, ExportRow, FieldValues, Scores, Timestamp};
use jiff::tz::TimeZone;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

use crate::{
    clock,
    store::{Invitation, StoredRecord},
};

/// A file to which records are added one by one.
pub(super) trait Rows {
    fn add(&mut self, record: Record<'_>) -> anyhow::Result<()>;
    fn finish(self) -> anyhow::Result<()>;
}

#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) row: ExportRow<'a>,
    pub(super) stored: &'a StoredRecord,
}

/// Reads the records of a batch one by one.
pub(super) struct Row<'a> {
    /// The time zone of moments in files for people.
    zone: Option<&'a TimeZone>,
    answers: Vec<(&'a str, ExportAnswer<'a>)>,
    own: Option<Scores>,
    fields: Option<FieldValues>,
    activity: String,
    started: String,
    submitted: String,
}

impl<'a> Row<'a> {
    pub(super) fn new(zone: Option<&'a TimeZone>) -> Self {
        let [activity, started, submitted] = [const { String::new() }; 3];
        Self { zone, answers: Vec::new(), own: None, fields: None, activity, started, submitted }
    }

    pub(super) fn read(
        &mut self,
        stored: &'a StoredRecord,
        invitation: Option<&'a Invitation>,
        attempts: Option<&'a (AnswersRecord, Vec<AnswersRecord>)>,
        alerts: Option<&'a str>,
    ) -> anyhow::Result<Record<'_>> {
        self.answers.clear();
        pairs(&stored.answers, &mut self.answers).context("a stored record has damaged answers")?;
        rewrite(&mut self.activity, stored.activity_at, self.zone);
        rewrite(&mut self.started, stored.started_at, self.zone);
        if let Some(at) = stored.submitted_at {
            rewrite(&mut self.submitted, at, self.zone);
        }
        let seconds = |at: Timestamp| u32::try_from(at.seconds() - stored.started_at.seconds()).unwrap_or_default();
        self.own = stored.scores_of_its_own().context("a stored record has damaged scores")?;
        let fields = stored.fields.as_deref().map(serde_json::from_str).transpose();
        self.fields = fields.context("a stored record has damaged fields")?;
        let row = ExportRow {
            user: &stored.user,
            attempt: stored.attempt,
            occasion: stored.occasion,
            version: stored.version,
            language: stored.language.as_str(),
            answers: &self.answers,
            custom_data: stored.custom_data.as_deref(),
            fields: self.fields.as_ref(),
            name: invitation.and_then(|invitation| invitation.name.as_deref()),
            email: invitation.and_then(|invitation| invitation.email.as_deref()),
            activity_at: &self.activity,
            started_at: &self.started,
            submitted_at: stored.submitted_at.map(|_| self.submitted.as_str()),
            duration: stored.submitted_at.map(seconds),
            score: stored.score,
            category_scores: stored.category_scores,
            own: self.own.as_ref(),
            attempts: attempts.map(|(record, earlier)| AttemptsOfRow { record, earlier }),
            alerts,
        };
        Ok(Record { row, stored })
    }
}

fn rewrite(text: &mut String, at: Timestamp, zone: Option<&TimeZone>) {
    text.clear();
    let Some(zone) = zone else { return clock::push_rfc3339(text, at) };
    let at = clock::in_zone(at, zone);
    let (date, time) = (at.date(), at.time());
    // Writing to a String cannot fail.
    let _ = write!(text, "{date} {:02}:{:02}:{:02}", time.hour(), time.minute(), time.second());
}

/// Reads the fields of a JSON object. Keys and values are borrowed.
pub(super) fn pairs<'a, T: Deserialize<'a>>(
    json: &'a str,
    into: &mut Vec<(&'a str, T)>,
) -> Result<(), serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(json);
    json.deserialize_map(Fields(into))
}

struct Fields<'v, 'a, T>(&'v mut Vec<(&'a str, T)>);

impl<'a, T: Deserialize<'a>> Visitor<'a> for Fields<'_, 'a, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(field) = map.next_entry()? {
            self.0.push(field);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_for_people_are_those_of_their_zone_to_the_second() {
        let (madrid, utc) = (TimeZone::get("Europe/Madrid").expect("a zone"), TimeZone::UTC);
        let mut text = String::new();
        let mut of_zone = |at: &str, zone| {
            rewrite(&mut text, clock::parse_rfc3339(at).expect("a moment"), zone);
            text.clone()
        };
        assert_eq!(of_zone("2026-11-26T23:27:09.770585053Z", Some(&madrid)), "2026-11-27 00:27:09");
        assert_eq!(of_zone("2026-07-01T00:00:00Z", Some(&madrid)), "2026-07-01 02:00:00");
        assert_eq!(of_zone("2026-07-01T00:00:00.5Z", Some(&utc)), "2026-07-01 00:00:00");
        assert_eq!(of_zone("2026-11-26T23:27:09.770585053Z", None), "2026-11-26T23:27:09.770585053Z");
    }

    #[test]
    fn fields_are_read_in_their_order() {
        let mut fields = Vec::new();
        pairs::<&str>(r#"{"fhn2":"b","fhn1":"a"}"#, &mut fields).expect("an object");
        assert_eq!(fields, [("fhn2", "b"), ("fhn1", "a")]);
        for damaged in ["", "[]", r#"{"a":1}"#, r#"{"a":"b""#] {
            assert!(pairs::<&str>(damaged, &mut fields).is_err(), "{damaged}");
        }
    }
}
