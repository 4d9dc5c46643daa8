//! Recognises texts in other formats than JSON: YAML, tables, settings, encoded data, names of files.

use super::{FileFormat, ForeignFormat};
use crate::input::document::after_comments;

/// The number of bytes after which the format of a text is decided.
const HEAD: usize = 8 << 10;
/// The number of bytes after which a text without any bracket is read line by line.
const PROSE_HEAD: usize = 64 << 10;
/// The minimum number of characters of encoded data.
const SHORTEST_DATA: usize = 24;
/// The maximum number of characters of a name that is the whole input.
const LONGEST_NAME: usize = 4 << 10;

const YAML: ForeignFormat = ForeignFormat {
    description: "YAML",
    hint: "convert it to JSON, for example with `yq -o json FILE`",
};
const SETTINGS: ForeignFormat = ForeignFormat {
    description: "TOML or another format of settings",
    hint: "write the message in JSON, for example with `yq -p toml -o json FILE`",
};
const TABLE: ForeignFormat = ForeignFormat {
    description: "a table (CSV)",
    hint: "write a message in JSON; the rows of a table do not form one",
};
const BASE64: ForeignFormat = ForeignFormat {
    description: "encoded in Base64",
    hint: "decode it with `base64 -d FILE`",
};
const DATA_URL: ForeignFormat = ForeignFormat {
    description: "a data URL",
    hint: "decode the part after the comma, with `base64 -d` if the URL contains `;base64`",
};
const PERCENT: ForeignFormat = ForeignFormat {
    description: "percent-encoded, as in a URL",
    hint: "decode each `%` with its two digits into a byte",
};
const URL: ForeignFormat = ForeignFormat {
    description: "a URL, not the text behind it",
    hint: "download the text first, for example with `curl -o FILE URL`",
};
const FILE_NAME: ForeignFormat = ForeignFormat {
    description: "the name of a file, not its text",
    hint: "pass the name as an argument, instead of on standard input",
};
const COMMENTS: ForeignFormat = ForeignFormat {
    description: "empty apart from comments",
    hint: "write a message in JSON",
};

/// Detects the format of a text that starts with these bytes. Returns `None` if more bytes are needed.
pub(super) fn detect_format(head: &[u8], is_at_end: bool) -> Option<FileFormat> {
    let is_enough = is_at_end || head.len() >= HEAD;
    let Some(first) = head.first() else {
        return if is_enough {
            Some(FileFormat::Text)
        } else {
            None
        };
    };
    if *first == b'/' && after_comments(head).is_none() {
        if !is_enough {
            return None;
        }
        if is_at_end && (head.starts_with(b"//") || head.starts_with(b"/*")) {
            return Some(FileFormat::OtherText(COMMENTS));
        }
    }
    // The last line may continue.
    let end = if is_at_end {
        head.len()
    } else {
        memchr::memrchr(b'\n', head).unwrap_or(0)
    };
    let lines = String::from_utf8_lossy(head.get(..end).unwrap_or_default());
    match match_formats(&lines) {
        LinesFormat::Unknown => {}
        LinesFormat::Complete(_) | LinesFormat::Possible if !is_enough => return None,
        LinesFormat::Complete(format) => return Some(FileFormat::OtherText(format)),
        LinesFormat::Possible => {}
    }
    if memchr::memchr2(b'{', b'[', head).is_some() {
        return Some(FileFormat::Text);
    }
    if !is_at_end && head.len() < PROSE_HEAD {
        return None;
    }
    if let Some(format) = detect_encoded_data(&String::from_utf8_lossy(head)) {
        return Some(FileFormat::OtherText(format));
    }
    let is_value = wire::Payload::is_json(lines.lines().next().unwrap_or_default().trim());
    let has_quotes = memchr::memchr(b'"', head).is_some();
    if is_at_end && !is_value && !has_quotes {
        Some(FileFormat::Prose)
    } else {
        Some(FileFormat::Text)
    }
}

/// The format of lines.
enum LinesFormat {
    Unknown,
    /// Further lines decide between several formats.
    Possible,
    Complete(ForeignFormat),
}

/// Compares lines with each known format.
fn match_formats(lines: &str) -> LinesFormat {
    let mut found = LinesFormat::Unknown;
    for (format, result) in [
        (YAML, match_yaml(lines)),
        (SETTINGS, match_settings(lines)),
        (TABLE, match_table(lines)),
    ] {
        match result {
            LineMatch::Complete => return LinesFormat::Complete(format),
            LineMatch::Possible => found = LinesFormat::Possible,
            LineMatch::Other => {}
        }
    }
    found
}

/// The result of comparing lines with a format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineMatch {
    /// A line has another format.
    Other,
    /// All lines match, but more lines are needed.
    Possible,
    /// The lines are a text of the format.
    Complete,
}

impl LineMatch {
    fn of(all_fit: bool, is_complete: bool) -> Self {
        match (all_fit, is_complete) {
            (false, _) => Self::Other,
            (true, false) => Self::Possible,
            (true, true) => Self::Complete,
        }
    }
}

/// Returns the lines that are neither blank nor comments of YAML or of settings.
fn significant_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with(['#', ';']))
}

/// Compares the lines with YAML: keys and items of which one is nested, or a leading `---`, without a JSON object.
fn match_yaml(text: &str) -> LineMatch {
    if !text.is_empty() && !text.starts_with(may_begin_yaml) {
        return LineMatch::Other;
    }
    let is_complete = significant_lines(text).count() > 1
        && significant_lines(text).any(is_distinctive_line_of_yaml);
    LineMatch::of(significant_lines(text).all(is_line_of_yaml), is_complete)
}

fn may_begin_yaml(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_#.$\"'".contains(c)
}

/// Returns `true` if the line is nested or separates documents, which lines of other formats are not.
fn is_distinctive_line_of_yaml(line: &str) -> bool {
    line.starts_with([' ', '\t'])
        || line.starts_with("- ")
        || flow_value(line).is_some()
        || line.trim_end() == "---"
}

/// Returns the value after the key of a line of YAML, if it is an object or a list with unquoted words.
fn flow_value(line: &str) -> Option<&str> {
    let (_, value) = line.split_once(": ")?;
    let inner = value.trim_start().strip_prefix(['{', '['])?;
    let is_word = inner
        .trim_start()
        .starts_with(|c: char| c.is_ascii_alphabetic());
    (is_word && inner.contains([':', ','])).then_some(inner)
}

/// Returns `true` if the line is a key, an item, a document separator, or part of a longer value.
fn is_line_of_yaml(line: &str) -> bool {
    let text = line.trim_end();
    if matches!(text, "---" | "...") {
        return true;
    }
    if text.contains('{') && flow_value(text).is_none() {
        return false;
    }
    let inner = text.trim_start();
    if let Some(item) = inner.strip_prefix('-') {
        if item.is_empty() || item.starts_with(' ') {
            return true;
        }
    }
    let is_indented = inner.len() < text.len();
    let key = match inner.split_once(':') {
        Some((key, value)) if value.is_empty() || value.starts_with(' ') => key,
        // Only a longer value continues on a line of its own.
        _ => return is_indented,
    };
    // Server-Sent Events contain such lines as well.
    let is_event = !is_indented && matches!(key, "event" | "data" | "id" | "retry");
    is_key_of_yaml(key) && !is_event
}

fn is_key_of_yaml(key: &str) -> bool {
    let key = key.trim_matches(['"', '\'']);
    let mut bytes = key.bytes();
    !key.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_-.$".contains(&byte))
}

/// Compares the lines with settings: keys with `=`, below names in square brackets.
fn match_settings(text: &str) -> LineMatch {
    let all_fit = significant_lines(text).all(|line| is_setting(line) || is_section(line));
    LineMatch::of(all_fit, significant_lines(text).any(is_setting))
}

/// Returns `true` if the line is a key with a value. The padding of Base64 and the assignments of JavaScript look similar.
fn is_setting(line: &str) -> bool {
    let Some((key, value)) = line.split_once('=') else {
        return false;
    };
    let value = value.trim();
    is_key_of_settings(key) && !value.is_empty() && !value.starts_with(['=', '{', '['])
}

/// Returns `true` if the line is a name in square brackets.
fn is_section(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix('[') else {
        return false;
    };
    let Some(name) = rest.strip_suffix(']') else {
        return false;
    };
    name.starts_with(|c: char| c == '[' || c.is_ascii_alphabetic())
        && is_key_of_settings(name.trim_matches(['[', ']']))
}

fn is_key_of_settings(word: &str) -> bool {
    let word = word.trim();
    let mut bytes = word.bytes();
    !word.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_-.\"".contains(&byte))
}

/// Compares the lines with a table: several rows with as many fields as the first row has names.
fn match_table(text: &str) -> LineMatch {
    let Some(header) = text.lines().next() else {
        return LineMatch::Possible;
    };
    let separator = if header.contains('\t') {
        '\t'
    } else if header.contains(';') {
        ';'
    } else {
        ','
    };
    let columns = count_separators(header, separator);
    if columns == 0 || !header.split(separator).all(is_column_name) {
        return LineMatch::Other;
    }
    let mut rows = 0;
    for row in text.lines().filter(|line| !line.trim().is_empty()) {
        if count_separators(row, separator) != columns {
            return LineMatch::Other;
        }
        rows += 1;
    }
    LineMatch::of(true, rows > 1)
}

/// Counts the separators of a row outside of quoted fields.
fn count_separators(line: &str, separator: char) -> usize {
    let (mut count, mut is_quoted) = (0, false);
    for c in line.chars() {
        if c == '"' {
            is_quoted = !is_quoted;
        } else if c == separator && !is_quoted {
            count += 1;
        }
    }
    count
}

fn is_column_name(name: &str) -> bool {
    let name = name.trim_end_matches('\r').trim_matches('"');
    let mut letters = name.chars();
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' '))
}

/// Detects encoded data, and texts that only name the data, such as a URL or the name of a file.
fn detect_encoded_data(text: &str) -> Option<ForeignFormat> {
    let text = text.trim();
    let head = text.get(..3).unwrap_or_default();
    if head.eq_ignore_ascii_case("%7B") || head.eq_ignore_ascii_case("%5B") {
        return Some(PERCENT);
    }
    // The first bytes are `{`, `[`, or the start of compressed data.
    let begins_like_data = matches!(
        text.as_bytes(),
        [
            b'e' | b'W' | b'H',
            b'w'..=b'z' | b'0'..=b'9' | b'+' | b'/',
            ..,
        ]
    );
    if begins_like_data && text.len() >= SHORTEST_DATA && text.bytes().all(is_base64) {
        return Some(BASE64);
    }
    if text.len() > LONGEST_NAME || text.contains(char::is_whitespace) {
        return None;
    }
    if text.starts_with("data:") && text.contains(',') {
        return Some(DATA_URL);
    }
    if text.starts_with("https://") || text.starts_with("http://") {
        return Some(URL);
    }
    let extensions = [".json", ".jsonl", ".ndjson"];
    if extensions
        .into_iter()
        .any(|extension| text.ends_with(extension))
    {
        return Some(FILE_NAME);
    }
    None
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=-_\r\n".contains(&byte)
}
