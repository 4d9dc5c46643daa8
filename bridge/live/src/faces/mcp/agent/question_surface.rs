//! The surface of a question, and the answer that a client's message gives.

use crate::{
    faces::{
        closed_surface::SURFACE_CLOSED,
        mcp::{asking::ELICIT, form_problems::describe_problems},
    },
    member_text::member_text,
};
use agent_ui_text::bridge::{
    a2ui::{Message, Version},
    elicitation::{ElicitAction, ElicitResult, FormSchema},
    forms::{
        ActionAnswerError, AnswerOutcome, ElicitationRequest, Question, result_of_action,
        surface_of_request,
    },
};
use wire::{Finding, Payload};

/// The id of the component with the problems of an answer.
const PROBLEMS: &str = "elicitation-problems";

/// The reason for which a client's message does not answer a question.
#[derive(Debug, PartialEq)]
pub(super) enum QuestionProblem {
    /// The message is not an answer.
    NotAnAnswer(String),
    /// The values are not valid, for these reasons.
    Invalid(Vec<String>),
}

/// Creates the messages that show a question, in A2UI 0.9.
///
/// # Errors
/// Returns the reason if the parameters are not those of a question.
pub(super) fn messages(
    params: &Payload,
    surface: &str,
    server: &str,
) -> Result<Vec<String>, String> {
    let question = Question::read(ELICIT, params).map_err(|refusal| refusal.to_string())?;
    let request = ElicitationRequest::new(question);
    let shown = surface_of_request(&request, surface, Some(server), Version::V0_9)
        .map_err(|refusal| refusal.to_string())?;
    let written = shown.iter().map(wire::encode);
    written
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())
}

/// Creates the message that adds the problems of an answer to the surface of a question. `messages` show the question.
pub(super) fn problem_message(
    messages: &[String],
    surface: &str,
    problems: &[String],
) -> Option<String> {
    let root = find_root(messages)?;
    let shown = root.member("children")?;
    let problems_id = Payload::string(PROBLEMS);
    let children: Vec<Payload> = [problems_id.clone()]
        .into_iter()
        .chain(shown.elements())
        .collect();
    let children = Payload::array(&children);
    let root = Payload::object(
        root.members()
            .collect::<Vec<_>>()
            .iter()
            .map(|(name, value)| match name.as_ref() {
                "children" => ("children", &children),
                name => (name, value),
            }),
    );
    let text = Payload::string(&problems.join("\n\n"));
    let text = Payload::object([
        ("id", &problems_id),
        ("component", &Payload::string("Text")),
        ("text", &text),
    ]);
    let body = Payload::object([
        ("surfaceId", &Payload::string(surface)),
        ("components", &Payload::array(&[root, text])),
    ]);
    let message = Payload::object([
        ("version", &Payload::string("v0.9")),
        ("updateComponents", &body),
    ]);
    Some(message.text().to_owned())
}

fn find_root(messages: &[String]) -> Option<Payload> {
    messages.iter().find_map(|message| {
        let update = Payload::parse(message).ok()?.member("updateComponents")?;
        let components = update.member("components")?;
        let mut components = components.elements();
        components.find(|component| member_text(component, "id").as_deref() == Some("root"))
    })
}

/// Returns the `ElicitResult` that a client's message gives to a question with these parameters.
pub(super) fn result(message: &Payload, params: &Payload) -> Result<Payload, QuestionProblem> {
    if is_closing(message) {
        return Ok(answer("cancel"));
    }
    let message = Message::read(message.text()).map_err(not_an_answer)?;
    let schema = match Question::read(ELICIT, params) {
        Ok(Question::Form { schema, .. }) => schema,
        _ => FormSchema::new(),
    };
    let given = result_of_action(&message).map_err(|error| match error {
        ActionAnswerError::Content(findings) => invalid(&findings, &schema),
        error => not_an_answer(error),
    })?;
    let AnswerOutcome::Result(result) = given.outcome else {
        return Err(not_an_answer("the action does not answer the question"));
    };
    check_content(&result, &schema)?;
    Payload::encode(&result).map_err(not_an_answer)
}

/// Checks the content of an answer. A client could have changed the schema in its message, but not this one.
fn check_content(result: &ElicitResult, schema: &FormSchema) -> Result<(), QuestionProblem> {
    if result.action != ElicitAction::Accept {
        return Ok(());
    }
    // A question without a form asks for no content.
    if schema.properties.is_absent() && schema.required.is_absent() {
        return Ok(());
    }
    let content = result.content.clone();
    let findings = schema.check_content(&content.unwrap_or_else(Payload::empty_object));
    if findings.is_empty() {
        return Ok(());
    }
    Err(invalid(&findings, schema))
}

fn not_an_answer(reason: impl ToString) -> QuestionProblem {
    QuestionProblem::NotAnAnswer(reason.to_string())
}

fn invalid(findings: &[Finding], schema: &FormSchema) -> QuestionProblem {
    QuestionProblem::Invalid(describe_problems(findings, schema))
}

/// Creates an `ElicitResult` without content.
pub(super) fn answer(action: &str) -> Payload {
    Payload::object([("action", &Payload::string(action))])
}

/// Returns `true` if the user has accepted a question.
pub(super) fn is_accepted(result: &Payload) -> bool {
    member_text(result, "action").as_deref() == Some("accept")
}

/// Returns the surface that a client's action or error concerns.
pub(super) fn surface_of(message: &Payload) -> Option<String> {
    let mut keys = ["action", "userAction", "error"].iter();
    let body = keys.find_map(|key| message.member(key))?;
    member_text(&body, "surfaceId")
}

/// Returns `true` if a message reports a fault of its surface, such as a check that cannot be evaluated.
pub(super) fn is_report(message: &Payload) -> bool {
    message.member("error").is_some() && !is_closing(message)
}

/// Returns `true` if a message states that the user has closed its surface.
pub(super) fn is_closing(message: &Payload) -> bool {
    let error = message.member("error");
    let code = error.and_then(|error| member_text(&error, "code"));
    code.as_deref() == Some(SURFACE_CLOSED)
}
