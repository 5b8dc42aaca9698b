//! The share page: the link, embedding and invitations.

mod example;
mod invite;
mod links;
mod people;
mod remove;
mod secret;
mod show;

pub(super) use example::{allow, example};
pub(super) use invite::invite;
pub(super) use links::links;
pub(super) use remove::{ask_remove, remove};
pub(super) use secret::{ask_end_secret, end_secret, make_secret};
pub(super) use show::{qr_file, show};
