//! The routes that wait for turns, as listed by a test of the server. Each gets an attack, so none can be forgotten.

use anyhow::{Context, Result, bail};

use super::noisy::{NAMESPACE, Noisy};

const LIST: &str = include_str!("../../routes-that-wait.txt");

/// Forms that would end the attack or remove what it needs: the session, or the quiz of all forms.
const NOT_SENT: [&str; 2] = ["POST /admin/sign-out", "POST /admin/ns/{namespace}/quizzes/{quiz}/delete"];

/// A quiz that does not exist: requests to it are parsed but change nothing.
const NO_QUIZ: &str = "0123456789abcdef";

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Sort {
    /// Dashboard pages and reports.
    Page,
    Form,
    /// API requests.
    Reading,
    Writing,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    pub(super) method: &'static str,
    path: &'static str,
}

pub(super) fn of_sort(sort: Sort) -> impl Iterator<Item = Route> {
    let routes = LIST.lines().filter(|line| !NOT_SENT.contains(line)).filter_map(Route::read);
    routes.filter(move |route| route.sort() == sort)
}

impl Route {
    fn read(line: &'static str) -> Option<Self> {
        line.split_once(' ').map(|(method, path)| Self { method, path })
    }

    fn sort(&self) -> Sort {
        match (self.path.starts_with("/api/"), self.method) {
            (false, "GET") => Sort::Page,
            (false, _) => Sort::Form,
            (true, "GET") => Sort::Reading,
            (true, _) => Sort::Writing,
        }
    }

    /// The path with ids of the noisy tenant. Fails for an unknown parameter.
    pub(super) fn path(&self, noisy: &Noisy) -> Result<String> {
        let quiz = match self.sort() {
            Sort::Page | Sort::Reading => noisy.large.first().context("there is no large quiz")?,
            Sort::Form => &noisy.forms,
            Sort::Writing => NO_QUIZ,
        };
        self.filled(quiz, &noisy.report)
    }

    fn filled(&self, quiz: &str, report: &str) -> Result<String> {
        let part = |part: &'static str| {
            Ok(match part {
                "{namespace}" | "{namespaceId}" => NAMESPACE.to_owned(),
                "{quiz}" | "{quizId}" => quiz.to_owned(),
                "{token}" if self.path.starts_with("/report/") => report.to_owned(),
                "{part}" => "questions".to_owned(),
                "{question}" | "{questionId}" => "q0".to_owned(),
                "{version}" => "1".to_owned(),
                "{file}" | "{figure}" => "scores.svg".to_owned(),
                "{id}" | "{token}" | "{user}" | "{invitedUserUUID}" | "{exportId}" | "{keyId}" | "{offerId}"
                | "{administratorId}" | "{mail}" | "{mailId}" | "{memberId}" | "{imageId}" | "{webhookId}"
                | "{eventId}" | "{event}" | "{alertId}" => "none".to_owned(),
                part if part.starts_with('{') => {
                    bail!("{} {} has {part}, which is new to the rig", self.method, self.path)
                }
                part => part.to_owned(),
            })
        };
        Ok(self.path.split('/').map(part).collect::<Result<Vec<_>>>()?.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_route_that_waits_is_asked_for_by_an_attack() {
        let all: Vec<_> = LIST.lines().collect();
        assert!(all.len() > 100, "{all:?}");
        for line in NOT_SENT {
            assert!(all.contains(&line), "{line} is not a route any more");
        }
        let mut asked = 0;
        for sort in [Sort::Page, Sort::Form, Sort::Reading, Sort::Writing] {
            for route in of_sort(sort) {
                assert!(!route.filled("quiz", "report").expect("all of its parts are known").contains('{'));
                asked += 1;
            }
        }
        assert_eq!(asked + NOT_SENT.len(), all.len());
    }
}
