//! Pictures of a quiz: identified from their bytes without decoding, and placed in a definition.

mod form;
mod jpeg;
mod orientation;
#[cfg(feature = "edit")]
mod picture;
#[cfg(not(feature = "edit"))]
#[path = "picture_absent.rs"]
mod picture;
#[cfg(feature = "edit")]
mod placed;
mod png;
mod read;
#[cfg(test)]
mod tests;
mod webp;

pub use form::{ImageType, Size};
pub use picture::{Picture, PictureBox};
pub use read::{Image, ImageError, read_image};
