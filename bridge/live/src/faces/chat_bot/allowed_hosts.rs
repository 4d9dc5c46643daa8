//! The hosts to which a bot sends answers.

use crate::agents::http_client::address;
use std::{net::IpAddr, str::FromStr};

/// The hosts to which a bot sends answers. Requests of a platform contain addresses for answers. Without this list, a
/// forged address could make the bot send tokens and surfaces to any server.
///
/// ```
/// use agent_ui_live::faces::chat_bot::AllowedHosts;
///
/// let hosts = AllowedHosts::new(&["slack.com".parse()?, "*.botframework.com".parse()?]);
/// assert!(hosts.ensure("https://api.botframework.com/v3").is_ok());
/// assert!(hosts.ensure("http://slack.com/api").is_err());
/// assert!(hosts.ensure("https://slack.com.example/").is_err());
/// # Ok::<(), agent_ui_live::faces::chat_bot::InvalidBotHost>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedHosts(Vec<HostPattern>);

/// A host, or all hosts below it, as in `*.example.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPattern {
    name: String,
    /// `true` for the hosts below the name.
    is_parent: bool,
}

/// The text is not a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a host name without a scheme, a port or a path, as in slack.com or *.example.com"
)]
pub struct InvalidBotHost;

impl FromStr for HostPattern {
    type Err = InvalidBotHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, is_parent) = match text.strip_prefix("*.") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
        if !is_name {
            return Err(InvalidBotHost);
        }
        Ok(Self {
            name: name.to_ascii_lowercase(),
            is_parent,
        })
    }
}

impl HostPattern {
    fn matches(&self, host: &str) -> bool {
        if !self.is_parent {
            return host == self.name;
        }
        host.strip_suffix(self.name.as_str())
            .is_some_and(|sub| sub.len() > 1 && sub.ends_with('.'))
    }
}

impl AllowedHosts {
    /// Creates a list.
    pub fn new(hosts: &[HostPattern]) -> Self {
        Self(hosts.to_vec())
    }

    /// Creates a list of names that are valid.
    pub(in crate::faces) fn of_names(names: &[&str]) -> Self {
        Self(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// Adds a host.
    pub fn add(&mut self, host: HostPattern) {
        self.0.push(host);
    }

    /// Returns `Ok` if an address is one of HTTPS and its host is in the list. Hosts of this computer may also use HTTP.
    ///
    /// # Errors
    /// Returns the reason, which contains only the host of the address, because the rest may be secret.
    pub fn ensure(&self, url: &str) -> Result<(), String> {
        let Ok(uri) = address(url) else {
            return Err("the address for answers is not an http or https address".to_owned());
        };
        let host = uri.host().unwrap_or_default().to_ascii_lowercase();
        if !self.0.iter().any(|known| known.matches(&host)) {
            let shown: String = host.chars().take(100).collect();
            return Err(format!(
                "`{shown}` is not one of the hosts to which the bot sends answers"
            ));
        }
        let is_local = host == "localhost"
            || host
                .trim_matches(['[', ']'])
                .parse::<IpAddr>()
                .is_ok_and(|at| at.is_loopback());
        match uri.scheme_str() == Some("https") || is_local {
            true => Ok(()),
            false => Err(format!("the address on `{host}` must use https")),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_listed_hosts_over_https_are_allowed() {
        let hosts =
            ["slack.com", "*.botframework.com", "127.0.0.1"].map(|host| host.parse().unwrap());
        let hosts = AllowedHosts::new(&hosts);
        for (url, is_allowed) in [
            ("https://slack.com/api", true),
            ("https://SLACK.com:443/api", true),
            ("https://eu.botframework.com/", true),
            ("http://127.0.0.1:9/api", true),
            ("http://slack.com/api", false),
            ("https://hooks.slack.com/", false),
            ("https://notslack.com/", false),
            ("https://slack.com.test/", false),
            ("https://slack.com@evil.test/", false),
            ("https://evil.test/#slack.com", false),
            ("https://botframework.com/", false),
            ("https://.botframework.com/", false),
            ("https://xbotframework.com/", false),
            ("file:///etc/passwd", false),
            ("", false),
        ] {
            assert_eq!(hosts.ensure(url).is_ok(), is_allowed, "{url}");
        }
    }

    #[test]
    fn a_host_has_no_scheme_port_or_path() {
        for text in [
            "",
            "*.",
            "https://slack.com",
            "slack.com:443",
            "slack.com/",
            "a*.b",
        ] {
            assert!(text.parse::<HostPattern>().is_err(), "{text}");
        }
    }
}
