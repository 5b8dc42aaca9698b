//! Taps and presses: which of them count, and which lead on.

use super::{Command, Readings, Stepper};

/// Presses closer together than this, in milliseconds, count as one unless an option was chosen in between: the second
/// press of a double click would hit the next question.
const DOUBLE_PRESS: f64 = 400.0;

/// A tap sooner than this after a step appears, in milliseconds, was meant for the previous step: reading takes longer.
const SETTLING: f64 = 250.0;

/// The same for a tap at the position of the one that led on, where the respondent may still be waiting for its effect.
const SETTLING_NEAR: f64 = 600.0;

/// Pixels in each direction within which positions count as equal.
const NEAR: i32 = 24;

impl Stepper {
    /// False for a tap that was meant for the previous step.
    pub fn is_settled(&self, at: f64, (x, y): (i32, i32)) -> bool {
        let is_near = (x - self.tapped.0).abs() <= NEAR && (y - self.tapped.1).abs() <= NEAR;
        at - self.left_at >= if is_near { SETTLING_NEAR } else { SETTLING }
    }

    /// False for the second press of a double click.
    pub(super) fn is_meant(&self, at: f64) -> bool {
        at - self.left_at >= DOUBLE_PRESS
    }

    /// Chooses an option and moves on after a delay, if one tap completes the answer and Back can undo the move. The
    /// end of the quiz and a jump to an open question keep their button.
    pub(super) fn tap(&mut self, step: usize, readings: Readings, place: (i32, i32), leads_on: bool) -> Vec<Command> {
        let is_complete = matches!(readings[..], [(_, Ok(Some(_)))]);
        let mut commands = self.change(step, readings);
        // For one tap on a label, some browsers fire two clicks, the second of which may have no position.
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
