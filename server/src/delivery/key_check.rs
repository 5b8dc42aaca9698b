//! Checks that a public key is currently usable, and selects the part that encrypts.
//!
//! Only the newest of the statements that the key itself signed count, because owners change a key by signing again.

use std::{fmt, time::SystemTime};

use pgp::{
    composed::{SignedPublicKey, SignedPublicSubKey},
    packet::{Signature, SignatureType},
    types::{Duration, KeyDetails, KeyVersion, Tag, Timestamp},
};

use super::recipient::EncryptingPart;
use crate::clock;

/// Reasons for rejection, worded to follow the key's name.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Problem {
    NotSelfSigned,
    OldVersion,
    Revoked,
    Expired(Timestamp),
    NotForEncryption,
    SubkeyRevoked,
    SubkeyExpired(Timestamp),
}

/// `the key Ana <ana@example.com> (fingerprint)`
pub(super) fn name(key: &SignedPublicKey) -> String {
    let user = key.details.users.iter().find(|user| user.is_primary()).or(key.details.users.first());
    let user = user.map_or("without a name".into(), |user| String::from_utf8_lossy(user.id.id()));
    // The name must not inject control sequences into a terminal.
    let user: String = user.chars().filter(|letter| !letter.is_control()).collect();
    format!("the key {user} ({:X})", key.fingerprint())
}

pub(super) fn encrypting_part(key: &SignedPublicKey, now: SystemTime) -> Result<EncryptingPart, Problem> {
    let primary = &key.primary_key;
    if primary.version() != KeyVersion::V4 {
        return Err(Problem::OldVersion);
    }
    if key.details.revocation_signatures.iter().any(|signature| signature.verify_key(primary).is_ok()) {
        return Err(Problem::Revoked);
    }
    let own = own_signature(key, now).ok_or(Problem::NotSelfSigned)?;
    if let Some(end) = end_of(primary.created_at(), expiration(key, own, now)).filter(|end| is_past(*end, now)) {
        return Err(Problem::Expired(end));
    }
    let mut problem = Problem::NotForEncryption;
    let mut newest_first: Vec<&SignedPublicSubKey> = key.public_subkeys.iter().collect();
    newest_first.sort_by_key(|subkey| std::cmp::Reverse(subkey.key.created_at()));
    for subkey in newest_first {
        match check_subkey(key, subkey, now) {
            Ok(()) => return Ok(EncryptingPart::Subkey(subkey.key.clone())),
            // The newest encryption subkey gives the most helpful reason.
            Err(why) if problem == Problem::NotForEncryption => problem = why,
            Err(_) => {}
        }
    }
    if primary.algorithm().can_encrypt() && encrypts(own) {
        return Ok(EncryptingPart::Primary(primary.clone()));
    }
    Err(problem)
}

fn check_subkey(key: &SignedPublicKey, subkey: &SignedPublicSubKey, now: SystemTime) -> Result<(), Problem> {
    let primary = &key.primary_key;
    let genuine = |kind: SignatureType| {
        let of_kind = subkey.signatures.iter().filter(move |signature| signature.typ() == Some(kind));
        of_kind.filter(|signature| signature.verify_subkey_binding(primary, &subkey.key).is_ok())
    };
    let binding = genuine(SignatureType::SubkeyBinding).filter(|signature| holds(signature, now));
    let binding = binding.max_by_key(|signature| signature.created());
    let Some(binding) = binding.filter(|binding| subkey.algorithm().can_encrypt() && encrypts(binding)) else {
        return Err(Problem::NotForEncryption);
    };
    if genuine(SignatureType::SubkeyRevocation).next().is_some() {
        return Err(Problem::SubkeyRevoked);
    }
    let end = end_of(subkey.key.created_at(), binding.key_expiration_time().map(Duration::as_secs));
    end.filter(|end| is_past(*end, now)).map_or(Ok(()), |end| Err(Problem::SubkeyExpired(end)))
}

/// The signature on the whole key: on its primary name, or else on the key itself.
fn own_signature(key: &SignedPublicKey, now: SystemTime) -> Option<&Signature> {
    let primary = &key.primary_key;
    let of_users = key.details.users.iter().filter_map(|user| {
        let genuine = user.signatures.iter().filter(|signature| {
            holds(signature, now) && signature.verify_certification(primary, Tag::UserId, &user.id).is_ok()
        });
        let newest = genuine.max_by_key(|signature| signature.created())?;
        (newest.typ() != Some(SignatureType::CertRevocation)).then_some(newest)
    });
    of_users
        .max_by_key(|signature| (signature.is_primary(), signature.created()))
        .or_else(|| direct_signature(key, now))
}

fn direct_signature(key: &SignedPublicKey, now: SystemTime) -> Option<&Signature> {
    let signatures = key.details.direct_signatures.iter();
    let genuine = signatures.filter(|signature| {
        signature.typ() == Some(SignatureType::Key)
            && holds(signature, now)
            && signature.verify_key(&key.primary_key).is_ok()
    });
    genuine.max_by_key(|signature| signature.created())
}

/// Seconds from the key's creation to its expiry. A signature on the key itself takes precedence over one on a name.
fn expiration(key: &SignedPublicKey, own: &Signature, now: SystemTime) -> Option<u32> {
    let direct = direct_signature(key, now).and_then(Signature::key_expiration_time);
    direct.or(own.key_expiration_time()).map(Duration::as_secs)
}

/// True while a signature is valid.
fn holds(signature: &Signature, now: SystemTime) -> bool {
    let Some(created) = signature.created() else { return false };
    let end = end_of(created, signature.signature_expiration_time().map(Duration::as_secs));
    SystemTime::from(created) <= now && !end.is_some_and(|end| is_past(end, now))
}

fn encrypts(signature: &Signature) -> bool {
    let flags = signature.key_flags();
    flags.encrypt_comms() || flags.encrypt_storage()
}

/// No period, or zero, means no expiry.
fn end_of(created: Timestamp, seconds: Option<u32>) -> Option<Timestamp> {
    let seconds = seconds.filter(|seconds| *seconds > 0)?;
    Some(Timestamp::from_secs(created.as_secs().saturating_add(seconds)))
}

fn is_past(end: Timestamp, now: SystemTime) -> bool {
    SystemTime::from(end) <= now
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ASK: &str = "ask its owner for a key that is valid";
        match self {
            Self::NotSelfSigned => write!(f, "is damaged: it does not sign itself; {ASK}"),
            Self::OldVersion => write!(f, "is not of version 4, the one that every program reads; {ASK}"),
            Self::Revoked => write!(f, "is revoked; {ASK}"),
            Self::Expired(end) => write!(f, "expired on {}; {ASK}", day(*end)),
            Self::NotForEncryption => write!(f, "is not for encryption, only for signing; {ASK} for encryption"),
            Self::SubkeyRevoked => write!(f, "has only a revoked subkey for encryption; {ASK}"),
            Self::SubkeyExpired(end) => {
                write!(f, "has no subkey for encryption but one that expired on {}; {ASK}", day(*end))
            }
        }
    }
}

fn day(at: Timestamp) -> String {
    let nanoseconds = i64::from(at.as_secs()).saturating_mul(1_000_000_000);
    clock::day(domain::Timestamp::from_nanoseconds(nanoseconds))
}
