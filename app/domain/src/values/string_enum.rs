//! Enums whose variants have names.

/// Declares an enum whose variants each have a name, used in requests, responses and the database.
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $enum:ident {
            $($(#[$about:meta])* $variant:ident => $name:literal,)+
        }
    ) => {
        $(#[$meta])*
        $vis enum $enum {
            $($(#[$about])* $variant,)+
        }

        impl $enum {
            pub const NAMES: &'static [&'static str] = &[$($name),+];
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.as_str() == name)
            }
        }
    };
}
