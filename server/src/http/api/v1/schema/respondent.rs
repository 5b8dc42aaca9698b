//! Bodies of the operations that a respondent's client calls, and of invitations.

use std::collections::BTreeMap;

use domain::{AnswerRef, Language, OptionId, QuestionId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;
use crate::{
    http::error::ApiError,
    service::{Extras, Invitee, Malformed, Respondent},
};

/// Begins. Of `anon_id` and `sessionId`, the one that the quiz takes; neither where the path names the user.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InitQuiz {
    /// From genId. Also accepted as `anonymousUserId`.
    #[serde(rename = "anon_id", alias = "anonymousUserId")]
    #[schema(value_type = Option<names::AnonId>)]
    pub anon_id: Option<String>,
    #[schema(value_type = Option<names::SessionId>)]
    pub session_id: Option<String>,
    #[schema(value_type = Option<names::Language>)]
    pub language: Option<Language>,
    /// Also accepted as `customParams`.
    #[serde(alias = "customParams")]
    #[schema(value_type = Option<names::CustomData>)]
    pub custom_data: Option<String>,
    /// Begins a new attempt after a submission, where the quiz allows it and its time has come.
    #[serde(default)]
    #[schema(required = false)]
    pub retake: bool,
}

/// The answer to one question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PostAnswer {
    /// From genId. Also accepted as `anonymousUserId`.
    #[serde(rename = "anon_id", alias = "anonymousUserId")]
    #[schema(value_type = Option<names::AnonId>)]
    pub anon_id: Option<String>,
    #[schema(value_type = Option<names::SessionId>)]
    pub session_id: Option<String>,
    #[schema(value_type = names::QuestionId, example = "fhn1")]
    pub question_id: String,
    pub answer: AnswerValue,
    #[schema(value_type = Option<names::Language>)]
    pub language: Option<Language>,
    /// Also accepted as `customParams`.
    #[serde(alias = "customParams")]
    #[schema(value_type = Option<names::CustomData>)]
    pub custom_data: Option<String>,
}

/// Submits, after applying `answers`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Submit {
    /// From genId. Also accepted as `anonymousUserId`.
    #[serde(rename = "anon_id", alias = "anonymousUserId")]
    #[schema(value_type = Option<names::AnonId>)]
    pub anon_id: Option<String>,
    #[schema(value_type = Option<names::SessionId>)]
    pub session_id: Option<String>,
    /// By question id.
    #[schema(value_type = Option<BTreeMap<names::QuestionId, AnswerValue>>)]
    pub answers: Option<BTreeMap<String, AnswerValue>>,
    #[schema(value_type = Option<names::Language>)]
    pub language: Option<Language>,
    /// Also accepted as `customParams`.
    #[serde(alias = "customParams")]
    #[schema(value_type = Option<names::CustomData>)]
    pub custom_data: Option<String>,
}

/// An option: its id, or its code as a number.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "the UUID of an option, or its code as a number")]
pub enum AnswerValue {
    #[schema(value_type = names::OptionId)]
    Id(String),
    Code(u32),
}

impl AnswerValue {
    pub(in crate::http) fn parse(&self) -> Result<AnswerRef, ApiError> {
        match self {
            Self::Code(code) => Ok(AnswerRef::Code(*code)),
            Self::Id(text) => {
                OptionId::parse(&text.to_ascii_lowercase()).map(AnswerRef::Option).map_err(|_| Malformed::Answer.into())
            }
        }
    }
}

pub(in crate::http) fn parse_question(text: &str) -> Result<QuestionId, ApiError> {
    Ok(QuestionId::parse(text)?)
}

impl InitQuiz {
    pub(in crate::http) fn split(self) -> (Respondent, Extras) {
        let who = Respondent::Body { anon_id: self.anon_id, session_id: self.session_id };
        (who, Extras { language: self.language, custom_data: self.custom_data })
    }
}

impl PostAnswer {
    pub(in crate::http) fn who(&self) -> Respondent {
        Respondent::Body { anon_id: self.anon_id.clone(), session_id: self.session_id.clone() }
    }

    pub(in crate::http) fn read(self) -> Result<(QuestionId, AnswerRef, Extras), ApiError> {
        let question = parse_question(&self.question_id)?;
        let answer = self.answer.parse()?;
        Ok((question, answer, Extras { language: self.language, custom_data: self.custom_data }))
    }
}

impl Submit {
    pub(in crate::http) fn who(&self) -> Respondent {
        Respondent::Body { anon_id: self.anon_id.clone(), session_id: self.session_id.clone() }
    }

    pub(in crate::http) fn read(self) -> Result<(BTreeMap<QuestionId, AnswerRef>, Extras), ApiError> {
        let mut answers = BTreeMap::new();
        for (question, answer) in self.answers.unwrap_or_default() {
            answers.insert(parse_question(&question)?, answer.parse()?);
        }
        Ok((answers, Extras { language: self.language, custom_data: self.custom_data }))
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitations {
    #[schema(min_items = 1, max_items = 1000)]
    pub users: Vec<InviteeBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteeBody {
    #[schema(max_length = 200)]
    pub name: Option<String>,
    #[schema(max_length = 200)]
    pub email: Option<String>,
    #[schema(value_type = Option<names::CustomData>)]
    pub custom_data: Option<String>,
}

impl From<InviteeBody> for Invitee {
    fn from(body: InviteeBody) -> Self {
        Self { name: body.name, email: body.email, custom_data: body.custom_data }
    }
}

/// In the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invited {
    pub users: Vec<InvitedBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedBody {
    #[schema(format = "uuid")]
    pub id: String,
    /// The page where this person answers.
    pub link: String,
}
