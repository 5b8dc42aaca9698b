//! Everything around a page's content: the document, its head, the header, the footer.

use domain::Language;
use leptos::{attr::custom::CustomAttribute, html, prelude::*};

use super::{LanguageLinks, lang_of, picture};
use crate::{
    pages::{PageContext, PreviewNote, QuizView, with_query},
    theme,
};

#[derive(Default)]
pub(crate) struct Frame {
    /// The document title, without the quiz's name.
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) quiz: Option<QuizView>,
    pub(crate) languages: Languages,
    /// An extra class of the body, for the layout.
    pub(crate) layout: &'static str,
    /// Inlines the styles, so that the page is painted before their file arrives. The file is loaded after the content,
    /// ready for the next page.
    pub(crate) inlines_css: bool,
    /// A style sheet in addition to the common one.
    pub(crate) extra_css: Option<String>,
    pub(crate) has_pictures: bool,
    /// The code of a module script at the end of the head.
    pub(crate) script: Option<String>,
    /// True for a page of one respondent, which search engines must not index.
    pub(crate) is_personal: bool,
    /// True if the content includes what the footer would say.
    pub(crate) has_no_foot: bool,
    /// True for pages that may use the owner's words.
    pub(crate) is_sheet: bool,
    /// The link preview in other applications, if any.
    pub(crate) preview: Option<Preview>,
}

#[derive(Default)]
pub(crate) enum Languages {
    /// To the current path.
    #[default]
    OfPath,
    /// To this URL, which may have parameters.
    Of(String),
}

/// A link preview in other applications, with the description of the frame and a fixed picture. It contains nothing
/// about a respondent.
pub(crate) struct Preview {
    pub(crate) title: String,
    /// A path to share instead, if there is a public one.
    pub(crate) url: Option<String>,
}

#[component]
pub(crate) fn Shell(cx: PageContext, frame: Frame, children: Children) -> impl IntoView {
    let words = if frame.is_sheet { cx.sheet_words() } else { cx.words() };
    let is_of_owner = frame.is_sheet && cx.has_own_words && !cx.language.is_of_pages();
    let around = if is_of_owner { cx.language } else { cx.language.around() };
    let (brand, home_href, colour, logo) = match frame.quiz {
        Some(quiz) => (quiz.name, quiz.home_href, quiz.primary_colour, quiz.logo),
        None => (words.product.into(), Some("/".to_owned()), None, None),
    };
    let pictures_css = (frame.has_pictures || logo.is_some()).then(|| cx.assets.pictures_css.clone());
    let name = &brand.text;
    let title = if frame.title == *name { name.clone() } else { format!("{} – {name}", frame.title) };
    let logo = match logo {
        Some(logo) => picture(&logo, "logo-picture", true),
        None => view! { <Logo /> }.into_any(),
    };
    let brand = view! {
        {logo}
        <span {..lang_of(&brand)}>{brand.text.clone()}</span>
    };
    let brand = match home_href {
        Some(href) => view! { <a class="brand" href=href>{brand}</a> }.into_any(),
        None => view! { <span class="brand">{brand}</span> }.into_any(),
    };
    let nonce = cx.nonce.clone();
    let sheet = |href: String| view! { <link rel="stylesheet" href=href /> };
    // Absent style sheets leave no placeholder in the HTML.
    let more_css = match (frame.extra_css, pictures_css) {
        (Some(extra), Some(pictures)) => Some(view! { {sheet(extra)} {sheet(pictures)} }.into_any()),
        (extra, pictures) => extra.or(pictures).map(|one| sheet(one).into_any()),
    };
    let css = sheet(cx.assets.css.clone()).into_any();
    let (first_css, last_css) = if frame.inlines_css {
        let rules = cx.assets.css_text.to_string();
        (view! { <style nonce=nonce.clone()>{rules}</style> }.into_any(), Some(css))
    } else {
        (css, None)
    };
    let colour_style = colour.map(|colour| {
        let rules = theme::accent_rules(&colour);
        view! { <style nonce=nonce.clone()>{rules}</style> }
    });
    let description = frame.description.clone().unwrap_or_default();
    let link_preview = frame.preview.map(|preview| link_preview(preview, description, &cx));
    let embedding = cx.embedding.map(|embedding| {
        view! {
            <script
                defer
                nonce=nonce.clone()
                src=embedding.script
                data-origins=embedding.origins.join(" ")
                data-completed=embedding.completed
                data-error=embedding.error
            ></script>
        }
    });
    let others: Vec<_> = cx.languages.iter().copied().filter(|language| *language != cx.language).collect();
    let languages = (!others.is_empty()).then(|| {
        let page = if let Languages::Of(page) = frame.languages { page } else { cx.path.clone() };
        let link = |language: Language| (language, with_query(&page, &[("lang", language.as_str())]));
        let links = others.into_iter().map(link).collect();
        view! { <LanguageLinks label=words.language_label.to_owned() links=links /> }.into_any()
    });
    let script = frame.script.map(|code| view! { <script type="module" nonce=nonce.clone()>{code}</script> });
    view! {
        <!DOCTYPE html>
        <html lang=around.to_string() dir=around.dir()>
            <head>
                <meta charset="utf-8" />
                <title>{title.clone()}</title>
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <meta name="theme-color" content="#fbf7f1" media="(prefers-color-scheme: light)" />
                <meta name="theme-color" content="#1b1714" media="(prefers-color-scheme: dark)" />
                {frame.is_personal.then(|| view! { <meta name="robots" content="noindex" /> })}
                {frame.description.map(|text| view! { <meta name="description" content=text /> })}
                {link_preview}
                <link rel="icon" href=cx.assets.favicon.clone() type="image/svg+xml" />
                {first_css}
                {more_css}
                {colour_style}
                {embedding}
                {script}
            </head>
            <body class=frame.layout>
                <a class="skip-link" href="#main">{words.skip_to_content}</a>
                <header class="site-head">
                    {cx.preview.map(preview_note)}
                    <div class="wrap">
                        {brand}
                        {languages}
                    </div>
                </header>
                <main id="main" class="wrap" tabindex="-1">{children()}</main>
                {(!frame.has_no_foot).then(|| {
                    view! {
                        <footer class="site-foot">
                            <div class="wrap">
                                <p>{words.no_cookies}</p>
                            </div>
                        </footer>
                    }
                })}
                {last_css}
            </body>
        </html>
    }
}

fn link_preview(preview: Preview, description: String, cx: &PageContext) -> impl IntoView + use<> {
    let product = cx.words().product.to_owned();
    let absolute = |path: &str| format!("{}{path}", cx.base_url);
    let fixed = [
        ("og:type", "website".to_owned()),
        ("og:site_name", product.clone()),
        ("og:title", preview.title),
        ("og:description", description),
        ("og:image", absolute(&cx.assets.preview)),
        ("og:image:width", "1200".to_owned()),
        ("og:image:height", "630".to_owned()),
        ("og:image:alt", product),
        ("twitter:card", "summary_large_image".to_owned()),
    ];
    let url = preview.url.map(|path| ("og:url", absolute(&path)));
    fixed
        .into_iter()
        .chain(url)
        .map(|(property, content)| html::meta().attr("property", property).content(content))
        .collect::<Vec<_>>()
}

fn preview_note(note: PreviewNote) -> impl IntoView {
    view! {
        <p class="preview-note" lang="en" dir="ltr">
            {note.text} " " <a href=note.start_href>"Start page"</a> " " <a href=note.result_href>"Result"</a> " "
            <a href=note.back_href target="_top">"Back to the dashboard"</a>
        </p>
    }
}

/// The logo in the page's header: a small version of the result's gauge.
#[component]
pub(crate) fn Logo() -> impl IntoView {
    view! {
        <svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <path class="logo-track" d="M5 22a11 11 0 0 1 22 0" />
            <path class="logo-value" d="M5 22a11 11 0 0 1 17.5-8.9" />
            <circle class="logo-dot" cx="16" cy="22" r="2.6" />
        </svg>
    }
}
