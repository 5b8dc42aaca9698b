//! Messages that the server has not accepted yet. They are sent one at a time and never dropped; a refused message
//! makes way for the next.

use std::collections::VecDeque;

use super::{
    backoff,
    message::{Message, Reply, SaveState},
};

#[derive(Debug, Default)]
pub(super) struct Outbox {
    queue: VecDeque<Message>,
    /// Messages that the server refused, until newer ones replace them.
    refused: Vec<Message>,
    activity: Activity,
    failures: u32,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Activity {
    #[default]
    Idle,
    /// The first message of the queue is in flight.
    Sending,
    /// The last attempt failed; a timer is running.
    Waiting,
}

/// The consequence of a reply.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Delivery {
    Accepted(Message),
    /// Retry after this many milliseconds.
    Wait(u32),
    Refused {
        message: Message,
        status: u16,
        paths: Vec<String>,
    },
    /// The reply matches no message in flight.
    Stray,
}

impl Outbox {
    /// Replaces a queued message for the same question. A queued submission is dropped: it comes after all answers, and
    /// the end of the quiz will request it again.
    ///
    /// A submission contains all answers, so it goes first and does not wait for an answer in flight. The answers stay
    /// queued behind it in case it is refused.
    pub(super) fn push(&mut self, message: Message) {
        if message == Message::Submission {
            if self.activity == Activity::Sending {
                self.activity = Activity::Idle;
            }
            self.queue.retain(|waiting| *waiting != message);
            self.refused.retain(|refused| *refused != message);
            self.queue.push_front(message);
            return;
        }
        let in_flight = usize::from(self.activity == Activity::Sending);
        let mut position = 0;
        self.queue.retain(|waiting| {
            position += 1;
            position <= in_flight || !is_replaced_by(waiting, &message)
        });
        self.refused.retain(|refused| !is_replaced_by(refused, &message));
        self.queue.push_back(message);
    }

    /// The message to send now, if one may be sent.
    pub(super) fn next(&mut self) -> Option<Message> {
        if self.activity != Activity::Idle {
            return None;
        }
        let message = self.queue.front()?.clone();
        self.activity = Activity::Sending;
        Some(message)
    }

    pub(super) fn replied(&mut self, to: &Message, reply: Reply) -> Delivery {
        if self.activity != Activity::Sending || self.queue.front() != Some(to) {
            return Delivery::Stray;
        }
        match reply {
            Reply::Accepted => {
                self.activity = Activity::Idle;
                self.failures = 0;
                if *to == Message::Submission {
                    self.queue.truncate(1);
                    self.refused.clear();
                }
                self.queue.pop_front().map_or(Delivery::Stray, Delivery::Accepted)
            }
            Reply::TryLater { retry_after } => {
                self.activity = Activity::Waiting;
                self.failures = self.failures.saturating_add(1);
                Delivery::Wait(backoff::delay(self.failures, retry_after))
            }
            Reply::Refused { status, paths } => {
                self.activity = Activity::Idle;
                self.failures = 0;
                let Some(message) = self.queue.pop_front() else { return Delivery::Stray };
                self.refused.push(message.clone());
                // Nothing is submitted while an answer is missing that should have been part of it.
                self.queue.retain(|waiting| *waiting != Message::Submission);
                Delivery::Refused { message, status, paths }
            }
        }
    }

    /// Ends a wait, early or on time; `false` if there was none.
    pub(super) fn wake(&mut self) -> bool {
        let waiting = self.activity == Activity::Waiting;
        if waiting {
            self.activity = Activity::Idle;
        }
        waiting
    }

    /// Withdraws a refused submission.
    pub(super) fn drop_refused_submission(&mut self) {
        self.refused.retain(|message| *message != Message::Submission);
    }

    /// True once every message was accepted.
    pub(super) fn is_empty(&self) -> bool {
        self.has_sent_all() && self.refused.is_empty()
    }

    /// True once the server has replied to every message.
    pub(super) fn has_sent_all(&self) -> bool {
        self.queue.is_empty()
    }

    /// Messages that the server has not accepted yet.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Message> {
        self.queue.iter()
    }

    /// True while the submission is in flight.
    pub(super) fn is_submitting(&self) -> bool {
        self.activity == Activity::Sending && self.queue.front() == Some(&Message::Submission)
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn state(&self) -> SaveState {
        match self.activity {
            Activity::Waiting if self.queue.front() == Some(&Message::Submission) => SaveState::ResultWaiting,
            Activity::Waiting => SaveState::Waiting,
            Activity::Sending if self.is_submitting() => SaveState::Finishing,
            Activity::Sending => SaveState::Saving,
            Activity::Idle if !self.refused.is_empty() => SaveState::Refused,
            Activity::Idle => SaveState::Saved,
        }
    }
}

fn is_replaced_by(waiting: &Message, new: &Message) -> bool {
    match (waiting, new) {
        (Message::Submission, _) => true,
        (Message::Answer { item, .. }, Message::Answer { item: newer, .. }) => item == newer,
        (Message::Answer { .. }, Message::Submission) => false,
    }
}
