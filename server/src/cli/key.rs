//! `key create`, `key list`, `key rename`, `key revoke`

use std::time::Duration;

use anyhow::Context;
use clap::{Subcommand, builder::PossibleValuesParser};
use domain::{NamespaceId, Timestamp};
use serde_json::{Value, json};

use super::{
    duration,
    output::{Printer, printable},
};
use crate::{
    clock,
    config::Installation,
    http::api::v1::KeyBody,
    service::{Caller, WantedKey},
    store::{ApiKey, KeyScope, KeyScopes},
};

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Create a key and print it, alone, on standard output; it is shown this once
    Create {
        /// The namespace it opens; without it, all of them
        #[arg(long, value_name = "NS")]
        namespace: Option<String>,
        /// Label that tells the key from others
        #[arg(long, value_name = "LABEL")]
        name: String,
        /// Scope of the key, may be given several times; admin includes the others
        #[arg(long, default_value = "admin", value_parser = PossibleValuesParser::new(KeyScope::NAMES))]
        scope: Vec<String>,
        /// Lifetime, such as 90d or 12h, or `never` for a key that is valid until it is revoked
        #[arg(long, value_name = "TIME", default_value = "365d", value_parser = lifetime)]
        expires: Lifetime,
    },
    /// List the keys: id, label, namespace, scopes, state, last use
    List,
    /// Give a key another label
    Rename {
        /// The key's id, from `key list`: the part between the first and the second underscore
        id: String,
        /// The new label
        #[arg(long, value_name = "LABEL")]
        name: String,
    },
    /// Revoke a key, at once and for good
    Revoke {
        /// The key's id, from `key list`: the part between the first and the second underscore
        id: String,
    },
}

/// `None` for no end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetime(Option<Duration>);

fn lifetime(text: &str) -> Result<Lifetime, String> {
    if text == "never" { Ok(Lifetime(None)) } else { duration::parse(text).map(|length| Lifetime(Some(length))) }
}

impl KeyCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let service = installation.open_for(!matches!(self, Self::List)).await?;
        match self {
            Self::Create { namespace, name, scope, expires } => {
                let namespace = namespace.as_deref().map(NamespaceId::parse).transpose()?;
                let scopes = KeyScopes::parse(&scope.join(" ")).context("a scope is read, export or admin")?;
                let wanted = WantedKey { namespace, label: name, scopes, expires_at: expires.0.map(from_now) };
                let issued = service.issue_key(&Caller::Operator, wanted).await;
                let issued = issued.context("cannot create the key")?;
                printer.print(&issued.text, json!({ "id": issued.key.id, "key": issued.text }))?;
            }
            Self::List => {
                for key in service.list_keys(&Caller::Operator).await? {
                    let line = line(&key, clock::now());
                    let mut json = json!({ "namespaceId": key.namespace_id.as_ref().map(NamespaceId::as_str) });
                    if let Value::Object(body) = serde_json::to_value(KeyBody::new(key, clock::now()))? {
                        body.into_iter().for_each(|(name, value)| json[name] = value);
                    }
                    printer.print(line, json)?;
                }
            }
            Self::Rename { id, name } => {
                service.rename_key(&Caller::Operator, &id, name).await.context("cannot rename the key")?;
                printer.tell(format_args!("renamed {id}"), json!({ "id": id, "renamed": true }))?;
            }
            Self::Revoke { id } => {
                service.revoke_key(&Caller::Operator, &id).await.context("cannot revoke the key")?;
                printer.tell(format_args!("revoked {id}"), json!({ "id": id, "revoked": true }))?;
            }
        }
        Ok(())
    }
}

fn from_now(length: Duration) -> Timestamp {
    let nanoseconds = i64::try_from(length.as_nanos()).unwrap_or(i64::MAX);
    Timestamp::from_nanoseconds(clock::now().nanoseconds().saturating_add(nanoseconds))
}

fn line(key: &ApiKey, now: Timestamp) -> String {
    let namespace = key.namespace_id.as_ref().map_or("(all)", NamespaceId::as_str);
    let state = match (key.revoked_at, key.expires_at) {
        (Some(_), _) => "revoked".to_owned(),
        (None, Some(end)) if end <= now => "expired".to_owned(),
        (None, Some(end)) => format!("expires {}", clock::to_rfc3339(end)),
        (None, None) => "valid".to_owned(),
    };
    let used = key.last_used_at.map_or("never used".to_owned(), |at| format!("used {}", clock::to_rfc3339(at)));
    let (label, scopes) = (printable(&key.label), &key.scopes);
    format!("{}\t{label}\t{namespace}\t{scopes}\t{state}\t{used}", key.id)
}
