//! The requests and answers in the messages of MCP and ACP.

use super::BACKWARD;
use crate::{
    Context, Dialect, Protocol, Refusal,
    forms::{
        AnswerOutcome, ElicitationAnswer, ElicitationRequest, Question, RequestNames, SurfaceForm,
    },
    lens::difference,
    mappings::rendition::{ReadAnswer, ReadRendition, ShownPart},
    surface_writer::{object, text_member as text},
};
use elicitation::{ElicitResult, id_of_key, key_of_id};
use wire::{Payload, Pointer, Wire, json_rpc::RequestId};

/// Reads the questions in a message.
///
/// # Errors
/// Refuses a message without a question, and one that does not name its request.
pub(super) fn read(frame: &Payload) -> Result<ReadRendition<ElicitationRequest>, Refusal> {
    let result_at = match frame.member("result") {
        Some(_) => Pointer::from_static("/result"),
        None => Pointer::root(),
    };
    let result = frame.get(&result_at).unwrap_or_else(Payload::null);
    if result.member("resultType").is_some() {
        return read_input_required(frame, &result_at, &result);
    }
    let method = text(frame, "method").unwrap_or_default();
    let params_at = Pointer::from_static("/params");
    let params = frame.member("params").unwrap_or_else(Payload::null);
    if matches!(
        method.as_str(),
        "notifications/elicitation/complete" | "elicitation/complete"
    ) {
        return match text(&params, "elicitationId") {
            Some(id) => Ok(ReadRendition::Ends(id)),
            None => Err(refuse_unnamed(params_at.member("elicitationId"))),
        };
    }
    let question = Question::read(&method, &params).map_err(|refusal| refusal.below(&params_at))?;
    let (id, key) = id_of(frame)?;
    let named = match &question {
        Question::Url { .. } => text(&params, "elicitationId"),
        _ => None,
    };
    let surface_id = named.unwrap_or(key);
    Ok(ReadRendition::Shows(vec![ShownPart {
        content: ElicitationRequest::new(question).id(id),
        surface_id,
        message: frame.clone(),
    }]))
}

/// Reads an `InputRequiredResult`. Each of its questions becomes a message of its own; the first one keeps the requests
/// that are not for the user.
fn read_input_required(
    frame: &Payload,
    at: &Pointer,
    result: &Payload,
) -> Result<ReadRendition<ElicitationRequest>, Refusal> {
    let requests_at = at.member("inputRequests");
    let requests = result
        .member("inputRequests")
        .unwrap_or_else(Payload::empty_object);
    let state = text(result, "requestState");
    let mut asked = Vec::new();
    // The requests that the part of the first question keeps.
    let mut first_part = Vec::new();
    for (key, entry) in requests.members() {
        let is_question = text(&entry, "method").as_deref() == Some("elicitation/create");
        if !is_question || asked.is_empty() {
            first_part.push((key.clone(), entry.clone()));
        }
        if !is_question {
            continue;
        }
        let params_at = requests_at.member(&key).member("params");
        let params = entry.member("params").unwrap_or_else(Payload::null);
        let question = Question::read("elicitation/create", &params)
            .map_err(|refusal| refusal.below(&params_at))?;
        let mut request = ElicitationRequest::new(question).input_request(&*key, state.clone());
        request.id = frame.member("id");
        asked.push((key, request, entry));
    }
    if asked.is_empty() {
        let message = "the result has no question for the user";
        return Err(
            Refusal::rule_broken(BACKWARD.message.id, requests_at, message).hint(
                "retry the call with the `requestState`; only `elicitation/create` asks the user",
            ),
        );
    }
    let with_requests = |frame: &Payload, requests: Payload| {
        difference::apply(frame, &[(requests_at.clone(), Some(requests))])
    };
    // Each part is built from a small message, so that many questions take linear time.
    let bare = with_requests(frame, Payload::empty_object());
    let has_one = asked.len() == 1;
    let mut read = Vec::new();
    for (key, request, entry) in asked {
        let part = match read.is_empty() {
            true if has_one => frame.clone(),
            true => {
                let kept = first_part.iter().map(|(name, value)| (&**name, value));
                with_requests(&bare, Payload::object(kept))
            }
            false => with_requests(&bare, Payload::object([(&*key, &entry)])),
        };
        read.push(ShownPart {
            content: request,
            surface_id: key.into_owned(),
            message: part,
        });
    }
    Ok(ReadRendition::Shows(read))
}

/// Returns the place of the parameters of the first request in a message.
pub(super) fn params_at(frame: &Payload) -> Pointer {
    for at in [Pointer::root(), Pointer::from_static("/result")] {
        let requests_at = at.member("inputRequests");
        let requests = frame.get(&requests_at);
        if let Some((key, _)) = requests.iter().flat_map(Payload::members).next() {
            return requests_at.member(&key).member("params");
        }
    }
    Pointer::from_static("/params")
}

/// Writes the message that asks for the form of a surface. `asked` names the request that the surface shows, if it was
/// made from one.
pub(super) fn write(
    form: &SurfaceForm,
    asked: Option<&RequestNames>,
    to: Dialect,
    cx: &Context,
) -> Payload {
    let (id, key, state) = match asked {
        Some(names) => (
            names.id.clone(),
            names.key.clone(),
            names.request_state.clone(),
        ),
        None => (None, None, None),
    };
    let method = Payload::string("elicitation/create");
    if to == Dialect::Elicitation2026_07 {
        let request = object(&[("method", method), ("params", form.params())]);
        let key = key.unwrap_or_else(|| form.surface_id.clone());
        let requests = object(&[(key.as_str(), request)]);
        let mut members = vec![
            ("resultType", Payload::string("input_required")),
            ("inputRequests", requests),
        ];
        if let Some(state) = state {
            members.push(("requestState", Payload::string(&state)));
        }
        return object(&members);
    }
    let mut params: Vec<(String, Payload)> = Vec::new();
    if to.protocol() == Protocol::Acp {
        let session = Payload::string(cx.session_or_default());
        params.push(("sessionId".to_owned(), session));
    }
    params.extend(
        form.params()
            .members()
            .map(|(name, value)| (name.into_owned(), value)),
    );
    let params = Payload::object(params.iter().map(|(name, value)| (name.as_str(), value)));
    object(&[
        ("jsonrpc", Payload::string("2.0")),
        (
            "id",
            id.unwrap_or_else(|| id_of_key(&form.surface_id).to_payload()),
        ),
        ("method", method),
        ("params", params),
    ])
}

/// Reads the answers in a message.
///
/// # Errors
/// Refuses the answer to a permission request, because surfaces of A2UI never ask for one. Refuses messages that are not
/// answers.
pub(super) fn read_answers(frame: &Payload) -> Result<Vec<ReadAnswer<ElicitResult>>, Refusal> {
    for at in [Pointer::root(), Pointer::from_static("/params")] {
        let Some(responses) = frame.get(&at.member("inputResponses")) else {
            continue;
        };
        let at = at.member("inputResponses");
        let mut answers = Vec::new();
        for (key, response) in responses.members() {
            let at = at.member(&key);
            // Other requests have other results.
            if response.member("action").is_none() {
                continue;
            }
            let result = response
                .decode()
                .map_err(|error| Refusal::from(error).below(&at))?;
            let surface_id = key.into_owned();
            answers.push(ReadAnswer {
                surface_id,
                at,
                answer: result,
            });
        }
        return Ok(answers);
    }
    let at = Pointer::from_static("/result");
    let result = frame.member("result").unwrap_or_else(Payload::null);
    if result.member("outcome").is_some() {
        let message = "no surface of A2UI asked for this permission";
        return Err(
            Refusal::rule_broken(BACKWARD.answer.id, at.member("outcome"), message)
                .hint("answer the request of the agent that asked for the permission"),
        );
    }
    let (_, surface_id) = id_of(frame)?;
    let result = result
        .decode()
        .map_err(|error| Refusal::from(error).below(&at))?;
    Ok(vec![ReadAnswer {
        surface_id,
        at,
        answer: result,
    }])
}

/// Writes the message with an answer.
///
/// # Errors
/// Refuses an answer whose request has no id.
pub(super) fn write_answer(answer: &ElicitationAnswer, to: Dialect) -> Result<Payload, Refusal> {
    let result = match &answer.outcome {
        AnswerOutcome::Result(result) => Payload::encode(result)?,
        AnswerOutcome::Selected(option) => object(&[(
            "outcome",
            object(&[
                ("outcome", Payload::string("selected")),
                ("optionId", Payload::string(option)),
            ]),
        )]),
    };
    if to == Dialect::Elicitation2026_07 {
        let Some(key) = &answer.key else {
            return Err(refuse_unnamed(Pointer::from_static(
                "/action/context/elicitation",
            )));
        };
        let mut members = vec![("inputResponses", object(&[(key.as_str(), result)]))];
        if let Some(state) = &answer.request_state {
            members.push(("requestState", Payload::string(state)));
        }
        return Ok(object(&members));
    }
    let Some(id) = &answer.id else {
        return Err(refuse_unnamed(Pointer::from_static(
            "/action/context/elicitation",
        )));
    };
    Ok(object(&[
        ("jsonrpc", Payload::string("2.0")),
        ("id", id.clone()),
        ("result", result),
    ]))
}

/// Returns the id of the first surface that a message is about.
pub(crate) fn surface_id_in<T: Wire>(message: &T) -> Option<String> {
    let frame = Payload::encode(message).ok()?;
    let params = frame.member("params");
    if let Some(id) = params
        .as_ref()
        .and_then(|params| named_surface(&frame, params))
    {
        return Some(id);
    }
    let result = frame.member("result");
    for holder in [Some(&frame), result.as_ref(), params.as_ref()]
        .into_iter()
        .flatten()
    {
        for list in ["inputRequests", "inputResponses"] {
            if let Some(listed) = holder.member(list) {
                return listed.members().next().map(|(key, _)| key.into_owned());
            }
        }
    }
    Some(id_of(&frame).ok()?.1)
}

/// Returns the `elicitationId` of a question in URL mode or of its completion. Forms have none.
fn named_surface(frame: &Payload, params: &Payload) -> Option<String> {
    let is_question = text(frame, "method").as_deref() == Some("elicitation/create");
    if is_question && text(params, "mode").as_deref() != Some("url") {
        return None;
    }
    text(params, "elicitationId")
}

/// Returns the id of a frame, and the surface id that stands for it.
fn id_of(frame: &Payload) -> Result<(Payload, String), Refusal> {
    let unnamed = || refuse_unnamed(Pointer::from_static("/id"));
    let id = frame.member("id").ok_or_else(unnamed)?;
    let decoded: RequestId = id.decode().map_err(|_| unnamed())?;
    let key = key_of_id(&decoded).ok_or_else(unnamed)?;
    Ok((id, key))
}

fn refuse_unnamed(at: Pointer) -> Refusal {
    let message = "the message does not name its request";
    Refusal::rule_broken(BACKWARD.message.id, at, message)
        .hint("pass the message with the id of the request")
}
