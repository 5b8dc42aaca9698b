//! Decodes JSON and query parameters into types, with errors as a path and a code instead of a sentence.

mod decode_error;
mod depth;
mod input;
mod moment;

pub use decode_error::{DecodeError, DecodeErrorKind};
pub use depth::{DEEPEST, depth};
pub use input::Input;
pub use moment::write as moment;
