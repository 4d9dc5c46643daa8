//! Requests of all protocols in one form.

use super::rules;
use crate::{Refusal, surface_writer::text_member};
use elicitation::FormSchema;
use wire::{Payload, Pointer};

/// A question to the user, with the names that its answer needs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ElicitationRequest {
    /// The question itself.
    pub question: Question,
    /// The JSON-RPC id of the request, a string or a number.
    pub id: Option<Payload>,
    /// The key of the request among the `inputRequests` of MCP 2026-07-28.
    pub key: Option<String>,
    /// The state that the answer must echo (MCP 2026-07-28).
    pub request_state: Option<String>,
}

/// The content of a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Question {
    /// A form with one input for each property of a schema.
    Form {
        /// The text for the user.
        message: String,
        /// The properties that are asked for.
        schema: FormSchema,
    },
    /// A page that the user opens to answer elsewhere.
    Url {
        /// The text for the user.
        message: String,
        /// The address of the page, `http` or `https`.
        url: String,
    },
    /// A choice between options, as ACP asks for permission.
    Permission {
        /// The text for the user: the title of the request or of its tool call.
        title: String,
        /// Further text for the user.
        description: Option<String>,
        /// The options, at least one.
        options: Vec<PermissionChoice>,
    },
}

/// An option of a permission request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PermissionChoice {
    /// The `optionId` of the answer.
    pub option_id: String,
    /// The label of the button.
    pub name: String,
    /// `true` for a kind that grants the permission, such as `allow_once`.
    pub allows: bool,
}

impl ElicitationRequest {
    /// Creates a request without an id.
    pub fn new(question: Question) -> Self {
        let (id, key, request_state) = Default::default();
        Self {
            question,
            id,
            key,
            request_state,
        }
    }

    /// Sets the JSON-RPC id.
    #[must_use]
    pub fn id(mut self, id: Payload) -> Self {
        self.id = Some(id);
        self
    }

    /// Sets the key of the request among the `inputRequests`, and the state that the answer echoes.
    #[must_use]
    pub fn input_request(mut self, key: impl Into<String>, state: Option<String>) -> Self {
        (self.key, self.request_state) = (Some(key.into()), state);
        self
    }
}

impl Question {
    /// Reads the parameters of a request: of `elicitation/create` in every revision, or of `session/request_permission`.
    ///
    /// ```
    /// use agent_ui_bridge::{forms::Question, wire::Payload};
    ///
    /// let params = Payload::parse(r#"{"message":"Which host?","requestedSchema":{"type":"object","properties":{"host":{"type":"string"}}}}"#)?;
    /// let Question::Form { message, .. } = Question::read("elicitation/create", &params)? else { panic!() };
    /// assert_eq!(message, "Which host?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Refuses another method, an unknown mode, and parameters without a required member. Pointers point into the
    /// parameters.
    pub fn read(method: &str, params: &Payload) -> Result<Self, Refusal> {
        match method {
            "elicitation/create" => read_elicitation(params),
            "session/request_permission" => read_permission(params),
            _ => {
                let message = format!("the method `{method}` is not a question to the user");
                Err(
                    Refusal::rule_broken(rules::REQUEST, Pointer::root(), message)
                        .hint("pass `elicitation/create` or `session/request_permission`"),
                )
            }
        }
    }
}

fn read_elicitation(params: &Payload) -> Result<Question, Refusal> {
    let message = require_text(params, "message")?;
    match text_member(params, "mode").as_deref() {
        None | Some("form") => {
            let schema = match params.member("requestedSchema") {
                Some(schema) => schema,
                None => return Err(missing("requestedSchema", "a schema")),
            };
            let schema = schema.decode().map_err(|error| {
                Refusal::from(error).below(&Pointer::root().member("requestedSchema"))
            })?;
            Ok(Question::Form { message, schema })
        }
        Some("url") => {
            let url = require_text(params, "url")?;
            Ok(Question::Url { message, url })
        }
        Some(mode) => {
            let message = format!("the mode `{mode}` is unknown");
            let at = Pointer::root().member("mode");
            Err(Refusal::rule_broken(rules::REQUEST, at, message).hint("use `form` or `url`"))
        }
    }
}

fn read_permission(params: &Payload) -> Result<Question, Refusal> {
    let call = params.member("toolCall");
    let of_call = call
        .as_ref()
        .and_then(|call| text_member(call, "title").or_else(|| text_member(call, "toolCallId")));
    let title = text_member(params, "title").or(of_call);
    let title = title.unwrap_or_else(|| "Permission".to_owned());
    let at = Pointer::root().member("options");
    let mut options = Vec::new();
    let listed = params.member("options");
    for (index, option) in listed.iter().flat_map(Payload::elements).enumerate() {
        let at = at.element(index);
        let below = |refusal: Refusal| refusal.below(&at);
        let kind = text_member(&option, "kind").unwrap_or_default();
        options.push(PermissionChoice {
            option_id: require_text(&option, "optionId").map_err(below)?,
            name: require_text(&option, "name").map_err(below)?,
            allows: kind.starts_with("allow"),
        });
    }
    if options.is_empty() {
        return Err(missing("options", "at least one option"));
    }
    Ok(Question::Permission {
        title,
        description: text_member(params, "description"),
        options,
    })
}

fn require_text(object: &Payload, name: &str) -> Result<String, Refusal> {
    text_member(object, name).ok_or_else(|| missing(name, "a string"))
}

fn missing(name: &str, expected: &str) -> Refusal {
    let message = format!("the member `{name}` is missing or has another type");
    Refusal::rule_broken(rules::REQUEST, Pointer::root().member(name), message)
        .hint(format_args!("pass {expected}"))
}
