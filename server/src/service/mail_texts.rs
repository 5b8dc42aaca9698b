//! The words of each message, as things are when it is sent. None holds answers, persons or scores.

use std::sync::Arc;

use domain::Timestamp;

use super::{
    ServiceError, mail_news, mails::LinkTokens, occasion_letters, offers::standing, opt_outs::OptOuts, person_letters,
    result_mails, sealed_ids::SealedIds, sessions::hash,
};
use crate::{
    clock,
    mail::{Composed, Layout, Letter},
    store::{Mail, MailKind, Store},
};

pub(super) const SERVICE: &str = "Quiz Answers";
const OF_ACCOUNT: &str = "You get this message because you have an account here. Messages about its security are always \
                          sent.";

/// What messages are made with.
pub(super) struct Composer {
    pub(super) store: Arc<Store>,
    pub(super) tokens: LinkTokens,
    pub(super) opt_outs: OptOuts,
    pub(super) sealed_ids: Arc<SealedIds>,
    /// The address that the server is known by.
    pub(super) base_url: Option<String>,
}

/// The message, or why it is no longer wanted.
pub(super) async fn compose(composer: &Composer, mail: &Mail) -> anyhow::Result<Composed> {
    let Composer { store, opt_outs, base_url, .. } = composer;
    let (tokens, base_url) = (composer.tokens, base_url.as_deref());
    if mail.new.kind == MailKind::Occasion {
        return occasion_letters::compose(store, opt_outs, base_url, mail, clock::now()).await;
    }
    if mail.new.kind.is_to_person() {
        return match mail.new.admin {
            Some(_) => person_letters::compose_trial(store, base_url, mail).await,
            None => person_letters::compose(store, opt_outs, base_url, mail).await,
        };
    }
    if mail.new.kind == MailKind::Result {
        return result_mails::compose(composer, mail).await;
    }
    let layout = match mail.new.kind {
        MailKind::Offer => offer(store, tokens, base_url, mail).await?,
        MailKind::PasswordLink => password_link(store, tokens, base_url, mail).await?,
        MailKind::WebhookStopped => mail_news::webhook_stopped(store, base_url, mail).await?,
        MailKind::ExportFailed => mail_news::export_failed(store, base_url, mail).await?,
        MailKind::DeliveryFailed => mail_news::delivery_failed(store, mail).await?,
        MailKind::NewResponses => mail_news::new_responses(store, base_url, mail).await?,
        MailKind::AlertsRaised => mail_news::alerts_raised(store, base_url, mail).await?,
        MailKind::OpenAlerts => mail_news::open_alerts(store, base_url, mail).await?,
        kind => of_account(store, base_url, mail, kind).await?,
    };
    Ok(layout.map_or(Composed::Unwanted("what it tells of has ended"), |(to, layout)| {
        Composed::Letter(Box::new(Letter::new(to, layout)))
    }))
}

pub(super) type Addressed = Option<(String, Layout)>;

async fn offer(store: &Store, tokens: LinkTokens, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Addressed> {
    let (Some(base_url), Some(reference)) = (base_url, &mail.new.reference) else { return Ok(None) };
    let token = tokens.token(mail.new.kind, reference);
    let offer = match standing(store, &hash(&token)).await {
        Err(ServiceError::Missing(_)) => return Ok(None),
        standing => standing?,
    };
    let Some(namespace) = store.namespace(&offer.namespace).await? else { return Ok(None) };
    let role = offer.role.as_str();
    let layout = Layout {
        title: format!("An offer of the role {role} in {}", namespace.name),
        paragraphs: [
            Some(format!("You can become a member of {}, with the role {role}.", namespace.name)),
            offer.message.map(|message| format!("{} writes:\n{message}", offer.by.name)),
            Some(format!(
                "The link works once, until {}. If you did not expect it, do nothing.",
                minute(offer.expires_at)
            )),
        ]
        .into_iter()
        .flatten()
        .collect(),
        link: Some(("Look at the offer".to_owned(), format!("{base_url}/admin/offer/{token}"))),
        why: format!("An owner of {} has given this address.", namespace.name),
        sender: namespace.name,
        ..Layout::default()
    };
    Ok(Some((offer.email.to_string(), layout)))
}

async fn password_link(
    store: &Store,
    tokens: LinkTokens,
    base_url: Option<&str>,
    mail: &Mail,
) -> anyhow::Result<Addressed> {
    let (Some(base_url), Some(reference)) = (base_url, &mail.new.reference) else { return Ok(None) };
    let token = tokens.token(mail.new.kind, reference);
    let link = store.sign_in_link(&hash(&token)).await?.filter(|link| link.expires_at > clock::now());
    let Some((link, id)) = link.and_then(|link| Some((link.expires_at, link.admin_id?))) else { return Ok(None) };
    let Some(administrator) = store.administrator(&id).await? else { return Ok(None) };
    let layout = Layout {
        sender: SERVICE.to_owned(),
        title: "Choose your password".to_owned(),
        paragraphs: vec![
            "An administrator has made a link by which you choose the password of your account.".to_owned(),
            format!(
                "It works once, until {}. Give it to no other person: its holder can sign in as you. If you did not expect \
                 it, tell the administrator.",
                minute(link)
            ),
        ],
        link: Some(("Choose a password".to_owned(), format!("{base_url}/admin/link/{token}"))),
        why: OF_ACCOUNT.to_owned(),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

/// What happened to an account, to the address that it has now.
async fn of_account(store: &Store, base_url: Option<&str>, mail: &Mail, kind: MailKind) -> anyhow::Result<Addressed> {
    let Some(id) = &mail.new.admin else { return Ok(None) };
    let Some(administrator) = store.administrator(id).await? else { return Ok(None) };
    let at = minute(mail.new.at);
    let (title, what) = match kind {
        MailKind::SecondFactorOn => (
            "Two-factor authentication is on",
            format!("Since {at}, signing in to your account takes a code from your authenticator app as well."),
        ),
        MailKind::SecondFactorOff => (
            "Two-factor authentication is off",
            format!("Since {at}, signing in to your account takes the password alone."),
        ),
        _ => (
            "A sign-in from a new browser",
            format!("Your account was signed in to at {at}, in a browser that it was not known in."),
        ),
    };
    let layout = Layout {
        sender: SERVICE.to_owned(),
        title: title.to_owned(),
        paragraphs: vec![
            what,
            "If it was you, there is nothing to do. If not, change your password, and sign all other browsers out."
                .to_owned(),
        ],
        link: base_url.map(|base_url| ("Open your account".to_owned(), format!("{base_url}/admin/account"))),
        why: OF_ACCOUNT.to_owned(),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

/// To the minute, for readers in any place.
pub(super) fn minute(at: Timestamp) -> String {
    let text = clock::to_rfc3339(at);
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute} UTC"),
        _ => text,
    }
}
