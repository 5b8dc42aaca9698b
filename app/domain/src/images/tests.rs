//! Pictures made by other programs, and malformed bytes.

use proptest::{prelude::*, sample::Index};

use super::{Image, ImageError, ImageType, Size, read_image};

macro_rules! files {
    ($($file:literal)+) => {
        &[$(($file, include_bytes!(concat!("../../tests/pictures/", $file)))),+]
    };
}

static FILES: &[(&str, &[u8])] = files! {
    "plain.png" "metadata.png" "alpha.png" "palette.png" "plain.jpg" "progressive.jpg" "turned.jpg" "cmyk.jpg"
    "lossy.webp" "lossless.webp" "alpha.webp" "lossless-alpha.webp" "metadata.webp"
};
static REFUSED: &[(&str, &[u8])] = files! { "animated.png" "animated.webp" "still.gif" };

fn file(name: &str) -> &'static [u8] {
    FILES.iter().chain(REFUSED).find(|(known, _)| *known == name).expect("a file").1
}

fn read(name: &str) -> Image {
    read_image(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn the_type_and_the_size_are_those_of_the_file() {
    for (name, _) in FILES {
        let kind = match name.rsplit('.').next() {
            Some("png") => ImageType::Png,
            Some("jpg") => ImageType::Jpeg,
            _ => ImageType::Webp,
        };
        // The camera was held upright.
        let size = if *name == "turned.jpg" { (16, 24) } else { (24, 16) };
        let found = read(name);
        assert_eq!((found.kind, found.size), (kind, Size { width: size.0, height: size.1 }), "{name}");
    }
    assert_eq!(read_image(file("animated.png")), Err(ImageError::Animated));
    assert_eq!(read_image(file("animated.webp")), Err(ImageError::Animated));
    assert_eq!(read_image(file("still.gif")), Err(ImageError::OtherType));
    for bytes in [&b""[..], b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG", b"RIFF\0\0\0\0WAVE", b"BM"] {
        assert_eq!(read_image(bytes), Err(ImageError::OtherType));
    }
}

#[test]
fn metadata_goes_and_colours_stay() {
    for (name, bytes) in FILES {
        let kept = read(name).bytes;
        for word in ["Secret", "GPS", "XMP ", "tEXt", "iTXt", "eXIf", "pHYs"] {
            assert!(!holds(&kept, word.as_bytes()), "{name} holds {word}");
        }
        for profile in [&b"iCCP"[..], b"ICC_PROFILE\0", b"ICCP", b"tRNS", b"PLTE", b"ALPH", b"Adobe"] {
            assert_eq!(holds(&kept, profile), holds(bytes, profile), "{name}");
        }
        if !holds(bytes, b"Secret") && !holds(bytes, b"JFIF") {
            assert_eq!(kept, *bytes, "{name} has nothing to leave out");
        }
    }
    assert!(holds(file("metadata.png"), b"Secret") && holds(file("turned.jpg"), b"Secret"));
    assert!(holds(file("metadata.webp"), b"Secret") && holds(file("progressive.jpg"), b"Secret"));
    assert!(holds(&read("turned.jpg").bytes, b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06"));
    // The flags of dropped chunks are cleared.
    assert_eq!(read("metadata.webp").bytes[20], 0x20);
    assert_eq!(read("alpha.webp").bytes[20], 0x10);
}

#[test]
fn nothing_stays_after_the_end() {
    for (name, bytes) in FILES {
        let longer = [*bytes, b"<script>alert(1)</script>"].concat();
        assert_eq!(read_image(&longer), Ok(read(name)), "{name}");
    }
}

#[test]
fn a_file_that_is_cut_short_is_refused() {
    for (name, bytes) in FILES {
        // The padding byte of the last chunk may be missing.
        let end = bytes.len() - usize::from(name.ends_with("webp"));
        for end in 12..end {
            assert!(read_image(&bytes[..end]).is_err(), "{name} up to {end}");
        }
    }
}

#[test]
fn a_picture_has_at_most_4096_pixels_on_a_side() {
    let mut png = file("plain.png").to_vec();
    for (width, is_fitting) in [(0u32, false), (1, true), (4096, true), (4097, false), (u32::MAX, false)] {
        png[16..20].copy_from_slice(&width.to_be_bytes());
        assert_eq!(read_image(&png).is_ok(), is_fitting, "{width}");
    }
    let mut jpeg = file("plain.jpg").to_vec();
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame");
    for (height, is_fitting) in [(0u16, false), (4096, true), (4097, false)] {
        jpeg[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        assert_eq!(read_image(&jpeg).is_ok(), is_fitting, "{height}");
    }
    let mut webp = file("lossy.webp").to_vec();
    for (width, is_fitting) in [(0u16, false), (4096, true), (4097, false)] {
        webp[26..28].copy_from_slice(&width.to_le_bytes());
        assert_eq!(read_image(&webp).is_ok(), is_fitting, "{width}");
    }
}

#[test]
fn a_frame_is_as_large_as_its_canvas() {
    let mut webp = file("alpha.webp").to_vec();
    webp[24] += 1;
    assert_eq!(read_image(&webp), Err(ImageError::Damaged));
}

#[test]
fn a_thumbnail_of_the_uncropped_picture_goes() {
    let jpeg = file("plain.jpg");
    let thumbnail = [&jpeg[..4], &[0, 19], &jpeg[6..18], &[1, 1], b"RGB", &jpeg[20..]].concat();
    assert_eq!(&jpeg[2..11], b"\xff\xe0\0\x10JFIF\0");
    assert_eq!(read_image(&thumbnail), Ok(read("plain.jpg")));
}

fn same_again(image: &Image) -> Result<(), TestCaseError> {
    let again = read_image(&image.bytes);
    prop_assert_eq!(again.as_ref(), Ok(image));
    Ok(())
}

proptest! {
    #[test]
    fn what_was_read_is_read_again(at in any::<Index>(), changes in prop::collection::vec((any::<Index>(), any::<u8>()), 0..4)) {
        let mut bytes = at.get(FILES).1.to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(image) = read_image(&bytes) {
            prop_assert!((1..=4096).contains(&image.size.width) && (1..=4096).contains(&image.size.height));
            prop_assert!(image.bytes.len() <= bytes.len() + 40);
            same_again(&image)?;
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(at in any::<Index>(), start in 0usize..16, rest in prop::collection::vec(any::<u8>(), 0..400)) {
        let bytes = [&at.get(FILES).1[..start], &rest].concat();
        if let Ok(image) = read_image(&bytes) {
            same_again(&image)?;
        }
    }

    #[test]
    fn parts_in_another_order_are_read_or_refused(cuts in prop::collection::vec((any::<Index>(), any::<Index>(), any::<Index>()), 1..6)) {
        let cut = |(file, one, other): &(Index, Index, Index)| {
            let bytes = file.get(FILES).1;
            let (one, other) = (one.index(bytes.len()), other.index(bytes.len()));
            bytes[one.min(other)..one.max(other)].to_vec()
        };
        let rest: Vec<u8> = cuts.iter().flat_map(cut).collect();
        for start in [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8", b"RIFF\xff\0\0\0WEBP"] {
            if let Ok(image) = read_image(&[start, &rest].concat()) {
                same_again(&image)?;
            }
        }
    }
}
