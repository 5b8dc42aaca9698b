//! QR codes as SVG. Always dark on white, because some scanners cannot read inverted codes.

use qrcode::{QrCode, render::svg};

/// Returns `None` if the text is too long for a QR code.
pub(super) fn svg(text: &str) -> Option<String> {
    let code = QrCode::new(text.as_bytes()).ok()?;
    let document = code
        .render::<svg::Color<'_>>()
        .min_dimensions(200, 200)
        .dark_color(svg::Color("#000000"))
        .light_color(svg::Color("#ffffff"))
        .build();
    // HTML does not allow an XML declaration.
    document.find("<svg").map(|start| document[start..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_and_a_book_does_not() {
        let picture = svg("https://quiz.example.com/aq/demo/0123456789abcdef").expect("short enough");
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"), "{picture}");
        assert_eq!(svg(&"x".repeat(3000)), None);
    }
}
