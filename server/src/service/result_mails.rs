//! Messages with a link to a respondent's own result. The link expires, and the message has no score.

use domain::{Email, Quiz, QuizId, Timestamp, UserId};

use super::{
    Conflict, Missing, Participation, QuizPath, Respondent, Service, ServiceError,
    audit::{AuditDraft, record_audit_by_respondent},
    mail_texts::Composer,
    mail_words::{mail_words, moment},
    result_words::{ResultMailWords, result_mail_words},
    sealed_ids::SealedIds,
};
use crate::{
    clock,
    mail::{Composed, Layout, Letter},
    store::{AuditAction, Mail, MailKind, NewMail, ResultMail, WorkScope},
};

/// Validity of a link, in seconds.
const VALID: i64 = 30 * 86_400;
/// Maximum messages to an address per day, over all quizzes.
const TO_ADDRESS: i64 = 3;
/// Maximum messages about a quiz's results per hour.
const OF_QUIZ: i64 = 200;
/// Maximum length of a token, several times that of ours.
const TOKEN: usize = 500;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ResultMailed {
    Queued,
    /// There is a message about this result already.
    Before,
    WrongAddress,
    /// The address or the quiz has reached its limit.
    TooMany,
}

impl Service {
    /// True if the quiz allows messages with results and this server sends mail with links.
    pub fn mails_results(&self, quiz: &Quiz) -> bool {
        quiz.settings.result_by_mail && self.mails_links()
    }

    /// True if there is a message about the latest result.
    pub async fn is_result_mailed(&self, participation: &Participation) -> Result<bool, ServiceError> {
        let Some(record) = &participation.record else { return Ok(false) };
        Ok(self.store.is_result_mailed(&participation.quiz.id, &participation.user, record.attempt).await?)
    }

    /// Queues a message with a link to the respondent's latest result. The address is stored encrypted until the message has
    /// ended, then removed.
    pub async fn mail_result(
        &self,
        path: &QuizPath,
        who: &Respondent,
        address: &str,
    ) -> Result<ResultMailed, ServiceError> {
        let Participation { quiz, user, record, .. } = self.participation(path, who).await?;
        let attempt = record.filter(|record| record.submission.is_some()).ok_or(Missing::User)?.attempt;
        if !self.mails_results(&quiz) {
            return Err(Conflict::NoMail.into());
        }
        let Ok(email) = Email::parse(address.trim()) else { return Ok(ResultMailed::WrongAddress) };
        let hidden =
            Email::parse(NewMail::HIDDEN).map_err(|_| ServiceError::Internal("the hidden address".to_owned()))?;
        let now = clock::now();
        let mail = NewMail { namespace: Some(path.namespace.clone()), ..NewMail::of(MailKind::Result, &hidden, now) };
        let sealed = self.sealed_ids.seal(&of_address(&mail.id), email.as_str());
        let address = self.opt_out_links().hash(&mailbox(&email));
        let path = path.clone();
        // Over the whole installation, since messages to an address are counted so.
        self.transact_unasked(WorkScope::Both(path.namespace.clone()), move |tx| {
            Box::pin(async move {
                let quiz = tx.quiz_again(&quiz).await?.ok_or(Missing::Quiz)?;
                if !quiz.settings.result_by_mail {
                    return Err(Conflict::NoMail.into());
                }
                if tx.is_result_mailed(&quiz.id, &user, attempt).await? {
                    return Ok(ResultMailed::Before);
                }
                let is_full = tx.result_mails_to(&address, now).await? >= TO_ADDRESS
                    || tx.result_mails_of(&quiz.id, now).await? >= OF_QUIZ;
                if is_full {
                    return Ok(ResultMailed::TooMany);
                }
                let quiz = quiz.id.clone();
                let result = ResultMail { quiz, user: user.as_str().to_owned(), attempt, sealed };
                if !tx.add_result_mail(&mail, &result, &address).await? {
                    // Erased, or begun anew, in this moment.
                    return Err(Missing::User.into());
                }
                let draft = AuditDraft::of_quiz(AuditAction::MailResult, &path);
                record_audit_by_respondent(tx, draft, user.as_str()).await?;
                Ok(ResultMailed::Queued)
            })
        })
        .await
    }

    /// The result of a link, and the moment at which the link expires. Fails for an invalid or expired link, an erased
    /// respondent and a revoked invitation.
    pub async fn result_of_link(
        &self,
        path: &QuizPath,
        token: &str,
    ) -> Result<(Participation, Timestamp), ServiceError> {
        let link = if token.len() > TOKEN { None } else { ResultLink::open(&self.sealed_ids, &path.quiz, token) };
        let link = link.filter(|link| link.until > clock::now()).ok_or(Missing::Link)?;
        let (user, attempt) = self.store.result_of_mail(&path.quiz, &link.mail).await?.ok_or(Missing::Link)?;
        let quiz = self.find_quiz(path).await?;
        let user = UserId::parse(quiz.kind, &user).ok_or(Missing::Link)?;
        if let UserId::Invited(id) = &user {
            let invitation = self.store.invitation(&quiz.id, id).await?;
            invitation.filter(|invitation| invitation.revoked_at.is_none()).ok_or(Missing::Link)?;
        }
        let record = self.store.record(&quiz.id, &user).await?.ok_or(Missing::Link)?;
        let definition = self.definition(&quiz, record.version).await?;
        let (is_latest, is_submitted) = (record.attempt == attempt, record.submission.is_some());
        let latest = Participation { quiz, user, name: None, turn: None, record: Some(record), definition };
        let found = if is_latest {
            Some(latest).filter(|_| is_submitted)
        } else {
            self.earlier_participation(&latest, attempt).await?
        };
        Ok((found.ok_or(Missing::Link)?, link.until))
    }
}

/// Contents of a token: the message, whose row is there for as long as the attempt, so that a link never shows another record
/// of the same id.
struct ResultLink {
    mail: String,
    until: Timestamp,
}

impl ResultLink {
    fn seal(&self, ids: &SealedIds, quiz: &QuizId) -> String {
        ids.seal(&of_link(quiz), &format!("{} {}", self.until.nanoseconds(), self.mail))
    }

    fn open(ids: &SealedIds, quiz: &QuizId, token: &str) -> Option<Self> {
        let text = ids.open(&of_link(quiz), token)?;
        let (until, mail) = text.split_once(' ')?;
        Some(Self { until: Timestamp::from_nanoseconds(until.parse().ok()?), mail: mail.to_owned() })
    }
}

/// Encryption context; a text encrypted in one context opens in no other.
fn of_link(quiz: &QuizId) -> String {
    format!("result {quiz}")
}

fn of_address(mail: &str) -> String {
    format!("address {mail}")
}

/// The message, in the language of the answers. The quiz's name is the only text of the owner's, so that it cannot be used
/// to send advertisements.
pub(super) async fn compose(composer: &Composer, mail: &Mail) -> anyhow::Result<Composed> {
    let Composer { store, sealed_ids, opt_outs, base_url, .. } = composer;
    let gone = || Ok(Composed::Unwanted("the result is gone"));
    let Some(base_url) = base_url else { return Ok(Composed::Unwanted("the server has no address for links")) };
    let Some(ResultMail { quiz, user, sealed, .. }) = store.result_mail(&mail.new.id).await? else { return gone() };
    let (Some(to), Some(quiz)) = (sealed_ids.open(&of_address(&mail.new.id), &sealed), store.quiz(&quiz).await?) else {
        return gone();
    };
    if !quiz.settings.result_by_mail {
        return Ok(Composed::Unwanted("the quiz allows no such messages any more"));
    }
    if store.has_opted_out(&quiz.namespace_id, &quiz.id, &opt_outs.hash(&to)).await? {
        return Ok(Composed::Unwanted("the address wants no messages"));
    }
    let Some(id) = UserId::parse(quiz.kind, &user) else { return gone() };
    if let UserId::Invited(id) = &id {
        let invitation = store.invitation(&quiz.id, id).await?;
        if invitation.is_none_or(|invitation| invitation.revoked_at.is_some()) {
            return Ok(Composed::Unwanted("the link is revoked"));
        }
    }
    let Some(record) = store.record(&quiz.id, &id).await? else { return gone() };
    let language = record.language.around();
    let ResultMailWords { subject, body, open, why, .. } = result_mail_words(language.of_pages());
    let until = mail.new.at.later_by(VALID);
    let token = ResultLink { mail: mail.new.id.clone(), until }.seal(sealed_ids, &quiz.id);
    let fill =
        |text: &str| text.replace("{quiz}", quiz.name_in(language)).replace("{until}", &moment(until, &quiz, language));
    let layout = Layout {
        sender: quiz.name_in(language).to_owned(),
        title: fill(subject),
        paragraphs: vec![fill(body)],
        link: Some(((*open).to_owned(), format!("{base_url}/result/{}/{}/{token}", quiz.namespace_id, quiz.id))),
        sections: Vec::new(),
        or_open: mail_words(language.of_pages()).or_open.to_owned(),
        why: (*why).to_owned(),
        stop: None,
        language,
        words: language,
        colour: quiz.settings.primary_colour.clone(),
    };
    Ok(Composed::Letter(Box::new(Letter::new(to, layout))))
}

/// The address without what stands after a plus sign, for limits: many providers deliver all of these to one mailbox.
fn mailbox(email: &Email) -> String {
    let (name, domain) = email.as_str().rsplit_once('@').unwrap_or((email.as_str(), ""));
    format!("{}@{domain}", name.split('+').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_for_its_quiz_alone_and_tells_no_id() {
        let (ids, quiz) = (SealedIds::new(&[1; 32]), QuizId::from_random(7));
        let until = Timestamp::from_nanoseconds(5);
        let token = ResultLink { mail: "mail_1".to_owned(), until }.seal(&ids, &quiz);
        let opened = ResultLink::open(&ids, &quiz, &token).expect("it opens");
        assert_eq!((opened.mail.as_str(), opened.until), ("mail_1", until));
        assert!(ResultLink::open(&ids, &QuizId::from_random(8), &token).is_none());
        assert!(ResultLink::open(&SealedIds::new(&[2; 32]), &quiz, &token).is_none());
        // A viewer's name of a respondent is encrypted with the same key.
        assert!(ResultLink::open(&ids, &quiz, &ids.seal(quiz.as_str(), "5 mail_1")).is_none());
    }
}
