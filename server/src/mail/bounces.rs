//! Messages that come back: the address by which each is known, and what a delivery status notification says (RFC 3464).

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use mailparse::{MailHeaderMap, ParsedMail, parse_headers, parse_mail};
use sha2::Sha256;

use crate::store::BounceStatus;

/// What a message's id begins with, and the bytes of the code by which a token is known to be one of ours.
const BEGINNING: &str = "mail_";
const CODE: usize = 5;

/// Makes and reads the tokens of the addresses that messages come back to.
#[derive(Clone, Copy)]
pub struct Bounces {
    key: [u8; 32],
}

/// A message that came back for good.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Bounce {
    /// The id of our message.
    pub mail: String,
    pub status: BounceStatus,
}

/// A message that came back is handed over again: it could not be noted.
#[derive(Debug, thiserror::Error)]
#[error("the message is not noted")]
pub struct NotNoted(#[source] pub anyhow::Error);

impl NotNoted {
    /// What mail servers take for a failure that passes (`EX_TEMPFAIL`).
    pub const STATUS: u8 = 75;
}

impl Bounces {
    /// Characters of a token.
    pub(super) const LENGTH: usize = 44;

    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    fn code(&self, id: &str) -> [u8; CODE] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        mac.update(b"bounce ");
        mac.update(id.as_bytes());
        let mut code = [0; CODE];
        code.copy_from_slice(&mac.finalize().into_bytes()[..CODE]);
        code
    }

    /// Lower case, which survives every mail server.
    pub(crate) fn token(&self, mail: &str) -> String {
        let id = mail.strip_prefix(BEGINNING).unwrap_or(mail);
        let bytes = [id.as_bytes(), &self.code(id)].concat();
        BASE32_NOPAD.encode(&bytes).to_lowercase()
    }

    /// The message of an address such as `quiz+token@example.org`; `None` if the token was not made here.
    fn mail_of(&self, address: &str) -> Option<String> {
        let local = address.split('@').next().unwrap_or_default();
        let token = local.rsplit_once('+')?.1.to_uppercase();
        let bytes = BASE32_NOPAD.decode(token.as_bytes()).ok()?;
        let (id, code) = bytes.split_at_checked(bytes.len().checked_sub(CODE)?)?;
        let id = str::from_utf8(id).ok()?;
        (self.code(id) == code).then(|| format!("{BEGINNING}{id}"))
    }
}

/// Reads a message that came to the address of one of ours. `None` unless it is a notification that it failed for good: a
/// vacation reply, a delay, or any other message counts for nothing.
pub fn read_bounce(bounces: &Bounces, message: &[u8]) -> Option<Bounce> {
    let message = parse_mail(message).ok()?;
    let status = failure(&message)?;
    let headers = ["Delivered-To", "X-Original-To", "Envelope-To", "To"];
    let addresses = headers.into_iter().flat_map(|header| message.headers.get_all_values(header));
    let mail = addresses.flat_map(|value| words(&value)).find_map(|address| bounces.mail_of(&address))?;
    Some(Bounce { mail, status })
}

/// The texts in a header that may be addresses.
fn words(value: &str) -> Vec<String> {
    let words = value.split(|c: char| c.is_whitespace() || matches!(c, ',' | '<' | '>' | ';' | '"'));
    words.filter(|word| word.contains('@')).map(ToOwned::to_owned).collect()
}

/// The status of a report of a delivery that failed for good.
fn failure(message: &ParsedMail<'_>) -> Option<BounceStatus> {
    let kind = message.ctype.params.get("report-type").map(|kind| kind.to_lowercase());
    if message.ctype.mimetype != "multipart/report" || kind.as_deref() != Some("delivery-status") {
        return None;
    }
    let report = message.subparts.iter().find(|part| part.ctype.mimetype == "message/delivery-status")?;
    let text = report.get_body().ok()?;
    // Fields of the message, then those of each recipient, with empty lines between.
    let text = text.replace("\r\n", "\n");
    text.split("\n\n").find_map(|fields| {
        let (headers, _) = parse_headers(fields.as_bytes()).ok()?;
        headers.get_first_value("Final-Recipient")?;
        let is_failed =
            headers.get_first_value("Action").is_some_and(|action| action.trim().eq_ignore_ascii_case("failed"));
        let status = BounceStatus::parse(&headers.get_first_value("Status")?)?;
        is_failed.then_some(status)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &str = "mail_0123456789ABCdefghijKL";

    fn bounces() -> Bounces {
        Bounces::new([1; 32])
    }

    fn report(to: &str, kind: &str, fields: &str) -> String {
        format!(
            "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {to}\r\nAuto-Submitted: auto-replied\r\nMIME-Version: \
             1.0\r\nContent-Type: multipart/report; report-type={kind};\r\n\tboundary=\"b/1\"\r\n\r\n--b/1\r\nContent-Type: \
             text/plain\r\n\r\nSorry.\r\n\r\n--b/1\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; \
             mx.example\r\nArrival-Date: Sat, 28 Nov 2026 08:00:00 +0000\r\n\r\n{fields}\r\n\r\n--b/1\r\nContent-Type: \
             message/rfc822-headers\r\n\r\nSubject: Hello\r\n\r\n--b/1--\r\n"
        )
    }

    fn status(action: &str, status: &str) -> String {
        format!(
            "Final-Recipient: rfc822; ana@example.com\r\nAction: {action}\r\nStatus: {status}\r\nDiagnostic-Code: smtp; 550 no"
        )
    }

    fn read(message: &str) -> Option<String> {
        read_bounce(&bounces(), message.as_bytes()).map(|bounce| {
            assert_eq!(bounce.mail, MAIL);
            bounce.status.to_string()
        })
    }

    #[test]
    fn what_failed_for_good_is_known_by_its_address() {
        let address = format!("quiz+{}@example.org", bounces().token(MAIL));
        assert_eq!(bounces().token(MAIL).len(), Bounces::LENGTH);
        for to in
            [address.clone(), address.to_uppercase(), format!("\"Quizzes\" <{address}>"), format!("a@b.c, {address}")]
        {
            assert_eq!(
                read(&report(&to, "delivery-status", &status("failed", "5.1.1"))).as_deref(),
                Some("5.1.1"),
                "{to}"
            );
        }
        let postfix = report("quiz@example.org", "delivery-status", &status("failed", "5.0.0 (no such user)"));
        let aliased = format!("Delivered-To: {address}\r\n{postfix}");
        assert_eq!(read(&aliased).as_deref(), Some("5.0.0"));
        assert_eq!(read(&aliased.replace("\r\n", "\n")).as_deref(), Some("5.0.0"));
    }

    #[test]
    fn nothing_else_counts() {
        let address = format!("quiz+{}@example.org", bounces().token(MAIL));
        let vacation = format!(
            "To: {address}\r\nAuto-Submitted: auto-replied\r\nContent-Type: text/plain\r\n\r\n5.1.1 I am away\r\n"
        );
        let quoted = format!(
            "To: {address}\r\nContent-Type: text/plain\r\n\r\nFinal-Recipient: rfc822; a@b\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        );
        let foreign = format!("quiz+{}@example.org", Bounces::new([2; 32]).token(MAIL));
        for message in [
            vacation,
            quoted,
            report(&address, "delivery-status", &status("delayed", "4.2.2")),
            report(&address, "delivery-status", &status("failed", "4.2.2")),
            report(&address, "delivery-status", &status("delivered", "2.0.0")),
            report(&address, "delivery-status", "Action: failed\r\nStatus: 5.1.1"),
            report(&address, "feedback-report", &status("failed", "5.1.1")),
            report(&foreign, "delivery-status", &status("failed", "5.1.1")),
            report("quiz@example.org", "delivery-status", &status("failed", "5.1.1")),
            String::new(),
        ] {
            assert_eq!(read(&message), None, "{message}");
        }
    }
}
