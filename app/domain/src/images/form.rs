//! Picture formats and sizes.

use serde::{Deserialize, Serialize};

use crate::named;

named! {
    /// The forms of pictures that every browser shows.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum ImageType {
        Png => "png",
        Jpeg => "jpeg",
        Webp => "webp",
    }
}

impl ImageType {
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }
}

/// In pixels, after applying the orientation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}
