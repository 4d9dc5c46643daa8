//! The HTTP headers that repeat parts of a request since 2026-07-28.
//!
//! Specification: [MCP 2026-07-28, request
//! metadata](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata).

use super::revision::{self, HEADER_MISMATCH};
use axum::http::HeaderMap;
use base64::{Engine, prelude::BASE64_STANDARD};
use wire::json_rpc::{JsonRpcError, JsonRpcRequest};

pub(super) const VERSION_HEADER: &str = "mcp-protocol-version";
pub(super) const METHOD_HEADER: &str = "mcp-method";
pub(super) const NAME_HEADER: &str = "mcp-name";
pub(super) const SESSION_HEADER: &str = "mcp-session-id";
/// The prefix and the suffix of a value that is encoded as Base64.
const ENCODED: (&str, &str) = ("=?base64?", "?=");

/// Checks that the headers of a request match its body.
pub(super) fn check(headers: &HeaderMap, request: &JsonRpcRequest) -> Result<(), JsonRpcError> {
    let params = request.params_or_empty();
    let version = revision::stated(&params).unwrap_or_default();
    ensure_same(
        "MCP-Protocol-Version",
        text(headers, VERSION_HEADER)?,
        &version,
    )?;
    ensure_same("Mcp-Method", text(headers, METHOD_HEADER)?, &request.method)?;
    let source = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return Ok(()),
    };
    let name = params.member(source);
    let name = name
        .as_ref()
        .and_then(|name| name.as_str())
        .unwrap_or_default();
    let stated = text(headers, NAME_HEADER)?.map(decode).transpose()?;
    ensure_same("Mcp-Name", stated.as_deref(), &name)
}

/// Encodes a value for `Mcp-Name`.
pub(super) fn encode(value: &str) -> String {
    let (begin, end) = ENCODED;
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && value.trim() == value
        && !(value.starts_with(begin) && value.ends_with(end));
    if is_plain {
        value.to_owned()
    } else {
        format!("{begin}{}{end}", BASE64_STANDARD.encode(value))
    }
}

/// Decodes the value of `Mcp-Name`.
fn decode(value: &str) -> Result<String, JsonRpcError> {
    let (begin, end) = ENCODED;
    let Some(encoded) = value
        .strip_prefix(begin)
        .and_then(|rest| rest.strip_suffix(end))
    else {
        return Ok(value.to_owned());
    };
    let bytes = BASE64_STANDARD.decode(encoded).ok();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| {
            JsonRpcError::new(
                HEADER_MISMATCH,
                "the `Mcp-Name` header is not valid Base64 of UTF-8",
            )
        })
}

/// Returns the value of a header that may occur at most once.
pub(super) fn text<'a>(
    headers: &'a HeaderMap,
    name: &str,
) -> Result<Option<&'a str>, JsonRpcError> {
    let mut all = headers.get_all(name).iter();
    let Some(value) = all.next() else {
        return Ok(None);
    };
    let value = value.to_str().ok().filter(|_| all.next().is_none());
    value.map(Some).ok_or_else(|| {
        JsonRpcError::new(
            HEADER_MISMATCH,
            format!("the header `{name}` must occur once and be ASCII text"),
        )
    })
}

fn ensure_same(name: &str, header: Option<&str>, body: &str) -> Result<(), JsonRpcError> {
    match header {
        Some(header) if header == body => Ok(()),
        Some(_) => {
            let message = format!("the header `{name}` must be the value in the body, `{body}`");
            Err(JsonRpcError::new(HEADER_MISMATCH, message))
        }
        None => Err(JsonRpcError::new(
            HEADER_MISMATCH,
            format!("the header `{name}` is missing"),
        )),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{super::revision::PROTOCOL_VERSION, *};
    use axum::http::{HeaderName, HeaderValue};
    use wire::{Payload, json_rpc::JsonRpcVersion};

    fn checked(method: &str, params: &str, given: &[(&str, &str)]) -> Result<(), i64> {
        let meta = format!(r#""_meta":{{"{PROTOCOL_VERSION}":"2026-07-28"}}"#);
        let params = Payload::parse(format!("{{{meta}{params}}}")).unwrap();
        let request = JsonRpcRequest::new(JsonRpcVersion::V2, 1, method).params(params);
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(
                name.parse::<HeaderName>().unwrap(),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        check(&headers, &request).map_err(|error| error.code)
    }

    #[test]
    fn headers_must_match_the_body() {
        let version = (VERSION_HEADER, "2026-07-28");
        assert_eq!(
            checked("tools/list", "", &[version, (METHOD_HEADER, "tools/list")]),
            Ok(())
        );
        assert_eq!(checked("tools/list", "", &[version]), Err(HEADER_MISMATCH));
        assert_eq!(
            checked("tools/list", "", &[(METHOD_HEADER, "tools/list")]),
            Err(HEADER_MISMATCH)
        );
        assert_eq!(
            checked(
                "tools/list",
                "",
                &[version, version, (METHOD_HEADER, "tools/list")]
            ),
            Err(HEADER_MISMATCH)
        );
        let call = |name| {
            checked(
                "tools/call",
                r#","name":"ü""#,
                &[version, (METHOD_HEADER, "tools/call"), name],
            )
        };
        assert_eq!(call((NAME_HEADER, "=?base64?w7w=?=")), Ok(()));
        assert_eq!(call((NAME_HEADER, "u")), Err(HEADER_MISMATCH));
        assert_eq!(call((NAME_HEADER, "=?base64?###?=")), Err(HEADER_MISMATCH));
        assert_eq!(call(("x-other", "")), Err(HEADER_MISMATCH));
    }

    #[test]
    fn names_are_encoded_only_if_needed() {
        for (name, encoded) in [
            ("a b", "a b"),
            (" a", "=?base64?IGE=?="),
            ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
        ] {
            assert_eq!(encode(name), encoded);
            assert_eq!(decode(encoded).unwrap(), name);
        }
    }
}
