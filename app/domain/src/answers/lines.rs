//! Serialization of values as lines of text, written and read in the same order.

use std::str::Split;

pub(crate) trait Lines: Sized {
    fn write(&self, to: &mut Writer);

    /// Returns a substitute value for malformed lines; the [`Reader`] records the error.
    fn read(from: &mut Reader<'_>) -> Self;
}

#[derive(Default)]
pub(crate) struct Writer(String);

impl Writer {
    /// The text ends with a line break, so truncated text is detected.
    pub(crate) fn finish(self) -> String {
        self.0
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.escaped(text);
        self.0.push('\n');
    }

    pub(crate) fn number(&mut self, number: usize) {
        self.text(&number.to_string());
    }

    pub(crate) fn integer(&mut self, number: i64) {
        self.text(&number.to_string());
    }

    /// Escapes line breaks, characters that an HTML parser changes, and `<`, which could end a script element.
    fn escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'\\' | b'\n' | b'\r' | b'\0' | b'<')) {
            self.0.push_str(&rest[..at]);
            self.0.push_str(match rest.as_bytes()[at] {
                b'\\' => r"\\",
                b'\n' => r"\n",
                b'\r' => r"\r",
                b'\0' => r"\0",
                _ => r"\l",
            });
            rest = &rest[at + 1..];
        }
        self.0.push_str(rest);
    }
}

/// Records an error and reads on; [`Reader::finish`] reports it. Returning early at each field would enlarge the
/// program.
pub(crate) struct Reader<'t> {
    lines: Split<'t, char>,
    is_sound: bool,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        // Text without a final line break was truncated.
        let whole = text.strip_suffix('\n');
        Self { lines: whole.unwrap_or_default().split('\n'), is_sound: whole.is_some() }
    }

    /// True if every value was valid and nothing is left over.
    pub(crate) fn finish(mut self) -> bool {
        self.is_sound && self.lines.next().is_none()
    }

    pub(crate) fn text(&mut self) -> String {
        let line = self.line();
        self.unescaped(line)
    }

    pub(crate) fn number(&mut self) -> usize {
        let number = usize::try_from(self.integer());
        self.sound(number.ok(), 0)
    }

    pub(crate) fn integer(&mut self) -> i64 {
        let number = self.line().parse();
        self.sound(number.ok(), 0)
    }

    /// The value, or `otherwise` after recording an error.
    pub(crate) fn sound<T>(&mut self, value: Option<T>, otherwise: T) -> T {
        self.is_sound &= value.is_some();
        value.unwrap_or(otherwise)
    }

    /// Calls `read` as many times as the next line says.
    pub(crate) fn each(&mut self, mut read: impl FnMut(&mut Self)) {
        let mut left = self.number();
        while self.is_sound && left > 0 {
            read(self);
            left -= 1;
        }
    }

    fn line(&mut self) -> &'t str {
        let line = self.lines.next();
        self.sound(line, "")
    }

    fn unescaped(&mut self, line: &str) -> String {
        let mut text = String::with_capacity(line.len());
        let mut characters = line.chars();
        while let Some(character) = characters.next() {
            text.push(match character {
                '\\' => match characters.next() {
                    Some('\\') => '\\',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('0') => '\0',
                    Some('l') => '<',
                    _ => {
                        self.is_sound = false;
                        break;
                    }
                },
                other => other,
            });
        }
        text
    }
}

impl Lines for String {
    fn write(&self, to: &mut Writer) {
        to.text(self);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        from.text()
    }
}

impl Lines for Option<String> {
    fn write(&self, to: &mut Writer) {
        if let Some(text) = self {
            to.0.push('=');
            to.escaped(text);
        }
        to.0.push('\n');
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let line = from.line();
        if line.is_empty() {
            return None;
        }
        let text = from.sound(line.strip_prefix('='), "");
        Some(from.unescaped(text))
    }
}

impl Lines for bool {
    fn write(&self, to: &mut Writer) {
        to.number((*self).into());
    }

    fn read(from: &mut Reader<'_>) -> Self {
        from.number() == 1
    }
}

impl Lines for usize {
    fn write(&self, to: &mut Writer) {
        to.number(*self);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        from.number()
    }
}

impl<T: Lines> Lines for Vec<T> {
    fn write(&self, to: &mut Writer) {
        to.number(self.len());
        for item in self {
            item.write(to);
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let mut items = Self::new();
        from.each(|from| items.push(T::read(from)));
        items
    }
}

/// Implements [`Lines`] for types. A struct lists its fields in order, then the values of the fields that are not
/// written; an enum lists a number and the fields of each variant, the variant to use for unknown numbers,
/// and perhaps a variant that is written as another value.
macro_rules! lines {
    (@read $part:ident $from:ident) => { Lines::read($from) };
    ($(struct $type:ident { $($field:ident),+ $(; $($left:ident: $value:expr),+)? })+) => {$(
        impl Lines for $type {
            fn write(&self, to: &mut $crate::answers::lines::Writer) {
                $(self.$field.write(to);)+
            }

            fn read(from: &mut $crate::answers::lines::Reader<'_>) -> Self {
                Self { $($field: Lines::read(from),)+ $($($left: $value),+)? }
            }
        }
    )+};
    (enum $type:ty {
        $($code:expr => $variant:ident $({ $($field:ident),+ })? $(($($part:ident),+))?,)+
        else $otherwise:expr
        $(, write $absent:ident as $stand_in:expr)?
    }) => {
        impl Lines for $type {
            fn write(&self, to: &mut $crate::answers::lines::Writer) {
                match self {
                    $(Self::$variant $(($($part),+))? $({ $($field),+ })? => {
                        to.number($code);
                        $($($part.write(to);)+)?
                        $($($field.write(to);)+)?
                    })+
                    $(Self::$absent(..) => $stand_in.write(to),)?
                }
            }

            fn read(from: &mut $crate::answers::lines::Reader<'_>) -> Self {
                let code = from.number();
                Self::read_as(code, from)
            }
        }

        impl $type {
            fn read_as(code: usize, from: &mut $crate::answers::lines::Reader<'_>) -> Self {
                $(if code == $code {
                    return Self::$variant
                        $(($(lines!(@read $part from)),+))?
                        $({ $($field: Lines::read(from)),+ })?;
                })+
                from.sound(None, $otherwise)
            }
        }
    };
}
pub(crate) use lines;
