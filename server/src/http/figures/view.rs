//! The view of figures that a URL selects: a filter of records, a period, and two breakdowns to compare.

use app::admin::{AnswerWords, InsightsView};
use domain::{Breakdown, Comparison, Day, Definition, FieldCode, FieldError, PersonField, Quiz};
use jiff::tz::TimeZone;

use super::{
    Links, breakdowns,
    offered::{Offered, groups, labels},
};
use crate::{
    clock,
    http::request::{
        filter_query::{EACH, FilterQuery, is_condition, query_of},
        periods::span_in_words,
    },
    service::{InsightsQuery, QuizPath, Segment},
    store::RecordFilter,
    zone,
};

/// Filters that figures do not support: they concern single respondents, and days are always the quiz's.
const NOT_OF_FIGURES: [&str; 3] = ["q", "user", "zone"];
const ROWS: &str = "rows";
const COLUMNS: &str = "columns";
const DETAIL: &str = "detail";
const PRESETS: [(&str, i64); 3] = [("Last 7 days", 7), ("Last 30 days", 30), ("Last 90 days", 90)];

#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    filter: FilterQuery,
    compare: Option<Comparison>,
    is_detailed: bool,
    span: (Option<Day>, Option<Day>),
    /// Of people, as the quiz declares them.
    fields: Vec<PersonField>,
    /// The same filter in the previous period of the same length.
    before: Option<FilterQuery>,
}

impl View {
    /// Reads a query string. `only` and `other` hold one more condition each, `NAME=VALUE`, as a form sends them
    /// without scripts: one that is selected and one that is typed.
    pub(crate) fn read(given: &[(String, String)], quiz: &Quiz) -> Result<Self, FieldError> {
        Self::read_in(given, &quiz.definition, &quiz.settings.fields, &zone::zone_of(&quiz.settings))
    }

    fn read_in(
        given: &[(String, String)],
        definition: &Definition,
        fields: &[PersonField],
        zone: &TimeZone,
    ) -> Result<Self, FieldError> {
        let mut pairs: Vec<(String, String)> =
            given.iter().filter(|(name, _)| !NOT_OF_FIGURES.contains(&name.as_str())).cloned().collect();
        let of_form =
            given.iter().filter(|(name, value)| matches!(name.as_str(), "only" | "other") && !value.is_empty());
        for (_, text) in of_form {
            let condition =
                text.trim().split_once('=').filter(|(name, _)| is_condition(name) && !NOT_OF_FIGURES.contains(name));
            let wrong = || FieldError::new("other", FieldCode::WrongType("such as answer=QUESTION:VALUE".to_owned()));
            let (name, value) = condition.ok_or_else(wrong)?;
            pairs.push((name.to_owned(), value.to_owned()));
        }
        let filter = FilterQuery::read(&pairs, definition, zone)?;
        let one = |name: &str| {
            let value = given.iter().find(|(own, _)| own == name).map(|(_, value)| value.trim());
            value.filter(|value| !value.is_empty()).map(str::to_owned)
        };
        let breakdown = |name: &'static str| match one(name) {
            None => Ok(None),
            Some(text) => {
                let found = breakdowns::parse(&text, definition, fields);
                let wrong = || {
                    FieldError::new(
                        name,
                        FieldCode::WrongType(
                            "q.QUESTION, band, band.CATEGORY, field.FIELD, language, version, attempt or occasion"
                                .to_owned(),
                        ),
                    )
                };
                found.map(Some).ok_or_else(wrong)
            }
        };
        let (rows, columns) = (breakdown(ROWS)?, breakdown(COLUMNS)?);
        let day =
            |name: &str| filter.pairs.iter().find(|(own, _)| *own == name).and_then(|(_, text)| clock::parse_day(text));
        let span = (day("from"), day("to"));
        let before = before(&filter, span, zone);
        let (compare, is_detailed) = (rows.map(|rows| Comparison { rows, columns }), one(DETAIL).is_some());
        Ok(Self { compare, is_detailed, span, filter, fields: fields.to_vec(), before })
    }

    /// True for the figures of everyone, which are stored.
    pub(crate) fn is_default(&self) -> bool {
        self.filter.pairs.is_empty() && self.compare.is_none() && !self.is_detailed
    }

    pub(crate) fn links(&self, path: &QuizPath) -> Links {
        Links::new(path, self.filter.pairs.clone())
    }

    pub(crate) fn links_before(&self, path: &QuizPath) -> Option<Links> {
        Some(Links::new(path, self.before.clone()?.pairs))
    }

    pub(crate) fn period(&self) -> String {
        span_in_words(self.span)
    }

    pub(crate) fn query(&self) -> InsightsQuery {
        InsightsQuery {
            segment: (!self.is_default())
                .then(|| Segment { filter: self.filter.filter.clone(), name: self.filter.to_query() }),
            compare: self.compare.clone(),
            before: self.before.clone().map(|filter| Segment { name: filter.to_query(), filter: filter.filter }),
            span: self.span,
        }
    }

    /// The query of a single figure, which needs no previous period. `is_detailed` is for figures that must be counted.
    pub(crate) fn query_of_file(&self, is_detailed: bool) -> InsightsQuery {
        let view = Self { is_detailed: self.is_detailed || is_detailed, ..self.clone() };
        InsightsQuery { before: None, ..view.query() }
    }

    /// The query string of the view, with a question mark; empty for the default.
    pub(crate) fn address(&self) -> String {
        self.with(self.filter.pairs.clone(), self.is_detailed)
    }

    /// The conditions alone, as a query string with a question mark.
    pub(crate) fn conditions(&self) -> String {
        let query = self.filter.to_query();
        if query.is_empty() { query } else { format!("?{query}") }
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.filter.pairs.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Whether each attempt counts, and the query string of the view in which it is the other way; `None` unless the view
    /// is about single attempts.
    pub(crate) fn each_attempt(&self) -> Option<(bool, String)> {
        let RecordFilter { attempt, occasion, each_attempt, .. } = self.filter.filter;
        if !each_attempt && attempt.is_none() && occasion.is_none() {
            return None;
        }
        let mut pairs = self.filter.pairs.clone();
        pairs.retain(|(name, _)| *name != "attempts");
        pairs.extend((!each_attempt).then(|| ("attempts", EACH.to_owned())));
        Some((each_attempt, self.with(pairs, self.is_detailed)))
    }

    /// The URL at which dates, ranks and reliability are counted, if it is a different one.
    pub(crate) fn detailed(&self) -> Option<String> {
        self.is_default().then(|| self.with(self.filter.pairs.clone(), true))
    }

    fn with(&self, mut pairs: Vec<(&'static str, String)>, is_detailed: bool) -> String {
        if let Some(Comparison { rows, columns }) = &self.compare {
            pairs.push((ROWS, rows.to_string()));
            pairs.extend(columns.as_ref().map(|columns| (COLUMNS, columns.to_string())));
        }
        if is_detailed {
            pairs.push((DETAIL, "all".to_owned()));
        }
        let query = query_of(&pairs);
        if query.is_empty() { query } else { format!("?{query}") }
    }

    /// The choices above the figures, on the page at `here`.
    pub(crate) fn choices(&self, here: &str, quiz: &Offered<'_>, path: &QuizPath, today: Day) -> InsightsView {
        let Offered { definition, .. } = *quiz;
        let pairs = &self.filter.pairs;
        let one =
            |name: &str| pairs.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone()).unwrap_or_default();
        let is_day = |name: &str| matches!(name, "from" | "to");
        let without = |is_left_out: &dyn Fn(usize, &str) -> bool| -> Vec<(&'static str, String)> {
            let kept = pairs.iter().enumerate().filter(|(index, (name, _))| !is_left_out(*index, name));
            kept.map(|(_, pair)| pair.clone()).collect()
        };
        let preset = |(label, days): (&'static str, i64)| {
            let from = clock::to_date(Day::from_number(today.number() - days + 1));
            let to = clock::to_date(today);
            let is_shown = one("from") == from && one("to") == to;
            let mut pairs = without(&|_, name| is_day(name));
            pairs.insert(0, ("to", to));
            pairs.insert(0, ("from", from));
            (label, format!("{here}{}", self.with(pairs, self.is_detailed)), is_shown)
        };
        let always = format!("{here}{}", self.with(without(&|_, name| is_day(name)), self.is_detailed));
        let is_always = self.span == (None, None);
        let mut all = breakdowns::all(definition, &self.fields);
        all.retain(|(breakdown, _)| quiz.has_occasions || *breakdown != Breakdown::Occasion);
        let items = breakdowns::items(definition);
        let labels = if pairs.iter().all(|(name, _)| is_day(name)) { Vec::new() } else { labels(quiz, &items, &all) };
        let narrowed = pairs.iter().enumerate().filter(|(_, (name, _))| !is_day(name)).map(|(index, (name, value))| {
            let name = if *name == "also" { "answer" } else { *name };
            let known = labels.iter().find(|(is, _)| is == &(name, value.clone())).map(|(_, label)| label.clone());
            let label = known.unwrap_or_else(|| match name {
                "field" => AnswerWords::default().with_fields(&self.fields).condition(name, value),
                _ => format!("{name}: {value}"),
            });
            (label, format!("{here}{}", self.with(without(&|other, _| other == index), self.is_detailed)))
        });
        let mut kept: Vec<(String, String)> =
            without(&|_, name| is_day(name)).into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        if self.is_detailed {
            kept.push((DETAIL.to_owned(), "all".to_owned()));
        }
        let [rows, columns] = match &self.compare {
            Some(Comparison { rows, columns }) => {
                [Some(rows), columns.as_ref()].map(|by| by.map(ToString::to_string).unwrap_or_default())
            }
            None => Default::default(),
        };
        let (only, left_out) = groups(quiz, &items, &all);
        InsightsView {
            from: one("from"),
            to: one("to"),
            zone: String::new(),
            problems: Vec::new(),
            presets: PRESETS.into_iter().map(preset).chain([("All time", always, is_always)]).collect(),
            only,
            left_out,
            narrowed: narrowed.collect(),
            kept,
            breakdowns: all.iter().map(|(breakdown, label)| (breakdown.to_string(), label.clone())).collect(),
            rows,
            columns,
            reset: (!self.is_default()).then(|| here.to_owned()),
            answers: (!pairs.is_empty()).then(|| self.links(path).all()).flatten(),
        }
    }
}

fn before(filter: &FilterQuery, span: (Option<Day>, Option<Day>), zone: &TimeZone) -> Option<FilterQuery> {
    let (Some(first), Some(last)) = span else { return None };
    let days = last.number().checked_sub(first.number())?.checked_add(1).filter(|days| *days > 0)?;
    let [from, to] = [first, last].map(|day| Day::from_number(day.number() - days));
    let mut filter = filter.clone();
    filter.filter.from = Some(zone::start_of(from, zone));
    filter.filter.before = Some(zone::start_of(to.next(), zone));
    for (name, value) in &mut filter.pairs {
        match *name {
            "from" => *value = clock::to_date(from),
            "to" => *value = clock::to_date(to),
            _ => {}
        }
    }
    Some(filter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<View, FieldError> {
        let given: Vec<(String, String)> = serde_urlencoded::from_str(query).expect("a query");
        let fields = r#"[{ "id": "region", "name": "Region", "type": "text" }, { "id": "vip", "type": "yesNo" },
            { "id": "age", "type": "number" }]"#;
        let fields: Vec<PersonField> = serde_json::from_str(fields).expect("fields");
        View::read_in(&given, &Definition::built_in(), &fields, &TimeZone::UTC)
    }

    #[test]
    fn a_view_has_one_address_and_one_condition_more_from_a_form() {
        let view =
            read("rows=band&columns=language&only=band%3Dcoping&q=Ann&from=2026-11-01&to=&user=7&zone=Asia/Tokyo")
                .expect("a view");
        assert_eq!(view.address(), "?from=2026-11-01&band=coping&rows=band&columns=language");
        assert!(!view.is_default() && read("q=Ann&from=&only=&columns=band").expect("a view").is_default());
        let typed = read("other=answer%3Dfhn1%3A4&only=").expect("a view");
        assert_eq!(typed.address(), "?answer=fhn1%3A4");
        for other in ["fhn1", "shoes%3D1", "user%3D1"] {
            let wrong = read(&format!("other={other}")).map_err(|error| error.path.to_string());
            assert_eq!(wrong.err().as_deref(), Some("other"), "{other}");
        }
        assert!(read("only=q%3DAnn").is_err(), "no part of an id is guessed by numbers");
        assert_eq!(read("rows=shoes").map_err(|error| error.path.to_string()).err().as_deref(), Some("rows"));
    }

    #[test]
    fn fields_of_people_are_conditions_and_breakdowns_but_for_numbers() {
        let path = QuizPath {
            namespace: domain::NamespaceId::parse("demo").expect("an id"),
            quiz: domain::QuizId::parse("quizquizquizquiz").expect("an id"),
        };
        let view = read("field=region:North&field=vip:true&rows=field.region&columns=field.vip").expect("a view");
        let definition = Definition::built_in();
        let quiz =
            Offered { definition: &definition, version: 1, has_attempts: false, has_occasions: false, counted: None };
        let choices = view.choices("/i", &quiz, &path, Day::from_number(20_780));
        let narrowed: Vec<&str> = choices.narrowed.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(narrowed, ["Region: North", "vip: Yes"]);
        let offered: Vec<&str> = choices.breakdowns.iter().map(|(name, _)| name.as_str()).collect();
        assert!(offered.contains(&"field.region") && !offered.contains(&"field.age"), "{offered:?}");
        let group = choices.only.iter().find(|group| group.label == "vip").expect("a group");
        assert_eq!(group.options[1], ("field=vip:false".to_owned(), "No".to_owned()));
        assert!(read("rows=field.age&columns=band").is_err());
    }

    #[test]
    fn the_period_before_is_as_long() {
        let view = read("from=2026-11-08&to=2026-11-14&language=es").expect("a view");
        let before = view.query().before.expect("a period");
        assert_eq!(before.name, "from=2026-11-01&to=2026-11-07&language=es");
        let days = [before.filter.from, before.filter.before].map(|at| at.map(clock::day));
        assert_eq!(days, [Some("2026-11-01".to_owned()), Some("2026-11-08".to_owned())]);
        assert!(read("from=2026-11-08").expect("a view").query().before.is_none());
    }

    #[test]
    fn each_condition_of_a_view_is_told_in_words_and_can_be_taken_away() {
        let path = QuizPath {
            namespace: domain::NamespaceId::parse("demo").expect("an id"),
            quiz: domain::QuizId::parse("quizquizquizquiz").expect("an id"),
        };
        let view = read("from=2026-11-08&band=spend:coping&language=es").expect("a view");
        let definition = Definition::built_in();
        let quiz =
            Offered { definition: &definition, version: 2, has_attempts: true, has_occasions: false, counted: None };
        let choices = view.choices("/i", &quiz, &path, Day::from_number(20_780));
        let versions = choices.only.iter().find(|group| group.label == "Version").map(|group| group.options.len());
        assert_eq!(versions, Some(2));
        assert_eq!(choices.left_out, ["questions of earlier versions"]);
        assert_eq!(
            choices.narrowed,
            [
                ("Band: Spending: Coping".to_owned(), "/i?from=2026-11-08&language=es".to_owned()),
                ("Language: Español".to_owned(), "/i?from=2026-11-08&band=spend%3Acoping".to_owned()),
            ]
        );
        assert_eq!(choices.presets[0].1, "/i?from=2026-11-17&to=2026-11-23&band=spend%3Acoping&language=es");
        assert_eq!(choices.presets[3], ("All time", "/i?band=spend%3Acoping&language=es".to_owned(), false));
    }
}
