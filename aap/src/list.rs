//! The list of records: `GET /api/agents/:id/canvas/interactions?limit=50`.

use crate::Interaction;
use std::{fmt, str::FromStr};
use wire::{Finding, Pointer, Validate};

wire::object! {
    /// The response body of a list of records.
    ///
    /// The specification does not define the order; the published provider puts the newest record first. One
    /// unreadable record makes the whole body unreadable. To decode each record on its own, use
    /// [`lenient::decode_list`](crate::lenient::decode_list).
    ///
    /// Specification: [AAP 1.0, list interactions](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#list-interactions).
    pub struct ListResponse {
        /// The listed records.
        interactions: Vec<Interaction>,
    }
}

impl Validate for ListResponse {
    /// Reports the findings of each [`Interaction`].
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.interactions
            .findings(&at.member("interactions"), found);
    }
}

/// The query of a list request: the maximum number of records, 50 by default.
///
/// The text is the part of the URL after `?`. Names and values may be percent-encoded. The limit must be in decimal
/// digits. If the parameter repeats, the first one is used, as in the published provider. A limit beyond the range of
/// `u32` becomes `u32::MAX`. The published provider also accepts `2.9`, `1e3`, `-1` and `abc`. It returns 2 records,
/// 1 record, all but one, and none, respectively. Other parameters are ignored.
///
/// ```
/// use agent_ui_aap::ListQuery;
///
/// assert_eq!("limit=10".parse::<ListQuery>()?.limit(), 10);
/// assert_eq!("".parse::<ListQuery>()?.limit(), 50);
/// assert!("limit=-1".parse::<ListQuery>().is_err());
/// assert_eq!(ListQuery::new(25).to_string(), "limit=25");
/// # Ok::<(), agent_ui_aap::ListQueryError>(())
/// ```
///
/// Specification: [AAP 1.0, list interactions](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#list-interactions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListQuery(u32);

/// The error for a query whose limit is not in decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the limit must be in decimal digits, not {0:?}")]
pub struct ListQueryError(String);

impl ListQuery {
    /// The default limit of a query.
    pub(crate) const DEFAULT: u32 = 50;

    /// Creates a query for at most `limit` records.
    pub fn new(limit: u32) -> Self {
        Self(limit)
    }

    /// Returns the maximum number of records.
    pub fn limit(self) -> u32 {
        self.0
    }
}

impl Default for ListQuery {
    fn default() -> Self {
        Self(Self::DEFAULT)
    }
}

impl fmt::Display for ListQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "limit={}", self.0)
    }
}

impl FromStr for ListQuery {
    type Err = ListQueryError;

    fn from_str(query: &str) -> Result<Self, ListQueryError> {
        let query = query.strip_prefix('?').unwrap_or(query);
        let mut pairs = query
            .split('&')
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let Some((_, limit)) = pairs.find(|(name, _)| percent_decode(name) == b"limit") else {
            return Ok(Self::default());
        };
        let digits = percent_decode(limit);
        // `parse` alone would accept a sign.
        match String::from_utf8(digits) {
            Ok(digits)
                if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                Ok(Self(digits.parse().unwrap_or(u32::MAX)))
            }
            _ => Err(ListQueryError(limit.to_owned())),
        }
    }
}

/// Decodes a percent-encoded part of a query: `+` is a space, and an invalid `%` stays as it is.
fn percent_decode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [high, low, after @ ..]) => match hexadecimal(*high, *low) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = after;
                }
                None => bytes.push(b'%'),
            },
            _ => bytes.push(*first),
        }
    }
    bytes
}

/// Returns the byte that two hexadecimal digits encode.
fn hexadecimal(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (
        char::from(high).to_digit(16)?,
        char::from(low).to_digit(16)?,
    );
    u8::try_from(16 * high + low).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_limits_in_decimal_digits_are_accepted() {
        for (query, limit) in [
            ("", Some(50)),
            ("?", Some(50)),
            ("limit=1", Some(1)),
            ("?limit=50", Some(50)),
            ("limit=1000", Some(1000)),
            ("a=b&limit=7", Some(7)),
            ("Limit=7", Some(50)),
            ("limits=7", Some(50)),
            ("limit=", None),
            ("limit", None),
            ("limit=0", Some(0)),
            ("limit=1001", Some(1001)),
            ("limit=%32", Some(2)),
            ("%6Cimi%74=%31%30", Some(10)),
            ("limit=%2B1", None),
            ("limit=1%", None),
            ("limit=%C3%28", None),
            ("limit=2.9", None),
            ("limit=1e3", None),
            ("limit=+1", None),
            ("limit= 2", None),
            ("limit=-1", None),
            ("limit=abc", None),
            ("limit=NaN", None),
            ("limit=99999999999999999999", Some(u32::MAX)),
            ("limit=\u{0663}", None),
            ("limit=1&limit=2", Some(1)),
            ("limit=x&limit=1", None),
        ] {
            assert_eq!(
                query.parse::<ListQuery>().ok().map(ListQuery::limit),
                limit,
                "{query:?}"
            );
        }
    }

    #[test]
    fn every_query_is_parsed_as_written() {
        for limit in (0..=1000).chain([u32::MAX]) {
            let query = ListQuery::new(limit);
            assert_eq!(query.to_string().parse(), Ok(query));
        }
    }

    #[test]
    fn findings_point_into_the_list() {
        let text = r#"{"interactions":[{"id":"x","timestamp":"2026-11-21T04:36:20.639Z","canvasFile":"p.html","action":"a","summary":"User a on p.html"}]}"#;
        let list: ListResponse = wire::decode(text).unwrap();
        assert_eq!(list.validate()[0].pointer.as_str(), "/interactions/0/id");
    }
}
