//! Places in inputs.

use std::{fmt, sync::Arc};

/// A place in a file or in standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The name of the file; `None` for standard input.
    pub file: Option<Arc<str>>,
    /// The line, from 1; 0 if the place is unknown.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or("standard input");
        if self.line == 0 {
            return f.write_str(file);
        }
        write!(f, "{file}:{}:{}", self.line, self.column)
    }
}

impl Place {
    /// The start of a text without a name.
    pub const START: Self = Self {
        file: None,
        line: 1,
        column: 1,
    };

    /// Returns the end of a text that starts at this place.
    pub fn after(&self, text: &str) -> Self {
        let (line, column) = match text.rfind('\n') {
            None => (self.line, self.column + text.len()),
            Some(end) => (self.line + text.matches('\n').count(), text.len() - end),
        };
        Self {
            file: self.file.clone(),
            line,
            column,
        }
    }
}
