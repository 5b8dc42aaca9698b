//! Browsers in which an administrator has signed in before. What strangers do neither uses up their tries nor keeps them
//! waiting. All browsers of one account share its tries and its line: an account is not more for having more of them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Service;
use crate::{random, store::Administrator};

impl Service {
    /// The value of the cookie by which a browser is known in which the account has just signed in. It is known until the
    /// password changes: the browsers of a person who knew the one before are strangers then.
    pub(super) fn new_browser(&self, account: &str, password_hash: Option<&str>) -> String {
        let id = format!("{:032x}", random::bits());
        let signature = hex::encode(self.browser_mac(&id, account, password_hash).finalize().into_bytes());
        format!("{id}.{signature}")
    }

    /// True for the cookie's value of a browser in which the account has signed in with its present password.
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
