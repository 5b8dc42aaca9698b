//! Sends events to endpoints: a few at a time to each, in turns by namespace, so that a slow receiver delays only
//! itself.
//!
//! Several servers share the work: each claims due deliveries. An expired claim is due again.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use domain::{NamespaceId, Timestamp};
use serde_json::json;
use tokio::{task::JoinSet, time::interval};

use super::{
    lease::{after, nanoseconds},
    occasions::{self, Teller},
    quiz_dates,
};
use crate::{
    causes::with_causes,
    clock, random,
    store::{
        AfterAttempt, Attempt, ClaimedDelivery, Endpoint, EndpointState, OUTGOING_HELD, Store, TEST_EVENT, event_body,
        event_id,
    },
    webhooks::{Client, EndpointSecrets, Sent, Verdict, judge},
};

/// Interval between checks for events of other servers, and for due retries.
const LOOK: Duration = Duration::from_secs(1);
const TIDY: Duration = Duration::from_mins(1);
/// Duration of a claim; an attempt takes 20 seconds at most.
const LEASE: Duration = Duration::from_secs(30);
/// Maximum number of concurrent attempts: to one endpoint, for one namespace, and in total.
const EACH: usize = 4;
const NAMESPACE: usize = 16;
const ALL: usize = 256;
/// An endpoint that has been failing for this long stops.
const STOPS_AFTER: Duration = Duration::from_hours(5 * 24);
/// Interval between probes of a stopped endpoint.
const PROBE: Duration = Duration::from_hours(24);
/// Rows that tidying removes in one write.
const PIECE: u32 = 500;
const PAUSE: Duration = Duration::from_millis(20);

const ATTEMPTS: &str = "quiz_answers_webhook_attempts_total";

/// Decrypts an endpoint's secrets and headers.
pub(crate) type OpenSecrets = Arc<dyn Fn(&Endpoint) -> Result<EndpointSecrets, String> + Send + Sync>;

pub struct WebhookSender {
    store: Arc<Store>,
    client: Arc<Client>,
    open: OpenSecrets,
    keep: Duration,
    /// True if owners get a message when an endpoint is turned off.
    tells_owners: bool,
    teller: Teller,
}

#[derive(Default)]
struct UnderWay {
    endpoints: HashMap<String, usize>,
    namespaces: HashMap<NamespaceId, usize>,
    all: usize,
}

impl UnderWay {
    /// The number of attempts that may begin.
    fn room(&self, endpoint: &str, namespace: &NamespaceId) -> usize {
        let of_endpoint = EACH - self.endpoints.get(endpoint).copied().unwrap_or(0).min(EACH);
        let of_namespace = NAMESPACE - self.namespaces.get(namespace).copied().unwrap_or(0).min(NAMESPACE);
        of_endpoint.min(of_namespace).min(ALL - self.all.min(ALL))
    }

    fn begin(&mut self, endpoint: &str, namespace: &NamespaceId, count: usize) {
        *self.endpoints.entry(endpoint.to_owned()).or_default() += count;
        *self.namespaces.entry(namespace.clone()).or_default() += count;
        self.all += count;
    }

    fn end(&mut self, endpoint: &str, namespace: &NamespaceId) {
        if let Some(count) = self.endpoints.get_mut(endpoint) {
            *count -= 1;
            if *count == 0 {
                self.endpoints.remove(endpoint);
            }
        }
        if let Some(count) = self.namespaces.get_mut(namespace) {
            *count -= 1;
            if *count == 0 {
                self.namespaces.remove(namespace);
            }
        }
        self.all = self.all.saturating_sub(1);
    }
}

/// Interleaves the endpoints by namespace.
fn in_turns(due: Vec<(String, NamespaceId)>, first: usize) -> Vec<(String, NamespaceId)> {
    let mut by_namespace: BTreeMap<NamespaceId, VecDeque<String>> = BTreeMap::new();
    for (endpoint, namespace) in due {
        by_namespace.entry(namespace).or_default().push_back(endpoint);
    }
    let mut line: VecDeque<(NamespaceId, VecDeque<String>)> = by_namespace.into_iter().collect();
    let places = line.len().max(1);
    line.rotate_left(first % places);
    let mut ordered = Vec::new();
    while let Some((namespace, mut endpoints)) = line.pop_front() {
        if let Some(endpoint) = endpoints.pop_front() {
            ordered.push((endpoint, namespace.clone()));
            line.push_back((namespace, endpoints));
        }
    }
    ordered
}

impl WebhookSender {
    pub(crate) fn new(store: Arc<Store>, client: Arc<Client>, open: OpenSecrets, keep: Duration) -> Self {
        Self { store, client, open, keep, tells_owners: false, teller: Teller::default() }
    }

    /// Events have links to the address that the server is known by.
    #[must_use]
    pub fn known_as(self, base_url: &str) -> Self {
        let base_url = Some(base_url.trim_end_matches('/').to_owned());
        Self { teller: Teller { base_url, ..self.teller }, ..self }
    }

    /// Persons of a series are told by mail, too.
    #[must_use]
    pub(crate) fn mailing_occasions(self, sends_mail: bool) -> Self {
        Self { teller: Teller { sends_mail, ..self.teller }, ..self }
    }

    #[must_use]
    pub(crate) fn telling_owners(self, tells_owners: bool) -> Self {
        Self { tells_owners, ..self }
    }

    /// Runs until it is dropped.
    pub async fn run(self) {
        metrics::describe_counter!(ATTEMPTS, "Attempts to send events to endpoints, by outcome.");
        for outcome in ["delivered", "failed"] {
            metrics::counter!(ATTEMPTS, "outcome" => outcome).increment(0);
        }
        let this = Arc::new(self);
        tokio::join!(
            this.listen(),
            Arc::clone(&this).send(),
            this.tell_dates(),
            this.tell_occasions(),
            this.tidy(),
            this.probe()
        );
    }

    /// Keeps this server's list of endpoints fresh.
    async fn listen(&self) {
        let mut ticks = interval(LOOK);
        loop {
            ticks.tick().await;
            if let Err(error) = self.store.read_listeners().await {
                tracing::warn!(%error, "cannot look for endpoints of webhooks");
            }
        }
    }

    async fn send(self: Arc<Self>) {
        let (mut tasks, mut under_way, mut turn) = (JoinSet::new(), UnderWay::default(), 0);
        loop {
            // Registers before it checks, so that no notification is missed.
            let listeners = Arc::clone(self.store.listeners());
            let rung = listeners.rung();
            turn += 1;
            if !listeners.are_none()
                && let Err(error) = self.look(&mut tasks, &mut under_way, turn).await
            {
                tracing::warn!("cannot look for events to send: {}", with_causes(&error));
                tokio::time::sleep(LOOK).await;
            }
            let mut ended = tokio::select! {
                Some(ended) = tasks.join_next() => Some(ended),
                () = rung => None,
                () = tokio::time::sleep(LOOK) => None,
            };
            // Handles all that ended meanwhile, because checking costs a query.
            while let Some(joined) = ended {
                match joined {
                    Ok((endpoint, namespace)) => under_way.end(&endpoint, &namespace),
                    Err(error) => {
                        tracing::error!(%error, "an attempt to send an event panicked");
                        under_way = UnderWay::default();
                        tasks.abort_all();
                        while tasks.join_next().await.is_some() {}
                    }
                }
                ended = tasks.try_join_next();
            }
        }
    }

    async fn look(
        self: &Arc<Self>,
        tasks: &mut JoinSet<(String, NamespaceId)>,
        under_way: &mut UnderWay,
        turn: usize,
    ) -> anyhow::Result<()> {
        let due = self.store.due_endpoints(clock::now()).await?;
        if due.is_empty() || self.is_held().await? {
            return Ok(());
        }
        for (id, namespace) in in_turns(due, turn) {
            let room = under_way.room(&id, &namespace);
            if room == 0 {
                continue;
            }
            let Some(endpoint) = self.store.endpoint(&id).await?.map(Arc::new) else { continue };
            // A stopped endpoint is probed with one event.
            let room = if endpoint.state == EndpointState::On { room } else { 1 };
            let limit = u32::try_from(room).unwrap_or(1);
            let claimed = self.store.claim_deliveries(&id, clock::now(), after(LEASE), limit).await?;
            under_way.begin(&id, &namespace, claimed.len());
            for delivery in claimed {
                let (this, endpoint) = (Arc::clone(self), Arc::clone(&endpoint));
                let owner = (id.clone(), namespace.clone());
                tasks.spawn(async move {
                    if let Err(error) = this.deliver(&endpoint, &delivery).await {
                        // The claim expires, and the event is sent again.
                        tracing::warn!("cannot note what came of an event: {}", with_causes(&error));
                    }
                    owner
                });
            }
        }
        Ok(())
    }

    async fn is_held(&self) -> anyhow::Result<bool> {
        Ok(self.store.installation_secret(OUTGOING_HELD).await?.is_some_and(|note| !note.is_empty()))
    }

    async fn deliver(&self, endpoint: &Endpoint, delivery: &ClaimedDelivery) -> anyhow::Result<()> {
        let Some(body) = &delivery.body else {
            let attempt = Attempt { error: Some("the respondent was erased".to_owned()), ..Attempt::default() };
            self.store.note_attempt(delivery, &attempt, AfterAttempt::Failed, clock::now()).await?;
            return Ok(());
        };
        let sent = match (self.open)(endpoint) {
            Ok(secrets) => self.client.send(&endpoint.url, &secrets, &delivery.event_id, body, clock::now()).await,
            Err(error) => {
                tracing::warn!(endpoint = endpoint.id, "cannot send an event: {error}");
                Sent { error: Some("the endpoint's secret cannot be read".to_owned()), ..Sent::default() }
            }
        };
        let spread = u32::try_from(random::bits() % 1000).unwrap_or_default();
        let verdict = judge(&sent, delivery.attempts, spread);
        let (is_delivered, now) = (verdict == Verdict::Delivered, clock::now());
        let outcome = if is_delivered { "delivered" } else { "failed" };
        metrics::counter!(ATTEMPTS, "outcome" => outcome).increment(1);
        let next = match verdict {
            Verdict::Delivered => AfterAttempt::Delivered,
            Verdict::RetryAfter(wait) => AfterAttempt::Retry(after(wait)),
            Verdict::Failed => AfterAttempt::Failed,
            Verdict::Gone => AfterAttempt::Gone,
        };
        let attempt = Attempt { status: sent.status, reply: sent.reply, error: sent.error };
        self.store.note_attempt(delivery, &attempt, next, now).await?;
        self.note(endpoint, verdict, now).await
    }

    /// Applies the result of an attempt to the endpoint.
    async fn note(&self, endpoint: &Endpoint, verdict: Verdict, now: Timestamp) -> anyhow::Result<()> {
        match verdict {
            Verdict::Delivered => {
                // Most endpoints have nothing to clear.
                let is_marked = endpoint.failing_since.is_some() || endpoint.state != EndpointState::On;
                if is_marked && self.store.note_success(&endpoint.id, now).await? {
                    tracing::info!(endpoint = endpoint.id, "an endpoint takes events again");
                }
            }
            Verdict::Gone => {
                tracing::warn!(endpoint = endpoint.id, "an endpoint wants no more events, and is off");
                self.store.turn_off(&endpoint.id, now, self.tells_owners).await?;
            }
            Verdict::RetryAfter(_) | Verdict::Failed => {
                let before = Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(nanoseconds(STOPS_AFTER)));
                if self.store.note_failure(&endpoint.id, now, before, after(PROBE), self.tells_owners).await? {
                    tracing::warn!(endpoint = endpoint.id, "an endpoint has taken no event for five days, and is off");
                }
            }
        }
        Ok(())
    }

    async fn tell_dates(&self) {
        let mut ticks = interval(LOOK);
        loop {
            ticks.tick().await;
            if let Err(error) = quiz_dates::tell_dates(&self.store, clock::now()).await {
                tracing::warn!("cannot look for quizzes that open or close: {}", with_causes(&error.into()));
            }
        }
    }

    async fn tell_occasions(&self) {
        let mut ticks = interval(LOOK);
        loop {
            ticks.tick().await;
            if let Err(error) = self.tell_due_occasions().await {
                tracing::warn!("cannot look for occasions of series: {}", with_causes(&error));
            }
        }
    }

    /// While nothing is sent, nothing is due: what is still open is told once sending goes on.
    async fn tell_due_occasions(&self) -> anyhow::Result<()> {
        let now = clock::now();
        if self.store.due_series(now, 1).await?.is_empty() || self.is_held().await? {
            return Ok(());
        }
        Ok(occasions::tell_due(&self.store, &self.teller, now).await?)
    }

    async fn probe(&self) {
        let mut ticks = interval(TIDY);
        loop {
            ticks.tick().await;
            if let Err(error) = self.probe_once().await {
                tracing::warn!("cannot try endpoints that are off: {}", with_causes(&error));
            }
        }
    }

    pub(super) async fn probe_once(&self) -> anyhow::Result<()> {
        if self.store.listeners().are_none() || self.is_held().await? {
            return Ok(());
        }
        for endpoint in self.store.endpoints_to_probe(clock::now(), after(PROBE)).await? {
            if self.store.release_one(&endpoint.id, clock::now()).await? {
                self.store.listeners().ring();
                continue;
            }
            let Ok(secrets) = (self.open)(&endpoint) else { continue };
            let now = clock::now();
            let data = json!({ "namespaceId": endpoint.namespace_id.as_str(), "endpointId": endpoint.id });
            let body = event_body(TEST_EVENT, now, &data);
            let sent = self.client.send(&endpoint.url, &secrets, &event_id(now), &body, now).await;
            self.note(&endpoint, judge(&sent, 0, 0), clock::now()).await?;
        }
        Ok(())
    }

    async fn tidy(&self) {
        let mut ticks = interval(TIDY);
        loop {
            ticks.tick().await;
            if let Err(error) = self.tidy_once(clock::now()).await {
                tracing::warn!("cannot remove old events: {}", with_causes(&error));
            }
        }
    }

    /// Removes expired events in pieces, with pauses for answers.
    pub(super) async fn tidy_once(&self, now: Timestamp) -> anyhow::Result<()> {
        let before = Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(nanoseconds(self.keep)));
        while self.store.forget_events(before, PIECE).await? > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn namespace(id: &str) -> NamespaceId {
        NamespaceId::parse(id).expect("a namespace id")
    }

    #[test]
    fn namespaces_take_turns() {
        let of = |id: &str, own: &str| (id.to_owned(), namespace(own));
        let due =
            vec![of("a1", "aaa"), of("a2", "aaa"), of("a3", "aaa"), of("b1", "bbb"), of("c1", "ccc"), of("c2", "ccc")];
        let ids = |first| in_turns(due.clone(), first).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(ids(0), ["a1", "b1", "c1", "a2", "c2", "a3"]);
        assert_eq!(ids(1), ["b1", "c1", "a1", "c2", "a2", "a3"]);
        assert!(in_turns(Vec::new(), 7).is_empty());
    }

    #[test]
    fn a_slow_endpoint_takes_its_own_places_alone() {
        let (one, other) = (namespace("one"), namespace("other"));
        let mut under_way = UnderWay::default();
        for number in 0..4 {
            let id = format!("e{number}");
            assert_eq!(under_way.room(&id, &one), EACH);
            under_way.begin(&id, &one, EACH);
        }
        assert_eq!(under_way.room("e4", &one), 0);
        assert_eq!(under_way.room("e5", &other), EACH);
        under_way.end("e0", &one);
        assert_eq!((under_way.room("e0", &one), under_way.room("e1", &one)), (1, 0));
        for _ in 1..EACH {
            under_way.end("e0", &one);
        }
        assert!(!under_way.endpoints.contains_key("e0"));
    }
}
