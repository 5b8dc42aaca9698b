//! Respondents, and the identifiers that API clients use for their answers.

use std::fmt;

use crate::{AnonId, InvitedId, QuizKind, SessionId};

/// A respondent. The variant follows from the quiz's kind.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum UserId {
    Anonymous(AnonId),
    InApp(SessionId),
    Invited(InvitedId),
}

impl UserId {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Anonymous(id) => id.as_str(),
            Self::InApp(id) => id.as_str(),
            Self::Invited(id) => id.as_str(),
        }
    }

    /// Parses a user id of a quiz of this kind; `None` if the text has another form.
    pub fn parse(kind: QuizKind, text: &str) -> Option<Self> {
        match kind {
            QuizKind::Open => AnonId::parse(text).ok().map(Self::Anonymous),
            QuizKind::InApp => SessionId::parse(text).ok().map(Self::InApp),
            QuizKind::Invited => InvitedId::parse(text).ok().map(Self::Invited),
        }
    }

    pub fn kind(&self) -> QuizKind {
        match self {
            Self::Anonymous(_) => QuizKind::Open,
            Self::InApp(_) => QuizKind::InApp,
            Self::Invited(_) => QuizKind::Invited,
        }
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
