//! Untranslatable messages between translatable ones.

use crate::{
    Failure,
    cluster::Cluster,
    generator::{Input, Route, Session},
    reference::Lines,
    streams,
    workers::stop_all,
};
use agent_ui_nats::Direction;
use async_nats::HeaderMap;

const PARTITIONS: u32 = 4;
/// The number of sessions with each kind of poison. Each partition gets some of them.
const SESSIONS: usize = 10;
/// The number of good messages before and after the poison.
const GOOD: usize = 5;

/// A message that is refused.
struct Poison {
    name: &'static str,
    payload: Vec<u8>,
    headers: &'static [(&'static str, &'static str)],
}

fn poisons() -> Vec<Poison> {
    let poison = |name, payload: &[u8]| Poison {
        name,
        payload: payload.to_vec(),
        headers: &[],
    };
    let object = &[("Agent-UI-Object", "missing")];
    let route = &[("Agent-UI-From", "esperanto"), ("Agent-UI-To", "a2ui@1.0")];
    vec![
        poison("text", b"no JSON"),
        poison("bytes", b"\xff\xfe{}"),
        poison("unknown", br#"{"version":"v0.9","renderEverything":{}}"#),
        poison("nesting", &[b'['; 5000]),
        Poison {
            headers: object,
            ..poison("object", b"")
        },
        Poison {
            headers: route,
            ..poison(
                "route",
                br#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
            )
        },
    ]
}

/// Publishes every kind of poison to every partition. Requires that the workers refuse the poison and nothing else.
pub(crate) async fn poison(cluster: &mut Cluster) -> Result<(), Failure> {
    cluster.program.init(PARTITIONS).await?;
    let workers = cluster.program.start_all(2)?;
    let (publisher, poisons) = (cluster.publisher(), poisons());
    let (mut sessions, mut sequences, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (poison, number) in poisons
        .iter()
        .flat_map(|poison| (0..SESSIONS).map(move |number| (poison, number)))
    {
        let session = good_session(format!("{}-{number}", poison.name));
        let mut published = Vec::new();
        for (at, input) in session.inputs.iter().enumerate() {
            if at == GOOD {
                let mut headers = HeaderMap::new();
                poison
                    .headers
                    .iter()
                    .for_each(|(name, value)| headers.insert(*name, *value));
                let subject = cluster.names.input(&session.name, Direction::Forward);
                let payload = poison.payload.clone().into();
                let stored = cluster
                    .jetstream
                    .publish_with_headers(subject, headers, payload)
                    .await?
                    .await?;
                let subject = cluster.names.dead_letter(&session.name, Direction::Forward);
                refused.push((subject, stored.sequence, poison));
            }
            published.push(
                publisher
                    .publish(&session, input, &format!("{}-{at}", session.name))
                    .await?,
            );
        }
        sessions.push(session);
        sequences.push(published);
    }
    cluster.wait_until_done().await?;
    let mut found = streams::read(&cluster.jetstream, &cluster.names).await?;
    for (subject, sequence, poison) in &refused {
        require_dead_letter(&mut found, subject, *sequence, poison)?;
    }
    cluster.compare_with(&sessions, &sequences, &found)?;
    stop_all(workers).await?;
    println!(
        "{} messages of {} kinds were refused, and all others came out",
        refused.len(),
        poisons.len()
    );
    Ok(())
}

/// Returns a session that creates a surface and writes its data.
fn good_session(name: String) -> Session {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    let data = |number| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"/{name}","value":{number}}}}}"#
        )
    };
    let texts = [create.to_owned()]
        .into_iter()
        .chain((1..2 * GOOD).map(data));
    let inputs = texts
        .map(|text| Input::new(Direction::Forward, text))
        .collect();
    Session {
        name,
        route: Route {
            from: "a2ui@0.9",
            to: "a2ui@1.0",
        },
        inputs,
    }
}

/// Removes a dead letter, and fails if it is not the expected one.
fn require_dead_letter(
    found: &mut Lines,
    subject: &str,
    sequence: u64,
    poison: &Poison,
) -> Result<(), Failure> {
    let lines = found.remove(subject).unwrap_or_default();
    let [line] = lines.as_slice() else {
        return Err(format!("{subject}: one dead letter expected, {} found", lines.len()).into());
    };
    let finding: serde_json::Value = serde_json::from_str(
        line.findings
            .first()
            .ok_or("a dead letter has no finding")?,
    )?;
    if line.sequence != Some(sequence) || line.payload != String::from_utf8_lossy(&poison.payload) {
        return Err(format!("{subject}: another dead letter expected, found {line:?}").into());
    }
    let has_text = |member| {
        finding
            .get(member)
            .is_some_and(serde_json::Value::is_string)
    };
    if has_text("rule") && has_text("message") {
        return Ok(());
    }
    Err(format!("{subject}: the finding has no rule or no message: {finding}").into())
}
