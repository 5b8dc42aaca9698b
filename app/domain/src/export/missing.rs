//! Reasons for missing answers, in a column beside each question with an option that means not answering.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{ExportRow, QuestionColumns};
use crate::{Answer, Answers, Definition, ExportAnswer, Missing, OptionId, OrderSeed, QuestionId, QuizId};

/// The reason why a record has no answer to a question, or the reason that its answer gives.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Reason {
    Chosen(Missing),
    LeftOpen,
    /// Hidden by a condition, or not part of the version.
    NotShown,
    /// After the last answer of an unsubmitted record.
    NotReached,
}

/// The data by version behind the columns of reasons.
pub(super) struct MissingAnswers {
    quiz: QuizId,
    /// The questions that tell reasons, with their column.
    columns: Vec<(usize, QuestionId)>,
    versions: BTreeMap<u32, Version>,
}

struct Version {
    definition: Definition,
    /// The index of the question that each item belongs to.
    places: HashMap<QuestionId, usize>,
    /// Parallel to `columns`.
    kinds: Vec<Vec<(OptionId, Missing)>>,
}

impl Reason {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Chosen(kind) => kind.as_str(),
            Self::LeftOpen => "left_open",
            Self::NotShown => "not_shown",
            Self::NotReached => "not_reached",
        }
    }

    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Chosen(Missing::Declined) => "Declined",
            Self::Chosen(Missing::Unknown) => "Don’t know",
            Self::Chosen(Missing::NotApplicable) => "Does not apply",
            Self::LeftOpen => "Left open",
            Self::NotShown => "Not shown",
            Self::NotReached => "Not reached",
        }
    }
}

impl MissingAnswers {
    /// `None` if no column tells reasons.
    pub(super) fn new(quiz: &QuizId, columns: &[QuestionColumns], versions: &[(u32, Definition)]) -> Option<Self> {
        let telling = columns.iter().enumerate().filter(|(_, column)| column.tells_missing);
        let columns: Vec<(usize, QuestionId)> = telling.map(|(place, column)| (place, column.id.clone())).collect();
        let version = |(number, definition): &(u32, Definition)| (*number, Version::new(&columns, definition));
        let versions = versions.iter().filter(|_| !columns.is_empty()).map(version).collect();
        (!columns.is_empty()).then(|| Self { quiz: quiz.clone(), columns, versions })
    }

    /// Finds the reason for each column; `answers` are the indices of the row's answers by column.
    pub(super) fn find(&self, row: &ExportRow<'_>, answers: &[Option<usize>], reasons: &mut Vec<Option<Reason>>) {
        reasons.clear();
        reasons.resize(answers.len(), None);
        let Some(version) = self.versions.get(&row.version) else { return };
        for ((place, _), kinds) in self.columns.iter().zip(&version.kinds) {
            let answer = answers[*place].map(|index| &row.answers[index].1);
            reasons[*place] = answer.and_then(|answer| chosen(answer, kinds)).map(Reason::Chosen);
        }
        let mut open = self.columns.iter().filter(|(place, _)| answers[*place].is_none()).peekable();
        if open.peek().is_none() {
            return;
        }
        let given = given(row);
        let seed = OrderSeed { quiz: &self.quiz, user: row.user, attempt: row.attempt };
        let definition = version.definition.in_order(seed);
        let journey = definition.journey(&given, row.language);
        let shown: HashSet<&QuestionId> = journey.items.iter().map(|item| &item.id).collect();
        let moved = definition.shuffles().then(|| places_of(&definition));
        let places = moved.as_ref().unwrap_or(&version.places);
        let last = given.keys().filter_map(|id| places.get(id)).max();
        let is_reached = |place: &usize| row.submitted_at.is_some() || last.is_some_and(|last| place <= last);
        for (column, id) in open {
            reasons[*column] = Some(match places.get(id) {
                Some(place) if !is_reached(place) => Reason::NotReached,
                Some(_) if shown.contains(id) => Reason::LeftOpen,
                _ => Reason::NotShown,
            });
        }
    }
}

impl Version {
    fn new(columns: &[(usize, QuestionId)], definition: &Definition) -> Self {
        let mut kinds = vec![Vec::new(); columns.len()];
        for item in definition.items() {
            if let Some(at) = columns.iter().position(|(_, id)| *id == item.id) {
                let options = item.kind.options().iter();
                kinds[at] = options.filter_map(|option| Some((option.id.clone(), option.missing?))).collect();
            }
        }
        Self { definition: definition.clone(), places: places_of(definition), kinds }
    }
}

/// The index of the question that each item belongs to.
fn places_of(definition: &Definition) -> HashMap<QuestionId, usize> {
    let questions = definition.questions.iter().enumerate();
    questions.flat_map(|(place, question)| question.items().into_iter().map(move |item| (item.id, place))).collect()
}

/// As [`Item::missing`](crate::Item::missing), for a stored answer.
fn chosen(answer: &ExportAnswer<'_>, kinds: &[(OptionId, Missing)]) -> Option<Missing> {
    let kind = |chosen: &str| kinds.iter().find(|(id, _)| id.as_str() == chosen).map(|(_, kind)| *kind);
    match answer {
        ExportAnswer::Option(option) => kind(option),
        ExportAnswer::Other(Answer::Option(option)) => kind(option.as_str()),
        ExportAnswer::Other(answer) => {
            let all: Option<Vec<Missing>> = answer.options().iter().map(|option| kind(option.as_str())).collect();
            all?.first().copied()
        }
    }
}

fn given(row: &ExportRow<'_>) -> Answers {
    let answer = |answer: &ExportAnswer<'_>| match answer {
        ExportAnswer::Option(option) => OptionId::parse(option).ok().map(Answer::Option),
        ExportAnswer::Other(answer) => Some(answer.clone()),
    };
    row.answers.iter().filter_map(|(id, given)| Some((QuestionId::parse(id).ok()?, answer(given)?))).collect()
}
