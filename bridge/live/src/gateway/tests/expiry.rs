use super::*;
use crate::test_agent::soon;
use tokio::time::sleep;

const KEEP: Duration = Duration::from_millis(400);

fn keeping_gateway(agent: &Arc<Script>, store: &Arc<MemoryStore>) -> Gateway {
    let settings = GatewaySettings {
        keep: Some(KEEP),
        ..GatewaySettings::default()
    };
    Gateway::start(
        vec![Arc::new(Arc::clone(agent)) as Arc<dyn Agent>],
        Arc::clone(store) as Arc<dyn SessionStore>,
        settings,
    )
}

#[tokio::test]
async fn sessions_that_are_not_used_are_deleted() {
    let agent = Script::new("a", &[]);
    let store: Arc<MemoryStore> = Arc::default();
    let gateway = keeping_gateway(&agent, &store);
    let unused = gateway.session("unused").await.unwrap();
    agent.say(&create("s")).await;
    let used = gateway.session("used").await.unwrap();
    agent.say(&create("s")).await;
    drop(unused);
    soon(async {
        while store.sessions().unwrap().len() > 1 {
            sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    // A client that only looks uses its session.
    sleep(KEEP * 2).await;
    assert_eq!(store.sessions().unwrap(), ["used"]);
    assert_eq!(
        used.snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .surfaces
            .len(),
        1
    );
    let again = gateway.session("unused").await.unwrap();
    assert!(
        again
            .snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .surfaces
            .is_empty()
    );
}

#[tokio::test]
async fn sessions_that_expired_before_the_start_are_not_opened() {
    let agent = Script::new("a", &[]);
    let store: Arc<MemoryStore> = Arc::default();
    store
        .append(
            "main",
            1,
            &[LogEntry::Text {
                agent: "a".to_owned(),
                text: "Hello".to_owned(),
            }],
        )
        .unwrap();
    sleep(KEEP).await;
    let gateway = keeping_gateway(&agent, &store);
    let session = gateway.session("main").await.unwrap();
    assert!(
        session
            .snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .texts
            .is_empty()
    );
}
