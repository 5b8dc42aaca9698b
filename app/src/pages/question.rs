//! One question at a time as a form. The page also carries the state of all questions, so that the island can continue
//! without further page requests.

use std::sync::Arc;

use domain::{
    AnswerFeedback, Answers, ApiTarget, Definition, FieldCode, Journey, Kind, Name, OptionId, Question, QuestionId,
    QuestionPageState, ResultView, Scoring,
    form::{self, Field},
};
use leptos::{prelude::*, tachys::html::InertElement};

use super::{
    Assets, PageContext, QuizView,
    drawn::{self, Drawn, DrawnPages, FRAME, NONCE, PATH, QUERY, hole},
    helps::Helps,
    links::with_query,
    render::document,
};
use crate::{
    components::{
        AlertHelp, AskingFirst, AttemptNote, Filter, Frame, Languages, Leave, Leaving, PartView, Progress,
        QuestionView, SHORT, Tapping, answered, around, heading_and_text,
    },
    islands::QuizStepper,
    words::Texts,
};

/// The maximum parts of a definition that a page carries completely, some hundred KiB. For a larger one it carries only
/// the current question, whose form works by itself.
const WHOLE: usize = 1500;

/// The holes of a page, in addition to its URL.
const OWN_LINK: char = 'l';
const EARLIER: char = 'e';
const SHEET: char = 's';
const FORMS: char = 'f';

#[derive(Clone, Debug)]
pub struct QuestionPage {
    pub quiz: QuizView,
    pub definition: Arc<Definition>,
    pub answers: Answers,
    pub current: QuestionId,
    pub errors: Vec<(QuestionId, FieldCode)>,
    /// The options of the current question of which other respondents have taken all places.
    pub full: Vec<OptionId>,
    /// True if a question may say what only the server knows; see [`Definition::goes_page_by_page`].
    pub goes_page_by_page: bool,
    /// The alerts whose help quotes an answer to the current question.
    pub helps_that_quote: Vec<Name>,
    pub typed: Option<Vec<Field>>,
    pub is_review: bool,
    /// The URL that forms post to. It shows the result after the submission.
    pub action: String,
    /// The URL of the next question; `None` when it is time to submit.
    pub next_href: Option<String>,
    /// The URL of the review page, if the quiz has one.
    pub review_href: Option<String>,
    pub api: ApiTarget,
    /// In a retake, the previous result.
    pub earlier_href: Option<String>,
    /// The absolute URL to return to, if the respondent has not been given it before.
    pub own_link: Option<String>,
    /// `None` inside another application, which keeps the place itself.
    pub place: Option<KeptPlace>,
    /// True if respondents may erase their answers.
    pub may_erase: bool,
    /// The cache of HTML shared by respondents, if any.
    pub drawn: Option<Arc<dyn DrawnPages>>,
}

/// The data with which a device keeps a respondent's place.
#[derive(Clone, Debug)]
pub struct KeptPlace {
    /// The URL where anyone may begin the quiz.
    pub start_href: Option<String>,
}

pub(super) fn question(cx: &PageContext, page: &QuestionPage) -> AnyView {
    let sheet = sheet(cx, page);
    let journey = page.definition.journey(&page.answers, &sheet.language);
    let progress = Progress::of(&sheet, &journey);
    let finish = finish(cx, &page.definition);
    let helps = Helps::of(cx, page, &sheet.language);
    if let Some((question, feedback)) = page.feedback() {
        let asked = asked(cx, page, &journey, question, finish);
        let told = vec![answered(&asked, &feedback, page.next_href.as_deref())];
        return view(cx, page, &progress, &sheet, String::new(), told, helps);
    }
    let asked = |question| QuestionView { helps: &helps.of_form, ..asked(cx, page, &journey, question, finish) };
    let forms = page.on_page().map(|question| drawn::draw(&asked(question))).collect();
    view(cx, page, &progress, &sheet, sheet.to_text(), forms, helps)
}

/// The page from cached HTML. `None` for a rejected form.
pub(super) fn from_memory(cx: &PageContext, page: &QuestionPage) -> Option<String> {
    let is_kept = page.errors.is_empty() && page.typed.is_none() && !page.goes_page_by_page;
    let kept = page.drawn.as_deref().filter(|_| is_kept)?;
    let sheet = sheet(cx, page);
    let journey = page.definition.journey(&page.answers, &sheet.language);
    let progress = Progress::of(&sheet, &journey);
    let (path, query) = page.action.split_once('?').unwrap_or((&page.action, ""));
    let [path, query, own_link, earlier_href] =
        [path, query, page.own_link.as_deref().unwrap_or_default(), page.earlier_href.as_deref().unwrap_or_default()]
            .map(drawn::escaped);
    let address = [(PATH, &*path), (QUERY, &*query)];
    let mut forms = String::new();
    let finish = finish(cx, &page.definition);
    for question in page.on_page() {
        drawn::write_question(&mut forms, page, kept, &asked(cx, page, &journey, question, finish), &address);
    }
    let state = format!(
        "{}/{}/{progress:?}{:?}",
        sheet.language,
        sheet.current,
        [page.action.contains('?'), page.own_link.is_some(), page.earlier_href.is_some(), cx.nonce.is_some()]
    );
    let draw = || {
        let (cx, page) = (cx.with_holes(), page.with_holes());
        let forms = vec![InertElement::new(hole(FORMS)).into_any()];
        Drawn::of(&view(&cx, &page, &progress, &self::sheet(&cx, &page), hole(SHEET), forms, Helps::none()).to_html())
    };
    let own = [
        (PATH, &*path),
        (QUERY, &*query),
        (OWN_LINK, &*own_link),
        (EARLIER, &*earlier_href),
        (NONCE, cx.nonce.as_deref().unwrap_or_default()),
        (SHEET, &*sheet.to_text()),
        (FORMS, &*forms),
    ];
    let mut html = String::with_capacity(forms.len() + FRAME);
    kept.get(state, &draw).write(&mut html, &own);
    Some(cx.fill(html))
}

/// The document. Respondent-specific values are passed as arguments or replaced by holes.
fn view(
    cx: &PageContext,
    page: &QuestionPage,
    progress: &Progress,
    sheet: &QuestionPageState,
    sheet_text: String,
    forms: Vec<AnyView>,
    helps: Helps,
) -> AnyView {
    let words = cx.sheet_words();
    let definition = &page.definition;
    let program = cx.assets.script.as_ref().zip(cx.assets.wasm.as_ref()).filter(|_| page.is_whole());
    let is_long = page.on_page().any(|question| question.option_ids().len() > SHORT);
    let boot = program.map(|(script, wasm)| boot(&cx.assets, script, wasm));
    // After the program, which expects the page as the server rendered it.
    let has_fields = page.on_page().any(has_fields);
    let filter = cx.assets.filter_script.as_ref().filter(|_| is_long).map(|file| format!(";import(\"{file}\")"));
    let fields = cx.assets.kinds_script.as_ref().filter(|_| has_fields).map(|file| format!(";import(\"{file}\")"));
    let is_help = !helps.of_form.is_empty();
    let help = cx.assets.alert_help_script.as_ref().filter(|_| is_help).map(|file| format!(";import(\"{file}\")"));
    let scripts: String = [boot, filter, fields, help].into_iter().flatten().collect();
    let frame = Frame {
        // What is quoted is not for the browser's history.
        title: match definition.quotes {
            true => title(sheet, progress, &page.quiz.name.text),
            false => title(sheet, progress, &heading_of(cx, definition, sheet.current)),
        },
        description: Some(page.quiz.summary()),
        quiz: Some(page.quiz.clone()),
        languages: Languages::Of(sheet.page_address(sheet.current)),
        layout: "asking",
        is_personal: true,
        script: Some(scripts).filter(|scripts| !scripts.is_empty()),
        extra_css: (has_fields || page.feedback().is_some()).then(|| cx.assets.fields_css.clone()),
        has_pictures: page.on_page().any(has_pictures),
        has_no_foot: true,
        is_sheet: true,
        ..Frame::default()
    };
    let nonce = cx.nonce.clone();
    // Only the island's program uses it.
    let carried =
        program.map(|_| view! { <script type="text/plain" id="sheet" nonce=nonce.clone()>{sheet_text}</script> });
    let help_nonce = cx.nonce.clone();
    let earlier = page.earlier_href.clone();
    let asking = page.place.clone();
    let leave = Leave {
        kind: page.quiz.kind,
        own_link: page.own_link.clone(),
        place: page.place.clone(),
        erase_href: page.may_erase.then(|| erase_href(&page.action, cx)),
        about: page.quiz.about.clone(),
    };
    let (around, stays) = (around(words, sheet, progress), progress.stays);
    document(cx, frame, move || {
        let earlier = earlier
            .map(|href| view! { <AttemptNote text=words.retake_under_way label=words.earlier_result href=href /> });
        view! {
            {earlier}
            <AlertHelp words=words helps=helps.above has_of_form=is_help nonce=help_nonce />
            <QuizStepper>{around} {forms}</QuizStepper>
            <Tapping words=words stays=stays />
            {is_long.then(|| view! { <Filter words=words nonce=nonce /> })}
            <Leaving words=words leave=leave />
            {asking.map(|place| view! { <AskingFirst words=words start_href=place.start_href /> })}
            {carried}
        }
    })
}

impl QuestionPage {
    /// False if each question is a page of its own: in large quizzes, and where the server decides what it says.
    fn is_whole(&self) -> bool {
        self.definition.parts() <= WHOLE && !self.goes_page_by_page
    }

    /// The current question with the feedback on its answer, if there is any.
    pub(super) fn feedback(&self) -> Option<(&Question, AnswerFeedback<'_>)> {
        let question = self.definition.question(&self.current)?;
        Some((question, self.definition.feedback(question, &self.answers)?))
    }

    /// True if other respondents get the same page, apart from its URLs. With more answers, nearly every page would be
    /// unique.
    pub fn is_of_many(&self) -> bool {
        self.answers.len() <= 1
            && self.errors.is_empty()
            && self.typed.is_none()
            && !self.goes_page_by_page
            && self.on_page().all(|question| drawn::is_for_all(self, question))
    }

    fn on_page(&self) -> impl Iterator<Item = &Question> {
        let is_whole = self.is_whole();
        self.definition.questions.iter().filter(move |question| is_whole || question.id == self.current)
    }

    /// The page without the respondent's data.
    fn with_holes(&self) -> Self {
        Self {
            answers: Answers::new(),
            action: drawn::address_with_holes(&self.action),
            api: ApiTarget {
                answers_url: String::new(),
                submit_url: String::new(),
                user_field: None,
                user: String::new(),
            },
            next_href: None,
            review_href: None,
            earlier_href: self.earlier_href.as_ref().map(|_| hole(EARLIER)),
            own_link: self.own_link.as_ref().map(|_| hole(OWN_LINK)),
            ..self.clone()
        }
    }
}

fn heading_of(cx: &PageContext, definition: &Definition, step: usize) -> String {
    let question = &definition.questions[step];
    let text = question.text(cx.language, definition.language);
    match question.kind() {
        Kind::Statement { .. } => heading_and_text(text).0.unwrap_or(cx.sheet_words().statement).to_owned(),
        _ => text.to_owned(),
    }
}

fn title(sheet: &QuestionPageState, progress: &Progress, question: &str) -> String {
    let progress = sheet.words.progress(progress.number, progress.count);
    sheet.words.title(&progress, question, sheet.has_error)
}

fn sheet(cx: &PageContext, page: &QuestionPage) -> QuestionPageState {
    let definition = &page.definition;
    let current = definition.questions.iter().position(|question| question.id == page.current);
    QuestionPageState {
        quiz_name: page.quiz.name.text.clone(),
        language: cx.language.to_string(),
        action: page.action.clone(),
        api: page.api.clone(),
        words: cx.sheet_words().of_sheet(has_result(definition), |word| cx.say(word)),
        definition: definition.clone(),
        answers: page.answers.clone(),
        current: current.unwrap_or_default(),
        has_error: !page.errors.is_empty(),
        review_href: page.review_href.clone(),
        is_review: page.is_review,
    }
}

/// True for any question but a plain single choice.
fn has_fields(question: &Question) -> bool {
    match question.kind() {
        Kind::Choice { options, display: None } => options.iter().any(|option| option.other),
        _ => true,
    }
}

fn has_pictures(question: &Question) -> bool {
    question.image.is_some() || question.kind().options().iter().any(|option| option.image.is_some())
}

/// A question of the page. The last one has the button label `finish`.
fn asked<'p>(
    cx: &PageContext,
    page: &'p QuestionPage,
    journey: &'p Journey<'_>,
    question: &'p Question,
    finish: &'static str,
) -> QuestionView<'p> {
    let definition = &page.definition;
    let is_current = question.id == page.current;
    let typed = page.typed.clone().filter(|_| is_current);
    let of_part = definition.part_of(question).map(|(place, part)| {
        let left = if part.begins { definition.seconds_from(place) } else { (0, 0) };
        PartView { part, left }
    });
    QuestionView {
        words: cx.sheet_words(),
        language: cx.language,
        default: definition.language,
        question,
        images: &page.quiz.images,
        of_part,
        fields: typed.unwrap_or_else(|| stored(question, page, cx.sheet_words())),
        errors: if is_current { &page.errors } else { &[] },
        answers: &journey.answers,
        full: if is_current { &page.full } else { &[] },
        action: &page.action,
        finish,
        helps: &[],
        is_current,
        // Feedback on the answer comes before the result.
        is_last: !definition.review && !definition.has_feedback(&question.id) && journey.is_last(&question.id),
        cuts_short: definition.cuts_short(question),
        optional: optional(definition, question, cx.sheet_words()),
        is_review: page.is_review,
    }
}

/// The fields of stored answers, with numbers formatted in the page's language.
fn stored(question: &Question, page: &QuestionPage, words: &Texts) -> Vec<Field> {
    let mut fields = form::fill(question, &page.answers);
    if let Kind::Number(_) = question.kind() {
        for (_, number) in &mut fields {
            *number = words.entry(number);
        }
    }
    fields
}

/// The URL of the page that confirms erasing everything.
pub(super) fn erase_href(action: &str, cx: &PageContext) -> String {
    with_query(action, &[("erase", "ask"), ("lang", cx.language.as_str())])
}

pub(super) fn finish(cx: &PageContext, definition: &Definition) -> &'static str {
    let words = cx.sheet_words();
    if has_result(definition) { words.finish } else { words.send_answers }
}

/// True if a result may follow.
fn has_result(definition: &Definition) -> bool {
    definition.result != ResultView::Thanks && definition.items().any(|item| item.is_scored())
}

/// The text for an optional question, including the cost of skipping it if that affects a visible score.
fn optional(definition: &Definition, question: &Question, words: &'static Texts) -> String {
    let scored = |question: &Question| question.items().iter().filter(|item| item.is_scored()).count();
    let scoring = definition.scoring.as_ref();
    let has_overall = definition.result == ResultView::Full && scoring.is_none_or(Scoring::has_overall);
    let category = question.category();
    let is_free = question.required || definition.result == ResultView::Thanks || scored(question) == 0;
    if is_free || !has_overall && category.is_none() {
        return words.optional.to_owned();
    }
    let allowed = scoring.map_or(0, |scoring| scoring.allow_missing);
    // True if too many questions of the same score may be skipped.
    let may_lack = || {
        let mut left = allowed;
        let mut others = definition.questions.iter().filter(|other| !other.required);
        others.any(|other| {
            let skipped = if has_overall || other.category() == category { scored(other) } else { 0 };
            let is_over = skipped > left;
            left = left.saturating_sub(skipped);
            is_over
        })
    };
    match scored(question) {
        own if own > allowed && has_overall => words.optional_score.to_owned(),
        own if own > allowed => words.optional_area.to_owned(),
        _ if may_lack() => (words.optional_some)(allowed),
        _ => words.optional.to_owned(),
    }
}

/// Loads both parts of the island's program in parallel and starts it; if that fails, the forms keep working. `<link
/// rel="preload">` would load it even with scripts off. The result's style sheet is loaded with the second question, so
/// that the result does not wait for it.
fn boot(assets: &Assets, script: &str, wasm: &str) -> String {
    let kept =
        assets.kept_script.as_ref().map_or("{}".to_owned(), |file| format!("import(\"{file}\").catch(()=>({{}}))"));
    let result_css = &assets.result_css;
    format!(
        r#"const wasm=fetch("{wasm}"),kept={kept},app=await import("{script}");document.addEventListener("quiz-answers:step",()=>fetch("{result_css}").catch(()=>{{}}),{{once:true}});await app.default({{module_or_path:wasm}});if(app.hydrate()){{for(const island of document.querySelectorAll("leptos-island"))app[island.dataset.component](island);(await kept).takeOver?.()}}"#
    )
}
