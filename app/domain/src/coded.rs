//! Errors that have a stable code beside their data.

/// Declares an enum whose variants each have a code: a word that callers may rely on, unlike the sentence.
///
/// Several variants may share a code; `CODES` then holds it several times.
#[macro_export]
macro_rules! coded {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$about:meta])*
                $variant:ident $(($($value:ty),+))? $({ $($field:ident: $type:ty),+ })? => $code:literal,
            )+
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$about])* $variant $(($($value),+))? $({ $($field: $type),+ })?,)+
        }

        impl $name {
            /// Every code there is.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)+
                }
            }
        }
    };
}
