//! The ways in which one tenant can try to be served at the expense of the others.

use std::time::Duration;

use anyhow::Result;

use super::{
    connection::Request,
    insiders,
    load::{Load, Numbered},
    noisy::{self, Noisy, QUIZZES, RESPONDENTS},
};

pub(super) struct Attack<'a> {
    pub(super) what: &'static str,
    connections: u32,
    /// Time between two of its requests; `None` sends them as fast as they are answered.
    interval: Option<Duration>,
    /// Closes each connection before the response.
    leaves: bool,
    /// Requests made as costly as a tenant can make them.
    costly: Numbered<'a>,
    /// Cheap requests of the same kind.
    ordinary: Numbered<'a>,
}

impl Attack<'_> {
    pub(super) fn attack(&self) -> Load<'_> {
        let Self { connections, interval, leaves, costly, .. } = self;
        Load { connections: *connections, request: costly, interval: *interval, leaves: *leaves }
    }

    /// The same number of ordinary requests within the same time.
    pub(super) fn ordinary(&self, count: u32, time: Duration) -> Load<'_> {
        let interval = Some(time / count.max(1));
        Load { connections: self.connections, request: &self.ordinary, interval, leaves: false }
    }
}

pub(super) fn attack<'a>(
    what: &'static str,
    connections: u32,
    costly: impl Fn(u32) -> Request + Sync + 'a,
    ordinary: impl Fn(u32) -> Request + Sync + 'a,
) -> Attack<'a> {
    let (costly, ordinary) = (Box::new(costly), Box::new(ordinary));
    Attack { what, connections, interval: None, leaves: false, costly, ordinary }
}

/// Attacks that need few requests.
pub(super) fn all(noisy: &Noisy) -> Result<Vec<Attack<'_>>> {
    let mut all = of_single_requests(noisy);
    all.extend(insiders::all(noisy)?);
    Ok(all)
}

fn of_single_requests(noisy: &Noisy) -> Vec<Attack<'_>> {
    let small = noisy::api(&noisy.small);
    let keyed = |path: String| move |_| noisy.keyed(Request::get(&path));
    let of_large = |number: u32| noisy::api(&noisy.large[number as usize % noisy.large.len()]);
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
                    let query = ["limit=200", "limit=200&updatedSince=0"][number as usize % 2];
                    noisy.keyed(Request::get(format!("{records}?{query}")))
                }
            },
            keyed(format!("{small}/answers?limit=1")),
        ),
        attack("a large quiz read with a key", 16, keyed(of_large(0)), keyed(small.clone())),
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
            "pages of a large quiz",
            16,
            |number| noisy::page(&noisy.large[0], number),
            |number| noisy::page(&noisy.small, number),
        ),
        attack(
            "the dashboard of large quizzes",
            8,
            |number| {
                let pages = ["", "/edit", "/preview", "/definition", "/insights"];
                let page = pages.get(number as usize % 6).map(|page| format!("/quizzes/{}{page}", noisy.large[0]));
                noisy.dashboard(&page.unwrap_or_default())
            },
            |_| noisy.dashboard(&format!("/quizzes/{}", noisy.small)),
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
            |number| noisy.save(&noisy.large[number as usize % noisy.large.len()], number),
            {
                let small = small.clone();
                move |number| noisy.keyed(Request::patch(&small, format!(r#"{{"name":"{number}"}}"#)))
            },
        ),
        attack(
            "tries to sign in",
            32,
            |number| {
                let fields = format!("email=stranger-{number}%40example.com&password=wrong-{number}&code=&next=");
                Request::form("/admin/sign-in", fields)
            },
            |_| Request::get("/admin/sign-in"),
        ),
    ]
}

/// Reads that each add a line to the audit log. They arrive at an even pace, because a server at its request limit
/// delays everyone, however cheap each request is.
pub(super) fn readings(noisy: &Noisy, interval: Duration) -> [Attack<'_>; 2] {
    let small = noisy::api(&noisy.small);
    let record = move |number: u32| Request::get(format!("{small}/users/noisy-{}/answers", number % RESPONDENTS));
    let with_key = {
        let record = record.clone();
        move |number| noisy.keyed(record(number))
    };
    let one = |what, leaves| {
        let attack = attack(what, 64, with_key.clone(), record.clone());
        Attack { interval: Some(interval), leaves, ..attack }
    };
    [one("a record read with a key", false), one("a record read with a key, and abandoned", true)]
}
