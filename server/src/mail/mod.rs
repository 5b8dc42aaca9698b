//! Mail: what a message looks like, the operator's mail server, and how often it is asked.

mod bounces;
mod folder;
mod layout;
mod letter;
mod oauth;
mod post;
mod rates;
mod smtp;

pub use bounces::{Bounce, Bounces, NotNoted, read_bounce};
pub use layout::{Layout, Section};
pub use letter::{Composed, Letter};
pub use oauth::{Grant, OAuth};
pub use post::{Post, Sent, Transport};
pub(crate) use rates::Minute;
pub use rates::Rates;
pub use smtp::{Login, Server, Tls};
