//! Events of a stepper, and the commands that result from them.

use domain::{QuestionId, form::Reading};

use super::message::{Message, Reply};

/// Milliseconds from a tap to the next step. The chosen option takes 120 ms to change its look, so there is time to see
/// it; after 400 ms or more, respondents tap again out of impatience.
pub const MOMENT: u32 = 350;

/// Milliseconds without typing until typed text is saved.
pub const REST: u32 = 800;

/// The values of a question's fields, by item.
pub type Readings = Vec<(QuestionId, Reading)>;

/// An event. A step is the index of a question in the definition.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An option was chosen, or a text field lost the focus.
    Changed {
        step: usize,
        readings: Readings,
    },
    Typed {
        step: usize,
        readings: Readings,
    },
    /// The delay of [`Command::Rest`] has passed.
    Rested {
        number: u32,
    },
    /// An option was tapped or clicked at this time, in milliseconds of the page, and at this position in the window.
    /// `leads_on` is the respondent's preference for tapping.
    Tap {
        step: usize,
        readings: Readings,
        at: f64,
        place: (i32, i32),
        leads_on: bool,
    },
    /// The delay of [`Command::AutoAdvance`] has passed.
    Lingered {
        number: u32,
        readings: Readings,
        at: f64,
    },
    Continue {
        readings: Readings,
        at: f64,
    },
    /// An optional question is skipped and its answer withdrawn.
    Skip {
        at: f64,
    },
    Back,
    /// The browser's history moved to this step, or within it.
    Travelled(usize),
    Replied {
        to: Message,
        reply: Reply,
    },
    /// The delay of [`Command::Wait`] has passed.
    Waited {
        number: u32,
    },
    /// The respondent requested a retry, or the network is back.
    Retry,
    /// Start over from the server's state.
    Reload,
    /// The fields that an earlier page may not have saved were refilled with their values; see [`Stepper::unsent`].
    Restore {
        fields: Vec<(usize, Readings)>,
        is_submitted: bool,
    },
}

/// An effect on the browser. Everything else is read from the stepper.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Show this step, which is the current one now.
    Show {
        step: usize,
        arrival: Arrival,
    },
    /// The error of this step was corrected, so remove it from the title.
    ClearError {
        step: usize,
    },
    /// Move to the error of this step.
    AskForAnswer {
        step: usize,
    },
    Clear {
        step: usize,
    },
    Send(Message),
    /// Send [`Event::Rested`] with this number after [`REST`].
    Rest {
        number: u32,
    },
    /// Send [`Event::Lingered`] with this number after [`MOMENT`].
    AutoAdvance {
        number: u32,
    },
    /// Send [`Event::Waited`] with this number after this delay.
    Wait {
        milliseconds: u32,
        number: u32,
    },
    /// Go to the review page.
    Review,
    /// Go to the result, which replaces the page's history entries.
    Finish,
    /// Submit the form of this step to the server, which accepts more forms of dates and shows the form again if it is
    /// invalid.
    Post {
        step: usize,
    },
    /// Reload the page at this step.
    Reload {
        step: usize,
    },
}

/// How a step is reached: by a new history entry or an existing one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Arrival {
    Forward,
    Back,
    Travelled,
}

/// The position of the current step among the shown ones.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Position {
    /// From 1, among the shown questions with items; `None` for a statement.
    pub number: Option<usize>,
    pub count: usize,
    /// The number of those before it.
    pub done: usize,
    pub before: Option<usize>,
    pub after: Option<usize>,
    /// True if the submission follows, as far as the answers tell.
    pub is_last: bool,
}
