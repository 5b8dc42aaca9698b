//! Delivery of exports: encrypted to public keys, sent to other hosts.

mod askpass;
mod backup;
mod encrypt;
mod error;
mod key_check;
mod output;
mod pace;
mod pipe;
mod plan;
mod proof;
mod recipient;
mod requests;
mod sftp;
mod source;
mod ssh;
mod ssh_words;
mod timetable;
mod trial;
mod unpacking;
mod url;

pub use askpass::answer_ssh;
pub use backup::{Backup, Packing, Unrestorable, back_up, back_up_before, stream_backup};
pub use error::DeliveryError;
pub use plan::{Destination, Plan};
pub use recipient::Recipient;
pub use sftp::{SftpTarget, default_known_hosts};
pub use source::{Delivered, Source};
pub use ssh::ssh_version;
pub use timetable::Timetable;
pub(crate) use unpacking::{prove, unpack};
pub use url::SftpUrl;
