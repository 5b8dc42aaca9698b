//! Reading the form. Its fields are named `name`, `q3-text-en`, `q3-o1-label-es`: the number after `q` and `o` tells
//! questions and options apart; their order is that in which they come, so that moving them in the page moves them.

use domain::{Indicator, Language};

use super::{EditorFields, OptionFields, QuestionFields, Step, Wording, step::Place};

/// The form as it was sent.
#[derive(Clone, Debug, Default)]
pub struct Posted {
    pub fields: EditorFields,
    /// The number of each question and of its options, in their order.
    keys: Vec<(String, Vec<String>)>,
}

impl Posted {
    /// Fields nobody knows are let be.
    #[must_use]
    pub fn read(pairs: &[(String, String)]) -> Self {
        let mut posted = Self::default();
        for (name, value) in pairs {
            // As browsers send the end of a line.
            posted.put(name, &value.replace("\r\n", "\n"));
        }
        posted
    }

    fn put(&mut self, name: &str, value: &str) {
        let parts: Vec<&str> = name.split('-').collect();
        match parts.as_slice() {
            ["name"] => value.clone_into(&mut self.fields.name),
            ["language"] => {
                self.fields.language =
                    Language::ALL.into_iter().find(|language| language.as_str() == value).unwrap_or_default();
            }
            ["colour"] => value.trim().clone_into(&mut self.fields.colour),
            ["retry", "after"] => value.trim().clone_into(&mut self.fields.retry_after),
            ["origins"] => value.clone_into(&mut self.fields.origins),
            ["description", part] => put_wording(&mut self.fields.description, part, value),
            [question, rest @ ..] => {
                if let Some(key) = key_of(question, 'q') {
                    self.put_in_question(key, rest, value);
                }
            }
            [] => {}
        }
    }

    fn put_in_question(&mut self, key: &str, rest: &[&str], value: &str) {
        let index = self.keys.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
            self.keys.push((key.to_owned(), Vec::new()));
            self.fields.questions.push(QuestionFields::default());
            self.keys.len() - 1
        });
        let (question, options) = (&mut self.fields.questions[index], &mut self.keys[index].1);
        match rest {
            ["id"] => value.trim().clone_into(&mut question.id),
            ["required"] => question.required = true,
            ["text", part] => put_wording(&mut question.text, part, value),
            ["help", part] => put_wording(&mut question.help, part, value),
            [option, rest @ ..] => {
                let Some(key) = key_of(option, 'o') else { return };
                let index = options.iter().position(|known| known == key).unwrap_or_else(|| {
                    options.push(key.to_owned());
                    question.options.push(OptionFields::default());
                    options.len() - 1
                });
                let option = &mut question.options[index];
                match rest {
                    ["id"] => value.clone_into(&mut option.id),
                    ["label", part] => put_wording(&mut option.label, part, value),
                    _ => {}
                }
            }
            [] => {}
        }
    }

    /// What the button asks for that sent the form, such as `up:3` or `remove:3:1`; `None` for none that there is.
    #[must_use]
    pub fn step(&self, button: &str) -> Option<Step> {
        let parts: Vec<&str> = button.split(':').collect();
        Some(match parts.as_slice() {
            ["keep"] => Step::Keep,
            ["save"] => Step::Save,
            ["save-over"] => Step::SaveOver,
            ["discard"] => Step::Discard,
            ["add-question"] => Step::AddQuestion,
            ["add-built-in", id] => {
                Step::AddBuiltIn(Indicator::ALL.into_iter().find(|indicator| indicator.as_str() == *id)?)
            }
            ["add-option", question] => Step::AddOption(self.place(question, None)?.question),
            [what, question, option @ ..] if option.len() < 2 => {
                let place = self.place(question, option.first().copied())?;
                match *what {
                    "up" => Step::Up(place),
                    "down" => Step::Down(place),
                    "remove" => Step::Remove(place),
                    "show" => Step::Show(place),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn place(&self, question: &str, option: Option<&str>) -> Option<Place> {
        let index = self.keys.iter().position(|(key, _)| key == question)?;
        let option = match option {
            Some(key) => Some(self.keys[index].1.iter().position(|known| known == key)?),
            None => None,
        };
        Some(Place { question: index, option })
    }
}

/// `q12` → `12`
fn key_of(part: &str, letter: char) -> Option<&str> {
    part.strip_prefix(letter).filter(|key| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit()))
}

fn put_wording(wording: &mut Wording, part: &str, value: &str) {
    if part == "same" {
        wording.is_same = true;
    } else if let Some(language) = Language::ALL.into_iter().find(|language| language.as_str() == part) {
        value.clone_into(wording.in_language_mut(language));
    }
}
