//! Messages about occasions of series: all that are due for an address go as one, as things are when it is sent.

use domain::{Language, Quiz, Timestamp, UserId};

use super::{
    mail_words::{MailWords, last_day, mail_words},
    opt_outs::OptOuts,
    person_letters::{Written, addressee, has_no_place, named},
};
use crate::{
    jobs::MAIL_HOUR,
    mail::{Composed, Layout, Letter, Section},
    store::{Invitation, Mail, MailKind, MailedState, OccasionState, Store},
    zone,
};

/// Seconds to wait while another server sends a message to the same address.
const BESIDE: i64 = 60;

/// A person whose occasion is open.
struct Wanted {
    quiz: Quiz,
    person: Invitation,
    /// The number of the occasion, and of the reminder; 0 for none.
    about: (u32, u32),
    language: Option<Language>,
    /// The end of the window or, if that is earlier, of the quiz.
    until: Timestamp,
}

/// The message that tells of all that was claimed with `mail`, if any of it is still wanted. The rest is cancelled.
pub(super) async fn compose(
    store: &Store,
    opt_outs: &OptOuts,
    base_url: Option<&str>,
    mail: &Mail,
    now: Timestamp,
) -> anyhow::Result<Composed> {
    let Some(base_url) = base_url else {
        return Ok(Composed::Unwanted("the server has no address for links"));
    };
    let (mut wanted, mut unwanted) = (Vec::<(Mail, Wanted)>::new(), Vec::new());
    for one in store.mails_sent_with(mail).await? {
        let found = match look(store, opt_outs, &one, now).await? {
            Ok(found) => found,
            Err(why) => {
                unwanted.push((one, why));
                continue;
            }
        };
        let is_same =
            |(_, other): &(Mail, Wanted)| (&other.quiz.id, &other.person.id) == (&found.quiz.id, &found.person.id);
        match wanted.iter_mut().find(|other| is_same(other)) {
            None => wanted.push((one, found)),
            Some(other) if other.1.about < found.about => {
                let (before, _) = std::mem::replace(other, (one, found));
                unwanted.push((before, "a later message tells of the occasion"));
            }
            Some(_) => unwanted.push((one, "a later message tells of the occasion")),
        }
    }
    let why_not = unwanted.iter().find(|(one, _)| one.new.id == mail.new.id).map(|(_, why)| *why);
    for (one, why) in &unwanted {
        // The one that stands for all ends with the reply, if there is nothing to send.
        if !(wanted.is_empty() && one.new.id == mail.new.id) {
            store.cancel_claimed(one, why, now).await?;
        }
    }
    let mut wanted: Vec<Wanted> = wanted.into_iter().map(|(_, wanted)| wanted).collect();
    wanted.sort_by(|one, next| (one.until, &one.quiz.id).cmp(&(next.until, &next.quiz.id)));
    let Some(first) = wanted.first() else {
        return Ok(Composed::Unwanted(why_not.unwrap_or("it was given up")));
    };
    if let Some(later) = not_yet(store, mail, &wanted, now).await? {
        return Ok(later);
    }
    let Some(namespace) = store.namespace(&first.quiz.namespace_id).await? else {
        return Ok(Composed::Unwanted("the quiz is gone"));
    };
    let texts = if wanted.len() == 1 { store.mail_texts(&first.quiz.id).await? } else { Vec::new() };
    let stop = opt_outs.link(base_url, &first.quiz, &opt_outs.hash(mail.new.recipient.as_str()));
    let texts = texts.as_slice();
    let mut links = Vec::with_capacity(wanted.len());
    for Wanted { quiz, person, until, .. } in &wanted {
        let written = Written { quiz, namespace: &namespace, texts, base_url, until: Some(*until) };
        links.push((written.link(person.id.as_str()), written));
    }
    let (letter, stop) = if let ([Wanted { person, language, .. }], [(link, written)]) = (&*wanted, &*links) {
        (written.letter(MailKind::Occasion, person, *language, link, &stop), stop)
    } else {
        // One that is about several ends them all.
        let stop = format!("{stop}?of=all");
        let links: Vec<String> = links.into_iter().map(|(link, _)| link).collect();
        (together(&wanted, &links, &namespace.name, &stop), stop)
    };
    let (to, mail_id) = (mail.new.recipient.to_string(), Some(mail.new.id.clone()));
    Ok(Composed::Letter(Box::new(Letter { to, mail_id, unsubscribe: Some(stop), ..letter })))
}

/// What a message is about, or why it is not wanted any more.
async fn look(
    store: &Store,
    opt_outs: &OptOuts,
    mail: &Mail,
    now: Timestamp,
) -> anyhow::Result<Result<Wanted, &'static str>> {
    let Some(about) = mail.new.occasion() else { return Ok(Err("the quiz is gone")) };
    let (quiz, person) = match addressee(store, opt_outs, mail, now).await? {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    if !quiz.settings.series.as_ref().is_some_and(|series| series.mail) {
        return Ok(Err("the series sends no mail"));
    }
    if person.mailed.state == Some(MailedState::Bounced) {
        return Ok(Err("an earlier message did not reach the person"));
    }
    let (number, reminder) = about;
    let occasion = store.occasion(&quiz.id, person.id.as_str(), number).await?;
    let Some(occasion) = occasion.filter(|occasion| occasion.state(now) == OccasionState::Due) else {
        return Ok(Err("the occasion is answered or over"));
    };
    if reminder == 0 && occasion.attempt.is_some() {
        return Ok(Err("the person has started"));
    }
    let has_link = person.mailed.state == Some(MailedState::Sent)
        && person.mailed.at.is_some_and(|sent_at| sent_at >= occasion.opens_at);
    if reminder == 0 && has_link {
        return Ok(Err("another message has brought the link since the occasion came"));
    }
    let record = store.record(&quiz.id, &UserId::Invited(person.id.clone())).await?;
    if has_no_place(store, &quiz, record.as_ref()).await? {
        return Ok(Err("no place is left"));
    }
    let until = quiz.settings.closes_at.map_or(occasion.closes_at, |closes| closes.min(occasion.closes_at));
    let language = record.map(|record| record.language).or(person.language);
    Ok(Ok(Wanted { quiz, person, about, language, until }))
}

/// What keeps a message from being sent today: the address had one. What is over by the next morning does not wait.
async fn not_yet(store: &Store, mail: &Mail, wanted: &[Wanted], now: Timestamp) -> anyhow::Result<Option<Composed>> {
    let Some(zone) = wanted.first().map(|wanted| zone::zone_of(&wanted.quiz.settings)) else { return Ok(None) };
    let today = zone::day_of(now, &zone);
    let Some(sent_at) = store.sent_occasions_since(mail, zone::start_of(today, &zone)).await? else { return Ok(None) };
    if sent_at > now {
        return Ok(Some(Composed::NotBefore(now.later_by(BESIDE), "another message is being sent to the address")));
    }
    let morning = zone::hour_of(today.next(), MAIL_HOUR, &zone);
    let can_wait = wanted.iter().all(|wanted| morning < wanted.until);
    Ok(can_wait.then_some(Composed::NotBefore(morning, "the address has had the message of the day")))
}

/// One message about several quizzes, in the language of the first of their persons. Where several persons share the
/// address, none is greeted, and each link says whose it is.
fn together(wanted: &[Wanted], links: &[String], namespace: &str, stop: &str) -> Letter {
    let spoken = wanted.iter().find_map(|wanted| wanted.language);
    let language =
        spoken.or_else(|| wanted.first().map(|first| first.quiz.definition.language)).unwrap_or(Language::EN);
    let language = language.around();
    let MailWords { occasions: (subject, body), last_day: until, open, or_open, why, stop: stop_words, .. } =
        mail_words(language.of_pages());
    let mut names: Vec<&str> = wanted.iter().filter_map(|wanted| wanted.person.name.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let is_shared = names.len() > 1;
    let name = names.first().copied().filter(|_| !is_shared);
    let title = |wanted: &Wanted| match &wanted.person.name {
        Some(name) if is_shared => format!("{}: {name}", wanted.quiz.name_in(language)),
        _ => wanted.quiz.name_in(language).to_owned(),
    };
    let section = |(wanted, link): (&Wanted, &String)| Section {
        title: title(wanted),
        text: until.replace("{closes}", &last_day(wanted.until, &wanted.quiz, language)),
        link: ((*open).to_owned(), link.clone()),
    };
    let layout = Layout {
        sender: namespace.to_owned(),
        title: (*subject).to_owned(),
        paragraphs: body.split("\n\n").map(|paragraph| named(paragraph, name)).collect(),
        link: None,
        sections: wanted.iter().zip(links).map(section).collect(),
        or_open: (*or_open).to_owned(),
        why: why.replace("{from}", namespace),
        stop: Some(((*stop_words).to_owned(), stop.to_owned())),
        language,
        words: language,
        colour: wanted.first().and_then(|first| first.quiz.settings.primary_colour.clone()),
    };
    Letter { to: String::new(), subject: (*subject).to_owned(), layout, unsubscribe: None, mail_id: None }
}

#[cfg(test)]
mod tests;
