//! Writing to invited respondents: recipients, text, and previews for some of them.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Field, FormErrors, Problem, QuizNav, QuizTab, Section, area_text, frame, render, thousands,
};

#[derive(Clone, Debug)]
pub struct WritePage {
    pub quiz: QuizNav,
    /// `invitation`, `reminder` or `reminder-to-start`.
    pub kind: &'static str,
    pub hindrance: Option<String>,
    pub people: u64,
    /// Reasons why others receive no message, with their number.
    pub left_out: Vec<(&'static str, u64)>,
    /// Tags and names of the quiz's languages, the shown one first.
    pub languages: Vec<(String, String)>,
    pub subject: String,
    pub body: String,
    /// For some recipients: address, subject and text.
    pub previews: Vec<[String; 3]>,
    pub problems: Vec<Problem>,
}

/// Reminder schedules, in days after the invitation.
const REMINDERS: [(&str, &str); 4] = [
    ("", "No reminders"),
    ("4", "One, after 4 days"),
    ("4 10", "Two, after 4 and 10 days"),
    ("4 10 17", "Three, after 4, 10 and 17 days"),
];

pub fn write(cx: AdminContext, page: WritePage) -> String {
    let is_invitation = page.kind == "invitation";
    let title = if is_invitation { "Send invitations" } else { "Send reminders" };
    let frame = frame(title, Section::Quiz(page.quiz.clone(), QuizTab::Share));
    render(cx, frame, move || {
        let WritePage { quiz, kind, hindrance, people, left_out, languages, subject, body, previews, problems } = page;
        let share = quiz.href(QuizTab::Share);
        let at = format!("{share}/write");
        let is_wrong = problems.iter().any(|problem| problem.field == "body");
        let send = match (&hindrance, people) {
            (None, 1) => Some("Send to 1 person".to_owned()),
            (None, 2..) => Some(format!("Send to {} people", thousands(people))),
            _ => None,
        };
        let language = languages.first().map(|(tag, _)| tag.clone()).unwrap_or_default();
        let audience = (!is_invitation).then(|| audience(&at, kind));
        let others = (languages.len() > 1).then(|| other_languages(&at, kind, &languages));
        let reminders = is_invitation.then(reminders);
        view! {
            <h2 class="title">{title}</h2>
            {hindrance.map(|why| view! { <p class="said">{why}</p> })}
            {audience}
            {who(people, left_out)}
            <FormErrors problems=problems.clone() />
            <form method="post" action=at class="card form measure-wide apart">
                <input type="hidden" name="kind" value=kind />
                <input type="hidden" name="language" value=language />
                {others}
                <Field name="subject" label="Subject" value=subject required=true problems=problems.clone() />
                <div class=if is_wrong { "field field-wrong" } else { "field" }>
                    <label for="body">"Message"</label>
                    <p class="hint" id="body-hint">
                        "{name}, {quiz} and {closes} stand for the person, the quiz and the moment of closing. The button with \
                         the personal link follows the text. Messages that wait are sent in the words as they are then."
                    </p>
                    <textarea
                        id="body"
                        name="body"
                        rows="9"
                        dir="auto"
                        aria-describedby="body-hint"
                        aria-invalid=is_wrong.then_some("true")
                    >
                        {area_text(body)}
                    </textarea>
                </div>
                {reminders}
                <div class="buttons">
                    // Enter activates the first button, so it must not send anything.
                    <button type="submit" class="button-plain" name="go" value="save">"Save"</button>
                    <button type="submit" class="button-plain" name="go" value="try">"Save, and send me one"</button>
                    {send.map(|label| view! { <button type="submit" class="button" name="go" value="send">{label}</button> })}
                </div>
            </form>
            {shown(previews)}
            <p class="aside"><a href=share>"Back to sharing"</a></p>
        }
    })
}

/// Links to choose the recipients of reminders.
fn audience(at: &str, kind: &str) -> AnyView {
    let link = |of: &'static str, label: &'static str| {
        let is_shown = (of == kind).then_some("true");
        view! { <a href=format!("{at}?kind={of}") aria-current=is_shown>{label}</a> }
    };
    view! {
        <nav class="totals" aria-label="Whom to remind">
            {link("reminder", "Those who have not finished")} {link("reminder-to-start", "Those who have not started")}
        </nav>
    }
    .into_any()
}

fn who(people: u64, left_out: Vec<(&'static str, u64)>) -> AnyView {
    let sentence = match people {
        0 => "No one gets this message now.".to_owned(),
        1 => "1 person gets it.".to_owned(),
        many => format!("{} people get it.", thousands(many)),
    };
    let items: Vec<_> =
        left_out.into_iter().map(|(why, number)| view! { <li>{format!("{} {why}", thousands(number))}</li> }).collect();
    let others = (!items.is_empty()).then(|| view! { <p>"Left out:"</p> <ul>{items}</ul> });
    view! { <div class="card measure-wide" role="status"><p><strong>{sentence}</strong></p> {others}</div> }.into_any()
}

fn other_languages(at: &str, kind: &str, languages: &[(String, String)]) -> AnyView {
    let links: Vec<_> = languages
        .iter()
        .enumerate()
        .map(|(index, (tag, name))| {
            let href = format!("{at}?kind={kind}&language={tag}");
            view! { <a href=href aria-current=(index == 0).then_some("true")>{name.clone()}</a> }
        })
        .collect();
    view! { <nav class="totals" aria-label="Language of the message">{links}</nav> }.into_any()
}

fn reminders() -> AnyView {
    let options: Vec<_> =
        REMINDERS.map(|(value, label)| view! { <option value=value>{label}</option> }).into_iter().collect();
    view! {
        <div class="field">
            <label for="remind">"Reminders to those who have not finished"</label>
            <select id="remind" name="remind">{options}</select>
        </div>
    }
    .into_any()
}

fn shown(previews: Vec<[String; 3]>) -> Option<AnyView> {
    let cards: Vec<_> = previews
        .into_iter()
        .map(|[to, subject, text]| {
            view! {
                <article class="card measure-wide apart">
                    <h3 dir="auto">{subject}</h3>
                    <p class="hint">{format!("To {to}")}</p>
                    <p class="given-text" dir="auto">{text}</p>
                </article>
            }
        })
        .collect();
    (!cards.is_empty()).then(|| {
        view! {
            <section aria-labelledby="shown">
                <h2 id="shown">"As it was saved last"</h2>
                {cards}
            </section>
        }
        .into_any()
    })
}
