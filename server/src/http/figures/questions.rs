//! A figure for each question; the rows of a matrix share one.

use std::collections::{HashMap, HashSet};

use app::admin::Figure;
use domain::{Item, Kind, QuestionId};

use super::{Links, kinds, matrices};
use crate::service::QuizInsights;

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let definition = &found.quiz.definition;
    let items: HashMap<QuestionId, Item<'_>> = definition.items().map(|item| (item.id.clone(), item)).collect();
    let mut drawn: HashSet<&QuestionId> = HashSet::new();
    let mut figures = Vec::new();
    for asked in &found.questions {
        let item = items.get(&asked.id);
        let matrix = item.filter(|item| {
            let is_matrix = matches!(item.question.kind(), Kind::Matrix { .. });
            is_matrix && item.question.id != asked.id && asked.kind != domain::KindName::Text
        });
        match matrix {
            Some(item) => {
                if drawn.insert(&item.question.id) {
                    figures.push(matrices::figure(found, item.question, links));
                }
            }
            None => figures.push(kinds::figure(found, asked, item, links)),
        }
    }
    figures
}
