//! The first page of a quiz: what happens, and the button that begins it.

use domain::QuizKind;
use leptos::prelude::*;

use super::{NOTE_BEGINNING, PageContext, QuizView, render::document};
use crate::{
    components::{Frame, Languages, NotYou, OWN_CLOCK, Preview, TrustLine, lang_of, linked, told},
    words::texts,
};

#[derive(Clone, Debug)]
pub struct StartPage {
    pub quiz: QuizView,
    /// The address that the form is posted to, with the field `lang`.
    pub action: String,
    /// The invited person's name.
    pub name: Option<String>,
}

/// Includes the time to think.
const SECONDS_PER_QUESTION: usize = 20;

pub(super) fn start(cx: &PageContext, page: &StartPage) -> AnyView {
    let words = texts(cx.language);
    let frame = Frame {
        title: page.quiz.name.text.clone(),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(page.action.clone()),
        preview: Some(Preview {
            title: page.quiz.name.text.clone(),
            // Other kinds are reached by an address for one person.
            url: (page.quiz.kind == QuizKind::Open).then(|| cx.path.clone()),
        }),
        layout: "start",
        script: Some(page.quiz.closes.iter().map(|_| OWN_CLOCK).chain([&*ahead(cx)]).collect()),
        // A link for one person belongs in no search engine.
        is_personal: page.quiz.kind != QuizKind::Open,
        inlines_css: true,
        ..Frame::default()
    };
    let language = cx.language.to_string();
    let StartPage { quiz, action, name } = page.clone();
    let kind = quiz.kind;
    let is_open = kind == QuizKind::Open;
    let cx_path = cx.path.clone();
    let minutes = (quiz.question_count * SECONDS_PER_QUESTION).div_ceil(60);
    let length = if quiz.may_be_fewer { words.start_length_most } else { words.start_length };
    document(cx, frame, move || {
        view! {
            {name.map(|name| view! { <p class="greeting">{(words.greeting)(&name)}</p> })}
            <h1 {..lang_of(&quiz.name)}>{quiz.name.text.clone()}</h1>
            {quiz.description.map(|said| view! { <p class="lead lines" {..lang_of(&said)}>{linked(&said.text)}</p> })}
            {quiz.start.map(|said| view! { <p class="opening lines" {..lang_of(&said)}>{linked(&said.text)}</p> })}
            {(quiz.question_count > 0).then(|| view! { <p class="length">{length(quiz.question_count, minutes)}</p> })}
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
            <form method="post" action=action>
                <input type="hidden" name="lang" value=language />
                <button type="submit" class="button button-large">
                    <span>{words.start_button}</span>
                    {is_open.then(|| view! { <span class="anew">{words.start_anew}</span> })}
                </button>
            </form>
            <TrustLine words=words about=quiz.about kind=kind />
            <section class="card expect" aria-labelledby="expect">
                <h2 id="expect">{words.start_expect}</h2>
                <ul>
                    <li class=(!is_open).then_some("fact")>{(words.start_identity)(kind)}</li>
                    <li>{words.start_saved}</li>
                    <li>{(words.start_return)(kind)}</li>
                    {quiz.is_built_in.then(|| view! { <li>{words.start_no_wrong}</li> })}
                </ul>
            </section>
        }
    })
}

/// Loads the program of the questions once the page is there, so that it comes from the cache after Start. A script does,
/// because a link would cost those who have scripts off, and data are spared where the browser asks for it.
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
