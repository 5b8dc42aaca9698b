//! Decodes a text file saved by a spreadsheet: UTF-8, UTF-16 (“Unicode text”), or Western European letters (“CSV”,
//! ANSI).

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Also returns `true` if the encoding is a guess. Returns `None` if the file is not a text.
pub(super) fn decode(bytes: &[u8]) -> Option<(String, bool)> {
    let read = |encoding: &'static Encoding, from: usize| {
        encoding.decode_without_bom_handling_and_without_replacement(&bytes[from..])
    };
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return read(encoding, mark).map(|text| (text.into_owned(), false));
    }
    if let Some(text) = sixteen_bits(bytes).and_then(|encoding| read(encoding, 0)).filter(|text| is_typed(text)) {
        return Some((text.into_owned(), false));
    }
    if let Some(text) = read(UTF_8, 0) {
        return Some((text.into_owned(), false));
    }
    let text = WINDOWS_1252.decode_without_bom_handling(bytes).0;
    is_typed(&text).then(|| (text.into_owned(), true))
}

/// True if there are no control characters except separators of lines and columns.
fn is_typed(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}'))
}

/// Detects UTF-16 without a byte order mark: separators, digits and line ends have a zero byte, all on the same side.
fn sixteen_bits(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |side: usize| bytes.iter().skip(side).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let is_many = |zeros: usize, others: usize| zeros >= 2 && zeros * 10 >= bytes.len() && zeros > others * 10;
    match bytes.len() % 2 {
        0 if is_many(second, first) => Some(UTF_16LE),
        0 if is_many(first, second) => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn each_form_of_a_text_is_read() {
        let text = "Name;E-mail\r\nÉlodie Müller;e@x.example\r\nمحمد;m@x.example\r\n";
        for mark in ["", "\u{feff}"] {
            let marked = format!("{mark}{text}");
            for bytes in
                [marked.clone().into_bytes(), utf_16(&marked, u16::to_le_bytes), utf_16(&marked, u16::to_be_bytes)]
            {
                assert_eq!(decode(&bytes), Some((text.to_owned(), false)), "{mark:?} {bytes:?}");
            }
        }
        assert_eq!(decode(b"Jos\xe9;\x80 5;\x93a\x94\r\n"), Some(("José;€ 5;“a”\r\n".to_owned(), true)));
        assert_eq!(decode(b""), Some((String::new(), false)));
        assert_eq!(decode("محمد علي\r\n".as_bytes()).map(|(_, is_guessed)| is_guessed), Some(false));
        let names = utf_16("محمد علي\r\nفاطمة\r\n", u16::to_le_bytes);
        assert_eq!(decode(&names), Some(("محمد علي\r\nفاطمة\r\n".to_owned(), false)));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let zipped = b"PK\x03\x04\x14\x00\x06\x00\x08\x00\xe9\x00\x00\x21\x00\xb5";
        for bytes in [&zipped[..], b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xe9", b"\xe9\x00\x01"] {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
    }
}
