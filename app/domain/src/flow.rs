//! The order of questions and the next one to ask.

/// What the choice of the next question depends on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Standing {
    pub is_required: bool,
    pub is_answered: bool,
}

/// The question to show after the one at `index` was answered or skipped; `None` when it is time to submit.
///
/// The server and the browser both ask here. Questions follow in the quiz's order, and the last one leads to the first
/// required question that was left open. `is_catching_up` leaves out what lies between such questions.
pub fn next_question(questions: &[Standing], index: usize, is_catching_up: bool) -> Option<usize> {
    let following = Some(index + 1).filter(|next| !is_catching_up && *next < questions.len());
    following.or_else(|| questions.iter().position(|question| question.is_required && !question.is_answered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catching_up_passes_over_what_is_answered() {
        let required = |is_answered| Standing { is_required: true, is_answered };
        let questions = [required(true), required(false), required(true), required(false)];
        assert_eq!(next_question(&questions, 0, false), Some(1));
        assert_eq!(next_question(&questions, 1, true), Some(1), "it is still open");
        let questions = [required(true), required(true), required(true), required(false)];
        assert_eq!(next_question(&questions, 1, false), Some(2));
        assert_eq!(next_question(&questions, 1, true), Some(3));
        assert_eq!(next_question(&[required(true)], 0, true), None);
    }
}
