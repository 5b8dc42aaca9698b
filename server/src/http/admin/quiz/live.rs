//! The figures of an overview, pushed when they change for as long as its administrator may see them.

use std::{convert::Infallible, time::Duration};

use axum::{
    http::StatusCode,
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use domain::{Quiz, QuizStatus, Timestamp};
use futures_util::stream;
use tokio::time::sleep;

use super::super::{Admin, AdminResult, Path, answers_view::Zone, live::LivePlace};
use super::figures;
use crate::{
    clock,
    owner::Owner,
    service::{Forbidden, QuizPath, ServiceError},
    store::Counts,
};

/// Pause between two polls of the quiz.
const PAUSE: Duration = Duration::from_secs(2);
/// Polls between two checks of the session if nothing changes.
const LOOKS: u32 = 5;

/// The state whose changes are pushed.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Seen {
    counts: Counts,
    quiz: (Timestamp, QuizStatus),
}

impl Seen {
    fn of(quiz: &Quiz, counts: Counts) -> Self {
        Self { counts, quiz: (quiz.updated_at, quiz.status(clock::now())) }
    }
}

struct Following {
    admin: Admin,
    path: QuizPath,
    place: LivePlace,
    /// `None` before the first event, which includes the changes made while the page was loading.
    seen: Option<Seen>,
    looks: u32,
}

/// Refused with 204 if there are too many live pages: a browser does not retry then.
pub(super) async fn follow(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    admin.service().quiz(&admin.caller, &path).await?;
    let Some(place) = admin.http.live.admit(&admin.rights().id) else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let following = Following { admin, path, place, seen: None, looks: 0 };
    let events = stream::unfold(following, async |mut following| {
        let event = following.next().await?;
        Some((Ok::<_, Infallible>(event), following))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

impl Following {
    /// Returns `None` if the page has nothing left to follow. A browser that reconnects gets the reason.
    async fn next(&mut self) -> Option<Event> {
        let mut pauses = self.seen.is_some();
        loop {
            if pauses {
                tokio::select! {
                    () = self.place.ended() => return None,
                    () = sleep(PAUSE) => {}
                }
            }
            pauses = true;
            match self.look().await {
                Ok(Some(event)) => return Some(event),
                // The next poll tries again.
                Ok(None) | Err(ServiceError::Busy | ServiceError::Unavailable(_)) => {}
                Err(_) => return None,
            }
        }
    }

    async fn look(&mut self) -> Result<Option<Event>, ServiceError> {
        let service = self.admin.service();
        let (quiz, counts) = service.quiz(&self.admin.caller, &self.path).await?;
        let now_seen = Seen::of(&quiz, counts);
        self.looks += 1;
        if self.seen.as_ref() == Some(&now_seen) && self.looks < LOOKS {
            return Ok(None);
        }
        self.looks = 0;
        if !service.may_follow(&self.admin.signed_in, &self.path.namespace).await? {
            return Err(Forbidden::NoRole.into());
        }
        let Some(seen) = self.seen.replace(now_seen.clone()) else { return self.figures().await.map(Some) };
        if seen.quiz != now_seen.quiz {
            // The page reloads its other parts as a whole.
            return Ok(Some(Event::default().event("quiz").data("changed")));
        }
        if seen.counts == now_seen.counts { Ok(None) } else { self.figures().await.map(Some) }
    }

    async fn figures(&self) -> Result<Event, ServiceError> {
        let (http, caller, path) = (self.admin.http.clone(), self.admin.caller.clone(), self.path.clone());
        let read = async move {
            let found = http.service.quiz_figures(&caller, &path).await?;
            let zone = Zone::of(http.service.time_zone(&caller).await?);
            Ok(app::admin::figures(figures::part(&path, &found, clock::now(), &zone)))
        };
        let turns = self.admin.http.service.turns_of(Owner::Namespace(self.path.namespace.to_string()));
        let html: Result<String, ServiceError> = turns.run(read).await?;
        Ok(Event::default().event("figures").data(html?))
    }
}
