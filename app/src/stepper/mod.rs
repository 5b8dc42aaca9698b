//! The logic of answering in place, as pure functions of events: no browser, no clock, no network.
//!
//! [`Stepper`] takes an [`Event`] and returns [`Command`]s; the browser layer carries them out.

mod backoff;
mod event;
mod machine;
mod message;
mod outbox;

#[cfg(test)]
mod tests;

pub use event::{Arrival, Command, Event, MOMENT, Position, REST, Readings};
pub use machine::Stepper;
pub use message::{Message, Reply, SaveState};
