//! The share page: the link, embedding and invitations.

mod decoding;
mod embedding;
mod fields;
mod headings;
mod invitations;
mod invite;
mod list;
mod mapping;
mod show;
mod write;

pub(super) use embedding::{allow, ask_end_secret, ask_make_secret, end_secret, example, make_secret};
pub(super) use fields::{keep_fields, show_fields};
pub(super) use invitations::{ask_remove, ask_renew, ask_revoke, links, remove, renew, restore, revoke};
pub(super) use invite::invite;
pub(super) use show::{qr_file, show};
pub(super) use write::{ask_cancel, cancel, messages, send_again, show_write, write};
