//! The fields of a quiz: what stands in each of them, and what it is called.

use super::Place;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Holds {
    Number,
    Numbers,
    /// Rows of numbers, one a line.
    Rows,
    /// True, or absent.
    Flag,
    /// True or false, and this if absent.
    Answer(bool),
    /// Words of several lines, which may be by language.
    Text,
    /// The same in one line.
    Line,
    /// Words in an order.
    List,
    /// Words in any order.
    Choices,
    /// A word of the format, and what its absence means; or fields of its own.
    Word(&'static str),
}

use Holds::{Answer, Choices, Flag, Line, List, Number, Numbers, Rows, Text, Word};

/// The fields by name, with their words if those are others. A name means one thing wherever it stands, but for what
/// [`Holds::at`] tells apart.
const FIELDS: [(&str, &str, Holds); 91] = [
    ("about", "the notes to respondents", Word("")),
    ("address", "how respondents are addressed", Word("informal")),
    ("alerts", "", Word("")),
    ("allowMissing", "unanswered questions allowed", Number),
    ("allowedOrigins", "the sites that may embed it", List),
    ("alt", "", Line),
    ("atLeast", "", Number),
    ("atMost", "", Number),
    ("below", "", Number),
    ("benchmark", "whether respondents read how the score compares", Flag),
    ("better", "the better direction", Word("")),
    ("boost", "the call to action", Text),
    ("change", "the rule of change", Word("")),
    ("closesAt", "the closing date", Word("")),
    ("closingGrace", "whether respondents may finish after the closing date", Answer(true)),
    ("contact", "the contact link", Line),
    ("cutoff", "the cut-off", Number),
    ("decimals", "", Number),
    ("decorative", "", Flag),
    ("description", "", Text),
    ("early", "whether it rises before the submission", Flag),
    ("end", "the last page", Word("")),
    ("ends", "", Flag),
    ("every", "the time from one occasion to the next", Word("")),
    ("exclusive", "whether it excludes others", Flag),
    ("explanation", "the words on the right answer", Text),
    ("feedback", "whether answers are told to be right", Word("none")),
    ("fields", "the fields of people", Word("")),
    ("focusBelow", "", Number),
    ("from", "the lower bound", Number),
    ("help", "the help", Text),
    ("image", "the picture", Word("")),
    ("includes", "", Choices),
    ("is", "", Choices),
    ("kept", "how long answers are kept", Line),
    ("label", "", Line),
    ("language", "the default language", Word("en")),
    ("last", "whether it stays at the end", Flag),
    ("link", "", Line),
    ("long", "", Flag),
    ("mail", "whether persons are told by mail", Flag),
    ("max", "", Number),
    ("maxLength", "the longest answer", Number),
    ("mean", "", Number),
    ("method", "", Word("average")),
    ("min", "", Number),
    ("missing", "the kind of not answering", Word("")),
    ("most", "the number of places", Number),
    ("name", "", Line),
    ("norms", "", Word("")),
    ("open", "the time that an occasion is open", Word("")),
    ("opensAt", "the opening date", Word("")),
    ("other", "the text field", Flag),
    ("overall", "whether there is an overall score", Answer(true)),
    ("part", "the name of the part", Line),
    ("percent", "the percentage", Number),
    ("percentiles", "the table of percentiles", Rows),
    ("places", "the number of places", Number),
    ("points", "", Number),
    ("primaryColor", "the colour", Word("")),
    ("privacy", "the privacy notice", Line),
    ("reliability", "", Number),
    ("remind", "the reminders", Word("")),
    ("required", "whether an answer is required", Answer(true)),
    ("respondentsMayErase", "whether respondents may delete their answers", Answer(false)),
    ("result", "what respondents see at the end", Word("full")),
    ("resultByMail", "whether respondents may have their result mailed", Flag),
    ("retryAfterDays", "the days until a retake", Number),
    ("review", "whether answers are reviewed before sending", Flag),
    ("runBy", "who runs the quiz", Line),
    ("sd", "the standard deviation", Number),
    ("seenBy", "who sees answers", Line),
    ("series", "", Word("")),
    ("showIf", "the condition", Word("")),
    ("showProgress", "whether respondents see results over time", Flag),
    ("showResults", "whether programs read scores without a key", Flag),
    ("shuffle", "whether the order differs", Word("")),
    ("source", "", Line),
    ("stepsTitle", "", Line),
    ("subTitle", "", Text),
    ("text", "", Text),
    ("timeZone", "the time zone", Word("UTC")),
    ("times", "the number of occasions", Number),
    ("title", "", Line),
    ("to", "the upper bound", Number),
    ("unit", "", Line),
    ("until", "the last day", Word("")),
    ("url", "", Line),
    ("values", "", Numbers),
    ("weight", "", Number),
    ("when", "the condition", Word("")),
];

fn known(name: &str) -> Option<&'static (&'static str, &'static str, Holds)> {
    FIELDS.iter().find(|(known, ..)| *known == name)
}

impl Holds {
    pub fn at(place: &Place) -> Self {
        let steps: Vec<&str> = place.steps().iter().map(String::as_str).collect();
        match steps[..] {
            // Help links, places of the quiz, and the quiz itself.
            ["about", "help"] | ["places"] | [] => Word(""),
            ["words", _] | [.., "labels" | "steps", _] => Line,
            [.., "points", _] => Number,
            // Of a condition.
            [_, .., "language"] => Choices,
            [.., last] => known(last).map_or(Word(""), |(.., holds)| *holds),
        }
    }
}

/// A field in words: `the upper bound`.
pub fn field_name(name: &str) -> String {
    match known(name) {
        Some((_, words, _)) if !words.is_empty() => (*words).to_owned(),
        _ => format!("the {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_order_and_once() {
        assert!(FIELDS.is_sorted_by(|(one, ..), (next, ..)| one < next));
    }

    #[test]
    fn the_same_name_may_hold_something_else_elsewhere() {
        for (place, holds) in [
            ("language", Word("en")),
            ("questions.q1.showIf.language", Choices),
            ("about.help", Word("")),
            ("questions.q1.help", Text),
            ("questions.q1.labels.3", Line),
            ("questions.q1.points", Number),
            ("questions.q1.points.0", Number),
            ("scoring.categories.body.change.points", Number),
            ("scoring.norms.0.percentiles", Rows),
            ("alerts.alert1.help", Text),
            ("alerts.alert1.when.band.is", Choices),
        ] {
            assert_eq!(Holds::at(&Place::parse(place)), holds, "{place}");
        }
    }
}
