//! Browsers in which an administrator has signed in before. Strangers can neither use up their attempts nor delay them.
//! All browsers of one account share its attempts and its queue, so more browsers give an account no more of either.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Service;
use crate::{random, store::Administrator};

impl Service {
    /// Returns the cookie value that identifies a browser in which the account has just signed in. It is valid until
    /// the password changes: browsers of someone who knew the old password then count as strangers.
    pub(super) fn new_browser(&self, account: &str, password_hash: Option<&str>) -> String {
        let id = format!("{:032x}", random::bits());
        let signature = hex::encode(self.browser_mac(&id, account, password_hash).finalize().into_bytes());
        format!("{id}.{signature}")
    }

    /// True for the cookie value of a browser in which the account has signed in with its current password.
    pub(super) fn knows_browser(&self, cookie: &str, account: &Administrator) -> bool {
        let Some((id, signature)) = cookie.split_once('.') else { return false };
        let Ok(signature) = hex::decode(signature) else { return false };
        self.browser_mac(id, &account.id, account.password_hash.as_deref()).verify_slice(&signature).is_ok()
    }

    fn browser_mac(&self, id: &str, account: &str, password_hash: Option<&str>) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.link_key).expect("HMAC takes a key of any length");
        mac.update(format!("browser {id} {account} {}", password_hash.unwrap_or_default()).as_bytes());
        mac
    }
}
