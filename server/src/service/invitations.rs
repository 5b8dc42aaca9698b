//! Inviting people to a quiz.

use domain::{FieldError, Invalid, Permission, QuizKind};

use super::{Caller, QuizPath, Service, ServiceError, audit::Deed};
use crate::{clock, random, store::Invitation};

/// People in one call; a longer list is sent in pieces.
const AT_ONCE: usize = 1000;

/// Somebody to invite; all fields are for the administrator's own use, up to 200 and 512 characters.
#[derive(Clone, Debug, Default)]
pub struct Invitee {
    pub name: Option<String>,
    pub email: Option<String>,
    pub custom_data: Option<String>,
}

impl Service {
    /// Stores all of the invitations or none.
    ///
    /// # Errors
    /// When the caller may not, the quiz is not there or not for invited people, or an entry is too long.
    pub async fn invite(
        &self,
        caller: &Caller,
        path: &QuizPath,
        people: Vec<Invitee>,
    ) -> Result<Vec<Invitation>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        if quiz.kind != QuizKind::Invited {
            return Err(ServiceError::Conflict("quiz does not take invited users".to_owned()));
        }
        check(&people)?;
        let now = clock::now();
        let invitations: Vec<Invitation> = people
            .into_iter()
            .map(|person| Invitation {
                id: random::invited_id(),
                quiz_id: quiz.id.clone(),
                name: person.name,
                email: person.email,
                custom_data: person.custom_data,
                created_at: now,
            })
            .collect();
        self.write_down(caller, Deed::of_quiz("users.invite", path).with(format!("{} people", invitations.len())))
            .await?;
        self.store.add_invitations(invitations.clone()).await?;
        Ok(invitations)
    }
}

fn check(people: &[Invitee]) -> Result<(), Invalid> {
    if people.is_empty() || people.len() > AT_ONCE {
        return Err(Invalid::one("users", "must hold 1 to 1000 people"));
    }
    let mut errors = Vec::new();
    for (index, person) in people.iter().enumerate() {
        let fields =
            [("name", &person.name, 200), ("email", &person.email, 200), ("customData", &person.custom_data, 512)];
        for (field, text, max) in fields {
            if text.as_ref().is_some_and(|text| text.chars().count() > max || text.contains('\0')) {
                let message = format!("must be at most {max} characters, without U+0000");
                errors.push(FieldError::new(format!("users[{index}].{field}"), message));
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Invalid(errors)) }
}
