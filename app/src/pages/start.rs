//! The first page of a quiz: what to expect, and the button that begins it.

use std::sync::Arc;

use domain::{Definition, Length, Naming, Outlook, QuizKind, Rendition};
use leptos::prelude::*;

use super::{
    NOTE_BEGINNING, PageContext, QuizView,
    drawn::{Drawn, DrawnPages},
    render::document,
};
use crate::components::{
    Frame, Languages, NotYou, OWN_CLOCK, Preview, Prose, TrustLine, lang_of, linked, picture, told,
};

#[derive(Clone, Debug)]
pub struct StartPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub outlook: Outlook,
    /// The URL that the form posts to, with the field `lang`.
    pub action: String,
    /// Set if no place is left, with the owner's words: respondents who have begun find their way back, others cannot begin.
    pub full: Option<Option<Rendition>>,
    /// The invited respondent's name.
    pub name: Option<String>,
    /// The cache of HTML shared by respondents, if any.
    pub drawn: Option<Arc<dyn DrawnPages>>,
}

pub(super) fn start(cx: &PageContext, page: &StartPage) -> AnyView {
    let words = cx.words();
    let frame = Frame {
        title: page.quiz.name.text.clone(),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(page.action.clone()),
        preview: Some(Preview {
            title: page.quiz.name.text.clone(),
            // Quizzes of other kinds have a URL for each respondent.
            url: (page.quiz.kind == QuizKind::Open).then(|| cx.path.clone()),
        }),
        layout: "start",
        script: Some(page.quiz.closes.iter().map(|_| OWN_CLOCK).chain([&*ahead(cx)]).collect()),
        // Search engines must not index a respondent's link.
        is_personal: page.quiz.kind != QuizKind::Open,
        inlines_css: true,
        has_pictures: page.quiz.image.is_some(),
        ..Frame::default()
    };
    let language = cx.language.to_string();
    let (length, promises) = (length(cx, page), promises(cx, page));
    let StartPage { quiz, action, full, name, .. } = page.clone();
    let heading = view! { <h1 {..lang_of(&quiz.name)}>{quiz.name.text.clone()}</h1> }.into_any();
    let heading = match &quiz.image {
        None => heading,
        Some(image) => {
            let image = picture(image, "picture", true);
            view! { {heading} {image} }.into_any()
        }
    };
    let kind = quiz.kind;
    let is_open = kind == QuizKind::Open;
    let cx_path = cx.path.clone();
    let begin = match full {
        None => view! {
            <form method="post" action=action>
                <input type="hidden" name="lang" value=language />
                <button type="submit" class="button button-large">
                    <span>{words.start_button}</span>
                    {is_open.then(|| view! { <span class="anew">{words.start_anew}</span> })}
                </button>
            </form>
        }
        .into_any(),
        Some(own) => {
            let own =
                own.map_or_else(|| words.no_places_text.into_any(), |own| view! { <Prose text=own /> }.into_any());
            view! {
                <h2>{words.no_places_title}</h2>
                <p>{own}</p>
            }
            .into_any()
        }
    };
    document(cx, frame, move || {
        view! {
            {name.map(|name| view! { <p class="greeting">{(words.greeting)(&name)}</p> })}
            {heading}
            {quiz.description.map(|said| view! { <p class="lead lines" {..lang_of(&said)}>{linked(&said.text)}</p> })}
            {quiz.start.map(|said| view! { <p class="opening lines" {..lang_of(&said)}>{linked(&said.text)}</p> })}
            {length.map(|text| view! { <p class="length">{text}</p> })}
            {quiz.closes.map(|moment| view! { <p class="hint">{told(&moment, words.closes_on)}</p> })}
            {is_open
                .then(|| {
                    view! {
                        <div
                            class="resume"
                            hidden=true
                            data-done=words.resume_done
                            data-result=words.resume_result
                        >
                            <p>{words.resume_text}</p>
                            <a class="button">{words.resume}</a>
                            <NotYou words=words href=cx_path />
                        </div>
                    }
                })}
            {begin}
            <TrustLine words=words about=quiz.about kind=kind />
            <section class="card expect" aria-labelledby="expect">
                <h2 id="expect">{words.start_expect}</h2>
                <ul>
                    {promises}
                </ul>
            </section>
        }
    })
}

/// The number of questions and minutes; `None` for a quiz without questions. Cached, because many journeys may have to
/// be tried.
fn length(cx: &PageContext, page: &StartPage) -> Option<String> {
    let draw = || {
        let Length { questions: (fewest, most), seconds } = page.definition.length(cx.language);
        let minutes = (seconds.0.div_ceil(60).max(1), seconds.1.div_ceil(60).max(1));
        if most == 0 { String::new() } else { (cx.words().start_length)((fewest.max(1), most), minutes) }
    };
    let kept = page.drawn.as_ref().map(|drawn| drawn.get(format!("length/{}", cx.language), &|| Drawn::of(&draw())));
    let text = kept.map_or_else(draw, |kept| kept.text().to_owned());
    (!text.is_empty()).then_some(text)
}

/// Sentences that are true for this quiz. Those about others who see the answers are facts about privacy.
fn promises(cx: &PageContext, page: &StartPage) -> Vec<AnyView> {
    let words = cx.words();
    let (kind, outlook) = (page.quiz.kind, &page.outlook);
    let is_invited = kind == QuizKind::Invited;
    let identity = match outlook.naming {
        Naming::Unasked => (false, (words.start_identity)(kind)),
        Naming::OwnWords => (false, words.start_unsigned),
        Naming::Contact => (true, words.start_contact),
        Naming::InApp | Naming::Invited => (true, (words.start_identity)(kind)),
    };
    let promise = |text: &'static str| Some((false, text.to_owned()));
    let fact = |is: bool, text: &'static str| is.then(|| (true, text.to_owned()));
    let all = [
        Some((identity.0, identity.1.to_owned())),
        fact(page.quiz.about.seen_by.is_none(), words.start_seen),
        promise(if page.definition.feedback.is_none() { words.start_saved } else { words.start_stands }),
        promise((words.start_return)(kind)),
        fact(is_invited, words.start_link),
        outlook.unfinished_days.map(|days| (true, (words.start_within)(days))),
        if outlook.may_erase { promise(words.start_erase) } else { fact(true, (words.erase_ask)(kind)) },
        outlook.has_no_wrong_answers.then(|| (false, words.start_no_wrong.to_owned())),
    ];
    let line = |(is_fact, text): (bool, String)| view! { <li class=is_fact.then_some("fact")>{text}</li> }.into_any();
    all.into_iter().flatten().map(line).collect()
}

/// Loads the question program after this page, so that Start finds it in the cache. A script does so, because a link
/// would also load it for visitors with scripts off, and it respects the browser's data saver.
fn ahead(cx: &PageContext) -> String {
    let assets = &cx.assets;
    let link = assets.kept_script.as_ref().map(|link| format!(r#"import("{link}");"#)).unwrap_or_default();
    let program = assets.script.as_ref().zip(assets.wasm.as_ref()).map(|(script, wasm)| {
        format!(
            r#"addEventListener("load",()=>{{if(!navigator.connection?.saveData)for(const file of ["{wasm}","{script}"])fetch(file,{{priority:"low"}}).then(reply=>reply.blob()).catch(()=>{{}})}});"#
        )
    });
    [NOTE_BEGINNING.to_owned(), link, program.unwrap_or_default()].concat()
}
