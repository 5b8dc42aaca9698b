//! One page a file.

mod account;
mod delete_quiz;
mod home;
mod link;
mod new_quiz;
mod notice;
mod quiz;
mod quizzes;
mod sign_in;

pub use account::{AccountPage, SessionLine, account};
pub use delete_quiz::{DeleteQuizPage, delete_quiz};
pub use home::{NamespaceLine, NamespacesPage, namespaces};
pub use link::{LinkPage, link};
pub use new_quiz::{NewQuizFields, NewQuizPage, new_quiz};
pub use notice::{AdminNotice, admin_notice};
pub use quiz::{Opening, QuizPage, quiz};
pub use quizzes::{QuizLine, QuizzesPage, quizzes};
pub use sign_in::{SignInPage, sign_in};
