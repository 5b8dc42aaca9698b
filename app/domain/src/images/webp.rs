//! WebP: a RIFF file with chunks of name, length and data.

use super::read::{Bytes, ImageError, Read, length};

const HAS_PROFILE: u8 = 0x20;
const HAS_ALPHA: u8 = 0x10;
const IS_ANIMATED: u8 = 0x02;

/// Reads the file after the form type. `size` is the length in the RIFF header.
pub(super) fn read(size: u32, bytes: &[u8]) -> Result<Read, ImageError> {
    let size = length(size).checked_sub(4).ok_or(ImageError::Damaged)?;
    let mut rest = Bytes(Bytes(bytes).take(size)?);
    let (name, data) = chunk(&mut rest)?;
    let mut kept = Vec::new();
    let (width, height) = match &name {
        b"VP8 " | b"VP8L" => {
            keep(&mut kept, name, data);
            frame(name, data)?
        }
        b"VP8X" => extended(data, rest, &mut kept)?,
        _ => return Err(ImageError::Damaged),
    };
    let size = u32::try_from(kept.len() + 4).map_err(|_| ImageError::Damaged)?;
    let bytes = [b"RIFF", &size.to_le_bytes()[..], b"WEBP", &kept].concat();
    Ok(Read { width, height, bytes })
}

/// The extended format, with a colour profile or transparency. Its header has flags for the chunks that follow.
fn extended(header: &[u8], mut rest: Bytes<'_>, kept: &mut Vec<u8>) -> Result<(u32, u32), ImageError> {
    let [flags, _, _, _, w0, w1, w2, h0, h1, h2] = header.try_into().map_err(|_| ImageError::Damaged)?;
    let canvas = (1 + u32::from_le_bytes([w0, w1, w2, 0]), 1 + u32::from_le_bytes([h0, h1, h2, 0]));
    if flags & IS_ANIMATED > 0 {
        return Err(ImageError::Animated);
    }
    let (mut profile, mut alpha) = (None, None);
    loop {
        let (name, data) = chunk(&mut rest)?;
        match &name {
            b"ICCP" if profile.is_none() => profile = Some(data),
            b"ALPH" if alpha.is_none() => alpha = Some(data),
            b"ANIM" | b"ANMF" => return Err(ImageError::Animated),
            b"VP8 " | b"VP8L" => {
                if frame(name, data)? != canvas {
                    return Err(ImageError::Damaged);
                }
                let has_profile = if profile.is_some() { HAS_PROFILE } else { 0 };
                let header = [&[has_profile | flags & HAS_ALPHA, 0, 0, 0], &header[4..]].concat();
                keep(kept, *b"VP8X", &header);
                let parts = [(b"ICCP", profile), (b"ALPH", alpha.filter(|_| name == *b"VP8 "))];
                for (name, data) in parts {
                    if let Some(data) = data {
                        keep(kept, *name, data);
                    }
                }
                keep(kept, name, data);
                return Ok(canvas);
            }
            _ => {}
        }
    }
}

/// The size in the header of the compressed data.
fn frame(name: [u8; 4], data: &[u8]) -> Result<(u32, u32), ImageError> {
    match (&name, data) {
        // A key frame has an even first byte and a start code.
        (b"VP8 ", [tag, _, _, 0x9d, 0x01, 0x2a, w0, w1, h0, h1, ..]) if tag & 1 == 0 => {
            let side = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
            Ok((side(*w0, *w1), side(*h0, *h1)))
        }
        (b"VP8L", [0x2f, a, b, c, d, ..]) => {
            let bits = u32::from_le_bytes([*a, *b, *c, *d]);
            // The top three bits are the version.
            if bits >> 29 > 0 {
                Err(ImageError::Damaged)
            } else {
                Ok(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
            }
        }
        _ => Err(ImageError::Damaged),
    }
}

/// The next chunk. A chunk of odd length is padded; the last padding byte may be missing.
fn chunk<'b>(rest: &mut Bytes<'b>) -> Result<([u8; 4], &'b [u8]), ImageError> {
    let name = rest.array()?;
    let count = length(u32::from_le_bytes(rest.array()?));
    let data = rest.take(count)?;
    if count % 2 == 1 && !rest.0.is_empty() {
        rest.byte()?;
    }
    Ok((name, data))
}

fn keep(kept: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    kept.extend_from_slice(&name);
    // The data came from a chunk, whose length has four bytes.
    kept.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes());
    kept.extend_from_slice(data);
    if data.len() % 2 == 1 {
        kept.push(0);
    }
}
