//! Reading records back: `GET /api/agents/:id/canvas/interactions?limit=50`.

use crate::Interaction;
use std::{fmt, str::FromStr};
use wire::{Finding, Pointer, Validate};

wire::object! {
    /// The body of the answer. AAP 1.0, "List interactions".
    ///
    /// The specification does not say in which order; the real provider puts the newest first. One record that
    /// cannot be read makes all of it unreadable: [`lenient::decode_list`](crate::lenient::decode_list) reads
    /// each on its own.
    pub struct ListResponse {
        /// The records.
        interactions: Vec<Interaction>,
    }
}

impl Validate for ListResponse {
    /// Those of each [`Interaction`].
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.interactions.findings(&at.member("interactions"), found);
    }
}

/// The query of the request: how many records are wanted, 50 if it does not say. AAP 1.0, "List interactions".
///
/// The text is that of the URL behind `?`. A limit is written in decimal digits and lies between 1 and 1000;
/// the real provider also takes `2.9`, `1e3`, `-1` and `abc`, and gives 2, 1, all but one and none. Other
/// parameters are passed over.
///
/// ```
/// # use agent_ui_aap as aap;
/// use aap::ListQuery;
///
/// assert_eq!("limit=10".parse::<ListQuery>()?.limit(), 10);
/// assert_eq!("".parse::<ListQuery>()?.limit(), 50);
/// assert!("limit=-1".parse::<ListQuery>().is_err());
/// assert_eq!(ListQuery::new(25)?.to_string(), "limit=25");
/// # Ok::<(), aap::ListQueryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListQuery(u16);

/// Why a query is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListQueryError {
    /// The limit is no number from 1 to 1000 in decimal digits.
    Limit(String),
    /// The limit is given twice.
    Repeated,
}

impl fmt::Display for ListQueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(value) => write!(
                f,
                "the limit is {value:?}; expected decimal digits, from 1 to {max}",
                max = ListQuery::MAX
            ),
            Self::Repeated => f.write_str("the limit is given twice"),
        }
    }
}

impl std::error::Error for ListQueryError {}

impl ListQuery {
    /// The largest limit.
    pub const MAX: u16 = 1000;
    /// The limit of a query that states none.
    pub const DEFAULT: u16 = 50;

    /// Asks for at most `limit` records.
    ///
    /// # Errors
    /// If that is 0 or more than 1000.
    pub fn new(limit: u16) -> Result<Self, ListQueryError> {
        if (1..=Self::MAX).contains(&limit) {
            Ok(Self(limit))
        } else {
            Err(ListQueryError::Limit(limit.to_string()))
        }
    }

    /// How many records are wanted at most.
    pub fn limit(self) -> u16 {
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
        let mut limits = query.split('&').filter_map(|pair| match pair.split_once('=') {
            Some(("limit", value)) => Some(value),
            None if pair == "limit" => Some(""),
            _ => None,
        });
        let Some(limit) = limits.next() else { return Ok(Self::default()) };
        if limits.next().is_some() {
            return Err(ListQueryError::Repeated);
        }
        let refused = || ListQueryError::Limit(limit.to_owned());
        // `parse` alone would take a sign.
        if !limit.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refused());
        }
        limit.parse().ok().and_then(|limit| Self::new(limit).ok()).ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_limits_that_the_provider_takes_only_plain_numbers_are_taken() {
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
            ("limit=0", None),
            ("limit=1001", None),
            ("limit=2.9", None),
            ("limit=1e3", None),
            ("limit=+1", None),
            ("limit= 2", None),
            ("limit=%32", None),
            ("limit=-1", None),
            ("limit=abc", None),
            ("limit=NaN", None),
            ("limit=99999999999999999999", None),
            ("limit=\u{0663}", None),
            ("limit=1&limit=2", None),
            ("limit=1&limit=1", None),
        ] {
            assert_eq!(query.parse::<ListQuery>().ok().map(ListQuery::limit), limit, "{query:?}");
        }
    }

    #[test]
    fn every_query_is_read_as_it_is_written() {
        for limit in 1..=1000 {
            let query = ListQuery::new(limit).unwrap();
            assert_eq!(query.to_string().parse(), Ok(query));
        }
        assert!(ListQuery::new(0).is_err());
        assert!(ListQuery::new(1001).is_err());
    }

    #[test]
    fn findings_point_into_the_list() {
        let text = r#"{"interactions":[{"id":"x","timestamp":"2026-11-21T04:36:20.639Z","canvasFile":"p.html","action":"a","summary":"User a on p.html"}]}"#;
        let list: ListResponse = wire::decode(text).unwrap();
        assert_eq!(list.validate()[0].pointer.as_str(), "/interactions/0/id");
    }
}
