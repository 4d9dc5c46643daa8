//! Recognises texts in other formats than JSON: YAML, tables, settings, encoded data, names of files.

use super::{FileFormat, ForeignFormat};
use crate::input::document::behind_comments;

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

/// Returns the format of a text that starts with these bytes, or `None` if more bytes are needed.
pub(super) fn format(head: &[u8], is_at_end: bool) -> Option<FileFormat> {
    let is_enough = is_at_end || head.len() >= HEAD;
    let Some(first) = head.first() else {
        return is_enough.then_some(FileFormat::Text);
    };
    if *first == b'/' && behind_comments(head).is_none() {
        if !is_enough {
            return None;
        }
        let is_comment = is_at_end && (head.starts_with(b"//") || head.starts_with(b"/*"));
        if is_comment {
            return Some(FileFormat::OtherText(COMMENTS));
        }
    }
    let end = if is_at_end {
        head.len()
    } else {
        memchr::memrchr(b'\n', head).unwrap_or(0)
    };
    let lines = String::from_utf8_lossy(head.get(..end).unwrap_or_default());
    for (is_format, format) in [
        (is_yaml as fn(&str) -> LineMatch, YAML),
        (are_settings, SETTINGS),
        (is_table, TABLE),
    ] {
        match is_format(&lines) {
            LineMatch::Complete if is_enough => return Some(FileFormat::OtherText(format)),
            LineMatch::Complete | LineMatch::Possible if !is_enough => return None,
            _ => {}
        }
    }
    if memchr::memchr2(b'{', b'[', head).is_some() {
        return Some(FileFormat::Text);
    }
    if !is_at_end && head.len() < PROSE_HEAD {
        return None;
    }
    let text = String::from_utf8_lossy(head);
    if let Some(format) = encoded_data(&text) {
        return Some(FileFormat::OtherText(format));
    }
    let is_value = wire::Payload::is_json(lines.lines().next().unwrap_or_default().trim());
    let has_quotes = memchr::memchr(b'"', head).is_some();
    Some(if is_at_end && !is_value && !has_quotes {
        FileFormat::Prose
    } else {
        FileFormat::Text
    })
}

/// The result of comparing lines with a format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineMatch {
    /// A line has another format.
    Other,
    /// All lines fit, but others must follow.
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
fn significant(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with(['#', ';']))
}

/// Compares the lines with YAML: keys and items with a nested one, or a leading `---`, without a JSON object.
fn is_yaml(text: &str) -> LineMatch {
    let may_begin = |c: char| c.is_ascii_alphanumeric() || "-_#.$\"'".contains(c);
    if !text.is_empty() && !text.starts_with(may_begin) {
        return LineMatch::Other;
    }
    let is_nested = |line: &str| {
        line.starts_with([' ', '\t']) || line.starts_with("- ") || flow_value(line).is_some()
    };
    let is_complete = significant(text).count() > 1
        && significant(text).any(|line| is_nested(line) || line.trim_end() == "---");
    LineMatch::of(significant(text).all(is_line_of_yaml), is_complete)
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
    if inner
        .strip_prefix('-')
        .is_some_and(|item| item.is_empty() || item.starts_with(' '))
    {
        return true;
    }
    let key = inner
        .split_once(':')
        .filter(|(_, value)| value.is_empty() || value.starts_with(' '));
    let is_word = |key: &str| {
        let key = key.trim_matches(['"', '\'']);
        !key.is_empty()
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-.$".contains(&byte))
    };
    let is_indented = inner.len() < text.len();
    // Server-Sent Events contain such lines as well.
    let is_event = |key: &str| !is_indented && matches!(key, "event" | "data" | "id" | "retry");
    key.map_or(is_indented, |(key, _)| is_word(key) && !is_event(key))
}

/// Compares the lines with settings: keys with `=`, below names in square brackets.
fn are_settings(text: &str) -> LineMatch {
    let is_word = |word: &str| {
        let word = word.trim();
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-.\"".contains(&byte))
    };
    // The padding of Base64 and the assignments of JavaScript look similar.
    let is_value = |value: &str| !value.is_empty() && !value.starts_with(['=', '{', '[']);
    let is_key = |line: &str| {
        line.split_once('=')
            .is_some_and(|(key, value)| is_word(key) && is_value(value.trim()))
    };
    let is_section = |line: &str| {
        let inner = line
            .trim()
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'));
        inner.is_some_and(|name| {
            name.starts_with(|c: char| c == '[' || c.is_ascii_alphabetic())
                && is_word(name.trim_matches(['[', ']']))
        })
    };
    let all_fit = significant(text).all(|line| is_key(line) || is_section(line));
    LineMatch::of(all_fit, significant(text).any(is_key))
}

/// Compares the lines with a table: several rows of as many fields as the names in the first row.
fn is_table(text: &str) -> LineMatch {
    let separators = |line: &str, separator: char| {
        let mut is_quoted = false;
        line.chars()
            .filter(|c| {
                is_quoted ^= *c == '"';
                *c == separator && !is_quoted
            })
            .count()
    };
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
    let is_name = |name: &str| {
        let name = name.trim_end_matches('\r').trim_matches('"');
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' '))
    };
    let columns = separators(header, separator);
    let rows = text.lines().filter(|line| !line.trim().is_empty());
    let all_fit = columns > 0
        && header.split(separator).all(is_name)
        && rows
            .clone()
            .all(|row| separators(row, separator) == columns);
    LineMatch::of(all_fit, rows.count() > 1)
}

/// Returns the format of a text that is data in another form, or only names the data.
fn encoded_data(text: &str) -> Option<ForeignFormat> {
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
    let is_data = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_' | '\r' | '\n')
    };
    if begins_like_data && text.len() >= SHORTEST_DATA && text.chars().all(is_data) {
        return Some(BASE64);
    }
    if text.len() > LONGEST_NAME || text.contains(char::is_whitespace) {
        return None;
    }
    if text
        .strip_prefix("data:")
        .is_some_and(|rest| rest.contains(','))
    {
        return Some(DATA_URL);
    }
    if text.starts_with("https://") || text.starts_with("http://") {
        return Some(URL);
    }
    let is_file = [".json", ".jsonl", ".ndjson"]
        .iter()
        .any(|extension| text.ends_with(extension));
    is_file.then_some(FILE_NAME)
}
