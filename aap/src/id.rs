//! Ids of records and of elements.

use crate::control_characters::control_findings;
use crate::limits::ELEMENT_BYTES;
use wire::{Finding, Pointer, Validate};

wire::text! {
    /// The id of a record: a string.
    ///
    /// Providers create random UUIDs. Any text is preserved, including its case, because the id is part of the file
    /// name. [`as_uuid`](Self::as_uuid) returns the id only if it is a UUID.
    ///
    /// ```
    /// let id = agent_ui_aap::InteractionId::from("a1b2c3d4-e5f6-7890-abcd-ef1234567890");
    /// assert_eq!(id.as_uuid(), Some("a1b2c3d4-e5f6-7890-abcd-ef1234567890"));
    /// assert_eq!(agent_ui_aap::InteractionId::from("record-7").as_uuid(), None);
    /// ```
    ///
    /// Specification: [AAP 1.0, interaction record](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#interaction-record).
    pub struct InteractionId;

    /// The element that the user acted on: a string that the page chose, such as an id, a name or a label.
    ///
    /// Specification: [AAP 1.0, action message format](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/03-messages.md#3-action-message-format).
    pub struct ElementId;
}

/// The form of a UUID, with `0` for each digit.
const UUID: &[u8] = b"00000000-0000-0000-0000-000000000000";

impl InteractionId {
    /// Returns the text if it is a UUID in its usual form: 36 characters, hexadecimal digits in groups of 8, 4, 4, 4
    /// and 12.
    ///
    /// All versions of UUIDs are accepted. Braces, `urn:uuid:` and the form without hyphens are not.
    pub fn as_uuid(&self) -> Option<&str> {
        let text = self.as_str();
        let mut pairs = text.bytes().zip(UUID);
        let is_uuid = text.len() == UUID.len()
            && pairs.all(|(byte, form)| {
                if *form == b'0' {
                    byte.is_ascii_hexdigit()
                } else {
                    byte == *form
                }
            });
        is_uuid.then_some(text)
    }
}

/// Conversions from and to the types of `uuid` (feature `uuid`).
#[cfg(feature = "uuid")]
impl InteractionId {
    /// Converts the id to a UUID. Returns `None` if the text is not a [UUID in its usual form](Self::as_uuid).
    ///
    /// A UUID does not preserve the case of its digits, so use the id itself for the name of a file.
    ///
    /// ```
    /// use agent_ui_aap::InteractionId;
    ///
    /// let id = InteractionId::from("A1B2C3D4-e5f6-7890-abcd-ef1234567890");
    /// let uuid = id.to_uuid().unwrap();
    /// assert_eq!(InteractionId::from(uuid), "a1b2c3d4-e5f6-7890-abcd-ef1234567890");
    /// assert_eq!(id, "A1B2C3D4-e5f6-7890-abcd-ef1234567890");
    /// assert_eq!(InteractionId::from("record-7").to_uuid(), None);
    /// ```
    pub fn to_uuid(&self) -> Option<uuid::Uuid> {
        uuid::Uuid::try_parse(self.as_uuid()?).ok()
    }
}

/// Writes the UUID in its usual form, with lower-case digits.
#[cfg(feature = "uuid")]
impl From<uuid::Uuid> for InteractionId {
    fn from(uuid: uuid::Uuid) -> Self {
        Self::from(uuid.hyphenated().to_string())
    }
}

impl InteractionId {
    /// Returns `true` if the id can be part of a file name, as in the name of a record.
    ///
    /// ```
    /// assert!(agent_ui_aap::InteractionId::from("7").can_name_a_file());
    /// assert!(!agent_ui_aap::InteractionId::from("../7").can_name_a_file());
    /// ```
    pub fn can_name_a_file(&self) -> bool {
        // Most ids are UUIDs.
        self.as_str().bytes().all(is_plain) || !self.as_str().contains(is_separator)
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Returns `true` for the separators of paths, and for control characters.
fn is_separator(letter: char) -> bool {
    matches!(letter, '/' | '\\') || letter.is_control()
}

impl Validate for InteractionId {
    /// Reports `not-a-uuid` (error).
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.as_uuid().is_none() {
            let finding = Finding::error(
                "not-a-uuid",
                at.clone(),
                "the id of the record is not a UUID",
            );
            found.push(
                finding.hint(
                    "write a UUID of 36 characters, as in a1b2c3d4-e5f6-7890-abcd-ef1234567890",
                ),
            );
        }
    }
}

impl ElementId {}

impl Validate for ElementId {
    /// Reports `control-characters` and `too-large` (warnings).
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        control_findings(self.as_str(), at, found);
        if self.as_str().len() > ELEMENT_BYTES {
            let message =
                format_args!("the element is {} bytes long", self.as_str().len()).to_string();
            let finding = Finding::warning("too-large", at.clone(), message);
            found.push(finding.hint(format_args!("use at most {} bytes", ELEMENT_BYTES)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_have_one_form_and_any_version() {
        for (text, is_uuid) in [
            ("a1b2c3d4-e5f6-7890-abcd-ef1234567890", true),
            ("f6554697-47fd-4d67-8db9-291b9f7f3476", true),
            ("F6554697-47FD-4D67-8DB9-291B9F7F3476", true),
            ("00000000-0000-0000-0000-000000000000", true),
            ("f655469747fd4d678db9291b9f7f3476", false),
            ("{f6554697-47fd-4d67-8db9-291b9f7f3476}", false),
            ("urn:uuid:f6554697-47fd-4d67-8db9-291b9f7f3476", false),
            ("f6554697-47fd-4d67-8db9-291b9f7f347", false),
            ("f6554697-47fd-4d67-8db9-291b9f7f347g", false),
            ("f6554697_47fd_4d67_8db9_291b9f7f3476", false),
            ("", false),
        ] {
            let id = InteractionId::from(text);
            assert_eq!(id.as_uuid(), is_uuid.then_some(text));
            assert_eq!(id.validate().is_empty(), is_uuid);
            #[cfg(feature = "uuid")]
            {
                let back = id
                    .to_uuid()
                    .map(|uuid| InteractionId::from(uuid).as_str().to_owned());
                assert_eq!(back, is_uuid.then(|| text.to_lowercase()));
                assert_eq!(id.as_str(), text);
            }
        }
    }

    #[test]
    fn an_element_is_any_text_and_problems_are_reported() {
        assert!(
            ElementId::from("review:detention:s1:warm")
                .validate()
                .is_empty()
        );
        assert!(ElementId::from("").validate().is_empty());
        assert_eq!(
            ElementId::from("\u{1b}[31m").validate()[0].rule,
            "control-characters"
        );
        assert_eq!(
            ElementId::from("x".repeat(1025)).validate()[0].rule,
            "too-large"
        );
    }
}
