//! An administrator's own account.

use leptos::prelude::*;

use super::audit_words::words;
use crate::admin::{
    AdminContext, Choices, Column, DataTable, Field, FormErrors, PasswordField, Problem, Section, frame, render,
};

#[derive(Clone, Debug, Default)]
pub struct AccountPage {
    pub email: String,
    /// The time zone of the dashboard; empty until one is chosen.
    pub zone: String,
    /// The messages that this person wants; `None` where the server sends no mail.
    pub mail: Option<MailView>,
    pub sessions: Vec<SessionLine>,
    pub has_second_factor: bool,
    /// The secret and QR code (SVG) of a second factor during setup.
    pub new_factor: Option<(String, String)>,
    /// New recovery codes, shown only once.
    pub new_codes: Vec<String>,
    pub codes_left: u64,
    /// The latest sign-ins and changes, newest first.
    pub events: Vec<AccountEvent>,
    pub problems: Vec<Problem>,
}

/// The choice of mail.
#[derive(Clone, Debug)]
pub struct MailView {
    pub failures: bool,
    /// `daily`, `weekly` or `never`.
    pub responses: &'static str,
    /// `at-once`, `daily` or `never`.
    pub alerts: &'static str,
    /// The address.
    pub to: String,
}

#[derive(Clone, Debug)]
pub struct AccountEvent {
    pub at: String,
    pub actor: String,
    pub action: String,
    pub subject: Option<String>,
    pub details: Option<String>,
}

#[derive(Clone, Debug)]
pub struct SessionLine {
    pub id: String,
    pub client: String,
    pub seen: String,
    pub is_this: bool,
}

pub fn account(cx: AdminContext, page: AccountPage) -> String {
    let frame = frame("Your account", Section::General).narrow();
    render(cx, frame, move || {
        view! {
            <h1>"Your account"</h1>
            <p class="lead">{page.email}</p>
            <p><a href="/admin">"Back to the dashboard"</a></p>
            <FormErrors problems=page.problems.clone() />
            {(!page.new_codes.is_empty()).then(|| view! { <NewCodes codes=page.new_codes /> })}
            <TimeZone zone=page.zone problems=page.problems.clone() />
            {page.mail.map(|mail| view! { <MailChoice mail=mail /> })}
            <Password problems=page.problems.clone() />
            <SecondFactor
                is_on=page.has_second_factor
                new=page.new_factor
                codes_left=page.codes_left
                problems=page.problems
            />
            <Sessions sessions=page.sessions />
            <Events events=page.events />
        }
    })
}

#[component]
fn TimeZone(zone: String, problems: Vec<Problem>) -> impl IntoView {
    view! {
        <section aria-labelledby="zone-title">
            <h2 id="zone-title">"Dates and times"</h2>
            <form method="post" action="/admin/account/time-zone" class="card form">
                <Field
                    name="zone"
                    label="Time zone"
                    value=zone
                    hint="Of all dates and times that you see here, such as Europe/Madrid. UTC until you choose one. \
                          Days that are counted are those of each quiz’s own time zone."
                    required=true
                    takes_zone=true
                    problems=problems
                />
                <button type="submit" class="button">"Save time zone"</button>
            </form>
        </section>
    }
}

#[component]
fn MailChoice(mail: MailView) -> impl IntoView {
    let responses = [
        ("never", "Never", "The dashboard shows them."),
        ("daily", "Every day", "At seven, for the day before, if there are any."),
        ("weekly", "Every week", "On Mondays at seven, if there are any."),
    ];
    let alerts = [
        ("at-once", "At once", "Of quizzes that you may read; one message a quiz in ten minutes."),
        ("daily", "Every day", "At seven, if some are open."),
        ("never", "Never", "The dashboard shows them."),
    ];
    view! {
        <section aria-labelledby="mail-title">
            <h2 id="mail-title">"Mail"</h2>
            <form method="post" action="/admin/account/mail" class="card form">
                <p>
                    "Messages go to " {mail.to} ". Those about the security of your account and about offers are always sent. None \
                     holds answers, scores or names of respondents."
                </p>
                <Choices
                    name="failures"
                    legend="Failures"
                    options=vec![(
                        "yes",
                        "Exports, deliveries and webhooks that fail",
                        "Of namespaces that you own; deliveries, if you administer all namespaces.",
                    )]
                    chosen=if mail.failures { "yes" } else { "" }
                    several=true
                />
                <Choices name="responses" legend="New responses" options=responses.to_vec() chosen=mail.responses />
                <Choices name="alerts" legend="Alerts" options=alerts.to_vec() chosen=mail.alerts />
                <button type="submit" class="button">"Save mail"</button>
            </form>
        </section>
    }
}

#[component]
fn Password(problems: Vec<Problem>) -> impl IntoView {
    view! {
        <section aria-labelledby="password-title">
            <h2 id="password-title">"Password"</h2>
            <form method="post" action="/admin/account/password" class="card form">
                <PasswordField name="present" label="Current password" problems=problems.clone() />
                <PasswordField
                    name="password"
                    label="New password"
                    is_new=true
                    hint="Ten characters or more, hard to guess. Other browsers are signed out."
                    problems=problems
                />
                <button type="submit" class="button">"Change password"</button>
            </form>
        </section>
    }
}

#[component]
fn NewCodes(codes: Vec<String>) -> impl IntoView {
    let codes: Vec<_> = codes.into_iter().map(|code| view! { <li><code>{code}</code></li> }).collect();
    view! {
        <div class="card shown-once" role="status" data-page="/admin/account">
            <h2>"Your recovery codes"</h2>
            <p>
                "Two-factor authentication is on. Each of these codes stands in for your app once, for when you lose your \
                 device. Keep them apart from it, on paper or in a password manager. They are not shown again; earlier ones no longer work."
            </p>
            <ul class="recovery-codes">{codes}</ul>
        </div>
    }
}

#[component]
fn Events(events: Vec<AccountEvent>) -> impl IntoView {
    let lines: Vec<_> = events
        .into_iter()
        .map(|event| {
            let sentence = words(&event.action, event.subject.as_deref(), event.details.as_deref());
            view! { <tr><td>{event.at}</td><td>{event.actor}</td><td class="prose">{sentence}</td></tr> }
        })
        .collect();
    let columns = vec![Column::text("When"), Column::text("Who"), Column::text("What")];
    view! {
        // The table is already a landmark of this name.
        <section>
            <h2>"Latest security events"</h2>
            <p class="lead">"If one of them was not you, change your password and sign out everywhere else."</p>
            <DataTable label="Latest security events" columns=columns>{lines}</DataTable>
        </section>
    }
}

#[component]
fn SecondFactor(is_on: bool, new: Option<(String, String)>, codes_left: u64, problems: Vec<Problem>) -> impl IntoView {
    let confirm = |problems| {
        view! { <PasswordField name="factor-password" label="Current password" problems=problems /> }
    };
    let code_field = |problems| {
        view! { <Field name="code" label="Code" autocomplete="one-time-code" required=true problems=problems /> }
    };
    let content = match (is_on, new) {
        (true, _) => view! {
            <form method="post" action="/admin/account/second-factor/off" class="card form">
                <p>
                    {format!(
                        "On: signing in takes a code from your app as well, or one of your recovery codes, of which \
                         {codes_left} are left.",
                    )}
                </p>
                {code_field(problems.clone())}
                {confirm(problems)}
                <div class="in-row">
                    <button
                        type="submit"
                        class="button-plain"
                        formaction="/admin/account/second-factor/codes"
                    >
                        "Create new recovery codes"
                    </button>
                    <button type="submit" class="button-plain">"Turn off"</button>
                </div>
            </form>
        }
        .into_any(),
        (false, Some((secret, code))) => view! {
            <form method="post" action="/admin/account/second-factor/on" class="card form">
                <p>"Scan this with an authenticator app, or type the secret into it. Then enter the code it shows."</p>
                <div class="qr" inner_html=code></div>
                <p>
                    "Secret: " <code class="secret">{secret.clone()}</code>
                </p>
                <input type="hidden" name="secret" value=secret />
                {code_field(problems.clone())}
                {confirm(problems)}
                <button type="submit" class="button">"Turn on"</button>
            </form>
        }
        .into_any(),
        (false, None) => view! {
            <form method="post" action="/admin/account/second-factor" class="card form">
                <p>"Off. With it, a stolen password alone opens nothing."</p>
                <button type="submit" class="button-plain">"Set up two-factor authentication"</button>
            </form>
        }
        .into_any(),
    };
    view! {
        <section aria-labelledby="factor-title">
            <h2 id="factor-title">"Two-factor authentication"</h2>
            {content}
        </section>
    }
}

#[component]
fn Sessions(sessions: Vec<SessionLine>) -> impl IntoView {
    let has_others = sessions.iter().any(|session| !session.is_this);
    let lines: Vec<_> = sessions
        .into_iter()
        .map(|session| {
            let end = format!("/admin/account/sessions/{}/end", session.id);
            let label = format!("Sign out {}", if session.is_this { "this browser" } else { &session.client });
            view! {
                <li class="session">
                    <div>
                        <p>{session.client}</p>
                        <p class="hint">
                            {if session.is_this { "This browser" } else { "Last used" }} ", " {session.seen}
                        </p>
                    </div>
                    <a class="button-plain" href=end aria-label=label>"Sign out…"</a>
                </li>
            }
        })
        .collect();
    view! {
        <section aria-labelledby="sessions-title">
            <h2 id="sessions-title">"Where you are signed in"</h2>
            <div class="card">
                <ul class="sessions">{lines}</ul>
                {has_others.then(|| view! {
                    <a class="button-plain" href="/admin/account/sessions/end">"Sign out everywhere else…"</a>
                })}
            </div>
        </section>
    }
}
