//! The command `agent-ui sessions`: lists and deletes the sessions that `serve` has stored.

use crate::{args::Sessions, exit::Exit, report::Report};

#[cfg(not(feature = "live"))]
pub(crate) fn run(_: &Sessions, _: &mut Report) -> Result<(), Exit> {
    Err(crate::source_build::without("the feature `live`"))
}

#[cfg(feature = "live")]
pub(crate) fn run(arguments: &Sessions, report: &mut Report) -> Result<(), Exit> {
    stored::run(arguments, report)
}

#[cfg(feature = "live")]
mod stored {
    use super::*;
    use crate::{args::ScoreFormat, serve::nats_address, terminal_text::printable};
    use chrono::{DateTime, SecondsFormat, Utc};
    use live::gateway::store::{SqliteStore, StoredSession};
    use serde::Serialize;
    use std::{io, path::Path};

    /// The heads of the columns.
    const HEADS: [&str; 5] = ["id", "user", "last use", "entries", "bytes"];

    pub(super) fn run(arguments: &Sessions, report: &mut Report) -> Result<(), Exit> {
        let file = &arguments.store;
        if nats_address(file).is_some() {
            let message = "--store: name the SQLite file of a store; sessions on a NATS server are listed and deleted there";
            return Err(Exit::Usage(message.to_owned()));
        }
        let store = SqliteStore::open_existing(file).map_err(|error| store_error(file, &error))?;
        let sessions = store
            .stored_sessions()
            .map_err(|error| store_error(file, &error))?;
        if arguments.delete.is_empty() {
            return match arguments.format {
                ScoreFormat::Json => sessions
                    .iter()
                    .try_for_each(|session| report.value(&Row::of(session))),
                ScoreFormat::Text => write_table(&sessions, report),
            };
        }
        for id in &arguments.delete {
            let is_known = sessions.iter().any(|session| session.key == *id);
            if !is_known {
                return Exit::usage(format!(
                    "--delete {id}: {} has no such session; nothing is deleted, and without --delete the ids are listed",
                    file.display()
                ));
            }
        }
        store
            .delete_sessions(&arguments.delete)
            .map_err(|error| store_error(file, &error))
    }

    fn store_error(file: &Path, error: &io::Error) -> Exit {
        let file = file.display();
        Exit::Usage(match error.kind() {
            io::ErrorKind::ResourceBusy => {
                format!("--store {file}: a program serves this file; stop it first")
            }
            io::ErrorKind::NotFound => {
                format!(
                    "--store {file}: the file does not exist; name the file of `agent-ui serve --store`"
                )
            }
            _ => format!("--store {file}: {error}"),
        })
    }

    /// A session in the list.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Row<'a> {
        id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        user: Option<String>,
        session: &'a str,
        last_use: String,
        entries: u64,
        bytes: u64,
    }

    impl<'a> Row<'a> {
        fn of(session: &'a StoredSession) -> Self {
            Self {
                id: &session.key,
                user: session.user(),
                session: session.name(),
                last_use: DateTime::<Utc>::from(session.used)
                    .to_rfc3339_opts(SecondsFormat::Secs, true),
                entries: session.entries,
                bytes: session.bytes,
            }
        }
    }

    /// Writes the sessions in aligned columns.
    fn write_table(sessions: &[StoredSession], report: &mut Report) -> Result<(), Exit> {
        let mut rows = vec![HEADS.map(str::to_owned)];
        rows.extend(sessions.iter().map(|session| {
            let Row {
                id,
                user,
                last_use,
                entries,
                bytes,
                ..
            } = Row::of(session);
            let user = user.map_or_else(|| "-".to_owned(), |user| printable(&user).into_owned());
            [
                printable(id).into_owned(),
                user,
                last_use,
                entries.to_string(),
                bytes.to_string(),
            ]
        }));
        let mut widths = [0; HEADS.len()];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for row in &rows {
            let cells = row
                .iter()
                .zip(widths)
                .map(|(cell, width)| format!("{cell:<width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            report.text(line.trim_end())?;
        }
        Ok(())
    }
}
