//! A view of the answers table: filter, order and time zone as in the URL, and their descriptions.

use app::admin::{AnswerWords, Chip, Entry};
use domain::{DateMistake, Decimal, Definition, FieldCode, FieldError, FieldValue, Name, Quiz, Timestamp};
use jiff::tz::TimeZone;

use super::dates;
use crate::{
    clock,
    http::request::filter_query::{FilterQuery, query_of},
    store::RecordOrder,
    zone,
};

#[derive(Clone, Debug)]
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) zone: TimeZone,
}

impl Zone {
    /// Falls back to UTC if there is no zone of this name.
    pub(super) fn of(name: Option<String>) -> Self {
        let utc = || Self { name: "UTC".to_owned(), zone: TimeZone::UTC };
        name.and_then(|name| Self::parse(&name)).unwrap_or_else(utc)
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        let zone = zone::find(name)?;
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

/// Maximum size of a URL with its headers in bytes.
const LONGEST: usize = 32 * 1024;

pub(super) type Pairs = Vec<(String, String)>;

pub(super) fn pairs(query: Option<&str>) -> Pairs {
    serde_urlencoded::from_str(query.unwrap_or_default()).unwrap_or_default()
}

/// Like [`pairs`], for a form's field, which may be longer than any URL.
pub(super) fn typed_pairs(query: &str) -> Result<Pairs, FieldError> {
    let length = query.len();
    if length > LONGEST {
        return Err(FieldError::new("query", FieldCode::TooLong { length, max: LONGEST }));
    }
    Ok(pairs(Some(query)))
}

pub(super) fn value<'p>(pairs: &'p Pairs, name: &str) -> Option<&'p str> {
    pairs.iter().find(|(own, value)| own == name && !value.is_empty()).map(|(_, value)| value.as_str())
}

/// Completes the pairs with the fields of the filter form: `add` holds a pair, `scoreOf`, `scoreFrom` and `scoreTo`
/// make a `score`, `pick` and `value` make an `answer`, or `contains` if answers are texts, and `fieldOf` and `fieldIs`
/// make a `field`.
pub(super) fn completed(mut pairs: Pairs, words: &AnswerWords) -> Result<Pairs, FieldError> {
    let mut added = Pairs::new();
    for (_, pair) in pairs.iter().filter(|(name, _)| name == "add") {
        added.extend(pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
    let [of, from, to] = ["scoreOf", "scoreFrom", "scoreTo"].map(|name| value(&pairs, name).unwrap_or_default());
    if !from.is_empty() || !to.is_empty() {
        added.push(("score".to_owned(), format!("{of}:{from}..{to}")));
    }
    if let Some(typed) = value(&pairs, "value") {
        let question = value(&pairs, "pick").ok_or_else(|| FieldError::new("pick", FieldCode::Required))?;
        added.push(typed_answer(question, typed.trim(), words)?);
        pairs.retain(|(name, _)| name != "pick" && name != "ask");
    }
    if let Some(field) = value(&pairs, "fieldOf") {
        let typed = value(&pairs, "fieldIs").unwrap_or_default();
        added.push(("field".to_owned(), format!("{field}:{}", typed_field(field, typed.trim(), words)?)));
        pairs.retain(|(name, _)| name != "fieldOf" && name != "fieldIs");
    }
    pairs.extend(added);
    Ok(pairs)
}

/// The value as conditions have it. Ranges stay as they are typed.
fn typed_field(field: &str, typed: &str, words: &AnswerWords) -> Result<String, FieldError> {
    let Some(known) = words.field(field).filter(|_| !typed.contains("..<")) else { return Ok(typed.to_owned()) };
    let read = known.read(typed).map_err(|code| FieldError::new("field", code))?;
    Ok(match read {
        None => String::new(),
        Some(FieldValue::YesNo(is_so)) => is_so.to_string(),
        Some(FieldValue::Number(number)) => number.to_string(),
        Some(FieldValue::Text(text)) => text,
    })
}

fn typed_answer(question: &str, typed: &str, words: &AnswerWords) -> Result<(String, String), FieldError> {
    let entry = words.question(question).and_then(|known| known.entry);
    let is_range = typed.contains("..<");
    match entry {
        Some(Entry::Number) if !is_range && Decimal::parse(typed).is_none() => {
            return Err(FieldError::new("answer", FieldCode::WrongType("a number".to_owned())));
        }
        Some(Entry::Date) if !is_range && clock::parse_day(typed).is_none() => {
            return Err(FieldError::new("answer", FieldCode::NotADate(DateMistake::NoSuchDay)));
        }
        _ => {}
    }
    let name = if entry == Some(Entry::Text) { "contains" } else { "answer" };
    Ok((name.to_owned(), format!("{question}:{typed}")))
}

const OVERALL: &str = ":..";

#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) filter: FilterQuery,
    pub(super) order: RecordOrder,
}

impl View {
    /// Days are those of the quiz.
    pub(super) fn read(pairs: &Pairs, quiz: &Quiz) -> Result<Self, FieldError> {
        Self::read_in(pairs, &quiz.definition, &zone::zone_of(&quiz.settings))
    }

    fn read_in(pairs: &Pairs, definition: &Definition, zone: &TimeZone) -> Result<Self, FieldError> {
        let filter = FilterQuery::read(pairs, definition, zone)?;
        let order = match value(pairs, "sort") {
            None => RecordOrder::Newest,
            Some(text) => RecordOrder::parse(text).ok_or_else(|| {
                let orders = &["oldest", "newest", "highest", "lowest", "firstSubmitted", "lastSubmitted"];
                FieldError::new("sort", FieldCode::NotOneOf(orders))
            })?,
        };
        Ok(Self { filter, order })
    }

    /// Fails for what figures and exports have alone.
    pub(super) fn of_list(self) -> Result<Self, FieldError> {
        match self.filter.filter.each_attempt {
            true => Err(FieldError::new("attempts", FieldCode::NotOneOf(&["submitted"]))),
            false => Ok(self),
        }
    }

    pub(super) fn query(&self) -> String {
        self.sorted(self.order, self.filter.filter.category.as_ref())
    }

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

    pub(super) fn sorted_by_score(&self, order: RecordOrder, category: Option<&Name>) -> String {
        let has_score = ("score", OVERALL.to_owned());
        let mut view = self.clone();
        view.filter.pairs.retain(|pair| *pair != has_score);
        if category.is_none() {
            view.filter.pairs.push(has_score);
        }
        view.sorted(order, category)
    }

    pub(super) fn in_language(&self, language: &str) -> String {
        let mut view = self.clone();
        view.filter.pairs.retain(|(name, _)| *name != "language");
        view.filter.pairs.push(("language", language.to_owned()));
        view.query()
    }

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
        let words = AnswerWords::of(&[(1, Definition::built_in())]);
        let given = completed(given, &words).expect("conditions");
        let view = View::read_in(&given, &Definition::built_in(), &TimeZone::UTC).expect("a view");
        assert_eq!(view.query(), "score=spend%3A..40&band=coping&answer=fhn1%3A7&sort=lowest");
        assert_eq!(view.without(1), "score=spend%3A..40&answer=fhn1%3A7&sort=lowest");
        let by_category = Name::parse("plan").expect("a name");
        let sorted = view.sorted(RecordOrder::Newest, Some(&by_category));
        assert!(sorted.ends_with("&category=plan"), "{sorted}");
        let view =
            View::read_in(&pairs(Some("state=completed")), &Definition::built_in(), &TimeZone::UTC).expect("a view");
        let overall = view.sorted_by_score(RecordOrder::HighestScore, None);
        assert_eq!(overall, "state=completed&score=%3A..&sort=highest", "as by a category, only those who have one");
        let of_plan = view.sorted_by_score(RecordOrder::LowestScore, Some(&by_category));
        assert_eq!(of_plan, "state=completed&category=plan&sort=lowest");
    }

    #[test]
    fn a_field_of_people_is_chosen_and_its_value_typed() {
        let declared = r#"[{ "id": "age", "type": "number" }, { "id": "vip", "name": "Important", "type": "yesNo" }]"#;
        let declared: Vec<domain::PersonField> = serde_json::from_str(declared).expect("fields");
        let words = AnswerWords::of(&[(1, Definition::built_in())]).with_fields(&declared);
        for (query, expected, told) in [
            ("fieldOf=age&fieldIs=41%2C5", "field=age%3A41.5", "age: 41.5"),
            ("fieldOf=age&fieldIs=30..%3C40", "field=age%3A30..%3C40", "age: 30..<40"),
            ("fieldOf=vip&fieldIs=Nein", "field=vip%3Afalse", "Important: no"),
            ("fieldOf=vip&fieldIs=", "field=vip%3A", "Important: none"),
            ("fieldOf=&fieldIs=x", "", ""),
        ] {
            let given = completed(pairs(Some(query)), &words).expect("conditions");
            let view = View::read_in(&given, &Definition::built_in(), &TimeZone::UTC).expect("a view");
            assert_eq!(view.query(), expected);
            let chips = view.chips("/a", &words);
            assert_eq!(chips.first().map(|chip| chip.label.as_str()).unwrap_or_default(), told);
        }
        assert!(completed(pairs(Some("fieldOf=age&fieldIs=old")), &words).is_err());
    }

    #[test]
    fn an_unknown_time_zone_is_utc() {
        assert_eq!(Zone::of(Some("Mars/Olympus".to_owned())).name, "UTC");
        assert_eq!(Zone::of(Some("UTC".to_owned())).name, "UTC");
        assert!(Zone::parse("").is_none());
    }
}
