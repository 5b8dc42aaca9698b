//! The pictures of a definition by place.

use std::collections::BTreeSet;

use super::{Picture, Size};
use crate::{Definition, FieldCode, ImageId, Invalid, Path, QuestionBody, values::validation::Errors};

/// In characters.
const ALT: usize = 500;

impl Definition {
    pub fn images(&self) -> BTreeSet<&ImageId> {
        let of_questions = self.questions.iter().flat_map(|question| {
            let of_options = question.kind().options().iter().filter_map(|option| option.image.as_deref());
            question.image.as_deref().into_iter().chain(of_options)
        });
        let of_quiz = [&self.image, &self.logo].into_iter().filter_map(Option::as_deref);
        of_quiz.chain(of_questions).map(|picture| &picture.id).collect()
    }

    /// Fills in the sizes of all pictures. Fails with the place of each picture whose size is unknown because the quiz
    /// has no picture of that id.
    pub fn settle_images(&mut self, size_of: impl Fn(&ImageId) -> Option<Size>) -> Result<(), Invalid> {
        let mut errors = Errors::default();
        self.each_picture(&mut |path, picture| match size_of(&picture.id) {
            Some(size) => (picture.width, picture.height) = (Some(size.width), Some(size.height)),
            None => errors.add(path.field("id"), FieldCode::UnknownImage),
        });
        errors.finish()
    }

    pub(crate) fn check_pictures(&mut self, errors: &mut Errors) {
        self.each_picture(&mut |path, picture| {
            let path = path.field("alt");
            match &picture.alt {
                Some(alt) if !picture.decorative || alt.wordings().next().is_some() => {
                    errors.check_wordings(path, Some(alt.clone()), ALT);
                }
                None if !picture.decorative => errors.add(path, FieldCode::Required),
                _ => {}
            }
        });
    }

    fn each_picture(&mut self, visit: &mut impl FnMut(&Path, &mut Picture)) {
        for (name, picture) in [("image", &mut self.image), ("logo", &mut self.logo)] {
            if let Some(picture) = picture {
                visit(&name.into(), picture);
            }
        }
        for (index, question) in self.questions.iter_mut().enumerate() {
            let place = || Path::from("questions").item(index);
            if let Some(picture) = &mut question.image {
                visit(&place().field("image"), picture);
            }
            let QuestionBody::Own(own) = &mut question.body else { continue };
            for (at, option) in own.kind.options_mut().iter_mut().enumerate() {
                if let Some(picture) = &mut option.image {
                    visit(&place().field("options").item(at).field("image"), picture);
                }
            }
        }
    }
}
