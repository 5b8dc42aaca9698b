//! The change of scores between two attempts, as a page of *Insights*.

use app::admin::{ChangeLine, Changes, ChangesPage, Counting, QuizTab, number_text, parameter_problem};
use domain::{
    AttemptPair, ChangeFigures, Decimal, Definition, FieldCode, FieldError, Language, NumberedBy, ScoreChanges,
};

use super::{Admin, AdminResult, Query, QuizHead};
use crate::{clock, http::figures::View, service::ChangesState, zone};

pub(super) async fn show(admin: Admin, head: QuizHead, Query(given): Query<Vec<(String, String)>>) -> AdminResult {
    let QuizHead { path, nav, quiz, .. } = head;
    let (from_attempt, to_attempt) = NumberedBy::Attempts.names();
    let names_attempts = given.iter().any(|(name, _)| name == from_attempt || name == to_attempt);
    let by = match quiz.settings.had_series && !names_attempts {
        true => NumberedBy::Occasions,
        false => NumberedBy::Attempts,
    };
    let (from_name, to_name) = by.names();
    let typed = |name: &str| {
        let value = given.iter().find(|(own, _)| own == name).map(|(_, value)| value.trim().to_owned());
        value.unwrap_or_default()
    };
    let (view, mut problems) = match View::read(&given, &quiz) {
        Ok(view) => (view, Vec::new()),
        Err(bad) => (View::default(), vec![parameter_problem(&bad)]),
    };
    let here = QuizTab::Insights.href(&path.namespace, &path.quiz);
    let today = zone::day_of(clock::now(), &zone::zone_of(&quiz.settings));
    let choices = view.choices(&here, (&quiz.definition, quiz.version), &path, today, None);
    let mut page = ChangesPage {
        by,
        from: typed(from_name),
        to: typed(to_name),
        kept: view.pairs().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        narrowed: choices.narrowed.into_iter().map(|(words, _)| words).collect(),
        problems: Vec::new(),
        changes: None,
        counting: None,
        quiz: nav,
    };
    let number = |name: &'static str| match typed(name) {
        text if text.is_empty() => Ok(None),
        text => {
            let wrong = || FieldError::new(name, FieldCode::WrongType("a whole number".to_owned()));
            text.parse().map(Some).map_err(|_| wrong())
        }
    };
    let pair = number(from_name).and_then(|from| AttemptPair::new(by, from, number(to_name)?));
    match pair {
        Err(bad) => problems.push(parameter_problem(&bad)),
        Ok(pair) => {
            let segment = view.query().segment;
            match admin.service().change_figures(&admin.caller, &path, segment, pair).await? {
                ChangesState::UnderWay { done, all } => page.counting = Some(Counting { done, all }),
                ChangesState::Ready(quiz, figures, as_of) => {
                    let mut changes = changes(&figures, &quiz.definition);
                    if let Some(at) = as_of {
                        let at = admin.zone().await?.minute(at);
                        changes.note =
                            Some(format!("As of {at}. Answers have changed since; they are counted in some minutes."));
                    }
                    page.changes = Some(changes);
                }
            }
        }
    }
    page.problems = problems;
    Ok(admin.page(app::admin::changes, page))
}

fn changes(figures: &ChangeFigures, definition: &Definition) -> Changes {
    let line = |(of, changes): (&Option<domain::Name>, &ScoreChanges)| {
        let number = |number: Option<Decimal>| number.map(number_text).unwrap_or_default();
        let name = of.as_ref().map(|id| definition.name_of_category(id, Language::EN));
        ChangeLine {
            name: name.unwrap_or_else(|| "Overall".to_owned()),
            people: changes.count,
            not_comparable: changes.not_comparable,
            before: number(changes.mean_before()),
            after: number(changes.mean_after()),
            change: number(changes.mean_change()),
            sd: number(changes.sd()),
            standardised: number(changes.standardised()),
            verdicts: changes.verdicts.map(|found| [found.better, found.same, found.worse, found.recovered]),
        }
    };
    Changes {
        both: figures.both,
        only_earlier: figures.only_from,
        lines: figures.scores.iter().map(line).collect(),
        note: None,
    }
}
