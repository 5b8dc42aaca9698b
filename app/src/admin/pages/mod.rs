//! One page a file.

mod account;
mod audit;
mod audit_words;
mod confirmation;
mod delete_quiz;
mod example;
mod exports;
mod home;
mod invitations;
mod keys;
mod link;
mod members;
mod new_quiz;
mod notice;
mod quiz;
mod quizzes;
mod share;
mod sign_in;

pub use account::{AccountPage, SessionLine, account};
pub use audit::{AuditCheckShown, AuditFilterShown, AuditLine, AuditPage, audit};
pub use confirmation::{Confirmation, Place, confirmation};
pub use delete_quiz::{DeleteQuizPage, delete_quiz};
pub use example::{ExamplePage, example};
pub use exports::{ExportLine, ExportProgress, ExportsPage, exports};
pub use home::{NamespaceLine, NamespacesPage, namespaces};
pub use invitations::{InvitationLine, InvitationsPart, LineProblem};
pub use keys::{KeyLine, KeysPage, keys};
pub use link::{LinkPage, link};
pub use members::{MemberLine, MembersPage, NewLink, members};
pub use new_quiz::{NewQuizFields, NewQuizPage, new_quiz};
pub use notice::{AdminNotice, admin_notice};
pub use quiz::{Opening, QuizPage, quiz};
pub use quizzes::{QuizLine, QuizzesPage, quizzes};
pub use share::{InAppPart, SharePage, ShareWay, share};
pub use sign_in::{SignInPage, sign_in};
