//! The measured mappings, with the sample messages of each.

use super::field::TypeSchema;
use bridge::Dialect::{
    A2ui0_8, A2ui0_9, A2ui0_10, A2ui1_0, A2ui1_0Aug, Aap, Acp1, Acp2, ActionsJson,
    AdaptiveCards1_5, Ahp1_0, AhpCanvas, Elicitation2025_06, Elicitation2025_11,
    Elicitation2026_07, Mcp2025_06, Mcp2026_07, Responses, SlackMessage,
};
use bridge::{
    Context, Dialect, Family,
    a2ui::{v0_8, v0_9, v0_10, v1_0},
    aap::Interaction,
    actions_json::{
        checked_manifest::CheckedManifest, item::Item, manifest::Manifest, validate::Profile,
    },
    adaptive_cards::AdaptiveCard,
    ahp::{canvas::ClientCanvasDeclaration, json_rpc::JsonRpcMessage},
    canvases::{CanvasDispatch, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    elicitation::{
        ElicitRequest, ElicitResponse,
        acp::PermissionRequest,
        mcp::{InputRequiredResult, RetryParams},
    },
    mcp::ListToolsResult,
    responses::ResponseItem,
    route,
    slack_blocks::BlockMessage,
};
use wire::{DecodeError, Payload, WireType};

/// One mapping in one direction, for messages of one type.
pub(super) struct Subject {
    pub(super) from: Dialect,
    pub(super) to: Dialect,
    /// The name of the message type.
    pub(super) message: &'static str,
    pub(super) schema: TypeSchema,
    pub(super) samples: Vec<Sample>,
    pub(super) context: Context,
    /// `true` if the route has more than one step.
    pub(super) is_composed: bool,
}

/// Related messages, one of which is varied.
pub(super) struct Sample {
    pub(super) messages: Vec<Payload>,
    pub(super) varied: usize,
}

const MANIFEST: &str = include_str!("samples/manifest.json");
const EVENT: &[&str] = &[include_str!("samples/event.json")];
const RECORD: &[&str] = &[include_str!("samples/record.json")];
const CLIENT_0_8: &[&str] = &[include_str!("samples/a2ui_v0_8_client.json")];
const CLIENT_0_8_OTHERS: &[&str] = &[include_str!("samples/a2ui_v0_8_client_others.json")];
const CLIENT_0_9: &[&str] = &[include_str!("samples/a2ui_v0_9_client.json")];
const CLIENT_0_9_OTHERS: &[&str] = &[include_str!("samples/a2ui_v0_9_client_others.json")];
const CLIENT_0_10: &[&str] = &[include_str!("samples/a2ui_v0_10_client.json")];
const CLIENT_0_10_OTHERS: &[&str] = &[include_str!("samples/a2ui_v0_10_client_others.json")];
const RENDERER_1_0: &[&str] = &[include_str!("samples/a2ui_v1_0_renderer.json")];
const RENDERER_1_0_OTHERS: &[&str] = &[include_str!("samples/a2ui_v1_0_renderer_others.json")];
const AGENT_0_8: &[&str] = &[include_str!("samples/a2ui_v0_8_agent.json")];
const AGENT_0_9: &[&str] = &[include_str!("samples/a2ui_v0_9_agent.json")];
const AGENT_0_10: &[&str] = &[include_str!("samples/a2ui_v0_10_agent.json")];
const AGENT_1_0: &[&str] = &[
    include_str!("samples/a2ui_v1_0_agent.json"),
    include_str!("samples/a2ui_v1_0_inline.json"),
];
const FORM_0_9: &[&str] = &[include_str!("samples/a2ui_v0_9_form.json")];
const FORM_CLIENT_0_9: &[&str] = &[include_str!("samples/a2ui_v0_9_form_client.json")];
const DELETE_0_8: &[&str] = &[include_str!("samples/a2ui_v0_8_delete.json")];
const DELETE_0_9: &[&str] = &[include_str!("samples/a2ui_v0_9_delete.json")];
const DELETE_0_10: &[&str] = &[include_str!("samples/a2ui_v0_10_delete.json")];
const DELETE_1_0: &[&str] = &[include_str!("samples/a2ui_v1_0_delete.json")];
const CALLS_0_10: &[&str] = &[include_str!("samples/a2ui_v0_10_calls.json")];
const CALLS_1_0: &[&str] = &[include_str!("samples/a2ui_v1_0_calls.json")];
const CANVAS: &[&str] = &[include_str!("samples/ahp_canvas.json")];
const RELEASED: &[&str] = &[include_str!("samples/ahp_released.json")];
const TOOLS: &[&str] = &[include_str!("samples/tools_manifest.json")];
const DECLARATION: &[&str] = &[include_str!("samples/ahp_declaration.json")];
const MCP_TOOLS: &[&str] = &[include_str!("samples/mcp_tools.json")];
const CALLS: &[&str] = &[include_str!("samples/calls.json")];
const CALL_ERRORS: &[&str] = &[include_str!("samples/call_errors.json")];
const FRAMES: &[&str] = &[include_str!("samples/frames.json")];
const FRAME_ERRORS: &[&str] = &[include_str!("samples/frame_errors.json")];
const RESPONSE_ITEMS: &[&str] = &[include_str!("samples/response_items.json")];
const QUESTIONS: &[&str] = &[include_str!("samples/elicitation_questions.json")];
const ANSWERS: &[&str] = &[include_str!("samples/elicitation_answers.json")];
const INPUT_REQUIRED: &[&str] = &[include_str!("samples/elicitation_input_required.json")];
const INPUT_RESPONSES: &[&str] = &[include_str!("samples/elicitation_input_responses.json")];
const CARDS: &[&str] = &[include_str!("samples/adaptive_cards.json")];
const SLACK_MESSAGES: &[&str] = &[include_str!("samples/slack_messages.json")];
const PERMISSIONS: &[&str] = &[include_str!("samples/acp_permissions.json")];
const PERMISSIONS_V2: &[&str] = &[include_str!("samples/acp_permissions_v2.json")];
const ACTIONS: &str = include_str!("samples/ahp_actions.json");
const RELEASED_ACTIONS: &str = include_str!("samples/ahp_released_actions.json");
const DISPATCH: &[&str] = &[include_str!("samples/ahp_dispatch.json")];

/// Returns all measured mappings.
///
/// # Errors
/// Returns an error if a built-in sample is not valid JSON.
pub(super) fn all() -> Result<Vec<Subject>, DecodeError> {
    let mut list = SubjectList::new(sample_context()?);
    add_user_actions(&mut list);
    add_canvases(&mut list);
    add_a2ui_versions(&mut list);
    add_ahp_versions(&mut list);
    add_tools(&mut list);
    add_questions(&mut list);
    add_forms(&mut list);
    add_renditions(&mut list);
    list.finish()
}

/// Adds the mappings of user actions: events, records and the messages of A2UI clients.
fn add_user_actions(list: &mut SubjectList) {
    list.add::<Item>(ActionsJson, Aap, &[EVENT], &[]);
    list.add::<Interaction>(Aap, ActionsJson, &[RECORD], &[]);
    for to in [A2ui0_8, A2ui0_9, A2ui0_10, A2ui1_0] {
        list.add::<Interaction>(Aap, to, &[RECORD], &[]);
    }
    list.add::<v0_8::ClientMessage>(A2ui0_8, Aap, &[CLIENT_0_8], &[CLIENT_0_8_OTHERS]);
    list.add::<v0_9::ClientMessage>(A2ui0_9, Aap, &[CLIENT_0_9], &[CLIENT_0_9_OTHERS]);
    list.add::<v0_10::ClientMessage>(A2ui0_10, Aap, &[CLIENT_0_10], &[CLIENT_0_10_OTHERS]);
    list.add::<v1_0::RendererMessage>(A2ui1_0, Aap, &[RENDERER_1_0], &[RENDERER_1_0_OTHERS]);
}

/// Adds the mappings of surfaces and canvases.
fn add_canvases(list: &mut SubjectList) {
    list.add::<v0_8::AgentMessage>(A2ui0_8, AhpCanvas, &[AGENT_0_8, DELETE_0_8], &[]);
    list.add::<v0_9::AgentMessage>(A2ui0_9, AhpCanvas, &[AGENT_0_9, DELETE_0_9], &[]);
    list.add::<v0_10::AgentMessage>(
        A2ui0_10,
        AhpCanvas,
        &[AGENT_0_10, DELETE_0_10],
        &[CALLS_0_10],
    );
    list.add::<v1_0::AgentMessage>(A2ui1_0, AhpCanvas, &[AGENT_1_0, DELETE_1_0], &[CALLS_1_0]);
    list.add::<v0_9::AgentMessage>(A2ui0_9, Ahp1_0, &[AGENT_0_9, DELETE_0_9], &[]);
    list.add::<OpenCanvas>(AhpCanvas, A2ui0_9, &[CANVAS], &[]);
    list.add::<ReleasedCanvas>(Ahp1_0, A2ui0_9, &[RELEASED], &[]);
    list.add::<v0_9::ClientMessage>(A2ui0_9, AhpCanvas, &[CLIENT_0_9], &[CLIENT_0_9_OTHERS]);
    list.add::<CanvasDispatch>(AhpCanvas, A2ui0_9, &[DISPATCH], &[]);
}

/// Adds the mappings between versions of A2UI.
fn add_a2ui_versions(list: &mut SubjectList) {
    list.add::<v0_8::AgentMessage>(A2ui0_8, A2ui0_9, &[AGENT_0_8, DELETE_0_8], &[]);
    list.add::<v0_9::AgentMessage>(A2ui0_9, A2ui0_8, &[AGENT_0_9, DELETE_0_9], &[]);
    list.add::<v0_9::AgentMessage>(A2ui0_9, A2ui1_0, &[AGENT_0_9, DELETE_0_9], &[]);
    list.add::<v1_0::AgentMessage>(A2ui1_0, A2ui0_9, &[AGENT_1_0, DELETE_1_0], &[CALLS_1_0]);
    list.add::<v0_8::ClientMessage>(A2ui0_8, A2ui0_9, &[CLIENT_0_8], &[CLIENT_0_8_OTHERS]);
    list.add::<v0_9::ClientMessage>(A2ui0_9, A2ui0_8, &[CLIENT_0_9], &[CLIENT_0_9_OTHERS]);
    list.add::<v0_9::ClientMessage>(A2ui0_9, A2ui1_0, &[CLIENT_0_9], &[CLIENT_0_9_OTHERS]);
    list.add::<v1_0::RendererMessage>(A2ui1_0, A2ui0_9, &[RENDERER_1_0], &[RENDERER_1_0_OTHERS]);

    list.add::<v0_9::AgentMessage>(A2ui0_9, A2ui0_10, &[AGENT_0_9, DELETE_0_9], &[]);
    list.add::<v0_10::AgentMessage>(A2ui0_10, A2ui0_9, &[AGENT_0_10, DELETE_0_10], &[CALLS_0_10]);
    list.add::<v0_9::ClientMessage>(A2ui0_9, A2ui0_10, &[CLIENT_0_9], &[CLIENT_0_9_OTHERS]);
    list.add::<v0_10::ClientMessage>(A2ui0_10, A2ui0_9, &[CLIENT_0_10], &[CLIENT_0_10_OTHERS]);
    list.add::<v1_0::AgentMessage>(A2ui1_0, A2ui1_0Aug, &[AGENT_1_0, DELETE_1_0], &[CALLS_1_0]);
}

/// Adds the mappings between the versions of canvases of AHP.
fn add_ahp_versions(list: &mut SubjectList) {
    list.add::<OpenCanvas>(AhpCanvas, Ahp1_0, &[CANVAS], &[]);
    list.add::<ReleasedCanvas>(Ahp1_0, AhpCanvas, &[RELEASED], &[]);
    list.add_after::<ProposedAction>(AhpCanvas, Ahp1_0, CANVAS, ACTIONS);
    list.add_after::<ReleasedAction>(Ahp1_0, AhpCanvas, RELEASED, RELEASED_ACTIONS);
}

/// Adds the mappings of tools and their calls.
fn add_tools(list: &mut SubjectList) {
    list.add::<Manifest>(ActionsJson, AhpCanvas, &[], &[TOOLS]);
    list.add::<ClientCanvasDeclaration>(AhpCanvas, ActionsJson, &[DECLARATION], &[]);
    list.add::<Manifest>(ActionsJson, Mcp2025_06, &[], &[TOOLS]);
    list.add::<ListToolsResult>(Mcp2025_06, ActionsJson, &[], &[MCP_TOOLS]);
    list.add::<ClientCanvasDeclaration>(AhpCanvas, Mcp2025_06, &[DECLARATION], &[]);
    list.add::<ListToolsResult>(Mcp2025_06, AhpCanvas, &[], &[MCP_TOOLS]);
    list.add::<ListToolsResult>(Mcp2025_06, Mcp2026_07, &[], &[MCP_TOOLS]);
    list.add::<ListToolsResult>(Mcp2026_07, Mcp2025_06, &[], &[MCP_TOOLS]);
    list.add::<Item>(ActionsJson, AhpCanvas, &[CALLS], &[CALL_ERRORS]);
    list.add::<JsonRpcMessage>(AhpCanvas, ActionsJson, &[FRAMES], &[FRAME_ERRORS]);
    list.add::<Item>(ActionsJson, Responses, &[CALLS], &[CALL_ERRORS]);
    list.add::<ResponseItem>(Responses, ActionsJson, &[RESPONSE_ITEMS], &[]);
}

/// Adds the mappings between the versions of MCP elicitation and ACP.
fn add_questions(list: &mut SubjectList) {
    for (from, to) in [
        (Elicitation2025_06, Elicitation2025_11),
        (Elicitation2025_11, Elicitation2025_06),
        (Elicitation2025_11, Elicitation2026_07),
        (Elicitation2025_11, Acp1),
        (Acp1, Elicitation2025_11),
    ] {
        list.add::<ElicitRequest>(from, to, &[], &[QUESTIONS]);
        list.add::<ElicitResponse>(from, to, &[], &[ANSWERS]);
    }
    list.add::<InputRequiredResult>(
        Elicitation2026_07,
        Elicitation2025_11,
        &[],
        &[INPUT_REQUIRED],
    );
    list.add::<RetryParams>(
        Elicitation2026_07,
        Elicitation2025_11,
        &[],
        &[INPUT_RESPONSES],
    );
    list.add::<PermissionRequest>(Acp1, Acp2, &[], &[PERMISSIONS]);
    list.add::<PermissionRequest>(Acp2, Acp1, &[], &[PERMISSIONS_V2]);
}

/// Adds the mappings of questions to surfaces.
fn add_forms(list: &mut SubjectList) {
    list.add::<ElicitRequest>(Elicitation2025_11, A2ui0_9, &[], &[QUESTIONS]);
    list.add::<PermissionRequest>(Acp1, A2ui0_9, &[], &[PERMISSIONS]);
    list.add::<v0_9::AgentMessage>(A2ui0_9, Elicitation2025_11, &[FORM_0_9, DELETE_0_9], &[]);
    list.add::<v0_9::ClientMessage>(
        A2ui0_9,
        Elicitation2025_11,
        &[],
        &[FORM_CLIENT_0_9, CLIENT_0_9_OTHERS],
    );
}

/// Adds the mappings of cards and blocks to surfaces.
fn add_renditions(list: &mut SubjectList) {
    list.add::<AdaptiveCard>(AdaptiveCards1_5, A2ui0_9, &[], &[CARDS]);
    list.add::<BlockMessage>(SlackMessage, A2ui0_9, &[], &[SLACK_MESSAGES]);
    for to in [AdaptiveCards1_5, SlackMessage] {
        list.add::<v0_9::AgentMessage>(A2ui0_9, to, &[FORM_0_9, DELETE_0_9], &[]);
    }
}

/// The measured mappings, or the first error in a sample.
struct SubjectList {
    context: Context,
    subjects: Vec<Subject>,
    error: Option<DecodeError>,
}

impl SubjectList {
    fn new(context: Context) -> Self {
        Self {
            context,
            subjects: Vec::new(),
            error: None,
        }
    }

    fn finish(self) -> Result<Vec<Subject>, DecodeError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.subjects),
        }
    }

    /// Adds a mapping. The messages of a stream are translated together, so that each message may build on earlier
    /// ones. The other messages are translated one by one.
    fn add<T: WireType>(
        &mut self,
        from: Dialect,
        to: Dialect,
        streams: &[&[&str]],
        others: &[&[&str]],
    ) {
        self.push::<T>(from, to, read_samples(streams, others));
    }

    /// Adds a mapping whose messages are each translated after `before`, messages that are not varied.
    fn add_after<T: WireType>(
        &mut self,
        from: Dialect,
        to: Dialect,
        before: &[&str],
        messages: &str,
    ) {
        self.push::<T>(from, to, read_samples_after(before, messages));
    }

    fn push<T: WireType>(
        &mut self,
        from: Dialect,
        to: Dialect,
        samples: Result<Vec<Sample>, DecodeError>,
    ) {
        let samples = match samples {
            Ok(samples) => samples,
            Err(error) => {
                self.error.get_or_insert(error);
                return;
            }
        };
        let mut families = Family::ALL.into_iter();
        let is_composed = families.all(|family| route(from, to, family).len() != 2);
        self.subjects.push(Subject {
            from,
            to,
            message: T::NAME,
            schema: TypeSchema::of::<T>(),
            samples,
            context: self.context.clone(),
            is_composed,
        });
    }
}

fn read_samples(streams: &[&[&str]], others: &[&[&str]]) -> Result<Vec<Sample>, DecodeError> {
    let mut samples = Vec::new();
    for file in streams.concat() {
        let messages: Vec<Payload> = Payload::parse(file)?.elements().collect();
        for varied in 0..messages.len() {
            samples.push(Sample {
                messages: messages.clone(),
                varied,
            });
        }
    }
    for file in others.concat() {
        for message in Payload::parse(file)?.elements() {
            samples.push(Sample {
                messages: vec![message],
                varied: 0,
            });
        }
    }
    Ok(samples)
}

fn read_samples_after(before: &[&str], messages: &str) -> Result<Vec<Sample>, DecodeError> {
    let mut first = Vec::new();
    for file in before {
        first.extend(Payload::parse(*file)?.elements());
    }
    let mut samples = Vec::new();
    for message in Payload::parse(messages)?.elements() {
        let mut session = first.clone();
        session.push(message);
        samples.push(Sample {
            messages: session,
            varied: first.len(),
        });
    }
    Ok(samples)
}

/// Returns the settings that no message contains.
fn sample_context() -> Result<Context, DecodeError> {
    let mut cx = Context::default();
    cx.manifest = CheckedManifest::check(wire::decode(MANIFEST)?, &Profile::PUBLISHED, None).ok();
    cx.session = Some("ahp-session:/evening".to_owned());
    cx.chat = Some("ahp-chat:/evening".to_owned());
    cx.runtime_id = Some("rt-7".to_owned());
    cx.base_url = Some("https://canvases.example.org/".to_owned());
    Ok(cx)
}
