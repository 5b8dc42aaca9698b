//! Texts of messages to administrators about failures, new responses and alerts.

use domain::{Language, Quiz, QuizId, Timestamp};

use super::mail_texts::{Addressed, SERVICE, minute};
use crate::{
    mail::Layout,
    store::{Administrator, AlertMail, EndpointState, Mail, Namespace, QuizCount, Store},
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
    let Some((total, lines)) = by_quiz(store, &new).await? else { return Ok(None) };
    let title = if total == 1 { "1 new response".to_owned() } else { format!("{total} new responses") };
    let layout = Layout {
        sender: SERVICE.to_owned(),
        paragraphs: vec![format!("Since {}:", minute(from)), lines],
        title,
        link: base_url.map(|base_url| ("Open the dashboard".to_owned(), format!("{base_url}/admin"))),
        why: format!("You get this message because you have asked for it. {CHOSEN}"),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

pub(super) async fn alerts_raised(store: &Store, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Addressed> {
    let Some(administrator) = wanting_alerts(store, mail, AlertMail::AtOnce).await? else { return Ok(None) };
    let Some(id) = mail.new.reference.as_deref().and_then(|id| QuizId::parse(id).ok()) else { return Ok(None) };
    // As things are now: a role may have ended, the quiz may be gone, and the alerts may have been acknowledged.
    let open = store.open_alerts_for(&administrator.id).await?.into_iter().find(|open| open.quiz == id);
    let Some((open, quiz)) = open.zip(store.quiz(&id).await?) else { return Ok(None) };
    let name = quiz.name_in(Language::EN);
    let count = match open.count {
        1 => "It is the only one that is open.".to_owned(),
        count => format!("In all, {count} alerts are open."),
    };
    let layout = Layout {
        sender: SERVICE.to_owned(),
        title: format!("An alert in {name}"),
        paragraphs: vec![
            format!("Answers to {name} raised an alert. {count}"),
            "If others are raised within ten minutes, one message tells of them then.".to_owned(),
        ],
        link: base_url.map(|base_url| {
            let alerts = format!("{base_url}/admin/ns/{}/quizzes/{id}/alerts", quiz.namespace_id);
            ("See the alerts".to_owned(), alerts)
        }),
        why: format!("You get this message because you may read the answers to this quiz. {CHOSEN}"),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

pub(super) async fn open_alerts(store: &Store, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Addressed> {
    let Some(administrator) = wanting_alerts(store, mail, AlertMail::Daily).await? else { return Ok(None) };
    let open = store.open_alerts_for(&administrator.id).await?;
    let Some((total, lines)) = by_quiz(store, &open).await? else { return Ok(None) };
    let layout = Layout {
        sender: SERVICE.to_owned(),
        title: if total == 1 { "1 open alert".to_owned() } else { format!("{total} open alerts") },
        paragraphs: vec!["They have not been acknowledged:".to_owned(), lines],
        link: base_url.map(|base_url| ("Open the dashboard".to_owned(), format!("{base_url}/admin"))),
        why: format!("You get this message because you have asked for it. {CHOSEN}"),
        ..Layout::default()
    };
    Ok(Some((administrator.email.to_string(), layout)))
}

/// The sum, and a line for each quiz, the others together; `None` if there is nothing to count.
async fn by_quiz(store: &Store, counts: &[QuizCount]) -> anyhow::Result<Option<(u64, String)>> {
    let mut lines = Vec::new();
    for of in counts.iter().take(NAMED) {
        let Some(quiz) = store.quiz(&of.quiz).await? else { continue };
        lines.push(format!("{}: {}", quiz.name_in(Language::EN), of.count));
    }
    if lines.is_empty() {
        return Ok(None);
    }
    if counts.len() > NAMED {
        let others = counts.len() - NAMED;
        lines.push(if others == 1 { "and one other quiz".to_owned() } else { format!("and {others} other quizzes") });
    }
    Ok(Some((counts.iter().map(|of| of.count).sum(), lines.join("\n"))))
}

/// The message's administrator; `None` if the account is gone or has chosen otherwise meanwhile.
async fn wanting_alerts(store: &Store, mail: &Mail, when: AlertMail) -> anyhow::Result<Option<Administrator>> {
    let Some(admin) = &mail.new.admin else { return Ok(None) };
    if !store.mail_choices(admin).await?.is_some_and(|choices| choices.alerts == Some(when)) {
        return Ok(None);
    }
    Ok(store.administrator(admin).await?)
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
