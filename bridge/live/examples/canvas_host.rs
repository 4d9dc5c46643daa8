//! An AHP host over WebSocket that opens a canvas, and a client that shows the canvas and sends a message from its page.
//!
//! ```text
//! host: canvasOpen
//! kiosk: the title is East wing
//! host: kiosk sends "Room 12?"
//! ```

use agent_ui_live::{
    ahp::{
        canvas::*,
        client::{self, CanvasProposal, ClientOutput},
        wire::Payload,
    },
    peers::{
        client::{self as ahp_client, Client},
        host::{Event, Host, Settings},
    },
};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut museum = host::Host::new(["1.0.0"]);
    museum.add_session("ahp-session:/1", SessionState::new())?;
    let plan = SessionCanvasDeclaration::new(
        "museum",
        "plan",
        "Floor plan",
        "Shows the way.",
        ServerSource::new(),
    );
    museum.declare(&"ahp-session:/1".into(), vec![plan])?;
    let (host, mut events) = Host::start(museum, Settings::default());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("ws://{}/", listener.local_addr()?);
    let server = axum::serve(listener, host.routes());
    tokio::spawn(async move { server.await });

    // The agent opens a canvas, which the program itself provides.
    host.begin(|host| {
        host.open(CanvasOpenParams::new(
            "ahp-session:/1",
            "plan",
            "museum",
            "east",
        ))
    })?;
    while let Some(event) = events.next().await {
        match event {
            Event::Provide(asked) => {
                println!("host: {}", asked.request().method());
                asked.answer(Ok(ProviderAnswer::Open(
                    CanvasOpenResult::new().title("East wing"),
                )))?;
                tokio::spawn(view(address.clone()));
            }
            Event::Message { from, message, .. } => {
                println!(
                    "host: {from} sends {}",
                    message.payload.unwrap_or_else(Payload::null)
                );
                break;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Follows the canvas like a kiosk, and sends a message when it is shown.
async fn view(address: String) {
    let (client, mut events) = Client::new(
        client::Client::<CanvasProposal>::new("kiosk", ["1.0.0"]),
        ahp_client::Settings::default(),
    );
    client.apply(|client| client.subscribe(&"ahp-canvas:/east".into()));
    let following = client.clone();
    tokio::spawn(async move { following.follow(&address).await });
    while let Some(event) = events.next().await {
        let ahp_client::Event::Output(ClientOutput::CanvasChanged(channel)) = event else {
            continue;
        };
        let title = client.inspect(|client| client.canvas_state(&channel)?.title.get().cloned());
        println!("kiosk: the title is {}", title.unwrap_or_default());
        let sent = client.try_apply(|client| client.message(&channel, Payload::string("Room 12?")));
        if let Err(error) = sent {
            println!("kiosk: {error}");
        }
    }
}
