//! Inviting people to a quiz.

use std::collections::{BTreeMap, HashSet};

use domain::{
    FieldCode, FieldError, FieldInput, FieldValues, Invalid, InvitedId, Language, Measure, Path, Permission,
    PersonField, Quiz, QuizKind, Timestamp,
};

use super::{
    Caller, Conflict, Idempotency, Idempotent, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    quotas::require_room,
    rights::Right,
};
use crate::{
    SearchText, clock, random,
    store::{
        AuditAction, Invitation, InvitationCounts, InvitationFilter, InvitationGroup, InvitationSearch,
        InvitationState, Mailed, Page,
    },
};

/// Maximum number of people per call. A longer list is sent in batches.
const AT_ONCE: usize = 1000;

/// A person to invite. All texts are for the administrator's own use, up to 200 and 512 characters.
#[derive(Clone, Debug, Default)]
pub struct Invitee {
    pub name: Option<String>,
    pub email: Option<String>,
    pub custom_data: Option<String>,
    /// As given; checked where the person is invited.
    pub fields: BTreeMap<String, FieldInput>,
    pub language: Option<Language>,
}

impl Service {
    /// Stores all of the invitations or none.
    pub async fn invite(
        &self,
        caller: &Caller,
        path: &QuizPath,
        people: Vec<Invitee>,
    ) -> Result<Vec<Invitation>, ServiceError> {
        self.invite_once(caller, path, people, None).await?.made()
    }

    /// Like [`invite`](Self::invite), for an idempotent request.
    pub async fn invite_once(
        &self,
        caller: &Caller,
        path: &QuizPath,
        people: Vec<Invitee>,
        once: Option<Idempotency<Vec<Invitation>>>,
    ) -> Result<Idempotent<Vec<Invitation>>, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        require_invited(&target.known)?;
        check_invitees(&people)?;
        let fields = fields_of(&people, &target.known.settings.fields)?;
        // Lists begin with the newest. The first of those invited together must come before the others.
        let first = clock::now().nanoseconds();
        let invitations: Vec<Invitation> = (0..)
            .zip(people.into_iter().zip(fields))
            .map(|(number, (person, fields))| Invitation {
                id: random::invited_id(),
                quiz_id: path.quiz.clone(),
                name: person.name,
                email: person.email,
                custom_data: person.custom_data,
                fields,
                created_at: Timestamp::from_nanoseconds(first - number),
                revoked_at: None,
                language: person.language,
                mailed: Mailed::default(),
            })
            .collect();
        let events = self.invitation_events(&path.namespace, &invitations, Timestamp::from_nanoseconds(first));
        let quota = self.quota;
        self.transact_once(caller, target.right(), path.scope(), once, move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                require_invited(&quiz)?;
                tx.add_invitations(&invitations).await?;
                if quiz.settings.series.is_some() {
                    let users: Vec<&str> = invitations.iter().map(|invitation| invitation.id.as_str()).collect();
                    tx.enrol(&quiz.id, &users, clock::now()).await?;
                }
                tx.add_events(&events).await?;
                require_room(tx, &caller, quota, &quiz.namespace_id, &[Measure::Bytes]).await?;
                let draft = AuditDraft::of_quiz(AuditAction::InviteUsers, &target.path);
                record_audit(tx, &caller, draft.with(format!("{} people", invitations.len()))).await?;
                Ok(invitations)
            })
        })
        .await
    }

    /// Returns the invited people of a group or of all, newest first, with their progress. `search` matches name,
    /// address, custom data and, for callers who may see it, the id.
    pub async fn invitations(
        &self,
        caller: &Caller,
        path: &QuizPath,
        search: &str,
        group: Option<InvitationGroup>,
        page: Page<(Timestamp, InvitedId)>,
    ) -> Result<Vec<(Invitation, InvitationState)>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let is_in_ids = caller.sees_ids(&path.namespace);
        let text = Some(SearchText::new(search.trim())).filter(|text| !text.is_empty());
        let search = text.map(|text| InvitationSearch { text, is_in_ids });
        Ok(self.store.invitations(&quiz.id, &InvitationFilter { search, group }, page).await?)
    }

    /// Returns those of these e-mail addresses that are already invited, in lower case.
    pub async fn invited_already(
        &self,
        caller: &Caller,
        path: &QuizPath,
        addresses: Vec<String>,
    ) -> Result<HashSet<String>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let addresses = addresses.iter().map(|address| address.to_lowercase()).collect();
        Ok(self.store.invited_addresses(&quiz.id, &addresses).await?)
    }

    pub async fn invitation_counts(&self, caller: &Caller, path: &QuizPath) -> Result<InvitationCounts, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.invitation_counts(&quiz.id).await?)
    }

    pub async fn invitation(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<Invitation, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let id = InvitedId::parse(id).map_err(|_| Missing::User)?;
        Ok(self.store.invitation(&quiz.id, &id).await?.ok_or(Missing::User)?)
    }

    /// Records that the caller downloads the list of invited people, including the links.
    pub async fn begin_list_of_links(&self, caller: &Caller, path: &QuizPath) -> Result<(), ServiceError> {
        caller.require(Permission::Export, &path.namespace)?;
        self.read_quiz(path).await?;
        self.record_audit(
            caller,
            Right::Quiz(Permission::Export, path.namespace.clone()),
            AuditDraft::of_quiz(AuditAction::ListLinks, path),
        )
        .await
    }
}

pub(super) fn require_invited(quiz: &Quiz) -> Result<(), ServiceError> {
    if quiz.kind == QuizKind::Invited { Ok(()) } else { Err(Conflict::NoInvitedUsers.into()) }
}

/// Fails if a text is too long, or there are no or too many people.
pub fn check_invitees(people: &[Invitee]) -> Result<(), Invalid> {
    if people.is_empty() {
        return Err(Invalid::one("users", FieldCode::TooFew { min: 1, max: AT_ONCE }));
    }
    if people.len() > AT_ONCE {
        return Err(Invalid::one("users", FieldCode::TooMany { min: 1, max: AT_ONCE }));
    }
    let mut errors = Vec::new();
    for (index, person) in people.iter().enumerate() {
        let fields =
            [("name", &person.name, 200), ("email", &person.email, 200), ("customData", &person.custom_data, 512)];
        for (field, text, max) in fields {
            if let Some(code) = text.as_ref().and_then(|text| FieldCode::of_text(text, max)) {
                errors.push(FieldError::new(Path::from("users").item(index).field(field), code));
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Invalid(errors)) }
}

/// The fields of each person, in their order.
fn fields_of(people: &[Invitee], declared: &[PersonField]) -> Result<Vec<FieldValues>, Invalid> {
    let (mut found, mut errors) = (Vec::with_capacity(people.len()), Vec::new());
    for (index, person) in people.iter().enumerate() {
        let path = Path::from("users").item(index).field("fields");
        match FieldValues::of(declared, &person.fields, &path) {
            Ok(fields) => found.push(fields),
            Err(wrong) => errors.extend(wrong),
        }
    }
    if errors.is_empty() { Ok(found) } else { Err(Invalid(errors)) }
}
