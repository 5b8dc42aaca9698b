//! Drawings as pictures for documents and slides that take no SVG.
//!
//! Letters come from the font in the program, so a picture is the same on each host: Latin, Greek, Cyrillic, Arabic and
//! Hebrew among others, but no Chinese, Japanese or Korean.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb},
};

/// Twice the size of the drawing, so that it is sharp in print.
const SCALE: u16 = 2;
/// Drawings with more stay smaller, at 4 bytes each: 32 MiB.
const MOST_PIXELS: f32 = 8_000_000.0;
/// Taller drawings have no picture: their letters would be too small to read. In pixels of the drawing.
const TALLEST: f32 = 16_000.0;

static FONT: &[u8] = include_bytes!("../../../fonts/DejaVuSans.ttf");
const FAMILY: &str = "DejaVu Sans";

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(FONT)));
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Takes a second for the tallest drawing, so it is not for threads that answer others. `None` where the drawing is too
/// tall.
pub(super) fn picture(svg: &str) -> Option<Vec<u8>> {
    let options = Options { font_family: FAMILY.to_owned(), fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size();
    if size.height() > TALLEST {
        return None;
    }
    let scale = f32::from(SCALE).min((MOST_PIXELS / (size.width() * size.height())).sqrt());
    let pixels = size.to_int_size().scale_by(scale)?;
    let mut picture = Pixmap::new(pixels.width(), pixels.height())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(height: u32, text: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"20\">\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\
             <svg x=\"10%\" y=\"0\" width=\"80%\" height=\"40\">\
             <rect x=\"50.00%\" y=\"30\" width=\"50.00%\" height=\"10\" fill=\"#ff0000\"/>\
             <text x=\"0.00%\" y=\"20\">{text}</text></svg></svg>"
        )
    }

    fn pixels(svg: &str) -> Pixmap {
        Pixmap::decode_png(&picture(svg).expect("a picture")).expect("a PNG")
    }

    fn reds(picture: &Pixmap) -> Vec<u32> {
        let is_red = |x: &u32| picture.pixel(*x, 70).is_some_and(|pixel| pixel.red() == 255 && pixel.green() == 0);
        (0..picture.width()).filter(is_red).collect()
    }

    #[test]
    fn a_picture_has_the_drawing_at_twice_its_size() {
        let picture = pixels(&drawing(50, ""));
        assert_eq!((picture.width(), picture.height()), (200, 100));
        let reds = reds(&picture);
        assert_eq!((reds.first(), reds.last()), (Some(&100), Some(&179)), "lengths are parts of the inner drawing");
    }

    #[test]
    fn letters_of_many_scripts_are_drawn_and_arabic_ones_are_joined() {
        let is_dark = |pixel: &resvg::tiny_skia::PremultipliedColorU8| pixel.green() < 128 && pixel.red() < 128;
        let ink = |text: &str| pixels(&drawing(50, text)).pixels().iter().filter(|pixel| is_dark(pixel)).count();
        let unknown = ink("\u{10ffff}");
        for text in ["é", "ß", "Ж", "Ω", "ב", "س"] {
            assert!(ink(text) > 0 && ink(text) != unknown, "{text}");
        }
        let apart = ink("س\u{200c}ل\u{200c}م");
        assert_ne!(ink("سلم"), apart, "letters that meet take another form");
        assert_eq!(ink("\u{2068}سلم\u{2069}"), ink("سلم"), "marks of direction are not drawn");
    }

    #[test]
    fn the_size_of_a_picture_is_bounded() {
        let tall = pixels(&drawing(16_000, ""));
        assert!(tall.width() == 200 && tall.height() == 32_000, "it has few pixels in all");
        assert_eq!(picture(&drawing(16_001, "")), None);
        let wide = drawing(16_000, "").replace("width=\"100\"", "width=\"10000\"");
        let wide = pixels(&wide);
        assert!(u64::from(wide.width()) * u64::from(wide.height()) <= 8_100_000);
        assert_eq!(picture("<svg"), None);
    }
}
