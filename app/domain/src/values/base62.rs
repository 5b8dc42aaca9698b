//! Base 62 encoding of bytes, for ids in URLs.

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The `length` lowest base 62 digits of a 128-bit number, most significant first.
///
/// 22 digits hold all of it (62^22 > 2^128); 11 digits hold 65 bits.
pub fn base62(mut number: u128, length: usize) -> String {
    let mut digits = vec![0; length];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[usize::try_from(number % 62).unwrap_or_default()];
        number /= 62;
    }
    digits.into_iter().map(char::from).collect()
}

pub(crate) fn is_base62(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_fits_in_22_digits() {
        assert_eq!(base62(u128::MAX, 22), "7n42DGM5Tflk9n8mt7Fhc7");
        assert_eq!(base62(61, 2), "0z");
    }
}
