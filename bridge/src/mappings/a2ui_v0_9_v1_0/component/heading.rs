//! Translation of headings, which are a variant of a Text in A2UI 0.9 and Markdown in the text in 1.0.

use wire::Payload;

/// The heading variants of 0.9 with the equivalent Markdown marks.
const HEADINGS: [(&str, &str); 5] = [
    ("h1", "# "),
    ("h2", "## "),
    ("h3", "### "),
    ("h4", "#### "),
    ("h5", "##### "),
];

/// The maximum number of calls around a call in a template expression. The recursion needs a bound.
const MAX_NESTED_CALLS: usize = 8;

/// Returns the Markdown marks of a heading variant.
pub(super) fn marks_of(variant: &Payload) -> Option<&'static str> {
    let variant = variant.as_str()?;
    let (_, marks) = HEADINGS.iter().find(|(known, _)| *known == variant)?;
    Some(marks)
}

/// Prefixes a text with heading marks. Returns `None` if the text with the marks is neither a literal nor a template.
pub(super) fn with_heading(marks: &str, text: &Payload) -> Option<Payload> {
    if let Some(text) = text.as_str() {
        return Some(Payload::string(&format!("{marks}{text}")));
    }
    let template = match text.member("call") {
        // The text is a template already, so the marks go inside.
        Some(call) if call.as_str().as_deref() == Some("formatString") => {
            let template = text.member("args")?.member("value")?;
            format!("{marks}{}", template.as_str()?)
        }
        _ => format!("{marks}{}", write_expression(text, 0)?),
    };
    let args = Payload::object([("value", &Payload::string(&template))]);
    Some(Payload::object([
        ("call", &Payload::string("formatString")),
        ("args", &args),
    ]))
}

/// Splits a text that [`with_heading`] created into the variant and the binding.
pub(super) fn split_heading(text: &Payload) -> Option<(&'static str, Payload)> {
    let template = text.member("args")?.member("value")?;
    let template = template.as_str()?;
    let (signs, bound) = template.split_once(' ')?;
    let (variant, marks) = HEADINGS.get(signs.len().checked_sub(1)?)?;
    let path = bound.strip_prefix("${")?.strip_suffix('}')?;
    let binding = Payload::object([("path", &Payload::string(path))]);
    // A text with another spelling would not come back unchanged, so it stays Markdown.
    if with_heading(marks, &binding)? == *text {
        Some((variant, binding))
    } else {
        None
    }
}

/// Writes a binding or a call as a template expression of `formatString`. Returns `None` unless names and paths are plain
/// and all arguments are strings, non-negative numbers, booleans, bindings or calls.
fn write_expression(value: &Payload, depth: usize) -> Option<String> {
    if let Some(path) = value.member("path") {
        return write_path(&path.as_str()?);
    }
    let call = value.member("call")?;
    let call = call.as_str()?;
    if depth >= MAX_NESTED_CALLS || !is_plain(&call, "_") {
        return None;
    }
    let arguments = value.member("args");
    let mut args = Vec::new();
    for (name, arg) in arguments.iter().flat_map(Payload::members) {
        let arg = write_argument(&arg, depth)?;
        if !is_plain(&name, "_") {
            return None;
        }
        args.push(format!("{name}: {arg}"));
    }
    Some(format!("${{{call}({})}}", args.join(", ")))
}

/// Writes a path as a template expression. Returns `None` if a template would read the expression as another path or as a
/// literal.
fn write_path(path: &str) -> Option<String> {
    if !is_plain(path, "/_-.") || matches!(path, "true" | "false" | "null") {
        return None;
    }
    Some(format!("${{{path}}}"))
}

/// Writes an argument of a call in a template expression. Returns `None` if the argument has no plain form.
fn write_argument(value: &Payload, depth: usize) -> Option<String> {
    if let Some(text) = value.as_str() {
        // In a template, these characters need escapes.
        if text.contains(['\'', '\\', '{', '}']) {
            return None;
        }
        return Some(format!("'{text}'"));
    }
    let text = value.text();
    let mut chars = text.chars();
    let is_number = chars.all(|char| char.is_ascii_digit() || char == '.');
    if is_number || matches!(text, "true" | "false") {
        return Some(text.to_owned());
    }
    write_expression(value, depth + 1)
}

/// Returns `true` if a text consists of letters, digits and these signs, and does not begin with a digit.
fn is_plain(text: &str, signs: &str) -> bool {
    let mut chars = text.chars();
    let is_begun =
        text.starts_with(|first: char| first.is_ascii_alphabetic() || signs.contains(first));
    is_begun && chars.all(|char| char.is_ascii_alphanumeric() || signs.contains(char))
}
