//! Slow work of requests, a little at a time and away from the threads that answer all others.
//!
//! Namespaces take turns, so that one with much to do does not hold up the others.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{runtime::Handle, sync::oneshot};

use super::ServiceError;

pub(crate) struct Queue {
    /// The plural of the things that are worked on.
    what: &'static str,
    most_waiting: usize,
    /// Of one namespace.
    most_of_one: usize,
    line: Arc<Mutex<Line>>,
}

/// The requests that wait, by round and arrival. Each round has one request of a namespace, and a namespace that comes
/// anew joins the round that is under way: it waits for no more than one request of any other.
#[derive(Default)]
struct Line {
    free: usize,
    waiting: BTreeMap<(u64, u64), Waiting>,
    /// Of the request that was let in last.
    round: u64,
    arrivals: u64,
    /// The round of each namespace's last request, where it is not over.
    latest: HashMap<String, u64>,
}

struct Waiting {
    turn_of: String,
    place: oneshot::Sender<Turn>,
}

/// The right to work; the next request has it when this is dropped.
pub(crate) struct Turn(Arc<Mutex<Line>>);

impl Queue {
    pub(crate) fn new(what: &'static str, at_once: usize, most_waiting: usize, most_of_one: usize) -> Self {
        let line = Line { free: at_once, ..Line::default() };
        Self { what, most_waiting, most_of_one, line: Arc::new(Mutex::new(line)) }
    }

    /// Refused at once when too many others wait, of all or of the same namespace.
    pub(crate) async fn turn(&self, of: &str) -> Result<Turn, ServiceError> {
        let place = {
            let mut line = locked(&self.line);
            if line.free > 0 {
                line.free -= 1;
                line.round = line.enter(of);
                return Ok(Turn(Arc::clone(&self.line)));
            }
            line.waiting.retain(|_, waiting| !waiting.place.is_closed());
            let of_one = line.waiting.values().filter(|waiting| waiting.turn_of == of).count();
            if line.waiting.len() >= self.most_waiting || of_one >= self.most_of_one {
                return Err(ServiceError::Unavailable(format!("too many {} wait for their turn", self.what)));
            }
            line.wait(of)
        };
        place.await.map_err(|_| self.stopped())
    }

    /// Does the work on a thread that may be blocked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        of: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let turn = self.turn(of).await?;
        // The turn goes with the work, which goes on if the caller stops waiting.
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| self.stopped())
    }

    /// The same for work that also waits, such as for the store.
    pub(crate) async fn run_future<T: Send + 'static>(
        &self,
        of: &str,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let runtime = Handle::current();
        self.run(of, move || runtime.block_on(work)).await
    }

    fn stopped(&self) -> ServiceError {
        ServiceError::Internal(format!("the work on {} stopped", self.what))
    }
}

impl Line {
    /// The round of the next request of a namespace.
    fn enter(&mut self, of: &str) -> u64 {
        let now = self.round;
        self.latest.retain(|_, round| *round >= now);
        let round = self.latest.get(of).map_or(now, |latest| latest + 1);
        self.latest.insert(of.to_owned(), round);
        round
    }

    fn wait(&mut self, of: &str) -> oneshot::Receiver<Turn> {
        let (place, given) = oneshot::channel();
        let round = self.enter(of);
        self.arrivals += 1;
        self.waiting.insert((round, self.arrivals), Waiting { turn_of: of.to_owned(), place });
        given
    }

    /// The next request that still waits; without one, there is room for another.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some(((round, _), waiting)) = self.waiting.pop_first() {
            self.round = round;
            if !waiting.place.is_closed() {
                return Some(waiting.place);
            }
        }
        self.free += 1;
        None
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = locked(&self.0).next();
        if let Some(next) = next {
            // One that has left at this moment drops the turn, and so hands it on.
            _ = next.send(Self(Arc::clone(&self.0)));
        }
    }
}

/// A panic cannot leave the line half changed.
fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::{FutureExt, future::join_all};

    use super::*;

    #[tokio::test]
    async fn past_a_bound_of_waiting_the_next_is_refused_at_once() {
        let queue = Queue::new("things", 1, 3, 2);
        let working = queue.turn("a").await.expect("free");
        let mut waiting: Vec<_> = ["a", "a", "b"].into_iter().map(|of| Box::pin(queue.turn(of))).collect();
        for one in &mut waiting[..2] {
            assert!(one.now_or_never().is_none(), "it waits");
        }
        let refused = queue.turn("a").now_or_never().expect("at once");
        assert!(matches!(refused, Err(ServiceError::Unavailable(_))), "the namespace has its share");
        assert!((&mut waiting[2]).now_or_never().is_none(), "another namespace may wait");
        assert!(queue.turn("c").now_or_never().expect("at once").is_err(), "all places are taken");
        waiting.truncate(2);
        let mut other = Box::pin(queue.turn("c"));
        assert!((&mut other).now_or_never().is_none(), "one that left is no longer counted");
        drop(working);
        let turns = join_all(waiting.into_iter().map(|one| async { drop(one.await.expect("its turn")) })).map(drop);
        tokio::join!(turns, async { drop(other.await.expect("its turn")) });
        drop(queue.turn("a").now_or_never().expect("free again").expect("free again"));
    }

    #[tokio::test]
    async fn a_namespace_waits_for_one_request_of_another_at_most() {
        let queue = Arc::new(Queue::new("things", 1, 64, 64));
        let (tell, told) = mpsc::channel();
        for _ in 0..5 {
            drop(queue.turn("busy").await.expect("free"));
        }
        let first = queue.turn("busy").await.expect("free");
        let mut asked = Vec::new();
        for of in ["busy", "busy", "busy", "calm", "busy", "calm", "third"] {
            let (queue, tell) = (Arc::clone(&queue), tell.clone());
            asked.push(tokio::spawn(async move { queue.run(of, move || tell.send(of)).await }));
            tokio::task::yield_now().await;
        }
        drop(first);
        join_all(asked).await;
        drop(tell);
        let order: Vec<&str> = told.into_iter().collect();
        assert_eq!(order, ["calm", "third", "busy", "calm", "busy", "busy", "busy"]);
    }

    #[tokio::test]
    async fn a_turn_goes_on_with_its_work_when_the_caller_leaves() {
        let queue = Queue::new("things", 1, 1, 1);
        let (release, held) = mpsc::channel::<()>();
        let left = queue.run("a", move || held.recv());
        assert!(tokio::time::timeout(std::time::Duration::from_millis(20), left).await.is_err());
        let mut next = Box::pin(queue.turn("b"));
        assert!((&mut next).now_or_never().is_none(), "the work goes on");
        drop(release);
        assert!(next.await.is_ok());
    }
}
