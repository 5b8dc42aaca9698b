//! A picture in the respondents' program, which has none: it would be larger by all that one holds. The server draws them.

use serde::{Deserialize, Serialize};

use crate::{Definition, Language, values::validation::Errors};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Picture {}

/// Takes no room where there is none.
pub type PictureBox = Picture;

impl Picture {
    pub(crate) fn public(&self, _: Language, _: Language) -> Self {
        self.clone()
    }
}

impl Definition {
    #[expect(clippy::unused_self, reason = "as where there are pictures")]
    pub(crate) fn check_pictures(&mut self, _: &mut Errors) {}
}
