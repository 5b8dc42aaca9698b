//! `admin`: administrators, who sign in to the dashboard.

use std::io::{self, IsTerminal, Read};

use anyhow::Context;
use clap::{Args, Subcommand};
use domain::Email;
use serde_json::json;

use super::{
    output::{Printer, print_line, printable},
    serve::base_url,
};
use crate::{clock, config::Installation, service::Caller, store::Administrator};

#[derive(Debug, Subcommand)]
pub(super) enum AdminCommand {
    /// Create an administrator of all namespaces. The password is read from standard input; without one, prints a link by
    /// which the person chooses it
    Create(WithLink),
    /// Reset an administrator who lost the password or the app: turns two-factor authentication off, voids the
    /// password, ends all sessions, and prints a link to choose a new password
    Reset(WithLink),
    /// List the administrators of all namespaces
    List,
    /// Remove an administrator of all namespaces: the account with its roles, sessions and links
    Remove {
        #[arg(long, value_name = "ADDRESS")]
        email: String,
    },
}

/// A person who may need a link to choose a password.
#[derive(Args, Debug)]
pub(super) struct WithLink {
    #[arg(long, value_name = "ADDRESS")]
    email: String,

    /// Public URL of the server, which the link begins with; without it, its path is printed
    #[arg(long, env = "QA_BASE_URL", value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,
}

impl AdminCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let (made, done, base_url) = match self {
            Self::Create(WithLink { email, base_url }) => {
                let email = Email::parse(&email)?;
                let password = password()?;
                let service = installation.open().await?;
                let made = service.create_administrator(&Caller::Operator, email, password.as_deref()).await;
                let made = made.context("cannot create the administrator")?;
                let done = format!("created the administrator {}", made.administrator.email);
                (made, done, base_url)
            }
            Self::Reset(WithLink { email, base_url }) => {
                let email = Email::parse(&email)?;
                let service = installation.open().await?;
                let made = service.reset_administrator(&Caller::Operator, &email).await;
                let made = made.context("cannot reset the administrator")?;
                let done =
                    format!("{} has no password and no two-factor authentication any more", made.administrator.email);
                (made, done, base_url)
            }
            Self::List => return list(installation, printer).await,
            Self::Remove { email } => {
                let email = Email::parse(&email)?;
                let service = installation.open().await?;
                let removed = service.remove_administrator(&Caller::Operator, &email).await;
                removed.context("cannot remove the administrator")?;
                let json = json!({ "email": email.as_str(), "removed": true });
                return printer.tell(format_args!("removed {email}"), json);
            }
        };
        let email = &made.administrator.email;
        let opened = if base_url.is_some() { "open this link" } else { "open this path of the server" };
        let link = made.link.map(|link| format!("{}/admin/link/{link}", base_url.unwrap_or_default()));
        let json = json!({ "email": email.as_str(), "link": link });
        match &link {
            Some(link) if !printer.is_json => {
                eprintln!("{done}");
                eprintln!("to choose a password, within three days and once, {opened}:");
                Ok(print_line(link)?)
            }
            _ => printer.tell(done, json),
        }
    }
}

async fn list(installation: &Installation, printer: Printer) -> anyhow::Result<()> {
    let service = installation.open_to_read().await?;
    for Administrator { email, password_hash, totp, created_at, .. } in
        service.administrators(&Caller::Operator).await?
    {
        let (has_password, has_factor) = (password_hash.is_some(), totp.is_some());
        let created_at = clock::to_rfc3339(created_at);
        let password = if has_password { "has a password" } else { "has no password yet" };
        let factor = if has_factor { "two-factor authentication" } else { "no two-factor authentication" };
        let json = json!({
            "email": email.as_str(), "createdAt": created_at, "hasPassword": has_password, "hasSecondFactor": has_factor,
        });
        printer.print(format_args!("{}\t{created_at}\t{password}\t{factor}", printable(email.as_str())), json)?;
    }
    Ok(())
}

/// The first line of standard input; `None` when it is empty or a terminal.
fn password() -> anyhow::Result<Option<String>> {
    let mut input = io::stdin();
    if input.is_terminal() {
        return Ok(None);
    }
    let mut text = String::new();
    input.read_to_string(&mut text).context("cannot read the password from standard input")?;
    Ok(text.lines().next().filter(|line| !line.is_empty()).map(ToOwned::to_owned))
}
