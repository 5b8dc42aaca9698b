//! The API's bodies, as callers see them.

mod about;
mod answers;
mod audit;
mod error;
mod export;
mod insights;
mod invitation;
mod key;
mod member;
pub mod names;
mod namespace;
mod page;
mod public_quiz;
mod quiz;
mod quiz_input;
mod respondent;
mod responses;
mod text;

pub use about::{AboutBody, HelpBody, PublicAbout, PublicHelp};
pub use answers::{ActivityDate, Answered, AnswersBody, RecommendationCard, RecommendationsType};
pub use audit::{ActorBody, AuditBody};
pub use error::{ErrorBody, ErrorDetail};
pub use export::ExportBody;
pub use insights::{
    BandCounts, CategoryScores, DayBody, DistributionBody, InsightsBody, LanguageBody, OptionFigures, QuestionFigures,
    StopBody, StopsBody,
};
pub use invitation::InvitationBody;
pub use key::{KeyBody, KeyList, NewKey, NewKeyBody, Revoked};
pub use member::{MemberBody, MemberLink, MemberList, Removed, SetMember};
pub use namespace::{NamespaceBody, NewNamespace};
pub use page::{AnswersPage, AuditPage, InvitationPage, NamespacePage, PageBody, QuizPage};
pub use public_quiz::{PublicOption, PublicQuestion, PublicQuiz};
pub use quiz::{OptionBody, QuestionBody, QuizBody, Responses};
pub use quiz_input::{ChangeQuiz, CreateQuiz, NewOption, NewQuestion};
pub use respondent::{AnswerValue, InitQuiz, Invitations, Invited, InvitedBody, InviteeBody, PostAnswer, Submit};
pub use responses::{AdminErrors, AnsweringErrors, ReadingErrors};
pub use text::LocalizedText;
