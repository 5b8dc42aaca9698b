//! Messages to the server, its replies, and the status shown to the respondent.

use domain::{Answer, QuestionId};

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Message {
    Answer {
        /// The question, a row of it, or the text beside its options.
        item: QuestionId,
        /// `None` withdraws the answer.
        answer: Option<Answer>,
    },
    /// The submission with all answers once more, so that none is missing. They are collected when it is sent.
    Submission,
}

/// The outcome of sending a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reply {
    Accepted,
    /// No connection, timeout, rate limit or server error: worth a retry.
    TryLater {
        /// In seconds, as requested by the server.
        retry_after: Option<u32>,
    },
    /// A retry would fail again.
    Refused {
        status: u16,
        /// The paths in the request that the server objects to, such as `answers.fhn3`.
        paths: Vec<String>,
    },
}

impl Reply {
    /// The status of the page of a closed quiz, which stands for that error.
    pub const CLOSED: u16 = 410;

    /// Interprets a response: its status, the `Retry-After` header, and the `path` of each of its error details.
    pub fn of(status: u16, retry_after: Option<u32>, paths: Vec<String>) -> Self {
        match status {
            200..=299 => Self::Accepted,
            408 | 425 | 429 | 500..=599 => Self::TryLater { retry_after },
            _ => Self::Refused { status, paths },
        }
    }
}

/// The save status shown to the respondent.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum SaveState {
    /// Nothing was sent yet.
    #[default]
    Quiet,
    Saving,
    Saved,
    /// Kept here and retried, also on demand.
    Waiting,
    /// The submission is retried; the result follows automatically.
    ResultWaiting,
    /// Cannot be saved; reloading shows the server's state.
    Refused,
    /// Everything is saved, and the result is being created.
    Finishing,
}
