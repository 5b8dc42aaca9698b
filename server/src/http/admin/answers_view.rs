//! A view of the table of answers: filter, order and time zone as an address has them, and how they are told in words.

use app::admin::{AnswerWords, Chip};
use domain::{Definition, FieldCode, FieldError, Name, Timestamp};
use jiff::tz::TimeZone;

use super::dates;
use crate::{
    http::request::filter_query::{FilterQuery, query_of, time_zone},
    store::RecordOrder,
};

/// The time zone in which an administrator reads moments.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) zone: TimeZone,
}

impl Zone {
    /// UTC where there is none of the name.
    pub(super) fn of(name: Option<String>) -> Self {
        let utc = || Self { name: "UTC".to_owned(), zone: TimeZone::UTC };
        name.and_then(|name| Self::parse(&name)).unwrap_or_else(utc)
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        let zone = time_zone(name)?;
        Some(Self { name: zone.iana_name()?.to_owned(), zone })
    }
}

impl Zone {
    /// `20 Nov 2026`
    pub(super) fn day(&self, at: Timestamp) -> String {
        dates::day_in(at, &self.zone)
    }

    /// `20 Nov 2026, 15:03 Europe/Madrid`
    pub(super) fn minute(&self, at: Timestamp) -> String {
        format!("{} {}", dates::clock_in(at, &self.zone), self.name)
    }
}

/// Names and values of an address.
pub(super) type Pairs = Vec<(String, String)>;

pub(super) fn pairs(query: Option<&str>) -> Pairs {
    serde_urlencoded::from_str(query.unwrap_or_default()).unwrap_or_default()
}

pub(super) fn value<'p>(pairs: &'p Pairs, name: &str) -> Option<&'p str> {
    pairs.iter().find(|(own, value)| own == name && !value.is_empty()).map(|(_, value)| value.as_str())
}

/// The pairs with what the fields of the filter's form add: `add` holds a pair, `scoreOf`, `scoreFrom` and `scoreTo` make
/// a `score`, `pick` and `value` an `answer`.
pub(super) fn completed(mut pairs: Pairs) -> Pairs {
    let mut added = Pairs::new();
    for (_, pair) in pairs.iter().filter(|(name, _)| name == "add") {
        added.extend(pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
    let [of, from, to] = ["scoreOf", "scoreFrom", "scoreTo"].map(|name| value(&pairs, name).unwrap_or_default());
    if !from.is_empty() || !to.is_empty() {
        added.push(("score".to_owned(), format!("{of}:{from}..{to}")));
    }
    if let Some((question, value)) = value(&pairs, "pick").zip(value(&pairs, "value")) {
        added.push(("answer".to_owned(), format!("{question}:{value}")));
        pairs.retain(|(name, _)| name != "pick");
    }
    pairs.extend(added);
    pairs
}

#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) filter: FilterQuery,
    pub(super) order: RecordOrder,
}

impl View {
    pub(super) fn read(pairs: &Pairs, definition: &Definition, zone: &Zone) -> Result<Self, FieldError> {
        let filter = FilterQuery::read(pairs, definition, &zone.zone)?;
        let order = match value(pairs, "sort") {
            None => RecordOrder::Newest,
            Some(text) => RecordOrder::parse(text).ok_or_else(|| {
                let orders = &["oldest", "newest", "highest", "lowest", "firstSubmitted", "lastSubmitted"];
                FieldError::new("sort", FieldCode::NotOneOf(orders))
            })?,
        };
        Ok(Self { filter, order })
    }

    /// The query of its address.
    pub(super) fn query(&self) -> String {
        self.sorted(self.order, self.filter.filter.category.as_ref())
    }

    /// The query of the address of the same records in another order.
    pub(super) fn sorted(&self, order: RecordOrder, category: Option<&Name>) -> String {
        let mut pairs = self.filter.pairs.clone();
        pairs.retain(|(name, _)| *name != "category");
        if let Some(category) = category {
            pairs.push(("category", category.to_string()));
        }
        if order != RecordOrder::Newest {
            pairs.push(("sort", order.as_str().to_owned()));
        }
        query_of(&pairs)
    }

    /// The query without one condition.
    fn without(&self, index: usize) -> String {
        let mut query = self.filter.without(index);
        if self.order != RecordOrder::Newest {
            let sort = query_of(&[("sort", self.order.as_str().to_owned())]);
            query = if query.is_empty() { sort } else { format!("{query}&{sort}") };
        }
        query
    }

    pub(super) fn chips(&self, list: &str, words: &AnswerWords) -> Vec<Chip> {
        let chip = |(index, (name, value)): (usize, &(&'static str, String))| Chip {
            label: words.condition(name, value),
            without: with(list, &self.without(index)),
        };
        self.filter.pairs.iter().enumerate().map(chip).collect()
    }
}

/// An address with a query.
pub(super) fn with(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_the_form_become_conditions() {
        let given =
            pairs(Some("add=band%3Dcoping&add=&scoreOf=spend&scoreFrom=&scoreTo=40&pick=fhn1&value=7&sort=lowest"));
        let view = View::read(&completed(given), &Definition::built_in(), &Zone::of(None)).expect("a view");
        assert_eq!(view.query(), "score=spend%3A..40&band=coping&answer=fhn1%3A7&sort=lowest");
        assert_eq!(view.without(1), "score=spend%3A..40&answer=fhn1%3A7&sort=lowest");
        let by_category = Name::parse("plan").expect("a name");
        let sorted = view.sorted(RecordOrder::Newest, Some(&by_category));
        assert!(sorted.ends_with("&category=plan"), "{sorted}");
    }

    #[test]
    fn an_unknown_time_zone_is_utc() {
        assert_eq!(Zone::of(Some("Mars/Olympus".to_owned())).name, "UTC");
        assert_eq!(Zone::of(Some("UTC".to_owned())).name, "UTC");
        assert!(Zone::parse("").is_none());
    }
}
