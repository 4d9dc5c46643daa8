//! Permission requests of ACP 1 and 2.

use super::{
    Rules, Way,
    members::{Places, TargetMembers},
};
use crate::{Refusal, Verdict::Copied, lens::FieldMap};
use elicitation::{Revision, acp::PermissionKind};
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
        ensure_kinds(self.rules(), params, &places)?;
        match self.to {
            Revision::Acp2 => Ok(self.later_permission(params, call, places, fields)),
            _ => Ok(self.earlier_permission(params, call, places, fields)),
        }
    }

    /// Returns `true` if the target has the outcome of a permission request.
    pub(super) fn has_outcome(self, result: &Payload) -> bool {
        let outcome = result.member("outcome");
        let outcome = outcome.and_then(|outcome| outcome.member("outcome"));
        match outcome.as_ref().and_then(Payload::as_str) {
            Some(word) => self.to.has_open_words() || matches!(&*word, "selected" | "cancelled"),
            None => true,
        }
    }

    /// Translates an unknown outcome. It never permits anything.
    pub(super) fn denied_permission(
        self,
        result: &Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Payload {
        let rule = &self.rules().permission;
        let mut target = TargetMembers::new(places, fields);
        for (name, value) in result.members() {
            if &*name != "outcome" {
                target.copy(&name, value, rule);
                continue;
            }
            let places = target.places_of("outcome");
            let mut outcome = TargetMembers::new(places, target.fields());
            outcome.encode("outcome", "outcome", Payload::string("cancelled"), rule);
            let outcome = outcome.finish();
            target.add_noted("outcome", outcome);
        }
        target.finish()
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

/// Refuses an option of a kind that ACP 1 lacks. With another kind, a client might select the option on its own.
fn ensure_kinds(rules: &Rules, params: &Payload, places: &Places) -> Result<(), Refusal> {
    let options = params.member("options");
    for (index, option) in options.iter().flat_map(Payload::elements).enumerate() {
        let kind = option.member("kind");
        let kind = kind.as_ref().and_then(Payload::as_str);
        let Some(kind) = kind.filter(|kind| !PermissionKind::WORDS.contains(&&**kind)) else {
            continue;
        };
        let at = places.from.member("options").element(index).member("kind");
        let message = format!("ACP 1 has no options of the kind `{kind}`");
        let words = PermissionKind::WORDS.join(", ");
        return Err(Refusal::rule_broken(rules.permission.id, at, message)
            .hint(format_args!("use one of {words}")));
    }
    Ok(())
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
