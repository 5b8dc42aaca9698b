//! The tables that shared reports of a quiz may show, and their numbers.
//!
//! They only show what no other table reveals: unscored questions that everyone is asked in all versions, the band of
//! the overall score, and the language. A conditional question would reveal the answer that leads to it. Tables that
//! still reveal something about each other, through the rules of a question or the versions that ask it, are bundled.

use std::collections::BTreeMap;

use domain::{Band, Definition, Groups, Insights, Item, KindName, QuestionId};

use crate::store::Listed;

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReportTable {
    pub name: String,
    pub label: String,
    /// Ids and labels of the groups.
    pub groups: Vec<(String, String)>,
    /// For one of several options, the name that it shares with the other options of its question.
    pub of: Option<String>,
    /// Shared with the tables that reveal something about this one.
    bundle: Option<String>,
    /// True for bands of the quiz's own scoring, which may have the names of built-in ones.
    has_own_bands: bool,
}

impl ReportTable {
    /// The name of its figure, which the options of one question share.
    pub fn figure(&self) -> &String {
        self.of.as_ref().unwrap_or(&self.name)
    }
}

/// The group of respondents who gave none of the quiz's current answers.
pub(super) const NONE: &str = "-";
const CHOSEN: &str = "chosen";
/// The bundle of questions that some version does not ask: the same number of answers is missing in each.
const LATE: &str = "late";

/// Returns the tables that reports of a quiz may currently show, given its earlier versions. They are not needed if
/// there is only one.
pub(super) fn report_tables(definition: &Definition, versions: &Listed<(u32, Definition)>) -> Vec<ReportTable> {
    let language = definition.language;
    let by_id = |items: Vec<Item<'_>>| -> BTreeMap<QuestionId, KindName> {
        items.iter().map(|item| (item.id.clone(), item.kind.name())).collect()
    };
    let known: Vec<_> = versions.items.iter().map(|(_, version)| (by_id(plain(version)), version)).collect();
    let mut tables = Vec::new();
    for item in plain(definition) {
        let (mut is_late, mut is_plain) = (false, true);
        for (plain, version) in &known {
            match plain.get(&item.id) {
                Some(kind) if *kind == item.kind.name() => {}
                None if version.items().all(|other| other.id != item.id) => is_late = true,
                _ => is_plain = false,
            }
        }
        if is_plain {
            tables.extend(of_question(&item, definition, is_late));
        }
    }
    let table = |name: &str, label: &str, groups: Vec<(String, String)>| ReportTable {
        name: name.to_owned(),
        label: label.to_owned(),
        groups,
        of: None,
        bundle: None,
        has_own_bands: definition.scoring.is_some(),
    };
    let bands: Vec<(String, String)> = match &definition.scoring {
        Some(scoring) => {
            let words = |text: &domain::Text| text.in_language(language, language).to_owned();
            scoring.bands_of(None).iter().map(|band| (band.id.to_string(), words(&band.name))).collect()
        }
        None if definition.categories().next().is_some() => {
            let words = ["Vulnerable", "Coping", "Healthy"];
            Band::ALL.iter().zip(words).map(|(band, words)| (band.as_str().to_owned(), words.to_owned())).collect()
        }
        None => Vec::new(),
    };
    if !bands.is_empty() {
        tables.push(table("band", "Band", bands));
    }
    let languages = definition.languages();
    if languages.len() > 1 {
        let groups = languages.iter().map(|language| (language.to_string(), language.endonym())).collect();
        tables.push(table("language", "Language", groups));
    }
    if versions.is_more {
        // The questions of the oldest versions are not known.
        for table in &mut tables {
            table.bundle = Some(LATE.to_owned());
        }
    }
    tables
}

/// The unscored questions that everyone is asked, with the same options.
fn plain(definition: &Definition) -> Vec<Item<'_>> {
    let ends = |question: &domain::Question| question.ends() && question.show_if.is_some();
    // After an early end, only some respondents are asked.
    let asked = definition.questions.iter().take_while(|question| !ends(question));
    let is_plain = |item: &Item<'_>| {
        let question = item.question;
        let has_conditional = question.kind().options().iter().any(|option| option.show_if.is_some());
        question.show_if.is_none() && !has_conditional && !item.is_scored()
    };
    asked.flat_map(domain::Question::items).filter(is_plain).collect()
}

fn of_question(item: &Item<'_>, definition: &Definition, is_late: bool) -> Vec<ReportTable> {
    let language = definition.language;
    let (name, label) = (format!("q.{}", item.id), item.text(language, language));
    let options = || item.question.options(language, language).into_iter();
    let table = |groups: Vec<(String, String)>| ReportTable {
        name: name.clone(),
        label: label.clone(),
        groups,
        of: None,
        bundle: is_late.then(|| LATE.to_owned()),
        has_own_bands: false,
    };
    match item.kind.name() {
        KindName::Choice => vec![table(options().map(|option| (option.id.to_string(), option.label)).collect())],
        KindName::Scale => {
            vec![table(item.parts().iter().map(|value| (value.to_string(), value.to_string())).collect())]
        }
        KindName::Consent => vec![table(vec![(CHOSEN.to_owned(), "Given".to_owned())])],
        KindName::Multiple => {
            let bundle = is_late.then(|| LATE.to_owned()).or_else(|| is_bounded(item).then(|| name.clone()));
            let one = |option: domain::QuestionOption| ReportTable {
                name: format!("{name}/{}", option.id),
                label: label.clone(),
                groups: vec![(CHOSEN.to_owned(), option.label)],
                of: Some(name.clone()),
                bundle: bundle.clone(),
                has_own_bands: false,
            };
            options().map(one).collect()
        }
        _ => Vec::new(),
    }
}

/// True if some sets of options are not allowed: the known options then reveal something about the others.
fn is_bounded(item: &Item<'_>) -> bool {
    let options = item.kind.options();
    item.kind.bounds() != (1, options.len()) || options.iter().any(|option| option.exclusive)
}

pub(super) fn bundles(tables: &[ReportTable]) -> Vec<Vec<&ReportTable>> {
    let mut bundled: BTreeMap<&str, Vec<&ReportTable>> = BTreeMap::new();
    for table in tables {
        bundled.entry(table.bundle.as_ref().unwrap_or(&table.name)).or_default().push(table);
    }
    bundled.into_values().collect()
}

/// Counts all records by the groups of a table. The rest is a group of its own.
pub(super) fn groups(table: &ReportTable, insights: &Insights) -> Groups {
    let (id, option) = match table.name.strip_prefix("q.").map(|rest| rest.split_once('/').unwrap_or((rest, ""))) {
        Some((id, option)) => (domain::QuestionId::parse(id).ok(), option),
        None => (None, ""),
    };
    let count = |group: &str| match &id {
        Some(id) if !option.is_empty() => {
            domain::OptionId::parse(option).map_or(0, |option| insights.chosen(id, &option))
        }
        Some(id) if group == CHOSEN => insights.answered(id),
        Some(id) => match (domain::OptionId::parse(group), domain::Decimal::parse(group)) {
            (Ok(option), _) => insights.chosen(id, &option),
            (_, Some(value)) => {
                let next = domain::Decimal::from_thousandths(i128::from(value.thousandths()) + 1000);
                insights.between(id, value, next)
            }
            _ => 0,
        },
        None if table.name == "language" => domain::Language::parse(group)
            .ok()
            .and_then(|language| insights.languages.get(&language).copied())
            .unwrap_or_default(),
        None if table.has_own_bands => domain::Name::parse(group).map_or(0, |band| insights.in_band(None, &band)),
        None => Band::parse(group).map_or(0, |band| insights.score.in_band(band)),
    };
    let mut groups: BTreeMap<String, i64> =
        table.groups.iter().map(|(group, _)| (group.clone(), signed(count(group)))).collect();
    let rest = signed(insights.completed()) - groups.values().sum::<i64>();
    groups.insert(NONE.to_owned(), rest);
    groups
}

fn signed(records: u64) -> i64 {
    i64::try_from(records).unwrap_or(i64::MAX)
}
