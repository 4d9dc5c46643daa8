//! The store of sessions and secrets, from the command line.

use crate::{args::Serve, exit::Exit};
use live::{
    gateway::store::{MemoryStore, SessionStore, SqliteStore},
    server::front::AccessToken,
};
use std::{io, sync::Arc};

/// The name under which the store keeps the secret part of the address.
const TOKEN: &str = "token";
/// The name under which the store keeps the secret of the contexts of A2A agents.
const CONTEXT_KEY: &str = "a2a-context-key";

/// The name under which the store keeps the secret that signs the cookies of users.
const COOKIE_SECRET: &str = "cookie-secret";

/// The store, and the secrets that it keeps.
pub(super) struct OpenedStore {
    pub(super) store: Arc<dyn SessionStore>,
    /// The secret part of the address, if it is known.
    pub(super) token: Option<AccessToken>,
    /// The secret from which the context ids of A2A agents are derived.
    pub(super) context_key: Option<String>,
    /// The secret that signs the cookies of users.
    pub(super) cookie_secret: Option<String>,
}

/// A store that also keeps named settings.
trait SettingStore: SessionStore + 'static {
    fn setting(&self, name: &str) -> io::Result<Option<String>>;
    fn set_setting(&self, name: &str, value: &str) -> io::Result<()>;
    /// Returns the value of a setting. If the setting has none, stores and returns this value.
    fn setting_or_insert(&self, name: &str, value: &str) -> io::Result<String>;
}

/// Opens the store, and reads or creates the secrets in it.
pub(super) fn open(arguments: &Serve) -> Result<OpenedStore, Exit> {
    let chosen = read_token(arguments)?;
    let Some(path) = &arguments.store else {
        return Ok(OpenedStore {
            store: Arc::new(MemoryStore::new()),
            token: chosen,
            context_key: None,
            cookie_secret: None,
        });
    };
    if let Some(address) = super::nats_address(path) {
        if arguments.sessions.keep.is_some_and(|keep| keep.0.is_some()) {
            let message = "--keep: sessions on a NATS server do not expire; leave this option out, or use --store FILE";
            return Err(Exit::Usage(message.to_owned()));
        }
        return nats::open(address, arguments, chosen);
    }
    if arguments.credentials.is_some() {
        let message =
            "--credentials: only a store on NATS has them, as in --store nats://127.0.0.1:4222/ui";
        return Err(Exit::Usage(message.to_owned()));
    }
    SqliteStore::open(path)
        .and_then(|store| with_secrets(store, chosen))
        .map_err(|error| store_error(&path.display(), &error))
}

/// Returns the token of `--token` or `--token-file`.
fn read_token(arguments: &Serve) -> Result<Option<AccessToken>, Exit> {
    if let Some(token) = &arguments.token {
        let token = token
            .parse()
            .map_err(|error| Exit::Usage(format!("--token: {error}")))?;
        return Ok(Some(token));
    }
    let Some(file) = &arguments.operation.token_file else {
        return Ok(None);
    };
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Exit::Usage(format!("--token-file {name}: {error}")))?;
    // Editors and `echo` end the line.
    match text.trim_end_matches(['\r', '\n']).parse() {
        Ok(token) => Ok(Some(token)),
        Err(error) => Exit::usage(format!("--token-file {name}: {error}")),
    }
}

fn store_error(store: &dyn std::fmt::Display, error: &io::Error) -> Exit {
    Exit::Usage(format!("--store {store}: {error}"))
}

fn with_secrets(store: impl SettingStore, chosen: Option<AccessToken>) -> io::Result<OpenedStore> {
    let token = Some(keep_secret(&store, TOKEN, chosen)?);
    let context_key = Some(keep_secret(&store, CONTEXT_KEY, None)?.as_str().to_owned());
    let cookie_secret = Some(
        keep_secret(&store, COOKIE_SECRET, None)?
            .as_str()
            .to_owned(),
    );
    Ok(OpenedStore {
        store: Arc::new(store),
        token,
        context_key,
        cookie_secret,
    })
}

/// Returns a secret and keeps it in the store. The secret stays the same after a restart, and in other programs that
/// share the store.
fn keep_secret(
    store: &impl SettingStore,
    name: &str,
    chosen: Option<AccessToken>,
) -> io::Result<AccessToken> {
    let known = match store.setting(name)? {
        Some(secret) => secret.parse::<AccessToken>().ok(),
        None => None,
    };
    let new = match (chosen, known) {
        (None, Some(known)) => return Ok(known),
        (None, None) => {
            let random = AccessToken::random()?;
            let stored = store.setting_or_insert(name, random.as_str())?.parse();
            // A value that cannot be read is replaced.
            stored.unwrap_or(random)
        }
        (Some(chosen), _) => chosen,
    };
    if store.setting(name)?.as_deref() != Some(new.as_str()) {
        store.set_setting(name, new.as_str())?;
    }
    Ok(new)
}

impl SettingStore for SqliteStore {
    fn setting(&self, name: &str) -> io::Result<Option<String>> {
        SqliteStore::setting(self, name)
    }

    fn set_setting(&self, name: &str, value: &str) -> io::Result<()> {
        SqliteStore::set_setting(self, name, value)
    }

    fn setting_or_insert(&self, name: &str, value: &str) -> io::Result<String> {
        if let Some(known) = self.setting(name)? {
            return Ok(known);
        }
        self.set_setting(name, value)?;
        Ok(value.to_owned())
    }
}

/// The store of sessions on a NATS server.
#[cfg(feature = "nats")]
mod nats {
    use super::*;
    use agent_ui_nats::session_store::{NatsStore, StoreAddress};

    pub(super) fn open(
        address: &str,
        arguments: &Serve,
        chosen: Option<AccessToken>,
    ) -> Result<OpenedStore, Exit> {
        // The text may contain a password, so it is not repeated.
        let address: StoreAddress = address
            .parse()
            .map_err(|error| Exit::Usage(format!("--store: {error}")))?;
        let credentials = arguments.credentials.as_deref();
        let store = NatsStore::connect_within(&address, credentials, arguments.store_timeout);
        store
            .and_then(|store| with_secrets(store, chosen))
            .map_err(|error| store_error(&address, &error))
    }

    impl SettingStore for NatsStore {
        fn setting(&self, name: &str) -> io::Result<Option<String>> {
            NatsStore::setting(self, name)
        }

        fn set_setting(&self, name: &str, value: &str) -> io::Result<()> {
            NatsStore::set_setting(self, name, value)
        }

        fn setting_or_insert(&self, name: &str, value: &str) -> io::Result<String> {
            NatsStore::setting_or_insert(self, name, value)
        }
    }
}

#[cfg(not(feature = "nats"))]
mod nats {
    use super::*;

    pub(super) fn open(_: &str, _: &Serve, _: Option<AccessToken>) -> Result<OpenedStore, Exit> {
        Err(super::super::without_nats())
    }
}
