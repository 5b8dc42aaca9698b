//! The Exif orientation of a photograph, the only Exif field that is kept: without it the picture lies on its side.

const TAG: u16 = 0x0112;
const SHORT: u16 = 3;

/// The orientation in an Exif TIFF structure if the picture has to be rotated or mirrored: 2 to 8.
pub(super) fn find(tiff: &[u8]) -> Option<u8> {
    let is_little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let bytes = tiff.get(4..8)?.try_into().ok()?;
    let directory = if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
    let directory = usize::try_from(directory).ok()?;
    let entries = usize::from(short(directory)?);
    let mut places = (0..entries).map(|entry| directory.checked_add(2 + 12 * entry));
    let place = places.find_map(|place| place.filter(|place| short(*place) == Some(TAG)))?;
    let value = short(place.checked_add(8)?).filter(|_| short(place + 2) == Some(SHORT))?;
    u8::try_from(value).ok().filter(|value| (2..=8).contains(value))
}

pub(super) fn alone(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01".to_vec();
    for short in [TAG, SHORT, 0, 1, u16::from(orientation), 0, 0, 0] {
        exif.extend(short.to_be_bytes());
    }
    exif
}
