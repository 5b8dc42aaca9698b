//! The words for each state of saving, as the server wrote them into the page.

use super::page::Page;
use crate::{
    islands::Note,
    stepper::{Event, SaveState},
};

pub(super) struct Notes {
    saving: String,
    saved: String,
    not_saved: String,
    retry: String,
    refused: String,
    reload: String,
    finishing: String,
}

impl Notes {
    pub(super) fn new(page: &Page) -> Self {
        Self {
            saving: page.data("saving"),
            saved: page.data("saved"),
            not_saved: page.data("not-saved"),
            retry: page.data("retry"),
            refused: page.data("refused"),
            reload: page.data("reload"),
            finishing: page.data("finishing"),
        }
    }

    pub(super) fn of(&self, state: SaveState) -> Note {
        let (text, tone, action) = match state {
            SaveState::Quiet => return Note::default(),
            SaveState::Saving => (&self.saving, "busy", None),
            SaveState::Saved => (&self.saved, "good", None),
            SaveState::Waiting => (&self.not_saved, "held", Some((self.retry.clone(), Event::Retry))),
            SaveState::Refused => (&self.refused, "held", Some((self.reload.clone(), Event::Reload))),
            SaveState::Finishing => (&self.finishing, "busy", None),
        };
        Note { text: text.clone(), tone, action }
    }
}
