//! Maps A2UI surfaces to the elicitation requests of MCP and ACP and back, and answers to actions and back.
//!
//! A surface with inputs and buttons becomes one request when the input ends. A request becomes the messages of a surface.
//! The module [`forms`](crate::forms) decides what becomes of the single inputs; both tables name its rules.
//!
//! | A2UI | request | how |
//! |---|---|---|
//! | the surface | `params` | the whole surface is carried, because a form has neither layout nor styles |
//! | `surfaceId` | `id`, `elicitationId`, or the key in `inputRequests` | the id of the request that the surface shows, or else copied |
//! | Text | `message` | joined by blank lines; a caption below an input becomes its `description` |
//! | TextField, CheckBox, Slider, ChoicePicker, DateTimeInput | a property of `requestedSchema` | named after the path of the value |
//! | `label`, `options`, `checks` | `title`, the options, `required`, bounds and formats | encoded |
//! | the data model | `default` | the values of the inputs |
//! | Button with an `event` | – | accepts, declines or dismisses the form; several that accept it become a property |
//! | Button with `openUrl` | `url` | if the surface has no inputs |
//! | Icon, Image and other components | – | carried |
//!
//! | answer | A2UI action | how |
//! |---|---|---|
//! | `content` | the data model | written as a client does; the checks of the inputs and of the button must pass |
//! | `action` | `name`, `sourceComponentId`, `context` | the event of the button with that meaning |
//! | `optionId` | `context` | an option of a permission request |
//! | – | `timestamp` | the time of the context |
//!
//! An answer to a surface of A2UI needs the surface in the context; a [`Bridge`](crate::Bridge) keeps it there. An action on
//! the surface of a request contains what the answer needs. A secret, a surface without a button, and what the revision
//! lacks are refused by name.

mod frame;

pub(crate) use frame::surface_id_in;

use super::rendition::{
    ReadAnswer, ReadRendition, Rendition, RenditionRules, ShownPart, WrittenRendition,
    WrittenSurface, rendition_rules,
};
use crate::{
    Context, Dialect, Refusal,
    forms::{self, ActionAnswerError, ElicitationRequest, FormAnswerError, SurfaceForm},
    mappings::elicitation_versions::revision,
    surface_writer::SurfaceTarget,
};
use a2ui::{
    Message,
    expression::Host,
    resolved::ResolvedSurface,
    surface::{ClientAction, Surfaces},
};
use elicitation::ElicitResult;
use wire::{Payload, Pointer};

rendition_rules! { "a2ui-elicitation", "elicitation-a2ui", "/params", "/result" }

/// The questions of MCP and ACP.
pub(crate) struct Elicitations;

impl Rendition for Elicitations {
    type Part = ElicitationRequest;
    type Answer = ElicitResult;

    const RULES: &'static RenditionRules = &RULES;

    fn write(
        surface: &ResolvedSurface,
        to: Dialect,
        cx: &Context,
    ) -> Result<WrittenRendition, Refusal> {
        let form = form_of(surface, to)?;
        let message = frame::write(&form, forms::request_names(surface).as_ref(), to, cx);
        Ok(WrittenRendition {
            notes_at: frame::params_at(&message),
            message,
            notes: form.notes,
        })
    }

    fn read(frame: &Payload, _: u64) -> Result<ReadRendition<ElicitationRequest>, Refusal> {
        frame::read(frame)
    }

    fn write_surface(
        part: &ShownPart<ElicitationRequest>,
        target: SurfaceTarget,
        cx: &Context,
    ) -> Result<WrittenSurface, Refusal> {
        let server = cx.owner.as_deref();
        Ok(WrittenSurface {
            messages: forms::surface_in(&part.content, &part.surface_id, server, target)?,
            notes: Vec::new(),
        })
    }

    fn read_answers(frame: &Payload) -> Result<Vec<ReadAnswer<ElicitResult>>, Refusal> {
        frame::read_answers(frame)
    }

    fn act(
        answer: &ReadAnswer<ElicitResult>,
        from: Dialect,
        surfaces: &mut Surfaces,
    ) -> Result<Option<ClientAction>, Refusal> {
        let Some(surface) = surfaces.get(&answer.surface_id) else {
            return Ok(None);
        };
        let resolved = super::rendition::resolve::<Self>(surface);
        let form = resolved
            .and_then(|resolved| form_of(&resolved, from))
            .map_err(|refusal| refusal.at(answer.at.clone()))?;
        form.answer(surfaces, &answer.answer, &Host::new())
            .map_err(|error| refusal_of_answer(error, answer))
    }

    fn write_answer(action: &Message, to: Dialect) -> Result<Payload, Refusal> {
        match forms::result_of_action(action) {
            Ok(answer) => frame::write_answer(&answer, to),
            Err(error) => Err(refusal_of_action(error, action)),
        }
    }
}

/// Returns the form of a surface in a dialect.
fn form_of(surface: &ResolvedSurface, dialect: Dialect) -> Result<SurfaceForm, Refusal> {
    match revision(dialect) {
        Some(revision) => forms::form_of_surface(surface, revision),
        None => Err(Refusal::no_inverse()),
    }
}

fn refusal_of_action(error: ActionAnswerError, message: &Message) -> Refusal {
    let rule = error.rule();
    match error {
        ActionAnswerError::NotAnAnswer { pointer, message } => {
            Refusal::rule_broken(rule, pointer, message)
                .hint("send an action of a surface that was made from a request")
        }
        ActionAnswerError::Content(findings) => {
            let at = Pointer::root()
                .member(message.key())
                .member("context")
                .member("content");
            let Some(first) = findings.first() else {
                return Refusal::rule_broken(rule, at, "the content does not match the schema");
            };
            let others = match findings.len() {
                0 | 1 => String::new(),
                count => format!(", and {} more", count - 1),
            };
            let message = format!("{}{others}", first.message);
            Refusal::rule_broken(rule, at.join(&first.pointer), message)
                .hint("ask the user again with the same surface")
        }
    }
}

fn refusal_of_answer(error: FormAnswerError, answer: &ReadAnswer<ElicitResult>) -> Refusal {
    let content_at = answer.at.member("content");
    let (at, message) = match &error {
        FormAnswerError::Content(findings) => match findings.first() {
            Some(first) => (content_at.join(&first.pointer), first.message.to_string()),
            None => (content_at, error.to_string()),
        },
        FormAnswerError::UnknownAction(_) => (answer.at.member("action"), error.to_string()),
        _ => (content_at, error.to_string()),
    };
    Refusal::rule_broken(BACKWARD.answer.id, at, message)
        .hint("ask the user again with the same request")
}
