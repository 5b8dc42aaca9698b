//! JSON and query parameters read into types, with mistakes as values: a place and a code in place of a sentence.

mod decode_error;
mod depth;
mod input;
mod moment;

pub use decode_error::{DecodeError, DecodeErrorKind};
pub use depth::{DEEPEST, depth};
pub use input::Input;
pub use moment::write as moment;
