//! The methods of AHP, with their parameters and results.
//!
//! | method | from | parameters | result |
//! |---|---|---|---|
//! | `initialize` | client | [`InitializeParams`] | [`InitializeResult`] |
//! | `reconnect` | client | [`ReconnectParams`] | [`ReconnectResult`] |
//! | `listSessions` | client | [`ListSessionsParams`] | [`ListSessionsResult`] |
//! | `subscribe` | client | [`SubscribeParams`] | [`SubscribeResult`] |
//! | `canvasReadResource` | client | [`CanvasReadResourceParams`] | [`CanvasReadResourceResult`] |
//! | `canvasOpen` | host | [`CanvasOpenParams`] | [`CanvasOpenResult`] |
//! | `canvasInvokeAction` | host | [`CanvasInvokeActionParams`] | [`CanvasInvokeActionResult`] |
//! | `canvasClose` | host | [`CanvasCloseParams`] | [`CanvasCloseResult`] |
//! | `unsubscribe` | client | [`UnsubscribeParams`] | none (notification) |
//! | `dispatchAction` | client | [`DispatchActionParams`] | none (notification) |
//! | `action` | host | [`ActionEnvelope`] | none (notification) |
//!
//! The four `canvas…` methods belong to the proposal. AHP 1.0 does not have them.
//!
//! ```
//! use agent_ui_ahp::{json_rpc::JsonRpcMessage, method::{CanvasOpen, Method, Request}, wire};
//!
//! let text = r#"{"jsonrpc":"2.0","id":"k1","method":"canvasOpen","params":{
//!     "channel":"ahp-session:/s1","canvasId":"plan","extensionId":"museum.plans","instanceId":"east","input":{"floor":1.0}}}"#;
//! let JsonRpcMessage::Request(request) = wire::decode(text)? else { unreachable!() };
//! let Request::CanvasOpen(open) = Request::read(&request)? else { unreachable!() };
//! assert_eq!(open.instance_id, "east");
//!
//! let result = agent_ui_ahp::canvas::CanvasOpenResult::new().title("East wing");
//! let response = CanvasOpen::answer(&request, &result)?;
//! assert_eq!(wire::encode(&response)?, r#"{"jsonrpc":"2.0","id":"k1","result":{"title":"East wing"}}"#);
//! assert_eq!(CanvasOpen::read_result(&response)?, result);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same types deserialize from `serde_json` values, which the published client returns:
//!
//! ```
//! use agent_ui_ahp::{canvas::{CanvasOpenParams, CanvasState}, wire};
//! use serde::Deserialize;
//!
//! let value = serde_json::json!({"channel": "ahp-session:/s1", "canvasId": "plan", "extensionId": "x", "instanceId": "a"});
//! let params = CanvasOpenParams::deserialize(&value)?;
//! assert_eq!(params.canvas_id, "plan");
//! assert_eq!(serde_json::to_value(&params)?, value);
//!
//! let text = r#"{"instanceId":"a","canvasId":"plan","extensionId":"x","availability":"ready","provider":{"kind":"server"},"n":1e400}"#;
//! let raw: Box<serde_json::value::RawValue> = serde_json::from_str(text)?;
//! let state: CanvasState = wire::decode(raw.get())?;
//! assert_eq!(state.extra.get("n").unwrap().text(), "1e400", "the text of a value is preserved exactly");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    canvas::{
        CanvasCloseParams, CanvasCloseResult, CanvasInvokeActionParams, CanvasInvokeActionResult,
        CanvasOpenParams, CanvasOpenResult, CanvasReadResourceParams, CanvasReadResourceResult,
    },
    connection::{InitializeParams, InitializeResult},
    draft,
    envelope::{ActionEnvelope, DispatchActionParams},
    json_rpc::{JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, JsonRpcVersion, RequestId},
    session_list::{ListSessionsParams, ListSessionsResult},
    subscription::{
        ReconnectParams, ReconnectResult, SubscribeParams, SubscribeResult, UnsubscribeParams,
    },
};
use wire::{
    DecodeError, EncodeError, Finding, Payload, Pointer, Validate, WireType, decode::ReadError,
};

/// A request method, with the types of its parameters and its result.
pub trait Method {
    /// The name of the method on the wire.
    const NAME: &'static str;
    /// The type of the parameters.
    type Params: WireType;
    /// The type of the result.
    type Result: WireType;

    /// Creates a request of this method.
    ///
    /// # Errors
    /// Returns an error if the parameters cannot be encoded, for example because `extra` repeats a member.
    fn request(
        id: impl Into<RequestId>,
        params: &Self::Params,
    ) -> Result<JsonRpcRequest, EncodeError> {
        Ok(JsonRpcRequest::new(JsonRpcVersion::V2, id, Self::NAME).params(payload(params)?))
    }

    /// Creates the answer to a request of this method.
    ///
    /// # Errors
    /// Returns an error if the result cannot be encoded.
    fn answer(
        request: &JsonRpcRequest,
        result: &Self::Result,
    ) -> Result<JsonRpcResponse, EncodeError> {
        Ok(JsonRpcResponse::new(
            JsonRpcVersion::V2,
            request.id.clone(),
            payload(result)?,
        ))
    }

    /// Reads the result of this method.
    ///
    /// # Errors
    /// Returns an error if the result does not match the method. Pointers are relative to the frame.
    fn read_result(response: &JsonRpcResponse) -> Result<Self::Result, DecodeError> {
        draft::decode(response.result.text()).map_err(|error| error_in_member("result", error))
    }
}

/// A notification method, with the type of its parameters.
pub trait NotificationMethod {
    /// The name of the method on the wire.
    const NAME: &'static str;
    /// The type of the parameters.
    type Params: WireType;

    /// Creates a notification of this method.
    ///
    /// # Errors
    /// Returns an error if the parameters cannot be encoded.
    fn notification(params: &Self::Params) -> Result<JsonRpcNotification, EncodeError> {
        Ok(JsonRpcNotification::new(JsonRpcVersion::V2, Self::NAME).params(payload(params)?))
    }
}

/// Defines the methods of AHP and the enums of their parameters. `"initialize" Initialize(InitializeParams) ->
/// InitializeResult,` becomes:
///
/// ```text
/// pub struct Initialize;
/// impl Method for Initialize { const NAME: &'static str = "initialize"; type Params = InitializeParams; … }
/// pub enum Request { Initialize(InitializeParams), …, Unknown }
/// "initialize" => params(&frame.method, &frame.params).map(Self::Initialize),   // an arm of Request::read
/// ```
macro_rules! methods {
    (requests { $($name:literal $Method:ident($Params:ident) -> $Result:ident,)* }
     notifications { $($notice:literal $Notice:ident($NoticeParams:ident),)* }) => {
        $(
            #[doc = concat!("The request `", $name, "`, from [`", stringify!($Params), "`] to [`", stringify!($Result), "`].")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $Method;

            impl Method for $Method {
                const NAME: &'static str = $name;
                type Params = $Params;
                type Result = $Result;
            }
        )*
        $(
            #[doc = concat!("The notification `", $notice, "` with [`", stringify!($NoticeParams), "`].")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $Notice;

            impl NotificationMethod for $Notice {
                const NAME: &'static str = $notice;
                type Params = $NoticeParams;
            }
        )*

        /// The parameters of a request, by method.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant)]
        pub enum Request {
            $( #[doc = concat!("Parameters of `", $name, "`.")] $Method($Params), )*
            /// A method that is unrelated to canvases. Its name and parameters are in the frame.
            Unknown,
        }

        /// The parameters of a notification, by method.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Notification {
            $( #[doc = concat!("Parameters of `", $notice, "`.")] $Notice($NoticeParams), )*
            /// A method that is unrelated to canvases. Its name and parameters are in the frame.
            Unknown,
        }

        impl Request {
            /// The names of the supported methods.
            pub const METHODS: &'static [&'static str] = &[$($name),*];

            /// Reads the parameters of a request by its method.
            ///
            /// # Errors
            /// Returns an error if the method is supported and the parameters do not match it. Pointers are relative
            /// to the frame.
            pub fn read(frame: &JsonRpcRequest) -> Result<Self, DecodeError> {
                match &*frame.method {
                    $( $name => params(&frame.method, &frame.params).map(Self::$Method), )*
                    _ => Ok(Self::Unknown),
                }
            }
        }

        impl Notification {
            /// The names of the supported methods.
            pub const METHODS: &'static [&'static str] = &[$($notice),*];

            /// Reads the parameters of a notification by its method.
            ///
            /// # Errors
            /// Returns an error if the method is supported and the parameters do not match it. Pointers are relative
            /// to the frame.
            pub fn read(frame: &JsonRpcNotification) -> Result<Self, DecodeError> {
                match &*frame.method {
                    $( $notice => params(&frame.method, &frame.params).map(Self::$Notice), )*
                    _ => Ok(Self::Unknown),
                }
            }
        }

        impl Validate for Request {
            /// Validates the parameters, whose place is `at`.
            fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
                match self {
                    $( Self::$Method(params) => params.findings(at, found), )*
                    Self::Unknown => {}
                }
            }
        }

        impl Validate for Notification {
            /// Validates the parameters, whose place is `at`.
            fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
                match self {
                    $( Self::$Notice(params) => params.findings(at, found), )*
                    Self::Unknown => {}
                }
            }
        }
    };
}

methods! {
    requests {
        "initialize" Initialize(InitializeParams) -> InitializeResult,
        "reconnect" Reconnect(ReconnectParams) -> ReconnectResult,
        "listSessions" ListSessions(ListSessionsParams) -> ListSessionsResult,
        "subscribe" Subscribe(SubscribeParams) -> SubscribeResult,
        "canvasReadResource" CanvasReadResource(CanvasReadResourceParams) -> CanvasReadResourceResult,
        "canvasOpen" CanvasOpen(CanvasOpenParams) -> CanvasOpenResult,
        "canvasInvokeAction" CanvasInvokeAction(CanvasInvokeActionParams) -> CanvasInvokeActionResult,
        "canvasClose" CanvasClose(CanvasCloseParams) -> CanvasCloseResult,
    }
    notifications {
        "unsubscribe" Unsubscribe(UnsubscribeParams),
        "dispatchAction" DispatchAction(DispatchActionParams),
        "action" Action(ActionEnvelope),
    }
}

fn params<T: WireType>(method: &str, params: &Option<Payload>) -> Result<T, DecodeError> {
    let Some(params) = params else {
        return Err(ReadError::missing("params").into());
    };
    let read = match method {
        CanvasOpen::NAME | CanvasInvokeAction::NAME | CanvasClose::NAME => {
            draft::decode_provider_params(params)
        }
        _ => draft::decode(params.text()),
    };
    read.map_err(|error| error_in_member("params", error))
}

/// Makes the pointer of an error relative to the frame. Clears line and column, because only the reader of the frame
/// knows them.
fn error_in_member(member: &str, error: DecodeError) -> DecodeError {
    let mut error = error;
    error.pointer = Pointer::root().member(member).join(&error.pointer);
    (error.line, error.column) = (0, 0);
    error
}

fn payload<T: WireType>(value: &T) -> Result<Payload, EncodeError> {
    Payload::encode(value).map_err(|error| EncodeError::Value(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json_rpc::JsonRpcMessage;

    #[test]
    fn parameters_are_read_by_their_method() {
        let read = |text: &str| match wire::decode(text).unwrap() {
            JsonRpcMessage::Request(frame) => {
                Request::read(&frame).map(|request| request != Request::Unknown)
            }
            JsonRpcMessage::Notification(frame) => {
                Notification::read(&frame).map(|told| told != Notification::Unknown)
            }
            other => panic!("{other:?}"),
        };
        let request = |method: &str, params: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#)
        };
        let told = |method: &str, params: &str| {
            format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
        };
        assert_eq!(
            read(&request("subscribe", r#"{"channel":"ahp-canvas:/a"}"#)),
            Ok(true)
        );
        assert_eq!(read(&request("resourceRead", "7")), Ok(false));
        assert_eq!(
            read(&told("unsubscribe", r#"{"channel":"ahp-canvas:/a"}"#)),
            Ok(true)
        );
        assert_eq!(
            read(&told("subscribe", "7")),
            Ok(false),
            "it is a request and no notification"
        );
        let pointer = |text: &str| read(text).unwrap_err().pointer.to_string();
        assert_eq!(
            pointer(&request("canvasClose", r#"{"channel":"ahp-session:/1"}"#)),
            "/params/instanceId"
        );
        let error = read(&request("canvasClose", r#"{"channel":"ahp-canvas:/k7"}"#)).unwrap_err();
        assert!(
            error.message.ends_with("the shape of AHP pull request 298"),
            "{error}"
        );
        assert_eq!(pointer(&told("action", "[]")), "/params");
        assert_eq!(
            pointer(r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#),
            "/params"
        );
    }

    #[test]
    fn ahp_50_the_answer_to_close_is_a_present_null() {
        let close = r#"{"jsonrpc":"2.0","id":0,"method":"canvasClose","params":{
            "channel":"ahp-session:/1","instanceId":"a","canvasId":"b","extensionId":"c"}}"#;
        let JsonRpcMessage::Request(request) = wire::decode(close).unwrap() else {
            panic!("a request")
        };
        let response = CanvasClose::answer(&request, &CanvasCloseResult).unwrap();
        assert_eq!(
            wire::encode(&response).unwrap(),
            r#"{"jsonrpc":"2.0","id":0,"result":null}"#
        );
        assert_eq!(CanvasClose::read_result(&response), Ok(CanvasCloseResult));
        let other = JsonRpcResponse::new(JsonRpcVersion::V2, 0, Payload::empty_object());
        assert_eq!(
            CanvasClose::read_result(&other)
                .unwrap_err()
                .pointer
                .as_str(),
            "/result"
        );
    }

    #[test]
    fn ahp_52_an_absent_value_and_null_are_distinct() {
        for result in ["{}", r#"{"value":null}"#] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
            let JsonRpcMessage::Response(response) = wire::decode(&text).unwrap() else {
                panic!("a response")
            };
            let read = CanvasInvokeAction::read_result(&response).unwrap();
            assert_eq!(read.value.is_some(), result != "{}");
            assert_eq!(wire::encode(&read).unwrap(), result);
        }
    }
}
