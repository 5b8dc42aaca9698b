//! Times in sentences: rendered in the quiz's time zone, and converted to the reader's local time where scripts run.

use leptos::prelude::*;

use crate::pages::Moment;

/// Placeholder for the time while a sentence is built. No text of a page contains it.
const PLACE: &str = "\u{fffc}";

/// A script that rewrites times in the reader's time zone, formatted for the variety of the page's language in the
/// browser's settings.
pub(crate) const OWN_CLOCK: &str = r#"const{lang}=document.documentElement,own=navigator.languages.find(tag=>tag.split("-")[0]==lang.split("-")[0])??lang;for(const time of document.querySelectorAll("time"))time.textContent=new Intl.DateTimeFormat(own,{dateStyle:"long",timeStyle:"day"in time.dataset?undefined:"short",calendar:"gregory",numberingSystem:"latn"}).format(new Date(time.dateTime));"#;

/// The sentence that `say` makes of the text of a time.
pub(crate) fn told(moment: &Moment, say: impl Fn(&str) -> String) -> AnyView {
    let sentence = say(PLACE);
    let (before, after) = sentence.split_once(PLACE).unwrap_or((&sentence, ""));
    let (before, after) = (before.to_owned(), after.to_owned());
    let Moment { text, at, is_day } = moment.clone();
    view! { {before} <time datetime=at data-day=is_day>{text}</time> {after} }.into_any()
}
