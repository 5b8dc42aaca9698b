//! Fields of people: where their values come from when an attempt begins.

use std::collections::BTreeMap;

use domain::{
    AnswersRecord, FieldError, FieldInput, FieldValues, Invalid, Path, PersonField, Quiz, QuizChange, UserId,
};

use super::{Caller, Extras, Forbidden, QuizPath, Service, ServiceError, signed_sessions::SignedSession};
use crate::store::Invitation;

/// What vouches for a respondent.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// An invitation, whose custom data is the administrator's.
    Invitation(&'a Invitation),
    /// The application that signed the session.
    Session(&'a SignedSession),
    /// Nothing: custom data may be the respondent's own words.
    Nothing,
}

impl<'a> Source<'a> {
    pub(super) fn of(invitation: Option<&'a Invitation>, session: Option<&'a SignedSession>) -> Self {
        match (invitation, session) {
            (Some(invitation), _) => Self::Invitation(invitation),
            (None, Some(session)) => Self::Session(session),
            (None, None) => Self::Nothing,
        }
    }
}

/// The fields that an attempt begins with. `custom_data` is that of the request. Fails if a session has fields that the
/// quiz does not declare.
pub(super) fn fields_at_begin(
    quiz: &Quiz,
    source: Source<'_>,
    custom_data: Option<&str>,
) -> Result<FieldValues, ServiceError> {
    let declared = &quiz.settings.fields;
    let mut fields = match source {
        Source::Invitation(invitation) => invitation.fields.declared_only(declared),
        Source::Session(session) => of_session(session, declared)?.unwrap_or_default(),
        Source::Nothing => FieldValues::default(),
    };
    let (own, is_unsigned) = match source {
        Source::Invitation(Invitation { custom_data: Some(own), .. }) => (Some(own.as_str()), false),
        Source::Session(_) => (custom_data, false),
        Source::Invitation(_) | Source::Nothing => (custom_data, true),
    };
    if let Some(own) = own {
        fill_from_custom_data(&mut fields, declared, own, is_unsigned);
    }
    Ok(fields)
}

fn of_session(session: &SignedSession, declared: &[PersonField]) -> Result<Option<FieldValues>, ServiceError> {
    let Some(given) = &session.fields else { return Ok(None) };
    let wrong = |errors: Vec<FieldError>| Forbidden::SessionPayload(Invalid(errors).to_string().into());
    Ok(Some(FieldValues::of(declared, given, &Path::from("fields")).map_err(wrong)?))
}

/// Fills the fields that may come from custom data and have no value. Custom data of another form, and values that a
/// field does not take, fill none.
fn fill_from_custom_data(fields: &mut FieldValues, declared: &[PersonField], custom_data: &str, is_unsigned: bool) {
    let taking: Vec<&PersonField> = declared.iter().filter(|field| field.from_custom_data).collect();
    if taking.is_empty() {
        return;
    }
    let mut given = in_custom_data(custom_data);
    for field in taking {
        let value = match given.remove(field.id.as_str()) {
            Some(FieldInput::Text(text)) => field.read(&text),
            Some(other) => field.check(&other),
            None => continue,
        };
        if let Ok(Some(value)) = value {
            fields.fill(&field.id, value, is_unsigned);
        }
    }
}

/// `a=b&c=d`, or a JSON object.
fn in_custom_data(text: &str) -> BTreeMap<String, FieldInput> {
    let text = text.trim();
    if text.starts_with('{') {
        return serde_json::from_str(text).unwrap_or_default();
    }
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(text).unwrap_or_default();
    pairs.into_iter().map(|(name, value)| (name, FieldInput::Text(value))).collect()
}

impl Service {
    /// Declares further fields of a quiz, but for those whose ids it has.
    pub async fn declare_fields(
        &self,
        caller: &Caller,
        path: &QuizPath,
        new: Vec<PersonField>,
    ) -> Result<(), ServiceError> {
        self.change_fields(caller, path, move |fields| {
            for field in &new {
                if !fields.iter().any(|known| known.id == field.id) {
                    fields.push(field.clone());
                }
            }
        })
        .await
    }

    /// Changes the fields that a quiz declares, as they are stored.
    pub async fn change_fields(
        &self,
        caller: &Caller,
        path: &QuizPath,
        change: impl Fn(&mut Vec<PersonField>) + Send + Sync + 'static,
    ) -> Result<(), ServiceError> {
        let change = move |old: &Quiz| {
            let mut fields = old.settings.fields.clone();
            change(&mut fields);
            let is_changed = fields != old.settings.fields;
            Ok(is_changed.then(|| QuizChange { fields: Some(fields), ..QuizChange::default() }))
        };
        self.change_quiz_by(caller, path, None, change).await.map(drop)
    }

    /// The fields that the attempt after `last` begins with: those of an invitation or a session that has some, else those
    /// of the attempt before, as nothing vouches for others.
    pub(super) async fn fields_of_retake(
        &self,
        quiz: &Quiz,
        last: &AnswersRecord,
        session: Option<&SignedSession>,
        extras: &Extras,
    ) -> Result<FieldValues, ServiceError> {
        // One that has expired still opens the record, but may be older than the attempt before.
        let session = session.filter(|session| session.fields.is_some() && !session.is_expired());
        let declared = &quiz.settings.fields;
        if declared.is_empty() && session.is_none() {
            return Ok(FieldValues::default());
        }
        let invitation = match &last.user {
            UserId::Invited(id) => self.store.invitation(&quiz.id, id).await?,
            _ => None,
        };
        let (kept, given) = (last.custom_data.as_deref(), extras.custom_data.as_deref());
        let mut fields = match (&invitation, session) {
            // The record keeps the custom data that it has.
            (Some(invitation), _) => fields_at_begin(quiz, Source::Invitation(invitation), kept.or(given))?,
            (None, Some(session)) => fields_at_begin(quiz, Source::Session(session), given)?,
            (None, None) => last.fields.declared_only(declared),
        };
        if let (None, Some(custom_data)) = (&invitation, kept.or(given)) {
            let is_unsigned = session.is_none() || last.fields.unsigned().next().is_some();
            fill_from_custom_data(&mut fields, declared, custom_data, is_unsigned);
        }
        Ok(fields)
    }
}
