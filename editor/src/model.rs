//! State shared by all parts of the editor: the tree, the open view, and the save status.

use std::collections::BTreeMap;

use domain::edit::{Conflict, History, Holds, Phrase, Place, ScorePhrase, Tree, Verb, phrase};
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
    Alerts,
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

pub(crate) struct Editor {
    pub(crate) tree: Tree,
    pub(crate) history: History,
    pub(crate) here: Here,
    pub(crate) problems: Vec<Found>,
    pub(crate) told: Told,
    pub(crate) saving: Saving,
    pub(crate) notice: Option<Notice>,
    /// Fields that two administrators changed differently.
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) given: Given,
    /// The result of the answers being tried, as HTML.
    pub(crate) outcome: Option<String>,
    pub(crate) tried: Tried,
    /// The tree as the page was loaded.
    pub(crate) loaded: Tree,
}

/// The answers being tried, by item id. Several options of one answer are on separate lines.
pub type Tried = BTreeMap<String, String>;

impl Tab {
    pub const ALL: [Self; 7] =
        [Self::Questions, Self::Scoring, Self::Alerts, Self::Languages, Self::Look, Self::Settings, Self::History];

    pub fn label(self) -> &'static str {
        match self {
            Self::Questions => "Questions",
            Self::Scoring => "Scoring",
            Self::Alerts => "Alerts",
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
            Self::Alerts => "alerts",
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
            loaded: tree.clone(),
            tried: Tried::new(),
            tree,
            history: History::default(),
            here,
            problems,
            // The fields of a submitted form have lost the focus.
            told: Told { is_all: true, ..Told::default() },
            saving: Saving::default(),
            notice: None,
            conflicts: Vec::new(),
            given,
            outcome: None,
        }
    }

    /// A control's value at a place.
    pub(crate) fn typed(&self, place: &Place) -> String {
        typed(&self.tree, place)
    }

    pub(crate) fn is_set(&self, place: &Place) -> bool {
        is_set(&self.tree, place)
    }

    /// The open question: the one in the URL, or else the first.
    pub(crate) fn question(&self) -> Option<String> {
        let wanted = self.here.question.as_ref().filter(|wanted| self.tree.get(&Place::question(wanted)).is_some());
        let first = || self.tree.questions().iter().find_map(|question| question.get("id")?.as_str());
        wanted.cloned().or_else(|| first().map(str::to_owned))
    }

    /// The id of an item and the words in this field, or else the id again.
    pub(crate) fn name_of(&self, place: &Place, field: &str) -> Option<(String, String)> {
        let id = self.tree.text(&place.then("id"))?;
        Some((id.to_owned(), self.tree.words(&place.then(field)).unwrap_or(id).to_owned()))
    }

    /// The ids and names of a list's items.
    pub(crate) fn named(&self, list: &Place, field: &str) -> Vec<(String, String)> {
        self.tree.items(list).iter().filter_map(|place| self.name_of(place, field)).collect()
    }
}

/// True for a flag that is set, or absent and true by default.
pub(crate) fn is_set(tree: &Tree, place: &Place) -> bool {
    tree.get(place).and_then(Value::as_bool).unwrap_or_else(|| Holds::at(place) == Holds::Answer(true))
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
        Some(Value::Array(rows)) if Holds::at(place) == Holds::Rows => {
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        Some(Value::Array(items)) => {
            let items = items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
            items.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// A row of a table of numbers, as it is typed.
fn row(row: &Value) -> String {
    let cells = row.as_array().map_or(std::slice::from_ref(row), Vec::as_slice);
    let cells = cells.iter().map(|cell| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned));
    cells.collect::<Vec<_>>().join(" ")
}

/// The condition of a question as a sentence; "always shown" without one.
pub(crate) fn sentence(tree: &Tree, question: &Value) -> String {
    match question.get("showIf").filter(|value| !value.is_null()) {
        None => "always shown".to_owned(),
        Some(condition) => format!("if {}", written(&phrase(tree, condition))),
    }
}

pub(crate) fn written(phrase: &Phrase) -> String {
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
        Phrase::Band(test) => format!("{} is {}", score_name(test), values_of(test)),
        Phrase::Change(test) => format!("{} is {} since the attempt before", score_name(test), values_of(test)),
        Phrase::Language(tags) if tags.is_empty() => "the language is …".to_owned(),
        Phrase::Language(tags) => format!("the language is {}", tags.join(" or ")),
        Phrase::All(inner) => joined(inner, " and "),
        Phrase::Any(inner) => joined(inner, " or "),
        Phrase::None(inner) => format!("not ({})", joined(inner, " or ")),
        Phrase::Unfinished => "…".to_owned(),
    }
}

fn score_name(test: &ScorePhrase) -> String {
    match &test.name {
        Some(name) => format!("“{name}”"),
        None if test.of == "overall" => "the overall score".to_owned(),
        None => format!("{} (gone)", test.of),
    }
}

fn values_of(test: &ScorePhrase) -> String {
    let each = test.values.iter().map(|value| value.as_deref().unwrap_or("a band that is gone"));
    let all: Vec<&str> = each.collect();
    if all.is_empty() { "…".to_owned() } else { all.join(" or ") }
}
