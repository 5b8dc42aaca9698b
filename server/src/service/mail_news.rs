//! Texts of messages to administrators about failures and new responses.

use domain::{Language, Quiz, Timestamp};

use super::mail_texts::{Addressed, SERVICE, minute};
use crate::{
    mail::Layout,
    store::{Administrator, EndpointState, Mail, Namespace, Store},
};

/// Maximum number of quizzes in a message.
const NAMED: usize = 10;

pub(super) async fn webhook_stopped(store: &Store, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Addressed> {
    let Some(id) = &mail.new.reference else { return Ok(None) };
    let endpoint = store.endpoint(id).await?.filter(|endpoint| endpoint.state != EndpointState::On);
    let Some(endpoint) = endpoint else { return Ok(None) };
    let Some(namespace) = store.namespace(&endpoint.namespace_id).await? else { return Ok(None) };
    let Some(owner) = owner(store, mail, &namespace).await? else { return Ok(None) };
    let what = if endpoint.state == EndpointState::Off {
        "Its receiver says that it wants nothing more, so the webhook is off. What comes is held until you turn it on."
    } else {
        "Its receiver has taken nothing for five days, so the webhook is off. What comes is held. Once a day one event is sent \
         to try it, and the first that is taken turns the webhook on again."
    };
    let layout = Layout {
        title: format!("A webhook of {} was turned off", namespace.name),
        paragraphs: vec![
            format!("Since {}, events are not sent to {}.", minute(mail.new.at), endpoint.url),
            what.to_owned(),
        ],
        link: base_url.map(|base_url| {
            ("See what failed".to_owned(), format!("{base_url}/admin/ns/{}/webhooks/{id}", namespace.id))
        }),
        why: why_owner(&namespace),
        sender: namespace.name,
        ..Layout::default()
    };
    Ok(Some((owner.email.to_string(), layout)))
}

pub(super) async fn export_failed(store: &Store, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Addressed> {
    let Some((begun_at, quiz, namespace)) = failed_job(store, mail).await? else { return Ok(None) };
    let Some(owner) = owner(store, mail, &namespace).await? else { return Ok(None) };
    let name = quiz.name_in(Language::EN);
    let exports = format!("/admin/ns/{}/quizzes/{}/exports", namespace.id, quiz.id);
    let layout = Layout {
        title: format!("An export of {name} failed"),
        paragraphs: vec![
            format!("The export that was begun at {} could not be made. Its page says why.", minute(begun_at)),
            "If more exports of this namespace fail within an hour, no other message is sent.".to_owned(),
        ],
        link: base_url.map(|base_url| ("See the exports".to_owned(), format!("{base_url}{exports}"))),
        why: why_owner(&namespace),
        sender: namespace.name,
        ..Layout::default()
    };
    Ok(Some((owner.email.to_string(), layout)))
}

pub(super) async fn delivery_failed(store: &Store, mail: &Mail) -> anyhow::Result<Addressed> {
    let Some((begun_at, quiz, namespace)) = failed_job(store, mail).await? else { return Ok(None) };
    let wanting = wanting_failures(store, mail).await?.filter(|administrator| administrator.is_everywhere);
    let Some(administrator) = wanting else { return Ok(None) };
    let layout = Layout {
        title: format!("A delivery of {} failed", quiz.name_in(Language::EN)),
        paragraphs: vec![
            format!("The delivery that was due at {} was given up after several attempts.", minute(begun_at)),
            format!(
                "On the server, “quiz-answers schedule list” says why. The quiz is {} of the namespace {}. If more deliveries \
                 fail within an hour, no other message is sent.",
                quiz.id, namespace.id
            ),
        ],
        why: format!("You get this message because you administer all namespaces. {CHOSEN}"),
        sender: SERVICE.to_owned(),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

pub(super) async fn new_responses(store: &Store, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Addressed> {
    let (Some(admin), Some(reference)) = (&mail.new.admin, &mail.new.reference) else { return Ok(None) };
    let Some(administrator) = store.administrator(admin).await? else { return Ok(None) };
    let is_wanted = store.mail_choices(admin).await?.is_some_and(|choices| choices.digest.is_some());
    let moment = |text: &str| text.parse().ok().map(Timestamp::from_nanoseconds);
    let time = reference.split_once(' ').and_then(|(from, until)| moment(from).zip(moment(until)));
    let Some((from, until)) = time.filter(|_| is_wanted) else { return Ok(None) };
    // As things are now: a role may have ended, or a quiz, or an answer.
    let new = store.new_responses(admin, from, until).await?;
    let total: u64 = new.iter().map(|responses| responses.count).sum();
    let mut lines = Vec::new();
    for responses in new.iter().take(NAMED) {
        let Some(quiz) = store.quiz(&responses.quiz).await? else { continue };
        lines.push(format!("{}: {}", quiz.name_in(Language::EN), responses.count));
    }
    if lines.is_empty() {
        return Ok(None);
    }
    if new.len() > NAMED {
        let others = new.len() - NAMED;
        lines.push(if others == 1 { "and one other quiz".to_owned() } else { format!("and {others} other quizzes") });
    }
    let title = if total == 1 { "1 new response".to_owned() } else { format!("{total} new responses") };
    let layout = Layout {
        sender: SERVICE.to_owned(),
        paragraphs: vec![format!("Since {}:", minute(from)), lines.join("\n")],
        title,
        link: base_url.map(|base_url| ("Open the dashboard".to_owned(), format!("{base_url}/admin"))),
        why: format!("You get this message because you have asked for it. {CHOSEN}"),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

const CHOSEN: &str = "You choose such messages on the page of your account.";

fn why_owner(namespace: &Namespace) -> String {
    format!("You get this message because you are an owner of {}. {CHOSEN}", namespace.name)
}

/// The moment at which the job was begun or due, its quiz and namespace; `None` if one of them is gone.
async fn failed_job(store: &Store, mail: &Mail) -> anyhow::Result<Option<(Timestamp, Quiz, Namespace)>> {
    let Some(id) = &mail.new.reference else { return Ok(None) };
    let Some(job) = store.job(id).await? else { return Ok(None) };
    let Some(quiz) = store.quiz(&job.quiz_id).await? else { return Ok(None) };
    let namespace = store.namespace(&quiz.namespace_id).await?;
    let begun_at = job.slot.map_or(job.created_at, |slot| slot.at);
    Ok(namespace.map(|namespace| (begun_at, quiz, namespace)))
}

/// The message's administrator; `None` if the account is gone or no longer wants messages about failures.
async fn wanting_failures(store: &Store, mail: &Mail) -> anyhow::Result<Option<Administrator>> {
    let Some(admin) = &mail.new.admin else { return Ok(None) };
    if !store.mail_choices(admin).await?.is_some_and(|choices| choices.failures) {
        return Ok(None);
    }
    Ok(store.administrator(admin).await?)
}

/// The message's administrator, if still an owner of the namespace who wants messages about failures.
async fn owner(store: &Store, mail: &Mail, namespace: &Namespace) -> anyhow::Result<Option<Administrator>> {
    let Some(administrator) = wanting_failures(store, mail).await? else { return Ok(None) };
    let is_owner = store.owners(&namespace.id).await?.contains(&administrator.id);
    Ok(Some(administrator).filter(|_| is_owner))
}
