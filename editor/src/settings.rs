//! Name and description, texts around the questions, notes to respondents, and rules for taking the quiz.

use domain::edit::Place;

use crate::{
    controls::{Look, area, choice, line, mistake, tick},
    html::{Html, el, hint},
    links::links,
    model::Editor,
    page::{post, tab},
    picture::picture,
    series::series,
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

fn hinted(hint: &'static str) -> Look {
    Look { hint, ..Look::default() }
}

pub(crate) fn settings(ed: &Editor) -> Html {
    tab(
        "Settings",
        post(ed, "ed-form", [naming(ed), around(ed), about(ed), help(ed), rules(ed), places(ed), series(ed)]),
    )
}

fn naming(ed: &Editor) -> Html {
    let language = hinted("Its texts must be complete in it. Other languages are offered when they are complete, too.");
    [
        el("h2").put("Name").into(),
        line(ed, "Name", &"name".into(), Look::default()),
        area(ed, "Description", &"description".into(), "3", Look::default()),
        choice(ed, "Default language", &"language".into(), &words::LANGUAGES, language),
    ]
    .into()
}

fn around(ed: &Editor) -> Html {
    let end = Place::from("end");
    let next = end.then("next");
    let url = hinted("Begins with https://. Without it the button leads back to the page around the quiz.");
    let address = hinted("In German, Spanish and Portuguese. Your own texts are as you write them.");
    let feedback = hinted("Correct is what has the most points; of several choices, all with points.");
    let button = line(ed, "Button on the last page", &next.then("label"), Look::default());
    let leads_to = line(ed, "Address that it leads to", &next.then("url"), url);
    [
        el("h2").put("Start and end").into(),
        picture(ed, &Place::default(), "image", "Picture on the start page"),
        area(ed, "Words on the start page", &Place::from("start").then("text"), "3", Look::default()),
        area(ed, "Words on the last page", &end.then("text"), "3", Look::default()),
        el("div").class("ed-pair").put(button).put(leads_to).into(),
        choice(ed, "Pages address respondents", &"address".into(), &ADDRESSES, address),
        tick(ed, "Show the answers once more before they are sent", &"review".into()),
        choice(ed, "Whether an answer is right", &"feedback".into(), &FEEDBACK, feedback),
        choice(ed, "Respondents see at the end", &"result".into(), &RESULTS, Look::default()),
    ]
    .into()
}

fn places(ed: &Editor) -> Html {
    let places = Place::from("places");
    let most = Look { is_number: true, ..hinted("At most so many respondents may submit. Empty: everyone.") };
    let text = hinted("Read by those who come too late, for the quiz or for an option. Empty: the page’s own words.");
    [
        el("h2").put("Places").into(),
        line(ed, "Places in the quiz", &places.then("most"), most),
        area(ed, "Words when they are taken", &places.then("text"), "2", text),
    ]
    .into()
}

fn about(ed: &Editor) -> Html {
    let of = |label: &'static str, name: &'static str, hint: &'static str| {
        line(ed, label, &Place::from("about").then(name), hinted(hint))
    };
    [
        el("h2").put("Trust").into(),
        hint("Respondents read this on the start page and with their result. Leave out what doesn’t apply."),
        of("Run by", "runBy", ""),
        of("Answers are seen by", "seenBy", ""),
        of("Answers are kept", "kept", "Such as “two years”."),
        of("Contact link", "contact", "Begins with https://, tel: or mailto:."),
        of("Privacy notice", "privacy", "Begins with https://."),
    ]
    .into()
}

fn help(ed: &Editor) -> Html {
    [
        el("h2").put("Help links").into(),
        hint("Up to five. They stand next to every step that suggests free advice."),
        links(ed, &Place::from("about").then("help"), "Help link", "Add help link"),
    ]
    .into()
}

fn rules(ed: &Editor) -> Html {
    let retake = Look { is_number: true, ..hinted("0 means at once, up to 3650. Empty: it is taken once.") };
    let origins = hinted("One a line, such as https://app.example.com.");
    let zone =
        hinted("Days begin at its midnight: for retakes, figures and filters. Such as Europe/Madrid. Empty: UTC.");
    let erasing = ed.given.is_open_to_all;
    let erasing = erasing.then(|| tick(ed, "Respondents may delete their own answers", &"respondentsMayErase".into()));
    let pair = el("div")
        .class("ed-pair")
        .put(line(ed, "Allow retakes after (days)", &"retryAfterDays".into(), retake))
        .put(line(ed, "Time zone of its days", &"timeZone".into(), zone));
    [
        el("h2").put("Rules").into(),
        dates(ed),
        tick(ed, "Who has begun may finish, up to ten minutes after the closing date", &"closingGrace".into()),
        pair.into(),
        erasing.into(),
        tick(ed, "Respondents may have a link to their result mailed to them", &"resultByMail".into()),
        tick(ed, "Respondents see their results over time", &"showProgress".into()),
        tick(ed, "Programs without a key may read scores and cards of a record", &"showResults".into()),
        area(ed, "Origins whose pages may embed it", &"allowedOrigins".into(), "3", origins),
    ]
    .into()
}

/// Dates are edited on another page, which knows the account's time zone. Errors in the draft's dates are shown here,
/// at the ids that the list of problems links to.
fn dates(ed: &Editor) -> Html {
    let note = el("p").class("hint").attr("id", "opensAt").attr("tabindex", "-1");
    let link = el("a").attr("id", "closesAt").attr("href", ed.given.overview.clone()).put("overview");
    let note = note.put("The dates on which it opens and closes are on the ").put(link).put(", in your time zone.");
    [note.into(), mistake(ed, &"opensAt".into()).into(), mistake(ed, &"closesAt".into()).into()].into()
}
