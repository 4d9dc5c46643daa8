//! Permission requests of ACP 1 and 2.

use super::{
    Way,
    members::{Places, TargetMembers},
};
use crate::{Refusal, Verdict::Copied, lens::FieldMap};
use elicitation::Revision;
use wire::Payload;

/// The title of a permission request whose tool call has none.
const TITLE: &str = "Permission required";

impl Way<'_> {
    /// Translates the parameters of a permission request.
    ///
    /// # Errors
    /// Refuses a request that does not concern a tool call, or that has the members of the other version.
    pub(super) fn permission(
        self,
        params: &Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        let call = match self.to {
            Revision::Acp2 => tool_call_of_first(params),
            _ => tool_call_of_second(params),
        };
        let Some(call) = call else {
            let message = "the request does not concern a tool call of its version";
            let at = places.from.member("toolCall");
            return Err(
                Refusal::rule_broken(self.rules().permission.id, at, message).hint(
                    "ACP 1 has the member `toolCall`, and ACP 2 a subject of the type `tool_call`",
                ),
            );
        };
        match self.to {
            Revision::Acp2 => Ok(self.later_permission(params, call, places, fields)),
            _ => Ok(self.earlier_permission(params, call, places, fields)),
        }
    }

    fn later_permission(
        self,
        params: &Payload,
        call: Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Payload {
        let rules = self.rules();
        let mut target = TargetMembers::new(places.clone(), fields);
        target.show(&["title"]);
        for (name, value) in params.members() {
            match &*name {
                "toolCall" => {
                    if params.member("title").is_none() {
                        let title = call
                            .member("title")
                            .filter(|title| title.as_str().is_some());
                        let title = title.unwrap_or_else(|| Payload::string(TITLE));
                        target.derive("title", title, &rules.permission);
                    }
                    let to = places.to.member("subject");
                    let (from, to) = ((&places.from, "toolCall"), Some((&to, "toolCall")));
                    target.fields().add(Copied, &rules.permission, from, to);
                    let subject = [("type", &Payload::string("tool_call")), ("toolCall", &call)];
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
        call: Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Payload {
        let rules = self.rules();
        let mut target = TargetMembers::new(places.clone(), fields);
        target.show(&["title"]);
        for (name, value) in params.members() {
            match &*name {
                "title" | "description" => {}
                "subject" => {
                    let from = places.from.member("subject");
                    let (from, to) = ((&from, "toolCall"), Some((&places.to, "toolCall")));
                    target.fields().add(Copied, &rules.permission, from, to);
                    target.add_noted("toolCall", call.clone());
                }
                _ => target.copy(&name, value, &rules.permission),
            }
        }
        target.finish()
    }
}

fn tool_call_of_first(params: &Payload) -> Option<Payload> {
    let is_of_first = params.member("subject").is_none();
    params
        .member("toolCall")
        .filter(|call| is_of_first && call.is_object())
}

fn tool_call_of_second(params: &Payload) -> Option<Payload> {
    let is_of_second = params.member("toolCall").is_none();
    let subject = params.member("subject").filter(|_| is_of_second)?;
    let kind = subject.member("type")?;
    subject
        .member("toolCall")
        .filter(|_| kind.as_str().as_deref() == Some("tool_call"))
}
