//! State shared by all parts of the editor: the tree, the open view, and the save status.

use std::collections::BTreeMap;

use domain::edit::{Conflict, Edit, History, Phrase, Place, Tree, Verb, phrase};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::found::Found;

/// The page's information about the quiz in addition to its tree.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Given {
    /// The URL of the editor, without a trailing slash.
    pub base: String,
    pub preview: String,
    pub overview: String,
    pub pictures: String,
    pub images: String,
    pub version: u32,
    /// True if anyone may answer it, so that erasure by respondents can be offered.
    pub is_open_to_all: bool,
    /// The revision of the draft and quiz that the tree was loaded from.
    pub revision: String,
    /// The time when the draft was saved, and its editor if not the visitor.
    pub saved_at: Option<String>,
    pub saved_by: Option<String>,
    pub kept: Vec<EarlierState>,
    pub difference: Option<Difference>,
    /// Translations older than their originals, as names of controls.
    pub stale: Vec<String>,
    /// True if the page asks about a conflict that its next form resolves.
    pub is_asking: bool,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct EarlierState {
    pub title: String,
    pub detail: String,
    /// `draft-` and its time, or `version-` and its number.
    pub name: String,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Difference {
    pub from: String,
    pub to: String,
    pub titles: [String; 2],
    pub lines: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Tab {
    #[default]
    Questions,
    Scoring,
    Languages,
    Look,
    Settings,
    History,
}

/// The open view. On a phone, a question and the preview are views of their own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Here {
    pub tab: Tab,
    pub question: Option<String>,
    /// The language that texts are translated to.
    pub language: Option<String>,
    pub part: Part,
}

/// One of the three parts, which are side by side on a wide screen.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Part {
    #[default]
    List,
    Question,
    Preview,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Saving {
    /// There is no draft, or nothing was changed on this page.
    #[default]
    Rest,
    /// Something changed since the last save.
    Unsaved,
    UnderWay,
    /// At this time of day.
    Saved(String),
    /// This many edits exist on this device only.
    Offline(usize),
    ChangedBy(String),
    /// Both changed the same fields; waiting for a decision.
    Asking,
    /// Refused by the server for this reason, with the refused changes as sentences.
    Refused(String, Vec<String>),
}

/// A sentence about the last step, and whether it can be undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notice {
    pub text: String,
    pub has_undo: bool,
}

/// The errors to show in place: those of controls that lost the focus, or all once the quiz is to be published.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Told {
    pub(crate) is_all: bool,
    pub(crate) left: Vec<Place>,
    /// The control being typed in, whose value may be incomplete.
    pub(crate) typing: Option<Place>,
}

impl Told {
    pub(crate) fn shows(&self, problem: &Found) -> bool {
        // A part of the quiz has no control that could lose the focus.
        let is_control = problem.place.steps().len() > 1;
        self.typing.as_ref() != Some(&problem.place)
            && (self.is_all || !problem.is_empty || !is_control || self.left.contains(&problem.place))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Editor {
    pub(crate) tree: RwSignal<Tree>,
    pub(crate) history: RwSignal<History>,
    pub(crate) here: RwSignal<Here>,
    pub(crate) problems: RwSignal<Vec<Found>>,
    pub(crate) told: RwSignal<Told>,
    pub(crate) saving: RwSignal<Saving>,
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// Fields that two administrators changed differently.
    pub(crate) conflicts: RwSignal<Vec<Conflict>>,
    pub(crate) given: RwSignal<Given>,
    /// The result of the answers being tried, as HTML.
    pub(crate) outcome: RwSignal<Option<String>>,
    pub(crate) tried: RwSignal<Tried>,
    /// The tree as the page was loaded.
    pub(crate) loaded: StoredValue<Tree>,
}

/// The answers being tried, by item id. Several options of one answer are on separate lines.
pub type Tried = BTreeMap<String, String>;

impl Tab {
    pub const ALL: [Self; 6] =
        [Self::Questions, Self::Scoring, Self::Languages, Self::Look, Self::Settings, Self::History];

    pub fn label(self) -> &'static str {
        match self {
            Self::Questions => "Questions",
            Self::Scoring => "Scoring",
            Self::Languages => "Languages",
            Self::Look => "Look",
            Self::Settings => "Settings",
            Self::History => "History",
        }
    }

    /// The last segment of its URL.
    pub fn segment(self) -> &'static str {
        match self {
            Self::Questions => "",
            Self::Scoring => "scoring",
            Self::Languages => "languages",
            Self::Look => "look",
            Self::Settings => "settings",
            Self::History => "history",
        }
    }

    pub fn of_segment(segment: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.segment() == segment)
    }
}

impl Here {
    /// The view at a path below the editor's: empty, a tab, `q/` and the id of a question, or `languages/` and a tag.
    pub fn parse(rest: &str) -> Self {
        let rest = rest.trim_matches('/');
        match rest.split_once('/') {
            Some(("q", id)) => Self { question: Some(id.to_owned()), part: Part::Question, ..Self::default() },
            Some(("languages", tag)) => Self { tab: Tab::Languages, language: Some(tag.to_owned()), ..Self::default() },
            _ => Self { tab: Tab::of_segment(rest).unwrap_or_default(), ..Self::default() },
        }
    }

    pub fn href(&self, base: &str) -> String {
        match (self.tab, &self.question, &self.language) {
            (Tab::Questions, Some(id), _) => format!("{base}/q/{id}"),
            (Tab::Questions, None, _) => base.to_owned(),
            (Tab::Languages, _, Some(tag)) => format!("{base}/languages/{tag}"),
            (tab, ..) => format!("{base}/{}", tab.segment()),
        }
    }
}

impl Editor {
    pub(crate) fn new(tree: Tree, given: Given, here: Here, problems: Vec<Found>) -> Self {
        Self {
            loaded: StoredValue::new(tree.clone()),
            tried: RwSignal::new(Tried::new()),
            tree: RwSignal::new(tree),
            history: RwSignal::new(History::default()),
            here: RwSignal::new(here),
            problems: RwSignal::new(problems),
            // The fields of a submitted form have lost the focus.
            told: RwSignal::new(Told { is_all: true, ..Told::default() }),
            saving: RwSignal::new(Saving::default()),
            notice: RwSignal::new(None),
            conflicts: RwSignal::new(Vec::new()),
            given: RwSignal::new(given),
            outcome: RwSignal::new(None),
        }
    }

    /// A control's value at a place. Tracks the tree.
    pub(crate) fn typed(self, place: &Place) -> String {
        self.tree.with(|tree| typed(tree, place))
    }

    pub(crate) fn is_set(self, place: &Place) -> bool {
        self.tree.with(|tree| is_set(tree, place))
    }

    /// The open question: the one in the URL, or else the first.
    pub(crate) fn question(self) -> Option<String> {
        let wanted = self.here.with(|here| here.question.clone());
        self.tree.with(|tree| {
            let id = |place: Place| tree.text(&place.then("id")).map(str::to_owned);
            let wanted = wanted.filter(|wanted| tree.get(&Place::question(wanted)).is_some());
            wanted.or_else(|| tree.items(&"questions".into()).into_iter().find_map(id))
        })
    }

    pub(crate) fn make(self, edits: &[Edit]) {
        if edits.is_empty() {
            return;
        }
        let made = self
            .history
            .try_update_untracked(|history| self.tree.try_update_untracked(|tree| history.make(tree, edits)));
        if matches!(made, Some(Some(Ok(())))) {
            self.history.notify();
            self.tree.notify();
            crate::browser::changed(self, edits.len());
        }
    }
}

/// True for a flag that is set, or absent and true by default.
pub(crate) fn is_set(tree: &Tree, place: &Place) -> bool {
    let is_by_default =
        || place.steps().last().is_some_and(|last| ["closingGrace", "overall", "required"].contains(&last.as_str()));
    tree.get(place).and_then(Value::as_bool).unwrap_or_else(is_by_default)
}

/// True for an option whose points are `null`.
pub(crate) fn is_unscored(tree: &Tree, option: &Place) -> bool {
    tree.get(&option.then("points")) == Some(&Value::Null)
}

/// A value as its control shows it.
pub(crate) fn typed(tree: &Tree, place: &Place) -> String {
    if let Some((text, language)) = crate::fields::text_at(tree, place) {
        let wording = tree.get(&text).map(|text| crate::fields::wording(text, language, tree.language()));
        return wording.unwrap_or_default().to_owned();
    }
    match tree.get(place) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Array(items)) => {
            let items = items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
            items.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// The condition of a question as a sentence; "always shown" without one.
pub(crate) fn sentence(tree: &Tree, question: &Value) -> String {
    match question.get("showIf").filter(|value| !value.is_null()) {
        None => "always shown".to_owned(),
        Some(condition) => format!("if {}", written(&phrase(tree, condition))),
    }
}

fn written(phrase: &Phrase) -> String {
    let joined = |inner: &[Phrase], word: &str| inner.iter().map(written).collect::<Vec<_>>().join(word);
    match phrase {
        Phrase::Answer { question, text, verb, values } => {
            let text = text.clone().unwrap_or_else(|| format!("{question} (gone)"));
            let value = |at: usize| values.get(at).cloned().flatten().unwrap_or_else(|| "…".to_owned());
            let any = || {
                let each =
                    values.iter().map(|value| value.clone().unwrap_or_else(|| "an option that is gone".to_owned()));
                let all = each.collect::<Vec<_>>();
                if all.is_empty() { "…".to_owned() } else { all.join(" or ") }
            };
            match verb {
                Verb::Is => format!("“{text}” is {}", any()),
                Verb::Includes => format!("“{text}” includes {}", any()),
                Verb::AtLeast => format!("“{text}” is at least {}", value(0)),
                Verb::AtMost => format!("“{text}” is at most {}", value(0)),
                Verb::Between => format!("“{text}” is {} to {}", value(0), value(1)),
                Verb::Answered => format!("“{text}” is answered"),
            }
        }
        Phrase::Language(tags) if tags.is_empty() => "the language is …".to_owned(),
        Phrase::Language(tags) => format!("the language is {}", tags.join(" or ")),
        Phrase::All(inner) => joined(inner, " and "),
        Phrase::Any(inner) => joined(inner, " or "),
        Phrase::None(inner) => format!("not ({})", joined(inner, " or ")),
        Phrase::Unfinished => "…".to_owned(),
    }
}
