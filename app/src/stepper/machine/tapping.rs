//! Taps and presses: which of them count, and which lead on.

use super::{Command, Readings, Stepper};

/// Presses closer together than this, in milliseconds, are one unless an option was chosen in between: the second press
/// of a double click would meet the next question.
const DOUBLE_PRESS: f64 = 400.0;

/// A tap sooner than this after a step came, in milliseconds, was meant for the step before: reading takes longer.
const SETTLING: f64 = 250.0;

/// The same for a tap at the place of the one that led on, where the respondent may still wait for that to work.
const SETTLING_NEAR: f64 = 600.0;

/// Pixels in each direction within which a place is the same.
const NEAR: i32 = 24;

impl Stepper {
    /// False for a tap that was meant for the step before.
    pub fn is_settled(&self, at: f64, (x, y): (i32, i32)) -> bool {
        let is_near = (x - self.tapped.0).abs() <= NEAR && (y - self.tapped.1).abs() <= NEAR;
        at - self.left_at >= if is_near { SETTLING_NEAR } else { SETTLING }
    }

    /// False for the second press of a double click.
    pub(super) fn is_meant(&self, at: f64) -> bool {
        at - self.left_at >= DOUBLE_PRESS
    }

    /// Chooses, and goes on after a moment if Back would undo that: the end of the quiz keeps its button, and so does a
    /// jump to a question left open. Only where one tap completes the answer.
    pub(super) fn tap(&mut self, step: usize, readings: Readings, place: (i32, i32), leads_on: bool) -> Vec<Command> {
        let is_complete = matches!(readings[..], [(_, Ok(Some(_)))]);
        let mut commands = self.change(step, readings);
        // Of one tap on a label some browsers make two clicks, the second of which may not know its place.
        if self.lingering.take().is_none() {
            self.tapped = place;
        }
        let leads_on =
            leads_on && is_complete && step == self.current && self.definition.questions[step].takes_one_tap();
        let route = self.route();
        if leads_on && self.next(&route).is_some_and(|next| self.position_of(&route).after == Some(next)) {
            self.taps = self.taps.wrapping_add(1);
            self.lingering = Some(self.taps);
            commands.push(Command::AutoAdvance { number: self.taps });
        }
        commands
    }
}
