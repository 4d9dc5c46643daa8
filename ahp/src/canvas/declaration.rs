//! Declarations of providers: kinds of canvas, and the actions of each.

use super::CanvasProviderSource;
use crate::{
    check::Check,
    ids::{CanvasId, ExtensionId},
};
use std::collections::BTreeSet;
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// An action that an agent may invoke on a canvas of this kind.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct SessionCanvasAction {
        /// The name of the action, unique among the actions of the canvas.
        name: String,
        /// A description for people and models.
        description?: Field<String>,
        /// The JSON Schema of the action's input, an object that is opaque to AHP.
        input_schema as "inputSchema"?: Option<Payload>,
    }

    /// A kind of canvas that a session offers.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct SessionCanvasDeclaration {
        /// The extension that provides this kind of canvas.
        extension_id as "extensionId": ExtensionId,
        /// The display name of the extension.
        extension_name as "extensionName"?: Field<String>,
        /// The id of the kind, unique within the extension.
        canvas_id as "canvasId": CanvasId,
        /// The display name of the kind.
        display_name as "displayName": String,
        /// The purpose of the kind, for people and models.
        description: String,
        /// The JSON Schema of the input for opening, an object that is opaque to AHP.
        input_schema as "inputSchema"?: Option<Payload>,
        /// The actions of the kind. Absent and empty both mean none, and the difference is preserved.
        actions?: Field<Vec<SessionCanvasAction>>,
        /// The provider of this kind of canvas.
        source: CanvasProviderSource,
    }

    /// A kind of canvas, as the providing client declares it. The host adds the extension.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct ClientCanvasDeclaration {
        /// The id of the kind, unique within the client.
        canvas_id as "canvasId": CanvasId,
        /// The display name of the kind.
        display_name as "displayName": String,
        /// The purpose of the kind, for people and models.
        description: String,
        /// The JSON Schema of the input for opening, an object that is opaque to AHP.
        input_schema as "inputSchema"?: Option<Payload>,
        /// The actions of the kind. Absent and empty both mean none, and the difference is preserved.
        actions?: Field<Vec<SessionCanvasAction>>,
    }
}

impl Validate for SessionCanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_null("description", &self.description);
        check.check_object("inputSchema", &self.input_schema);
    }
}

impl Validate for SessionCanvasDeclaration {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.report_null("extensionName", &self.extension_name);
        check.check_object("inputSchema", &self.input_schema);
        actions(&mut check, &self.actions);
        self.source.findings(&at.member("source"), found);
    }
}

impl Validate for ClientCanvasDeclaration {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.report_draft_members(&self.extra);
        check.check_object("inputSchema", &self.input_schema);
        actions(&mut check, &self.actions);
    }
}

fn actions(check: &mut Check<'_>, actions: &Field<Vec<SessionCanvasAction>>) {
    check.report_null("actions", actions);
    let at = check.at.member("actions");
    let mut names = BTreeSet::new();
    for (index, action) in actions.get().into_iter().flatten().enumerate() {
        let at = at.element(index);
        if !names.insert(action.name.as_str()) {
            let message = "this action name is already in the list";
            Check {
                at: &at,
                found: check.found,
            }
            .error(
                "duplicate-action",
                "name",
                message,
                "give each action its own name",
            );
        }
        action.findings(&at, check.found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declaration(members: &str) -> String {
        format!(
            r#"{{"extensionId":"x","canvasId":"plan","displayName":"Plan","description":"A plan"{members},"source":{{"kind":"server"}}}}"#
        )
    }

    #[test]
    fn ahp_2_action_names_of_a_canvas_are_unique() {
        let text = declaration(r#","actions":[{"name":"a"},{"name":"b"},{"name":"a"}]"#);
        let found = wire::decode::<SessionCanvasDeclaration>(&text)
            .unwrap()
            .validate();
        let found: Vec<_> = found
            .into_iter()
            .map(|found| (found.rule, found.pointer.to_string()))
            .collect();
        assert_eq!(found, [("duplicate-action", "/actions/2/name".to_owned())]);
        let text = r#"{"canvasId":"plan","displayName":"Plan","description":"","actions":[{"name":""},{"name":""}]}"#;
        let found = wire::decode::<ClientCanvasDeclaration>(text)
            .unwrap()
            .validate();
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn ahp_21_schemas_are_preserved_exactly() {
        let schema = r#"{"type":"nonsense","multipleOf":0.10,"maximum":1e999,"const":{"a":null},"$ref":"none"}"#;
        let text = declaration(&format!(r#","inputSchema":{schema}"#));
        let read: SessionCanvasDeclaration = wire::decode(&text).unwrap();
        assert_eq!(read.input_schema.as_ref().map(Payload::text), Some(schema));
        assert_eq!(read.validate(), []);
        assert_eq!(wire::encode(&read).unwrap(), text);
    }

    #[test]
    fn ahp_23_absent_and_empty_actions_are_distinct() {
        for actions in ["", r#","actions":[]"#] {
            let text = declaration(actions);
            let read: SessionCanvasDeclaration = wire::decode(&text).unwrap();
            assert_eq!(read.actions.is_absent(), actions.is_empty());
            assert_eq!(
                (wire::encode(&read).unwrap(), read.validate()),
                (text, vec![])
            );
        }
    }

    #[test]
    fn ahp_17_a_client_declaration_has_no_extension_and_no_source() {
        use wire::{Shape, WireType};
        let names = |shape: Shape| match shape {
            Shape::Object(table) => table
                .members
                .iter()
                .map(|member| member.name)
                .collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        let mut of_session = names(SessionCanvasDeclaration::SHAPE);
        of_session.retain(|name| !matches!(*name, "extensionId" | "extensionName" | "source"));
        assert_eq!(names(ClientCanvasDeclaration::SHAPE), of_session);
    }
}
