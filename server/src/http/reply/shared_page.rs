//! Pages that are the same for many respondents, except for an id and a nonce, kept compressed.
//!
//! Such a page is deflated once, with placeholders of [`EDGES`] and [`FILLERS`] instead of its own texts. The first
//! occurrence of a placeholder is a stored block, into which another page puts its own text. At later occurrences,
//! deflate refers back to the first. No three bytes that contain part of a placeholder occur at two places in it, so
//! there are no other references.

use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};

use axum::body::Bytes;
use domain::NamespaceId;
use flate2::{Compress, Compression, FlushCompress};
use libdeflater::{Decompressor, crc32};
use memchr::memmem;

use crate::{
    cache::Cache,
    low_priority::{SMALL, try_offload},
};
/// Maximum size of the cache in bytes.
const KEPT: usize = 8 * 1024 * 1024;
/// Approximate overhead of a page in bytes.
const ENTRY: usize = 300;

/// Minimum length of a page's own text. A text like `id` would match many other places.
const SHORTEST: usize = 8;
/// Maximum distance of a reference; deflate allows 32 KiB.
const REACH: usize = 32_000;

/// The bytes at both ends of a placeholder. These bytes, and those of [`FILLERS`], do not occur in UTF-8.
const EDGES: [u8; 3] = [0xFD, 0xFE, 0xFF];

/// The bytes within a placeholder. No three of them occur twice.
static FILLERS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    const BYTES: [u8; 10] = [0xFC, 0xFB, 0xFA, 0xF9, 0xF8, 0xF7, 0xF6, 0xF5, 0xC1, 0xC0];
    let mut all = vec![0xC0; 3];
    let mut seen = HashSet::from([[0xC0; 3]]);
    while let [.., a, b] = all[..]
        && let Some(next) = BYTES.into_iter().find(|next| seen.insert([a, b, *next]))
    {
        all.push(next);
    }
    all
});

/// The gzip header: deflate, no name, no time, any system.
const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];
/// The length of an empty stored block, with its complement, which ends flushed output.
const EMPTY: [u8; 4] = [0, 0, 0xFF, 0xFF];

/// The cached pages, by the checksum of their shared part.
pub(in crate::http) struct SharedPages(Cache<u32, Arc<Pattern>>);

impl Default for SharedPages {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// Marks a reply in its extensions as the same for others, except for its own texts.
#[derive(Clone)]
pub(in crate::http) struct SharedPage {
    pub(in crate::http) pages: Arc<SharedPages>,
    pub(in crate::http) namespace: NamespaceId,
    pub(in crate::http) own: Vec<String>,
}

impl SharedPage {
    /// The page with gzip, assembled from compressed parts. `None` if that is not possible.
    pub(super) async fn gzip(self, page: Bytes) -> Option<Vec<u8>> {
        let Self { pages, namespace, own } = self;
        let shared = shared(&page, &own)?;
        let key = crc32(&shared);
        if let Some(pattern) = pages.0.get(&key).filter(|pattern| pattern.shared == shared) {
            return Some(pattern.filled(&page, &own));
        }
        let is_large = page.len() > SMALL;
        let make = move || {
            let pattern = Pattern::of(&page, shared, &own)?;
            Some((pattern.filled(&page, &own), pattern))
        };
        let (filled, pattern) = try_offload(is_large, make).await.ok()??;
        let bytes = ENTRY + pattern.bytes();
        pages.0.put(&namespace, key, Arc::new(pattern), bytes);
        Some(filled)
    }
}

/// The page with placeholders for its own texts. `None` for texts that cannot have one.
fn shared(page: &[u8], own: &[String]) -> Option<Vec<u8>> {
    let mut shared = page.to_vec();
    let mut fillers = &FILLERS[..];
    for (text, edge) in own.iter().zip(EDGES) {
        let inner = text.len().checked_sub(2).filter(|_| text.len() >= SHORTEST)?;
        let (inner, rest) = fillers.split_at_checked(inner)?;
        fillers = rest;
        for at in memmem::find_iter(page, text) {
            let place = &mut shared[at..at + text.len()];
            place.fill(edge);
            place[1..=inner.len()].copy_from_slice(inner);
        }
    }
    (own.len() <= EDGES.len()).then_some(shared)
}

/// A page without its own texts, compressed.
struct Pattern {
    shared: Vec<u8>,
    /// Each with the number of the text that follows.
    pieces: Vec<(Vec<u8>, usize)>,
    last: Vec<u8>,
}

impl Pattern {
    fn of(page: &[u8], shared: Vec<u8>, own: &[String]) -> Option<Self> {
        let mut deflate = Compress::new(Compression::best(), false);
        let mut deflated = |text: &[u8], flush| {
            let mut piece = Vec::with_capacity(text.len() + text.len() / 8 + 64);
            deflate.compress_vec(text, &mut piece, flush).ok()?;
            Some(piece)
        };
        let (mut pieces, mut done) = (Vec::new(), 0);
        for (at, number) in holes(page, own) {
            // An empty flush has no output: the block begins with its own bits.
            let piece = match shared.get(done..at)? {
                [] => vec![0],
                text => deflated(text, FlushCompress::Sync)?.strip_suffix(&EMPTY)?.to_vec(),
            };
            pieces.push((piece, number));
            done = at + own[number].len();
            // The output is not sent, but later parts may refer back to this input.
            deflated(&shared[at..done], FlushCompress::Sync)?;
        }
        let last = deflated(shared.get(done..)?, FlushCompress::Finish)?;
        let pattern = Self { shared, pieces, last };
        let mut unpacked = vec![0; page.len()];
        let is_page = Decompressor::new().gzip_decompress(&pattern.filled(page, own), &mut unpacked).is_ok();
        (is_page && unpacked == page).then_some(pattern)
    }

    fn filled(&self, page: &[u8], own: &[String]) -> Vec<u8> {
        let mut filled = Vec::with_capacity(self.bytes() - self.shared.len() + 1000);
        filled.extend(HEADER);
        for (piece, number) in &self.pieces {
            let text = own[*number].as_bytes();
            let length = u16::try_from(text.len()).unwrap_or_default();
            filled.extend_from_slice(piece);
            filled.extend(length.to_le_bytes());
            filled.extend((!length).to_le_bytes());
            filled.extend_from_slice(text);
        }
        filled.extend_from_slice(&self.last);
        filled.extend(crc32(page).to_le_bytes());
        filled.extend(u32::try_from(page.len()).unwrap_or_default().to_le_bytes());
        filled
    }

    fn bytes(&self) -> usize {
        self.shared.len() + self.pieces.iter().map(|(piece, _)| 30 + piece.len()).sum::<usize>() + self.last.len()
    }
}

/// The places of a page's own texts that cannot be back-references, with the numbers of the texts.
fn holes(page: &[u8], own: &[String]) -> Vec<(usize, usize)> {
    let places =
        |(number, text): (usize, &String)| memmem::find_iter(page, text).map(|at| (at, number)).collect::<Vec<_>>();
    let mut holes: Vec<(usize, usize)> = own.iter().enumerate().flat_map(places).collect();
    holes.sort_unstable();
    let mut seen = vec![None; own.len()];
    holes.retain(|&(at, number)| seen[number].replace(at).is_none_or(|before: usize| at - before > REACH));
    holes
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn unpacked(gzip: &[u8], length: usize) -> Vec<u8> {
        let mut page = vec![0; length];
        assert_eq!(Decompressor::new().gzip_decompress(gzip, &mut page), Ok(length));
        page
    }

    fn own(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    /// The page of one respondent, assembled from that of another. `None` if they share too little, for example if the
    /// shared part contains a text of one of them.
    fn from_other(parts: &[String], [first, second]: [&[String]; 2]) -> Option<Vec<u8>> {
        let page = |own: &[String]| {
            let text =
                |part: &String| part.parse::<usize>().map_or(part.clone(), |number| own[number % own.len()].clone());
            parts.iter().map(text).collect::<String>()
        };
        let (of_first, of_second) = (page(first), page(second));
        let pattern = Pattern::of(of_first.as_bytes(), shared(of_first.as_bytes(), first)?, first)?;
        assert_eq!(unpacked(&pattern.filled(of_first.as_bytes(), first), of_first.len()), of_first.as_bytes());
        if shared(of_second.as_bytes(), second)? != pattern.shared {
            return None;
        }
        assert_eq!(unpacked(&pattern.filled(of_second.as_bytes(), second), of_second.len()), of_second.as_bytes());
        Some(pattern.filled(of_second.as_bytes(), second))
    }

    proptest! {
        #[test]
        fn a_page_of_one_is_put_together_from_that_of_another(
            parts in vec(prop_oneof!["[0-2]", "[a-c<>\"é]{0,12}", "[a-z ]{0,3000}"], 0..60),
            first in vec("[a-c]{9}", 3),
            second in vec("[a-c]{9}", 3),
        ) {
            from_other(&parts, [&first, &second]);
        }
    }

    #[test]
    fn what_is_far_apart_or_side_by_side_is_there() {
        let [first, second] = [own(&["anon_first", "nonce-one"]), own(&["anon_other", "nonce-two"])];
        let noise: String =
            (0u64..9000).map(|n| format!("{:x} ", n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40)).collect();
        for parts in [
            // Not at the very beginning, which deflate does not refer to.
            own(&["<", "0", "0", "1", "1", "0"]),
            own(&["<a href=\"", "0", "\">", &noise, "0", "?", "1", &noise, "1"]),
            own(&[&"x".repeat(70_000), "1"]),
            own(&["<", "0"]),
            own(&["<", "1", "0", "1"]),
        ] {
            assert!(from_other(&parts, [&first, &second]).is_some(), "{} parts", parts.len());
        }
    }

    #[test]
    fn a_page_costs_few_bytes_more_than_by_itself() {
        let rows: String =
            (0..400).map(|n| format!("<li><a href=\"/aq/anon_first?q={n}\">Question {n}</a></li>")).collect();
        let page = format!("<script nonce=\"nonce-one\">{rows}<script nonce=\"nonce-one\">");
        let own = own(&["anon_first", "nonce-one"]);
        let pattern = Pattern::of(page.as_bytes(), shared(page.as_bytes(), &own).expect("texts"), &own).expect("one");
        let mut alone = Vec::new();
        let mut encoder = flate2::write::GzEncoder::new(&mut alone, Compression::best());
        std::io::Write::write_all(&mut encoder, page.as_bytes()).expect("memory");
        encoder.finish().expect("memory");
        let bytes = pattern.filled(page.as_bytes(), &own).len();
        assert!(bytes < alone.len() + 250, "{bytes}, {} alone", alone.len());
    }

    #[test]
    fn texts_without_a_stand_in_are_refused() {
        assert!(shared(b"a page", &own(&["short"])).is_none());
        assert!(shared(b"a page", &own(&[&"long".repeat(1000)])).is_none());
        assert!(shared(b"a page", &own(&["anon_first"; 4])).is_none());
        assert_eq!(FILLERS.len(), 1002);
    }
}
