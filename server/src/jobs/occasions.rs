//! Occasions of series: what is due is decided in the transaction that writes it, so that of several servers one tells
//! of it, and a server that slept tells only of what is still open. An event tells of it and, where the plan says so, a
//! message by mail, which is put into words when it is sent.

use std::sync::Arc;

use domain::{Email, InvitedId, Quiz, QuizKind, QuizStatus, Timestamp};
use serde_json::json;

use crate::{
    causes::with_causes,
    clock,
    series::{Due, Plan, Window},
    store::{
        DueSeries, Enrolled, EventType, Invitation, NewEvent, NewMail, Occasion, Store, StoreError, Transaction,
        WorkScope, event_id,
    },
    zone,
};

/// Persons per query, and per transaction of a quiz.
const LIST: u32 = 100;

/// The hour from which persons are told by mail, in the time zone of the quiz.
pub(crate) const HOUR: i8 = 7;
/// Seconds that a message waits for others to the same address, later in the day.
const GATHERING: i64 = 60;

/// Puts occasions into events and messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Teller {
    /// The address that the server is known by. Without it, events have no links.
    pub(crate) base_url: Option<String>,
    /// True if links are sent by mail.
    pub(crate) sends_mail: bool,
}

/// Tells of all that is due.
pub(crate) async fn tell_due(store: &Arc<Store>, teller: &Teller, now: Timestamp) -> Result<(), StoreError> {
    loop {
        let due = store.due_series(now, LIST).await?;
        let mut is_passed = false;
        for persons in due.chunk_by(|one, next| one.quiz == next.quiz) {
            let Err(_) = look_at(store, persons, teller, now).await else {
                is_passed = true;
                continue;
            };
            // What is damaged must not hold up the others.
            for person in persons {
                match look_at(store, std::slice::from_ref(person), teller, now).await {
                    Ok(()) => is_passed = true,
                    Err(error) => {
                        let cause = with_causes(&error.into());
                        tracing::warn!(quiz = %person.quiz, "cannot tell of a person's occasion: {cause}");
                    }
                }
            }
        }
        if !is_passed {
            return Ok(());
        }
    }
}

async fn look_at(store: &Arc<Store>, persons: &[DueSeries], teller: &Teller, now: Timestamp) -> Result<(), StoreError> {
    let Some(first) = persons.first().cloned() else { return Ok(()) };
    let users: Vec<String> = persons.iter().map(|person| person.user.clone()).collect();
    let teller = teller.clone();
    let work = store.transact::<_, StoreError, _>(WorkScope::Namespace(first.namespace), move |tx| {
        Box::pin(async move {
            let Some(quiz) = tx.quiz(&first.quiz).await? else { return Ok(()) };
            for user in &users {
                look(tx, &quiz, user, Some(&teller), now).await?;
            }
            Ok(())
        })
    });
    work.await?;
    store.listeners().ring();
    Ok(())
}

/// Writes the occasions of a person that have come by now, and tells of the one that is open, unless the person is
/// about to begin it. Returns the person as of then, or `None` where none is enrolled.
pub(crate) async fn look(
    tx: &mut Transaction<'_>,
    quiz: &Quiz,
    user: &str,
    teller: Option<&Teller>,
    now: Timestamp,
) -> Result<Option<Enrolled>, StoreError> {
    let Some(seen) = tx.enrolled(&quiz.id, user).await? else { return Ok(None) };
    if seen.next_at.is_none_or(|at| now < at) {
        return Ok(Some(seen));
    }
    let last = if seen.number == 0 { None } else { tx.occasion(&quiz.id, user, seen.number).await? };
    let due = due(quiz, &seen, last.as_ref(), now);
    let number = due.come.last().map_or(seen.number, |window| window.number);
    let new = Enrolled { base: due.base, number, reminded: due.reminded, next_at: due.next_at, ..seen.clone() };
    if !tx.pass_series(&seen, &new).await? {
        return tx.enrolled(&quiz.id, user).await;
    }
    let (person, is_stopped) = person(tx, quiz, user).await?;
    // Their ids are in their order.
    for (place, window) in (0..).zip(&due.come) {
        let at = Timestamp::from_nanoseconds(now.nanoseconds().saturating_add(place));
        tx.add_occasion(&occasion(quiz, user, window, is_stopped, at)).await?;
    }
    let Some(teller) = teller.filter(|_| !is_stopped) else { return Ok(Some(new)) };
    let come = due.come.last().filter(|window| now < window.closes);
    let told = come.map(|window| occasion(quiz, user, window, false, now));
    let told = told.or_else(|| last.filter(|_| due.reminder.is_some()));
    if let Some(told) = told {
        tx.add_events(&[teller.event(quiz, &told, due.reminder, now)]).await?;
        if let Some(mail) = teller.mail(quiz, person.as_ref(), &told, due.reminder, now) {
            tx.add_mail(&mail).await?;
        }
    }
    Ok(Some(new))
}

/// What is due for a person. Nothing comes while the quiz is not open.
pub(crate) fn due(quiz: &Quiz, person: &Enrolled, last: Option<&Occasion>, now: Timestamp) -> Due {
    let waiting = Due { base: person.base, reminded: person.reminded, ..Due::default() };
    let settings = &quiz.settings;
    match &settings.series {
        None => waiting,
        Some(_) if quiz.status(now) != QuizStatus::Open => {
            let opens_at = settings.opens_at.filter(|at| settings.status == QuizStatus::Open && now < *at);
            Due { next_at: opens_at, ..waiting }
        }
        Some(series) => Plan::new(series, zone::zone_of(settings)).due(person, last, now),
    }
}

/// An invited person, and true if the link is revoked or gone.
async fn person(tx: &Transaction<'_>, quiz: &Quiz, user: &str) -> Result<(Option<Invitation>, bool), StoreError> {
    let id = InvitedId::parse(user).ok().filter(|_| quiz.kind == QuizKind::Invited);
    let Some(id) = id else { return Ok((None, false)) };
    let person = tx.invitation(&quiz.id, &id).await?;
    let is_stopped = person.as_ref().is_none_or(|person| person.revoked_at.is_some());
    Ok((person, is_stopped))
}

fn occasion(quiz: &Quiz, user: &str, window: &Window, is_stopped: bool, now: Timestamp) -> Occasion {
    Occasion {
        id: format!("occ_{}", event_id(now).trim_start_matches("evt_")),
        quiz: quiz.id.clone(),
        user: user.to_owned(),
        number: window.number,
        due: window.due,
        opens_at: window.opens,
        closes_at: window.closes,
        is_stopped,
        attempt: None,
        is_answered: false,
    }
}

impl Teller {
    /// The message to a person with an address. It goes at seven in the morning or, after that, once the others of the day
    /// had time to come.
    fn mail(
        &self,
        quiz: &Quiz,
        person: Option<&Invitation>,
        occasion: &Occasion,
        reminder: Option<u32>,
        now: Timestamp,
    ) -> Option<NewMail> {
        let is_mailed = self.sends_mail && quiz.settings.series.as_ref().is_some_and(|series| series.mail);
        let email = person.filter(|_| is_mailed)?.email.as_deref().and_then(|email| Email::parse(email).ok())?;
        let zone = zone::zone_of(&quiz.settings);
        let (soon, morning) = (now.later_by(GATHERING), zone::hour_of(zone::day_of(now, &zone), HOUR, &zone));
        let is_late = quiz.settings.closes_at.is_some_and(|closes| closes <= morning);
        let due_at = if is_late { soon } else { soon.max(morning) };
        let mail = NewMail::about_occasion(quiz, &occasion.user, occasion.number, reminder, &email, now);
        Some(NewMail { due_at, ..mail })
    }

    fn event(&self, quiz: &Quiz, occasion: &Occasion, reminder: Option<u32>, now: Timestamp) -> NewEvent {
        let mut data = json!({
            "occasion": occasion.number,
            "dueOn": clock::to_date(occasion.due),
            "opensAt": clock::to_rfc3339(occasion.opens_at),
            "closesAt": clock::to_rfc3339(occasion.closes_at),
        });
        if let Some(base_url) = self.base_url.as_deref().filter(|_| quiz.kind == QuizKind::Invited) {
            data["link"] = format!("{base_url}/aq/{}/{}/{}", quiz.namespace_id, quiz.id, occasion.user).into();
        }
        if let Some(reminder) = reminder {
            data["reminder"] = reminder.into();
        }
        let user = Some(occasion.user.clone());
        NewEvent::of(EventType::OccasionDue, &quiz.namespace_id, &quiz.id, user, now, data)
    }
}

#[cfg(test)]
mod tests;
