//! Checks of values against the common types.

use super::{Checker, CommonType, Returns, ValueRole, schema::published};
use crate::v0_9;
use wire::{Finding, Payload, PayloadKind, Pointer};

impl Checker<'_> {
    /// Checks a value of a common type at the pointer `at`.
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, Version, catalog::{Checker, CommonType, basic}};
    /// use agent_ui_a2ui::wire::{Payload, Pointer};
    ///
    /// let catalog = basic(Version::V0_9, Notation::Plain);
    /// let mut findings = Vec::new();
    /// let caption = Payload::parse(r#"{"call":"formatNumbr","args":{}}"#)?;
    /// let mut checker = Checker::new(&catalog, &mut findings);
    /// checker.check_common_type(CommonType::DynamicString, &caption, &Pointer::root());
    /// assert_eq!(findings[0].rule, "unknown-function");
    /// # Ok::<(), agent_ui_a2ui::wire::DecodeError>(())
    /// ```
    pub fn check_common_type(&mut self, of: CommonType, value: &Payload, at: &Pointer) {
        match of {
            CommonType::DynamicString => self.check_dynamic(value, at, Returns::String),
            CommonType::DynamicNumber => self.check_dynamic(value, at, Returns::Number),
            CommonType::DynamicBoolean => self.check_dynamic(value, at, Returns::Boolean),
            CommonType::DynamicStringList => self.check_dynamic(value, at, Returns::Array),
            CommonType::DynamicValue => self.check_dynamic_value(value, at, ValueRole::Value),
            CommonType::CheckCondition if !value.is_object() => {
                self.wrong_type(value, at, "a binding or a call");
            }
            CommonType::CheckCondition => self.check_dynamic(value, at, Returns::Boolean),
            CommonType::DataBinding => self.check_required_binding(value, at),
            CommonType::FunctionCall => self.call(value, at, None),
            CommonType::ComponentId if value.kind() == PayloadKind::String => {}
            CommonType::ComponentId => {
                self.wrong_type(value, at, "a string, the id of a component")
            }
            CommonType::ChildList => match v0_9::check_child_list_kind(value, at) {
                Some(finding) => self.report(finding),
                None if value.is_object() => self.check_definition("ChildTemplate", value, at),
                None => self.check_list(value, at, CommonType::ComponentId),
            },
            CommonType::CheckRule if self.reports_call_without_condition(value, at) => {}
            CommonType::CheckRule => self.check_definition("CheckRule", value, at),
            CommonType::AccessibilityAttributes => {
                self.check_definition("AccessibilityAttributes", value, at);
            }
            CommonType::Action => self.check_definition("Action", value, at),
            CommonType::ComponentCommon | CommonType::Checkable => {}
        }
    }

    /// Checks that a value is an array of values of a common type.
    pub(super) fn check_list(&mut self, value: &Payload, at: &Pointer, of: CommonType) {
        if value.kind() != PayloadKind::Array {
            return self.wrong_type(value, at, "an array");
        }
        for (index, element) in value.elements().enumerate() {
            self.check_common_type(of, &element, &at.element(index));
        }
    }

    /// Checks an object against a definition of the published catalog.
    pub(super) fn check_definition(&mut self, name: &str, value: &Payload, at: &Pointer) {
        published(self.version()).check_definition(name, value, at, self);
    }

    /// Reports a check that contains its function call directly, as in drafts of 0.9. Returns `true` for such a check.
    fn reports_call_without_condition(&mut self, value: &Payload, at: &Pointer) -> bool {
        let calls = ["call", "@call"].into_iter();
        let call = calls
            .filter_map(|key| Some((key, value.member(key)?)))
            .next();
        let Some((key, name)) = call.filter(|_| value.member("condition").is_none()) else {
            return false;
        };
        let name = name.as_str().unwrap_or_default();
        let message = "the function call of a check must be in `condition`";
        let finding = Finding::error("missing-member", at.member("condition"), message);
        self.report(finding.hint(format_args!(
            "write `{{\"condition\":{{\"{key}\":\"{name}\",\"args\":…}},\"message\":…}}`"
        )));
        true
    }
}
