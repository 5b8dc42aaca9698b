//! Codes of options: a question gives each of its options a permanent number.

use std::collections::{BTreeMap, BTreeSet};

use super::question_check::bound;
use crate::{Definition, FieldCode, IdError, OptionId, OptionInput, OwnOption, QuestionId};

/// The greatest code that an author may set.
const GREATEST: usize = 99_999;

/// The codes that the questions of a quiz have assigned in any of its versions.
#[derive(Clone, Debug, Default)]
pub struct OptionCodes(BTreeMap<QuestionId, OfQuestion>);

#[derive(Clone, Debug, Default)]
struct OfQuestion {
    options: BTreeMap<OptionId, Codes>,
    /// Options of versions that were stored without codes.
    uncoded: BTreeSet<OptionId>,
}

#[derive(Clone, Debug)]
struct Codes {
    code: usize,
    /// Codes of the option in versions that were stored without codes.
    former: BTreeSet<usize>,
}

/// The state of a question before it is rewritten; empty for a new quiz.
#[derive(Clone, Copy)]
pub(crate) struct Before<'b> {
    pub(super) stored: Option<&'b Definition>,
    pub(super) codes: &'b OptionCodes,
}

impl OptionCodes {
    /// For a quiz whose options are all in this version.
    pub fn of(version: &Definition) -> Self {
        let mut codes = Self::default();
        codes.add(version);
        codes
    }

    /// Adds a version older than all versions added before.
    ///
    /// Releases without codes numbered the options of each version from 1. Of these, the newest version that has a
    /// question keeps its numbers; options that only older versions have are numbered after them.
    pub fn add(&mut self, version: &Definition) {
        for question in version.questions.iter().filter(|question| question.indicator().is_none()) {
            let options = question.kind().options();
            if options.is_empty() {
                continue;
            }
            let known = self.0.entry(question.id.clone()).or_default();
            for option in options {
                let mut code = option.code;
                if !version.has_codes && known.uncoded.insert(option.id.clone()) {
                    code = known.uncoded.len();
                }
                let codes = known.options.entry(option.id.clone());
                let codes = codes.or_insert_with(|| Codes { code, former: BTreeSet::new() });
                codes.former.insert(option.code);
            }
        }
    }

    pub fn code(&self, question: &QuestionId, option: &OptionId) -> Option<usize> {
        self.0.get(question)?.options.get(option).map(|codes| codes.code)
    }
}

/// The id and code that a submitted option resolves to.
pub(super) struct Settled {
    pub(super) id: Result<OptionId, IdError>,
    pub(super) code: usize,
    /// The rule that the submitted code breaks.
    pub(super) refused: Option<FieldCode>,
}

impl Before<'_> {
    /// Resolves the id and code of each submitted option. An option without an id is the stored one with its code or,
    /// without a code, with its label; otherwise it is new. New options get numbers above all that the question ever
    /// assigned, in their order, unless they have a code.
    pub(super) fn settle(
        self,
        question: &QuestionId,
        sent: &[OptionInput],
        new_id: &mut impl FnMut() -> OptionId,
    ) -> Vec<Settled> {
        let none = BTreeMap::new();
        let known = self.codes.0.get(question).map_or(&none, |known| &known.options);
        let stored = self.stored.and_then(|stored| stored.question(question));
        let stored = stored.map_or(&[][..], |question| question.kind().options());
        let ids = identify(stored, sent, new_id);
        let mut taken: BTreeSet<usize> = known.values().map(|codes| codes.code).collect();
        let mut codes = Vec::new();
        for (option, id) in sent.iter().zip(&ids) {
            let known = id.as_ref().ok().and_then(|id| known.get(id));
            codes.push(match (known, option.code) {
                (Some(known), given) => {
                    let is_other = |given: &usize| *given != known.code && !known.former.contains(given);
                    (Some(known.code), given.filter(is_other).map(|_| FieldCode::ReadOnly))
                }
                (None, Some(given)) if given > GREATEST => {
                    (Some(given), Some(FieldCode::OutOfRange { min: 0, max: bound(GREATEST) }))
                }
                (None, Some(given)) => (Some(given), (!taken.insert(given)).then_some(FieldCode::NotUnique)),
                (None, None) => (None, None),
            });
        }
        let mut next = known.values().map(|codes| codes.code).max().map_or(1, |last| last + 1);
        let numbered = ids.into_iter().zip(codes).map(|(id, (code, refused))| {
            let code = code.unwrap_or_else(|| {
                while !taken.insert(next) {
                    next += 1;
                }
                next
            });
            Settled { id, code, refused }
        });
        numbered.collect()
    }
}

fn identify(
    stored: &[OwnOption],
    sent: &[OptionInput],
    new_id: &mut impl FnMut() -> OptionId,
) -> Vec<Result<OptionId, IdError>> {
    let mut ids: Vec<Option<_>> = sent.iter().map(|option| option.id.as_deref().map(OptionId::parse)).collect();
    let named: BTreeSet<&OptionId> = ids.iter().flatten().flatten().collect();
    let mut free: Vec<&OwnOption> = stored.iter().filter(|own| !named.contains(&own.id)).collect();
    let is_meant: [fn(&OwnOption, &OptionInput) -> bool; 2] = [
        |stored, sent| sent.code == Some(stored.code),
        |stored, sent| sent.code.is_none() && sent.label == stored.label,
    ];
    for is_meant in is_meant {
        for (option, id) in sent.iter().zip(&mut ids).filter(|(_, id)| id.is_none()) {
            if let Some(at) = free.iter().position(|stored| is_meant(stored, option)) {
                *id = Some(Ok(free.remove(at).id.clone()));
            }
        }
    }
    ids.into_iter().map(|id| id.unwrap_or_else(|| Ok(new_id()))).collect()
}

#[cfg(test)]
mod tests;
