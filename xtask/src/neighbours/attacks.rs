//! The ways in which one tenant can try to be served at the cost of all others.

use std::time::Duration;

use super::{
    connection::Request,
    load::{Load, Numbered},
    noisy::{self, Noisy, QUIZZES},
};

pub(super) struct Attack<'a> {
    pub(super) what: &'static str,
    connections: usize,
    /// Requests that cost as much as a tenant can make them cost.
    costly: Numbered<'a>,
    /// Cheap requests of the same kind.
    ordinary: Numbered<'a>,
    /// Requests are sent at this interval, and their connections closed before the reply.
    abandoned: Option<Duration>,
}

impl Attack<'_> {
    pub(super) fn attack(&self) -> Load<'_> {
        let is_abandoned = self.abandoned.is_some();
        Load { connections: self.connections, request: &self.costly, interval: self.abandoned, leaves: is_abandoned }
    }

    /// As many ordinary requests within the time.
    pub(super) fn ordinary(&self, count: usize, time: Duration) -> Load<'_> {
        let interval = Some(time / u32::try_from(count.max(1)).unwrap_or(u32::MAX));
        Load { connections: self.connections, request: &self.ordinary, interval, leaves: false }
    }
}

fn attack<'a>(
    what: &'static str,
    connections: usize,
    costly: impl Fn(usize) -> Request + Sync + 'a,
    ordinary: impl Fn(usize) -> Request + Sync + 'a,
) -> Attack<'a> {
    Attack { what, connections, costly: Box::new(costly), ordinary: Box::new(ordinary), abandoned: None }
}

/// Those that need few requests.
pub(super) fn all(noisy: &Noisy) -> Vec<Attack<'_>> {
    let small = noisy::api(&noisy.small);
    let keyed = |path: String| move |_| noisy.keyed(Request::get(&path));
    let of_large = |number: usize| noisy::api(&noisy.large[number % noisy.large.len()]);
    vec![
        attack(
            "insights of a quiz full of conditions",
            4,
            keyed(format!("{}/insights", noisy::api(&noisy.conditions))),
            keyed(format!("{small}/insights")),
        ),
        attack(
            "insights of many versions of a large quiz",
            4,
            keyed(format!("{}/insights", of_large(0))),
            keyed(format!("{small}/insights")),
        ),
        attack("lists of large quizzes", 4, keyed(format!("{QUIZZES}?limit=200")), keyed(small.clone())),
        attack(
            "lists of large records",
            4,
            {
                let records = format!("{}/answers", noisy::api(&noisy.texts));
                move |number| {
                    let query = ["limit=200", "limit=200&updatedSince=0"][number % 2];
                    noisy.keyed(Request::get(format!("{records}?{query}")))
                }
            },
            keyed(format!("{small}/answers?limit=1")),
        ),
        attack(
            "public info of large quizzes, compressed",
            8,
            move |number| {
                let encoding = if number % 2 == 0 { "gzip" } else { "br" };
                Request::get(format!("{}/public", of_large(number))).with("accept-encoding", encoding)
            },
            {
                let info = format!("{small}/public");
                move |_| Request::get(&info)
            },
        ),
        attack(
            "question pages of large quizzes",
            16,
            move |number| noisy::page(&noisy.large[number % noisy.large.len()], number),
            move |number| noisy::page(&noisy.small, number),
        ),
        attack(
            "answers to large records",
            16,
            move |number| noisy.answer_at_length(number),
            move |number| noisy.answer_shortly(number),
        ),
        attack(
            "saves of a large quiz, 36 at once",
            36,
            move |number| noisy.save(&noisy.large[number % noisy.large.len()], number),
            {
                let small = small.clone();
                move |number| noisy.keyed(Request::patch(&small, format!(r#"{{"name":"{number}"}}"#)))
            },
        ),
    ]
}

/// Readings that each leave a line in the audit log: many small requests.
pub(super) fn readings(noisy: &Noisy) -> [Attack<'_>; 2] {
    let small = noisy::api(&noisy.small);
    let record = move |number: usize| Request::get(format!("{small}/users/noisy-{}/answers", number % 100));
    let with_key = {
        let record = record.clone();
        move |number| noisy.keyed(record(number))
    };
    let abandoned = attack("a record read with a key, and abandoned", 64, with_key.clone(), record.clone());
    [
        attack("a record read with a key", 64, with_key, record),
        Attack { abandoned: Some(Duration::from_millis(1)), ..abandoned },
    ]
}
