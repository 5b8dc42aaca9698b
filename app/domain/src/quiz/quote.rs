//! Texts that quote: `{answer:id}` in any text that follows the question, `{score:id}` and `{band:id}` in results, with
//! the id of a category or `overall`.

use std::{borrow::Cow, collections::HashMap};

use super::bounds::QUOTES;
use crate::{
    Answers, Decimal, Definition, FieldCode, Kind, Language, Name, Path, Question, QuestionBody, QuestionId,
    ReadableAnswer, Scores, Text, values::validation::Errors,
};

/// The longest quotation, in characters; a longer answer ends with an ellipsis.
const LONGEST: usize = 500;

const OF_QUESTIONS: [&str; 1] = ["answer:question"];
const OF_RESULTS: [&str; 3] = ["answer:question", "score:overall", "band:overall"];

/// What a text quotes. Scores and bands are those of a category, or `None` for the overall score.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Quote {
    Answer(QuestionId),
    Score(Option<Name>),
    Band(Option<Name>),
    /// The part before the colon is known, and the part behind it is no id.
    Malformed,
}

/// A piece of a text: words as they are, or what stands in braces.
enum Piece<'t> {
    Words(&'t str),
    Quote(Quote),
}

/// A value that is quoted; numbers are to be written in the language of the text.
#[derive(Clone, Debug)]
pub enum Quoted {
    Answer(ReadableAnswer),
    Score(Decimal),
}

/// What a record gives to quote.
#[derive(Clone, Copy, Debug)]
pub struct Quotable<'a> {
    pub answers: &'a Answers,
    /// The language of the answers, on which conditions depend.
    pub answered_in: Language,
    /// With the version that gave them.
    pub scores: Option<(&'a Scores, &'a Definition)>,
    /// The language of texts that are the same for all.
    pub read_in: Language,
}

/// A text's place in the definition.
struct Place {
    path: Path,
    /// The questions before it in every order.
    before: usize,
    /// Read with the result.
    is_of_result: bool,
}

impl Quote {
    /// `None` for anything else in braces.
    fn read(inner: &str) -> Option<Self> {
        let (what, id) = inner.split_once(':')?;
        let category = || Name::parse(id).map(|id| (id.as_str() != "overall").then_some(id));
        let found = match what {
            "answer" => QuestionId::parse(id).ok().map(Self::Answer),
            "score" => category().ok().map(Self::Score),
            "band" => category().ok().map(Self::Band),
            _ => return None,
        };
        Some(found.unwrap_or(Self::Malformed))
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest, mut from) = (Vec::new(), text, 0);
    while let Some(open) = rest[from..].find('{').map(|at| from + at) {
        let inner = rest[open + 1..].find(['}', '{', '\n']).filter(|end| rest[open + 1 + end..].starts_with('}'));
        match inner.and_then(|end| Some((end, Quote::read(&rest[open + 1..open + 1 + end])?))) {
            Some((end, quote)) => {
                pieces.push(Piece::Words(&rest[..open]));
                pieces.push(Piece::Quote(quote));
                (rest, from) = (&rest[open + end + 2..], 0);
            }
            None => from = open + 1,
        }
    }
    pieces.push(Piece::Words(rest));
    pieces
}

fn quotes(text: &Text) -> impl Iterator<Item = Quote> {
    text.wordings().filter(|wording| wording.contains('{')).flat_map(pieces).filter_map(|piece| match piece {
        Piece::Words(_) => None,
        Piece::Quote(quote) => Some(quote),
    })
}

impl Definition {
    /// The definition with quotations in the place of all that its texts quote; empty for what is hidden or not answered
    /// yet. `say` writes a value in a language. `None` if its texts quote nothing.
    pub fn quoting(&self, from: Quotable<'_>, say: &dyn Fn(Quoted, Language) -> String) -> Option<Self> {
        if !self.quotes {
            return None;
        }
        // Labels that are quoted may quote in their turn: each round settles one more of them.
        let mut labelled = Cow::Borrowed(self);
        for _ in 0..self.questions.len() {
            let next = self.quoting_from(&labelled, from, say);
            if next.questions == labelled.questions {
                return Some(next);
            }
            labelled = Cow::Owned(next);
        }
        Some(labelled.into_owned())
    }

    /// The alerts whose help quotes an answer to this question.
    pub fn helps_that_quote(&self, question: &QuestionId) -> Vec<Name> {
        let items = self.question(question).map(Question::items).unwrap_or_default();
        let is_of = |quote: Quote| matches!(&quote, Quote::Answer(id) if items.iter().any(|item| item.id == *id));
        let helping = self.alerts.iter().filter_map(|alert| Some((alert, alert.help.as_ref()?)));
        helping.filter(|(_, help)| quotes(help).any(is_of)).map(|(alert, _)| alert.id.clone()).collect()
    }

    /// As [`Self::quoting`], with answers in the words of `labelled`.
    fn quoting_from(&self, labelled: &Self, from: Quotable<'_>, say: &dyn Fn(Quoted, Language) -> String) -> Self {
        let mut quoting = self.clone();
        let journey = labelled.journey(from.answers, from.answered_in.as_str());
        let said = |quote: &Quote, language: Language| {
            match (quote, from.scores) {
                (Quote::Answer(id), _) => journey.readable_answer(id, language).map(Quoted::Answer),
                (Quote::Score(category), Some((scores, _))) => score_of(scores, category.as_ref()).map(Quoted::Score),
                (Quote::Band(category), Some((scores, definition))) => {
                    let band = band_of(scores, definition, category.as_ref())?;
                    return Some(band.in_language(language, definition.language).to_owned());
                }
                _ => None,
            }
            .map(|value| shortened(say(value, language)))
        };
        let write = |text: &str, language: Language| {
            let written = pieces(text).into_iter().map(|piece| match piece {
                Piece::Words(words) => words.to_owned(),
                Piece::Quote(quote) => said(&quote, language).unwrap_or_default(),
            });
            written.collect::<String>()
        };
        quoting.each_text(&mut |_, text| {
            if quotes(text).next().is_none() {
                return;
            }
            match text {
                Text::Same(same) => *same = write(same, from.read_in),
                Text::ByLanguage(texts) => {
                    for (language, text) in texts {
                        *text = write(text, *language);
                    }
                }
            }
        });
        quoting
    }

    /// Finds quotations of what there is not, or not yet.
    pub(super) fn check_quotes(&mut self, errors: &mut Errors) {
        let mut asked = HashMap::new();
        for (at, question) in self.questions.iter().enumerate() {
            asked.extend(question.items().into_iter().map(|item| (item.id, at)));
        }
        let scoring = self.scoring.clone().unwrap_or_default();
        let is_score = |category: &Option<Name>| match category {
            None => scoring.has_overall(),
            Some(id) => scoring.categories.iter().any(|category| category.id == *id),
        };
        let mut count = 0;
        self.each_text(&mut |Place { path, before, is_of_result }, text| {
            for quote in quotes(text) {
                count += 1;
                if count == QUOTES + 1 {
                    errors.add(&path, FieldCode::TooManyInAll { what: "quotations", max: QUOTES });
                }
                let possible: &'static [&'static str] = if is_of_result { &OF_RESULTS } else { &OF_QUESTIONS };
                let code = match quote {
                    Quote::Answer(id) => match asked.get(&id) {
                        None => FieldCode::UnknownQuestion(id),
                        Some(at) if *at >= before => FieldCode::NotEarlier(id),
                        Some(_) => continue,
                    },
                    Quote::Score(category) | Quote::Band(category) if is_of_result => match category {
                        category if is_score(&category) => continue,
                        Some(category) => FieldCode::UnknownCategory(category),
                        None => FieldCode::UnknownPlaceholder(possible),
                    },
                    _ => FieldCode::UnknownPlaceholder(possible),
                };
                errors.add(&path, code);
            }
        });
        self.quotes = count > 0;
    }

    /// Visits all texts that respondents read after they have begun.
    fn each_text(&mut self, visit: &mut impl FnMut(Place, &mut Text)) {
        let runs: Vec<_> = self.shuffled_runs().collect();
        let all = self.questions.len();
        for (at, question) in self.questions.iter_mut().enumerate() {
            let before = runs.iter().find(|run| run.contains(&at)).map_or(at, |run| run.start);
            let path = Path::from("questions").item(at);
            let place = |path: Path| Place { path, before, is_of_result: false };
            if let Some(part) = &mut question.part {
                visit(place(path.field("part")), part);
            }
            let QuestionBody::Own(own) = &mut question.body else { continue };
            visit(place(path.field("text")), &mut own.text);
            if let Some(help) = &mut own.help {
                visit(place(path.field("help")), help);
            }
            if let Some(explanation) = &mut own.explanation {
                visit(place(path.field("explanation")), explanation);
            }
            if let Kind::Matrix { rows, .. } = &mut own.kind {
                for (at, row) in rows.iter_mut().enumerate() {
                    visit(place(path.field("rows").item(at).field("text")), &mut row.text);
                }
            }
            for (at, option) in own.kind.options_mut().iter_mut().enumerate() {
                visit(place(path.field("options").item(at).field("label")), &mut option.label);
            }
        }
        let last = |path: Path, is_of_result| Place { path, before: all, is_of_result };
        for (at, alert) in self.alerts.iter_mut().enumerate() {
            if let Some(help) = &mut alert.help {
                visit(last(Path::from("alerts").item(at).field("help"), false), help);
            }
        }
        if let Some(end) = &mut self.end {
            visit(last(Path::from("end").field("text"), true), &mut end.text);
        }
        let Some(scoring) = &mut self.scoring else { return };
        let path = Path::from("scoring");
        let overall = (path.field("bands"), &mut scoring.bands);
        let categories = scoring.categories.iter_mut().enumerate();
        let of_categories =
            categories.map(|(at, category)| (path.field("categories").item(at).field("bands"), &mut category.bands));
        for (path, bands) in std::iter::once(overall).chain(of_categories) {
            for (at, band) in bands.iter_mut().enumerate() {
                if let Some(text) = &mut band.text {
                    visit(last(path.item(at).field("text"), true), text);
                }
            }
        }
        for (at, card) in scoring.cards.iter_mut().enumerate() {
            let path = path.field("cards").item(at);
            visit(last(path.field("title"), true), &mut card.title);
            for (band, text) in &mut card.bands {
                let path = path.field("bands").field(band.to_string());
                let named = [
                    ("subTitle", &mut text.sub_title),
                    ("stepsTitle", &mut text.steps_title),
                    ("boost", &mut text.boost),
                ];
                for (field, text) in named {
                    if let Some(text) = text {
                        visit(last(path.field(field), true), text);
                    }
                }
                for (at, step) in text.steps.iter_mut().enumerate() {
                    visit(last(path.field("steps").item(at), true), step);
                }
            }
        }
    }
}

fn score_of(scores: &Scores, category: Option<&Name>) -> Option<Decimal> {
    match category {
        None => scores.overall.as_ref().map(|scored| scored.score),
        Some(id) => scores.categories.get(id).map(|scored| scored.score),
    }
}

fn band_of<'d>(scores: &Scores, definition: &'d Definition, category: Option<&Name>) -> Option<&'d Text> {
    let scored = match category {
        None => scores.overall.as_ref(),
        Some(id) => scores.categories.get(id),
    };
    let band = scored?.band.as_ref()?;
    let bands = definition.scoring.as_ref()?.bands_of(category);
    bands.iter().find(|known| known.id == *band).map(|band| &band.name)
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::quiz::quiz_input::checked;

    fn check(questions: Value, more: Value) -> Result<Definition, Vec<String>> {
        let mut body = json!({ "name": "Q", "questions": questions });
        body.as_object_mut().expect("a body").extend(more.as_object().cloned().unwrap_or_default());
        checked(&body)
    }

    fn whole() -> Definition {
        let questions = json!([
            { "id": "name", "kind": "text", "text": "Your name?", "required": false },
            { "id": "pet", "text": { "en": "A pet, {answer:name}?", "es": "¿Mascota, {answer:name}?" }, "options": [
                { "label": { "en": "A cat", "es": "Un gato" }, "points": 1 },
                { "label": { "en": "A dog", "es": "Un perro" }, "points": 2 }] },
            { "id": "years", "kind": "number", "text": "How old is “{answer:pet}”? {name} {score} {", "min": 0, "max": 40,
              "required": false, "showIf": { "answered": "name" } },
        ]);
        let scoring = json!({ "method": "sum", "bands": [{ "id": "some", "from": 0, "hue": "leaf", "name": { "en": "Some", "es": "Algo" },
            "text": "{score:overall} is {band:overall} for {answer:pet} of {answer:years}." }] });
        check(questions, json!({ "scoring": scoring })).expect("a definition")
    }

    fn say(value: Quoted, language: Language) -> String {
        match value {
            Quoted::Answer(ReadableAnswer::Label(label)) => label.text,
            Quoted::Answer(ReadableAnswer::Text(text)) => text,
            Quoted::Answer(ReadableAnswer::Number { number, .. }) => format!("{number} ({language})"),
            Quoted::Answer(_) => "?".to_owned(),
            Quoted::Score(score) => format!("{score} ({language})"),
        }
    }

    fn answers(definition: &Definition, given: &[(&str, Value)]) -> Answers {
        let answer = |(id, value): &(&str, Value)| {
            let id = QuestionId::parse(id).expect("an id");
            let input = serde_json::from_value(value.clone()).expect("an input");
            let answer = definition.resolve(&id, &input).expect("an answer");
            (id, answer)
        };
        given.iter().map(answer).collect()
    }

    fn read(definition: &Definition, given: &[(&str, Value)], language: Language) -> Vec<String> {
        let answers = answers(definition, given);
        let scores = definition.journey(&answers, "en").scores("en");
        let from = Quotable {
            answers: &answers,
            answered_in: Language::EN,
            scores: Some((&scores, definition)),
            read_in: language,
        };
        let quoting = definition.quoting(from, &say).expect("it quotes");
        let band = &quoting.scoring.as_ref().expect("a scoring").bands[0];
        let texts = quoting.questions.iter().map(|question| question.text(language, Language::EN).to_owned());
        let band = band.text.as_ref().expect("a text").in_language(language, Language::EN).to_owned();
        texts.chain([band]).collect()
    }

    #[test]
    fn texts_quote_in_the_language_that_they_are_read_in() {
        let definition = whole();
        let given = [("name", json!("Ana {answer:pet}")), ("pet", json!(2)), ("years", json!(7))];
        assert_eq!(
            read(&definition, &given, Language::EN)[1..],
            ["A pet, Ana {answer:pet}?", "How old is “A dog”? {name} {score} {", "2 (en) is Some for A dog of 7 (en).",]
        );
        assert_eq!(
            read(&definition, &given, Language::ES)[1..],
            [
                "¿Mascota, Ana {answer:pet}?",
                "How old is “Un perro”? {name} {score} {",
                "2 (es) is Algo for Un perro of 7 (es).",
            ]
        );
        // The years are hidden without a name.
        assert_eq!(
            read(&definition, &[("pet", json!(1)), ("years", json!(7))], Language::EN)[3],
            "1 (en) is Some for A cat of ."
        );
        let plain =
            check(json!([{ "id": "one", "kind": "text", "text": "{answer}" }]), json!({})).expect("a definition");
        assert!(definition.quotes && !plain.quotes);
    }

    #[test]
    fn a_label_that_is_quoted_may_quote() {
        let questions = json!([
            { "id": "name", "kind": "text", "text": "Your name?" },
            { "id": "who", "text": "Who?", "options": [{ "label": "I, {answer:name}" }, { "label": "Another" }] },
            { "id": "how", "text": "How?", "options": [{ "label": "{answer:who} do" }, { "label": "No" }] },
            { "id": "end", "kind": "text", "text": "So {answer:how}?" },
        ]);
        let definition = check(questions, json!({})).expect("a definition");
        let answers = answers(&definition, &[("name", json!("Ana")), ("who", json!(1)), ("how", json!(1))]);
        let from = Quotable { answers: &answers, answered_in: Language::EN, scores: None, read_in: Language::EN };
        let quoting = definition.quoting(from, &say).expect("it quotes");
        assert_eq!(quoting.questions[3].text(Language::EN, Language::EN), "So I, Ana do?");
    }

    #[test]
    fn a_long_answer_is_quoted_in_part() {
        let definition = whole();
        let text = &read(&definition, &[("name", json!("é".repeat(501)))], Language::EN)[1];
        assert_eq!(*text, format!("A pet, {}…?", "é".repeat(500)));
    }

    #[test]
    fn what_there_is_not_or_not_yet_cannot_be_quoted() {
        let errors = |text: &str, more: Value| {
            let questions = json!([
                { "id": "one", "kind": "text", "text": text, "required": false },
                { "id": "intro", "kind": "statement", "text": "Now", "shuffle": "questions" },
                { "id": "two", "kind": "text", "text": "Two?" },
                { "id": "three", "kind": "text", "text": "After {answer:one}", "help": text },
            ]);
            check(questions, more).err().unwrap_or_default()
        };
        let of = |text: &str| errors(text, json!({}));
        assert_eq!(of("{answer} {answers:one} {Answer:one} {answer:one\n}"), [""; 0]);
        assert_eq!(of("{answer:tow}"), ["questions[0].text unknown_question", "questions[3].help unknown_question"]);
        assert_eq!(of("{answer:intro}").len(), 2, "a statement has no answer");
        assert_eq!(of("{answer:two}"), ["questions[0].text not_earlier", "questions[3].help not_earlier"]);
        assert_eq!(
            of("{answer:a b}"),
            ["questions[0].text unknown_placeholder", "questions[3].help unknown_placeholder"]
        );
        assert_eq!(of("{score:overall}").len(), 2, "there is no score yet");
        let end = |text: &str| errors("?", json!({ "end": { "text": text } }));
        assert_eq!(end("{answer:three} {score:overall} {band:overall}"), [""; 0]);
        assert_eq!(end("{score:mind}"), ["end.text unknown_category"]);
        let many = "{answer:one}".repeat(QUOTES);
        assert_eq!(end(&many), ["end.text too_many_in_all"], "one more stands in a question");
    }
}
