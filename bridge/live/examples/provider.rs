//! An AAP provider on loopback, behind a layer that requires a token. A client submits two interactions, one without the token.
//!
//! ```text
//! without the token: HTTP/1.1 401 Unauthorized
//! with the token: HTTP/1.1 201 Created
//! notification: ann [CANVAS] loans.html: User click 'renew' on loans.html
//! ```

use agent_ui_live::{
    aap::{AgentId, Notification},
    faces::provider::{Provider, Store},
};
use axum::{
    extract::Request,
    http::{StatusCode, header::AUTHORIZATION},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use std::{fs, io, sync::mpsc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const TOKEN: &str = "Bearer tulip";
const BODY: &str = r#"{"action":"click","canvasFile":"loans.html","element":"renew"}"#;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Each agent has a folder in the home directory of its user.
    let home = tempfile::tempdir()?;
    fs::create_dir_all(home.path().join(".aimaestro/agents/ann"))?;
    let (sender, notifications) = mpsc::channel();
    let notify =
        move |agent: &AgentId, line: &Notification| drop(sender.send(format!("{agent} {line}")));
    let provider = Provider::new(Store::open(home.path())?).notify(notify);

    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let routes = provider.routes().layer(from_fn(require_token));
    tokio::spawn(async move { axum::serve(listener, routes).await });

    println!("without the token: {}", submit(&address, "").await?);
    println!(
        "with the token: {}",
        submit(&address, &format!("Authorization: {TOKEN}\r\n")).await?
    );
    println!("notification: {}", notifications.recv()?);
    Ok(())
}

/// Answers requests without the token with status 401. The other requests reach the provider.
async fn require_token(request: Request, next: Next) -> Response {
    if request
        .headers()
        .get(AUTHORIZATION)
        .is_some_and(|value| value == TOKEN)
    {
        return next.run(request).await;
    }
    StatusCode::UNAUTHORIZED.into_response()
}

/// Submits an interaction, as a page does, and returns the status line of the answer.
async fn submit(address: &str, header: &str) -> io::Result<String> {
    let (path, length) = ("/api/agents/ann/canvas/interactions", BODY.len());
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n"
    );
    let mut connection = TcpStream::connect(address).await?;
    connection
        .write_all(format!("{head}{header}\r\n{BODY}").as_bytes())
        .await?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
