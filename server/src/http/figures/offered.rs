//! What a view can be narrowed by: the conditions that the page of figures offers, with their labels.

use app::admin::ChoiceGroup;
use domain::{Breakdown, Definition, Detail, KindName, Quiz};

use super::{breakdowns, numbers::count};
use crate::http::request::filter_query::EACH;

/// Maximum number of offered values per breakdown.
const MOST_VALUES: usize = 60;
const LATEST: u32 = 20;
/// Occasions of a series that are offered; later ones are typed.
const OCCASIONS: u32 = 12;
/// Maximum number of offered values over all breakdowns.
const MOST_CHOICES: usize = 1_000;

/// The parts of a quiz by which a view can be narrowed.
pub(crate) struct Offered<'q> {
    pub(crate) definition: &'q Definition,
    pub(crate) version: u32,
    /// Respondents may take the quiz again.
    pub(crate) has_attempts: bool,
    pub(crate) has_occasions: bool,
    /// Dates are offered by the months that were counted.
    pub(crate) counted: Option<&'q Detail>,
}

impl<'q> Offered<'q> {
    pub(crate) fn of(quiz: &'q Quiz, counted: Option<&'q Detail>) -> Self {
        let (settings, has_occasions) = (&quiz.settings, quiz.settings.had_series);
        let has_attempts = has_occasions || settings.retry_after.is_some();
        Self { definition: &quiz.definition, version: quiz.version, has_attempts, has_occasions, counted }
    }
}

const EACH_ATTEMPT: &str = "Each attempt, not the latest alone";

/// Returns the conditions that can narrow a view, one at a time, and descriptions of further ones.
pub(super) fn groups(
    quiz: &Offered<'_>,
    items: &breakdowns::Items<'_>,
    all: &[(Breakdown, String)],
) -> (Vec<ChoiceGroup>, Vec<String>) {
    let mut room = MOST_CHOICES;
    let group = |(breakdown, label): &(Breakdown, String)| {
        let values = known_values(quiz, items, breakdown).into_iter().take(MOST_VALUES);
        let options = values.filter_map(|value| match value.is?.as_slice() {
            [(name, is)] => Some((format!("{name}={is}"), value.label)),
            _ => None,
        });
        ChoiceGroup { label: label.clone(), options: options.collect() }
    };
    let has_room = |group: &ChoiceGroup| {
        let has_room = group.options.len() <= room;
        room = room.saturating_sub(group.options.len());
        has_room
    };
    // Conditions that every quiz has come first.
    let groups: Vec<ChoiceGroup> = all.iter().rev().map(group).filter(|group| !group.options.is_empty()).collect();
    let there_are = groups.len();
    let mut groups: Vec<ChoiceGroup> = groups.into_iter().take_while(has_room).collect();
    groups.reverse();
    if quiz.has_attempts {
        let each = (format!("attempts={EACH}"), EACH_ATTEMPT.to_owned());
        groups.push(ChoiceGroup { label: "Attempts".to_owned(), options: vec![each] });
    }
    let is_date = |breakdown: &Breakdown| matches!(breakdown, Breakdown::Question { kind: KindName::Date, .. });
    let has_many = |breakdown: &Breakdown| known_values(quiz, items, breakdown).len() > MOST_VALUES;
    let left_out = [
        (there_are > groups.len())
            .then(|| format!("the values of the first {}", count_of(there_are - groups.len(), "question"))),
        all.iter()
            .any(|(breakdown, _)| has_many(breakdown))
            .then(|| format!("more than {MOST_VALUES} values of a question")),
        all.iter().any(|(breakdown, _)| is_date(breakdown)).then(|| match quiz.counted {
            Some(_) => "single days".to_owned(),
            None => "dates (their months and years are, once details are counted)".to_owned(),
        }),
        (quiz.version > 1).then(|| "questions of earlier versions".to_owned()),
    ];
    (groups, left_out.into_iter().flatten().collect())
}

fn count_of(number: usize, what: &str) -> String {
    count(u64::try_from(number).unwrap_or(u64::MAX), what)
}

/// The conditions that are offered, with what they are called.
pub(super) fn labels(
    quiz: &Offered<'_>,
    items: &breakdowns::Items<'_>,
    all: &[(Breakdown, String)],
) -> Vec<((&'static str, String), String)> {
    let of_breakdown = |(breakdown, label): &(Breakdown, String)| {
        let values = known_values(quiz, items, breakdown);
        let label = label.clone();
        values.into_iter().filter_map(move |value| match value.is?.as_slice() {
            [is] => Some((is.clone(), format!("{label}: {}", value.label))),
            _ => None,
        })
    };
    let each = (("attempts", EACH.to_owned()), EACH_ATTEMPT.to_owned());
    all.iter().flat_map(of_breakdown).chain([each]).collect()
}

fn known_values(
    &Offered { definition, version, counted, .. }: &Offered<'_>,
    items: &breakdowns::Items<'_>,
    breakdown: &Breakdown,
) -> Vec<breakdowns::Value> {
    let latest = version.saturating_sub(LATEST) + 1..=version;
    let also: Vec<String> = match breakdown {
        Breakdown::Version if version > 1 => latest.map(|version| version.to_string()).collect(),
        Breakdown::Language => definition.languages().iter().map(ToString::to_string).collect(),
        Breakdown::Attempt => (1..=3).map(|attempt: u32| attempt.to_string()).collect(),
        Breakdown::Occasion => (1..=OCCASIONS).map(|number| number.to_string()).collect(),
        Breakdown::Question { id, kind: KindName::Date, .. } => {
            let months = counted.into_iter().flat_map(|detail| detail.months(id)).map(|(month, _)| month);
            breakdowns::periods(months, MOST_VALUES)
        }
        _ => Vec::new(),
    };
    breakdowns::values(definition, items, breakdown, also.into_iter())
}
