//! Errors with a stable code in addition to their data.

/// Declares an enum whose variants each have a code: a word that callers may rely on, unlike the message.
///
/// A code that API clients can get is followed by a sentence for their manual. Several variants may share a code; one
/// of them has the sentence. A variant that only a feature of the crate needs names the feature at the end.
#[macro_export]
macro_rules! coded {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$about:meta])*
                $variant:ident $(($($value:ty),+))? $({ $($field:ident: $type:ty),+ })? => $code:literal $(: $when:literal $(with $feature:literal)?)?,
            )+
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$about])* $($(#[cfg(feature = $feature)])?)? $variant $(($($value),+))? $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// Each code that API clients can get, with a sentence that says when.
            pub const PUBLISHED: &'static [(&'static str, &'static str)] = &[$($($(#[cfg(feature = $feature)])? ($code, $when),)?)+];

            pub const fn code(&self) -> &'static str {
                match self {
                    $($($(#[cfg(feature = $feature)])?)? Self::$variant { .. } => $code,)+
                }
            }
        }
    };
}
