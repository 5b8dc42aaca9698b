//! Pictures of a quiz.

use domain::{ImageId, ImageType, Size, Timestamp};

/// A picture without its bytes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuizImage {
    pub id: ImageId,
    pub kind: ImageType,
    pub size: Size,
    /// The number of its bytes.
    pub length: u64,
    /// A version of the quiz shows it.
    pub is_shown: bool,
    pub created_at: Timestamp,
}

/// A picture as it is served.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImageFile {
    pub kind: ImageType,
    pub bytes: Vec<u8>,
}
