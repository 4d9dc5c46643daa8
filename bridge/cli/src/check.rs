//! `agent-ui check`: everything that is wrong with messages.

use crate::{
    args::{Check, Profile},
    decode::has_member,
    dialect::Named,
    input,
    report::{Exit, Report},
};
use bridge::{
    Dialect, Protocol, a2ui,
    a2ui::{v0_8, v0_9, v0_10, v1_0},
    a2ui_ahp::{CanvasDispatch, OpenCanvas},
    aap,
    aap::lenient,
    actions_json, ahp,
};
use serde::Serialize;
use wire::{DecodeError, Finding, Pointer, Severity, Validate, WireType};

#[derive(Serialize)]
struct Line<'a> {
    line: usize,
    rule: &'a str,
    pointer: &'a Pointer,
    severity: Severity,
    message: &'a str,
    hint: &'a str,
    profile: &'a str,
}

pub(crate) fn run(arguments: &Check, report: &mut Report) -> Result<(), Exit> {
    let Some(judge) = judge(arguments.protocol, arguments.type_name.as_deref()) else {
        let name = arguments.type_name.as_deref().unwrap_or_default();
        let names = names(arguments.protocol).join(", ");
        return Err(Exit::Usage(format!(
            "--type {name}: {} has rules for {names}",
            arguments.protocol.dialect
        )));
    };
    let profile = match arguments.profile {
        Profile::Strict => "strict",
        Profile::Published => "published",
    };
    for input in input::read(&arguments.source)? {
        let input = input?;
        let mut found = match input.text {
            Ok(text) => judge(&text),
            Err(error) => vec![undecodable(error)],
        };
        if arguments.profile == Profile::Published {
            found.iter_mut().for_each(tolerate);
        }
        for finding in &found {
            if finding.severity == Severity::Error {
                report.found_error();
            }
            report.value(&Line {
                line: input.line,
                rule: finding.rule,
                pointer: &finding.pointer,
                severity: finding.severity,
                message: &finding.message,
                hint: &finding.hint,
                profile,
            })?;
        }
    }
    Ok(())
}

/// What the specification forbids and published manifests do all the same: most of them call their version in words.
fn tolerate(finding: &mut Finding) {
    if finding.rule == "V2" {
        finding.severity = Severity::Warning;
    }
}

fn undecodable(error: DecodeError) -> Finding {
    let finding = Finding::error("decode", error.pointer, error.found);
    if error.expected.is_empty() {
        finding
    } else {
        finding.hint(format_args!("expected {}", error.expected))
    }
}

type Judge = Box<dyn Fn(&str) -> Vec<Finding>>;
type JudgeOfType = fn(&str) -> Vec<Finding>;

fn exact<T: WireType + Validate>(text: &str) -> Vec<Finding> {
    match wire::decode::<T>(text) {
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
            repairs.chain(read.value.validate()).collect()
        }
        Err(error) => vec![undecodable(error)],
    }
}

/// The types of a protocol that have rules, by name; the first is what is meant without a name.
fn judges(protocol: Named) -> Vec<(&'static str, JudgeOfType)> {
    macro_rules! types {
        ($judge:ident: $($Type:ty),* $(,)?) => { vec![$( (<$Type as WireType>::NAME, $judge::<$Type> as JudgeOfType) ),*] };
    }
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
        Dialect::A2ui1_0 | Dialect::A2ui1_0At => {
            types![exact: v1_0::AgentMessage, v1_0::RendererMessage, v1_0::Component, v1_0::FunctionCall,
                v1_0::Metadata]
        }
        Dialect::AhpCanvas => {
            use ahp::canvas::*;
            types![exact: CanvasState, OpenCanvasRef, CanvasAction, SessionAction, SessionCanvasDeclaration,
                ClientCanvasDeclaration, SessionCanvasAction, CanvasProviderSource, CanvasReadResourceParams,
                CanvasReadResourceResult, CanvasResourceContent]
        }
        Dialect::Ahp1_0 => {
            use ahp::v1_0::*;
            types![exact: CanvasState, CanvasReference, ChatAction, CanvasAction]
        }
        _ => {
            types![exact: actions_json::manifest::Manifest, actions_json::item::Item, actions_json::signal::Signal,
            actions_json::target::Target]
        }
    }
}

fn names(protocol: Named) -> Vec<&'static str> {
    judges(protocol).into_iter().map(|(name, _)| name).collect()
}

fn judge(protocol: Named, type_name: Option<&str>) -> Option<Judge> {
    if let Some(type_name) = type_name {
        let (_, judge) = judges(protocol).into_iter().find(|(name, _)| *name == type_name)?;
        return Some(Box::new(judge));
    }
    match protocol.protocol() {
        Protocol::A2ui => Some(Box::new(move |text| messages(text, protocol.a2ui_version()))),
        Protocol::ActionsJson => Some(Box::new(|text| {
            if has_member(text, "type") {
                exact::<actions_json::item::Item>(text)
            } else {
                exact::<actions_json::manifest::Manifest>(text)
            }
        })),
        Protocol::Ahp if protocol.dialect == Dialect::AhpCanvas => Some(Box::new(canvas)),
        _ => judges(protocol).into_iter().next().map(|(_, judge)| Box::new(judge) as Judge),
    }
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
        return exact::<ahp::canvas::CanvasState>(text);
    }
    found
}

/// The findings of every message of an input, by their place in it.
fn messages(text: &str, version: Option<a2ui::Version>) -> Vec<Finding> {
    let elements = match a2ui::read(text, version) {
        Ok(elements) => elements,
        Err(error) => return vec![undecodable(error)],
    };
    let mut found = Vec::new();
    for element in elements {
        match element.result {
            Ok(message) => message.findings(&element.pointer, &mut found),
            Err(error) => found.push(undecodable(error)),
        }
    }
    found
}
