//! The messages to a quiz's invited respondents: scheduled ones and the outcome of the others.

use leptos::prelude::*;

use crate::admin::{AdminContext, Column, DataTable, Empty, Pager, Pill, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct MessagesPage {
    pub quiz: QuizNav,
    pub messages: Vec<MessageLine>,
    /// The listed state, and the states to choose from.
    pub state: Option<&'static str>,
    pub states: &'static [&'static str],
    pub first: Option<String>,
    pub next: Option<String>,
}

#[derive(Clone, Debug)]
pub struct MessageLine {
    pub to: String,
    pub kind: &'static str,
    pub state: &'static str,
    pub at: String,
    pub error: String,
    /// The address of the form that sends it again, unless it was sent or is going to be.
    pub again: Option<String>,
}

pub fn messages(cx: AdminContext, page: MessagesPage) -> String {
    let frame = frame("Messages", Section::Quiz(page.quiz.clone(), QuizTab::Share));
    render(cx, frame, move || {
        let MessagesPage { quiz, messages, state, states, first, next } = page;
        let share = quiz.href(QuizTab::Share);
        let at = format!("{share}/messages");
        let link = |of: Option<&'static str>| {
            let href = of.map_or_else(|| at.clone(), |of| format!("{at}?state={of}"));
            view! { <a href=href aria-current=(of == state).then_some("true")>{of.unwrap_or("all")}</a> }
        };
        let links: Vec<_> = std::iter::once(None).chain(states.iter().copied().map(Some)).map(link).collect();
        let cancel = (!messages.is_empty())
            .then(|| view! { <a class="button-plain" href=format!("{at}/cancel")>"Cancel all that wait…"</a> });
        let list = if messages.is_empty() {
            view! { <Empty title="No messages" text="What is sent to invited people is listed here, and what is coming." /> }.into_any()
        } else {
            view! { <Messages messages=messages /> }.into_any()
        };
        view! {
            <h2 class="title">"Messages"</h2>
            <div class="answers-line">
                <nav class="totals" aria-label="Messages by state">{links}</nav>
                {cancel}
            </div>
            {list}
            <Pager first=first next=next />
            <p class="aside"><a href=share>"Back to sharing"</a></p>
        }
    })
}

#[component]
fn Messages(messages: Vec<MessageLine>) -> impl IntoView {
    let rows: Vec<_> = messages
        .into_iter()
        .map(|message| {
            let label = format!("Send again: {} to {}", message.kind, message.to);
            view! {
                <tr>
                    <th scope="row" class="prose">{message.to}</th>
                    <td>{message.kind}</td>
                    <td><Pill status=message.state /></td>
                    <td data-label="When">{message.at}</td>
                    <td class="prose">{message.error}</td>
                    <td>
                        {message
                            .again
                            .map(|action| {
                                view! {
                                    <form method="post" action=action class="in-row">
                                        <button type="submit" class="button-quiet" aria-label=label>"Send again"</button>
                                    </form>
                                }
                            })}
                    </td>
                </tr>
            }
        })
        .collect();
    let mut columns = ["To", "Message", "State", "When", "Reason"].map(Column::text).to_vec();
    columns.push(Column::Actions("Sending again"));
    view! { <DataTable label="Messages" columns=columns>{rows}</DataTable> }
}
