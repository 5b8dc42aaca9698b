//! Moments in sentences: written in the quiz's time zone, and by the reader's own clock where scripts run.

use leptos::prelude::*;

use crate::pages::Moment;

/// Stands in a sentence for the moment. No text of a page holds it.
const PLACE: &str = "\u{fffc}";

/// Writes moments by the reader's own clock, as people write them who share the page's language.
pub(crate) const OWN_CLOCK: &str = r#"const{lang}=document.documentElement,own=navigator.languages.find(tag=>tag.split("-")[0]==lang.split("-")[0])??lang;for(const time of document.querySelectorAll("time"))time.textContent=new Intl.DateTimeFormat(own,{dateStyle:"long",timeStyle:"day"in time.dataset?undefined:"short",calendar:"gregory",numberingSystem:"latn"}).format(new Date(time.dateTime));"#;

/// The sentence that `say` makes of the text of a moment.
pub(crate) fn told(moment: &Moment, say: impl Fn(&str) -> String) -> AnyView {
    let sentence = say(PLACE);
    let (before, after) = sentence.split_once(PLACE).unwrap_or((&sentence, ""));
    let (before, after) = (before.to_owned(), after.to_owned());
    let Moment { text, at, is_day } = moment.clone();
    view! { {before} <time datetime=at data-day=is_day>{text}</time> {after} }.into_any()
}
