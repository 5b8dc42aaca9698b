//! Series of persons, and the occasions that have come.

use domain::{Day, NamespaceId, QuizId, Timestamp};

/// From where a person's occasions count: the one of this number is due on this day.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Base {
    pub day: Day,
    /// Below 1 after a change of the plan, as the first occasions had other days.
    pub number: i64,
}

/// A person of a series.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Enrolled {
    pub quiz: QuizId,
    pub user: String,
    /// `None` where the days are to be counted from the next look on.
    pub base: Option<Base>,
    /// Of the last occasion that has come; 0 before the first.
    pub number: u32,
    /// Reminders of the last occasion whose moments have passed.
    pub reminded: u32,
    /// The moment at which something may be due; `None` if nothing is to come.
    pub next_at: Option<Timestamp>,
}

/// A person for whom something may be due.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DueSeries {
    pub namespace: NamespaceId,
    pub quiz: QuizId,
    pub user: String,
}

/// An occasion that has come.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Occasion {
    /// Sorts by the moment at which it came.
    pub id: String,
    pub quiz: QuizId,
    pub user: String,
    /// Counts from 1.
    pub number: u32,
    pub due: Day,
    pub opens_at: Timestamp,
    /// Not part of its window.
    pub closes_at: Timestamp,
    /// The person had stopped by then, and was not told.
    pub is_stopped: bool,
    /// The attempt that was begun within the window.
    pub attempt: Option<u32>,
    /// The attempt was submitted.
    pub is_answered: bool,
}

/// The occasions of one number, by state.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OccasionCounts {
    pub number: u32,
    /// The first and the last day on which it was due, which differ from person to person.
    pub days: (Day, Day),
    pub due: u64,
    pub answered: u64,
    pub missed: u64,
    pub stopped: u64,
}

/// Which occasions are listed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct OccasionFilter {
    /// As it is now.
    pub state: Option<OccasionState>,
    pub number: Option<u32>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OccasionState {
    /// Open, and not answered yet.
    Due,
    /// An attempt that was begun within the window was submitted, whenever that was.
    Answered,
    /// Its window has passed.
    Missed,
    Stopped,
}

impl OccasionState {
    pub const NAMES: &'static [&'static str] = &["due", "answered", "missed", "stopped"];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Answered => "answered",
            Self::Missed => "missed",
            Self::Stopped => "stopped",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Due, Self::Answered, Self::Missed, Self::Stopped].into_iter().find(|state| state.as_str() == name)
    }
}

impl OccasionCounts {
    pub fn of(&self, state: OccasionState) -> u64 {
        match state {
            OccasionState::Due => self.due,
            OccasionState::Answered => self.answered,
            OccasionState::Missed => self.missed,
            OccasionState::Stopped => self.stopped,
        }
    }
}

impl Occasion {
    pub fn state(&self, now: Timestamp) -> OccasionState {
        if self.is_stopped {
            OccasionState::Stopped
        } else if self.is_answered {
            OccasionState::Answered
        } else if now < self.closes_at {
            OccasionState::Due
        } else {
            OccasionState::Missed
        }
    }

    /// True if an attempt may begin on it.
    pub fn is_open(&self, now: Timestamp) -> bool {
        (self.opens_at..self.closes_at).contains(&now) && !self.is_stopped && self.attempt.is_none()
    }
}
