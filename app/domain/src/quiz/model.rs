//! A quiz with its settings, state and current version.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    About, Colour, Definition, Language, NamespaceId, PersonField, QuizId, Rendition, Retention, RetryAfter, Series,
    Text, TimeZoneName, Timestamp, named,
};

named! {
    /// Anyone under an `anon_id`, users of another application, or people with an invitation.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum QuizKind {
        /// Anyone, under an anonymous id.
        Open => "open",
        /// The users of another application, under its session ids.
        InApp => "inapp",
        /// People invited by an administrator.
        Invited => "invited",
    }
}

named! {
    /// Only an open quiz takes answers.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum QuizStatus {
        Draft => "draft",
        Open => "open",
        Closed => "closed",
    }
}

impl QuizStatus {
    /// The effective status at this moment, given the opening and closing date.
    pub fn between(self, opens_at: Option<Timestamp>, closes_at: Option<Timestamp>, now: Timestamp) -> Self {
        match self {
            Self::Open if closes_at.is_some_and(|end| end <= now) => Self::Closed,
            Self::Open if opens_at.is_some_and(|start| now < start) => Self::Draft,
            status => status,
        }
    }
}

/// Properties that change without a new version.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Settings {
    /// 1 to 200 characters in each language.
    pub name: Text,
    pub description: Option<Text>,
    pub primary_colour: Option<Colour>,
    pub opens_at: Option<Timestamp>,
    pub closes_at: Option<Timestamp>,
    /// Respondents who began before closing may finish within [`Settings::GRACE`]. False for quizzes of earlier
    /// releases.
    #[serde(default)]
    pub closing_grace: bool,
    /// Determines day boundaries for retakes and for figures by day. UTC for quizzes of earlier releases.
    #[serde(default, skip_serializing_if = "TimeZoneName::is_utc")]
    pub time_zone: TimeZoneName,
    /// The time after which the quiz may be retaken; `None` if it is taken once.
    pub retry_after: Option<RetryAfter>,
    /// The plan by which each person answers it again; excludes `retry_after`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
    /// True once the quiz has had a series: there may be occasions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub had_series: bool,
    /// Respondents of an open quiz may erase their own records. False for quizzes of earlier releases.
    #[serde(default)]
    pub respondents_may_erase: bool,
    /// Respondents may have a link to their result sent to them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub result_by_mail: bool,
    /// Respondents see their results over time beside the latest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show_progress: bool,
    /// Origins whose pages may embed the quiz, such as `https://bank.example`.
    pub allowed_origins: Vec<String>,
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub about: About,
    /// What the quiz knows of people beside their answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<PersonField>,
    /// The status set by the administrator; [`Quiz::status`] is the effective one.
    pub status: QuizStatus,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quiz {
    pub id: QuizId,
    pub namespace_id: NamespaceId,
    pub kind: QuizKind,
    pub settings: Settings,
    /// Counts from 1. A change of the questions creates the next version.
    pub version: u32,
    pub definition: Arc<Definition>,
    /// From its namespace.
    pub retention: Retention,
    /// Set if sessions of another application have to be signed.
    pub session_secret: Option<SessionSecret>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The secret that an application signs sessions with, encrypted by the service.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SessionSecret(Vec<u8>);

impl SessionSecret {
    pub fn new(sealed: Vec<u8>) -> Self {
        Self(sealed)
    }

    pub fn sealed(&self) -> &[u8] {
        &self.0
    }
}

impl QuizKind {
    /// The kind named by two flags of the API; `None` if both are set.
    pub fn from_flags(anonymous: bool, inapp: bool) -> Option<Self> {
        match (anonymous, inapp) {
            (true, false) => Some(Self::Open),
            (false, true) => Some(Self::InApp),
            (false, false) => Some(Self::Invited),
            (true, true) => None,
        }
    }

    pub fn is_anonymous(self) -> bool {
        self == Self::Open
    }

    pub fn is_inapp(self) -> bool {
        self == Self::InApp
    }
}

impl Settings {
    /// Seconds after `closes_at`.
    pub const GRACE: i64 = 10 * 60;

    /// The state at this moment: an open quiz is a draft before `opens_at` and closed from `closes_at` on.
    pub fn status_at(&self, now: Timestamp) -> QuizStatus {
        self.status.between(self.opens_at, self.closes_at, now)
    }

    /// The first moment after `after` at which a date opens or closes the quiz.
    pub fn next_date(&self, after: Timestamp) -> Option<Timestamp> {
        let dates = [self.opens_at, self.closes_at].into_iter().flatten();
        dates.filter(|date| self.status == QuizStatus::Open && after < *date).min()
    }

    /// As [`Self::status_at`], for respondents who have begun.
    pub fn status_for_begun(&self, now: Timestamp) -> QuizStatus {
        let grace = if self.closing_grace { Self::GRACE } else { 0 };
        self.status.between(self.opens_at, self.closes_at.map(|end| end.later_by(grace)), now)
    }
}

impl Quiz {
    /// The name in the default language, as administrators see it.
    pub fn name(&self) -> &str {
        self.name_in(self.definition.language)
    }

    pub fn name_in(&self, language: Language) -> &str {
        self.settings.name.in_language(language, self.definition.language)
    }

    /// The name for readers of `language`, with its own language.
    pub fn rendition_of_name(&self, language: Language) -> Rendition {
        self.settings.name.rendition(language, self.definition.language)
    }

    pub fn status(&self, now: Timestamp) -> QuizStatus {
        self.settings.status_at(now)
    }
}
