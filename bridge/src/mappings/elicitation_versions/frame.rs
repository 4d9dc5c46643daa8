//! The messages around questions and answers.

use super::{
    Way,
    members::{Places, TargetMembers},
};
use crate::{Refusal, Verdict::Encoded, lens::FieldMap};
use elicitation::{
    ElicitAction, MISSING_CLIENT_CAPABILITY, URL_ELICITATION_REQUIRED, id_of_key, key_of_id,
};
use wire::{Payload, Pointer, json_rpc::RequestId};

const QUESTION: &str = "elicitation/create";
/// The `resultType` of a result that asks for input.
const INPUT_REQUIRED: &str = "input_required";

impl Way<'_> {
    /// Translates a message.
    ///
    /// # Errors
    /// Refuses a message without a counterpart.
    pub(super) fn translate(
        self,
        source: &Payload,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        let method = source.member("method");
        let method = method.as_ref().and_then(Payload::as_str);
        match method.as_deref() {
            Some(QUESTION) if !self.from.has_requests() => {
                Err(self.no_counterpart("a question without its result"))
            }
            Some(QUESTION) if self.to.has_requests() => self.request(source, fields),
            Some(QUESTION) => self.input_requests(source, fields),
            Some("notifications/elicitation/complete" | "elicitation/complete") => {
                self.complete(source, fields)
            }
            Some("session/request_permission") if self.to.is_acp() => {
                let places = Places::root();
                let params = source
                    .member("params")
                    .unwrap_or_else(Payload::empty_object);
                let permission = self.permission(&params, places.member("params"), fields)?;
                Ok(self.with_member(source, "params", permission, fields))
            }
            Some(_) => Err(self.no_counterpart("a message with this method")),
            None => self.without_method(source, fields),
        }
    }

    fn without_method(self, source: &Payload, fields: &mut FieldMap) -> Result<Payload, Refusal> {
        if source.member("error").is_some() {
            return self.error(source, fields);
        }
        if source.member("resultType").is_some() {
            return self.request_of_input_requests(source, fields);
        }
        if source.member("inputResponses").is_some() {
            return self.answer_of_input_responses(source, fields);
        }
        let Some(result) = source.member("result") else {
            return Err(self.no_counterpart("a message without a question and an answer"));
        };
        if result.member("outcome").is_some() {
            if !self.to.is_acp() {
                return Err(self.no_counterpart("the answer to a permission request"));
            }
            if !self.has_outcome(&result) {
                let places = Places::root().member("result");
                let denied = self.denied_permission(&result, places, fields);
                return Ok(self.with_member(source, "result", denied, fields));
            }
            fields.copy_members(&self.rules().frame, &Pointer::root(), source, &[]);
            return Ok(source.clone());
        }
        if result.member("action").is_none() {
            return Err(self.no_counterpart("a result that is in a frame"));
        }
        if !self.to.has_requests() {
            return self.input_responses(source, &result, fields);
        }
        let answer = self.answer(&result, Places::root().member("result"), fields);
        Ok(self.with_member(source, "result", answer, fields))
    }

    fn no_counterpart(self, what: &str) -> Refusal {
        let message = format!("{} has no counterpart of {what}", self.to.title());
        Refusal::rule_broken(self.rules().counterpart.id, Pointer::root(), message).hint(
            "only questions, answers, completions and permission requests are translated; take results of MCP 2026-07-28 out of their frame",
        )
    }

    /// Returns a frame with one member replaced, whose notes were added before. All other members are copied.
    fn with_member(
        self,
        source: &Payload,
        name: &str,
        value: Payload,
        fields: &mut FieldMap,
    ) -> Payload {
        let mut target = TargetMembers::new(Places::root(), fields);
        for (own, member) in source.members() {
            match *own == *name {
                true => target.add_noted(name, value.clone()),
                false => target.copy(&own, member, &self.rules().frame),
            }
        }
        target.finish()
    }

    /// Returns the key that stands for the id of a frame.
    fn key_of(self, source: &Payload) -> Result<String, Refusal> {
        let id = source
            .member("id")
            .and_then(|id| id.decode::<RequestId>().ok());
        id.as_ref().and_then(key_of_id).ok_or_else(|| {
            let message = "the message has no id, by which an answer finds its question";
            let at = Pointer::root().member("id");
            Refusal::rule_broken(self.rules().id.id, at, message)
                .hint("add an id, a string or a number")
        })
    }

    fn request(self, source: &Payload, fields: &mut FieldMap) -> Result<Payload, Refusal> {
        let params = source
            .member("params")
            .unwrap_or_else(Payload::empty_object);
        let key = self.key_of(source)?;
        let params = self.question(&params, Places::root().member("params"), &key, fields)?;
        Ok(self.with_member(source, "params", params, fields))
    }

    /// Translates a request into a result of 2026-07-28.
    fn input_requests(self, source: &Payload, fields: &mut FieldMap) -> Result<Payload, Refusal> {
        let key = self.key_of(source)?;
        let at = Pointer::root().member("inputRequests").member(&key);
        let params = source
            .member("params")
            .unwrap_or_else(Payload::empty_object);
        let places = Places {
            from: Pointer::root().member("params"),
            to: at.member("params"),
        };
        let params = self.question(&params, places, &key, fields)?;
        let (root, rules) = (Pointer::root(), self.rules());
        fields.add(
            Encoded,
            &rules.id,
            (&root, "id"),
            Some((&root, "inputRequests")),
        );
        let request =
            Payload::object([("method", &Payload::string(QUESTION)), ("params", &params)]);
        let requests = Payload::object([(key.as_str(), &request)]);
        let result_type = Payload::string(INPUT_REQUIRED);
        Ok(Payload::object([
            ("resultType", &result_type),
            ("inputRequests", &requests),
        ]))
    }

    /// Refuses a result without `"resultType":"input_required"`. Such a result is complete, and its server waits for no
    /// answer.
    fn ensure_input_required(self, source: &Payload) -> Result<(), Refusal> {
        let stated = source.member("resultType");
        if stated.is_some_and(|stated| stated.as_str().as_deref() == Some(INPUT_REQUIRED)) {
            return Ok(());
        }
        let message = "the result does not state that it needs input";
        let at = Pointer::root().member("resultType");
        let refusal = Refusal::rule_broken(self.rules().counterpart.id, at, message);
        Err(refusal.hint("set `resultType` to `input_required`"))
    }

    /// Translates a result of 2026-07-28 into a request.
    fn request_of_input_requests(
        self,
        source: &Payload,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        if !self.to.has_requests() {
            return Err(self.no_counterpart("this result"));
        }
        self.ensure_input_required(source)?;
        let requests = source
            .member("inputRequests")
            .unwrap_or_else(Payload::empty_object);
        let (key, request) = self.only_entry(&requests, "inputRequests")?;
        let at = Pointer::root().member("inputRequests").member(&key);
        if request
            .member("method")
            .is_none_or(|method| method.as_str().as_deref() != Some(QUESTION))
        {
            let message = "only questions to the user are translated";
            let refusal =
                Refusal::rule_broken(self.rules().counterpart.id, at.member("method"), message);
            return Err(refusal.hint("answer the other requests before the translation"));
        }
        let params = request
            .member("params")
            .unwrap_or_else(Payload::empty_object);
        let places = Places {
            from: at.member("params"),
            to: Pointer::root().member("params"),
        };
        let params = self.question(&params, places, &key, fields)?;
        let frame = self.frame_of_key(&key, "inputRequests", fields);
        let method = Payload::string(QUESTION);
        let [version, id] = frame;
        Ok(Payload::object([
            ("jsonrpc", &version),
            ("id", &id),
            ("method", &method),
            ("params", &params),
        ]))
    }

    /// Returns the version and the id of a frame.
    fn frame_of_key(self, key: &str, member: &str, fields: &mut FieldMap) -> [Payload; 2] {
        let (root, rules) = (Pointer::root(), self.rules());
        fields.add(Encoded, &rules.id, (&root, member), Some((&root, "id")));
        [Payload::string("2.0"), id_of_key(key).to_payload()]
    }

    /// Returns the only entry of a map. A frame has one question or one answer.
    fn only_entry(self, entries: &Payload, name: &str) -> Result<(String, Payload), Refusal> {
        let mut members = entries.members();
        match (members.next(), members.next()) {
            (Some((key, entry)), None) => Ok((key.into_owned(), entry)),
            (first, _) => {
                let count = match first {
                    Some(_) => "several",
                    None => "none",
                };
                let message = format!(
                    "a message of {} has one question or answer, and this has {count}",
                    self.to.title()
                );
                let at = Pointer::root().member(name);
                let refusal = Refusal::rule_broken(self.rules().counterpart.id, at, message);
                Err(refusal.hint("put each question and each answer into a message of its own"))
            }
        }
    }

    /// Translates an answer into the answers of 2026-07-28.
    fn input_responses(
        self,
        source: &Payload,
        result: &Payload,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        let key = self.key_of(source)?;
        let places = Places {
            from: Pointer::root().member("result"),
            to: Pointer::root().member("inputResponses").member(&key),
        };
        let answer = self.answer(result, places, fields);
        let (root, rules) = (Pointer::root(), self.rules());
        fields.add(
            Encoded,
            &rules.id,
            (&root, "id"),
            Some((&root, "inputResponses")),
        );
        let responses = Payload::object([(key.as_str(), &answer)]);
        Ok(Payload::object([("inputResponses", &responses)]))
    }

    /// Translates the answers of 2026-07-28 into an answer.
    fn answer_of_input_responses(
        self,
        source: &Payload,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        if !self.to.has_requests() {
            return Err(self.no_counterpart("these answers"));
        }
        let responses = source
            .member("inputResponses")
            .unwrap_or_else(Payload::empty_object);
        let (key, response) = self.only_entry(&responses, "inputResponses")?;
        let at = Pointer::root().member("inputResponses").member(&key);
        if response.member("action").is_none() {
            let message = "only answers of the user are translated";
            let refusal = Refusal::rule_broken(self.rules().counterpart.id, at, message);
            return Err(refusal.hint("an answer of the user has the member `action`"));
        }
        let places = Places {
            from: at,
            to: Pointer::root().member("result"),
        };
        let answer = self.answer(&response, places, fields);
        let [version, id] = self.frame_of_key(&key, "inputResponses", fields);
        Ok(Payload::object([
            ("jsonrpc", &version),
            ("id", &id),
            ("result", &answer),
        ]))
    }

    /// Translates the answer of a user.
    fn answer(self, result: &Payload, places: Places, fields: &mut FieldMap) -> Payload {
        let rules = self.rules();
        let mut target = TargetMembers::new(places, fields);
        for (name, value) in result.members() {
            if self.is_from_acp_to_mcp() && value.is_null() {
                continue;
            }
            match &*name {
                "_meta" if !self.to.has_result_meta() => {}
                "action" if !self.to.is_acp() && !is_known_action(&value) => {
                    // An unknown action is never an acceptance.
                    target.encode("action", "action", Payload::string("cancel"), &rules.action);
                }
                "action" => target.copy(&name, value, &rules.action),
                "content" if !self.has_content(&value) => {
                    let content =
                        self.content(&value, target.places_of("content"), target.fields());
                    target.add_noted("content", content);
                }
                _ => target.copy(&name, value, &rules.answer),
            }
        }
        target.finish()
    }

    /// Returns `true` if an answer of the target may contain all these values.
    fn has_content(self, content: &Payload) -> bool {
        let mut values = content.members();
        values.all(|(_, value)| self.can_answer(&value))
    }

    /// Returns `false` for a value that the source permits in answers and the target does not.
    fn can_answer(self, value: &Payload) -> bool {
        !self.from.has_answer_value(value) || self.to.has_answer_value(value)
    }

    /// Translates the values of an answer. Values that the target does not permit are left out.
    fn content(self, content: &Payload, places: Places, fields: &mut FieldMap) -> Payload {
        let mut target = TargetMembers::new(places, fields);
        for (name, value) in content.members() {
            if self.can_answer(&value) {
                target.copy(&name, value, &self.rules().answer);
            }
        }
        target.finish()
    }

    fn complete(self, source: &Payload, fields: &mut FieldMap) -> Result<Payload, Refusal> {
        if !self.from.has_elicitation_id() || !self.to.has_elicitation_id() {
            return Err(self.no_counterpart("the notification of completion"));
        }
        let method = match self.to.is_acp() {
            true => "elicitation/complete",
            false => "notifications/elicitation/complete",
        };
        let rules = self.rules();
        let mut target = TargetMembers::new(Places::root(), fields);
        for (name, value) in source.members() {
            match &*name {
                "method" if value.as_str().as_deref() != Some(method) => {
                    target.encode("method", "method", Payload::string(method), &rules.frame);
                }
                _ => target.copy(&name, value, &rules.frame),
            }
        }
        Ok(target.finish())
    }

    fn error(self, source: &Payload, fields: &mut FieldMap) -> Result<Payload, Refusal> {
        let code = source
            .member("error")
            .and_then(|error| error.member("code"));
        let code = code.and_then(|code| code.text().parse::<i64>().ok());
        // Each of these errors belongs to one version.
        let special = [URL_ELICITATION_REQUIRED, MISSING_CLIENT_CAPABILITY];
        if code.is_some_and(|code| special.contains(&code)) {
            return Err(self.no_counterpart("this error"));
        }
        fields.copy_members(&self.rules().frame, &Pointer::root(), source, &[]);
        Ok(source.clone())
    }
}

fn is_known_action(action: &Payload) -> bool {
    match action.as_str() {
        Some(action) => ElicitAction::WORDS.contains(&&*action),
        None => true,
    }
}
