//! What the pages of a quiz have in common: its address, and the navigation above them.

use std::sync::Arc;

use app::admin::{NamespaceNav, QuizNav, QuizTab};
use domain::{NamespaceId, Quiz, QuizId};

use super::{
    super::state::Http,
    context::{namespace_nav, quiz_nav},
    visitor::Visitor,
};
use crate::service::{QuizPath, ServiceError};

/// The parts of the path of a quiz's page.
pub(super) type QuizIds = (NamespaceId, QuizId);

/// A quiz, and where a page of it stands.
pub(super) struct QuizHead {
    pub(super) namespace: NamespaceNav,
    pub(super) nav: QuizNav,
    pub(super) quiz: Arc<Quiz>,
}

pub(super) async fn quiz_head(http: &Http, visitor: &Visitor, path: &QuizPath) -> Result<QuizHead, ServiceError> {
    let namespace = namespace_nav(http, visitor, &path.namespace).await?;
    let (quiz, _) = http.service.quiz(&visitor.caller(), path).await?;
    Ok(QuizHead { nav: quiz_nav(&quiz), namespace, quiz })
}

pub(super) fn path_of((namespace, quiz): QuizIds) -> QuizPath {
    QuizPath { namespace, quiz }
}

/// The address of a page of a quiz.
pub(super) fn address(path: &QuizPath, tab: QuizTab) -> String {
    let part = match tab {
        QuizTab::Overview => "",
        QuizTab::Edit => "/edit",
        QuizTab::Share => "/share",
        QuizTab::Answers => "/answers",
        QuizTab::Insights => "/insights",
        QuizTab::Exports => "/exports",
    };
    format!("/admin/ns/{}/quizzes/{}{part}", path.namespace, path.quiz)
}
