//! The options that hints name, such as `` `options.context.runtime_id` ``, under the names of another interface.
//!
//! Hints of the libraries name the members of [`TranslateOptions`](crate::TranslateOptions) and
//! [`CheckOptions`](crate::CheckOptions). The program prints its flags instead, and each package prints its arguments.

/// The start of the name of an option in a hint. The name ends with a backtick.
const START: &str = "`options.";

/// Replaces each option in a hint. `rename` receives its name in Rust, such as `context.runtime_id`, and returns the text
/// between the backticks.
///
/// ```
/// use agent_ui_text::option_names::rename_options;
///
/// let hint = "pass the time with `options.context.time`, or omit `options.strict`";
/// let renamed = rename_options(hint, |name| name.to_uppercase());
/// assert_eq!(renamed, "pass the time with `CONTEXT.TIME`, or omit `STRICT`");
/// ```
pub fn rename_options(hint: &str, rename: impl Fn(&str) -> String) -> String {
    let mut renamed = String::new();
    let mut rest = hint;
    while let Some((before, name, after)) = next_option(rest) {
        renamed.push_str(before);
        renamed.push('`');
        renamed.push_str(&rename(name));
        renamed.push('`');
        rest = after;
    }
    renamed + rest
}

/// Returns the text before the next option, its name, and the text after it.
fn next_option(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(START)?;
    let (name, after) = rest.split_once('`')?;
    Some((before, name, after))
}

/// Converts a name of Rust to camel case, as JSON and JavaScript write it.
///
/// ```
/// assert_eq!(agent_ui_text::option_names::camel_case("context.runtime_id"), "context.runtimeId");
/// ```
pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
