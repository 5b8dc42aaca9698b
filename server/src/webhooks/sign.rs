//! Signatures by Standard Webhooks 1.0.0, version `v1`.

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The value of `webhook-signature`: one signature for each secret.
pub(super) fn sign<'s>(secrets: impl IntoIterator<Item = &'s [u8]>, id: &str, seconds: i64, body: &[u8]) -> String {
    let signature = |secret: &[u8]| {
        let keyed = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
        let signed = keyed.chain_update(format!("{id}.{seconds}.")).chain_update(body);
        format!("v1,{}", STANDARD.encode(signed.finalize().into_bytes()))
    };
    secrets.into_iter().map(signature).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_of_the_specification_comes_out() {
        // The example of the specification's own libraries.
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("base64");
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", br#"{"test": 2432232314}"#);
        let signed = sign([&secret[..]], id, 1_614_265_330, body);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let both = sign([&secret[..], b"another"], id, 1_614_265_330, body);
        let (first, second) = both.split_once(' ').expect("two signatures");
        assert_eq!((first, second.len()), (signed.as_str(), signed.len()));
        assert_ne!(sign([&secret[..]], id, 1_614_265_331, body), signed);
    }
}
