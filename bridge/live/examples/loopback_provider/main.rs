//! An AAP provider on loopback, as a separate process that tests start and kill. The provider serves the agents in a
//! home directory. First, it prints its address.
//!
//! cargo run -p agent-ui-live --features provider --example loopback_provider -- /home/ann 23000

use agent_ui_live::{
    aap::{AgentId, Notification},
    faces::provider::{Provider, Store},
};
use std::{env, io};

#[tokio::main]
async fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let home = arguments
        .next()
        .ok_or_else(|| io::Error::other("the argument with the home directory is missing"))?;
    let port = arguments
        .next()
        .and_then(|port| port.parse::<u16>().ok())
        .unwrap_or(0);

    let notify = |agent: &AgentId, line: &Notification| println!("{agent} {line}");
    let provider = Provider::new(Store::open(home)?).notify(notify);

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, provider.routes()).await
}
