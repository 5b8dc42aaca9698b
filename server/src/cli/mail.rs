//! `mail test`, `list`, `cancel`, `resend`, `bounce`

use std::io::Read;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, builder::PossibleValuesParser};
use domain::Email;
use serde_json::json;

use super::{
    mail_options::MailOptions,
    output::{Printer, printable},
    webhook_rules::WebhookRules,
};
use crate::{
    clock,
    config::Installation,
    mail::{Bounce, NotNoted, Sent, read_bounce},
    service::{Caller, try_mail},
    store::{Mail, MailState, Page},
};

/// Bytes of a message that came back which are read: more than notifications have.
const LARGEST: u64 = 1024 * 1024;
/// Lines that are read at once.
const ROWS: u32 = 500;

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// Send a message at once with the settings for mail, and print each step and its outcome
    Test(Box<Test>),
    /// List the messages, the newest first: id, kind, state, attempts, address, error
    List {
        /// List those of this state alone
        #[arg(long, value_name = "STATE", value_parser = PossibleValuesParser::new(MailState::NAMES))]
        state: Option<String>,
    },
    /// Give up a message that waits to be sent
    Cancel {
        /// The message's id, from `mail list`
        id: String,
    },
    /// Read a message that came back from standard input, as a mail server's pipe hands it on, and note it beside the person; other
    /// messages are passed over
    Bounce,
    /// Send a message again that was refused or cancelled, or may have gone; a running server sends it
    Resend {
        /// The message's id, from `mail list`
        id: String,
    },
}

#[derive(Args, Debug)]
pub(super) struct Test {
    /// Address that the message goes to
    address: String,
    #[command(flatten)]
    mail: MailOptions,
    #[command(flatten)]
    rules: WebhookRules,
}

impl MailCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        match self {
            Self::Test(test) => test.run(printer).await,
            Self::List { state } => list(installation, printer, state.as_deref().and_then(MailState::parse)).await,
            Self::Cancel { id } => {
                let service = installation.open().await?;
                service.cancel_mail(&Caller::Operator, &id).await.context("the message does not wait to be sent")?;
                printer.tell(format_args!("cancelled {id}"), json!({ "id": id, "cancelled": true }))
            }
            Self::Bounce => Ok(bounce(installation, printer).await.map_err(NotNoted)?),
            Self::Resend { id } => {
                let service = installation.open().await?;
                let again = service.resend_mail(&Caller::Operator, &id).await;
                again.context(
                    "only messages that were refused or cancelled, or may have gone, are sent again, and none whose person got \
                     another in its place",
                )?;
                printer.tell(format_args!("to be sent again: {id}"), json!({ "id": id, "queued": true }))
            }
        }
    }
}

impl Test {
    async fn run(self, printer: Printer) -> anyhow::Result<()> {
        let to = Email::parse(&self.address)?;
        let rules = self.rules;
        let post =
            self.mail.post(|| rules.client())?.context("mail is not set up: give --mail-server or --mail-folder")?;
        let mut steps = Vec::new();
        let sent = try_mail(&post, &to, &mut |step, outcome| {
            steps.push((step, outcome.map_err(ToOwned::to_owned)));
        })
        .await;
        for (step, outcome) in steps {
            let (state, text) = match &outcome {
                Ok(()) => ("ok", ""),
                Err(reason) => ("problem", reason.as_str()),
            };
            let json = json!({ "step": step, "state": state, "message": text });
            printer.print(format!("{state}\t{step}\t{}", printable(text)).trim_end(), json)?;
        }
        match sent {
            Sent::Accepted => Ok(()),
            Sent::Later(reason) | Sent::Refused(reason) => bail!("the message was not taken: {reason}"),
            Sent::Unknown(reason) => bail!("it is not known whether the message was taken: {reason}"),
        }
    }
}

/// Succeeds with whatever is no notification of a failure: a mail server would send the sender of that a complaint.
async fn bounce(installation: &Installation, printer: Printer) -> anyhow::Result<()> {
    let mut message = Vec::new();
    std::io::stdin().take(LARGEST).read_to_end(&mut message).context("cannot read the message")?;
    let service = installation.open().await?;
    let told = match read_bounce(&service.bounces(), &message) {
        Some(Bounce { mail, status }) if service.note_bounce(&Caller::Operator, &mail, status).await? => {
            Some((mail, status))
        }
        _ => None,
    };
    match told {
        Some((id, status)) => {
            let line = format!("noted\t{id}\t{status}");
            printer.print(line.as_str(), json!({ "id": id, "status": status.to_string(), "noted": true }))
        }
        None => printer.print("passed over", json!({ "noted": false })),
    }
}

async fn list(installation: &Installation, printer: Printer, state: Option<MailState>) -> anyhow::Result<()> {
    let service = installation.open_to_read().await?;
    let mut after = None;
    loop {
        let listed = service.mails(&Caller::Operator, state, Page { after, limit: ROWS }).await?;
        after = listed.next(|last| last.new.id.clone());
        for Mail { new, state, attempts, message_id, ended_at, error, .. } in listed.items {
            let line = format!(
                "{}\t{}\t{}\t{attempts}\t{}\t{}",
                new.id,
                new.kind.as_str(),
                state.as_str(),
                new.recipient,
                printable(error.as_deref().unwrap_or_default())
            );
            let due_at = (state == MailState::Queued).then(|| clock::to_rfc3339(new.due_at));
            let json = json!({
                "id": new.id,
                "kind": new.kind.as_str(),
                "state": state.as_str(),
                "at": clock::to_rfc3339(new.at),
                "namespaceId": new.namespace,
                "administratorId": new.admin,
                "address": new.recipient.as_str(),
                "attempts": attempts,
                "dueAt": due_at,
                "endedAt": ended_at.map(clock::to_rfc3339),
                "messageId": message_id,
                "error": error,
            });
            printer.print(line, json)?;
        }
        if after.is_none() {
            return Ok(());
        }
    }
}
