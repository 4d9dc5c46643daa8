//! Sessions for the tests: seeded, realistic, and different in every session.

mod faults;
mod measured;
mod notation;
mod random;
mod records;
mod special;
mod surface;

use agent_ui_nats::Direction;
use notation::Notation;
use random::Random;
use records::Records;
use surface::Surfaces;

pub(crate) use measured::{MeasuredMessages, measured_sessions};
pub(crate) use special::special_sessions;

/// The manifest that declares the events of the generated pages.
pub(crate) const MANIFEST: &str = r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"desk.loan-renewed","description":"The reader renewed a loan.","direction":"html_to_agent","event":"desk:loan-renewed","ingestion":"enabled","target":{"name":"renew-button","selector":"#renew"}}]}"##;

/// The canvas file that the workers use for events.
pub(crate) const CANVAS_FILE: &str = "shop.html";

/// The route of the workers, for sessions that state none.
pub(crate) const ROUTE: Route = Route {
    from: "a2ui@0.8",
    to: "a2ui@0.9",
};

/// The routes of the sessions.
const ROUTES: &[Route] = &[
    ROUTE,
    Route {
        from: "a2ui@0.9",
        to: "a2ui@0.8",
    },
    Route {
        from: "a2ui@0.9",
        to: "a2ui@1.0",
    },
    Route {
        from: "a2ui@1.0",
        to: "a2ui@0.9",
    },
    Route {
        from: "a2ui@1.0",
        to: "a2ui@0.8",
    },
    Route {
        from: "a2ui@0.8",
        to: "a2ui@1.0",
    },
    Route {
        from: "a2ui@0.9",
        to: "ahp",
    },
    Route {
        from: "aap",
        to: "a2ui@0.9",
    },
    Route {
        from: "a2ui@0.9",
        to: "aap",
    },
    Route {
        from: "actions-json",
        to: "aap",
    },
    Route {
        from: "aap",
        to: "actions-json",
    },
];

/// A pair of protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
}

/// A session and its messages in order.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) route: Route,
    pub(crate) inputs: Vec<Input>,
}

/// One publication to the stream of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) direction: Direction,
    pub(crate) payload: String,
    /// `true` if the publication ends the session.
    pub(crate) ends: bool,
    /// `true` if the payload is sent through the object store.
    pub(crate) is_object: bool,
}

impl Input {
    pub(crate) fn new(direction: Direction, payload: String) -> Self {
        Self {
            direction,
            payload,
            ends: false,
            is_object: false,
        }
    }

    pub(crate) fn end() -> Self {
        Self {
            ends: true,
            ..Self::new(Direction::Forward, String::new())
        }
    }
}

/// The numbers of a workload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workload {
    pub(crate) sessions: usize,
    pub(crate) messages: usize,
    pub(crate) seed: u64,
}

/// Generates the sessions of a workload. They have about the same number of messages.
pub(crate) fn sessions(workload: Workload) -> Vec<Session> {
    let Workload {
        sessions,
        messages,
        seed,
    } = workload;
    let routes = ROUTES.iter().cycle().take(sessions).enumerate();
    let session = |(number, route): (usize, &Route)| {
        let share = messages / sessions.max(1) + usize::from(number < messages % sessions.max(1));
        generate(number, *route, share, Random::new(seed, number))
    };
    routes.map(session).collect()
}

fn generate(number: usize, route: Route, messages: usize, mut random: Random) -> Session {
    let mut session = Conversation::new(route);
    let mut inputs = Vec::with_capacity(messages);
    while inputs.len() < messages {
        inputs.push(session.next(&mut random));
    }
    // Half of the sessions end, which writes the messages that wait.
    if (random.chance(0.5) || route.to == "ahp")
        && let Some(last) = inputs.last_mut()
    {
        *last = Input::end();
    }
    Session {
        name: format!("session-{number}"),
        route,
        inputs,
    }
}

/// A conversation between an agent and a client, as far as it was generated.
struct Conversation {
    forward: Speaker,
    backward: Option<Speaker>,
    surfaces: Surfaces,
    records: Records,
}

/// The protocol of one side.
#[derive(Clone, Copy)]
enum Speaker {
    A2ui(Notation),
    Aap,
    ActionsJson,
}

impl Speaker {
    fn of(protocol: &str) -> Option<Self> {
        match protocol {
            "aap" => Some(Self::Aap),
            "actions-json" => Some(Self::ActionsJson),
            _ => Notation::of(protocol).map(Self::A2ui),
        }
    }
}

impl Conversation {
    fn new(route: Route) -> Self {
        let forward = Speaker::of(route.from).unwrap_or(Speaker::Aap);
        let surfaces = Surfaces::new(Notation::of(route.from).unwrap_or(Notation::V0_9));
        Self {
            forward,
            backward: Speaker::of(route.to),
            surfaces,
            records: Records::default(),
        }
    }

    fn next(&mut self, random: &mut Random) -> Input {
        match self.backward.filter(|_| random.chance(0.25)) {
            Some(backward) => Input::new(Direction::Backward, self.reply(backward, random)),
            None => Input::new(Direction::Forward, self.forward(random)),
        }
    }

    fn forward(&mut self, random: &mut Random) -> String {
        let message = match self.forward {
            // Only clicks lead from A2UI to a protocol of records.
            Speaker::A2ui(notation) if matches!(self.backward, Some(Speaker::Aap)) => {
                self.records.click(notation, random)
            }
            Speaker::A2ui(notation) => {
                let message = self.surfaces.next(random);
                if random.chance(0.04) {
                    return faults::needs_repair(notation, message, random);
                }
                if random.chance(0.04) {
                    return faults::several(message, self.surfaces.next(random), random);
                }
                message
            }
            Speaker::Aap => self.records.interaction(random),
            Speaker::ActionsJson => self.records.event(random),
        };
        if random.chance(0.02) {
            faults::poison(message, random)
        } else {
            message
        }
    }

    fn reply(&mut self, backward: Speaker, random: &mut Random) -> String {
        let message = match (backward, self.forward) {
            (Speaker::A2ui(notation), Speaker::A2ui(_)) => self.surfaces.click(notation, random),
            (Speaker::A2ui(notation), _) => self.records.click(notation, random),
            (Speaker::Aap, _) => self.records.interaction(random),
            (Speaker::ActionsJson, _) => self.records.event(random),
        };
        if random.chance(0.02) {
            faults::poison(message, random)
        } else {
            message
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Workload = Workload {
        sessions: 22,
        messages: 2000,
        seed: 7,
    };

    #[test]
    fn a_seed_reproduces_its_sessions() {
        let names = |workload| {
            sessions(workload)
                .into_iter()
                .map(|it| it.inputs)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(SMALL), names(SMALL));
        assert_ne!(names(SMALL), names(Workload { seed: 8, ..SMALL }));
    }

    #[test]
    fn a_workload_has_its_number_of_messages() {
        let all = sessions(Workload {
            sessions: 7,
            ..SMALL
        });
        assert_eq!(
            all.iter()
                .map(|session| session.inputs.len())
                .sum::<usize>(),
            2000
        );
    }
}
