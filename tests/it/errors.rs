//! The error types. Each one is an `Error` that can be sent to another thread and can get more variants or fields.

use crate::wording::{crates, files};
use std::{collections::BTreeSet, error::Error};

/// Compiles only for types that keep the promises of every error type.
const fn promises<E: Error + Send + Sync + 'static>() {}

/// Lists error types by crate, and checks their promises at compile time.
macro_rules! error_types {
    ($($folder:literal: $($Error:path),* ;)*) => {
        const _: () = { $($( promises::<$Error>(); )*)* };
        /// The folders of crates with the listed error types, by path.
        const LISTED: &[(&str, &[&str])] = &[$( ($folder, &[$( stringify!($Error) ),*]) ),*];
    };
}

error_types! {
    "wire":
        wire::DecodeError,
        wire::EncodeError,
        wire::PointerError,
        wire::decode::ReadError,
        wire::json_rpc::JsonRpcError,
        wire::tree::TreeError;
    "aap":
        aap::CanvasPathError,
        aap::FileNameError,
        aap::ListQueryError,
        aap::provider::RecordError,
        aap::storage::AgentIdError;
    "a2ui":
        a2ui::catalog::CatalogError,
        a2ui::catalog::UnknownSchemaName,
        a2ui::catalog::UnknownSchemaTarget,
        a2ui::data_model::DataError,
        a2ui::expression::EvaluationError,
        a2ui::ownership::OwnershipError,
        a2ui::report::MissingAddress,
        a2ui::resolved::ResolveError,
        a2ui::resolved::SubmitError,
        a2ui::stream::TooLong,
        a2ui::surface::ActionError,
        a2ui::surface::EventError,
        a2ui::surface::SurfaceError,
        a2ui::surface::TooManyNodes,
        a2ui::v1_0::NotationError;
    "ahp":
        ahp::client::ClientError,
        ahp::canvas::host::HostError,
        ahp::policy::UrlRefusal,
        ahp::uri::UriError;
    "elicitation":
        bridge::elicitation::UnknownRevision;
    "actions-json":
        actions_json::admission::AdmissionRefusal,
        actions_json::calls::DuplicateCall,
        actions_json::calls::ReplyRefusal,
        actions_json::checked_manifest::ManifestError,
        actions_json::checked_manifest::RejectedManifest,
        actions_json::invocation::InvocationRefusal,
        actions_json::item_order::OutOfOrder,
        actions_json::runtimes::RoutingError,
        actions_json::schema::SchemaCheckError,
        actions_json::site::ResumeError,
        actions_json::site::SiteRefusal;
    "bridge/src":
        bridge::IgnoredCarry,
        bridge::Refusal,
        bridge::RoutesError,
        bridge::UnknownDialect,
        bridge::blocks::BlockActionError,
        bridge::blocks::EventError,
        bridge::cards::CardAnswerError,
        bridge::cards::CardSubmitError,
        bridge::forms::ActionAnswerError,
        bridge::forms::FormAnswerError,
        bridge::policy::SealKeyError;
    "bridge/text":
        agent_ui_text::Diagnostic,
        agent_ui_text::input::Failure;
    "bridge/live":
        live::faces::ahp_canvases::AhpError,
        live::faces::chat_bot::EmptySecret,
        live::faces::chat_bot::InvalidBotHost,
        live::page::ComponentScriptError,
        live::peers::canvases::CanvasError,
        live::server::front::FrontError,
        live::server::front::InvalidHost,
        live::server::front::InvalidProxyUrl,
        live::server::front::InvalidToken,
        live::gateway::InvalidUser,
        live::gateway::GatewayError,
        live::gateway::agent::AgentError,
        live::faces::provider::SubmitError,
        live::server::request_guard::InvalidOrigin;
    "bridge/nats":
        agent_ui_nats::InvalidName,
        agent_ui_nats::InvalidServerAddress,
        agent_ui_nats::NatsError,
        agent_ui_nats::session_store::InvalidStoreAddress;
}

/// The error types of the feature `workflows`, which changes `serde_json` for the whole build. The tests of their crate
/// check these types.
const WORKFLOW_ERRORS: [&str; 3] = ["ExpressionError", "InvalidWorkflow", "ResumeError"];

/// A public type of a source file that implements `Error`.
struct Found {
    name: String,
    /// The lines between the documentation and the body of the type, and its body.
    definition: String,
}

/// Returns the public types that implement `Error`, by derive or by hand.
fn found_errors(source: &str) -> Vec<Found> {
    let lines: Vec<&str> = source.lines().collect();
    let is_error = |name: &str| {
        let by_hand = ["std::error::Error", "error::Error", "Error"]
            .map(|of| format!("impl {of} for {name} {{"));
        lines
            .iter()
            .any(|line| by_hand.iter().any(|start| line.starts_with(start)))
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim_start();
        let Some(rest) = line
            .strip_prefix("pub struct ")
            .or_else(|| line.strip_prefix("pub enum "))
        else {
            continue;
        };
        let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap();
        let is_attribute = |line: &&&str| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with("///") && !line.starts_with('}')
        };
        let attributes: Vec<&str> = lines[..at]
            .iter()
            .rev()
            .take_while(is_attribute)
            .copied()
            .collect();
        let derives = attributes
            .iter()
            .any(|line| line.contains("derive(") && line.contains("Error"));
        if !derives && !is_error(name) {
            continue;
        }
        let body = lines[at..]
            .iter()
            .take_while(|line| !line.trim_start().starts_with('}'));
        let definition = attributes
            .iter()
            .rev()
            .chain(body)
            .map(|line| format!("{line}\n"))
            .collect();
        found.push(Found {
            name: name.to_owned(),
            definition,
        });
    }
    found
}

#[test]
fn every_error_type_is_listed() {
    for folder in crates() {
        let listed = LISTED
            .iter()
            .find(|(of, _)| *of == folder)
            .map_or(&[][..], |(_, paths)| paths);
        let last = |path: &&str| path.rsplit("::").next().unwrap().trim().to_owned();
        let mut expected: Vec<String> = listed.iter().map(last).collect();
        if folder == "actions-json" {
            expected.extend(WORKFLOW_ERRORS.map(str::to_owned));
        }
        let sources = files(&folder, ".rs")
            .into_iter()
            .filter(|(place, _)| place.contains("/src/") && !place.contains("/tests"));
        let mut found: Vec<String> = sources
            .flat_map(|(_, source)| found_errors(&source))
            .map(|error| error.name)
            .collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "the error types of {folder}");
    }
}

/// A new variant or field of an error does not break a program, and two failures never share a text.
#[test]
fn every_error_type_can_grow() {
    let mut checked = BTreeSet::new();
    for (place, source) in crates().iter().flat_map(|folder| files(folder, ".rs")) {
        for error in found_errors(&source) {
            let has_public_parts =
                error.definition.contains("pub enum") || error.definition.contains("    pub ");
            let is_open = error.definition.contains("#[non_exhaustive]")
                || !has_public_parts
                // The macros for wire types add the attribute.
                || ["wire::object!", "crate::object!"].iter().any(|object| source.contains(object));
            assert!(is_open, "{place}: {} needs #[non_exhaustive]", error.name);
            checked.insert(error.name);
        }
    }
    assert!(checked.len() > 35, "{checked:?}");
}
