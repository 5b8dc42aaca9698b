//! Randomness from the operating system's generator, for ids and secrets.

use domain::{InvitedId, OptionId};
use rand::RngExt;

pub(crate) fn bits() -> u128 {
    rand::rng().random()
}

pub(crate) fn secret() -> [u8; 32] {
    rand::rng().random()
}

pub(crate) fn option_id() -> OptionId {
    OptionId::parse(&uuid::Uuid::new_v4().to_string()).expect("uuid writes UUIDs in lower case")
}

pub(crate) fn invited_id() -> InvitedId {
    InvitedId::parse(&uuid::Uuid::new_v4().to_string()).expect("uuid writes UUIDs of version 4 in lower case")
}

/// 160 bits, the size of the hash behind the codes.
pub(crate) fn totp_secret() -> [u8; 20] {
    rand::rng().random()
}
