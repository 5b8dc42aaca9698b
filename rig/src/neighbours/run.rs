//! Compares each attack with as many ordinary requests, and evaluates the result.

use std::{
    fmt,
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Error, Result, anyhow, ensure};

use super::{
    attacks::{self, Attack},
    load::Load,
    noisy::{Noisy, Size},
    quiet::{Quiet, Taken},
};
use crate::bench::{Figure, Server};
use xtask::project::Project;

const MEMORY_MIB: f64 = 256.0;
/// Other programs on the machine delay both tenants, so a slowdown counts only if every attempt shows it.
const TRIES: usize = 3;
/// Time for the server to finish the work that an attack has left.
const SETTLES: Duration = Duration::from_mins(1);

struct Form {
    /// Duration of each attack, and of as many ordinary requests.
    time: Duration,
    /// The factor by which the quiet tenant's requests may slow down.
    ratio: f64,
    /// Smaller latencies are not judged, in milliseconds.
    floor_ms: f64,
    /// Interval of reads with a key: shorter than the server once needed to record them.
    reading: Duration,
    size: Size,
}

/// An unoptimised server needs a tenth of a second for a computation that takes an optimised one ten milliseconds, and
/// shares the processors with the tests. These bounds detect a tenant that blocks another, not one that slows it down.
const SHORT: Form = Form {
    time: Duration::from_secs(1),
    ratio: 10.0,
    floor_ms: 100.0,
    reading: Duration::from_micros(2500),
    size: Size { large_quizzes: 6, versions: 4, sessions: 2_000, people: 2_000, accounts: 12 },
};

const LONG: Form = Form {
    time: Duration::from_secs(8),
    ratio: 3.0,
    floor_ms: 10.0,
    reading: Duration::from_micros(667),
    size: Size { large_quizzes: 60, versions: 10, sessions: 7_000, people: 20_000, accounts: 32 },
};

/// For attacks that need no large data.
const NOTHING: Size = Size { large_quizzes: 0, versions: 0, sessions: 0, people: 0, accounts: 0 };

struct AttackEffect {
    what: &'static str,
    requests: u32,
    memory_mib: f64,
    /// The kind of request that suffered most.
    worst: Compared,
    /// Effects that other programs on the machine cannot have caused.
    broken: Vec<String>,
    slow: Vec<String>,
}

/// The 99th percentiles of one kind of request, in milliseconds.
#[derive(Clone)]
struct Compared {
    kind: &'static str,
    ordinary: f64,
    attacked: f64,
}

/// Runs the short form on the unoptimised server, or the long one on the optimised server. Fails with everything that
/// exceeded its bound.
pub(crate) fn check(project: &Project, release: bool) -> Result<()> {
    let (binary, form) = (project.binary(release), if release { &LONG } else { &SHORT });
    let start = |options: &[&str]| Server::start(&binary, &project.target("neighbours"), None, options);
    let exceeded: Vec<_> = measure(form, start)?.iter().flat_map(AttackEffect::exceeded).collect();
    ensure!(exceeded.is_empty(), "one tenant is served at the cost of another:\n{}", exceeded.join("\n"));
    Ok(())
}

/// The long form; `start` starts an optimised server with an empty database and further options.
pub(crate) fn figures(start: impl Fn(&[&str]) -> Result<Server>) -> Result<Vec<Figure>> {
    Ok(measure(&LONG, start)?.into_iter().map(AttackEffect::into_figure).collect())
}

fn measure(form: &Form, start: impl Fn(&[&str]) -> Result<Server>) -> Result<Vec<AttackEffect>> {
    let mut outcomes = measure_all(&start(&[])?, form, &form.size, attacks::all)?;
    // A tenant can have many keys, each with its own limit.
    let unlimited = start(&["--key-rate-limit", "off"])?;
    let size = Size { accounts: form.size.accounts, ..NOTHING };
    outcomes.extend(measure_all(&unlimited, form, &size, |noisy| Ok(attacks::readings(noisy, form.reading).into()))?);
    Ok(outcomes)
}

fn measure_all(
    server: &Server,
    form: &Form,
    size: &Size,
    attacks: impl Fn(&Noisy) -> Result<Vec<Attack<'_>>>,
) -> Result<Vec<AttackEffect>> {
    let address = server.url.trim_start_matches("http://").parse().context("the server's address")?;
    let (noisy, quiet) = (Noisy::make(server, address, size)?, Quiet::new(server, address, size.accounts)?);
    let one = |attack: &Attack| {
        let mut outcome = AttackEffect::of(attack, server, address, &quiet, form)?;
        for _ in 1..TRIES {
            if outcome.slow.is_empty() || !outcome.broken.is_empty() {
                break;
            }
            outcome = AttackEffect::of(attack, server, address, &quiet, form)?;
        }
        Ok(outcome)
    };
    attacks(&noisy)?.iter().map(one).collect()
}

impl AttackEffect {
    fn of(attack: &Attack, server: &Server, address: SocketAddr, quiet: &Quiet, form: &Form) -> Result<Self> {
        let begun = Instant::now();
        settle(server, quiet)?;
        server.forget_peak_memory()?;
        let memory = server.memory()?;
        let beside = |load: Load| {
            thread::scope(|scope| {
                let load = scope.spawn(move || load.run(address, form.time));
                let taken = quiet.work(form.time)?;
                Ok::<_, Error>((taken, load.join().map_err(|_| anyhow!("the load ended early"))?))
            })
        };
        let (attacked, requests) = beside(attack.attack())?;
        let mut broken = Vec::new();
        if let Err(error) = settle(server, quiet) {
            broken.push(error.to_string());
        }
        let memory_mib = server.peak_memory()? - memory;
        if memory_mib > MEMORY_MIB {
            broken.push(format!("{memory_mib:.0} MiB more memory than before"));
        }
        let (ordinary, _) = beside(attack.ordinary(requests, form.time))?;
        for (during, taken) in [("the attack", &attacked), ("ordinary requests", &ordinary)] {
            broken.extend(taken.iter().flat_map(Taken::complaints).map(|what| format!("{what}, during {during}")));
        }
        let (worst, slow) = compare(&ordinary, &attacked, form)?;
        let outcome = Self { what: attack.what, requests, memory_mib, worst, broken, slow };
        println!("      {outcome}; {:.1} s", begun.elapsed().as_secs_f64());
        Ok(outcome)
    }

    fn exceeded(&self) -> impl Iterator<Item = String> {
        self.broken.iter().chain(&self.slow).map(|what| format!("{}: {what}", self.what))
    }

    fn into_figure(self) -> Figure {
        let exceeded: Vec<_> = self.exceeded().collect();
        let Compared { kind, ordinary, attacked } = self.worst;
        Figure {
            what: self.what,
            measured: format!("p99 of {kind} {attacked:.1} ms, {:.0} MiB more", self.memory_mib),
            beside: format!(
                "p99 beside {} ordinary requests: {ordinary:.1} ms, so {:.1} times{}",
                self.requests,
                attacked / ordinary,
                if exceeded.is_empty() { String::new() } else { format!("; **{}**", exceeded.join("; ")) }
            ),
            target: "p99 ≤ 3 times or 10 ms, ≤ 256 MiB more, none refused",
        }
    }
}

impl fmt::Display for AttackEffect {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { what, requests, memory_mib, worst: Compared { kind, ordinary, attacked }, .. } = self;
        let times = attacked / ordinary;
        write!(f, "{what}: p99 of {kind} {ordinary:.0} → {attacked:.0} ms, {times:.1} times; ")?;
        write!(f, "{memory_mib:.0} MiB more; {requests} requests")
    }
}

/// The kind that suffered most, and the kinds that suffered too much.
fn compare(ordinary: &[Taken], attacked: &[Taken], form: &Form) -> Result<(Compared, Vec<String>)> {
    let mut kinds: Vec<_> = ordinary
        .iter()
        .zip(attacked)
        .map(|(ordinary, attacked)| Compared {
            kind: ordinary.kind,
            ordinary: ordinary.p99_ms,
            attacked: attacked.p99_ms,
        })
        .collect();
    let excess = |kind: &Compared| kind.attacked / (kind.ordinary * form.ratio).max(form.floor_ms);
    kinds.sort_by(|one, other| excess(other).total_cmp(&excess(one)));
    let slow = kinds.iter().filter(|kind| excess(kind) > 1.0).map(|Compared { kind, ordinary, attacked }| {
        format!("p99 of {kind} {attacked:.0} ms, beside as many ordinary requests {ordinary:.0} ms")
    });
    let slow = slow.collect();
    Ok((kinds.into_iter().next().context("nothing was measured")?, slow))
}

/// Waits until the server has finished its remaining work.
fn settle(server: &Server, quiet: &Quiet) -> Result<()> {
    let begun = Instant::now();
    loop {
        // Requests that wait in a queue without using the processor finish before these.
        let are_answered = quiet.ask_once();
        let before = server.processor_time()?;
        thread::sleep(Duration::from_millis(200));
        // A twentieth of a processor, which an idle server uses.
        if are_answered && server.processor_time()? <= before + 1 {
            return Ok(());
        }
        ensure!(begun.elapsed() < SETTLES, "still at work a minute after the attack");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(p99_ms: f64) -> [Taken; 2] {
        ["answers", "reads"].map(|kind| Taken {
            kind,
            p99_ms: if kind == "reads" { p99_ms } else { 5.0 },
            ..Taken::default()
        })
    }

    #[test]
    fn a_kind_that_takes_more_than_three_times_as_long_is_too_slow_unless_nobody_would_notice() {
        let slow = |ordinary, attacked| compare(&taken(ordinary), &taken(attacked), &LONG).expect("measured");
        assert_eq!(slow(1.0, 9.0).1.len(), 0);
        assert_eq!(slow(4.0, 11.9).1.len(), 0);
        let (worst, slow) = slow(4.0, 12.1);
        assert_eq!((worst.kind, slow.len()), ("reads", 1));
    }
}
