//! Owners of work. Costly work waits for its owner's turn.

use std::net::{IpAddr, Ipv4Addr};

use crate::telemetry;

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Owner {
    /// A tenant: its administrators, its keys, and the respondents of its quizzes.
    Namespace(String),
    /// The members of a namespace, for a request that names none. They share one turn, because an owner can create
    /// many.
    Members(String),
    /// An administrator of all namespaces or of none, by id.
    Account(String),
    /// A key for all namespaces, by its id.
    Key(String),
    /// A client that is only known by address: the prefix of one subscriber.
    Client(IpAddr),
}

impl Owner {
    /// The owner of the current request's work outside of any turn. All strangers share one owner, because addresses
    /// are cheap. `None` for the server's own work, for example its jobs.
    pub(crate) fn current() -> Option<Self> {
        telemetry::of_current(|request| match request.namespace() {
            Some(id) => Self::Namespace(id.to_owned()),
            None => Self::Client(Ipv4Addr::UNSPECIFIED.into()),
        })
    }

    /// Unique to the owner.
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
