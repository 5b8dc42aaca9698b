//! Settings of a namespace.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Area, Choices, Field, FormErrors, NamespaceNav, Problem, Section, frame, render, thousands,
};

#[derive(Clone, Debug)]
pub struct SettingsPage {
    pub namespace: NamespaceNav,
    /// Days to keep answers and unfinished answers; empty for no limit.
    pub typed: (String, String),
    /// Set while the rule waits for confirmation.
    pub erases: Option<ErasureNote>,
    pub requires_second_factor: bool,
    /// True for administrators of all namespaces.
    pub can_delete: bool,
    /// Records past their time that stay because an alert is open.
    pub waiting_for_alerts: u64,
    pub problems: Vec<Problem>,
}

/// The effect of a rule on existing records.
#[derive(Clone, Debug)]
pub struct ErasureNote {
    /// Such as `5 submitted, 2 unfinished`.
    pub expired: String,
    /// The form's encoding of the rule.
    pub rule: String,
}

pub fn settings(cx: AdminContext, page: SettingsPage) -> String {
    let frame = frame("Settings", Section::Namespace(page.namespace.clone(), Area::Settings)).narrow();
    let SettingsPage { namespace, typed: (answers, unfinished), erases, requires_second_factor, can_delete, .. } = page;
    let (waiting, problems) = (page.waiting_for_alerts, page.problems);
    let waiting = (waiting > 0).then(|| {
        let records = if waiting == 1 {
            "One record past its time stays".to_owned()
        } else {
            format!("{} records past their time stay", thousands(waiting))
        };
        view! { <p class="said">{format!("{records} until all alerts are acknowledged.")}</p> }
    });
    let confirm = erases.map(|ErasureNote { expired, rule }| {
        view! {
            <div class="said said-error" role="alert" tabindex="-1" autofocus=true>
                <p>
                    <strong>"Nothing is saved yet. "</strong>
                    {format!("Within the hour, this rule erases records that exist already: {expired}. There is no way back.")}
                </p>
                <p class="buttons">
                    <button type="submit" class="button-plain button-danger" name="confirmed" value=rule>
                        "Save rule and erase them"
                    </button>
                </p>
            </div>
        }
    });
    render(cx, frame, move || {
        let at = Area::Settings.href(&namespace.id);
        let action = format!("{at}/retention");
        view! {
            <h1>"Settings"</h1>
            <FormErrors problems=problems.clone() />
            <section aria-labelledby="name-title">
                <h2 id="name-title">"Name"</h2>
                <form method="post" action=format!("{at}/name") class="card form">
                    <Field
                        name="name"
                        label="Name of the namespace"
                        value=namespace.name.clone()
                        hint="The id, which stands in all links, stays."
                        required=true
                        problems=problems.clone()
                    />
                    <button type="submit" class="button">"Save name"</button>
                </form>
            </section>
            <section aria-labelledby="retention-title">
                <h2 id="retention-title">"How long answers are kept"</h2>
                <form method="post" action=action class="card form">
                    <p>
                        "Expired records are erased within the hour, with the exports that include them, and can’t be restored. \
                         Records without any answer are always erased after a week."
                    </p>
                    {waiting}
                    <Field
                        name="answersDays"
                        label="Days to keep submitted answers"
                        kind="number"
                        value=answers
                        hint="Empty keeps them until you erase them. Respondents read this time on the quiz’s pages, instead of what its editor says."
                        problems=problems.clone()
                    />
                    <Field
                        name="unfinishedDays"
                        label="Days to keep unfinished answers"
                        kind="number"
                        value=unfinished
                        hint="Counted from the last answer. Empty keeps them."
                        problems=problems
                    />
                    <button type="submit" class="button">"Save rule"</button>
                    {confirm}
                </form>
            </section>
            <section aria-labelledby="factor-title">
                <h2 id="factor-title">"Two-factor authentication"</h2>
                <form method="post" action=format!("{at}/second-factor") class="card form">
                    <Choices
                        name="required"
                        legend="Signing in"
                        options=vec![(
                            "yes",
                            "Require two-factor authentication",
                            "Members without it are led to set it up before they see anything here. API keys work as before.",
                        )]
                        chosen=if requires_second_factor { "yes" } else { "" }
                        several=true
                    />
                    <button type="submit" class="button">"Save setting"</button>
                </form>
            </section>
            {can_delete
                .then(|| {
                    view! {
                        <p class="aside"><a href=format!("{at}/delete")>"Delete this namespace…"</a></p>
                    }
                })}
        }
    })
}
