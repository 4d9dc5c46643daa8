//! The message that deletes a surface.

use wire::Payload;

/// Creates the message that deletes a surface. `version` is the version in the message, such as `v0.9`. Messages of 0.8
/// state no version.
pub(crate) fn deletion_message(version: &str, surface: &str) -> String {
    let id = Payload::string(surface);
    let body = format!(r#""deleteSurface":{{"surfaceId":{id}}}"#);
    if version == "v0.8" {
        return format!("{{{body}}}");
    }
    let version = Payload::string(version);
    format!(r#"{{"version":{version},{body}}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agent_ui_text::bridge::a2ui::Message;

    #[test]
    fn the_message_has_the_form_of_its_version() {
        for version in ["v0.8", "v0.9", "v1.0", "1.0"] {
            let text = deletion_message(version, "a\"b");
            let message = Message::read(&text).unwrap();
            assert_eq!(message.key(), "deleteSurface", "{text}");
            assert_eq!(message.version_word(), version);
            assert_eq!(message.surface_id().unwrap().as_str(), "a\"b");
        }
    }
}
