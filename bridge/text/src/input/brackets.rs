//! Brackets of texts that may not be valid JSON.

/// Counts the open brackets of a text that may not be valid JSON.
#[derive(Default)]
pub(super) struct Brackets {
    pub(super) depth: usize,
    pub(super) is_string: bool,
}

impl Brackets {
    pub(super) fn are_open_after(text: &[u8]) -> bool {
        let mut brackets = Self::default();
        brackets.read(text);
        brackets.depth > 0
    }

    pub(super) fn read(&mut self, text: &[u8]) {
        let mut bytes = text.iter();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\\' if self.is_string => drop(bytes.next()),
                b'"' => self.is_string = !self.is_string,
                _ if self.is_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}
