//! A message: its headers, and its text as HTML and plain.

use domain::Timestamp;
use lettre::{
    Message,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};

use super::Layout;

/// A message to one person.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub layout: Layout,
    /// The address that ends such messages at once when it is posted to (RFC 8058).
    pub unsubscribe: Option<String>,
    /// The id that the message is known by if it comes back.
    pub mail_id: Option<String>,
}

/// What becomes of a message when its turn comes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Composed {
    Letter(Box<Letter>),
    /// It is no longer wanted, and why.
    Unwanted(&'static str),
    /// It is not to be sent before this moment, and why.
    NotBefore(Timestamp, &'static str),
}

/// Tells programs that answer mails by themselves not to (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// A header whose text stands in one line whatever its length: where it is folded, signatures by DKIM break.
macro_rules! unfolded {
    ($Name:ident, $text:literal) => {
        #[derive(Clone)]
        struct $Name(String);

        impl Header for $Name {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($text)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok(Self(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
            }
        }
    };
}

unfolded!(Unsubscribe, "List-Unsubscribe");
unfolded!(UnsubscribePost, "List-Unsubscribe-Post");

impl Letter {
    /// With the layout's title as its subject.
    pub fn new(to: String, layout: Layout) -> Self {
        Self { to, subject: layout.title.clone(), layout, unsubscribe: None, mail_id: None }
    }

    /// Fails where the address is none that a mail server takes. The error names no address.
    pub(super) fn message(&self, from: &Mailbox, message_id: &str) -> Result<Message, String> {
        let to = self.to.parse().map_err(|_| "the address is not one that mail can be sent to".to_owned())?;
        let mut message = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, to))
            .subject(&self.subject)
            .message_id(Some(message_id.to_owned()))
            .date_now()
            .header(AutoSubmitted);
        if let Some(url) = &self.unsubscribe {
            message = message
                .header(Unsubscribe(format!("<{url}>")))
                .header(UnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
        }
        message
            .multipart(MultiPart::alternative_plain_html(self.layout.plain(), self.layout.html()))
            .map_err(|_| "the message cannot be put together".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_both_parts_and_no_line_of_its_own_in_a_header() {
        let layout = Layout {
            sender: "Acme".to_owned(),
            title: "A title".to_owned(),
            paragraphs: vec!["Né & <b>".to_owned()],
            link: None,
            why: "You have an account.".to_owned(),
            ..Layout::default()
        };
        let subject = "An offer\r\nBcc: eve@example.com".to_owned();
        let url = format!("https://quiz.example.org/{}", "a".repeat(90));
        let letter =
            Letter { subject, unsubscribe: Some(url.clone()), ..Letter::new("ana@example.com".to_owned(), layout) };
        let from: Mailbox = "Quizzes <quiz@example.org>".parse().expect("an address");
        let text = letter.message(&from, "<1@example.org>").expect("a message").formatted();
        assert!(text.is_ascii());
        let text = String::from_utf8(text).expect("ASCII");
        for line in ["Message-ID: <1@example.org>", "Auto-Submitted: auto-generated", "To: ana@example.com"] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        assert!(!text.contains("\nBcc:"), "{text}");
        assert!(
            text.contains(&format!(
                "\r\nList-Unsubscribe: <{url}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
            )),
            "{text}"
        );
        assert!(text.contains("text/plain") && text.contains("text/html"), "{text}");
        let refused = Letter { to: "ana".to_owned(), ..letter }.message(&from, "<1@x>").expect_err("no address");
        assert!(!refused.contains("ana"), "{refused}");
    }
}
