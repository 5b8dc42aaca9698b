//! The base of a question's figures: the number of respondents who were asked it, as far as figures can tell.

use std::collections::BTreeMap;

use crate::{Definition, Insights, Item, Question, QuestionId};

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum QuestionBase {
    /// All submitted records: each version asks every respondent.
    Everyone,
    /// The records with an answer to this item, which is required wherever it is shown.
    Answered(QuestionId),
}

impl QuestionBase {
    /// By question. Optional questions that only some respondents see are absent: figures cannot tell an unanswered
    /// question from a hidden one.
    pub fn of_questions(versions: &[(u32, Definition)]) -> BTreeMap<QuestionId, Self> {
        let mut known: BTreeMap<&QuestionId, (usize, Option<QuestionId>)> = BTreeMap::new();
        for (_, definition) in versions {
            let mut may_be_over = false;
            for question in &definition.questions {
                let asked = question.items().into_iter().find(Item::is_required).map(|item| item.id);
                let is_for_all = !may_be_over && is_for_all(question);
                may_be_over |= question.ends();
                let (versions, required) = known.entry(&question.id).or_insert_with(|| (0, asked.clone()));
                *versions += usize::from(is_for_all);
                if *required != asked {
                    *required = None;
                }
            }
        }
        let base = |(id, (of_all, required)): (&QuestionId, (usize, Option<QuestionId>))| {
            let everyone = (of_all == versions.len()).then_some(Self::Everyone);
            Some((id.clone(), everyone.or(required.map(Self::Answered))?))
        };
        known.into_iter().filter_map(base).collect()
    }

    pub fn count(&self, figures: &Insights) -> u64 {
        match self {
            Self::Everyone => figures.completed(),
            Self::Answered(item) => figures.answered(item),
        }
    }
}

fn is_for_all(question: &Question) -> bool {
    let options = question.kind().options();
    question.show_if.is_none() && (options.is_empty() || options.iter().any(|option| option.show_if.is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Condition;

    #[test]
    fn those_who_came_to_a_question_are_everyone_or_those_who_had_to_answer() {
        let first = Definition::built_in();
        let ids: Vec<QuestionId> = first.questions.iter().map(|question| question.id.clone()).collect();
        let mut second = first.clone();
        second.questions[1].show_if = Some(Condition::Language(vec!["es".to_owned()]));
        second.questions[2].required = false;
        second.questions[3].show_if = second.questions[1].show_if.clone();
        second.questions[3].required = false;
        second.questions.remove(4);
        let bases = QuestionBase::of_questions(&[(1, first), (2, second)]);
        assert_eq!(bases.get(&ids[0]), Some(&QuestionBase::Everyone));
        assert_eq!(bases.get(&ids[1]), Some(&QuestionBase::Answered(ids[1].clone())));
        assert_eq!(bases.get(&ids[2]), Some(&QuestionBase::Everyone), "it may be left open");
        assert_eq!(bases.get(&ids[3]), None);
        assert_eq!(bases.get(&ids[4]), Some(&QuestionBase::Answered(ids[4].clone())), "one version asks it");
    }
}
