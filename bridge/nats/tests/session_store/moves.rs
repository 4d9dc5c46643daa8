//! Tests of sessions that move to another program while an agent works.

use super::{
    gateways::{Clerk, PAUSE, ended, gateway, shown, text},
    server::Server,
};
use std::time::Duration;

/// The time after which the client uses the other program.
const SOON: Duration = Duration::from_millis(30);

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_of_a_running_turn_reaches_the_other_program() {
    let Some(server) = Server::start() else {
        return;
    };
    let clerks = [Clerk::default(), Clerk::default()];
    let gateways = [gateway(&server, &clerks[0]), gateway(&server, &clerks[1])];
    let mut expected = Vec::new();
    for round in 0..20 {
        let names = [format!("slow{round}"), format!("next{round}")];
        let [one, two] = [&gateways[round % 2], &gateways[(round + 1) % 2]];
        let first = one
            .session("chat")
            .await
            .unwrap()
            .send(text(&names[0], &names[0]))
            .await;
        tokio::time::sleep(SOON).await;
        let second = two
            .session("chat")
            .await
            .unwrap()
            .send(text(&names[1], &names[1]))
            .await;
        ended(second).await;
        // The client at the first program also gets its answer.
        ended(first).await;
        expected.extend(names);
        for gateway in [two, one] {
            let (surfaces, texts) = shown(&gateway.session("chat").await.unwrap()).await;
            assert_eq!(surfaces, expected);
            assert_eq!(texts, expected);
        }
    }
    let received = clerks.iter().flat_map(|clerk| clerk.received()).count();
    assert_eq!(received, expected.len(), "each message is delivered once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_other_program_sees_the_answer() {
    let Some(server) = Server::start() else {
        return;
    };
    let gateways = [
        gateway(&server, &Clerk::default()),
        gateway(&server, &Clerk::default()),
    ];
    let turn = gateways[0]
        .session("chat")
        .await
        .unwrap()
        .send(text("slow", "1"))
        .await;
    let looking = gateways[1].session("chat").await.unwrap();
    assert_eq!(shown(&looking).await.0, Vec::<String>::new());
    looking.idle().wait().await;
    assert_eq!(shown(&looking).await.0, ["slow"]);
    ended(turn).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_ends_hands_its_messages_over() {
    let Some(server) = Server::start() else {
        return;
    };
    let (one, two) = (Clerk::default(), Clerk::default());
    let killed = gateway(&server, &one);
    let session = killed.session("chat").await.unwrap();
    let _running = session.send(text("slow1", "1")).await.unwrap();
    let _waiting = session.send(text("slow2", "2")).await.unwrap();
    let next = gateway(&server, &two);
    let looking = next.session("chat").await.unwrap();
    tokio::time::sleep(PAUSE / 4).await;
    assert_eq!(two.received(), Vec::<String>::new());
    drop((session, killed));
    looking.idle().wait().await;
    assert_eq!(
        shown(&next.session("chat").await.unwrap()).await.0,
        ["slow1", "slow2"]
    );
}
