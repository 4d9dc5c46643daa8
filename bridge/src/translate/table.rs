//! The graph of mappings: the dialects that each mapping connects, and the function that runs it. Add the rows of a new
//! mapping here.

use super::{
    message::{AnyMessage, Family},
    sessions::{Changes, Earlier},
};
use crate::{
    Carry, Dialect, DialectOrProtocol, Protocol, Refusal, a2ui_ahp, a2ui_v0_9_v0_10, a2ui_v1_0, aap_a2ui,
    actions_json_aap, actions_json_ahp, actions_json_mcp, actions_json_responses, ahp_canvas_ahp_v1_0,
    lens::{Output, TranslationCx},
    mcp_versions,
};
use Dialect::{
    A2ui0_8, A2ui0_9, A2ui0_9_1, A2ui0_10, A2ui1_0, A2ui1_0Aug, A2ui1_0June, A2ui1_0Sep, Aap, ActionsJson,
    Ahp1_0, AhpCanvas, Mcp2025_06, Mcp2025_11, Mcp2026_07, Responses,
};
use Family::{Calls, Interactions, Surfaces, Tools};
use std::collections::BTreeMap;
use wire::Pointer;

/// The dialects of A2UI. Equally short routes use the first one.
const A2UI: &[Dialect] =
    &[A2ui0_9, A2ui0_8, A2ui0_9_1, A2ui0_10, A2ui1_0, A2ui1_0Sep, A2ui1_0Aug, A2ui1_0June];
const A2UI_0_9: &[Dialect] = &[A2ui0_9, A2ui0_9_1];
const A2UI_0_10: &[Dialect] = &[A2ui0_10, A2ui1_0June];
const A2UI_1_0: &[Dialect] = &[A2ui1_0, A2ui1_0Sep, A2ui1_0Aug];
const MCP: &[Dialect] = &[Mcp2025_06, Mcp2025_11, Mcp2026_07];
const BOTH: &[Family] = &[Interactions, Surfaces];

/// One direction of a mapping.
#[derive(Debug)]
pub(super) struct Row {
    from: &'static [Dialect],
    to: &'static [Dialect],
    families: &'static [Family],
    pub(super) run: Run,
}

/// The source and target dialects of one mapping on a route.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) from: Dialect,
    pub(super) to: Dialect,
    /// The A2UI version of an embedded message, if the carry or the target determines it.
    pub(super) version: Option<a2ui::Version>,
}

/// The result of running one mapping.
#[derive(Default)]
pub(super) struct StepResult {
    pub(super) outputs: Vec<Output<AnyMessage>>,
    pub(super) changes: Option<Changes>,
}

type Run = fn(&mut Earlier, AnyMessage, Step, &mut TranslationCx<'_>) -> Result<StepResult, Refusal>;

/// Wraps one message without session changes.
fn one_output<T: Into<AnyMessage>>(
    (message, carry): (T, Carry),
    tcx: &mut TranslationCx<'_>,
) -> Result<StepResult, Refusal> {
    Ok(StepResult { outputs: vec![tcx.output(message.into(), carry)], changes: None })
}

/// Wraps one A2UI message without session changes.
fn one_a2ui_output(output: Output) -> Result<StepResult, Refusal> {
    Ok(StepResult { outputs: vec![output.map(AnyMessage::from)], changes: None })
}

/// Wraps the outputs and changes of an A2UI session.
fn session_outputs<C>(
    (outputs, changes): (Vec<Output>, Vec<C>),
    of_session: fn(Vec<C>) -> Changes,
) -> Result<StepResult, Refusal> {
    let outputs = outputs.into_iter().map(|output| output.map(AnyMessage::from)).collect();
    Ok(StepResult { outputs, changes: (!changes.is_empty()).then(|| of_session(changes)) })
}

/// Refuses a message of a kind that the row does not handle.
fn wrong_message(message: &AnyMessage, step: Step) -> Refusal {
    no_route(message.dialect(), step.to, message.family())
}

/// All mappings, one row per direction and family.
static ROWS: &[Row] = &[
    Row {
        from: &[ActionsJson],
        to: &[Aap],
        families: &[Interactions],
        run: |_, message, step, tcx| match message {
            AnyMessage::Event(event) => one_output(actions_json_aap::forward(*event, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[Aap],
        to: &[ActionsJson],
        families: &[Interactions],
        run: |_, message, step, tcx| match message {
            AnyMessage::Interaction(record) => one_output(actions_json_aap::backward(*record, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[Aap],
        to: A2UI,
        families: &[Interactions],
        run: |_, message, step, tcx| match message {
            AnyMessage::Interaction(record) => one_output(aap_a2ui::forward(*record, step.to, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI,
        to: &[Aap],
        families: &[Interactions],
        run: |_, message, step, tcx| match message {
            AnyMessage::Message(message) => one_output(aap_a2ui::backward(*message, step.from, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[A2ui0_8],
        to: A2UI_0_9,
        families: BOTH,
        run: |earlier, message, step, tcx| match message {
            AnyMessage::Message(message) => {
                session_outputs(earlier.sessions.v0_8_v0_9.handle(*message, step.to, tcx)?, Changes::V0_8V0_9)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI_0_9,
        to: &[A2ui0_8],
        families: BOTH,
        run: |earlier, message, step, tcx| match message {
            AnyMessage::Message(message) => session_outputs(
                earlier.sessions.v0_9_v0_8.handle(*message, step.from, tcx)?,
                Changes::V0_9V0_8,
            ),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI_0_9,
        to: A2UI_1_0,
        families: BOTH,
        run: |earlier, message, step, tcx| match message {
            AnyMessage::Message(message) => session_outputs(
                earlier.sessions.v0_9_v1_0.handle(*message, step.from, step.to, tcx)?,
                Changes::V0_9V1_0,
            ),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI_1_0,
        to: A2UI_0_9,
        families: BOTH,
        run: |earlier, message, step, tcx| match message {
            AnyMessage::Message(message) => session_outputs(
                earlier.sessions.v1_0_v0_9.handle(*message, step.from, step.to, tcx)?,
                Changes::V1_0V0_9,
            ),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI_0_9,
        to: A2UI_0_10,
        families: BOTH,
        run: |_, message, step, tcx| match message {
            AnyMessage::Message(message) => {
                one_a2ui_output(a2ui_v0_9_v0_10::forward(*message, step.from, step.to, tcx)?)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI_0_10,
        to: A2UI_0_9,
        families: BOTH,
        run: |_, message, step, tcx| match message {
            AnyMessage::Message(message) => {
                one_a2ui_output(a2ui_v0_9_v0_10::backward(*message, step.from, step.to, tcx)?)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI_1_0,
        to: A2UI_1_0,
        families: BOTH,
        run: |_, message, step, tcx| match message {
            AnyMessage::Message(message) => {
                one_a2ui_output(a2ui_v1_0::translate(*message, step.from, step.to, tcx)?)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI,
        to: &[AhpCanvas],
        families: &[Interactions],
        run: |_, message, step, tcx| match message {
            AnyMessage::Message(message) => {
                one_output(a2ui_ahp::message_forward(*message, step.from, tcx)?, tcx)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[AhpCanvas],
        to: A2UI,
        families: &[Interactions],
        run: |_, message, step, tcx| match message {
            AnyMessage::Dispatch(dispatch) => {
                one_output(a2ui_ahp::message_backward(*dispatch, step.version, tcx)?, tcx)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: A2UI,
        to: &[AhpCanvas],
        families: &[Surfaces],
        // The canvases are emitted when the input ends.
        run: |earlier, message, step, tcx| match message {
            AnyMessage::Message(message) => {
                let notes = earlier.folding.take(&message, step.from, tcx)?;
                tcx.notes.extend(notes);
                Ok(StepResult::default())
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[AhpCanvas],
        to: A2UI,
        families: &[Surfaces],
        // The carry of all messages is attached to the first one.
        run: |_, message, step, tcx| match message {
            AnyMessage::Canvas(canvas) => {
                let (messages, carry) = {
                    let notation = DialectOrProtocol::from(step.to).notation();
                    a2ui_ahp::backward(*canvas, (step.version, notation), tcx)?
                };
                let mut carry = Some(carry);
                let outputs = messages
                    .into_iter()
                    .map(|message| tcx.output(message.into(), carry.take().unwrap_or_default()));
                Ok(StepResult { outputs: outputs.collect(), changes: None })
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row { from: &[AhpCanvas], to: &[Ahp1_0], families: &[Surfaces], run: canvases },
    Row { from: &[Ahp1_0], to: &[AhpCanvas], families: &[Surfaces], run: canvases },
    Row {
        from: &[ActionsJson],
        to: &[AhpCanvas],
        families: &[Tools],
        run: |_, message, step, tcx| match message {
            AnyMessage::Manifest(manifest) => one_output(actions_json_ahp::forward(*manifest, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[AhpCanvas],
        to: &[ActionsJson],
        families: &[Tools],
        run: |_, message, step, tcx| match message {
            AnyMessage::Declaration(declaration) => {
                one_output(actions_json_ahp::backward(*declaration, tcx)?, tcx)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[ActionsJson],
        to: MCP,
        families: &[Tools],
        run: |_, message, step, tcx| match message {
            AnyMessage::Manifest(manifest) => {
                one_output(actions_json_mcp::forward(*manifest, step.to, tcx)?, tcx)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: MCP,
        to: &[ActionsJson],
        families: &[Tools],
        run: |_, message, step, tcx| match message {
            AnyMessage::Tools(tools) => one_output(actions_json_mcp::backward(*tools, step.from, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[ActionsJson],
        to: MCP,
        families: &[Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::Call(item) => {
                let (frame, carry) = actions_json_mcp::frame(*item, step.to, tcx)?;
                one_output((AnyMessage::McpFrame(Box::new(frame)), carry), tcx)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: MCP,
        to: &[ActionsJson],
        families: &[Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::McpFrame(frame) => one_output(actions_json_mcp::item(*frame, step.from, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: MCP,
        to: MCP,
        families: &[Tools, Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::Tools(tools) => {
                one_output(mcp_versions::tools(*tools, step.from, step.to, tcx)?, tcx)
            }
            AnyMessage::McpFrame(frame) => {
                let (frame, carry) = mcp_versions::frame(*frame, step.from, step.to, tcx)?;
                one_output((AnyMessage::McpFrame(Box::new(frame)), carry), tcx)
            }
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[ActionsJson],
        to: &[Responses],
        families: &[Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::Call(item) => one_output(actions_json_responses::forward(*item, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[Responses],
        to: &[ActionsJson],
        families: &[Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::ResponseItem(item) => one_output(actions_json_responses::backward(*item, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[ActionsJson],
        to: &[AhpCanvas],
        families: &[Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::Call(item) => one_output(actions_json_ahp::frame(*item, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
    Row {
        from: &[AhpCanvas],
        to: &[ActionsJson],
        families: &[Calls],
        run: |_, message, step, tcx| match message {
            AnyMessage::Frame(frame) => one_output(actions_json_ahp::item(*frame, tcx)?, tcx),
            other => Err(wrong_message(&other, step)),
        },
    },
];

/// Translates host messages about canvases in both directions.
fn canvases(
    earlier: &mut Earlier,
    message: AnyMessage,
    step: Step,
    tcx: &mut TranslationCx<'_>,
) -> Result<StepResult, Refusal> {
    // The contents of a folded surface must be served at an address.
    if matches!(message, AnyMessage::Canvas(_)) && step.to == Ahp1_0 && tcx.cx.base_url.is_none() {
        let message = "a canvas of AHP 1.0 needs the URL of its contents, but the context has no base URL";
        return Err(Refusal::context("ahp-canvas-1.0/url", Pointer::root(), message)
            .hint("pass the http(s) base URL of the contents with --base-url"));
    }
    let (message, carry, changes) =
        ahp_canvas_ahp_v1_0::translate(&earlier.sessions.canvases, &message.into_host()?, step.to, tcx)?;
    let message = AnyMessage::of_host(message, step.to)?;
    Ok(StepResult { outputs: vec![tcx.output(message, carry)], changes: Some(Changes::Canvases(changes)) })
}

/// Returns the dialects that one mapping reaches, with their rows.
fn neighbours(from: Dialect, family: Family, goal: Dialect) -> impl Iterator<Item = (Dialect, &'static Row)> {
    // AHP carries A2UI messages unchanged, so it does not lead to another version.
    let is_way = move |to: &Dialect| {
        from.protocol() != Protocol::A2ui
            || to.protocol() != Protocol::Ahp
            || goal.protocol() == Protocol::Ahp
    };
    let rows = ROWS.iter().filter(move |row| row.from.contains(&from) && row.families.contains(&family));
    rows.flat_map(move |row| row.to.iter().copied().filter(is_way).map(move |to| (to, row)))
}

/// Returns `true` if two dialects have the same messages except for the version text.
pub(super) fn has_same_messages(from: Dialect, to: Dialect) -> bool {
    [Dialect::A2ui0_9, Dialect::A2ui0_10].iter().any(|shape| from.shape() == *shape && to.shape() == *shape)
}

fn is_step(from: Dialect, to: Dialect, family: Family) -> bool {
    from != to && has_same_messages(from, to) && matches!(family, Interactions | Surfaces)
}

/// Returns the number of steps between two dialects; `None` without a route.
pub(super) fn distance(from: Dialect, to: Dialect, family: Family) -> Option<usize> {
    if is_step(from, to, family) {
        return Some(1);
    }
    let mut reached = vec![from];
    let mut front = vec![from];
    for steps in 0.. {
        if front.contains(&to) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for (dialect, _) in front.iter().flat_map(|from| neighbours(*from, family, to)) {
            if !reached.contains(&dialect) {
                reached.push(dialect);
                next.push(dialect);
            }
        }
        if next.is_empty() {
            return None;
        }
        front = next;
    }
    None
}

/// Returns the direct mapping between two dialects.
fn next_step(from: Dialect, to: Dialect, family: Family) -> Option<(Dialect, &'static Row)> {
    neighbours(from, family, to).find(|(next, _)| from != to && *next == to)
}

/// Returns the first mappings of all shortest routes, the preferred one first.
fn next_steps(from: Dialect, to: Dialect, family: Family) -> Vec<(Dialect, &'static Row)> {
    if let Some(direct) = next_step(from, to, family) {
        return vec![direct];
    }
    let Some(left) = distance(from, to, family).and_then(|steps| steps.checked_sub(1)) else {
        return Vec::new();
    };
    neighbours(from, family, to).filter(|(next, _)| distance(*next, to, family) == Some(left)).collect()
}

/// Returns the dialects on the route of a message, including both ends. Empty without a route.
///
/// ```
/// use agent_ui_bridge::{Dialect, Family, route};
///
/// let through = route(Dialect::ActionsJson, Dialect::A2ui1_0, Family::Interactions);
/// assert_eq!(through, [Dialect::ActionsJson, Dialect::Aap, Dialect::A2ui1_0]);
/// assert!(route(Dialect::Aap, Dialect::Mcp2025_06, Family::Interactions).is_empty());
/// ```
pub fn route(from: Dialect, to: Dialect, family: Family) -> Vec<Dialect> {
    let mut route = vec![from];
    let mut at = from;
    while at != to {
        let step = next_steps(at, to, family).into_iter().map(|(next, _)| next).next();
        let Some(next) = step.or(is_step(at, to, family).then_some(to)) else { return Vec::new() };
        route.push(next);
        at = next;
    }
    let is_one =
        from == to && !ROWS.iter().any(|row| row.from.contains(&from) && row.families.contains(&family));
    if is_one { Vec::new() } else { route }
}

/// A cache of routes. A search takes longer than most translations.
#[derive(Debug, Default)]
pub(super) struct KnownRoutes {
    steps: BTreeMap<RouteKey, Vec<(Dialect, &'static Row)>>,
    routes: BTreeMap<RouteKey, Vec<Dialect>>,
}

/// Source, target and family of a cached route.
type RouteKey = (Dialect, Dialect, Family);

impl KnownRoutes {
    /// Returns the cached result of [`next_steps`].
    pub(super) fn next_steps(
        &mut self,
        from: Dialect,
        to: Dialect,
        family: Family,
    ) -> &[(Dialect, &'static Row)] {
        self.steps.entry((from, to, family)).or_insert_with(|| next_steps(from, to, family))
    }

    /// Returns the cached result of [`route`].
    pub(super) fn route(&mut self, from: Dialect, to: Dialect, family: Family) -> &[Dialect] {
        self.routes.entry((from, to, family)).or_insert_with(|| route(from, to, family))
    }
}

/// Creates the refusal for a missing route for one family.
pub(super) fn no_route(from: Dialect, to: Dialect, family: Family) -> Refusal {
    let message = format!("{} of {from} cannot be translated into {to}", family.as_str());
    let hint = leads_to(from, family)
        .unwrap_or_else(|| format!("{from} has no translation for {}", family.as_str()));
    Refusal::rule_broken("route/none", Pointer::root(), message).hint(hint)
}

/// Creates the refusal for a missing route for every family.
pub(super) fn no_route_at_all(from: Dialect, to: Dialect) -> Refusal {
    let ways: Vec<String> = Family::ALL.into_iter().filter_map(|family| leads_to(from, family)).collect();
    Refusal::rule_broken("route/none", Pointer::root(), format!("{from} cannot be translated into {to}"))
        .hint(ways.join("; "))
}

/// Lists the dialects that messages of a family can be translated into.
fn leads_to(from: Dialect, family: Family) -> Option<String> {
    let is_reached = |to: &&Dialect| **to != from && distance(from, **to, family).is_some();
    let names: Vec<&str> = Dialect::ALL.iter().filter(is_reached).map(|to| to.as_str()).collect();
    (!names.is_empty())
        .then(|| format!("{} of {from} can be translated into {}", family.as_str(), names.join(", ")))
}
