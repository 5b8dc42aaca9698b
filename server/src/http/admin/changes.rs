//! The change of scores between two attempts, as a page of *Insights*.

use app::admin::{
    ChangeLine, ChangeRespondents, Changes, ChangesPage, Counting, QuizTab, number_text, parameter_problem,
};
use domain::{
    AttemptPair, ChangeCount, ChangeFigures, Decimal, Definition, FieldCode, FieldError, Language, Name, NumberedBy,
    ScoreChanges, UserId,
};

use super::{Admin, AdminResult, Query, QuizHead, person_ids::PersonIds, quiz_href};
use crate::{
    clock,
    http::figures::{Offered, View},
    service::{ChangesState, QuizPath, ServiceError},
    store::AuditAction,
    zone,
};

const OVERALL: &str = "overall";

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
    let choices = view.choices(&here, &Offered { has_attempts: false, ..Offered::of(&quiz, None) }, &path, today);
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
                    let own = [(from_name, &page.from), (to_name, &page.to)];
                    let kept = page.kept.iter().map(|(name, value)| (name.as_str(), value));
                    let pairs: Vec<_> = kept.chain(own).filter(|(_, value)| !value.is_empty()).collect();
                    let query = serde_urlencoded::to_string(&pairs).unwrap_or_default();
                    changes.address = if query.is_empty() { "?".to_owned() } else { format!("?{query}&") };
                    if let Some(of) = ChangeCount::parse(&typed("is")) {
                        changes.respondents = respondents(&admin, &path, &figures, &changes, &typed("of"), of).await?;
                    }
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

/// The respondents of one number; `None` for a score that is not there.
async fn respondents(
    admin: &Admin,
    path: &QuizPath,
    figures: &ChangeFigures,
    shown: &Changes,
    score: &str,
    of: ChangeCount,
) -> Result<Option<ChangeRespondents>, ServiceError> {
    let Some(line) = shown.lines.iter().find(|line| line.id == score) else { return Ok(None) };
    let category = (score != OVERALL).then(|| Name::parse(score).ok()).flatten();
    let Some(changes) = figures.scores.get(&category) else { return Ok(None) };
    let users = changes.respondents(of);
    admin.service().note_list(&admin.caller, path, AuditAction::ListAnswers, users.len()).await?;
    let (list, ids) = (quiz_href(path, QuizTab::Answers), PersonIds::of(admin, path));
    let texts: Vec<String> = users.iter().map(UserId::to_string).collect();
    let invitations = admin.service().invitations_of(&admin.caller, path, texts.iter().map(String::as_str)).await?;
    let listed = users.iter().map(|user| ids.named(&list, user, &invitations)).collect();
    Ok(Some(ChangeRespondents { score: line.name.clone(), of, listed, number: changes.number(of) }))
}

fn changes(figures: &ChangeFigures, definition: &Definition) -> Changes {
    let line = |(of, changes): (&Option<Name>, &ScoreChanges)| {
        let number = |number: Option<Decimal>| number.map(number_text).unwrap_or_default();
        let name = of.as_ref().map(|id| definition.name_of_category(id, Language::EN));
        ChangeLine {
            id: of.as_ref().map_or_else(|| OVERALL.to_owned(), ToString::to_string),
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
        ..Changes::default()
    }
}
