//! Compressed copies: small ones, since they are made once and sent often.

use std::io::Write;

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};

const EXTENSIONS: [&str; 9] = ["css", "html", "js", "json", "svg", "txt", "wasm", "webmanifest", "xml"];

/// Whether a file with this name gets compressed copies; pictures and fonts are compressed already.
pub(crate) fn pays(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

pub(crate) fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: content.len(), ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut compressed, &parameters)?;
    Ok(compressed)
}

pub(crate) fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

/// `310.2 KiB (brotli 98.7)`
pub(crate) fn sizes(content: &[u8]) -> Result<String> {
    let compressed = brotli(content)?;
    Ok(format!("{} KiB (brotli {})", kib(content.len()), kib(compressed.len())))
}

/// With one decimal, rounded down.
fn kib(bytes: usize) -> String {
    format!("{}.{}", bytes / 1024, bytes % 1024 * 10 / 1024)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn text_shrinks_and_comes_back() {
        let text = b"the quick brown fox ".repeat(50);

        let small = brotli(&text).expect("memory does not fail");
        assert!(small.len() < text.len() / 5);
        let mut back = Vec::new();
        brotli::Decompressor::new(&small[..], 4096).read_to_end(&mut back).expect("valid brotli");
        assert_eq!(back, text);

        let small = gzip(&text).expect("memory does not fail");
        assert!(small.len() < text.len() / 5);
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&small[..]).read_to_end(&mut back).expect("valid gzip");
        assert_eq!(back, text);
    }

    #[test]
    fn pictures_are_left_alone() {
        assert!(pays("icons/logo.svg"));
        assert!(pays("respondent_bg.wasm"));
        assert!(!pays("photo.png"));
        assert!(!pays("LICENSE"));
    }

    #[test]
    fn sizes_are_told_in_kib() {
        assert_eq!(kib(1536), "1.5");
        assert_eq!(kib(86), "0.0");
    }
}
