//! Compares the respondents' journal with the final state of the service and the database.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{client, load::Taken};

pub(super) struct Stored {
    /// Option ids by question id.
    answers: Value,
    is_submitted: bool,
}

pub(super) type Records = HashMap<String, Stored>;

/// The option ids of the first eight questions, in the order of their codes.
pub(super) type Options = Vec<Vec<String>>;

/// Differences between the journal and the records read back.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) acknowledged: usize,
    pub(super) lost: usize,
}

pub(super) fn compare(journal: &[Taken], stored: &Records, options: &Options) -> Comparison {
    let mut comparison = Comparison::default();
    for taken in journal.iter().filter(|taken| taken.has_begun) {
        let record = stored.get(&taken.user);
        let answers = taken.answers.iter().zip(options).zip(1..).map(|((code, options), question)| {
            let option = usize::try_from(code - 1).ok().and_then(|place| options.get(place));
            record.is_some_and(|record| record.answers[format!("fhn{question}")].as_str() == option.map(String::as_str))
        });
        let begun = std::iter::once(record.is_some());
        let submitted = taken.is_submitted.then(|| record.is_some_and(|record| record.is_submitted));
        for is_there in begun.chain(answers).chain(submitted) {
            comparison.acknowledged += 1;
            comparison.lost += usize::from(!is_there);
        }
    }
    comparison
}

pub(super) fn options(port: u16, quiz: &str) -> Result<Options> {
    let quiz = client::get(port, &format!("/api/v1/namespaces/drill/quizzes/{quiz}/public"))?.json();
    let questions = quiz["questions"].as_array().context("a quiz without questions")?;
    let id = |option: &Value| option["id"].as_str().unwrap_or_default().to_owned();
    let of = |question: &Value| Some(question["options"].as_array()?.iter().map(id).collect());
    questions.iter().map(|question| of(question).context("a question without options")).collect()
}

pub(super) fn list(port: u16, quiz: &str, key: &str) -> Result<Records> {
    let mut records = Records::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/v1/namespaces/drill/quizzes/{quiz}/answers?limit=200{cursor}");
        let page = client::send(port, "GET", &path, key, "")?;
        ensure!(page.status == 200, "the list of answers fails: {}", page.body);
        let page = page.json();
        for item in page["items"].as_array().context("a page without items")? {
            let stored = Stored { answers: item["qAnswers"].clone(), is_submitted: item["isCompleted"] == true };
            let user = item["userId"].as_str().context("an item without a user")?.to_owned();
            ensure!(records.insert(user, stored).is_none(), "the list has a record twice: {item}");
        }
        let Some(next) = page["nextCursor"].as_str() else { return Ok(records) };
        cursor = format!("&cursor={next}");
    }
}

/// The rows of `SELECT user_id, submitted_at IS NOT NULL, answers`, with columns separated by bars.
pub(super) fn rows(text: &str) -> Result<Records> {
    let row = |line: &str| {
        let mut columns = line.splitn(3, '|');
        let (user, is_submitted) = (columns.next()?.to_owned(), columns.next()? == "t");
        Some((user, Stored { answers: serde_json::from_str(columns.next()?).ok()?, is_submitted }))
    };
    text.lines().map(|line| row(line).with_context(|| format!("a damaged row: {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(answers: &[u64], is_submitted: bool) -> Taken {
        Taken { user: "ana".to_owned(), has_begun: true, answers: answers.to_vec(), is_submitted }
    }

    #[test]
    fn what_is_missing_or_different_is_lost() {
        let options = vec![vec!["a".to_owned(), "b".to_owned()]; 8];
        let stored = rows("ana|t|{\"fhn1\":\"a\",\"fhn2\":\"b\"}").expect("rows");
        let compared = |taken| {
            let Comparison { acknowledged, lost } = compare(&[taken], &stored, &options);
            (acknowledged, lost)
        };
        assert_eq!(compared(taken(&[1, 2], true)), (4, 0));
        assert_eq!(compared(taken(&[1], false)), (2, 0));
        assert_eq!(compared(taken(&[2, 2], true)), (4, 1));
        assert_eq!(compared(taken(&[1, 2, 1], true)), (5, 1));
        let open = rows("ana|f|{}").expect("rows");
        assert_eq!(compare(&[taken(&[], true)], &open, &options), Comparison { acknowledged: 2, lost: 1 });
        assert_eq!(compare(&[taken(&[1], true)], &Records::new(), &options), Comparison { acknowledged: 3, lost: 3 });
    }
}
