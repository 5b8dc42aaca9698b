//! Pictures of a quiz: what their bytes are, found out without decoding them, and where a definition shows them.

mod jpeg;
mod orientation;
mod picture;
mod placed;
mod png;
mod read;
#[cfg(test)]
mod tests;
mod webp;

pub use picture::{ImageType, Picture, Size};
pub use read::{Image, ImageError, read_image};
