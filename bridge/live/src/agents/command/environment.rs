//! The environment variables of a command.

use std::{collections::BTreeMap, ffi::OsString, fmt};
use tokio::process::Command;

/// The program's variables that every command inherits. Shells and runtimes need them to work as usual.
const BASIC: [&str; 22] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TMPDIR",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    // On Windows:
    "APPDATA",
    "COMSPEC",
    "LOCALAPPDATA",
    "PATHEXT",
    "PROGRAMDATA",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERPROFILE",
];

/// The environment variables of a command, in addition to `AGENT_UI_SESSION`. `Debug` output contains no values,
/// because many are secrets.
///
/// ```
/// use agent_ui_live::agents::command::CommandEnvironment;
///
/// let environment = CommandEnvironment::of([("MODEL", "small")]);
/// assert_eq!(format!("{environment:?}"), r#"CommandEnvironment(["MODEL"])"#);
/// ```
#[derive(Clone, Default)]
pub struct CommandEnvironment(Option<BTreeMap<OsString, OsString>>);

impl fmt::Debug for CommandEnvironment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(chosen) => write!(
                f,
                "CommandEnvironment({:?})",
                chosen.keys().collect::<Vec<_>>()
            ),
            None => f.write_str("CommandEnvironment(inherited)"),
        }
    }
}

impl CommandEnvironment {
    /// Returns the whole environment of the program, which is the default.
    pub fn of_program() -> Self {
        Self(None)
    }

    /// Returns these variables, and the program's variables that shells and runtimes need, such as `PATH`, `HOME`,
    /// `LANG` and `TMPDIR`.
    pub fn of<N: Into<OsString>, V: Into<OsString>>(
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        Self(Some(
            variables
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        ))
    }

    /// Sets the environment of a command.
    pub(super) fn apply(&self, command: &mut Command) {
        let Some(chosen) = &self.0 else { return };
        command.env_clear();
        for name in BASIC {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.envs(chosen);
    }
}
