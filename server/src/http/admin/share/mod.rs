//! The share page: the link, embedding and invitations.

mod embedding;
mod invitations;
mod invite;
mod people;
mod show;

pub(super) use embedding::{allow, ask_end_secret, end_secret, example, make_secret};
pub(super) use invitations::{ask_remove, links, remove};
pub(super) use invite::invite;
pub(super) use show::{qr_file, show};
