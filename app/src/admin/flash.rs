//! Flash messages, shown once after a form was submitted.

use serde::{Deserialize, Serialize};

/// Addresses carry the variant, never the text, so a forged link cannot put words into the dashboard.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flash {
    Password,
    TimeZone,
    FactorOff,
    SignedOut,
    SignedOutEverywhere,
    Namespace,
    ClockConfirmed,
    Made,
    Opened,
    Closed,
    Dates,
    Duplicated,
    Saved,
    SavedVersion,
    SavedOpened,
    Discarded,
    Rescored,
    Deleted,
    Joined,
    Declined,
    Withdrawn,
    Role,
    MemberRemoved,
    MemberSignedOut,
    Left,
    KeyRevoked,
    WebhookChanged,
    WebhookDeleted,
    SendingAgain,
    NothingToSend,
    OutgoingReleased,
    OutgoingDropped,
    Invited,
    Uninvited,
    LinkRevoked,
    LinkRestored,
    LinkRenewed,
    LinkKept,
    MailQueued,
    MailTried,
    MailText,
    MailCancelled,
    Export,
    ExportRunning,
    ExportCancelled,
    ExportEnded,
    Erased,
    ErasedSeveral,
    NothingChosen,
    ViewSaved,
    ViewDeleted,
    Retention,
    Setting,
    FactorNeeded,
    ReportEnded,
    ReportPublished,
    ReportCounting,
    ReportTooEarly,
    PictureAdded,
    PictureDeleted,
}

impl Flash {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Password => "The password is changed. Other browsers are signed out.",
            Self::TimeZone => "Dates and times of the dashboard are in your time zone now.",
            Self::FactorOff => "Two-factor authentication is off.",
            Self::SignedOut => "That browser is signed out.",
            Self::SignedOutEverywhere => "All other browsers are signed out.",
            Self::Namespace => "Namespace created.",
            Self::ClockConfirmed => "The clock is confirmed. What is past its time is erased again.",
            Self::Made => "Quiz created. It is a draft until you open it.",
            Self::Opened => "Quiz is open.",
            Self::Closed => "The quiz is closed.",
            Self::Dates => "The dates are saved.",
            Self::Duplicated => {
                "Quiz duplicated. The copy is a draft without opening dates, invited people, schedules, reports and saved views. If sessions of the original are signed, make a secret for the copy under Share."
            }
            Self::Saved => "Changes published.",
            Self::SavedVersion => {
                "Published as a new version. New respondents get it; others finish the version they started."
            }
            Self::SavedOpened => "Changes published. Quiz is open.",
            Self::Discarded => "Changes discarded. History can bring them back.",
            Self::Rescored => "The responses have the scores of the current version.",
            Self::Deleted => "The quiz is deleted, with all answers.",
            Self::Joined => "You are a member of this namespace now.",
            Self::Declined => "The offer is declined.",
            Self::Withdrawn => "The offer is withdrawn. Its link no longer works.",
            Self::Role => "The role is changed.",
            Self::MemberRemoved => "The person is removed.",
            Self::MemberSignedOut => "The person is signed out in all browsers.",
            Self::Left => "You are no longer a member of that namespace.",
            Self::KeyRevoked => "The key is revoked.",
            Self::WebhookChanged => "The webhook is changed.",
            Self::WebhookDeleted => "The webhook is deleted, with the list of what was sent to it.",
            Self::SendingAgain => "Sent again. Load this page again in a moment to see what came of it.",
            Self::NothingToSend => "Nothing was sent: no event since then has failed or is held.",
            Self::OutgoingReleased => "What was held is being sent.",
            Self::OutgoingDropped => "What was held is given up. It stays in the lists as failed.",
            Self::Invited => "Invitations created. Send the links by mail, or yourself.",
            Self::MailQueued => "The messages are on their way. See Messages for what becomes of them.",
            Self::MailTried => "The words are saved, and one message is on its way to you.",
            Self::MailText => "The words are saved.",
            Self::MailCancelled => "What waited is cancelled.",
            Self::LinkRevoked => "The link is revoked.",
            Self::LinkRestored => "The link works again.",
            Self::LinkRenewed => {
                "The link is replaced. Messages that wait have the new one; otherwise send it yourself."
            }
            Self::LinkKept => "The link is unchanged: this person has started, and the answers are kept under it.",
            Self::Uninvited => "The person is removed, with all answers.",
            Self::Export => "The export is under way. The file is downloaded once it is ready.",
            Self::ExportRunning => "An export of this quiz is under way already.",
            Self::ExportCancelled => "The export is cancelled.",
            Self::ExportEnded => "That export had ended already.",
            Self::Erased => "The person is erased, with all answers.",
            Self::ErasedSeveral => "The people are erased, with all answers.",
            Self::NothingChosen => "Nothing was done: select rows first.",
            Self::ViewSaved => "The view is saved for all who see the answers.",
            Self::ViewDeleted => "The view is deleted.",
            Self::Retention => "The rule is saved.",
            Self::ReportEnded => "The report is ended. Its link opens nothing any more.",
            Self::ReportPublished => "The figures are published.",
            Self::ReportCounting => "The answers are being counted. The figures are published when that is done.",
            Self::ReportTooEarly => {
                "Nothing was published: there are no answers yet that these figures could take up. Try again later."
            }
            Self::PictureAdded => "The picture is added.",
            Self::PictureDeleted => "The picture is deleted.",
            Self::Setting => "The setting is saved.",
            Self::FactorNeeded => "That namespace requires two-factor authentication. Set it up below, then go on.",
        }
    }
}
