//! What providers declare: their kinds of canvas, and what can be done with each.

use super::CanvasProviderSource;
use crate::{
    check::Check,
    ids::{CanvasId, ExtensionId},
};
use std::collections::BTreeSet;
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Something that an agent may do with a canvas of this kind. AHP canvas proposal, `SessionCanvasAction`.
    pub struct SessionCanvasAction {
        /// Unique among the actions of the canvas.
        name: String,
        /// For people and models.
        description?: Field<String>,
        /// The JSON Schema of its input, an object that AHP does not look into.
        input_schema as "inputSchema"?: Option<Payload>,
    }

    /// A kind of canvas that is on offer in a session. AHP canvas proposal, `SessionCanvasDeclaration`.
    pub struct SessionCanvasDeclaration {
        /// Whose it is.
        extension_id as "extensionId": ExtensionId,
        /// The extension's name for people.
        extension_name as "extensionName"?: Field<String>,
        /// Which of its kinds it is.
        canvas_id as "canvasId": CanvasId,
        /// Its name for people.
        display_name as "displayName": String,
        /// What it is for.
        description: String,
        /// The JSON Schema of the input with which it opens, an object that AHP does not look into.
        input_schema as "inputSchema"?: Option<Payload>,
        /// What can be done with it. Absent and empty both mean nothing, and are kept apart.
        actions?: Field<Vec<SessionCanvasAction>>,
        /// Who answers for it.
        source: CanvasProviderSource,
    }

    /// A kind of canvas that a client provides, as it says so itself; the host adds whose it is.
    /// AHP canvas proposal, `ClientCanvasDeclaration`.
    pub struct ClientCanvasDeclaration {
        /// Which of its kinds it is.
        canvas_id as "canvasId": CanvasId,
        /// Its name for people.
        display_name as "displayName": String,
        /// What it is for.
        description: String,
        /// The JSON Schema of the input with which it opens, an object that AHP does not look into.
        input_schema as "inputSchema"?: Option<Payload>,
        /// What can be done with it. Absent and empty both mean nothing, and are kept apart.
        actions?: Field<Vec<SessionCanvasAction>>,
    }
}

impl Validate for SessionCanvasAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.not_null("description", &self.description);
        check.object("inputSchema", &self.input_schema);
    }
}

impl Validate for SessionCanvasDeclaration {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.not_null("extensionName", &self.extension_name);
        check.object("inputSchema", &self.input_schema);
        actions(&mut check, &self.actions);
        self.source.findings(&at.member("source"), found);
    }
}

impl Validate for ClientCanvasDeclaration {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.draft(&self.extra);
        check.object("inputSchema", &self.input_schema);
        actions(&mut check, &self.actions);
    }
}

fn actions(check: &mut Check<'_>, actions: &Field<Vec<SessionCanvasAction>>) {
    check.not_null("actions", actions);
    let at = check.at.member("actions");
    let mut names = BTreeSet::new();
    for (index, action) in actions.get().into_iter().flatten().enumerate() {
        let at = at.element(index);
        if !names.insert(action.name.as_str()) {
            let message = "An action of this name stands further up.";
            Check { at: &at, found: check.found }.error(
                "duplicate-action",
                "name",
                message,
                "a name of its own",
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
    fn ahp_2_actions_of_one_canvas_have_names_of_their_own() {
        let text = declaration(r#","actions":[{"name":"a"},{"name":"b"},{"name":"a"}]"#);
        let found = wire::decode::<SessionCanvasDeclaration>(&text).unwrap().validate();
        let found: Vec<_> = found.into_iter().map(|found| (found.rule, found.pointer.to_string())).collect();
        assert_eq!(found, [("duplicate-action", "/actions/2/name".to_owned())]);
        let text = r#"{"canvasId":"plan","displayName":"Plan","description":"","actions":[{"name":""},{"name":""}]}"#;
        let found = wire::decode::<ClientCanvasDeclaration>(text).unwrap().validate();
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn ahp_21_schemas_are_kept_to_the_letter_and_not_looked_into() {
        let schema =
            r#"{"type":"nonsense","multipleOf":0.10,"maximum":1e999,"const":{"a":null},"$ref":"none"}"#;
        let text = declaration(&format!(r#","inputSchema":{schema}"#));
        let read: SessionCanvasDeclaration = wire::decode(&text).unwrap();
        assert_eq!(read.input_schema.as_ref().map(Payload::text), Some(schema));
        assert_eq!(read.validate(), []);
        assert_eq!(wire::encode(&read).unwrap(), text);
    }

    #[test]
    fn ahp_23_no_actions_and_an_empty_list_are_kept_apart() {
        for actions in ["", r#","actions":[]"#] {
            let text = declaration(actions);
            let read: SessionCanvasDeclaration = wire::decode(&text).unwrap();
            assert_eq!(read.actions.is_absent(), actions.is_empty());
            assert_eq!((wire::encode(&read).unwrap(), read.validate()), (text, vec![]));
        }
    }

    #[test]
    fn ahp_17_what_a_client_declares_says_neither_whose_it_is_nor_from_where() {
        use wire::{Shape, WireType};
        let names = |shape: Shape| match shape {
            Shape::Object(table) => table.members.iter().map(|member| member.name).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        let mut of_session = names(SessionCanvasDeclaration::SHAPE);
        of_session.retain(|name| !matches!(*name, "extensionId" | "extensionName" | "source"));
        assert_eq!(names(ClientCanvasDeclaration::SHAPE), of_session);
    }
}
