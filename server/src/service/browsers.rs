//! Browsers in which an administrator has signed in before. What strangers do neither uses up their tries nor keeps them
//! waiting.

use domain::Email;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Service;
use crate::random;

impl Service {
    /// The value of the cookie by which a browser is known in which this account has just signed in.
    pub(super) fn new_browser(&self, account: &Email) -> String {
        let id = format!("{:032x}", random::bits());
        let signature = hex::encode(self.browser_mac(&id, account).finalize().into_bytes());
        format!("{id}.{signature}")
    }

    /// The browser of a cookie's value, if this account has signed in there.
    pub(super) fn known_browser<'a>(&self, cookie: Option<&'a str>, account: Option<&Email>) -> Option<&'a str> {
        let (id, signature) = cookie?.split_once('.')?;
        let signature = hex::decode(signature).ok()?;
        self.browser_mac(id, account?).verify_slice(&signature).ok().map(|()| id)
    }

    fn browser_mac(&self, id: &str, account: &Email) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.link_key).expect("HMAC takes a key of any length");
        mac.update(format!("browser {id} {}", account.as_str()).as_bytes());
        mac
    }
}
