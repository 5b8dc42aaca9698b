//! The input that all pages share.

use std::sync::Arc;

use app::pages::{Embedding, PageContext, PictureView, QuizView};
use axum::http::{HeaderMap, header};
use domain::{Category, Definition, Language, Picture, Points, Quiz, Scored, Scores};

use super::{super::state::Http, dates};

/// The requested language, or the browser's if the quiz has it, or the quiz's own.
pub(super) fn language(asked: Option<&str>, headers: &HeaderMap, spoken: &[Language]) -> Language {
    let accepted = || headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok().map(Language::accepted);
    let wanted = asked.and_then(|tag| Language::parse(tag).ok()).map(|asked| vec![asked]).or_else(accepted);
    wanted.and_then(|wanted| Language::closest(&wanted, spoken)).or(spoken.first().copied()).unwrap_or_default()
}

/// `definition` is the version that the respondent answers, on pages of a quiz.
pub(super) fn page_context(
    http: &Http,
    path: &str,
    language: Language,
    languages: Vec<Language>,
    definition: Option<&Arc<Definition>>,
) -> PageContext {
    PageContext {
        language,
        definition: definition.cloned(),
        has_own_words: definition.is_some_and(|definition| definition.says_own_words(language)),
        languages,
        path: path.to_owned(),
        base_url: Arc::clone(&http.base_url),
        assets: Arc::clone(&http.assets.urls),
        nonce: None,
        embedding: None,
        preview: None,
    }
}

/// Data for the embedding page. `None` if no origin may embed the quiz.
pub(super) fn embedding(http: &Http, quiz: &Quiz, scores: Option<&Scores>) -> Option<Embedding> {
    let origins = quiz.settings.allowed_origins.clone();
    if origins.is_empty() {
        return None;
    }
    // Scores of the quiz's own scoring are never sent. A sum has no place on the scale of the built-in bands.
    let overall = |scores: &Scores| scores.overall.clone().filter(|_| !scores.is_own);
    let band = |scored: Option<Scored>| {
        let points = Points::try_from(scored.filter(|scored| scored.range.is_none())?.score).ok()?;
        Some(points.band().as_str())
    };
    let completed = scores.map(|scores| {
        let of = |category: Category| band(scores.categories.get(&category.name()).cloned());
        serde_json::json!({
            "score": overall(scores).map(|overall| overall.score),
            "bands": {
                "overall": band(overall(scores)),
                "spend": of(Category::Spend),
                "save": of(Category::Save),
                "borrow": of(Category::Borrow),
                "plan": of(Category::Plan),
            },
        })
        .to_string()
    });
    Some(Embedding { script: http.assets.framed.clone()?, origins, completed, error: None })
}

/// `definition` is the version that the respondent answers.
pub(super) fn quiz_view(http: &Http, quiz: &Quiz, definition: &Definition, language: Language) -> QuizView {
    let settings = &quiz.settings;
    let images = format!("/aq/{}/{}/images/", quiz.namespace_id, quiz.id);
    let picture = |picture: &Option<Box<Picture>>| {
        picture.as_deref().map(|picture| PictureView::new(&images, picture, language, definition.language))
    };
    QuizView {
        image: picture(&definition.image),
        logo: picture(&definition.logo),
        about: app::words::about(quiz, language),
        name: quiz.rendition_of_name(language),
        description: settings
            .description
            .as_ref()
            .map(|text| text.rendition(language, quiz.definition.language))
            .filter(|said| !said.text.is_empty()),
        closes: settings.closes_at.map(|at| dates::moment(at, quiz, language)),
        kind: quiz.kind,
        start: definition.start.as_ref().map(|start| start.text.rendition(language, definition.language)),
        primary_colour: settings.primary_colour.clone(),
        home_href: http.shown_namespace.as_ref().filter(|shown| **shown == quiz.namespace_id).map(|_| "/".to_owned()),
        images,
    }
}
