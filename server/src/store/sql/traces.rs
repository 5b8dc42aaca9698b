//! Saved views and conditions of exports that identify a respondent, and are removed with the respondent.
//!
//! A condition identifies a respondent if it matches that respondent and none of many others. Part of a name that
//! others share, or a word that others wrote, is an ordinary search: respondents must not be able to remove it.

use domain::{Answer, Answers, FieldValues, QuizId, Timestamp, UserId};
use serde_json::{Value, json};

use super::{Connection, Statement, record_row::read_fields, sql};
use crate::{
    SearchText,
    store::{ExpiredAttempt, record_filter::has_value},
};

/// Number of other respondents that a condition is tested on, the last to begin.
const OTHERS: i64 = 1000;

/// The values that searches match.
#[derive(Default)]
struct Respondent {
    id: String,
    /// The id, and the name and address of the invitation.
    names: Vec<String>,
    /// `names`, custom data and fields.
    searched: Vec<String>,
    /// By question id.
    texts: Vec<(String, String)>,
    fields: Vec<FieldValues>,
}

/// Custom data and fields.
type Known = (Option<String>, Option<String>);
/// A record: the id of its respondent, custom data, fields and answers.
type Begun = (String, Option<String>, Option<String>, Option<String>);
/// An invitation: its id, name, address, custom data and fields.
type Invited = (String, Option<String>, Option<String>, Option<String>, Option<String>);

/// Conditions of one view or export, in the order of its query string.
type Conditions = Vec<(String, String)>;

/// Removes the traces of a respondent before the erasure.
pub(super) async fn forget(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &UserId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let kept = kept(connection, quiz).await?;
    if kept.is_empty() {
        return Ok(());
    }
    let of_user = |statement: Statement| statement.bind(quiz).bind(user);
    let mut gone = Respondent::of(user.as_str());
    let records = of_user(sql!(
        "SELECT custom_data, fields, answers FROM records WHERE quiz_id = $1 AND user_id = $2
         UNION ALL SELECT custom_data, fields, answers FROM past_attempts WHERE quiz_id = $1 AND user_id = $2"
    ));
    for (custom_data, fields, answers) in
        connection.rows::<(Option<String>, Option<String>, Option<String>)>(records).await?
    {
        gone.add_record((custom_data, fields), answers.as_deref());
    }
    let invitation =
        of_user(sql!("SELECT id, name, email, custom_data, fields FROM invitations WHERE quiz_id = $1 AND id = $2"));
    for (_, name, email, custom_data, fields) in connection.rows::<Invited>(invitation).await? {
        gone.add_invitation([name, email], (custom_data, fields));
    }
    forget_kept(connection, quiz, user.as_str(), &gone, kept, now).await
}

/// Removes the traces of the texts of one past attempt. The respondent stays.
pub(super) async fn forget_attempt(
    connection: &mut Connection<'_>,
    attempt: &ExpiredAttempt,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let kept = kept(connection, &attempt.quiz).await?;
    if kept.is_empty() {
        return Ok(());
    }
    let answers =
        sql!("SELECT fields, answers FROM past_attempts WHERE quiz_id = $1 AND user_id = $2 AND attempt = $3");
    let answers = answers.bind(&attempt.quiz).bind(&attempt.user).bind(attempt.attempt);
    let mut gone = Respondent::default();
    for (fields, answers) in connection.rows::<(Option<String>, Option<String>)>(answers).await? {
        gone.add_record((None, fields), answers.as_deref());
    }
    let still = sql!(
        "SELECT fields FROM records WHERE quiz_id = $1 AND user_id = $2
         UNION ALL SELECT fields FROM invitations WHERE quiz_id = $1 AND id = $2
         UNION ALL SELECT fields FROM past_attempts WHERE quiz_id = $1 AND user_id = $2 AND attempt <> $3"
    );
    let still = still.bind(&attempt.quiz).bind(&attempt.user).bind(attempt.attempt);
    for (fields,) in connection.rows::<(Option<String>,)>(still).await? {
        gone.keep_known(&read_fields(fields.as_deref()).unwrap_or_default());
    }
    forget_kept(connection, &attempt.quiz, &attempt.user, &gone, kept, now).await
}

/// A saved view, or the job of an export of a selection.
struct Kept {
    is_view: bool,
    /// The name of a view, or the id of a job.
    id: String,
    /// The query string of a view, or the parameters of a job.
    text: String,
}

async fn kept(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Vec<Kept>, sqlx::Error> {
    let select = sql!(
        "SELECT true AS is_view, name, query FROM answer_views WHERE quiz_id = $1
         UNION ALL SELECT false, id, parameters FROM jobs WHERE quiz_id = $1 AND kind = 'selection'"
    );
    let rows: Vec<(bool, String, String)> = connection.rows(select.bind(quiz)).await?;
    Ok(rows.into_iter().map(|(is_view, id, text)| Kept { is_view, id, text }).collect())
}

async fn forget_kept(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &str,
    gone: &Respondent,
    kept: Vec<Kept>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let mut others = None;
    for Kept { is_view, id, text } in kept {
        let mut parameters: Value = if is_view { Value::Null } else { serde_json::from_str(&text).unwrap_or_default() };
        let query =
            if is_view { text } else { parameters["selection"]["query"].as_str().unwrap_or_default().to_owned() };
        let conditions: Conditions = serde_urlencoded::from_str(&query).unwrap_or_default();
        let (chosen, finding): (Conditions, Conditions) = conditions
            .iter()
            .filter(|condition| gone.is_found_by(condition))
            .cloned()
            .partition(|(name, _)| name == "user");
        let mut is_told = is_view && gone.is_named_in(&id);
        if !is_told && !finding.is_empty() {
            if others.is_none() {
                others = Some(self::others(connection, quiz, user).await?);
            }
            let is_alone = |condition| !others.iter().flatten().any(|other| other.is_found_by(condition));
            is_told = finding.iter().any(is_alone);
        }
        let left: Conditions = conditions.into_iter().filter(|condition| !chosen.contains(condition)).collect();
        // If several respondents were selected, the others stay selected.
        let is_rest = !is_told && left.iter().any(|(name, _)| name == "user");
        if !is_told && chosen.is_empty() {
            continue;
        }
        let query = serde_urlencoded::to_string(&left).unwrap_or_default();
        match (is_view, is_rest) {
            (true, true) => {
                let update = sql!("UPDATE answer_views SET query = $3 WHERE quiz_id = $1 AND name = $2");
                connection.execute(update.bind(quiz).bind(&id).bind(query)).await?;
            }
            (true, false) => {
                let delete = sql!("DELETE FROM answer_views WHERE quiz_id = $1 AND name = $2");
                connection.execute(delete.bind(quiz).bind(&id)).await?;
            }
            (false, true) => {
                let selection = &mut parameters["selection"];
                selection["query"] = query.into();
                if let Some(users) = selection["filter"]["users"].as_array_mut() {
                    users.retain(|user| *user != gone.id);
                }
                let update = sql!("UPDATE jobs SET parameters = $3 WHERE quiz_id = $1 AND id = $2");
                connection.execute(update.bind(quiz).bind(&id).bind(parameters.to_string())).await?;
            }
            (false, false) => empty(connection, quiz, &id, parameters, now).await?,
        }
    }
    Ok(())
}

/// Empties the conditions of an export whose file was about this respondent alone. An export that has not ended is
/// deleted, because without conditions it would contain all answers.
async fn empty(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    id: &str,
    mut parameters: Value,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let delete = sql!("DELETE FROM jobs WHERE quiz_id = $1 AND id = $2 AND state IN ('queued', 'running')");
    connection.execute(delete.bind(quiz).bind(id)).await?;
    let selection = &mut parameters["selection"];
    selection["filter"] = json!({});
    selection["query"] = "".into();
    selection["isEmptied"] = true.into();
    let update = sql!(
        "UPDATE jobs SET parameters = $3, removed_at = CASE WHEN removed_at < $4 THEN removed_at ELSE $4 END
         WHERE quiz_id = $1 AND id = $2"
    );
    connection.execute(update.bind(quiz).bind(id).bind(parameters.to_string()).bind(now)).await.map(drop)
}

async fn others(connection: &mut Connection<'_>, quiz: &QuizId, user: &str) -> Result<Vec<Respondent>, sqlx::Error> {
    let of_others = |statement: Statement| statement.bind(quiz).bind(user).bind(OTHERS);
    // Very long answers would occupy the writer for too long.
    let records = of_others(sql!(
        "SELECT user_id, custom_data, fields, CASE WHEN octet_length(answers) <= 8192 THEN answers END
         FROM records WHERE quiz_id = $1 AND user_id <> $2 ORDER BY started_at DESC, user_id DESC LIMIT $3"
    ));
    let records: Vec<Begun> = connection.rows(records).await?;
    let records = records.into_iter().map(|(id, custom_data, fields, answers)| {
        let mut other = Respondent::of(&id);
        other.add_record((custom_data, fields), answers.as_deref());
        other
    });
    let mut others: Vec<Respondent> = records.collect();
    let invitations = of_others(sql!(
        "SELECT id, name, email, custom_data, fields FROM invitations
         WHERE quiz_id = $1 AND id <> $2 ORDER BY created_at DESC, id DESC LIMIT $3"
    ));
    let invitations: Vec<Invited> = connection.rows(invitations).await?;
    others.extend(invitations.into_iter().map(|(id, name, email, custom_data, fields)| {
        let mut other = Respondent::of(&id);
        other.add_invitation([name, email], (custom_data, fields));
        other
    }));
    Ok(others)
}

impl Respondent {
    fn of(id: &str) -> Self {
        let id = id.to_owned();
        Self { names: vec![id.clone()], searched: vec![id.clone()], id, texts: Vec::new(), fields: Vec::new() }
    }

    fn add_record(&mut self, known: Known, answers: Option<&str>) {
        self.add_known(known);
        let answers: Answers = answers.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
        let texts = answers.into_iter().filter_map(|(question, answer)| match answer {
            Answer::Text(text) => Some((question.to_string(), text)),
            Answer::Option(_) | Answer::Options(_) | Answer::Number(_) | Answer::Consent => None,
        });
        self.texts.extend(texts);
    }

    fn add_known(&mut self, (custom_data, fields): Known) {
        self.searched.extend(custom_data);
        let fields = read_fields(fields.as_deref()).unwrap_or_default();
        self.searched.extend(fields.texts().map(ToOwned::to_owned));
        self.fields.push(fields);
    }

    /// Leaves out what the respondent has elsewhere.
    fn keep_known(&mut self, fields: &FieldValues) {
        for own in &mut self.fields {
            for (id, value) in fields.iter() {
                if own.get(id.as_str()) == Some(value) {
                    own.set(id, None);
                }
            }
        }
        self.searched.retain(|text| !fields.texts().any(|known| known == text));
    }

    fn add_invitation(&mut self, names: [Option<String>; 2], known: Known) {
        let names: Vec<String> = names.into_iter().flatten().collect();
        self.searched.extend(names.iter().cloned());
        self.names.extend(names);
        self.add_known(known);
    }

    /// True if a condition finds the respondent by an id, a name or a text, as the list of answers does.
    fn is_found_by(&self, (name, value): &(String, String)) -> bool {
        let is_among = |texts: &[(String, String)], fits: &dyn Fn(&str, &str) -> bool| {
            let (id, wanted) = value.split_once(':').unwrap_or_default();
            texts.iter().any(|(own, text)| own == id && fits(text, wanted))
        };
        match name.as_str() {
            "user" => *value == self.id,
            "q" => SearchText::new(value).is_in_any(|| self.searched.iter().map(String::as_str)),
            "contains" => is_among(&self.texts, &|text, part| SearchText::new(part).is_in(text)),
            "answer" | "also" => is_among(&self.texts, &|text, wanted| text == wanted),
            "field" => {
                let (id, wanted) = value.split_once(':').unwrap_or_default();
                let (id, wanted) = (id.trim(), wanted.trim());
                let found = self.fields.iter().filter_map(|fields| fields.get(id));
                found.into_iter().any(|value| has_value(Some(value), wanted))
            }
            _ => false,
        }
    }

    /// True if the name of a view contains the respondent's id, name or address.
    fn is_named_in(&self, view: &str) -> bool {
        let names = self.names.iter().map(|name| SearchText::new(name));
        names.filter(|name| !name.is_empty()).any(|name| name.is_in(view))
    }
}
