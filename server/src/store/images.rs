//! Pictures of a quiz.

use domain::{ImageId, ImageType, Size, Timestamp};

/// A picture without its content.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuizImage {
    pub id: ImageId,
    pub kind: ImageType,
    pub size: Size,
    pub length: u64,
    /// True if a version of the quiz shows it.
    pub is_shown: bool,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImageFile {
    pub kind: ImageType,
    pub bytes: Vec<u8>,
}
