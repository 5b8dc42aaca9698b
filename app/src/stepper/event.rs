//! Events of a stepper, and the commands that follow from them.

use domain::{QuestionId, form::Reading};

use super::message::{Message, Reply};

/// Milliseconds from a tap to the next step. The chosen option takes 120 to change its look, which leaves time to see it;
/// from 400 on a second tap would come from impatience.
pub const MOMENT: u32 = 350;

/// Milliseconds after the last letter until what is typed is saved.
pub const REST: u32 = 800;

/// The contents of a question's fields, item by item.
pub type Readings = Vec<(QuestionId, Reading)>;

/// A step is a question by its place in the definition, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A choice was made, or a field with a text was left.
    Changed {
        step: usize,
        readings: Readings,
    },
    /// Something was typed.
    Typed {
        step: usize,
        readings: Readings,
    },
    /// The time of [`Command::Rest`] is over.
    Rested {
        number: u32,
    },
    /// An option was tapped or clicked at this time, in milliseconds of the page, and at this place in the window, by a
    /// respondent who wants it to lead on or not.
    Tap {
        step: usize,
        readings: Readings,
        at: f64,
        place: (i32, i32),
        leads_on: bool,
    },
    /// The time of [`Command::AutoAdvance`] is over.
    Lingered {
        number: u32,
        readings: Readings,
        at: f64,
    },
    /// Continue was pressed.
    Continue {
        readings: Readings,
        at: f64,
    },
    /// An optional question is passed over, and its answer withdrawn.
    Skip {
        at: f64,
    },
    /// The back link was followed.
    Back,
    /// The browser's history moved to this step, or within it.
    Travelled(usize),
    Replied {
        to: Message,
        reply: Reply,
    },
    /// The time of [`Command::Wait`] is over.
    Waited {
        number: u32,
    },
    /// The respondent asked for another try, or the network came back.
    Retry,
    /// Start over from what the server knows.
    Reload,
    /// The fields that an earlier page could not have saved hold what they held there; see [`Stepper::unsent`].
    Restore {
        fields: Vec<(usize, Readings)>,
        is_submitted: bool,
    },
}

/// An effect on the browser. All else is read from the stepper.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Lead to this step, which is current now.
    Show {
        step: usize,
        arrival: Arrival,
    },
    /// The error of this step is put right, so its name is without it again.
    ClearError {
        step: usize,
    },
    /// Lead to the error of this step.
    AskForAnswer {
        step: usize,
    },
    /// Empty the fields of this step.
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
    /// Send [`Event::Waited`] with this number after these milliseconds.
    Wait {
        milliseconds: u32,
        number: u32,
    },
    /// Go to the answers, to be checked before they are submitted.
    Review,
    /// Go to the result, in the place of all the steps of the page.
    Finish,
    /// Hand the form of this step to the server, which reads dates in more forms, and shows once more what it cannot take.
    Post {
        step: usize,
    },
    /// Load the page with this step again.
    Reload {
        step: usize,
    },
}

/// The way a step is reached: by a new entry in the browser's history, or through an old one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Arrival {
    Forward,
    Back,
    Travelled,
}

/// The place of the current step among those that are shown now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Position {
    /// From 1, of the shown questions that take an answer; `None` for a statement.
    pub number: Option<usize>,
    pub count: usize,
    /// Of them, those before it.
    pub done: usize,
    pub before: Option<usize>,
    pub after: Option<usize>,
    /// After it the answers are sent, as far as they tell now.
    pub is_last: bool,
}
