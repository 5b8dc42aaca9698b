//! A filter of the answers table in a query string: names and values, of which `answer`, `also`, `contains`, `answered`,
//! `unanswered`, `score`, `band` and `user` may be repeated.
//!
//! | name | value |
//! |---|---|
//! | `q` | part of the id, the custom data, or the name or e-mail address of the invitation |
//! | `state` | `all`, `started` or `completed` |
//! | `from`, `to` | the first and the last day of the start |
//! | `submittedFrom`, `submittedTo` | the same for the submission |
//! | `zone` | the time zone of these days, if it is not the quiz's: `UTC` or a name like `Europe/Madrid` |
//! | `category`, `scoreMin`, `scoreMax` | as List answers takes them |
//! | `score` | `CATEGORY:LOWEST..HIGHEST`, either bound may be missing; `:40..79` is about the overall score |
//! | `band` | `BAND` or `CATEGORY:BAND` |
//! | `answer` | `QUESTION:VALUE`, an option's id, `OPTION@RANK` of a ranking, a number, a text or a date, or `QUESTION:LOW..<HIGH` for numbers and dates; several for one question are alternatives |
//! | `also` | the same, but all of them must match |
//! | `contains` | `QUESTION:TEXT`, part of a text, ignoring case; all of several must match |
//! | `answered`, `unanswered` | `QUESTION` |
//! | `stopped` | `q.QUESTION`, the first unanswered one of a respondent who has never submitted, or `end` if all are answered |
//! | `language`, `version`, `attempt`, `occasion` | |
//! | `attempts` | `submitted`: for a respondent who is taking the quiz again, the last submitted attempt instead of the one under way |
//! | `alert` | the id of an alert that the attempt has raised, or `*` for any |
//! | `field` | `FIELD:VALUE` of people, as `answer` has values, `true` or `false`, and `FIELD:` for those without a value; several for one field are alternatives |
//! | `user` | the id of a respondent; several are alternatives |

use std::collections::{BTreeMap, BTreeSet};

use domain::{Decimal, Definition, FieldCode, FieldError, Language, Name, QuestionId};
use jiff::tz::TimeZone;

use super::record_filter::{FilterParams, band_range, category};
use crate::{
    SearchText, clock,
    store::{AlertIs, AnswerIs, RecordFilter, RecordOrder, ScoreRange, StoppedAt},
    zone,
};

/// In their order in a URL.
const NAMES: [&str; 26] = [
    "q",
    "state",
    "from",
    "to",
    "submittedFrom",
    "submittedTo",
    "zone",
    "category",
    "scoreMin",
    "scoreMax",
    "score",
    "band",
    "answer",
    "also",
    "contains",
    "answered",
    "unanswered",
    "stopped",
    "alert",
    "language",
    "version",
    "attempt",
    "occasion",
    "attempts",
    "field",
    "user",
];
/// A value of `attempts`; see [`RecordFilter::each_attempt`].
pub(crate) const EACH: &str = "each";
const DAYS: [&str; 4] = ["from", "to", "submittedFrom", "submittedTo"];
const SEVERAL: [&str; 9] = ["score", "band", "answer", "also", "contains", "answered", "unanswered", "field", "user"];
/// More than an administrator combines, and few enough to test with every record.
const MOST: usize = 100;
/// In bytes. A field of people has up to 200 characters.
const LONGEST: usize = 900;

/// A filter from a URL, and its canonical form: each filter has one URL.
#[derive(Clone, Debug, Default)]
pub(crate) struct FilterQuery {
    pub(crate) pairs: Vec<(&'static str, String)>,
    pub(crate) filter: RecordFilter,
}

impl FilterQuery {
    /// Reads known names with a value. Days are in the time zone unless the URL names another.
    pub(crate) fn read(
        given: &[(String, String)],
        definition: &Definition,
        zone: &TimeZone,
    ) -> Result<Self, FieldError> {
        let pairs = canonical(given)?;
        let values = |name: &'static str| pairs.iter().filter(move |(own, _)| *own == name).map(|(_, value)| value);
        let one = |name: &'static str| values(name).next().cloned().unwrap_or_default();
        let named =
            |name: &String| zone::find(name).ok_or_else(|| wrong("zone", "UTC, or a name such as Europe/Madrid"));
        let named = values("zone").next().map(named).transpose()?;
        let zone = named.as_ref().unwrap_or(zone);
        let params = FilterParams {
            state: one("state"),
            category: one("category"),
            score_min: one("scoreMin"),
            score_max: one("scoreMax"),
            ..FilterParams::default()
        };
        let (mut filter, _) = params.read(RecordOrder::Newest, definition, zone)?;
        let day = |name: &'static str| match one(name) {
            text if text.is_empty() => Ok(None),
            text => days(&text, zone).map(Some).ok_or_else(|| wrong(name, "a date such as 2026-11-20")),
        };
        filter.from = day("from")?.map(|(start, _)| start);
        filter.before = day("to")?.map(|(_, end)| end);
        filter.submitted_from = day("submittedFrom")?.map(|(start, _)| start);
        filter.submitted_before = day("submittedTo")?.map(|(_, end)| end);
        for text in values("score") {
            filter.ranges.push(range(text, definition)?);
        }
        for text in values("band") {
            filter.ranges.push(band(text, &filter, definition)?);
        }
        for text in values("answer") {
            let (question, value) = text.split_once(':').ok_or_else(|| wrong("answer", "QUESTION:VALUE"))?;
            add(&mut filter, "answer", question, AnswerIs::Value(value.to_owned()))?;
        }
        for text in values("also") {
            let (question, value) = text.split_once(':').ok_or_else(|| wrong("also", "QUESTION:VALUE"))?;
            filter.also.push((question_of("also", question)?, AnswerIs::Value(value.to_owned())));
        }
        for text in values("contains") {
            let (question, part) = text.split_once(':').ok_or_else(|| wrong("contains", "QUESTION:TEXT"))?;
            filter.also.push((question_of("contains", question)?, AnswerIs::Contains(SearchText::new(part))));
        }
        for question in values("answered") {
            add(&mut filter, "answered", question, AnswerIs::Given)?;
        }
        for question in values("unanswered") {
            add(&mut filter, "unanswered", question, AnswerIs::Missing)?;
        }
        filter.stopped = match one("stopped") {
            text if text.is_empty() => None,
            text => Some(stopped(&text)?),
        };
        filter.alert = match one("alert").as_str() {
            "" => None,
            "*" => Some(AlertIs::Any),
            id => {
                let name = Name::parse(id).map_err(|_| wrong("alert", "the id of an alert, or *"));
                Some(AlertIs::Named(name?))
            }
        };
        filter.fields = fields_in(values("field").map(String::as_str))?;
        filter.users = values("user").cloned().collect();
        let number = |name: &'static str| match one(name) {
            text if text.is_empty() => Ok(None),
            text => {
                let number = text.parse::<i32>().ok().and_then(|number| u32::try_from(number).ok());
                number.map(Some).ok_or_else(|| wrong(name, "a whole number"))
            }
        };
        filter.version = number("version")?;
        filter.attempt = number("attempt")?;
        filter.occasion = number("occasion")?;
        match one("attempts").as_str() {
            "" => {}
            "submitted" => filter.last_submitted = true,
            EACH => filter.each_attempt = true,
            _ => return Err(wrong("attempts", "submitted or each")),
        }
        filter.language = match one("language") {
            text if text.is_empty() => None,
            text => {
                let language = Language::parse(&text);
                Some(language.map_err(|error| FieldError::new("language", FieldCode::Malformed(error)))?)
            }
        };
        filter.search = Some(SearchText::new(&one("q"))).filter(|text| !text.is_empty());
        Ok(Self { pairs, filter })
    }

    pub(crate) fn to_query(&self) -> String {
        query_of(&self.pairs)
    }

    pub(crate) fn without(&self, index: usize) -> String {
        let others = self.pairs.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, pair)| pair);
        query_of(&others.cloned().collect::<Vec<_>>())
    }
}

pub(crate) fn query_of(pairs: &[(&'static str, String)]) -> String {
    serde_urlencoded::to_string(pairs).unwrap_or_default()
}

pub(crate) fn is_condition(name: &str) -> bool {
    NAMES.contains(&name)
}

pub(crate) fn is_day(name: &str) -> bool {
    DAYS.contains(&name)
}

/// Reads conditions of the form `FIELD:VALUE`.
pub(crate) fn fields_in<'t>(
    texts: impl Iterator<Item = &'t str>,
) -> Result<BTreeMap<QuestionId, Vec<String>>, FieldError> {
    let mut fields: BTreeMap<QuestionId, Vec<String>> = BTreeMap::new();
    for (number, text) in texts.enumerate() {
        if number >= MOST || text.len() > LONGEST {
            return Err(wrong("field", "100 conditions at most, each a shorter text"));
        }
        let (field, value) = text.split_once(':').ok_or_else(|| wrong("field", "FIELD:VALUE"))?;
        fields.entry(question_of("field", field.trim())?).or_default().push(value.trim().to_owned());
    }
    Ok(fields)
}

fn days(text: &str, zone: &TimeZone) -> Option<(domain::Timestamp, domain::Timestamp)> {
    let day = clock::parse_day(text)?;
    Some((zone::start_of(day, zone), zone::start_of(day.next(), zone)))
}

/// Sorts by name, and drops empty and repeated conditions. Counts before it compares: a URL may contain thousands of
/// conditions, and a form more.
fn canonical(given: &[(String, String)]) -> Result<Vec<(&'static str, String)>, FieldError> {
    let mut values: [BTreeSet<&str>; NAMES.len()] = Default::default();
    let (mut pairs, mut count) = (Vec::new(), 0);
    for (name, value) in given {
        let Some(at) = NAMES.iter().position(|own| own == name) else { continue };
        let (name, value) = (NAMES[at], value.trim());
        let is_default = value.is_empty() || (name == "state" && value == "all");
        let is_one_more = !SEVERAL.contains(&name) && !values[at].is_empty();
        if is_default || is_one_more || !values[at].insert(value) {
            continue;
        }
        count += 1;
        if count > MOST {
            return Err(wrong(name, "100 conditions at most"));
        }
        if value.len() > LONGEST {
            return Err(wrong(name, "a shorter text"));
        }
        pairs.push((at, value));
    }
    pairs.sort_by_key(|(at, _)| *at);
    let mut pairs: Vec<_> = pairs.into_iter().map(|(at, value)| (NAMES[at], value.to_owned())).collect();
    if !pairs.iter().any(|(name, _)| is_day(name)) {
        pairs.retain(|(name, _)| *name != "zone");
    }
    Ok(pairs)
}

fn wrong(name: &'static str, wanted: &str) -> FieldError {
    FieldError::new(name, FieldCode::WrongType(wanted.to_owned()))
}

fn add(filter: &mut RecordFilter, name: &'static str, question: &str, is: AnswerIs) -> Result<(), FieldError> {
    filter.answers.entry(question_of(name, question)?).or_default().push(is);
    Ok(())
}

fn question_of(name: &'static str, id: &str) -> Result<QuestionId, FieldError> {
    QuestionId::parse(id).map_err(|error| FieldError::new(name, FieldCode::Malformed(error)))
}

/// `q.QUESTION` or `end`
fn stopped(text: &str) -> Result<StoppedAt, FieldError> {
    match text.strip_prefix("q.").map(QuestionId::parse) {
        None if text == "end" => Ok(StoppedAt::End),
        Some(Ok(question)) => Ok(StoppedAt::Question(question)),
        Some(Err(error)) => Err(FieldError::new("stopped", FieldCode::Malformed(error))),
        None => Err(wrong("stopped", "q.QUESTION, or end")),
    }
}

/// `CATEGORY:LOWEST..HIGHEST`
fn range(text: &str, definition: &Definition) -> Result<ScoreRange, FieldError> {
    let form = || wrong("score", "CATEGORY:LOWEST..HIGHEST");
    let (of, bounds) = text.split_once(':').ok_or_else(form)?;
    let (low, high) = bounds.split_once("..").ok_or_else(form)?;
    let category = match of {
        "" => None,
        of => Some(category(definition, of).map_err(|code| FieldError::new("score", code))?),
    };
    let bound = |text: &str, open: Decimal| match text {
        "" => Ok(open),
        text => Decimal::parse(text).ok_or_else(form),
    };
    Ok(ScoreRange { category, low: bound(low, Decimal::MIN)?, high: bound(high, Decimal::MAX)?, band: None })
}

/// `BAND`, of the category of the filter or overall, or `CATEGORY:BAND`
fn band(text: &str, filter: &RecordFilter, definition: &Definition) -> Result<ScoreRange, FieldError> {
    let named = |code| FieldError::new("band", code);
    let (of, id) = match text.split_once(':') {
        Some((of, id)) => (Some(category(definition, of).map_err(named)?), id),
        None => (filter.category.clone(), text),
    };
    band_range(definition, of.as_ref(), id).map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<FilterQuery, FieldError> {
        let given: Vec<(String, String)> = serde_urlencoded::from_str(query).expect("a query");
        FilterQuery::read(&given, &Definition::built_in(), &TimeZone::UTC)
    }

    #[test]
    fn a_filter_has_one_address_however_it_was_asked_for() {
        let query = "attempt=2&state=completed&band=spend:coping&band=coping&q=Ann+A&unanswered=fhn2&answer=fhn1:x&\
                     state=started&from=&cursor=77&score=:10..20&band=coping&version=3&language=es";
        let read = read(query).expect("a filter");
        let expected = "q=Ann+A&state=completed&score=%3A10..20&band=spend%3Acoping&band=coping&answer=fhn1%3Ax&\
                        unanswered=fhn2&language=es&version=3&attempt=2";
        assert_eq!(read.to_query(), expected);
        assert_eq!(read.filter.search, Some(SearchText::new("Ann A")));
        assert_eq!(read.filter.ranges.len(), 3);
        assert_eq!((read.filter.version, read.filter.attempt), (Some(3), Some(2)));
        assert!(!read.without(0).contains("Ann"));
        assert_eq!(FilterQuery::default().to_query(), "");
    }

    #[test]
    fn a_day_is_one_of_the_time_zone() {
        let given = [("from".to_owned(), "2026-11-20".to_owned()), ("submittedTo".to_owned(), "2026-11-20".to_owned())];
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        let filter = FilterQuery::read(&given, &Definition::built_in(), &zone).expect("a filter").filter;
        let moments = [filter.from, filter.submitted_before].map(|at| at.map(clock::to_rfc3339));
        assert_eq!(moments, [Some("2026-11-19T22:00:00Z".to_owned()), Some("2026-11-20T22:00:00Z".to_owned())]);
    }

    #[test]
    fn an_address_may_name_the_time_zone_of_its_days() {
        let given = [("from".to_owned(), "2026-11-20".to_owned()), ("zone".to_owned(), "UTC".to_owned())];
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        let read = FilterQuery::read(&given, &Definition::built_in(), &zone).expect("a filter");
        assert_eq!(read.filter.from.map(clock::to_rfc3339).as_deref(), Some("2026-11-20T00:00:00Z"));
        assert_eq!(read.to_query(), "from=2026-11-20&zone=UTC");
        let without_days = FilterQuery::read(&given[1..], &Definition::built_in(), &zone).expect("a filter");
        assert_eq!(without_days.to_query(), "");
    }

    #[test]
    fn conditions_are_counted_once_each() {
        let users = |count: usize| (0..count).map(|at| format!("user={at}&")).collect::<String>();
        assert_eq!(read(&users(100)).expect("as many as may be").filter.users.len(), 100);
        assert_eq!(read(&users(100).repeat(20)).expect("the same ones").filter.users.len(), 100);
        for (query, name) in [(users(101), "user"), (users(100_000), "user"), (format!("{}q=a", users(100)), "q")] {
            assert_eq!(read(&query).map_err(|error| error.path.to_string()).err().as_deref(), Some(name));
        }
        assert!(read(&"q=a&".repeat(1000)).is_ok(), "the first alone counts");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for query in [
            "from=yesterday",
            "zone=Mars&from=2026-11-20",
            "submittedTo=9999-01-01",
            "score=40",
            "score=none:1..2",
            "band=rich",
            "answer=fhn1",
            "answered=no+id!",
            "also=fhn1",
            "contains=fhn1",
            "field=region",
            "field=no+id!:1",
            "stopped=fhn1",
            "stopped=q.no+id!",
            "version=x",
            "attempts=all",
            "language=%21",
            "scoreMax=101",
        ] {
            let name = query.split('=').next().unwrap_or_default();
            assert_eq!(read(query).map_err(|error| error.path.to_string()).err().as_deref(), Some(name), "{query}");
        }
    }
}
