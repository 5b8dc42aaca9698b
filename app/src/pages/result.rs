//! The result: where the respondent stands, one thing to do first, then everything else.

use std::sync::Arc;

use domain::{Answers, Before, BenchmarkPlace, Definition, Language, Name, QuizResult, Rendition, Scores, Text};
use leptos::{prelude::*, tachys::html::InertElement};

use super::{
    Moment, NOTE_BEGINNING, PageContext, QuizView,
    advice::advice,
    drawn::{
        self, COMPLETED, CONTENT, Drawn, DrawnPages, FRAME, NONCE, PATH, QUERY, address_with_holes, escaped, hole,
    },
    plan::plan,
    render::document,
};
use crate::components::{
    AlertHelp, AnswerList, AttemptNote, Ending, EraseLine, Frame, HelpSection, KeepLink, Languages, Latest, NotYou,
    OWN_CLOCK, OverTime, PassOn, Reason, RetakeBox, SendResult, TrustLine, told,
};

#[derive(Clone, Debug)]
pub struct ResultPage {
    pub quiz: QuizView,
    /// The version that was answered.
    pub definition: Arc<Definition>,
    pub answers: Answers,
    /// The language of the answers, which conditions may look at.
    pub answered_in: Language,
    pub scores: Scores,
    /// The version that gave the scores.
    pub scored_by: Arc<Definition>,
    /// The owner's help on alerts that the attempt has raised.
    pub helps: Vec<Text>,
    pub submitted_at: Moment,
    /// Names the submission without telling whose it is.
    pub submission: String,
    /// The absolute URL to come back to.
    pub link: String,
    /// The address that forms are posted to.
    pub action: String,
    /// A calendar entry for the first step.
    pub reminder_href: Option<String>,
    /// None where the quiz is taken once, is closed, or this is not the latest attempt.
    pub retake: Option<Retake>,
    pub earlier: Option<EarlierResult>,
    /// The latest result, where this is an earlier one.
    pub latest_href: Option<String>,
    /// Where the scores stand among those of everyone else, as far as respondents read that.
    pub benchmarks: Vec<(Option<Name>, BenchmarkPlace)>,
    /// Of several attempts, where the quiz shows them over time.
    pub over_time: Option<OverTime>,
    /// The absolute URL at which anyone may begin the quiz, where that is so.
    pub start_link: Option<String>,
    /// The path of the start page of an open quiz.
    pub start_href: Option<String>,
    pub by_mail: ByMail,
    /// Asks if everything is to be erased; None where respondents may not.
    pub erase_href: Option<String>,
    /// Where all is kept that is the same for other respondents, if anywhere.
    pub drawn: Option<Arc<dyn DrawnPages>>,
}

/// The way of a result to its respondent by mail.
#[derive(Clone, Debug, Default)]
pub struct ByMail {
    /// The form that asks for the address; None where the quiz or the server sends no results.
    pub form: Option<ResultForm>,
    /// Where such a message has led to this page: until when its link works.
    pub note: Option<String>,
}

/// The form that has a result mailed, in the words of its language.
#[derive(Clone, Debug)]
pub struct ResultForm {
    pub title: &'static str,
    pub text: &'static str,
    pub label: &'static str,
    pub button: &'static str,
    /// What became of asking before.
    pub outcome: Option<&'static str>,
    /// False once a message was written.
    pub asks: bool,
    /// The address was refused.
    pub is_wrong: bool,
}

/// When the quiz may be taken again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Retake {
    Now,
    From {
        moment: Moment,
        /// A calendar entry for that day.
        reminder_href: Option<String>,
    },
}

/// A result to compare with.
#[derive(Clone, Debug)]
pub struct EarlierResult {
    pub href: String,
    /// The day.
    pub submitted_at: Moment,
    pub scores: Scores,
    /// The version that gave the scores.
    pub scored_by: Arc<Definition>,
}

/// The way on from the last page; without an address back to the page around this one.
#[derive(Clone, Debug)]
pub(crate) struct NextStep {
    pub(crate) label: Rendition,
    pub(crate) url: Option<String>,
}

/// Answers that a quiz with questions up to this many shows at once where there is no result.
const FEW: usize = 20;

impl ResultPage {
    /// The result in a language; `None` where nothing that was asked is scored, or the quiz shows none.
    pub(super) fn result(&self, language: Language) -> Option<QuizResult> {
        let before = self.earlier.as_ref();
        let before = before.map(|earlier| Before { definition: &earlier.scored_by, scores: &earlier.scores });
        let journey = self.scored_by.journey(&self.answers, self.answered_in.as_str());
        let result = journey.is_scored().then(|| journey.result(&self.scores, before, language, self.answered_in))?;
        result.beside_others(&self.benchmarks).shown_as(self.definition.result)
    }
}

pub(super) fn result(cx: &PageContext, page: &ResultPage) -> AnyView {
    let (title, content) = content(cx, page);
    document(cx, frame(cx, page, title, page.link.clone()), content)
}

/// The page in a document from memory.
pub(super) fn from_memory(cx: &PageContext, page: &ResultPage) -> Option<String> {
    let kept = page.drawn.as_deref()?;
    let (title, content) = content(cx, page);
    Some(in_kept_frame(cx, page, title, kept, &content().to_html()))
}

/// The heading, and what stands in the document.
fn content(cx: &PageContext, page: &ResultPage) -> (&'static str, impl FnOnce() -> AnyView + use<>) {
    let words = cx.words();
    let journey = page.definition.journey(&page.answers, page.answered_in.as_str());
    let result = page.result(cx.language);
    let is_scored = result.is_some();
    let title = if is_scored { words.result_title } else { words.thanks_title };
    let (submitted_at, say) = (page.submitted_at.clone(), if is_scored { words.result_date } else { words.sent_date });
    let answers = journey.readable(cx.language);
    let asks_built_in = journey.items.iter().any(|item| item.question.indicator().is_some());
    let asks_own = journey.items.iter().any(|item| item.question.indicator().is_none());
    let plan = result.as_ref().and_then(plan);
    let over_time = result.as_ref().and_then(|result| over_time(cx, page, result));
    // The built-in cards lead to help themselves.
    let has_help = asks_own && !result.as_ref().is_some_and(|result| result.needs_help);
    let help = if has_help { page.quiz.about.help.clone() } else { Vec::new() };
    let mut has_start = false;
    let advice = result.map(|result| {
        let reason = result.start.as_ref().and_then(|card| Reason::of(&journey, card.question.as_ref()?, cx.language));
        has_start = result.start.is_some();
        advice(cx, page, result, reason)
    });
    let end = page.definition.end.as_ref();
    let end_text = end.map(|end| end.text.rendition(cx.language, page.definition.language));
    let next = end.and_then(|end| end.next.clone()).map(|next| NextStep {
        label: next.label.rendition(cx.language, page.definition.language),
        url: next.url.map(|url| url.in_language(cx.language, page.definition.language).to_owned()),
    });
    // Without an address it leads back to the page around this one.
    let next = next.filter(|next| next.url.is_some() || cx.embedding.is_some());
    // One thing to do stands out: the first step, or else the way on, or else the next attempt.
    let is_retake_main = !has_start && next.is_none();
    let (language, kept) = (cx.language, page.drawn.clone());
    let (name, about, kind) = (page.quiz.name.text.clone(), page.quiz.about.clone(), page.quiz.kind);
    let (submission, link, action) = (page.submission.clone(), page.link.clone(), page.action.clone());
    let (by_mail, send_action) = (page.by_mail.clone(), page.action.clone());
    let (retake, start_link, start_href) = (page.retake.clone(), page.start_link.clone(), page.start_href.clone());
    let (is_latest, own_about) = (page.latest_href.is_none(), about.clone());
    let (latest_href, erase_href) = (page.latest_href.clone(), page.erase_href.clone());
    let earlier_href = page.earlier.as_ref().map(|earlier| earlier.href.clone());
    let helps: Vec<_> = page.helps.iter().map(|help| help.rendition(cx.language, page.definition.language)).collect();
    let content = move || {
        let latest =
            latest_href.map(|href| view! { <AttemptNote text=words.is_earlier label=words.latest href=href /> });
        let retake = retake.map(|retake| {
            view! { <RetakeBox words=words language=language.to_string() retake=retake action=action is_main=is_retake_main /> }
        });
        let earlier = earlier_href.map(|href| {
            view! {
                <p>
                    <a href=href>{words.earlier_result}</a>
                </p>
            }
        });
        let pass_on = start_link.map(|link| {
            let draw = || view! { <PassOn words=words quiz=name.clone() link=link.clone() /> }.into_any();
            drawn::piece(kept.as_deref(), || format!("pass on/{language}"), draw, &[])
        });
        let trust = || view! { <TrustLine words=words about=about.clone() kind=kind /> }.into_any();
        let trust = drawn::piece(kept.as_deref(), || format!("trust/{language}"), trust, &[]);
        let has_own_link = by_mail.note.is_none();
        let is_open = !is_scored && answers.len() <= FEW;
        let thanks = (!is_scored).then(|| view! { <p class="lead">{words.thanks_text}</p> });
        view! {
            <header class="result-head">
                <h1>{title}</h1>
                <p class="hint">{told(&submitted_at, say)}</p>
                {latest}
                {by_mail.note.map(|note| view! { <p class="attempt-note">{note}</p> })}
            </header>
            <AlertHelp words=words helps=helps nonce=None />
            {thanks}
            {advice}
            {over_time}
            <Ending text=end_text next=next is_main=!has_start />
            <HelpSection words=words help=help />
            {(!answers.is_empty()).then(|| view! {
            <details class="card answers-box" open=is_open>
                <summary>{words.answers_title}</summary>
                <AnswerList words=words answers=answers />
            </details>
            })}
            {retake}
            {has_own_link.then(|| view! {
                <KeepLink
                    words=words
                    quiz=name.clone()
                    link=link
                    plan=plan
                    submission=submission
                    is_scored=is_scored
                />
            })}
            {by_mail.form.map(|form| {
                view! { <SendResult form=form language=language.to_string() action=send_action /> }
            })}
            {pass_on}
            {earlier}
            {trust}
            {start_href.map(|href| view! { <p class="aside"><NotYou words=words href=href /></p> })}
            {is_latest.then(|| view! {
                <div class="aside"><EraseLine words=words kind=kind href=erase_href about=own_about /></div>
            })}
            {asks_built_in.then(|| view! { <p class="aside">{words.not_advice}</p> })}
        }
        .into_any()
    };
    (title, content)
}

fn over_time(cx: &PageContext, page: &ResultPage, result: &QuizResult) -> Option<AnyView> {
    let words = cx.words();
    let latest = Latest {
        scored_by: &page.scored_by,
        answers: &page.answers,
        answered_in: page.answered_in,
        scores: &page.scores,
        overall: words.own_score,
        result,
    };
    let histories = page.over_time.as_ref()?.view(words, cx.language, latest)?;
    let view = view! {
        <section class="card over-time" aria-labelledby="over-time">
            <h2 id="over-time">{words.history_title}</h2>
            {histories}
        </section>
    };
    Some(view.into_any())
}

/// The content in a frame that is kept, where it is the same for other respondents.
fn in_kept_frame(cx: &PageContext, page: &ResultPage, title: &str, kept: &dyn DrawnPages, content: &str) -> String {
    let (path, query) = page.link.split_once('?').unwrap_or((&page.link, ""));
    let completed = cx.embedding.as_ref().and_then(|embedding| embedding.completed.as_deref());
    let flags = [page.link.contains('?'), cx.nonce.is_some(), completed.is_some()];
    let state = format!("result/{}/{title}/{flags:?}", cx.language);
    let own = [
        (PATH, &*escaped(path)),
        (QUERY, &*escaped(query)),
        (NONCE, cx.nonce.as_deref().unwrap_or_default()),
        (COMPLETED, &*escaped(completed.unwrap_or_default())),
        (CONTENT, content),
    ];
    let draw = || {
        let frame = frame(cx, page, title, address_with_holes(&page.link));
        let around = document(&cx.with_holes(), frame, || InertElement::new(hole(CONTENT)));
        Drawn::of(&around.to_html())
    };
    let mut html = String::with_capacity(content.len() + FRAME);
    kept.get(state, &draw).write(&mut html, &own);
    html
}

/// `link` is the address of the page, or holes in its place.
fn frame(cx: &PageContext, page: &ResultPage, title: &str, link: String) -> Frame {
    let scripts = [&cx.assets.kept_script, &cx.assets.result_script].into_iter().flatten();
    let scripts = scripts.map(|script| format!("import(\"{script}\");"));
    Frame {
        title: title.to_owned(),
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(link),
        layout: "result",
        is_personal: true,
        script: Some([NOTE_BEGINNING, OWN_CLOCK].map(str::to_owned).into_iter().chain(scripts).collect()),
        extra_css: Some(cx.assets.result_css.clone()),
        ..Frame::default()
    }
}
