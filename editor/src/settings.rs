//! Name and description, texts around the questions, notes to respondents, and rules for taking the quiz.

use domain::edit::Place;
use leptos::prelude::*;

use crate::{
    controls::{Look, area, choice, line, mistakes, tick},
    links::links,
    model::Editor,
    page::post,
    parts::dynamic,
    picture::picture,
    words,
};

const RESULTS: [(&str, &str); 3] = [
    ("full", "Their scores and advice"),
    ("categories", "The same without the overall score"),
    ("thanks", "Thanks and their answers, no scores"),
];

const FEEDBACK: [(&str, &str); 2] = [("none", "Is not told"), ("at_once", "Is told at once; the answer then stands")];

const ADDRESSES: [(&str, &str); 2] =
    [("informal", "Informally: du, tú, você"), ("formal", "Formally: Sie, usted, without você")];

pub(crate) fn settings(ed: Editor) -> AnyView {
    let inside = view! { {naming(ed)} {around(ed)} {about(ed)} {help(ed)} {rules(ed)} };
    view! { <section class="ed-tab" aria-label="Settings">{post(ed, "ed-form", inside.into_any())}</section> }
        .into_any()
}

fn naming(ed: Editor) -> AnyView {
    let language = Look {
        hint: "Its texts must be complete in it. Other languages are offered when they are complete, too.",
        ..Look::default()
    };
    view! {
        <h2>"Name"</h2>
        {line(ed, "Name", &"name".into(), Look::default())}
        {area(ed, "Description", &"description".into(), 3, Look::default())}
        {choice(ed, "Default language", &"language".into(), &words::LANGUAGES, language)}
    }
    .into_any()
}

fn around(ed: Editor) -> AnyView {
    let end = Place::from("end");
    let next = end.then("next");
    let url = Look {
        hint: "Begins with https://. Without it the button leads back to the page around the quiz.",
        ..Look::default()
    };
    let address =
        Look { hint: "In German, Spanish and Portuguese. Your own texts are as you write them.", ..Look::default() };
    let feedback =
        Look { hint: "Correct is what has the most points; of several choices, all with points.", ..Look::default() };
    view! {
        <h2>"Start and end"</h2>
        {picture(ed, &Place::default(), "image", "Picture on the start page")}
        {area(ed, "Words on the start page", &Place::from("start").then("text"), 3, Look::default())}
        {area(ed, "Words on the last page", &end.then("text"), 3, Look::default())}
        <div class="ed-pair">
            {line(ed, "Button on the last page", &next.then("label"), Look::default())}
            {line(ed, "Address that it leads to", &next.then("url"), url)}
        </div>
        {choice(ed, "Pages address respondents", &"address".into(), &ADDRESSES, address)}
        {tick(ed, "Show the answers once more before they are sent", &"review".into())}
        {choice(ed, "Whether an answer is right", &"feedback".into(), &FEEDBACK, feedback)}
        {choice(ed, "Respondents see at the end", &"result".into(), &RESULTS, Look::default())}
    }
    .into_any()
}

fn about(ed: Editor) -> AnyView {
    let of = |label: &'static str, name: &'static str, hint: &'static str| {
        line(ed, label, &Place::from("about").then(name), Look { hint, ..Look::default() })
    };
    view! {
        <h2>"Trust"</h2>
        <p class="hint">"Respondents read this on the start page and with their result. Leave out what doesn’t apply."</p>
        {of("Run by", "runBy", "")}
        {of("Answers are seen by", "seenBy", "")}
        {of("Answers are kept", "kept", "Such as “two years”.")}
        {of("Contact link", "contact", "Begins with https://, tel: or mailto:.")}
        {of("Privacy notice", "privacy", "Begins with https://.")}
    }
    .into_any()
}

fn help(ed: Editor) -> AnyView {
    view! {
        <h2>"Help links"</h2>
        <p class="hint">"Up to five. They stand next to every step that suggests free advice."</p>
        {links(ed, Place::from("about").then("help"), "Help link")}
    }
    .into_any()
}

fn rules(ed: Editor) -> AnyView {
    let retake =
        Look { is_number: true, hint: "0 means at once, up to 3650. Empty: it is taken once.", ..Look::default() };
    let origins = Look { hint: "One a line, such as https://app.example.com.", ..Look::default() };
    let zone = Look {
        hint: "Days begin at its midnight: for retakes, figures and filters. Such as Europe/Madrid. Empty: UTC.",
        ..Look::default()
    };
    let erasing = ed.given.with_untracked(|given| given.is_open_to_all);
    let erasing = erasing.then(|| tick(ed, "Respondents may delete their own answers", &"respondentsMayErase".into()));
    view! {
        <h2>"Rules"</h2>
        {dates(ed)}
        {tick(ed, "Who has begun may finish, up to ten minutes after the closing date", &"closingGrace".into())}
        <div class="ed-pair">
            {line(ed, "Allow retakes after (days)", &"retryAfterDays".into(), retake)}
            {line(ed, "Time zone of its days", &"timeZone".into(), zone)}
        </div>
        {erasing}
        {tick(ed, "Respondents may have a link to their result mailed to them", &"resultByMail".into())}
        {tick(ed, "Programs without a key may read scores and cards of a record", &"showResults".into())}
        {area(ed, "Origins whose pages may embed it", &"allowedOrigins".into(), 3, origins)}
    }
    .into_any()
}

/// Dates are edited on another page, which knows the account's time zone. Errors in the draft's dates are shown here,
/// at the ids that the list of problems links to.
fn dates(ed: Editor) -> AnyView {
    let overview = ed.given.with_untracked(|given| given.overview.clone());
    let wrong = move || {
        let found = ["opensAt", "closesAt"].map(|place| mistakes(ed, &place.into(), false));
        found.concat().into_iter().map(|text| view! { <p class="problem">{text}</p> }).collect_view()
    };
    view! {
        <p class="hint" id="opensAt" tabindex="-1">
            "The dates on which it opens and closes are on the "
            <a id="closesAt" href=overview>
                "overview"
            </a> ", in your time zone."
        </p>
        {dynamic(wrong)}
    }
    .into_any()
}
