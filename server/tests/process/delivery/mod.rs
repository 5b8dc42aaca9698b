//! Delivery of exports, tested against the real programs that receive them: GnuPG and OpenSSH's server.

mod backups;
mod encrypting;
mod gpg;
mod manual;
mod openssh;
mod proxy;
mod schedules;
mod sending;
mod sshd;
