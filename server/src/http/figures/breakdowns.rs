//! Breakdowns of figures, in words and as conditions in a URL.

use std::collections::{BTreeSet, HashMap};

use app::admin::category_name as built_in_name;
use domain::{
    Band, Breakdown, Category, Decimal, Definition, FieldType, Item, KindName, Language, Name, PersonField, QuestionId,
    Quiz, Text,
};

use super::{
    bins::Bin,
    links::{answer_is, band_is, months_are, number_is, rank_is},
};

/// Length of a year, which is a value like a month.
const YEAR: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// See [`Breakdown::values`].
    pub(crate) id: String,
    pub(crate) label: String,
    /// The conditions that select it; `None` if a URL cannot express them.
    pub(super) is: Option<Vec<(&'static str, String)>>,
}

/// All breakdowns of a quiz with labels.
pub(super) fn all(definition: &Definition, fields: &[PersonField]) -> Vec<(Breakdown, String)> {
    let language = definition.language;
    let questions = definition.items().filter_map(|item| {
        let label = item.text(language, language);
        Some((Breakdown::of_question(&item)?, label))
    });
    let mut all: Vec<(Breakdown, String)> = questions.collect();
    if !bands(definition, None).is_empty() {
        all.push((Breakdown::Band(None), "Band of the overall score".to_owned()));
        let categories = categories(definition).into_iter();
        all.extend(categories.map(|id| {
            let label = format!("Band: {}", category_name(definition, &id));
            (Breakdown::Band(Some(id)), label)
        }));
    }
    all.extend(fields.iter().filter_map(|field| Some((Breakdown::of_field(field)?, field.name().to_owned()))));
    let others = [
        (Breakdown::Language, "Language"),
        (Breakdown::Version, "Version"),
        (Breakdown::Attempt, "Attempt"),
        (Breakdown::Occasion, "Occasion"),
    ];
    all.extend(others.map(|(breakdown, label)| (breakdown, label.to_owned())));
    all
}

/// What a breakdown divides by, in words.
pub(super) fn label(quiz: &Quiz, breakdown: &Breakdown) -> String {
    let of = breakdown.to_string();
    let mut all = all(&quiz.definition, &quiz.settings.fields).into_iter();
    all.find(|(known, _)| known.to_string() == of).map(|(_, label)| label).unwrap_or_default()
}

/// The years and months of dates, each year before its months. Only years if there would be more than `most`.
pub(super) fn periods<'m>(months: impl Iterator<Item = &'m str>, most: usize) -> Vec<String> {
    let months: BTreeSet<&str> = months.collect();
    let years: BTreeSet<&str> = months.iter().filter_map(|month| month.get(..YEAR)).collect();
    let are_few = years.len() + months.len() <= most;
    let months = months.into_iter().filter(|_| are_few);
    // A year sorts before its months.
    years.into_iter().chain(months).map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

pub(super) fn parse(text: &str, definition: &Definition, fields: &[PersonField]) -> Option<Breakdown> {
    all(definition, fields).into_iter().map(|(breakdown, _)| breakdown).find(|breakdown| breakdown.to_string() == text)
}

/// Questions by id, as they are looked up many times.
pub(super) type Items<'d> = HashMap<QuestionId, Item<'d>>;

pub(super) fn items(definition: &Definition) -> Items<'_> {
    definition.items().map(|item| (item.id.clone(), item)).collect()
}

/// The values of a breakdown in order. Values that depend on the data, for example months, come from `found`.
pub(super) fn values(
    definition: &Definition,
    items: &Items<'_>,
    breakdown: &Breakdown,
    found: impl Iterator<Item = String>,
) -> Vec<Value> {
    let mut known = match breakdown {
        Breakdown::Question { id, kind, parts } => {
            items.get(id).map(|item| of_question(definition, item, *kind, parts)).unwrap_or_default()
        }
        Breakdown::Band(category) => {
            let value = |(id, label): (String, String)| {
                let is = Some(vec![band_is(category.as_ref(), &id)]);
                Value { id, label, is }
            };
            bands(definition, category.as_ref()).into_iter().map(value).collect()
        }
        Breakdown::Field { id, kind: FieldType::YesNo } => ["true", "false"].map(|value| of_field(id, value)).to_vec(),
        Breakdown::Field { .. }
        | Breakdown::Language
        | Breakdown::Version
        | Breakdown::Attempt
        | Breakdown::Occasion => Vec::new(),
    };
    let mut others: Vec<String> = found.filter(|id| !known.iter().any(|value| value.id == *id)).collect();
    let is_date = matches!(breakdown, Breakdown::Question { kind: KindName::Date, .. });
    others.sort_by_key(|id| (id.parse::<u32>().ok().filter(|_| !is_date), id.clone()));
    others.dedup();
    known.extend(others.into_iter().map(|id| {
        let (label, is) = match breakdown {
            Breakdown::Field { .. } if id == Breakdown::OTHERS => ("Other values".to_owned(), None),
            Breakdown::Field { id: field, kind: FieldType::Date } => {
                (id.clone(), Some(vec![("field", format!("{field}:{id}-01..<{id}-32"))]))
            }
            Breakdown::Field { id: field, .. } => {
                let Value { label, is, .. } = of_field(field, &id);
                (label, is)
            }
            Breakdown::Language => {
                let label = Language::parse(&id).map_or_else(|_| id.clone(), |language| language.endonym());
                (label, Some(vec![("language", id.clone())]))
            }
            Breakdown::Version => (format!("Version {id}"), Some(vec![("version", id.clone())])),
            Breakdown::Attempt => (format!("Attempt {id}"), Some(vec![("attempt", id.clone())])),
            Breakdown::Occasion => (format!("Occasion {id}"), Some(vec![("occasion", id.clone())])),
            Breakdown::Question { id: question, kind: KindName::Date, .. } => {
                let is = match id.as_str() {
                    year if year.len() == YEAR => months_are(question, &format!("{year}-01"), &format!("{year}-12")),
                    month => months_are(question, month, month),
                };
                (id.clone(), Some(vec![is]))
            }
            // From an earlier version.
            Breakdown::Question { .. } | Breakdown::Band(_) => ("Earlier version".to_owned(), None),
        };
        Value { id, label, is }
    }));
    known
}

fn of_field(field: &QuestionId, value: &str) -> Value {
    let label = match value {
        "true" => "Yes",
        "false" => "No",
        text => text,
    };
    Value { id: value.to_owned(), label: label.to_owned(), is: Some(vec![("field", format!("{field}:{value}"))]) }
}

fn of_question(definition: &Definition, item: &Item<'_>, kind: KindName, parts: &[Decimal]) -> Vec<Value> {
    let id = &item.id;
    match kind {
        KindName::Scale | KindName::Number => {
            let step = item.step().unwrap_or(Decimal::ZERO);
            let bins =
                parts.iter().enumerate().map(|(at, from)| Bin { from: *from, below: parts.get(at + 1).copied() });
            bins.map(|bin| Value {
                id: bin.from.to_string(),
                label: if kind == KindName::Scale { bin.from.to_string() } else { bin.name(step) },
                is: Some(vec![number_is(id, bin.from, bin.below)]),
            })
            .collect()
        }
        KindName::Consent => {
            vec![Value {
                id: "yes".to_owned(),
                label: "Given".to_owned(),
                is: Some(vec![("answered", id.to_string())]),
            }]
        }
        _ => item
            .question
            .options(definition.language, definition.language)
            .into_iter()
            .map(|option| Value {
                id: option.id.to_string(),
                is: Some(vec![match kind {
                    KindName::Ranking => rank_is(id, option.id.as_str(), 1),
                    _ => answer_is(id, option.id.as_str()),
                }]),
                label: if kind == KindName::Ranking { format!("{} first", option.label) } else { option.label },
            })
            .collect(),
    }
}

fn bands(definition: &Definition, category: Option<&Name>) -> Vec<(String, String)> {
    let language = definition.language;
    let words = |text: &Text| text.in_language(language, language).to_owned();
    match &definition.scoring {
        Some(scoring) => {
            scoring.bands_of(category).iter().map(|band| (band.id.to_string(), words(&band.name))).collect()
        }
        None if definition.categories().next().is_some() => {
            Band::ALL.map(|band| (band.as_str().to_owned(), app::admin::band_name(band).to_owned())).to_vec()
        }
        None => Vec::new(),
    }
}

fn categories(definition: &Definition) -> Vec<Name> {
    let own = definition.scoring.iter().flat_map(|scoring| &scoring.categories).map(|category| category.id.clone());
    own.chain(definition.categories().map(Category::name)).collect()
}

pub(super) fn category_name(definition: &Definition, id: &Name) -> String {
    let own = definition.scoring.iter().flat_map(|scoring| &scoring.categories).find(|category| category.id == *id);
    let language = definition.language;
    let built_in = || Category::ALL.into_iter().find(|category| category.name() == *id);
    match own {
        Some(own) => own.name.in_language(language, language).to_owned(),
        None => built_in().map_or_else(|| id.to_string(), |category| built_in_name(category).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_comes_before_its_months_which_give_way_where_they_are_many() {
        let months = ["2025-11", "2026-02", "2025-12"];
        assert_eq!(periods(months.into_iter(), 5), ["2025", "2025-11", "2025-12", "2026", "2026-02"]);
        assert_eq!(periods(months.into_iter(), 4), ["2025", "2026"]);
    }
}
