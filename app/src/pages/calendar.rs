//! Calendar entries as iCalendar files (RFC 5545). They are marked private because calendars are often shared, and the
//! title reveals only the quiz's name.

use std::iter;

use domain::{HelpLinkText, Language};

use crate::words::texts;

#[derive(Clone, Copy, Debug)]
pub enum Occasion<'a> {
    /// A quarter of an hour in the afternoon for this step, and services that help with it.
    Step(&'a str, &'a [HelpLinkText]),
    /// An all-day entry: the quiz can be retaken at this URL.
    Retake(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub struct CalendarEntry<'a> {
    pub quiz: &'a str,
    pub occasion: Occasion<'a>,
    /// The entry's unique id, so that adding it twice creates one.
    pub uid: &'a str,
    /// `20261123`
    pub day: &'a str,
    /// The creation time: `20261122T101500Z`.
    pub made_at: &'a str,
}

/// The maximum length of a line in octets, without its line break.
const LINE: usize = 75;

pub fn calendar(language: Language, entry: &CalendarEntry<'_>) -> String {
    let words = texts(language);
    let day = entry.day;
    // Offices are open in the afternoon, and the time is still ahead in zones where the day began hours before it did
    // in the quiz's zone.
    let (title, text, time, alarm) = match entry.occasion {
        Occasion::Step(step, help) => {
            let help = help.iter().map(|HelpLinkText { label, url }| format!("{}: {url}", label.text));
            let text = iter::once(step.to_owned()).chain(help).collect::<Vec<_>>().join("\n");
            ((words.step_event)(entry.quiz), text, format!("DTSTART:{day}T150000\r\nDURATION:PT15M"), "PT0S")
        }
        Occasion::Retake(link) => {
            ((words.retake_event)(entry.quiz), link.to_owned(), format!("DTSTART;VALUE=DATE:{day}"), "PT9H")
        }
    };
    let lines = [
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Quiz Answers//EN\r\nBEGIN:VEVENT".to_owned(),
        format!("UID:{}", entry.uid),
        format!("DTSTAMP:{}", entry.made_at),
        time,
        folded("SUMMARY:", &title),
        folded("DESCRIPTION:", &text),
        "CLASS:PRIVATE\r\nTRANSP:TRANSPARENT\r\nBEGIN:VALARM\r\nACTION:DISPLAY".to_owned(),
        folded("DESCRIPTION:", &title),
        format!("TRIGGER:{alarm}\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"),
    ];
    lines.join("\r\n")
}

/// A property with its text escaped, folded into lines that begin with a space after the first.
fn folded(name: &str, text: &str) -> String {
    let mut folded = name.to_owned();
    let mut length = name.len();
    for character in text.chars() {
        let escaped = match character {
            '\n' => "\\n".to_owned(),
            '\\' | ';' | ',' => format!("\\{character}"),
            // Texts contain no other control characters.
            _ if character.is_control() => continue,
            _ => character.to_string(),
        };
        if length + escaped.len() > LINE {
            folded.push_str("\r\n ");
            length = 1;
        }
        length += escaped.len();
        folded.push_str(&escaped);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(occasion: Occasion<'_>, language: Language) -> String {
        let entry = CalendarEntry {
            quiz: "Money; check-up\r\nBEGIN:VEVENT",
            occasion,
            uid: "1-step@quiz-answers",
            day: "20261123",
            made_at: "20261122T101500Z",
        };
        calendar(language, &entry)
    }

    #[test]
    fn a_step_is_a_private_entry_with_a_reminder_in_the_afternoon() {
        let help = [HelpLinkText { label: "Debt advice".into(), url: "tel:112".to_owned() }];
        let text = entry(Occasion::Step("Call, then wait.", &help), Language::EN);
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Quiz Answers//EN",
            "BEGIN:VEVENT",
            "UID:1-step@quiz-answers",
            "DTSTAMP:20261122T101500Z",
            "DTSTART:20261123T150000",
            "DURATION:PT15M",
            "SUMMARY:Money\\; check-up\\nBEGIN:VEVENT: my next step",
            "DESCRIPTION:Call\\, then wait.\\nDebt advice: tel:112",
            "CLASS:PRIVATE",
            "TRANSP:TRANSPARENT",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "DESCRIPTION:Money\\; check-up\\nBEGIN:VEVENT: my next step",
            "TRIGGER:PT0S",
            "END:VALARM",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(text.split("\r\n").collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_day_of_the_next_attempt_is_a_whole_day_with_the_way_back() {
        let text = entry(Occasion::Retake("https://a.example/x"), Language::ES);
        for line in ["DTSTART;VALUE=DATE:20261123", "DESCRIPTION:https://a.example/x", "TRIGGER:PT9H", "CLASS:PRIVATE"]
        {
            assert!(text.split("\r\n").any(|found| found == line), "{line}: {text}");
        }
        assert!(!text.contains("DURATION") && text.contains("hacerlo otra vez"));
    }

    #[test]
    fn lines_are_folded_between_characters() {
        let step = "Ñandú, ".repeat(40);
        let text = entry(Occasion::Step(&step, &[]), Language::ES);
        assert!(text.split("\r\n").all(|line| line.len() <= LINE), "{text}");
        assert!(text.replace("\r\n ", "").contains(&step.replace(',', "\\,")));
    }
}
