//! The days of a series: when the occasions of a person come and end, and what is due at a moment. Pure functions.

use domain::{Day, Period, Series, Timestamp};
use jiff::{Span, civil::Date, tz::TimeZone};

use crate::{
    clock,
    store::{Base, Enrolled, Occasion},
    zone,
};

/// A plan in the time zone of its quiz.
#[derive(Clone)]
pub(crate) struct Plan {
    series: Series,
    until: Option<Day>,
    zone: TimeZone,
}

/// The days of an occasion, and its window as moments; the end is not part of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Window {
    pub(crate) number: u32,
    pub(crate) due: Day,
    pub(crate) opens: Timestamp,
    pub(crate) closes: Timestamp,
}

/// What is due for a person.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Due {
    /// Occasions that have come, in their order. Only the last one may still be open.
    pub(crate) come: Vec<Window>,
    /// The number of the reminder to send about the open occasion.
    pub(crate) reminder: Option<u32>,
    pub(crate) base: Option<Base>,
    /// Reminders of the last occasion whose moments have passed.
    pub(crate) reminded: u32,
    /// The next moment at which something may be due.
    pub(crate) next_at: Option<Timestamp>,
}

impl Plan {
    pub(crate) fn new(series: &Series, zone: TimeZone) -> Self {
        let until = series.until.as_deref().and_then(clock::parse_day);
        Self { series: series.clone(), until, zone }
    }

    /// The occasion of a number, counted from a base. `None` past the end of the series.
    pub(crate) fn window(&self, base: Base, number: u32) -> Option<Window> {
        let due = plus(base.day, self.series.every, i64::from(number) - base.number)?;
        if number > self.series.last() || self.until.is_some_and(|until| until < due) {
            return None;
        }
        let (opens, closes) = (self.after(due, None)?, self.after(due, Some(self.series.open))?);
        Some(Window { number, due, opens, closes })
    }

    /// The next occasion of a person, after those that have come. It waits for the end of the last one, which may be
    /// of an earlier plan.
    pub(crate) fn next(&self, base: Base, number: u32, last_closes: Option<Timestamp>) -> Option<Window> {
        let window = self.window(base, number + 1)?;
        Some(Window { opens: last_closes.map_or(window.opens, |closes| window.opens.max(closes)), ..window })
    }

    /// The start of the day that lies so long after another one.
    fn after(&self, day: Day, period: Option<Period>) -> Option<Timestamp> {
        let day = period.map_or(Some(day), |period| plus(day, period, 1))?;
        Some(zone::start_of(day, &self.zone))
    }

    /// From where occasions count that have yet to come: the day at hand for a person who has had none, otherwise the
    /// last occasion, so that the next one neither overlaps it nor lies before the moment at hand.
    fn base_at(&self, at: Timestamp, last: Option<&Occasion>) -> Option<Base> {
        let today = zone::day_of(at, &self.zone);
        let Some(last) = last else { return Some(Base { day: today, number: 1 }) };
        let ended = zone::day_of(last.closes_at, &self.zone);
        let is_whole = zone::start_of(ended, &self.zone) >= last.closes_at;
        let earliest = today.max(if is_whole { ended } else { ended.next() });
        let mut steps = 1;
        while plus(last.due, self.series.every, steps)? < earliest {
            steps += 1;
        }
        Some(Base { day: last.due, number: i64::from(last.number) + 1 - steps })
    }

    /// What is due now for a person of a quiz that is open. `last` is the last occasion that has come.
    pub(crate) fn due(&self, person: &Enrolled, last: Option<&Occasion>, now: Timestamp) -> Due {
        let begun_at = person.next_at.unwrap_or(now).min(now);
        let base = person.base.or_else(|| self.base_at(begun_at, last));
        let mut due = Due { base, reminded: person.reminded, ..Due::default() };
        let Some(base) = base else { return due };
        let mut number = person.number;
        let mut closes = last.map(|last| last.closes_at);
        while let Some(window) = self.next(base, number, closes) {
            if window.opens > now {
                due.next_at = Some(window.opens);
                break;
            }
            (number, closes) = (window.number, Some(window.closes));
            due.come.push(window);
        }
        let open = due.come.last().map(|window| (window.due, window.closes, false));
        let open =
            open.or_else(|| last.map(|last| (last.due, last.closes_at, last.is_stopped || last.attempt.is_some())));
        let Some((day, closes, is_settled)) = open else { return due };
        let moments = self.series.remind.iter().filter_map(|remind| self.after(day, Some(*remind)));
        let moments: Vec<_> = moments.filter(|moment| *moment < closes).collect();
        let passed = moments.iter().filter(|moment| **moment <= now).count();
        let passed = u32::try_from(passed).unwrap_or_default();
        // One message tells of an occasion that has just come, however late.
        if passed > person.reminded && due.come.is_empty() && !is_settled && now < closes {
            due.reminder = Some(passed);
        }
        due.reminded = passed;
        if !is_settled && let Some(next) = moments.into_iter().find(|moment| *moment > now) {
            due.next_at = Some(due.next_at.map_or(next, |at| at.min(next)));
        }
        due
    }
}

/// So many periods after a day. Months end on the last day that there is. `None` outside the calendar.
fn plus(day: Day, period: Period, times: i64) -> Option<Day> {
    let (months, days) = period.months_and_days();
    let date = Date::new(1970, 1, 1).ok()?.checked_add(Span::new().try_days(day.number()).ok()?).ok()?;
    let span = Span::new().try_months(months.checked_mul(times)?).ok()?.try_days(days.checked_mul(times)?).ok()?;
    let date = date.checked_add(span).ok()?;
    let days = date.since(Date::new(1970, 1, 1).ok()?).ok()?.get_days();
    Some(Day::from_number(days.into()))
}

#[cfg(test)]
mod tests;
