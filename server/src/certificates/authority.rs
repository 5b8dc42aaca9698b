//! An order at an authority, from the account to the certificate.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context, bail};
use instant_acme::{
    Account, AuthorizationStatus, ChallengeType, Identifier, LetsEncrypt, NewAccount, NewOrder, Order, OrderStatus,
    RetryPolicy,
};

use super::{certificate, https_client::HttpsClient, kept::Kept, served::Served};

/// Of an order; an authority looks from several places.
const PATIENCE: RetryPolicy = RetryPolicy::new().timeout(Duration::from_mins(2));

pub(crate) struct Authority {
    /// The address that ACME begins at.
    pub(crate) directory: String,
    /// A file with what its own certificate is trusted by, if browsers do not.
    pub(crate) root: Option<PathBuf>,
    /// A mail address for what it has to say.
    pub(crate) contact: Option<String>,
}

impl Authority {
    pub(crate) const DEFAULT: &'static str = LetsEncrypt::Production.url();

    /// Gets a certificate. While the authority looks for the proof, `served` has it. Returns the key and the chain.
    pub(super) async fn certify(&self, domain: &str, kept: &Kept, served: &Served) -> anyhow::Result<String> {
        let account = self.account(kept).await?;
        let names = [Identifier::Dns(domain.to_owned())];
        let mut order = account.new_order(&NewOrder::new(&names)).await?;
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            match authorization.status {
                AuthorizationStatus::Valid => continue,
                AuthorizationStatus::Pending => {}
                other => bail!("the authority's authorization is {other:?}"),
            }
            let mut challenge = authorization
                .challenge(ChallengeType::TlsAlpn01)
                .context("the authority does not take the proof tls-alpn-01")?;
            served.prove(Some(certificate::proof(domain, challenge.key_authorization().digest().as_ref())?));
            challenge.set_ready().await?;
        }
        let status = order.poll_ready(&PATIENCE).await?;
        if status != OrderStatus::Ready {
            return Err(refusal(&mut order).await);
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&PATIENCE).await?;
        Ok(format!("{key}{chain}"))
    }

    /// The account that is kept, or a new one.
    async fn account(&self, kept: &Kept) -> anyhow::Result<Account> {
        let builder = Account::builder_with_http(Box::new(HttpsClient::new(self.root.as_deref())?));
        if let Some(credentials) = kept.account()? {
            return Ok(builder.from_credentials(credentials).await?);
        }
        let contact = self.contact.as_ref().map(|address| format!("mailto:{address}"));
        let contact: Vec<&str> = contact.as_deref().into_iter().collect();
        let account = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = builder.create(&account, self.directory.clone(), None).await?;
        kept.keep_account(&credentials)?;
        Ok(account)
    }
}

/// Why the authority did not take the proof, in its words.
async fn refusal(order: &mut Order) -> anyhow::Error {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { continue };
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.as_ref()) {
            return anyhow::anyhow!("the authority refused the proof: {problem}");
        }
    }
    anyhow::anyhow!("the authority refused the proof")
}
