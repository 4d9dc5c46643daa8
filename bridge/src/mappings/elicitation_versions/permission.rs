//! Permission requests of ACP 1 and 2.

use super::{
    Way,
    members::{Members, Places},
};
use crate::{Refusal, Verdict::Encoded, lens::FieldMap};
use elicitation::Revision;
use wire::Payload;

/// The title of a permission request whose tool call has none.
const TITLE: &str = "Permission required";

impl Way<'_> {
    /// Translates the parameters of a permission request.
    ///
    /// # Errors
    /// Refuses a subject for which ACP 1 has no tool call.
    pub(super) fn permission(
        self,
        params: &Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        match self.to {
            Revision::Acp2 => Ok(self.later_permission(params, places, fields)),
            _ => self.earlier_permission(params, places, fields),
        }
    }

    fn later_permission(self, params: &Payload, places: Places, fields: &mut FieldMap) -> Payload {
        let rules = self.rules();
        let mut target = Members::new(places.clone(), fields);
        for (name, value) in params.members() {
            match &*name {
                "toolCall" if value.is_object() => {
                    let title = value
                        .member("title")
                        .filter(|title| title.as_str().is_some());
                    if params.member("title").is_none() {
                        let title = title.unwrap_or_else(|| Payload::string(TITLE));
                        target.derive("title", title, &rules.permission);
                    }
                    let (from, to) = (&places.from, places.to.member("subject"));
                    let to = Some((&to, "toolCall"));
                    target
                        .fields()
                        .add(Encoded, &rules.permission, (from, "toolCall"), to);
                    let subject = [
                        ("type", &Payload::string("tool_call")),
                        ("toolCall", &value),
                    ];
                    target.add_noted("subject", Payload::object(subject));
                }
                _ => target.copy(&name, value, &rules.permission),
            }
        }
        target.finish()
    }

    fn earlier_permission(
        self,
        params: &Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        let rules = self.rules();
        let mut target = Members::new(places.clone(), fields);
        for (name, value) in params.members() {
            match &*name {
                "title" | "description" => {}
                "subject" => {
                    let Some((member, call)) = tool_call(&value, params) else {
                        let message = "the subject is neither a tool call nor a command of one";
                        let at = places.from.member("subject");
                        return Err(Refusal::rule_broken(rules.permission.id, at, message)
                            .hint("ACP 1 asks for permission only for tool calls"));
                    };
                    let from = places.from.member("subject");
                    let to = Some((&places.to, "toolCall"));
                    target
                        .fields()
                        .add(Encoded, &rules.permission, (&from, member), to);
                    target.add_noted("toolCall", call);
                }
                _ => target.copy(&name, value, &rules.permission),
            }
        }
        Ok(target.finish())
    }
}

/// Returns the tool call of a subject, with the member of the subject that it is or derives from.
fn tool_call(subject: &Payload, params: &Payload) -> Option<(&'static str, Payload)> {
    let kind = subject.member("type")?;
    match kind.as_str().as_deref() {
        Some("tool_call") => Some(("toolCall", subject.member("toolCall")?)),
        Some("command") => {
            let id = subject
                .member("toolCallId")
                .filter(|id| id.as_str().is_some())?;
            let title = params
                .member("title")
                .or_else(|| subject.member("command"))?;
            Some((
                "command",
                Payload::object([("toolCallId", &id), ("title", &title)]),
            ))
        }
        _ => None,
    }
}
