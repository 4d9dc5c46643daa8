//! The host name under which clients reach a server.

use std::{fmt, str::FromStr};

/// The name under which clients reach a server: a host name or IP address, with a port if it is not 443.
///
/// ```
/// use agent_ui_live::server::front::PublicHost;
///
/// let host: PublicHost = "agents.example:8443".parse()?;
/// assert_eq!(host.name(), "agents.example");
/// assert!("https://agents.example/".parse::<PublicHost>().is_err());
/// # Ok::<(), agent_ui_live::server::front::InvalidHost>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicHost {
    text: String,
    name_length: usize,
}

/// The text is not the name of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a host name, as in agents.example or agents.example:8443")]
pub struct InvalidHost;

impl FromStr for PublicHost {
    type Err = InvalidHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_ascii_lowercase();
        let port = text
            .rsplit_once(':')
            .filter(|(_, port)| !port.contains(']'));
        let name = port.map_or(&*text, |(name, _)| name);
        let is_port = port.is_none_or(|(_, port)| port.parse::<u16>().is_ok());
        let inner = name
            .strip_prefix('[')
            .and_then(|inner| inner.strip_suffix(']'));
        let is_name = match inner {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => {
                let is_allowed =
                    |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
                (1..=253).contains(&name.len()) && name.bytes().all(is_allowed)
            }
        };
        let name_length = name.len();
        if is_port && is_name {
            Ok(Self { text, name_length })
        } else {
            Err(InvalidHost)
        }
    }
}

impl PublicHost {
    /// Returns the name without the port.
    pub fn name(&self) -> &str {
        self.text.get(..self.name_length).unwrap_or_default()
    }

    pub(super) fn has_port(&self) -> bool {
        self.text.len() > self.name_length
    }
}

impl fmt::Display for PublicHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
