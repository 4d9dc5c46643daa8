//! The problems of the values of a form, as texts for the user.

use agent_ui_text::bridge::elicitation::FormSchema;
use wire::Finding;

/// Returns one line for each problem of a content, with the label of its input. A schema without titles has labels that are
/// the names of its properties.
pub(super) fn describe_problems(findings: &[Finding], schema: &FormSchema) -> Vec<String> {
    let describe = |finding: &Finding| match finding.pointer.segments().next() {
        Some(name) => format!("{}: {}", label_of(&name, schema), finding.message),
        None => finding.message.to_string(),
    };
    findings.iter().map(describe).collect()
}

fn label_of(name: &str, schema: &FormSchema) -> String {
    let input = schema.inputs().find(|(own, _)| *own == name);
    let title = input.and_then(|(_, property)| property.title());
    let title = title.filter(|title| !title.is_empty());
    title.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use wire::Payload;

    #[test]
    fn problems_have_the_label_of_their_input() {
        let schema: FormSchema = wire::decode(
            r#"{"type":"object","properties":{"n":{"type":"number","title":"Nights"},"m":{"type":"string"}},"required":["n","m"]}"#,
        )
        .unwrap();
        let findings = schema.check_content(&Payload::empty_object());
        assert_eq!(
            describe_problems(&findings, &schema),
            [
                "Nights: the answer lacks `n`, which the form requires",
                "m: the answer lacks `m`, which the form requires",
            ]
        );
    }
}
