//! Messages to the server, its replies, and the status shown to the respondent.

use domain::{Answer, QuestionId};

/// Something the server has to hear.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Message {
    Answer {
        /// The question, a row of it, or the text beside its options.
        item: QuestionId,
        /// `None` withdraws the answer.
        answer: Option<Answer>,
    },
    /// The end: all answers once more, so that none can be missing. They are looked up when it is sent.
    Submission,
}

/// The outcome of sending a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reply {
    Accepted,
    /// No connection, no time, too many requests, or a fault of the server: worth another try.
    TryLater {
        /// Seconds, as the server asked.
        retry_after: Option<u32>,
    },
    /// Sending the same again would fail again.
    Refused {
        status: u16,
        /// The places in the request that the server objects to, such as `answers.fhn3`.
        paths: Vec<String>,
    },
}

impl Reply {
    /// The status that stands for the error of a quiz that is closed, as its page has it.
    pub const CLOSED: u16 = 410;

    /// Reads a response: its status, the `Retry-After` header, and the `path` of each of its error details.
    pub fn of(status: u16, retry_after: Option<u32>, paths: Vec<String>) -> Self {
        match status {
            200..=299 => Self::Accepted,
            408 | 425 | 429 | 500..=599 => Self::TryLater { retry_after },
            _ => Self::Refused { status, paths },
        }
    }
}

/// The status of saving, as shown to the respondent.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum SaveState {
    /// Nothing was sent yet.
    #[default]
    Quiet,
    Saving,
    Saved,
    /// Kept here and tried again, also on demand.
    Waiting,
    /// The same for the submission: the result comes by itself.
    ResultWaiting,
    /// Cannot be saved; reloading shows what the server knows.
    Refused,
    /// All is saved, the result is being made.
    Finishing,
}
