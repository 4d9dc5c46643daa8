//! A test with random agents, clients, errors and restarts. Nothing is lost or duplicated, and every client has the
//! state of the session.

use super::*;
use agent_ui_text::bridge::a2ui::{Message, surface::Surfaces};
use std::collections::BTreeSet;

/// A small generator of reproducible random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// A client that applies all updates to its own surfaces.
struct Follower {
    dialect: Dialect,
    updates: Updates,
    surfaces: Surfaces,
}

impl Follower {
    async fn new(session: &Session, dialect: Dialect) -> Self {
        let (snapshot, updates) = session.subscribe(dialect).await.unwrap();
        let mut follower = Self {
            dialect,
            updates,
            surfaces: Surfaces::new(),
        };
        for message in snapshot
            .surfaces
            .iter()
            .flat_map(|surface| &surface.messages)
        {
            follower.apply(message);
        }
        follower
    }

    fn apply(&mut self, text: &str) {
        let message = Message::read_as(text, self.dialect.a2ui_version()).unwrap();
        self.surfaces
            .apply(&message)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    /// Reads all new updates, and compares the surfaces with those of the session.
    async fn check(&mut self, session: &Session) {
        let snapshot = session.snapshot(self.dialect).await.unwrap();
        while let Some(update) = self.updates.try_next() {
            match update {
                Update::Message(message) => self.apply(&message.text),
                Update::Lagged => panic!("a client that reads is not slow"),
                _ => {}
            }
        }
        let ids: BTreeSet<_> = snapshot
            .surfaces
            .iter()
            .map(|surface| surface.id.as_str())
            .collect();
        let own: BTreeSet<_> = self
            .surfaces
            .iter()
            .map(|surface| surface.surface_id().as_str())
            .collect();
        assert_eq!(own, ids);
        for surface in &snapshot.surfaces {
            let mut rebuilt = Surfaces::new();
            for text in &surface.messages {
                rebuilt
                    .apply(&Message::read_as(text, self.dialect.a2ui_version()).unwrap())
                    .unwrap();
            }
            assert_eq!(
                rebuilt.get(&surface.id),
                self.surfaces.get(&surface.id),
                "{} {}",
                surface.id,
                self.dialect
            );
        }
    }
}

/// Returns random messages for an agent.
fn speech(dice: &mut Dice, agent: usize) -> String {
    let id = format!("s{}", dice.roll(3));
    let n = dice.roll(1000);
    // The first agent speaks 0.8, the second 0.9.
    match (agent, dice.roll(6)) {
        (0, 0 | 1) => format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"{id}","components":[{{"id":"r","component":{{"Button":{{"child":"t","action":{{"name":"go"}}}}}}}},{{"id":"t","component":{{"Text":{{"text":{{"path":"/n"}}}}}}}}]}}}}
{{"beginRendering":{{"surfaceId":"{id}","root":"r"}}}}"#
        ),
        (0, 2) => format!(r#"{{"deleteSurface":{{"surfaceId":"{id}"}}}}"#),
        (0, _) => format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"{id}","path":"/","contents":[{{"key":"n","valueNumber":{n}}}]}}}}"#
        ),
        (_, 0 | 1) => create(&id),
        (_, 2) => format!(r#"{{"version":"v0.9","deleteSurface":{{"surfaceId":"{id}"}}}}"#),
        _ => format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"{id}","path":"/n","value":{n}}}}}"#
        ),
    }
}

async fn walk(seed: u64, steps: u64, store: Arc<dyn SessionStore>) {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let agents = [Script::new("old", &[]), Script::new("new", &[])];
    let versions = [Dialect::A2ui0_8, Dialect::A2ui0_9, Dialect::A2ui1_0];
    let mut sent: [Vec<String>; 2] = Default::default();
    let start = || {
        let agents = agents
            .iter()
            .map(|agent| Arc::new(Arc::clone(agent)) as Arc<dyn Agent>)
            .collect();
        Gateway::start(agents, Arc::clone(&store), GatewaySettings::default())
    };
    let mut gateway = start();
    let mut session = gateway.session("walk").await.unwrap();
    let mut followers: Vec<Follower> = Vec::new();
    for step in 0..steps {
        match dice.roll(20) {
            0..8 => {
                let agent = usize::from(dice.roll(2) == 1);
                agents[agent].say(&speech(&mut dice, agent)).await;
            }
            8..11 => {
                let dialect = versions[usize::try_from(dice.roll(3)).unwrap()];
                followers.push(Follower::new(&session, dialect).await);
            }
            11..17 => {
                let surfaces = session.snapshot(Dialect::A2ui0_9).await.unwrap().surfaces;
                let Some(count) = u64::try_from(surfaces.len())
                    .ok()
                    .filter(|&count| count > 0)
                else {
                    continue;
                };
                let surface = &surfaces[usize::try_from(dice.roll(count)).unwrap()];
                let agent = usize::from(surface.agent == "new");
                if dice.roll(3) == 0 {
                    agents[agent].failures.store(2, Ordering::Relaxed);
                }
                let key = format!("key {step}");
                for _ in 0..=dice.roll(2) {
                    let mut click = action(&surface.id, "root");
                    if let ClientContent::A2ui { message, .. } = &mut click.content {
                        *message = message.replace(
                            "\"context\":{}",
                            &format!("\"context\":{{\"step\":{step}}}"),
                        );
                    }
                    click.id = Some(key.clone());
                    session.send(click).await.unwrap();
                }
                sent[agent].push(format!("\"step\":{step}}}"));
            }
            17 => {
                followers.clear();
                drop((gateway, session));
                gateway = start();
                session = gateway.session("walk").await.unwrap();
            }
            _ => {
                for follower in &mut followers {
                    follower.check(&session).await;
                }
            }
        }
        if followers.len() > 4 {
            followers.remove(0);
        }
    }
    session.idle().wait().await;
    for (agent, sent) in agents.iter().zip(&sent) {
        // An input that was delivered just before a restart may come again, with the same id.
        let mut ids = BTreeSet::new();
        // Agents also get errors about their own messages.
        let is_action = |input: &AgentInput| !input.messages[0].text().contains(r#""error":"#);
        let received = agent.received().into_iter().filter(is_action);
        let received = received.filter(|input| ids.insert(input.id.clone()));
        let received: Vec<String> = received
            .map(|input| input.messages[0].text().to_owned())
            .collect();
        assert_eq!(received.len(), sent.len(), "seed {seed}");
        for (received, sent) in received.iter().zip(sent) {
            assert!(
                received.contains(sent.as_str()),
                "seed {seed}: {received} is not {sent}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn clients_have_the_state_of_the_session() {
    for seed in 1..=20 {
        walk(seed, 120, Arc::new(MemoryStore::new())).await;
    }
}

#[cfg(feature = "sqlite")]
#[tokio::test(start_paused = true)]
async fn clients_have_the_state_of_a_stored_session() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..=4 {
        let store = store::SqliteStore::open(folder.path().join(format!("{seed}.db"))).unwrap();
        walk(seed, 120, Arc::new(store)).await;
    }
}
