//! A picture from bytes that may be anything.
//!
//! The readers walk through the parts of a file by their lengths and copy those that the picture is made of. They decode
//! no pixel: what a decoder could be made to do, the respondents' browsers do in their sandbox.

use thiserror::Error;

use super::{ImageType, Size, jpeg, png, webp};
use crate::FieldCode;

/// On each side, in pixels.
const LONGEST: u32 = 4096;

/// A picture of a known form and size, without metadata and without anything after its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Image {
    pub kind: ImageType,
    pub size: Size,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum ImageError {
    #[error("not a PNG, JPEG or WebP picture")]
    OtherType,
    /// Cut short, or of a form that browsers do not show.
    #[error("damaged")]
    Damaged,
    #[error("animated")]
    Animated,
    #[error("wider or higher than 4,096 pixels, or empty")]
    Dimensions,
}

impl From<ImageError> for FieldCode {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::OtherType => Self::NotAnImage,
            ImageError::Damaged => Self::DamagedImage,
            ImageError::Animated => Self::AnimatedImage,
            ImageError::Dimensions => Self::ImageDimensions,
        }
    }
}

/// The type is found by the first bytes. Of metadata, colour profiles stay, and of a JPEG its orientation.
pub fn read_image(bytes: &[u8]) -> Result<Image, ImageError> {
    let (kind, read) = match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', rest @ ..] => (ImageType::Png, png::read(rest)?),
        [0xff, 0xd8, rest @ ..] => (ImageType::Jpeg, jpeg::read(rest)?),
        [b'R', b'I', b'F', b'F', a, b, c, d, b'W', b'E', b'B', b'P', rest @ ..] => {
            (ImageType::Webp, webp::read(u32::from_le_bytes([*a, *b, *c, *d]), rest)?)
        }
        _ => return Err(ImageError::OtherType),
    };
    let side = |length: u32| u16::try_from(length).ok().filter(|_| (1..=LONGEST).contains(&length));
    let (width, height) = side(read.width).zip(side(read.height)).ok_or(ImageError::Dimensions)?;
    Ok(Image { kind, size: Size { width, height }, bytes: read.bytes })
}

/// A file as its reader leaves it.
pub(super) struct Read {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: Vec<u8>,
}

/// Bytes that are taken from the front.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'b>(pub(super) &'b [u8]);

impl<'b> Bytes<'b> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'b [u8], ImageError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ImageError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], ImageError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(ImageError::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, ImageError> {
        self.array().map(|[byte]| byte)
    }
}

/// A length in a file; one that no memory holds is longer than the file.
pub(super) fn length(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
