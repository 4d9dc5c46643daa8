//! The notification of an agent about an interaction.

pub use crate::control_characters::visible;

use crate::{Interaction, control_characters::control_findings};
use wire::{Finding, Pointer, Validate};

wire::text! {
    /// The line that notifies an agent of an interaction: `[CANVAS] <canvasFile>: <summary>`.
    ///
    /// Providers type the line into a terminal, where control characters would take effect.
    /// [`for_record`](Self::for_record) therefore escapes each control character as `\u` and four hexadecimal digits,
    /// as in JSON. The control characters are U+0000 to U+001F, U+007F to U+009F, the line separators U+2028 and
    /// U+2029, and the bidirectional controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
    /// Backslashes are not escaped, so the escaping cannot be undone. A shell needs additional quoting.
    ///
    /// ```
    /// use agent_ui_aap::{Interaction, Notification, SubmitRequest};
    ///
    /// let request = SubmitRequest::new("click", "p.html").element("a\u{1b}[31m");
    /// let line = Notification::for_record(&Interaction::create("i", "t", request));
    /// assert_eq!(line.as_str(), "[CANVAS] p.html: User click 'a\\u001b[31m' on p.html");
    /// assert_eq!(line.read(), Some(("p.html", "User click 'a\\u001b[31m' on p.html")));
    /// ```
    ///
    /// Specification: [AAP 1.0, agent notification](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#agent-notification).
    pub struct Notification;
}

const START: &str = "[CANVAS] ";

/// The maximum length of a page in bytes for which a repetition in the summary is recognized.
const MAX_FILE: usize = 1024;

impl Notification {
    /// Creates the line for a record.
    pub fn for_record(record: &Interaction) -> Self {
        Self::new(record.canvas_file.as_str(), &record.summary)
    }

    /// Creates the line for a page and a summary.
    pub fn new(canvas_file: &str, summary: &str) -> Self {
        Self::from(format!(
            "{START}{}: {}",
            visible(canvas_file),
            visible(summary)
        ))
    }

    /// Splits the line into page and summary; `None` if the line is not a notification.
    ///
    /// Both parts may contain `: `. Summaries usually repeat their page. The line is therefore split at the last `:
    /// User ` whose summary repeats the preceding text. A page of more than 1024 bytes is not recognized in this way.
    /// Otherwise, the line is split at the first `: User `, or else at the first `: `.
    pub fn read(&self) -> Option<(&str, &str)> {
        let line = self.as_str().strip_prefix(START)?;
        let mut repeating = None;
        for (at, _) in line.match_indices(": User ") {
            if at > MAX_FILE {
                break;
            }
            if let Some((file, summary)) = split_line(line, at)
                && has_page(summary, file)
            {
                repeating = Some((file, summary));
            }
        }
        if repeating.is_some() {
            return repeating;
        }
        for separator in [": User ", ": "] {
            if let Some((at, _)) = line.match_indices(separator).next() {
                return split_line(line, at);
            }
        }
        None
    }
}

/// Splits a line into page and summary at this `: `.
fn split_line(line: &str, at: usize) -> Option<(&str, &str)> {
    let (file, rest) = line.split_at_checked(at)?;
    Some((file, rest.strip_prefix(": ")?))
}

/// Returns `true` if a summary contains this page in the usual position.
fn has_page(summary: &str, file: &str) -> bool {
    let on = format!(" on {file}");
    summary.ends_with(&on) || summary.contains(&format!("{on} with data: "))
}

impl Validate for Notification {
    /// Reports `not-a-notification` (error) and `control-characters` (warning).
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.read().is_none() {
            let finding = Finding::error(
                "not-a-notification",
                at.clone(),
                "the line is not a notification",
            );
            found.push(finding.hint("write `[CANVAS] <canvasFile>: <summary>`"));
        }
        control_findings(self.as_str(), at, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SubmitRequest, control_characters::is_control};
    use proptest::prelude::*;

    fn read(line: &str) -> Option<(String, String)> {
        Notification::from(line)
            .read()
            .map(|(file, rest)| (file.to_owned(), rest.to_owned()))
    }

    #[test]
    fn a_notification_names_the_page_twice() {
        let request = SubmitRequest::new("submit", "loans/desk.html").element("return-form");
        let line = Notification::for_record(&Interaction::create("i", "t", request));
        assert_eq!(
            line,
            "[CANVAS] loans/desk.html: User submit 'return-form' on loans/desk.html"
        );
    }

    #[test]
    fn control_characters_are_escaped() {
        let all = "\0\u{3}\u{4}\t\n\r\u{1b}[31m\u{7f}\u{85}\u{9f}\u{2028}\u{2029}\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}";
        let line = Notification::new("p.html", all);
        assert_eq!(
            line.as_str(),
            "[CANVAS] p.html: \\u0000\\u0003\\u0004\\u0009\\u000a\\u000d\\u001b[31m\\u007f\\u0085\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069"
        );
        assert!(line.validate().is_empty());
        let plain = "ä \u{1F600} \u{a0} \\u001b \u{200d}";
        assert_eq!(
            Notification::new("p", plain).as_str(),
            format!("[CANVAS] p: {plain}")
        );
    }

    #[test]
    fn a_line_is_split_at_the_last_place_that_repeats_the_page() {
        let pair = |file: &str, rest: &str| Some((file.to_owned(), rest.to_owned()));
        for (file, action) in [
            ("p.html", "click"),
            ("a: User b.html", "click"),
            ("a on b.html", "x: User y"),
            ("p.html", ": User "),
        ] {
            let record = Interaction::create("i", "t", SubmitRequest::new(action, file));
            let line = Notification::for_record(&record);
            assert_eq!(line.read(), Some((file, &*record.summary)), "{line}");
        }
        assert_eq!(
            read("[CANVAS] p.html: User a on q.html: User b"),
            pair("p.html", "User a on q.html: User b")
        );
        assert_eq!(
            read("[CANVAS] p.html: saved: ok"),
            pair("p.html", "saved: ok")
        );
        assert_eq!(read("[CANVAS] p.html"), None);
        assert_eq!(read("p.html: User click on p.html"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn an_adversarial_line_takes_linear_time() {
        for part in [": User ", "é: User ", ": User  on  with data: "] {
            let line = format!("[CANVAS] {}", part.repeat(200_000));
            assert!(read(&line).is_some());
        }
    }

    proptest! {
        #[test]
        fn a_record_is_one_line_without_control_characters(record: Interaction) {
            let line = Notification::for_record(&record);
            prop_assert!(!line.as_str().contains(is_control));
            prop_assert!(line.as_str().starts_with("[CANVAS] "));
            prop_assert!(line.read().is_some());
        }

        #[test]
        fn lines_of_ordinary_pages_are_read_back(
            file in "[a-z/: ]{0,8}\\.html", action in "[a-z]{1,8}|on|: User ", element in "[a-z' ]{0,8}", data in "[a-z]{0,5}",
        ) {
            let data = wire::Payload::object([(&*data, &wire::Payload::null())]);
            let record = Interaction::create("i", "t", SubmitRequest::new(action, &*file).element(element).data(data));
            let line = Notification::for_record(&record);
            prop_assert_eq!(line.read(), Some((&*file, &*record.summary)));
        }
    }
}
