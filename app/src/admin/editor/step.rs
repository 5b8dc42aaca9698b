//! The effects of the editor's buttons.

use domain::Indicator;

use super::{EditorFields, OptionFields, QuestionFields};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EditorAction {
    /// Keeps the fields as a draft.
    Keep,
    /// Keeps them in the place of the draft of this revision, or where there is none.
    KeepOver(Option<i64>),
    Save,
    /// Saves over changes that another administrator saved meanwhile.
    SaveOver,
    /// Deletes the draft.
    Discard,
    AddQuestion,
    AddBuiltIn(Indicator),
    /// To the question at this place.
    AddOption(usize),
    Up(ItemIndex),
    Down(ItemIndex),
    Remove(ItemIndex),
    /// Keeps the fields and returns to this place.
    Show(ItemIndex),
}

/// A question, or an option of it, counted from 0.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ItemIndex {
    pub question: usize,
    pub option: Option<usize>,
}

impl EditorFields {
    /// Applies a step that concerns the fields only. Returns the id of the element to focus.
    pub fn take(&mut self, step: EditorAction) -> Option<String> {
        let language = self.language;
        match step {
            EditorAction::Keep
            | EditorAction::KeepOver(_)
            | EditorAction::Save
            | EditorAction::SaveOver
            | EditorAction::Discard => None,
            EditorAction::AddQuestion => {
                let id = self.free_id();
                let options = vec![OptionFields::default(); 2];
                self.questions.push(QuestionFields { id, required: true, options, ..QuestionFields::default() });
                Some(format!("q{}-text-{language}", self.questions.len() - 1))
            }
            EditorAction::AddBuiltIn(indicator) => {
                let id = indicator.as_str();
                let index = self.questions.iter().position(|question| question.id == id).unwrap_or_else(|| {
                    let question = QuestionFields { id: id.to_owned(), required: true, ..QuestionFields::default() };
                    self.questions.push(question);
                    self.questions.len() - 1
                });
                Some(format!("q{index}"))
            }
            EditorAction::AddOption(question) => {
                let options = &mut self.questions.get_mut(question)?.options;
                options.push(OptionFields::default());
                Some(format!("q{question}-o{}-label-{language}", options.len() - 1))
            }
            EditorAction::Up(place) => self.swap(place, place.index().checked_sub(1)?, "up"),
            EditorAction::Down(place) => self.swap(place, place.index() + 1, "down"),
            EditorAction::Remove(ItemIndex { question, option: None }) => {
                if question < self.questions.len() {
                    self.questions.remove(question);
                }
                let nearest = question.min(self.questions.len().saturating_sub(1));
                Some(if self.questions.is_empty() { "add-question".to_owned() } else { format!("q{nearest}") })
            }
            EditorAction::Remove(ItemIndex { question, option: Some(option) }) => {
                let options = &mut self.questions.get_mut(question)?.options;
                if option < options.len() {
                    options.remove(option);
                }
                Some(format!("q{question}-add-option"))
            }
            EditorAction::Show(ItemIndex { question, option: None }) => Some(format!("q{question}")),
            EditorAction::Show(ItemIndex { question, option: Some(option) }) => {
                Some(format!("q{question}-o{option}-label-{language}"))
            }
        }
    }

    /// Focuses the same button again, or its opposite at an end of the list.
    fn swap(&mut self, place: ItemIndex, to: usize, button: &str) -> Option<String> {
        let (prefix, count) = match place.option {
            None if to < self.questions.len() => {
                self.questions.swap(place.question, to);
                ("q".to_owned(), self.questions.len())
            }
            Some(option) => {
                let options = &mut self.questions.get_mut(place.question)?.options;
                if to >= options.len() {
                    return None;
                }
                options.swap(option, to);
                (format!("q{}-o", place.question), options.len())
            }
            None => return None,
        };
        let button = match button {
            "up" if to == 0 => "down",
            "down" if to + 1 == count => "up",
            button => button,
        };
        Some(format!("{prefix}{to}-{button}"))
    }

    /// `q1`, or the first number that is free.
    fn free_id(&self) -> String {
        (1..=self.questions.len() + 1)
            .map(|number| format!("q{number}"))
            .find(|id| self.questions.iter().all(|question| question.id != *id))
            .expect("one number more than there are questions")
    }
}

impl ItemIndex {
    fn index(self) -> usize {
        self.option.unwrap_or(self.question)
    }
}
