//! Connects an agent that speaks A2UI 0.8 with a client that speaks 0.9. The session is saved after every message, so that a new
//! process continues where the previous one stopped.
//!
//! ```text
//! to the client: {"version":"v0.9","createSurface":{"surfaceId":"loans","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
//! to the client: {"version":"v0.9","updateComponents":{"surfaceId":"loans","components":[{"id":"root","component":"Button","child":"label","action":{"event":{"name":"renew"}}},{"id":"label","component":"Text","text":"Renew"}]}}
//! -- the program restarts --
//! to the agent: {"userAction":{"name":"renew","surfaceId":"loans","sourceComponentId":"renew","timestamp":"2026-05-18T15:30:00Z","context":{}}}
//! ```

use agent_ui_bridge::{Bridge, Carry, Context, Dialect, a2ui::Message, wire};
use std::{error::Error, path::Path};
use tokio::{
    fs,
    io::{AsyncBufReadExt, BufReader},
};

const SURFACE: &str = r#"{"surfaceUpdate":{"surfaceId":"loans","components":[{"id":"renew","component":{"Button":{"child":"label","action":{"name":"renew"}}}},{"id":"label","component":{"Text":{"text":{"literalString":"Renew"}}}}]}}
{"beginRendering":{"surfaceId":"loans","root":"renew"}}
"#;
const CLICK: &str = r#"{"version":"v0.9","action":{"name":"renew","surfaceId":"loans","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}
"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::temp_dir().join(format!("old-agent-{}.json", std::process::id()));
    connect(&file, SURFACE, "").await?;
    println!("-- the program restarts --");
    connect(&file, "", CLICK).await?;
    Ok(fs::remove_file(file).await?)
}

/// Continues the session in a file, and translates the lines of both sides until both end.
async fn connect(file: &Path, agent: &str, client: &str) -> Result<(), Box<dyn Error>> {
    let mut bridge = Bridge::new(Dialect::A2ui0_8, Dialect::A2ui0_9, Context::default())?;
    if fs::try_exists(file).await? {
        bridge = bridge.resume(wire::decode(&fs::read_to_string(file).await?)?)?;
    }
    let mut agent = BufReader::new(agent.as_bytes()).lines();
    let mut client = BufReader::new(client.as_bytes()).lines();
    loop {
        let (receiver, translated) = tokio::select! {
            Ok(Some(line)) = agent.next_line() => ("client", bridge.forward(Message::read(&line)?, Carry::default())?),
            Ok(Some(line)) = client.next_line() => ("agent", bridge.backward(Message::read(&line)?, Carry::default())?),
            else => return Ok(()),
        };
        // A file that is replaced as a whole is never half written.
        let part = file.with_extension("part");
        fs::write(&part, wire::encode(&bridge.save())?).await?;
        fs::rename(part, file).await?;
        for output in translated.outputs {
            println!("to the {receiver}: {}", output.message.encode()?);
        }
    }
}
