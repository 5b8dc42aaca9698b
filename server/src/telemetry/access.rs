//! The line about each request. It is written by hand, because the library takes more time for it than an empty reply does
//! for all else.

use std::{
    cell::RefCell,
    io::{self, Write},
    sync::OnceLock,
};

use tracing::Level;

use super::{LogFormat, RequestLabels};

/// The form of lines that are written by hand. Those for a terminal have colours, and are left to the library.
static BY_HAND: OnceLock<LogFormat> = OnceLock::new();

pub(super) fn write_by_hand(format: LogFormat) {
    let _ = BY_HAND.set(format);
}

/// Returns false if the line is left to [`say`].
pub(super) fn write(request: &RequestLabels, status: u16, microseconds: u64) -> bool {
    let Some(format) = BY_HAND.get() else { return false };
    if tracing::enabled!(target: "access", Level::INFO) {
        let at = jiff::Timestamp::now();
        // A log that cannot be written to is not worth a reply.
        let _ = io::stderr().write_all(&line(*format, at, request, status, microseconds));
    }
    true
}

/// The line of the library.
pub(super) fn say(status: u16, microseconds: u64) {
    tracing::info!(target: "access", status, microseconds);
}

fn line(format: LogFormat, at: jiff::Timestamp, request: &RequestLabels, status: u16, microseconds: u64) -> Vec<u8> {
    let RequestLabels { id, method, route, quiz, .. } = request;
    let mut line = Line(Vec::with_capacity(384));
    match format {
        LogFormat::Text => {
            line.moment(at);
            line.words(&["  INFO request{id=\"", id, "\" method=\"", method, "\" route=\"", route, "\""]);
            if let Some(quiz) = quiz {
                line.words(&[" quiz=\"", quiz, "\""]);
            }
            line.words(&["}: status="]);
            line.number(status.into(), 1);
            line.words(&[" microseconds="]);
            line.number(microseconds, 1);
            line.words(&["\n"]);
        }
        LogFormat::Json => {
            line.words(&[r#"{"timestamp":""#]);
            line.moment(at);
            line.words(&[r#"","level":"INFO","fields":{"status":"#]);
            line.number(status.into(), 1);
            line.words(&[r#","microseconds":"#]);
            line.number(microseconds, 1);
            line.words(&[r#"},"target":"access","span":{"id":""#, id, r#"","method":""#, method, r#"","#]);
            if let Some(quiz) = quiz {
                line.words(&[r#""quiz":""#, quiz, r#"","#]);
            }
            line.words(&[r#""route":""#, route, "\",\"name\":\"request\"}}\n"]);
        }
    }
    line.0
}

struct Line(Vec<u8>);

impl Line {
    fn words(&mut self, words: &[&str]) {
        for word in words {
            self.0.extend_from_slice(word.as_bytes());
        }
    }

    /// With zeros before it if it has fewer digits.
    fn number(&mut self, mut number: u64, digits: usize) {
        let mut text = [b'0'; 20];
        let mut start = text.len();
        while number > 0 || text.len() - start < digits {
            start -= 1;
            text[start] += u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
        }
        self.0.extend_from_slice(&text[start..]);
    }

    /// In UTC, with microseconds. Each thread writes a second once.
    fn moment(&mut self, at: jiff::Timestamp) {
        let second = at.as_second();
        SECOND.with_borrow_mut(|(known, text)| {
            if *known != second || text.0.is_empty() {
                *known = second;
                text.0.clear();
                text.second(at);
            }
            self.0.extend_from_slice(&text.0);
        });
        self.number(u64::try_from(at.subsec_nanosecond() / 1000).unwrap_or_default(), 6);
        self.words(&["Z"]);
    }

    /// Up to the point behind it.
    fn second(&mut self, at: jiff::Timestamp) {
        let at = jiff::tz::Offset::UTC.to_datetime(at);
        let parts = [
            (i32::from(at.year()), 4, "-"),
            (at.month().into(), 2, "-"),
            (at.day().into(), 2, "T"),
            (at.hour().into(), 2, ":"),
            (at.minute().into(), 2, ":"),
            (at.second().into(), 2, "."),
        ];
        for (number, digits, after) in parts {
            self.number(u64::try_from(number).unwrap_or_default(), digits);
            self.words(&[after]);
        }
    }
}

thread_local! {
    /// The second of the last line, with its text.
    static SECOND: RefCell<(i64, Line)> = const { RefCell::new((0, Line(Vec::new()))) };
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::{
        fmt::{self, MakeWriter},
        prelude::*,
    };

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nothing panics").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Kept {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    /// The same line as the library writes it within the request's span.
    fn of_library(format: LogFormat, request: &RequestLabels, status: u16, microseconds: u64) -> String {
        let kept = Kept::default();
        let layer = fmt::layer().with_writer(kept.clone()).with_ansi(false);
        let registry = tracing_subscriber::registry();
        let log = || {
            let RequestLabels { id, method, route, quiz, .. } = request;
            let span = tracing::error_span!("request", id, method, route, quiz);
            span.in_scope(|| say(status, microseconds));
        };
        match format {
            LogFormat::Text => tracing::subscriber::with_default(registry.with(layer.with_target(false)), log),
            LogFormat::Json => {
                tracing::subscriber::with_default(registry.with(layer.json().with_span_list(false)), log);
            }
        }
        String::from_utf8(kept.0.lock().expect("nothing panics").clone()).expect("UTF-8")
    }

    #[test]
    fn lines_are_those_of_the_library() {
        let request = |quiz: Option<&str>| RequestLabels {
            id: "my.id_1-2".to_owned(),
            method: "GET",
            route: "/aq/{namespace}/{quiz}".to_owned(),
            quiz: quiz.map(str::to_owned),
            uri: axum::http::Uri::default(),
        };
        for format in [LogFormat::Text, LogFormat::Json] {
            for (quiz, status, microseconds) in
                [(None, 200, 0), (Some("0123456789abcdef"), 503, 30_000_001), (None, 404, u64::MAX)]
            {
                let request = request(quiz);
                let expected = of_library(format, &request, status, microseconds);
                // The line begins with the moment, or has it as its first text.
                let start = expected.find("20").expect("a year");
                let moment = &expected[start..=start + expected[start..].find('Z').expect("in UTC")];
                let at = moment.parse().expect("a moment");
                let written = line(format, at, &request, status, microseconds);
                assert_eq!(String::from_utf8_lossy(&written), expected);
            }
        }
    }

    #[test]
    fn moments_have_all_their_digits() {
        let mut line = Line(Vec::new());
        line.moment("2026-01-02T03:04:05.000006Z".parse().expect("a moment"));
        assert_eq!(String::from_utf8_lossy(&line.0), "2026-01-02T03:04:05.000006Z");
    }
}
