//! Parses the editor's form. Its fields have names such as `name-en`, `q3-text-en` and `q3-o1-label-es`. The numbers
//! after `q` and `o` identify questions and options. The order of the fields counts, so moving them on the page moves
//! them.

use std::collections::HashMap;

use domain::{Definition, Indicator, Language, Question};

use super::{EditorAction, EditorFields, OptionFields, QuestionFields, Wording, step::ItemIndex};

/// One more than the limit, so that saving reports the excess.
const QUESTIONS: usize = Definition::MOST_QUESTIONS + 1;
/// One more than the limit.
const OPTIONS: usize = Question::MOST_OPTIONS + 1;

/// The form as it was sent.
#[derive(Clone, Debug, Default)]
pub struct Posted {
    pub fields: EditorFields,
    questions: HashMap<String, QuestionPlace>,
}

/// Positions of a question and its options by their numbers in the form.
#[derive(Clone, Debug, Default)]
struct QuestionPlace {
    index: usize,
    options: HashMap<String, usize>,
}

impl Posted {
    /// Ignores unknown fields, and questions and options beyond what a quiz can have.
    pub fn read(pairs: &[(String, String)]) -> Self {
        let mut posted = Self::default();
        for (name, value) in pairs {
            // Browsers send CR LF.
            posted.put(name, &value.replace("\r\n", "\n"));
        }
        posted
    }

    fn put(&mut self, name: &str, value: &str) {
        let parts: Vec<&str> = name.split('-').collect();
        match parts.as_slice() {
            ["name", part] => put_wording(&mut self.fields.name, part, value),
            ["language"] => {
                self.fields.language =
                    Language::OF_CONTENT.into_iter().find(|language| language.as_str() == value).unwrap_or_default();
            }
            ["colour"] => value.trim().clone_into(&mut self.fields.colour),
            ["retry", "after"] => value.trim().clone_into(&mut self.fields.retry_after),
            ["may", "erase"] => self.fields.may_erase = true,
            ["origins"] => value.clone_into(&mut self.fields.origins),
            ["about", field, part] => {
                if let Some(wording) = self.fields.about.field_mut(field) {
                    put_wording(wording, part, value);
                }
            }
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
        let questions = &mut self.fields.questions;
        if !self.questions.contains_key(key) {
            if questions.len() == QUESTIONS {
                return;
            }
            let place = QuestionPlace { index: questions.len(), ..QuestionPlace::default() };
            self.questions.insert(key.to_owned(), place);
            questions.push(QuestionFields::default());
        }
        let Some(QuestionPlace { index, options }) = self.questions.get_mut(key) else { return };
        let question = &mut questions[*index];
        match rest {
            ["id"] => value.trim().clone_into(&mut question.id),
            ["was"] => value.clone_into(&mut question.was),
            ["required"] => question.required = true,
            ["text", part] => put_wording(&mut question.text, part, value),
            ["help", part] => put_wording(&mut question.help, part, value),
            [option, rest @ ..] => {
                let Some(key) = key_of(option, 'o') else { return };
                let index = options.get(key).copied().unwrap_or(question.options.len());
                if index == question.options.len() {
                    if index == OPTIONS {
                        return;
                    }
                    options.insert(key.to_owned(), index);
                    question.options.push(OptionFields::default());
                }
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

    /// Parses the value of the pressed button, such as `up:3` or `remove:3:1`.
    pub fn step(&self, button: &str) -> Option<EditorAction> {
        let parts: Vec<&str> = button.split(':').collect();
        Some(match parts.as_slice() {
            ["keep"] => EditorAction::Keep,
            ["keep-over", ""] => EditorAction::KeepOver(None),
            ["keep-over", draft] => EditorAction::KeepOver(Some(draft.parse().ok()?)),
            ["save"] => EditorAction::Save,
            ["save-over"] => EditorAction::SaveOver,
            ["discard"] => EditorAction::Discard,
            ["add-question"] => EditorAction::AddQuestion,
            ["add-built-in", id] => {
                EditorAction::AddBuiltIn(Indicator::ALL.into_iter().find(|indicator| indicator.as_str() == *id)?)
            }
            ["add-option", question] => EditorAction::AddOption(self.place(question, None)?.question),
            [what, question, option @ ..] if option.len() < 2 => {
                let place = self.place(question, option.first().copied())?;
                match *what {
                    "up" => EditorAction::Up(place),
                    "down" => EditorAction::Down(place),
                    "remove" => EditorAction::Remove(place),
                    "show" => EditorAction::Show(place),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn place(&self, question: &str, option: Option<&str>) -> Option<ItemIndex> {
        let QuestionPlace { index, options } = self.questions.get(question)?;
        let option = match option {
            Some(key) => Some(*options.get(key)?),
            None => None,
        };
        Some(ItemIndex { question: *index, option })
    }
}

/// `q12` → `12`
fn key_of(part: &str, letter: char) -> Option<&str> {
    part.strip_prefix(letter).filter(|key| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit()))
}

fn put_wording(wording: &mut Wording, part: &str, value: &str) {
    if part == "same" {
        wording.is_same = true;
    } else if let Some(language) = Language::OF_CONTENT.into_iter().find(|language| language.as_str() == part) {
        value.clone_into(wording.in_language_mut(language));
    }
}
