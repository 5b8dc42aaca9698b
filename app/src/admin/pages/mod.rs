//! One page a file.

mod account;
mod home;
mod link;
mod notice;
mod quizzes;
mod sign_in;

pub use account::{AccountPage, SessionLine, account};
pub use home::{NamespaceLine, NamespacesPage, namespaces};
pub use link::{LinkPage, link};
pub use notice::{AdminNotice, admin_notice};
pub use quizzes::{QuizLine, QuizzesPage, quizzes};
pub use sign_in::{SignInPage, sign_in};
