//! PNG: chunks of length, name, data and checksum.

use super::read::{Bytes, ImageError, Read, length};

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// Reads the file after the signature.
pub(super) fn read(bytes: &[u8]) -> Result<Read, ImageError> {
    let mut rest = Bytes(bytes);
    let mut kept = SIGNATURE.to_vec();
    let mut size = None;
    let mut has_data = false;
    loop {
        let start = rest.0;
        let count = length(u32::from_be_bytes(rest.array()?));
        let name: [u8; 4] = rest.array()?;
        let data = rest.take(count)?;
        let _checksum: [u8; 4] = rest.array()?;
        let chunk = &start[..start.len() - rest.0.len()];
        let is_kept = match (&name, size) {
            (b"IHDR", None) if data.len() == 13 => {
                let mut header = Bytes(data);
                size = Some((u32::from_be_bytes(header.array()?), u32::from_be_bytes(header.array()?)));
                true
            }
            (b"IHDR", _) | (_, None) => return Err(ImageError::Damaged),
            (b"acTL" | b"fcTL" | b"fdAT", _) => return Err(ImageError::Animated),
            (b"IDAT", _) => {
                has_data = true;
                true
            }
            // Colours and transparency.
            (b"PLTE" | b"tRNS" | b"gAMA" | b"cHRM" | b"sRGB" | b"iCCP" | b"sBIT", _) => true,
            (b"IEND", Some((width, height))) if has_data && data.is_empty() => {
                kept.extend_from_slice(chunk);
                return Ok(Read { width, height, bytes: kept });
            }
            // An upper-case first letter marks a critical chunk.
            _ if name[0].is_ascii_uppercase() => return Err(ImageError::Damaged),
            _ => false,
        };
        if is_kept {
            kept.extend_from_slice(chunk);
        }
    }
}
