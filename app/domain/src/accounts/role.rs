//! Roles of administrators in a namespace and the permissions they include.

use crate::named;

named! {
    /// A member's role in a namespace. Each role includes the ones before it.
    #[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
    pub enum Role {
        /// Reads quizzes and answers.
        Viewer => "viewer",
        /// Creates and changes quizzes, invites and erases respondents, exports answers.
        Editor => "editor",
        /// Also manages API keys, members and the audit log.
        Owner => "owner",
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Permission {
    Read,
    Export,
    Edit,
    Manage,
}

impl Role {
    pub fn allows(self, permission: Permission) -> bool {
        match permission {
            Permission::Read => true,
            Permission::Export | Permission::Edit => self >= Self::Editor,
            Permission::Manage => self == Self::Owner,
        }
    }
}

impl Permission {
    pub const ALL: [Self; 4] = [Self::Read, Self::Export, Self::Edit, Self::Manage];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_may_do_what_the_one_before_it_may_and_more() {
        for permission in Permission::ALL {
            for pair in Role::ALL.windows(2) {
                assert!(pair[1].allows(permission) || !pair[0].allows(permission), "{pair:?} {permission:?}");
            }
        }
        let counts = Role::ALL.map(|role| Permission::ALL.into_iter().filter(|p| role.allows(*p)).count());
        assert_eq!(counts, [1, 3, 4]);
    }

    #[test]
    fn roles_are_read_as_they_are_written() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
        assert_eq!(Role::parse("Owner"), None);
    }
}
