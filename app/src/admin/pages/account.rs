//! An administrator's own account.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Problem,
    components::{Field, FormErrors},
    render::render,
    shell::{Section, frame},
};

#[derive(Clone, Debug, Default)]
pub struct AccountPage {
    pub email: String,
    pub sessions: Vec<SessionLine>,
    pub has_second_factor: bool,
    /// The secret and QR code (SVG) of a second factor during setup.
    pub new_factor: Option<(String, String)>,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct SessionLine {
    pub id: String,
    /// The browser's user agent.
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
            <FormErrors problems=page.problems.clone() />
            <Password problems=page.problems.clone() />
            <SecondFactor is_on=page.has_second_factor new=page.new_factor problems=page.problems />
            <Sessions sessions=page.sessions />
        }
    })
}

#[component]
fn Password(problems: Vec<Problem>) -> impl IntoView {
    view! {
        <section aria-labelledby="password-title">
            <h2 id="password-title">"Password"</h2>
            <form method="post" action="/admin/account/password" class="card form">
                <Field
                    name="present"
                    label="Present password"
                    kind="password"
                    autocomplete="current-password"
                    required=true
                    problems=problems.clone()
                />
                <Field
                    name="password"
                    label="New password"
                    kind="password"
                    autocomplete="new-password"
                    required=true
                    hint="Ten characters or more, hard to guess. Other browsers are signed out."
                    problems=problems
                />
                <button type="submit" class="button">"Change the password"</button>
            </form>
        </section>
    }
}

#[component]
fn SecondFactor(is_on: bool, new: Option<(String, String)>, problems: Vec<Problem>) -> impl IntoView {
    let confirm = |problems| {
        view! {
            <Field
                name="factor-password"
                label="Present password"
                kind="password"
                autocomplete="current-password"
                required=true
                problems=problems
            />
        }
    };
    let code_field = |problems| {
        view! { <Field name="code" label="Code" autocomplete="one-time-code" required=true problems=problems /> }
    };
    let content = match (is_on, new) {
        (true, _) => view! {
            <form method="post" action="/admin/account/second-factor/off" class="card form">
                <p>"On: signing in takes a code from your app as well."</p>
                {code_field(problems.clone())}
                {confirm(problems)}
                <button type="submit" class="button-plain">"Turn it off"</button>
            </form>
        }
        .into_any(),
        (false, Some((secret, code))) => view! {
            <form method="post" action="/admin/account/second-factor/on" class="card form">
                <p>"Scan this with an authenticator app, or type the secret into it. Then give the code it shows."</p>
                <div class="qr" inner_html=code></div>
                <p>
                    "Secret: " <code class="secret">{secret.clone()}</code>
                </p>
                <input type="hidden" name="secret" value=secret />
                {code_field(problems.clone())}
                {confirm(problems)}
                <button type="submit" class="button">"Turn it on"</button>
            </form>
        }
        .into_any(),
        (false, None) => view! {
            <form method="post" action="/admin/account/second-factor" class="card form">
                <p>"Off. With it, a stolen password alone opens nothing."</p>
                <button type="submit" class="button-plain">"Set up a second factor"</button>
            </form>
        }
        .into_any(),
    };
    view! {
        <section aria-labelledby="factor-title">
            <h2 id="factor-title">"Second factor"</h2>
            {content}
        </section>
    }
}

#[component]
fn Sessions(sessions: Vec<SessionLine>) -> impl IntoView {
    let lines: Vec<_> = sessions
        .into_iter()
        .map(|session| {
            let end = format!("/admin/account/sessions/{}/end", session.id);
            view! {
                <li class="session">
                    <div>
                        <p>{session.client}</p>
                        <p class="hint">
                            {if session.is_this { "This browser" } else { "Last used" }} ", " {session.seen}
                        </p>
                    </div>
                    <form method="post" action=end>
                        <button type="submit" class="button-plain">"Sign out"</button>
                    </form>
                </li>
            }
        })
        .collect();
    view! {
        <section aria-labelledby="sessions-title">
            <h2 id="sessions-title">"Where you are signed in"</h2>
            <div class="card">
                <ul class="sessions">{lines}</ul>
                <form method="post" action="/admin/account/sessions/end">
                    <button type="submit" class="button-plain">"Sign out everywhere else"</button>
                </form>
            </div>
        </section>
    }
}
