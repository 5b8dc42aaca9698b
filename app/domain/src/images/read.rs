//! Reads a picture from untrusted bytes.
//!
//! The readers walk through a file's parts by their lengths and copy those that make up the picture. They decode no
//! pixels: respondents' browsers do that, in their sandbox, so a decoder bug cannot harm the server.

use thiserror::Error;

use super::{ImageType, Size, jpeg, png, webp};
use crate::FieldCode;

/// On each side, in pixels.
const LONGEST: u32 = 4096;

/// A picture of known type and size, without metadata and without trailing bytes.
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
    /// Truncated, or of a kind that browsers do not show.
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

/// Detects the type by the first bytes. Metadata is dropped, except for colour profiles and a JPEG's orientation.
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

/// The result of a format's reader.
pub(super) struct Read {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: Vec<u8>,
}

/// A cursor over bytes.
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

/// A length in a file. One that exceeds the address space exceeds the file too.
pub(super) fn length(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
