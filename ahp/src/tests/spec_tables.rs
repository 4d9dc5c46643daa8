//! Tests that the tables of the types match the proposal and AHP 1.0.

use crate::{canvas::*, connection::*, envelope::*, session_list::*, subscription::*, v1_0};
use wire::{Presence, Shape, WireType};

/// Returns the members of a type in order. Optional members have the suffix `?`.
fn table<T: WireType>() -> String {
    let Shape::Object(table) = T::SHAPE else {
        panic!("{} is not an object", T::NAME)
    };
    let mark = |presence: Presence| {
        if presence == Presence::Optional {
            "?"
        } else {
            ""
        }
    };
    let members: Vec<_> = table
        .members
        .iter()
        .map(|member| format!("{}{}", member.name, mark(member.presence)))
        .collect();
    members.join(" ")
}

#[test]
fn ahp_11_to_18_discovery_types_match_the_specification() {
    assert_eq!(
        table::<SessionState>(),
        "activeClients? canvases? openCanvases?"
    );
    assert_eq!(
        table::<SessionSubscribeResult>(),
        table::<SubscribeResult>()
    );
    assert_eq!(table::<SessionSnapshot>(), table::<Snapshot>());
    assert_eq!(table::<SessionActiveClient>(), "clientId canvasProviders?");
    assert_eq!(
        table::<SessionCanvasDeclaration>(),
        "extensionId extensionName? canvasId displayName description inputSchema? actions? source"
    );
    assert_eq!(
        table::<SessionCanvasAction>(),
        "name description? inputSchema?"
    );
    assert_eq!(
        table::<ClientCanvasDeclaration>(),
        "canvasId displayName description inputSchema? actions?"
    );
    assert_eq!(
        table::<OpenCanvasRef>(),
        "instanceId channel canvasId extensionId extensionName? title? availability"
    );
}

#[test]
fn ahp_28_and_32_state_and_update_types_match_the_specification() {
    assert_eq!(
        table::<CanvasState>(),
        "instanceId canvasId extensionId extensionName? displayName? input? title? status? url? availability provider"
    );
    assert_eq!(
        table::<CanvasUpdated>(),
        "title? status? url? availability?"
    );
    assert_eq!(table::<CanvasCloseRequested>(), "");
    assert_eq!(table::<CanvasMessage>(), "payload?");
}

#[test]
fn ahp_48_to_58_request_and_result_types_match_the_specification() {
    assert_eq!(
        table::<CanvasOpenParams>(),
        "channel _meta? canvasId extensionId instanceId input?"
    );
    assert_eq!(table::<CanvasOpenResult>(), "url? title? status?");
    assert_eq!(
        table::<CanvasInvokeActionParams>(),
        "channel _meta? instanceId canvasId extensionId actionName input?"
    );
    assert_eq!(table::<CanvasInvokeActionResult>(), "value?");
    assert_eq!(
        table::<CanvasCloseParams>(),
        "channel _meta? instanceId canvasId extensionId"
    );
    assert_eq!(table::<CanvasProviderErrorData>(), "code message");
    assert_eq!(table::<CanvasReadResourceParams>(), "channel _meta? uri");
    assert_eq!(table::<CanvasReadResourceResult>(), "contents");
    assert_eq!(
        table::<CanvasResourceContent>(),
        "uri mimeType? text? blob?"
    );
}

#[test]
fn shared_types_match_both_dialects() {
    assert_eq!(
        table::<InitializeParams>(),
        "channel _meta? protocolVersions clientId initialSubscriptions? capabilities?"
    );
    assert_eq!(
        table::<InitializeResult>(),
        "protocolVersion serverSeq _meta? snapshots"
    );
    assert_eq!(
        table::<ListSessionsParams>(),
        "channel _meta? limit? cursor?"
    );
    assert_eq!(table::<ListSessionsResult>(), "items nextCursor?");
    assert_eq!(table::<SubscribeParams>(), "channel _meta?");
    assert_eq!(table::<SubscribeResult>(), "snapshot?");
    assert_eq!(table::<UnsubscribeParams>(), "channel");
    assert_eq!(
        table::<ReconnectParams>(),
        "channel _meta? clientId lastSeenServerSeq subscriptions"
    );
    assert_eq!(table::<ReconnectReplayResult>(), "actions missing");
    assert_eq!(table::<ReconnectSnapshotResult>(), "snapshots");
    assert_eq!(table::<Snapshot>(), "resource state fromSeq");
    assert_eq!(
        table::<ActionEnvelope>(),
        "channel action serverSeq origin? rejectionReason?"
    );
    assert_eq!(table::<ActionOrigin>(), "clientId clientSeq");
    assert_eq!(
        table::<DispatchActionParams>(),
        "channel _meta? clientSeq action"
    );
}

#[test]
fn released_types_match_the_specification() {
    assert_eq!(table::<v1_0::ChatState>(), "canvases?");
    assert_eq!(table::<v1_0::CanvasReference>(), "resource");
    assert_eq!(
        table::<v1_0::CanvasState>(),
        "instanceId extensionId extensionName? canvasId title? status? url?"
    );
    assert_eq!(table::<v1_0::CanvasesChanged>(), "canvases?");
    assert_eq!(table::<v1_0::CanvasStateChanged>(), "canvas");
    assert_eq!(
        v1_0::StateAction::TAGS,
        ["chat/canvasesChanged", "canvas/stateChanged"]
    );
}
