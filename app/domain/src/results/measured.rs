//! Scores beside those of earlier attempts and of groups that were measured before, as a quiz's scoring declares it.

use super::quiz_result::Before;
use crate::{
    AnswersRecord, Decimal, Definition, Journey, Judged, Language, Name, Norm, Rendition, Scored, Scores, Scoring,
    Standing,
};

/// A norm in words.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NormText {
    pub name: Rendition,
    pub source: Rendition,
    pub standing: Standing,
}

/// A submitted attempt before another, with the version that gave its scores.
#[derive(Clone, Copy, Debug)]
pub struct EarlierAttempt<'a> {
    pub record: &'a AnswersRecord,
    pub scored_by: &'a Definition,
}

/// What the scores of an attempt are read with.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    pub scored_by: &'a Definition,
    /// The attempt before, as far as it is kept.
    pub previous: Option<EarlierAttempt<'a>>,
    /// The first attempt, as far as it is kept.
    pub first: Option<EarlierAttempt<'a>>,
}

/// The change of a score since an earlier attempt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct JudgedChange {
    /// Since this attempt.
    pub attempt: u32,
    /// The version of the quiz that gave its score.
    pub version: u32,
    pub judged: Judged,
}

impl Scores {
    /// Of a category, or the overall one.
    pub fn score_of(&self, category: Option<&Name>) -> Option<Decimal> {
        self.scored_of(category).map(|scored| scored.score)
    }

    pub(crate) fn scored_of(&self, category: Option<&Name>) -> Option<&Scored> {
        category.map_or(self.overall.as_ref(), |id| self.categories.get(id))
    }
}

impl Definition {
    /// True if changes of its scores are judged.
    pub fn judges_change(&self) -> bool {
        self.scoring.as_ref().is_some_and(Scoring::judges_change)
    }

    /// True if its scores have norms.
    pub fn has_norms(&self) -> bool {
        self.scoring.as_ref().is_some_and(Scoring::has_norms)
    }

    /// The change of an overall score, or of a category's, that this version gave. `None` where the scoring judges none,
    /// or one of the scores is absent.
    pub fn judged(&self, scores: &Scores, before: Before<'_>, category: Option<&Name>) -> Option<Judged> {
        let rule = self.scoring.as_ref()?.change_of(category)?;
        let (then, now) = (before.scores.scored_of(category)?, scores.scored_of(category)?);
        // Sums of different questions have different ranges, as where one of them does not apply.
        let is_comparable = then.range == now.range && self.computes_as(before.definition, category);
        Some(if is_comparable { rule.judge(then.score, now.score) } else { Judged::NOT_COMPARABLE })
    }
}

impl<'d> Journey<'d> {
    /// The norm that holds for these answers, and where a score stands in it.
    pub fn norm(&self, score: Decimal, category: Option<&Name>, language: &str) -> Option<(&'d Norm, Standing)> {
        let norms = self.definition.scoring.as_ref()?.norms_of(category);
        let holds = |norm: &&Norm| norm.when.as_ref().is_none_or(|when| when.holds(&self.answers, language));
        let norm = norms.iter().find(holds)?;
        Some((norm, norm.standing(score)?))
    }
}

impl AnswersRecord {
    /// The norms of the scores, first of the overall one, then of categories by their ids.
    pub fn norms<'d>(&self, scored_by: &'d Definition) -> Vec<(Option<&'d Name>, &'d Norm, Standing)> {
        let Some(scores) = self.submission.as_ref().map(|submission| &submission.scores) else { return Vec::new() };
        if !scored_by.has_norms() {
            return Vec::new();
        }
        let language = self.language.as_str();
        let journey = scored_by.journey(&self.answers, language);
        let norm = |of: Option<&'d Name>| {
            let (norm, standing) = journey.norm(scores.score_of(of)?, of, language)?;
            Some((of, norm, standing))
        };
        scored_by.measured().filter_map(norm).collect()
    }

    /// The changes of the scores since an earlier attempt, in the same order.
    pub fn changes<'d>(
        &self,
        scored_by: &'d Definition,
        earlier: EarlierAttempt<'_>,
    ) -> Vec<(Option<&'d Name>, JudgedChange)> {
        let (Some(now), Some(then)) = (&self.submission, &earlier.record.submission) else { return Vec::new() };
        let before = Before { definition: earlier.scored_by, scores: &then.scores };
        let (attempt, version) = (earlier.record.attempt, earlier.record.scored_version());
        let change = |of: Option<&'d Name>| {
            Some((of, JudgedChange { attempt, version, judged: scored_by.judged(&now.scores, before, of)? }))
        };
        scored_by.measured().filter_map(change).collect()
    }
}

impl Definition {
    /// True if both versions have the same norms and rules of change, and scores whose changes are judged are computed from
    /// the same: those of one version compare with those of the other.
    pub fn measures_as(&self, other: &Self) -> bool {
        let measures = |definition: &'_ Self| {
            let scoring = definition.scoring.as_ref()?;
            (scoring.judges_change() || scoring.has_norms()).then(|| {
                let of = |of: Option<&Name>| (of.cloned(), scoring.change_of(of), scoring.norms_of(of).to_vec());
                definition.measured().map(of).collect::<Vec<_>>()
            })
        };
        let compares = |of: Option<&Name>| {
            let is_judged = self.scoring.as_ref().is_some_and(|scoring| scoring.change_of(of).is_some());
            !is_judged || self.computes_as(other, of)
        };
        std::ptr::eq(self, other) || measures(self) == measures(other) && self.measured().all(compares)
    }

    /// The name of a category of the owner; its id if there is none.
    pub fn name_of_category(&self, id: &Name, language: Language) -> String {
        let own = self.scoring.iter().flat_map(|scoring| &scoring.categories).find(|category| category.id == *id);
        own.map_or(id.as_str(), |category| category.name.in_language(language, self.language)).to_owned()
    }

    /// The overall score, `None`, and the categories of the owner.
    pub fn measured(&self) -> impl Iterator<Item = Option<&Name>> {
        let scoring = self.scoring.iter();
        scoring.flat_map(|scoring| {
            std::iter::once(None).chain(scoring.categories.iter().map(|category| Some(&category.id)))
        })
    }
}
