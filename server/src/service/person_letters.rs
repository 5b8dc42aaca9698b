//! The messages to invited people, as things are when they are sent: in the owner's words, or the usual ones.

use domain::{AnswersRecord, Language, LimitedTo, Quiz, QuizStatus, Timestamp, UserId};

use super::{
    mail_plans::{DAY, DAYS_APART, REMINDERS},
    mail_words::{MailWords, last_day, mail_words, moment},
    opt_outs::OptOuts,
};
use crate::{
    clock,
    mail::{Composed, Layout, Letter},
    random,
    store::{Invitation, Mail, MailKind, MailText, Mailed, MailedState, Namespace, OccasionState, Store},
};

/// The message to a person, if it is still wanted.
pub(super) async fn compose(
    store: &Store,
    opt_outs: &OptOuts,
    base_url: Option<&str>,
    mail: &Mail,
) -> anyhow::Result<Composed> {
    let Some(base_url) = base_url else { return Ok(Composed::Unwanted("the server has no address for links")) };
    let (quiz, invitation) = match addressee(store, opt_outs, mail, clock::now()).await? {
        Ok(found) => found,
        Err(why) => return Ok(Composed::Unwanted(why)),
    };
    let Some(namespace) = store.namespace(&quiz.namespace_id).await? else {
        return Ok(Composed::Unwanted("the quiz is gone"));
    };
    let record = store.record(&quiz.id, &UserId::Invited(invitation.id.clone())).await?;
    match &record {
        _ if quiz.settings.series.is_some() && mail.new.kind.is_reminder() => {
            let occasions = store.occasions_of(&quiz.id, invitation.id.as_str()).await?;
            match occasions.iter().find(|occasion| occasion.state(clock::now()) == OccasionState::Due) {
                None => return Ok(Composed::Unwanted("no occasion is open that the person has not answered")),
                Some(due) if mail.new.kind == MailKind::ReminderToStart && due.attempt.is_some() => {
                    return Ok(Composed::Unwanted("the person has started"));
                }
                Some(_) => {}
            }
        }
        Some(record) if record.submission.is_some() || record.attempt > 1 => {
            return Ok(Composed::Unwanted("the person has finished"));
        }
        Some(_) if mail.new.kind == MailKind::ReminderToStart => {
            return Ok(Composed::Unwanted("the person has started"));
        }
        _ => {}
    }
    if has_no_place(store, &quiz, record.as_ref()).await? {
        return Ok(Composed::Unwanted("no place is left"));
    }
    if let Some(other) = too_early(store, mail, &invitation).await? {
        return Ok(other);
    }
    let texts = store.mail_texts(&quiz.id).await?;
    // A person who has begun did so in a language.
    let language = record.map(|record| record.language).or(invitation.language);
    let written = Written { quiz: &quiz, namespace: &namespace, texts: &texts, base_url, until: None };
    let stop = opt_outs.link(base_url, &quiz, &opt_outs.hash(mail.new.recipient.as_str()));
    let link = written.link(invitation.id.as_str());
    let letter = written.letter(mail.new.kind, &invitation, language, &link, &stop);
    let (to, mail_id) = (mail.new.recipient.to_string(), Some(mail.new.id.clone()));
    Ok(Composed::Letter(Box::new(Letter { to, mail_id, unsubscribe: Some(stop), ..letter })))
}

/// The quiz and the person of a message, or why none is wanted, whatever it is about.
pub(super) async fn addressee(
    store: &Store,
    opt_outs: &OptOuts,
    mail: &Mail,
    now: Timestamp,
) -> anyhow::Result<Result<(Quiz, Invitation), &'static str>> {
    let (Some(quiz), Some(user)) = (&mail.new.quiz, &mail.new.user) else { return Ok(Err("the quiz is gone")) };
    let Some(quiz) = store.quiz(quiz).await? else { return Ok(Err("the quiz is gone")) };
    let Some(UserId::Invited(id)) = UserId::parse(quiz.kind, user) else {
        return Ok(Err("the quiz invites no respondents"));
    };
    let Some(invitation) = store.invitation(&quiz.id, &id).await? else { return Ok(Err("the person is gone")) };
    if quiz.status(now) != QuizStatus::Open {
        return Ok(Err("the quiz is not open"));
    }
    if invitation.revoked_at.is_some() {
        return Ok(Err("the link is revoked"));
    }
    let address = opt_outs.hash(mail.new.recipient.as_str());
    if store.has_opted_out(&quiz.namespace_id, &quiz.id, &address).await? {
        return Ok(Err("the person wants no messages"));
    }
    Ok(Ok((quiz, invitation)))
}

/// True where all places are taken; a person who has submitted an attempt keeps one.
pub(super) async fn has_no_place(store: &Store, quiz: &Quiz, record: Option<&AnswersRecord>) -> anyhow::Result<bool> {
    let has_one = record.is_some_and(|record| record.submission.is_some() || record.attempt > 1);
    let Some(most) = quiz.definition.most_submissions().filter(|_| !has_one) else { return Ok(false) };
    Ok(store.places_taken(&quiz.id, &LimitedTo::Quiz).await? >= most)
}

/// What keeps a message from being sent now, for what became of those before it: they may have waited for one another while
/// mail was held.
async fn too_early(store: &Store, mail: &Mail, person: &Invitation) -> anyhow::Result<Option<Composed>> {
    let Mailed { state, at, reminders, .. } = &person.mailed;
    if *state == Some(MailedState::Bounced) || mail.new.kind.is_reminder() && *state == Some(MailedState::Refused) {
        return Ok(Some(Composed::Unwanted("an earlier message did not reach the person")));
    }
    if !mail.new.kind.is_reminder() {
        let has_link = *state == Some(MailedState::Sent) && at.is_some_and(|at| at >= mail.new.at);
        return Ok(has_link.then_some(Composed::Unwanted("another message has brought the link meanwhile")));
    }
    if *reminders >= REMINDERS {
        return Ok(Some(Composed::Unwanted("the person had all reminders")));
    }
    let apart = i64::from(DAYS_APART) * DAY;
    let number = mail.new.reference.as_deref().and_then(|number| number.parse().ok()).unwrap_or_default();
    if store.waits_for_another(&person.quiz_id, person.id.as_str(), number, clock::now()).await? {
        return Ok(Some(Composed::NotBefore(clock::now().later_by(apart), "the message before it waits")));
    }
    let next = at.map(|at| at.later_by(apart)).filter(|next| *next > clock::now());
    Ok(next.map(|next| Composed::NotBefore(next, "the message before it is not two days old")))
}

/// The same to an administrator, who tries it: with a link to the preview, and none that ends messages.
pub(super) async fn compose_trial(store: &Store, base_url: Option<&str>, mail: &Mail) -> anyhow::Result<Composed> {
    let (Some(base_url), Some(quiz), Some(id)) = (base_url, &mail.new.quiz, &mail.new.admin) else {
        return Ok(Composed::Unwanted("the server has no address for links"));
    };
    let Some(quiz) = store.quiz(quiz).await? else { return Ok(Composed::Unwanted("the quiz is gone")) };
    let Some(administrator) = store.administrator(id).await? else {
        return Ok(Composed::Unwanted("the account is gone"));
    };
    let Some(namespace) = store.namespace(&quiz.namespace_id).await? else {
        return Ok(Composed::Unwanted("the quiz is gone"));
    };
    let texts = store.mail_texts(&quiz.id).await?;
    let written = Written { quiz: &quiz, namespace: &namespace, texts: &texts, base_url, until: None };
    let person = Invitation {
        id: random::invited_id(),
        quiz_id: quiz.id.clone(),
        name: Some(administrator.name.clone()),
        email: None,
        custom_data: None,
        fields: domain::FieldValues::default(),
        language: None,
        created_at: mail.new.at,
        revoked_at: None,
        mailed: Mailed::default(),
    };
    let link = format!("{base_url}/admin/ns/{}/quizzes/{}/preview", quiz.namespace_id, quiz.id);
    let mut letter = written.letter(mail.new.kind, &person, None, &link, "");
    letter.layout.stop = None;
    Ok(Composed::Letter(Box::new(Letter { to: administrator.email.to_string(), ..letter })))
}

/// The usual words, of a language that the words exist in or of English.
pub(super) fn usual_text(kind: MailKind, language: Language) -> MailText {
    let MailWords { invitation, reminder, occasion, .. } = mail_words(language.of_pages());
    let (subject, body) = match kind {
        MailKind::Occasion => occasion,
        kind if kind.is_reminder() => reminder,
        _ => invitation,
    };
    MailText { kind, language, subject: (*subject).to_owned(), body: (*body).to_owned() }
}

/// What the messages of a quiz are made from.
pub(super) struct Written<'w> {
    pub(super) quiz: &'w Quiz,
    pub(super) namespace: &'w Namespace,
    pub(super) texts: &'w [MailText],
    pub(super) base_url: &'w str,
    /// The end of an occasion, whose last day `{closes}` is then, in place of the end of the quiz.
    pub(super) until: Option<Timestamp>,
}

impl Written<'_> {
    pub(super) fn link(&self, person: &str) -> String {
        format!("{}/aq/{}/{}/{person}", self.base_url, self.quiz.namespace_id, self.quiz.id)
    }

    /// The message to a person; `stop` is the address of the page that ends messages.
    pub(super) fn letter(
        &self,
        kind: MailKind,
        invitation: &Invitation,
        language: Option<Language>,
        link: &str,
        stop: &str,
    ) -> Letter {
        let (language, subject, body) = self.text(kind, language);
        let words = mail_words(language.of_pages());
        let closes = match self.until {
            Some(end) => Some(last_day(end, self.quiz, language)),
            None => self.quiz.settings.closes_at.map(|at| moment(at, self.quiz, language)),
        };
        let fill = |text: &str| self.filled(text, language, invitation, closes.as_deref(), link);
        let paragraphs = body.split("\n\n").filter(|paragraph| closes.is_some() || !paragraph.contains("{closes}"));
        let paragraphs: Vec<String> = paragraphs.map(fill).filter(|text| !text.is_empty()).collect();
        let subject = fill(&subject);
        let layout = Layout {
            sender: self.quiz.name_in(language).to_owned(),
            title: subject.clone(),
            paragraphs,
            link: Some((words.open.to_owned(), link.to_owned())),
            sections: Vec::new(),
            or_open: words.or_open.to_owned(),
            why: words.why.replace("{from}", &self.namespace.name),
            stop: Some((words.stop.to_owned(), stop.to_owned())),
            language,
            words: language.around(),
            colour: self.quiz.settings.primary_colour.clone(),
        };
        Letter { to: String::new(), subject, layout, unsubscribe: None, mail_id: None }
    }

    /// The owner's words in this language, in that of the quiz, or the usual ones.
    fn text(&self, kind: MailKind, language: Option<Language>) -> (Language, String, String) {
        let own = self.quiz.definition.language;
        let kind = if kind.is_reminder() { MailKind::Reminder } else { kind };
        let languages: Vec<Language> =
            self.texts.iter().filter(|text| text.kind == kind).map(|text| text.language).collect();
        // Of those that the quiz is in.
        let wanted = language.and_then(|language| Language::closest(&[language], &self.quiz.definition.languages()));
        let wanted = wanted.unwrap_or(own);
        let found = Language::closest(&[wanted], &languages).or_else(|| languages.contains(&own).then_some(own));
        let written =
            found.and_then(|found| self.texts.iter().find(|text| text.kind == kind && text.language == found));
        match written {
            Some(text) => (text.language, text.subject.clone(), text.body.clone()),
            None => {
                let usual = usual_text(kind, wanted);
                (wanted.around(), usual.subject, usual.body)
            }
        }
    }

    fn filled(
        &self,
        text: &str,
        language: Language,
        invitation: &Invitation,
        closes: Option<&str>,
        link: &str,
    ) -> String {
        let text = named(text, invitation.name.as_deref());
        let text = text.replace("{quiz}", self.quiz.name_in(language)).replace("{link}", link);
        text.replace("{closes}", closes.unwrap_or_default()).trim().to_owned()
    }
}

/// Without a name, what parts it from the word before goes, too.
pub(super) fn named(text: &str, name: Option<&str>) -> String {
    match name.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => text.replace("{name}", name),
        None => text.replace(", {name}", "").replace(" {name}", "").replace("{name}", ""),
    }
}
