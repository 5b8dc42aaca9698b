//! Sample answers for demonstrations and previews.

use crate::{Answer, Decimal, Format, Item, Kind, OptionId, Writing};

impl Item<'_> {
    /// A valid answer at a place from 0 to 1: from the first option or the smallest number to the last. `None` if there
    /// is none.
    pub fn sample(&self, place: f64) -> Option<Answer> {
        Some(match self.kind {
            Kind::Choice { options, .. } => Answer::Option(at(options, place)?.id.clone()),
            Kind::Multiple { options, .. } => {
                let (min, max) = self.kind.bounds();
                let first = at(options, place)?;
                if first.exclusive && min < 2 {
                    return Some(Answer::Options(vec![first.id.clone()]));
                }
                let others = options.iter().filter(|option| !option.exclusive && option.id != first.id);
                let mut chosen: Vec<&OptionId> = (!first.exclusive)
                    .then_some(&first.id)
                    .into_iter()
                    .chain(others.map(|option| &option.id))
                    .collect();
                chosen.truncate(min.min(max));
                let in_order = options.iter().filter(|option| chosen.contains(&&option.id));
                Answer::Options(in_order.map(|option| option.id.clone()).collect())
            }
            Kind::Ranking { options } => {
                let mut ranked: Vec<OptionId> = options.iter().map(|option| option.id.clone()).collect();
                let first = index(ranked.len(), place);
                ranked.rotate_left(first);
                Answer::Options(ranked)
            }
            Kind::Scale(scale) => {
                let values: Vec<i32> = scale.values().collect();
                Answer::Number(Decimal::whole(*at(&values, place)?))
            }
            Kind::Number(number) => {
                // In thousandths of the range, rounded down to a valid number.
                let (min, max) = (i128::from(number.min.thousandths()), i128::from(number.max.thousandths()));
                let step = i128::from(Decimal::step(number.decimals).thousandths());
                let way = i128::try_from(index(1001, place)).ok()?;
                let given = (min + (max - min) * way / 1000).div_euclid(step) * step;
                Answer::Number(Decimal::from_thousandths(given.max(min))?)
            }
            Kind::Text(writing) => Answer::Text(words(writing)?),
            Kind::Date { min, max } => {
                Answer::Text(min.clone().or(max.clone()).unwrap_or_else(|| "2026-01-01".to_owned()))
            }
            Kind::Consent { .. } => Answer::Consent,
            Kind::Matrix { .. } | Kind::Statement { .. } => return None,
        })
    }
}

fn words(writing: &Writing) -> Option<String> {
    let text = match writing.format {
        None => "A made-up answer",
        Some(Format::Email) => "someone@example.org",
        Some(Format::Url) => "https://example.org",
        Some(Format::Phone) => "+15550100",
    };
    let is_cut = writing.format.is_none();
    let text: String = text.chars().take(if is_cut { writing.max_length } else { usize::MAX }).collect();
    (text.chars().count() <= writing.max_length).then_some(text)
}

fn at<T>(all: &[T], place: f64) -> Option<&T> {
    all.get(index(all.len(), place))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place from 0 to 1 among at most 1001"
)]
fn index(count: usize, place: f64) -> usize {
    ((place * count as f64) as usize).min(count.saturating_sub(1))
}
