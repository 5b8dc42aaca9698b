//! Sentences for lines of the audit log.

/// The predicate of a sentence whose subject is the actor. Unknown actions are shown verbatim.
pub(super) fn words(action: &str, subject: Option<&str>, details: Option<&str>) -> String {
    let (subject, details) = (subject.unwrap_or_default(), details.unwrap_or_default());
    match action {
        "access.denied" => format!("was refused what they may not do ({details})"),
        "administrator.create" => format!("created an account for {subject}"),
        "administrator.remove" => format!("removed the account of {subject}"),
        "administrator.reset" => {
            format!("reset the account of {subject}: a new link, no password, no two-factor authentication")
        }
        "administrator.recovery_code" => "signed in or confirmed a change with a recovery code".to_owned(),
        "administrator.recovery_codes" => "created new recovery codes".to_owned(),
        "administrator.sign_in" => "signed in".to_owned(),
        "administrator.sign_in_refused" => {
            format!("refused to sign in {} ({details})", or(subject, "unknown accounts"))
        }
        "administrator.sign_in_throttled" => {
            format!("slowed down tries to sign in {} ({details})", or(subject, "unknown accounts"))
        }
        "administrator.sign_out" => "signed out".to_owned(),
        "administrator.sign_out_everywhere" => "signed out of all other browsers".to_owned(),
        "administrator.set_password" => "chose a password by a link".to_owned(),
        "administrator.change_password" => "changed their password".to_owned(),
        "administrator.second_factor_on" => "turned two-factor authentication on".to_owned(),
        "administrator.second_factor_off" if !subject.is_empty() => {
            format!("turned two-factor authentication of {subject} off, since the secret key was lost")
        }
        "administrator.second_factor_off" => "turned two-factor authentication off".to_owned(),
        "member.offer" => format!("offered {subject} the role {details}"),
        "member.accept" => format!("accepted the role {details}"),
        "member.decline" => format!("declined the role {details}"),
        "member.withdraw" => format!("withdrew the offer of the role {details} to {subject}"),
        "member.sign_out" => format!("signed {subject} out in all browsers"),
        "member.set" => format!("made {subject} {}", with_article(details)),
        "member.link" => format!("created a password link for {subject}"),
        "member.renew" => format!("made {subject} owner, with a new password"),
        "member.remove" => format!("removed {subject}"),
        "namespace.create" => format!("created the namespace {}", quoted(details)),
        "namespace.delete" => format!("deleted the namespace {}", or(subject, details)),
        "endpoint.create" => format!("created a webhook to {details}"),
        "endpoint.change" => format!("changed the webhook to {details}"),
        "endpoint.delete" => format!("deleted the webhook to {details}"),
        "endpoint.secret" if details == "lost" => "turned a webhook off, since its secret was lost".to_owned(),
        "endpoint.secret" => format!("made a new secret for the webhook to {details}"),
        "endpoint.send_again" => format!("sent events of a webhook again ({details})"),
        "endpoint.test" => format!("sent a test event to {details}"),
        "outgoing.release" => "sent the events that were held since a restore or a copy".to_owned(),
        "outgoing.drop" => "gave up the events that were held since a restore or a copy".to_owned(),
        "key.create" => format!("created the API key {details}"),
        "key.refused" => match subject {
            "" => format!("refused unknown API keys ({details})"),
            label => format!("refused the API key {label} ({details})"),
        },
        "key.rename" => format!("renamed an API key: {details}"),
        "key.revoke" => format!("revoked the API key {details}"),
        "image.add" => format!("added a picture to the quiz ({details})"),
        "image.delete" => format!("deleted a picture of the quiz ({details})"),
        "quiz.create" => format!("created the quiz {}", quoted(details)),
        "quiz.change" if details == "nothing" => "saved the quiz without a change".to_owned(),
        "quiz.change" => changed(details),
        "quiz.delete" => format!("deleted the quiz {} and its answers", quoted(details)),
        "quiz.session_secret" if details == "made" => "created a secret for signed sessions".to_owned(),
        "report.create" => format!("shared the report {}", quoted(details)),
        "report.end" => "ended a shared report".to_owned(),
        "report.publish" => format!("published the figures of the report {}", quoted(details)),
        "quiz.session_secret" if details == "lost" => "replaced the lost secret for signed sessions".to_owned(),
        "quiz.session_secret" => "turned signed sessions off".to_owned(),
        "administrator.set_time_zone" => format!("set the time zone to {details}"),
        "administrator.set_mail" => format!("chose mail: {details}"),
        "namespace.rename" => format!("renamed the namespace ({details})"),
        "namespace.quota" => format!("set the quota of the namespace ({details})"),
        "namespace.retention" => format!("set how long answers are kept ({details})"),
        "namespace.second_factor" if details == "on" => "required two-factor authentication of all members".to_owned(),
        "namespace.second_factor" => "no longer required two-factor authentication".to_owned(),
        "audit.rewrite" => format!("replaced the ids of respondents in the audit log ({details})"),
        "users.invite" if details == "1 people" => "invited 1 person".to_owned(),
        "users.invite" => format!("invited {details}"),
        "users.link" if details == "revoked" => format!("revoked the link of {subject}"),
        "users.link" if details == "restored" => format!("let the link of {subject} work again"),
        "users.link" => format!("gave {subject} a new link"),
        "users.list_links" => "downloaded invitation links".to_owned(),
        // Lines of earlier releases do not tell the style.
        "export.request" | "export.download" if !details.is_empty() => {
            let did = if action == "export.request" { "started" } else { "downloaded" };
            format!("{did} an export ({details})")
        }
        "export.request" => "started an export".to_owned(),
        "export.cancel" => "cancelled an export".to_owned(),
        "export.download" => "downloaded an export".to_owned(),
        "export.stream" => format!("exported all answers at the server ({details})"),
        "users.list" => format!("read a page of invited people and their links ({details})"),
        "audit.export" => "downloaded a part of the audit log".to_owned(),
        "clock.confirm" => "said that the clock of the server is right".to_owned(),
        "database.restore" => "restored the database from a backup".to_owned(),
        "database.undo_move" => format!("took the database into use again ({details})"),
        "requests.limited" => format!("refused requests past the limit ({details})"),
        "secret_key.change" => format!("encrypted all secrets with another key ({details})"),
        "schedule.create" => format!("created the delivery {}", or(subject, details)),
        "schedule.delete" => format!("removed the delivery {}", or(subject, details)),
        "schedule.deliver" => format!("delivered the answers {details}"),
        "schedule.run" => format!("ran the delivery {}", or(subject, details)),
        _ => of_answers(action, subject, details).or_else(|| of_mail(action, details)).unwrap_or_else(|| {
            [action, subject, details].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        }),
    }
}

fn of_answers(action: &str, subject: &str, details: &str) -> Option<String> {
    let words = match action {
        "answers.read" if details == "attempts" => format!("read all attempts of {subject}"),
        "answers.read" => format!("read the answers of {subject}"),
        "alert.acknowledge" => format!("acknowledged the alert {} of {subject}", quoted(details)),
        "answers.arrange" if details.is_empty() => "chose the columns of the answers".to_owned(),
        "answers.arrange" => format!("chose the columns of the answers, and the time zone {details}"),
        "answers.save_view" => format!("saved the view {} of the answers", quoted(details)),
        "answers.delete_view" => format!("deleted the view {} of the answers", quoted(details)),
        "answers.rescore" => format!("gave submitted answers the scores of a newer version ({details})"),
        "answers.repair" => format!("made lists and figures anew ({details})"),
        "answers.erase" => format!("erased {subject}"),
        "people.erase" => format!("erased a person from {details}"),
        "people.find" => format!("searched for people ({details})"),
        "answers.expire" => format!("erased expired records ({details})"),
        "answers.mail_result" => format!("asked for the result by mail, as {subject}"),
        "alerts.list" => format!("read a page of alerts ({details})"),
        "occasions.list" => format!("read a page of occasions ({details})"),
        "answers.list" => format!("read a page of answers ({details})"),
        _ => return None,
    };
    Some(words)
}

fn of_mail(action: &str, details: &str) -> Option<String> {
    let words = match action {
        "mail.cancel" => "cancelled a message that waited to be sent".to_owned(),
        "mail.resend" => "sent a message again".to_owned(),
        "users.mail" => format!("wrote to invited people ({details})"),
        "users.mail_cancel" => format!("cancelled messages to invited people ({details})"),
        "users.mail_text" => format!("changed what is written to invited people ({details})"),
        "users.opt_out" => format!("wanted no more messages of {details}"),
        "users.bounce" => format!("noted that a message to an invited person came back ({details})"),
        _ => return None,
    };
    Some(words)
}

/// `details` describe a change, such as `version 2; questions: +rent` or `status: draft → open`. Lines of earlier
/// releases have `settings` after a comma instead of fields.
fn changed(details: &str) -> String {
    match (details.strip_prefix("version "), details) {
        (Some(rest), _) => match (rest.strip_suffix(", settings"), rest.split_once("; ")) {
            (Some(version), _) => format!("published version {version} of the quiz and changed its settings"),
            (None, Some((version, fields))) => format!("published version {version} of the quiz ({fields})"),
            (None, None) => format!("published version {rest} of the quiz"),
        },
        (None, "settings") => "changed the settings of the quiz".to_owned(),
        (None, "status: draft → open" | "status: closed → open") => "opened the quiz".to_owned(),
        (None, "status: open → closed" | "status: draft → closed") => "closed the quiz".to_owned(),
        (None, _) => format!("changed the quiz ({details})"),
    }
}

/// An action as the filter offers it. Unknown actions are shown verbatim.
pub(super) fn name(action: &str) -> &str {
    NAMES.iter().find(|(known, _)| *known == action).map_or(action, |(_, name)| name)
}

const NAMES: [(&str, &str); 94] = [
    ("access.denied", "Refused an action"),
    ("administrator.change_password", "Changed a password"),
    ("administrator.create", "Created an account"),
    ("administrator.recovery_code", "Used a recovery code"),
    ("administrator.recovery_codes", "Created recovery codes"),
    ("administrator.remove", "Removed an account"),
    ("administrator.reset", "Reset an account"),
    ("administrator.second_factor_off", "Turned two-factor authentication off"),
    ("administrator.second_factor_on", "Turned two-factor authentication on"),
    ("administrator.set_password", "Chose a password by a link"),
    ("administrator.set_time_zone", "Set a time zone"),
    ("administrator.set_mail", "Chose mail"),
    ("administrator.sign_in", "Signed in"),
    ("administrator.sign_in_refused", "Refused a sign-in"),
    ("administrator.sign_in_throttled", "Slowed down sign-ins"),
    ("administrator.sign_out", "Signed out"),
    ("administrator.sign_out_everywhere", "Signed out everywhere else"),
    ("alert.acknowledge", "Acknowledged an alert"),
    ("answers.arrange", "Chose columns of answers"),
    ("answers.delete_view", "Deleted a view"),
    ("answers.erase", "Erased a person"),
    ("answers.expire", "Erased expired records"),
    ("people.erase", "Erased a person from all quizzes"),
    ("people.find", "Searched for people"),
    ("alerts.list", "Read a page of alerts"),
    ("occasions.list", "Read a page of occasions"),
    ("answers.list", "Read a page of answers"),
    ("answers.mail_result", "Asked for a result by mail"),
    ("answers.read", "Read a person’s answers"),
    ("answers.repair", "Made lists and figures anew"),
    ("answers.rescore", "Rescored answers"),
    ("answers.save_view", "Saved a view"),
    ("audit.export", "Downloaded the audit log"),
    ("audit.rewrite", "Replaced ids in the audit log"),
    ("clock.confirm", "Confirmed the clock"),
    ("database.restore", "Restored the database"),
    ("database.undo_move", "Took the database into use again"),
    ("endpoint.change", "Changed a webhook"),
    ("endpoint.create", "Created a webhook"),
    ("endpoint.delete", "Deleted a webhook"),
    ("endpoint.secret", "Made a webhook's secret anew"),
    ("endpoint.send_again", "Sent events again"),
    ("endpoint.test", "Sent a test event"),
    ("export.cancel", "Cancelled an export"),
    ("export.download", "Downloaded an export"),
    ("export.request", "Started an export"),
    ("export.stream", "Exported at the server"),
    ("image.add", "Added a picture"),
    ("image.delete", "Deleted a picture"),
    ("key.create", "Created an API key"),
    ("key.refused", "Refused an API key"),
    ("key.rename", "Renamed an API key"),
    ("key.revoke", "Revoked an API key"),
    ("mail.cancel", "Cancelled a message"),
    ("mail.resend", "Sent a message again"),
    ("member.accept", "Accepted a role"),
    ("member.decline", "Declined a role"),
    ("member.link", "Created a password link"),
    ("member.offer", "Offered a role"),
    ("member.remove", "Removed a member"),
    ("member.renew", "Renewed an owner"),
    ("member.set", "Changed a role"),
    ("member.sign_out", "Signed a member out"),
    ("member.withdraw", "Withdrew an offer"),
    ("namespace.create", "Created a namespace"),
    ("namespace.delete", "Deleted a namespace"),
    ("namespace.rename", "Renamed a namespace"),
    ("namespace.quota", "Set a quota"),
    ("namespace.retention", "Set how long answers are kept"),
    ("namespace.second_factor", "Required two-factor authentication"),
    ("outgoing.drop", "Gave up held events"),
    ("outgoing.release", "Sent held events"),
    ("quiz.change", "Changed a quiz"),
    ("quiz.create", "Created a quiz"),
    ("quiz.delete", "Deleted a quiz"),
    ("quiz.session_secret", "Changed signed sessions"),
    ("report.create", "Shared a report"),
    ("report.end", "Ended a report"),
    ("report.publish", "Published a report"),
    ("requests.limited", "Limited requests"),
    ("schedule.create", "Created a delivery"),
    ("schedule.delete", "Removed a delivery"),
    ("schedule.deliver", "Delivered answers"),
    ("schedule.run", "Ran a delivery"),
    ("secret_key.change", "Changed the secret key"),
    ("users.bounce", "A message came back"),
    ("users.invite", "Invited people"),
    ("users.link", "Changed a personal link"),
    ("users.list", "Read a page of invited people"),
    ("users.list_links", "Downloaded invitation links"),
    ("users.mail", "Wrote to invited people"),
    ("users.mail_cancel", "Cancelled messages to people"),
    ("users.mail_text", "Changed what is written to people"),
    ("users.opt_out", "Wanted no more messages"),
];

fn quoted(name: &str) -> String {
    format!("“{name}”")
}

fn or<'a>(first: &'a str, second: &'a str) -> &'a str {
    if first.is_empty() { second } else { first }
}

fn with_article(role: &str) -> String {
    let article = if role.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {role}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_as_a_sentence() {
        assert_eq!(words("member.set", Some("ana@x.example"), Some("editor")), "made ana@x.example an editor");
        assert_eq!(words("member.set", Some("ana@x.example"), Some("viewer")), "made ana@x.example a viewer");
        assert_eq!(
            words("member.withdraw", Some("ana@x.example"), Some("viewer")),
            "withdrew the offer of the role viewer to ana@x.example"
        );
        assert_eq!(words("quiz.delete", None, Some("Money")), "deleted the quiz “Money” and its answers");
        assert_eq!(words("users.invite", None, Some("3 people")), "invited 3 people");
        assert_eq!(words("quiz.change", None, Some("settings")), "changed the settings of the quiz");
        assert_eq!(words("quiz.change", None, Some("version 2")), "published version 2 of the quiz");
        assert_eq!(
            words("quiz.change", None, Some("version 12, settings")),
            "published version 12 of the quiz and changed its settings"
        );
        for (details, line) in [
            (
                "version 2; questions: +rent, -wages; name: A → B",
                "published version 2 of the quiz (questions: +rent, -wages; name: A → B)",
            ),
            ("status: draft → open", "opened the quiz"),
            ("status: open → closed", "closed the quiz"),
            ("closesAt: none → 2026-12-01T00:00:00Z", "changed the quiz (closesAt: none → 2026-12-01T00:00:00Z)"),
        ] {
            assert_eq!(words("quiz.change", None, Some(details)), line);
        }
    }

    #[test]
    fn an_unknown_action_is_shown_as_it_is() {
        assert_eq!(words("moon.land", Some("one"), None), "moon.land one");
        assert_eq!(words("moon.land", None, None), "moon.land");
        assert_eq!((name("moon.land"), name("quiz.create")), ("moon.land", "Created a quiz"));
    }
}
