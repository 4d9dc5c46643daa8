//! The mapping between surfaces of A2UI and messages that show a whole surface: forms, cards and blocks.
//!
//! Such a message is a rendition of the surface at a moment. It contains values instead of bindings, and the answer of the
//! user contains the values of all inputs. What the protocols have in common is here; the trait [`Rendition`] has the
//! rest.

mod action;
mod answer;
mod message;
mod surface;

pub(crate) use action::forward as answer_of_action;
pub(crate) use answer::backward as actions_of_answers;
pub(crate) use message::backward as surfaces_of_message;
pub(crate) use surface::forward as rendition_of_surface;

use crate::{
    ComponentNote, Context, Dialect, PartNote, Refusal, Rule,
    lens::{FieldMap, OtherRules},
    mappings::a2ui_unkept,
    surface_writer::SurfaceTarget,
};
use a2ui::{
    Message,
    expression::Host,
    resolved::ResolvedSurface,
    surface::{ClientAction, Surface, Surfaces},
};
use wire::{Payload, Pointer};

/// The rules of a mapping between surfaces and renditions.
pub(crate) struct RenditionRules {
    pub(crate) surface: &'static Rule,
    pub(crate) component: &'static Rule,
    pub(crate) data: &'static Rule,
    /// The rule for an action that becomes an answer.
    pub(crate) result: &'static Rule,
    /// The rule for unknown members of an update, which a surface does not keep.
    pub(crate) member: &'static Rule,
    /// The rule for a surface that the input deletes.
    pub(crate) deleted: &'static Rule,
    /// The rules for other fields of surfaces and actions.
    pub(crate) forward: &'static OtherRules,
    /// The rule for a message that becomes a surface.
    pub(crate) message: &'static Rule,
    /// The rule for an answer that becomes an action.
    pub(crate) answer: &'static Rule,
    pub(crate) time: &'static Rule,
    pub(crate) button: &'static Rule,
    /// The rules for other fields of messages and answers.
    pub(crate) backward: &'static OtherRules,
}

/// Defines the rules of a mapping and the static `RULES`, a [`RenditionRules`]. The names are those of both directions. The
/// last two are the places of the shown part and of the result in the messages.
macro_rules! rendition_rules {
    ($forward:literal, $backward:literal, $shown:literal, $result:literal) => {
        $crate::lens::rules! { $forward, $backward;
            surface "surface": "" => $shown;
            component "component": "" => "";
            data "data": "/updateDataModel/value" => "";
            message "message": "" => "";
            answer "answer": "" => $result;
            result "result": "/action" => $result;
            time "time": "/action/timestamp" => "";
            button "button": "" => "";
            /// The rule for unknown members of an update, which a surface does not keep.
            member "unknown-member": "" => "";
            /// The rule for a surface that the input deletes.
            deleted "deleted-surface": "/deleteSurface/surfaceId" => "";
        }

        static RULES: $crate::mappings::rendition::RenditionRules =
            $crate::mappings::rendition::RenditionRules {
                surface: &FORWARD.surface,
                component: &FORWARD.component,
                data: &FORWARD.data,
                result: &FORWARD.result,
                member: &FORWARD.member,
                deleted: &FORWARD.deleted,
                forward: &FORWARD.others,
                message: &BACKWARD.message,
                answer: &BACKWARD.answer,
                time: &BACKWARD.time,
                button: &BACKWARD.button,
                backward: &BACKWARD.others,
            };
    };
}
pub(crate) use rendition_rules;

/// A protocol whose messages show a whole surface.
pub(crate) trait Rendition {
    /// What a message shows.
    type Part;
    /// The answer of a user.
    type Answer;

    /// The rules of the mapping.
    const RULES: &'static RenditionRules;

    /// Writes the message that shows a surface.
    ///
    /// # Errors
    /// Refuses a surface that the protocol cannot show.
    fn write(
        surface: &ResolvedSurface,
        to: Dialect,
        cx: &Context,
    ) -> Result<WrittenRendition, Refusal>;

    /// Reads what a message shows. `input` is the number of the message.
    ///
    /// # Errors
    /// Refuses a message that shows nothing.
    fn read(frame: &Payload, input: u64) -> Result<ReadRendition<Self::Part>, Refusal>;

    /// Writes the messages of the surface that shows a part.
    ///
    /// # Errors
    /// Refuses what A2UI cannot show.
    fn write_surface(
        part: &ShownPart<Self::Part>,
        target: SurfaceTarget,
        cx: &Context,
    ) -> Result<WrittenSurface, Refusal>;

    /// Reads the answers in a message.
    ///
    /// # Errors
    /// Refuses a message without an answer.
    fn read_answers(frame: &Payload) -> Result<Vec<ReadAnswer<Self::Answer>>, Refusal>;

    /// Acts on an answer as a client of A2UI does. Returns `None` if the answer has no action.
    ///
    /// # Errors
    /// Refuses an answer that does not fit to the surface.
    fn act(
        answer: &ReadAnswer<Self::Answer>,
        from: Dialect,
        surfaces: &mut Surfaces,
    ) -> Result<Option<ClientAction>, Refusal>;

    /// Writes the message with the answer that an action gives. Only actions of surfaces that were made from messages have
    /// an answer.
    ///
    /// # Errors
    /// Refuses other actions, and values that the message does not allow.
    fn write_answer(action: &Message, to: Dialect) -> Result<Payload, Refusal>;
}

/// A message that shows a surface.
pub(crate) struct WrittenRendition {
    pub(crate) message: Payload,
    /// What became of the properties of the components.
    pub(crate) notes: Vec<ComponentNote>,
    /// The place in the message to which the places in the notes belong.
    pub(crate) notes_at: Pointer,
}

impl Default for WrittenRendition {
    fn default() -> Self {
        Self {
            message: Payload::null(),
            notes: Vec::new(),
            notes_at: Pointer::root(),
        }
    }
}

/// What a message says about surfaces.
pub(crate) enum ReadRendition<Part> {
    /// The message shows these parts, each on a surface.
    Shows(Vec<ShownPart<Part>>),
    /// The message ends the surface with this id.
    Ends(String),
}

/// A part of a message that becomes a surface.
pub(crate) struct ShownPart<Part> {
    pub(crate) surface_id: String,
    /// The message with this part alone.
    pub(crate) message: Payload,
    pub(crate) content: Part,
}

/// The messages of a surface that shows a part.
pub(crate) struct WrittenSurface {
    pub(crate) messages: Vec<Message>,
    /// What the surface does not show as the message does. Other members are noted as encoded.
    pub(crate) notes: Vec<PartNote>,
}

/// An answer in a message, with the surface that it is about.
pub(crate) struct ReadAnswer<Answer> {
    pub(crate) surface_id: String,
    /// The place of the answer.
    pub(crate) at: Pointer,
    pub(crate) answer: Answer,
}

/// Adds notes about the parts of a message that a surface does not keep. `is_live` is `true` if a deleted surface exists.
pub(crate) fn note_unkept_fields<R: Rendition>(
    message: &Message,
    is_live: bool,
    fields: &mut FieldMap,
) {
    let rules = (R::RULES.member, R::RULES.deleted);
    a2ui_unkept::note_unkept_fields(message, is_live, rules, fields);
}

/// Writes the message that shows a surface at this moment.
fn write_rendition<R: Rendition>(
    surface: &Surface,
    to: Dialect,
    cx: &Context,
) -> Result<WrittenRendition, Refusal> {
    R::write(&resolve::<R>(surface)?, to, cx)
}

pub(crate) fn resolve<R: Rendition>(surface: &Surface) -> Result<ResolvedSurface, Refusal> {
    surface.resolve(&Host::new()).map_err(|error| {
        let message = format!(
            "the surface `{}` cannot be shown: {error}",
            surface.surface_id()
        );
        Refusal::limit(R::RULES.surface.id, Pointer::root(), message)
    })
}
