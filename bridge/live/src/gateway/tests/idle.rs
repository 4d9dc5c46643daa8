use super::*;
use crate::test_agent::soon;
use tokio::time::sleep;

const IDLE: Duration = Duration::from_millis(200);

fn idle_gateway(agent: &Arc<Script>, store: &Arc<MemoryStore>) -> Gateway {
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(50),
        idle: Some(IDLE),
        ..GatewaySettings::default()
    };
    Gateway::start(
        vec![Arc::new(Arc::clone(agent)) as Arc<dyn Agent>],
        Arc::clone(store) as Arc<dyn SessionStore>,
        settings,
    )
}

async fn until_unloaded(gateway: &Gateway) {
    soon(async {
        while gateway.open_sessions() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn an_unused_session_leaves_memory_and_comes_back() {
    let agent = Script::new("a", &[]);
    let gateway = idle_gateway(&agent, &Arc::default());
    let session = gateway.session("main").await.unwrap();
    agent.say(&create("s")).await;
    // A client that holds the session uses it.
    sleep(IDLE * 3).await;
    assert_eq!(gateway.open_sessions(), 1);
    drop(session);
    assert_eq!(gateway.open_sessions(), 1);
    until_unloaded(&gateway).await;
    assert!(gateway.session_in_memory("main").unwrap().is_none());

    let session = gateway.session("main").await.unwrap();
    assert_eq!(
        session
            .snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .surfaces
            .len(),
        1
    );
    assert_eq!(
        session
            .send(action("s", "root"))
            .await
            .unwrap()
            .wait()
            .await,
        TurnOutcome::Ended
    );
    assert_eq!(agent.received().len(), 1);
}

#[tokio::test]
async fn a_session_with_a_running_turn_stays_in_memory() {
    let agent = Script::new("a", &[]);
    agent.failures.store(3, Ordering::Relaxed);
    let gateway = idle_gateway(&agent, &Arc::default());
    let text = ClientMessage::new("test", ClientContent::Text("Hello".to_owned()));
    // The client leaves while the agent is tried again: for 1.4 s, which is longer than the time of idle sessions.
    drop(
        gateway
            .session("main")
            .await
            .unwrap()
            .send(text)
            .await
            .unwrap(),
    );
    until_unloaded(&gateway).await;
    assert_eq!(agent.received().len(), 1);
}
