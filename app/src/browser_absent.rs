//! Stands in for the browser on the server, where islands are drawn and never started.

use std::{collections::BTreeMap, sync::Arc};

use domain::Language;
use leptos::{
    attr::{self, Attribute},
    ev::SubmitEvent,
    prelude::use_context,
};

use crate::{islands::Asking, stepper::Event};

/// The languages of texts that are not in the page's, by the ids of their elements.
#[derive(Clone)]
pub(crate) struct Foreign(pub(crate) Arc<BTreeMap<String, Language>>);

/// The `lang` and the `dir` of an element.
pub(crate) fn lang(id: &str) -> impl Attribute + use<> {
    let language = use_context::<Foreign>().and_then(|Foreign(languages)| languages.get(id).copied());
    (attr::lang(language.map(|language| language.to_string())), attr::dir(language.map(|l| l.dir())))
}

pub(crate) fn focus(_id: &str) {}

pub(crate) fn submitted(_asking: &Asking, _event: &SubmitEvent) {}

pub(crate) fn handle(_asking: &Asking, _event: Event) {}
