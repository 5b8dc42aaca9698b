//! Errors that have a stable code beside their data.

/// Declares an enum whose variants each have a code: a word that callers may rely on, unlike the message.
///
/// A code that API clients meet is followed by a sentence for their manual. Several variants may share a code; one of
/// them has the sentence.
#[macro_export]
macro_rules! coded {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$about:meta])*
                $variant:ident $(($($value:ty),+))? $({ $($field:ident: $type:ty),+ })? => $code:literal $(: $when:literal)?,
            )+
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$about])* $variant $(($($value),+))? $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// Each code that API clients meet, with a sentence on when that is.
            pub const PUBLISHED: &'static [(&'static str, &'static str)] = &[$($(($code, $when),)?)+];

            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)+
                }
            }
        }
    };
}
