//! Codes from an authenticator app (RFC 6238): six digits, every 30 seconds, one step early or late.

use domain::{Email, FieldCode, Invalid, Timestamp};
use totp_rs::{Builder, Secret, Totp};

use super::{ServiceError, recovery, vault::Vault};
use crate::{
    clock,
    store::{self, Administrator, SecretOf, Transaction},
};

const ISSUER: &str = "Quiz Answers";

/// A new second factor, not yet active.
#[derive(Clone, Debug)]
pub struct NewFactor {
    /// In base 32, for typing.
    pub secret: String,
    /// `otpauth://…`, for a QR code.
    pub url: String,
}

pub(super) fn factor(account: &Email, secret: &[u8]) -> Result<NewFactor, ServiceError> {
    let secret = Secret::new(secret.into());
    let text = secret.to_base32();
    // A colon would end the issuer's name in the URL. A quoted address may contain one, but those are refused earlier.
    let totp = Builder::new().with_secret(secret).with_account_name(account.as_str()).with_issuer(Some(ISSUER));
    let url = totp.build().and_then(|totp| totp.to_url());
    Ok(NewFactor { secret: text, url: url.map_err(|error| ServiceError::Internal(error.to_string()))? })
}

pub(super) fn parse_secret(text: &str) -> Result<Vec<u8>, Invalid> {
    let secret = Secret::try_from_base32(text).map_err(|_| Invalid::one("secret", FieldCode::NotASecret))?;
    Ok(secret.as_bytes().to_vec())
}

/// Returns the time step of a code, if it is currently valid.
pub(super) fn step_of(code: &str, secret: &[u8], now: Timestamp) -> Option<u64> {
    let totp: Totp = Builder::new().with_secret(secret.to_vec().into_boxed_slice()).build().ok()?;
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    totp.check(&digits, u64::try_from(now.seconds()).ok()?)
}

/// Spends a code of the account's app or one of its recovery codes, so that none works twice. Returns `false` if the
/// code is wrong or spent, and `true` for an account without a second factor.
pub(super) async fn spend(
    tx: &mut Transaction<'_>,
    vault: &Vault,
    administrator: &Administrator,
    code: &str,
) -> Result<bool, ServiceError> {
    let Some(store::Totp { secret, last_step }) = &administrator.totp else { return Ok(true) };
    let open = vault.open_secret(&SecretOf::Administrator(administrator.id.clone()), secret)?;
    let Some(step) = step_of(code, &open, clock::now()).filter(|step| step > last_step) else {
        return recovery::spend(tx, administrator, code).await;
    };
    let spent = store::Totp { secret: secret.clone(), last_step: step };
    tx.set_second_factor(&administrator.id, Some(&spent)).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_nanoseconds(seconds * 1_000_000_000)
    }

    /// The secret and the codes of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn the_codes_are_those_of_the_standard() {
        let secret = b"12345678901234567890";
        assert_eq!(step_of("287082", secret, at(59)), Some(1));
        assert_eq!(step_of("081 804", secret, at(1_111_111_109)), Some(37_037_036));
        assert_eq!(step_of("287083", secret, at(59)), None);
        assert_eq!(step_of("", secret, at(59)), None);
    }

    #[test]
    fn a_code_is_good_one_step_early_or_late_and_no_longer() {
        let secret = b"12345678901234567890";
        for (seconds, step) in [(29, Some(1)), (89, Some(1)), (121, None)] {
            assert_eq!(step_of("287082", secret, at(seconds)), step, "{seconds}");
        }
    }

    #[test]
    fn a_new_factor_is_read_back_from_what_is_shown() {
        let email = Email::parse("ana@example.com").expect("an address");
        let factor = factor(&email, &[7; 20]).expect("a factor");
        assert_eq!(parse_secret(&factor.secret).expect("a secret"), [7; 20]);
        assert!(factor.url.starts_with("otpauth://totp/Quiz%20Answers:ana%40example.com?secret="), "{}", factor.url);
    }
}
