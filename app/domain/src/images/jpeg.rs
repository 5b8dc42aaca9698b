//! JPEG: marker segments, and scans of compressed data between them.

use super::{
    orientation,
    read::{Bytes, ImageError, Read},
};

/// Length of the JFIF segment without an optional thumbnail.
const JFIF: usize = 14;
const ADOBE: usize = 12;

/// Reads the file after the start-of-image marker.
pub(super) fn read(bytes: &[u8]) -> Result<Read, ImageError> {
    let mut rest = Bytes(bytes);
    let mut kept = vec![0xff, 0xd8];
    let mut size = None;
    let mut orientation = None;
    let mut has_scan = false;
    loop {
        let marker = marker(&mut rest)?;
        if marker == 0xd9 {
            break;
        }
        // Restart and similar markers occur only inside scans.
        if matches!(marker, 0x00..=0xbf | 0xd0..=0xd8) {
            return Err(ImageError::Damaged);
        }
        let count = usize::from(u16::from_be_bytes(rest.array()?));
        let data = rest.take(count.checked_sub(2).ok_or(ImageError::Damaged)?)?;
        match marker {
            // Baseline, extended and progressive frames; browsers support no others.
            0xc0..=0xc2 if size.is_none() => {
                let mut header = Bytes(data);
                let _precision = header.byte()?;
                let (height, width) = (u16::from_be_bytes(header.array()?), u16::from_be_bytes(header.array()?));
                size = Some((u32::from(width), u32::from(height)));
                keep(&mut kept, marker, data);
            }
            // Tables, and the restart interval.
            0xc4 | 0xdb | 0xdd => keep(&mut kept, marker, data),
            0xda if size.is_some() => {
                has_scan = true;
                keep(&mut kept, marker, data);
                kept.extend_from_slice(scan(&mut rest)?);
            }
            0xe0 if data.starts_with(b"JFIF\0") && data.len() >= JFIF => {
                let mut data = data[..JFIF].to_vec();
                data[JFIF - 2..].fill(0);
                keep(&mut kept, marker, &data);
            }
            0xe1 if data.starts_with(b"Exif\0\0") && orientation.is_none() => {
                orientation = orientation::find(&data[6..]);
                if let Some(orientation) = orientation {
                    keep(&mut kept, marker, &orientation::alone(orientation));
                }
            }
            // A colour profile.
            0xe2 if data.starts_with(b"ICC_PROFILE\0") => keep(&mut kept, marker, data),
            // The colour transform.
            0xee if data.starts_with(b"Adobe") && data.len() >= ADOBE => keep(&mut kept, marker, &data[..ADOBE]),
            // Application segments and comments are dropped.
            0xe0..=0xef | 0xfe => {}
            _ => return Err(ImageError::Damaged),
        }
    }
    kept.extend([0xff, 0xd9]);
    let (width, height) = size.filter(|_| has_scan).ok_or(ImageError::Damaged)?;
    let is_on_its_side = orientation.is_some_and(|orientation| orientation > 4);
    let (width, height) = if is_on_its_side { (height, width) } else { (width, height) };
    Ok(Read { width, height, bytes: kept })
}

/// The next marker, after any number of 0xff fill bytes.
fn marker(rest: &mut Bytes<'_>) -> Result<u8, ImageError> {
    if rest.byte()? != 0xff {
        return Err(ImageError::Damaged);
    }
    loop {
        match rest.byte()? {
            0xff => {}
            marker => return Ok(marker),
        }
    }
}

/// The compressed data up to the next marker. Inside it, 0xff is followed by 0 or is a restart marker.
fn scan<'b>(rest: &mut Bytes<'b>) -> Result<&'b [u8], ImageError> {
    let is_end = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    let end = rest.0.windows(2).position(is_end).ok_or(ImageError::Damaged)?;
    rest.take(end)
}

fn keep(kept: &mut Vec<u8>, marker: u8, data: &[u8]) {
    kept.extend([0xff, marker]);
    // The data came from a segment, whose length has two bytes.
    kept.extend(u16::try_from(data.len() + 2).unwrap_or(u16::MAX).to_be_bytes());
    kept.extend_from_slice(data);
}
