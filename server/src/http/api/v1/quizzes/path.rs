//! The parts of the path that name a namespace and a quiz.

use domain::{NamespaceId, QuizId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::super::schema::names;
use crate::service::QuizPath;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct NamespaceParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    pub(crate) namespace_id: NamespaceId,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct QuizParams {
    #[param(value_type = names::NamespaceId, inline, example = "demo")]
    namespace_id: NamespaceId,
    #[param(value_type = names::QuizId, inline, example = "0000000000000000")]
    quiz_id: QuizId,
}

impl From<QuizParams> for QuizPath {
    fn from(params: QuizParams) -> Self {
        Self { namespace: params.namespace_id, quiz: params.quiz_id }
    }
}
