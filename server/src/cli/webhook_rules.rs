//! Where webhooks may go, beside the public internet.

use clap::Args;

use crate::webhooks::{Allowed, Client, Rules};

#[derive(Args, Clone, Debug, Default)]
pub(super) struct WebhookRules {
    /// Network or host of your own that webhooks may go to, such as 10.0.0.0/8 or hooks.internal:8080; may be given several
    /// times, in the variable with commas. Plain http goes to this machine alone
    #[arg(long = "webhook-allow", env = "QA_WEBHOOK_ALLOW", value_name = "CIDR|HOST[:PORT]", value_delimiter = ',')]
    allowed: Vec<Allowed>,
}

impl WebhookRules {
    pub(super) fn client(self) -> Client {
        Client::new(Rules { allowed: self.allowed })
    }
}
