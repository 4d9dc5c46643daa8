//! The check of an answer against the form that asked.

use super::value::Value;
use crate::schema::{FormSchema, PropertySchema};
use std::collections::BTreeMap;
use wire::{Finding, Payload, PayloadKind, Pointer};

const RULE: &str = "elicit-content";

impl FormSchema {
    /// Reports everything in an answer that breaks a rule of the form. Pointers are relative to `content`.
    ///
    /// Lengths count Unicode characters. Patterns are not evaluated. A value without a property is a warning, because the
    /// schema does not forbid it.
    ///
    /// ```
    /// use agent_ui_elicitation::{FormSchema, wire};
    ///
    /// let schema: FormSchema = wire::decode(
    ///     r#"{"type":"object","properties":{"when":{"type":"string","format":"date"}},"required":["when"]}"#,
    /// )?;
    /// let rules = |content: &str| {
    ///     let content = wire::Payload::parse(content).unwrap();
    ///     schema.check_content(&content).iter().map(|finding| finding.message.clone()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(rules(r#"{"when":"2026-07-28"}"#), [""; 0]);
    /// assert_eq!(rules("{}"), ["the answer lacks `when`, which the form requires"]);
    /// assert_eq!(rules(r#"{"when":"tomorrow"}"#), ["the text is not of the format `date`"]);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn check_content(&self, content: &Payload) -> Vec<Finding> {
        let root = Pointer::root();
        let mut found = Vec::new();
        if content.kind() != PayloadKind::Object {
            let message = format!(
                "the content of an answer is an object, and this is {}",
                content.kind()
            );
            found.push(
                Finding::error(RULE, root, message)
                    .hint("write the values by name, `{\"name\": …}`"),
            );
            return found;
        }
        let values: BTreeMap<_, _> = wire::collect_map(content.members());
        for name in self.required.get().into_iter().flatten() {
            if !values.contains_key(name.as_str()) {
                let message = format!("the answer lacks `{name}`, which the form requires");
                let finding = Finding::error(RULE, root.member(name), message);
                found.push(finding.hint(format_args!("add a value for `{name}`")));
            }
        }
        let inputs: BTreeMap<&str, &PropertySchema> = wire::collect_map(self.inputs());
        for (name, value) in content.members() {
            let at = root.member(&name);
            match inputs.get(&*name) {
                Some(property) => {
                    let value = Value {
                        value: &value,
                        at: &at,
                        rule: RULE,
                    };
                    value.findings(property, &mut found);
                }
                None => {
                    let message = format!("the form has no input `{name}`");
                    let finding = Finding::warning(RULE, at, message);
                    found.push(finding.hint("remove the value, or correct its name"));
                }
            }
        }
        found
    }
}
