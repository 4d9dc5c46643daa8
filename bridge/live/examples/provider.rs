//! An AAP provider on loopback, for the agents in a home directory. Each agent has a folder in `.aimaestro/agents`.
//!
//! cargo run -p agent-ui-live --features provider --example provider -- /home/ann 23000

use agent_ui_live::provider::{Provider, Store};
use std::{env, io};

#[tokio::main]
async fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let home = arguments
        .next()
        .ok_or_else(|| io::Error::other("the argument with the home directory is missing"))?;
    let port = arguments.next().and_then(|port| port.parse::<u16>().ok()).unwrap_or(0);

    let tell = |agent: &aap::AgentId, line: &aap::Notification| println!("{agent} {line}");
    let provider = Provider::new(Store::open(home)?).notify(tell);

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, provider.routes()).await
}
