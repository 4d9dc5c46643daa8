//! `agent-ui check`: everything that is wrong with messages.

mod a2ui;
mod actions_json;
mod dry_run;

use crate::{
    args::Check,
    decode::has_member,
    input::Inputs,
    list,
    report::{Exit, Report},
    slip::{self, Asked},
};
use bridge::{
    Dialect, Named, Protocol,
    a2ui::{v0_8, v0_9, v0_10, v1_0},
    aap,
    aap::lenient,
    ahp,
    canvases::{CanvasDispatch, OpenCanvas},
};
use wire::{DecodeError, Finding, Pointer, Severity, Validate, WireType};

pub(crate) fn run(arguments: &Check, report: &mut Report) -> Result<(), Exit> {
    let manifests = actions_json::Manifests::of(arguments)?;
    let profile = manifests.profile.name();
    if arguments.rules {
        return match arguments.protocol.protocol() {
            Protocol::ActionsJson => manifests.rules(report),
            _ => Err(Exit::Usage("--rules: only the rules of actions-json are listed".to_owned())),
        };
    }
    if !arguments.catalogs.is_empty()
        && (arguments.protocol.protocol() != Protocol::A2ui || arguments.type_name.is_some())
    {
        return Err(Exit::Usage("--catalog: only whole messages of a2ui are judged by catalogs".to_owned()));
    }
    if arguments.dry_run && arguments.protocol.protocol() != Protocol::ActionsJson {
        return Err(Exit::Usage("--dry-run: only manifests of actions-json have workflows".to_owned()));
    }
    let dry_run = dry_run::DryRun::of(arguments)?;
    let mut inputs = Inputs::of(&arguments.source)?;
    if arguments.protocol.protocol() == Protocol::A2ui && arguments.type_name.is_none() {
        let mut stream = a2ui::Stream::new(arguments.protocol, a2ui::catalogs(&arguments.catalogs)?);
        inputs = inputs.finding(arguments.protocol);
        while inputs.next(report)? {
            let found = stream.judge(&inputs.last());
            found.iter().try_for_each(|(place, finding)| report.found(place, finding, profile))?;
        }
        let found = stream.surfaces();
        return found.iter().try_for_each(|(place, finding)| report.found(place, finding, profile));
    }
    let Some(judge) = judge(arguments.protocol, arguments.type_name.as_deref(), &manifests) else {
        let name = arguments.type_name.as_deref().unwrap_or_default();
        let names = names(arguments.protocol).join(", ");
        return Err(Exit::Usage(format!(
            "--type {name}: {} has rules for {names}",
            arguments.protocol.dialect
        )));
    };
    let is_typed = arguments.type_name.is_some();
    let asked = asked(arguments.protocol);
    while inputs.next(report)? {
        let input = inputs.last();
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => {
                report.found(&input.fault(error), &undecodable(error.clone()), profile)?;
                continue;
            }
        };
        if let Some(error) = list::syntax_error(text) {
            report.found(&input.fault(&error), &undecodable(error), profile)?;
            continue;
        }
        let whole = || vec![(Pointer::root(), text)];
        let elements = list::elements(arguments.protocol.protocol(), text).filter(|_| !is_typed);
        for (at, text) in elements.unwrap_or_else(whole) {
            let found = judge(text);
            let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
            let told: Vec<_> = errors.map(|error| (error.rule, error.pointer.clone())).collect();
            for mut finding in found {
                if finding.rule == "decode" {
                    let cure = asked.hint(text, &finding.pointer, &finding.hint);
                    finding.hint = cure.unwrap_or(finding.hint);
                }
                finding.pointer = at.join(&finding.pointer);
                report.found(&input.at(&finding.pointer), &finding, profile)?;
            }
            if let Some(dry_run) = &dry_run {
                dry_run.go_through(text, &told, report, &mut |report, mut finding| {
                    finding.pointer = at.join(&finding.pointer);
                    report.found(&input.at(&finding.pointer), &finding, profile)
                })?;
            }
        }
    }
    Ok(())
}

/// The errors that were told of a message: rules and places.
type Told = [(&'static str, Pointer)];

/// Tells a finding.
type Tell<'t> = &'t mut dyn FnMut(&mut Report, Finding) -> Result<(), Exit>;

/// How messages were asked for, for hints.
fn asked(protocol: Named) -> Asked {
    Asked { from: protocol, by: "check", opens: "`convert --envelope` reads it" }
}

fn undecodable(error: DecodeError) -> Finding {
    let finding = Finding::error("decode", error.pointer, error.found);
    if error.expected.is_empty() {
        finding
    } else {
        finding.hint(format_args!("expected {}", error.expected))
    }
}

type Judge<'a> = Box<dyn Fn(&str) -> Vec<Finding> + 'a>;
type JudgeOfType = fn(&str) -> Vec<Finding>;

fn exact<T: WireType + Validate>(text: &str) -> Vec<Finding> {
    match wire::decode::<T>(text) {
        Ok(value) => slip::misspelt_members::<T>(text).into_iter().chain(value.validate()).collect(),
        Err(error) => vec![undecodable(error)],
    }
}

/// As [`exact`], but canvases of other drafts are named.
fn named<T: WireType + Validate>(text: &str) -> Vec<Finding> {
    match ahp::draft::decode::<T>(text) {
        Ok(value) => value.validate(),
        Err(error) => vec![undecodable(error)],
    }
}

/// As [`exact`], but what the real provider writes is repaired, which is a finding.
fn tolerant<T: WireType + Validate>(text: &str) -> Vec<Finding> {
    match lenient::decode::<T>(text) {
        Ok(read) => {
            let repairs = read.repairs.iter().map(|repair| {
                Finding::warning(
                    "repair",
                    repair.pointer.clone(),
                    format_args!("read after a repair: {}", repair.kind),
                )
            });
            repairs.chain(slip::misspelt_members::<T>(text)).chain(read.value.validate()).collect()
        }
        Err(error) => vec![undecodable(error)],
    }
}

macro_rules! types {
    ($judge:ident: $($Type:ty),* $(,)?) => { vec![$( (<$Type as WireType>::NAME, $judge::<$Type> as JudgeOfType) ),*] };
}

/// What both dialects of AHP have.
fn connection() -> Vec<(&'static str, JudgeOfType)> {
    use ahp::{connection::*, envelope::*, json_rpc::*, subscription::*};
    types![named: JsonRpcMessage, ClientCapabilities, InitializeParams, InitializeResult, SubscribeParams,
        SubscribeResult, UnsubscribeParams, ReconnectParams, ReconnectResult, Snapshot, ActionEnvelope,
        DispatchActionParams]
}

/// The types of a protocol that have rules, by name; the first is what is meant without a name.
fn judges(protocol: Named) -> Vec<(&'static str, JudgeOfType)> {
    match protocol.dialect {
        Dialect::Aap => {
            types![tolerant: aap::Interaction, aap::SubmitRequest, aap::CanvasMessage, aap::ListResponse,
            aap::SubmitResponse, aap::CanvasFile]
        }
        Dialect::A2ui0_8 => {
            types![exact: v0_8::AgentMessage, v0_8::ClientMessage, v0_8::Component, v0_8::DataEntry]
        }
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => {
            types![exact: v0_9::AgentMessage, v0_9::ClientMessage, v0_9::Component]
        }
        Dialect::A2ui0_10 | Dialect::A2ui1_0June => {
            types![exact: v0_10::AgentMessage, v0_10::ClientMessage, v0_10::Component, v0_10::FunctionCall]
        }
        Dialect::A2ui1_0 | Dialect::A2ui1_0Sep | Dialect::A2ui1_0Aug => {
            types![exact: v1_0::AgentMessage, v1_0::RendererMessage, v1_0::Component, v1_0::FunctionCall,
                v1_0::Metadata]
        }
        Dialect::AhpCanvas => {
            use ahp::canvas::*;
            let mut judges = types![named: CanvasState, OpenCanvasRef, CanvasAction, SessionAction, StateAction,
                SessionState, SessionActiveClient, SessionCanvasDeclaration, ClientCanvasDeclaration,
                SessionCanvasAction, CanvasProviderSource, CanvasOpenParams, CanvasOpenResult,
                CanvasInvokeActionParams, CanvasCloseParams, CanvasReadResourceParams, CanvasReadResourceResult,
                CanvasResourceContent];
            judges.extend(connection());
            judges
        }
        Dialect::Ahp1_0 => {
            use ahp::v1_0::*;
            let mut judges = types![named: CanvasState, CanvasReference, ChatState, ChatAction, CanvasAction,
                StateAction];
            judges.extend(connection());
            judges
        }
        Dialect::Mcp2025_06 | Dialect::Mcp2025_11 | Dialect::Mcp2026_07 => {
            types![exact: bridge::mcp::ListToolsResult, bridge::mcp::Tool]
        }
        Dialect::Responses => {
            use bridge::responses::*;
            types![exact: ResponseItem, FunctionCall, FunctionCallOutput]
        }
        _ => {
            use bridge::actions_json::{dictionary::Dictionary, item::Item, manifest::*};
            types![exact: Manifest, Item, Tool, Workflow, Signal, Target, Source, StateProjection, Import, Context, State,
                Transition, Attachment, Check, XActions, Provenance, Dictionary]
        }
    }
}

pub(crate) fn names(protocol: Named) -> Vec<&'static str> {
    judges(protocol).into_iter().map(|(name, _)| name).collect()
}

fn judge<'a>(
    protocol: Named,
    type_name: Option<&str>,
    manifests: &'a actions_json::Manifests,
) -> Option<Judge<'a>> {
    if protocol.protocol() == Protocol::ActionsJson && type_name.is_none_or(|name| name == "Manifest") {
        let is_named = type_name.is_some();
        return Some(Box::new(move |text| {
            if !is_named && has_member(text, "type") {
                exact::<bridge::actions_json::item::Item>(text)
            } else {
                manifests.judge(text)
            }
        }));
    }
    if let Some(type_name) = type_name {
        let (_, judge) = judges(protocol).into_iter().find(|(name, _)| *name == type_name)?;
        return Some(Box::new(judge));
    }
    match protocol.protocol() {
        Protocol::Ahp if protocol.dialect == Dialect::AhpCanvas => {
            Some(Box::new(|text| if has_member(text, "jsonrpc") { frame(text) } else { canvas(text) }))
        }
        Protocol::Ahp => Some(Box::new(|text| {
            if has_member(text, "jsonrpc") { frame(text) } else { named::<ahp::v1_0::CanvasState>(text) }
        })),
        _ => judges(protocol).into_iter().next().map(|(_, judge)| Box::new(judge) as Judge<'_>),
    }
}

/// The findings of a frame and of its parameters, where their method is known.
fn frame(text: &str) -> Vec<Finding> {
    use ahp::{
        json_rpc::JsonRpcMessage,
        method::{Notification, Request},
    };
    let message = match wire::decode::<JsonRpcMessage>(text) {
        Ok(message) => message,
        Err(error) => return vec![undecodable(error)],
    };
    let mut found = message.validate();
    let at = Pointer::root().member("params");
    let read = match &message {
        JsonRpcMessage::Request(frame) => Request::read(frame).map(|params| params.findings(&at, &mut found)),
        JsonRpcMessage::Notification(frame) => {
            Notification::read(frame).map(|params| params.findings(&at, &mut found))
        }
        JsonRpcMessage::Response(_) | JsonRpcMessage::ErrorResponse(_) => Ok(()),
    };
    found.extend(read.err().map(undecodable));
    found
}

/// The findings of what `convert` writes: an action on a channel, a canvas with its contents; else of a state.
fn canvas(text: &str) -> Vec<Finding> {
    let at = |name: &str| Pointer::root().member(name);
    let mut found = Vec::new();
    if has_member(text, "action") {
        match wire::decode::<CanvasDispatch>(text) {
            Ok(dispatch) => dispatch.action.findings(&at("action"), &mut found),
            Err(error) => found.push(undecodable(error)),
        }
    } else if has_member(text, "state") {
        match wire::decode::<OpenCanvas>(text) {
            Ok(canvas) => {
                canvas.state.findings(&at("state"), &mut found);
                canvas.contents.findings(&at("contents"), &mut found);
            }
            Err(error) => found.push(undecodable(error)),
        }
    } else {
        return named::<ahp::canvas::CanvasState>(text);
    }
    found
}
