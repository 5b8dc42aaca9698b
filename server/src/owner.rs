//! Owners: those for whom the server works. What can cost much waits in turn by its owner.

use std::net::{IpAddr, Ipv4Addr};

use crate::telemetry;

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Owner {
    /// A tenant: its administrators, its keys, and the respondents of its quizzes.
    Namespace(String),
    /// The members of a namespace, where a request names none. They are one, because an owner can make many.
    Members(String),
    /// An administrator of all namespaces by id, or one of none.
    Account(String),
    /// A key that opens all namespaces, by its id.
    Key(String),
    /// A client of which only the address is known: the prefix that one subscriber has.
    Client(IpAddr),
}

impl Owner {
    /// Whose work the current request is outside of any turn. All strangers are one owner, because addresses are cheap.
    /// `None` for the server's own work, such as its jobs.
    pub(crate) fn current() -> Option<Self> {
        telemetry::of_current(|request| match request.namespace() {
            Some(id) => Self::Namespace(id.to_owned()),
            None => Self::Client(Ipv4Addr::UNSPECIFIED.into()),
        })
    }

    /// Different for any two owners.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Namespace(id) => id.clone(),
            Self::Members(id) => format!("members of {id}"),
            Self::Account(id) => format!("account {id}"),
            Self::Key(id) => format!("key {id}"),
            Self::Client(prefix) => format!("client {prefix}"),
        }
    }
}
