//! Passwords: Argon2id with the parameters that OWASP recommends (19 MiB, two passes), a few at a time.

use std::{cell::RefCell, sync::LazyLock};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        PasswordHasher,
        phc::{Output, PasswordHash},
    },
};
use domain::{FieldCode, Invalid};
use subtle::ConstantTimeEq;
use zxcvbn::{Score, zxcvbn};

use super::{ServiceError, queue::Queue};
use crate::turns::Bounds;

/// Limits in characters.
const SHORTEST: usize = 10;
const LONGEST: usize = 200;
/// The queue of strangers. Each account has a queue of its own, named by its id, for browsers that are known.
pub(super) const STRANGERS: &str = "";
/// The queue of new passwords that are chosen with a link or by the operator.
pub(super) const CHOSEN: &str = "chosen";
/// Each hash takes 19 MiB and about 20 ms of a core. With more at a time, strangers could exhaust the machine.
static QUEUE: LazyLock<Queue> =
    LazyLock::new(|| Queue::apart("passwords", Bounds { at_once: 2, at_once_each: 2, waiting_each: 64 }));
/// Compared if there is no account, so that the reply takes as long as for a real one.
static NOBODYS: LazyLock<String> = LazyLock::new(|| digest("nobody's password").unwrap_or_default());

thread_local! {
    /// Reused for the next comparison: the allocator would keep many times as much if each allocated and freed its own.
    static BLOCKS: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Refuses a new password that is too short, too long, or found within 10^8 guesses by an attacker who tries common
/// passwords, words, names, dates, keyboard patterns and the account's address first.
pub(super) fn check(password: &str, account: &str) -> Result<(), Invalid> {
    let code = if !(SHORTEST..=LONGEST).contains(&password.chars().count()) {
        FieldCode::WrongLength { min: SHORTEST, max: LONGEST }
    } else if zxcvbn(password, &[account, "quiz-answers", "quiz answers"]).score() < Score::Three {
        FieldCode::GuessablePassword
    } else {
        return Ok(());
    };
    Err(Invalid::one("password", code))
}

/// Returns the hash in PHC format, with a fresh salt. Waits in the queue `of`.
pub(super) async fn hash(password: &str, of: &str) -> Result<String, ServiceError> {
    let password = password.to_owned();
    QUEUE
        .run(of, move || digest(&password))
        .await?
        .ok_or_else(|| ServiceError::Internal("cannot hash a password".to_owned()))
}

/// Also returns `false` without a stored hash, after the same time. Waits in the queue `of`.
pub(super) async fn is_right(password: &str, stored: Option<&str>, of: &str) -> Result<bool, ServiceError> {
    // No password is this long, and hashing megabytes would be wasted work.
    if password.chars().count() > LONGEST {
        return Ok(false);
    }
    let (password, stored) = (password.to_owned(), stored.map(ToOwned::to_owned));
    QUEUE
        .run(of, move || {
            let is_same = is_of(&password, stored.as_deref().unwrap_or(&NOBODYS));
            is_same == Some(true) && stored.is_some()
        })
        .await
}

/// Returns `None` for a hash that this module has not made.
fn is_of(password: &str, hash: &str) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let (salt, expected, params) = (hash.salt?, hash.hash?, Params::try_from(&hash).ok()?);
    let mut found = [0; Output::MAX_LENGTH];
    let found = &mut found[..expected.len()];
    let is_done = BLOCKS.with_borrow_mut(|blocks| {
        blocks.resize(params.block_count(), Block::new());
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon2.hash_password_into_with_memory(password.as_bytes(), &salt, found, &mut blocks[..])
    });
    is_done.ok()?;
    Some(found.ct_eq(expected.as_bytes()).into())
}

fn digest(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_same_password_is_right() {
        let stored = hash("correct horse", CHOSEN).await.expect("hashed");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(is_right("correct horse", Some(&stored), STRANGERS).await.expect("compared"));
        assert!(!is_right("correct horsf", Some(&stored), STRANGERS).await.expect("compared"));
        assert!(!is_right("nobody's password", None, STRANGERS).await.expect("compared"));
        assert_ne!(hash("correct horse", CHOSEN).await.expect("hashed"), stored, "each hash has its own salt");
    }

    #[test]
    fn a_password_has_ten_characters_or_more_and_is_hard_to_guess() {
        let code =
            |password: &str| check(password, "ana.perez@example.com").err().map(|invalid| invalid.0[0].code.code());
        assert_eq!(code("x7#Qm2!pZ"), Some("wrong_length"));
        assert_eq!(code(&"a".repeat(201)), Some("wrong_length"));
        for guessable in
            ["password123", "qwertyuiop", "1234567890", "iloveyou2026", "ana.perez@example.com", "ñandúñandú"]
        {
            assert_eq!(code(guessable), Some("guessable_password"), "{guessable}");
        }
        assert_eq!(code("teapot ladder violin"), None);
    }
}
