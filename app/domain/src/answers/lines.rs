//! Values as lines of text, written and read in the same order.

use std::str::Split;

#[derive(Default)]
pub(crate) struct Writer(String);

impl Writer {
    /// Ends with a line break, so that text that is cut short cannot be mistaken for the whole.
    pub(crate) fn finish(self) -> String {
        self.0
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.escaped(text);
        self.0.push('\n');
    }

    pub(crate) fn option(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.0.push('=');
            self.escaped(text);
        }
        self.0.push('\n');
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.text(if flag { "1" } else { "0" });
    }

    pub(crate) fn number(&mut self, number: usize) {
        self.text(&number.to_string());
    }

    pub(crate) fn integer(&mut self, number: i64) {
        self.text(&number.to_string());
    }

    pub(crate) fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len());
        for item in items {
            write(self, item);
        }
    }

    /// Escapes characters that end a line or a script element, and those that an HTML parser changes.
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

/// Reads on past a mistake and tells of it in the end: leaving at each field would make the program larger.
pub(crate) struct Reader<'t> {
    lines: Split<'t, char>,
    is_sound: bool,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        // Without the last line break there is no last line, as in text that was cut short.
        let whole = text.strip_suffix('\n');
        Self { lines: whole.unwrap_or_default().split('\n'), is_sound: whole.is_some() }
    }

    /// True if every value was there, and nothing else.
    pub(crate) fn finish(mut self) -> bool {
        self.is_sound && self.lines.next().is_none()
    }

    pub(crate) fn text(&mut self) -> String {
        let line = self.line();
        self.unescaped(line)
    }

    pub(crate) fn option(&mut self) -> Option<String> {
        let line = self.line();
        if line.is_empty() {
            return None;
        }
        let text = line.strip_prefix('=');
        self.is_sound &= text.is_some();
        Some(self.unescaped(text.unwrap_or_default()))
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.number() == 1
    }

    pub(crate) fn number(&mut self) -> usize {
        let number = usize::try_from(self.integer());
        self.is_sound &= number.is_ok();
        number.unwrap_or_default()
    }

    pub(crate) fn integer(&mut self) -> i64 {
        let number = self.line().parse();
        self.is_sound &= number.is_ok();
        number.unwrap_or_default()
    }

    /// A value in a form of its own.
    pub(crate) fn parsed<T>(&mut self, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = parse(&self.text());
        self.is_sound &= value.is_some();
        value
    }

    pub(crate) fn fail(&mut self) {
        self.is_sound = false;
    }

    pub(crate) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        self.some(|from| Some(read(from)))
    }

    /// A list of values that may turn out to be none.
    pub(crate) fn some<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Vec<T> {
        let length = self.number();
        let mut items = Vec::new();
        while self.is_sound && items.len() < length {
            match read(self) {
                Some(item) => items.push(item),
                None => self.fail(),
            }
        }
        items
    }

    fn line(&mut self) -> &'t str {
        let line = self.lines.next();
        self.is_sound &= line.is_some();
        line.unwrap_or_default()
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
