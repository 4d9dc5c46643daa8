//! Sessions at the limits: huge states and messages, odd names, and a session that ends and begins again.

use super::{
    Input, ROUTE, Route, Session, generate,
    notation::{DataValue, Kind, Notation},
    random::Random,
};
use agent_ui_nats::Direction;

/// Names that need encoding in a subject.
const NAMES: &[&str] = &[
    "chat 7",
    "user@host/1.2",
    "a.b.c",
    "*",
    ">",
    "日本語 😀",
    "",
    "=20",
    "e\u{301}",
];

/// The route of the huge surfaces.
const WIDE: Route = Route {
    from: "a2ui@0.9",
    to: "a2ui@1.0",
};

/// Generates the sessions at the limits. `seed` decides on their texts.
pub(crate) fn special_sessions(seed: u64) -> Vec<Session> {
    let named = NAMES.iter().enumerate().map(|(at, name)| {
        let mut session = generate(at, ROUTE, 30, Random::new(!seed, at));
        session.name = (*name).to_owned();
        session
    });
    named
        .chain([huge_state(), huge_message(), begun_again(seed)])
        .collect()
}

/// Writes a JSON string of `length` letters.
pub(super) fn letters(length: usize) -> String {
    format!("\"{}\"", "wide ".repeat(length / 5))
}

fn update(surface: &str, id: &str, length: usize) -> String {
    let notation = Notation::V0_9;
    notation.update(
        surface,
        &[notation.component(id, &Kind::Text(letters(length)))],
    )
}

/// Returns a session with a surface whose state exceeds the payload limit of a server, 1 MiB. Its messages are below
/// the limit.
fn huge_state() -> Session {
    let notation = Notation::V0_9;
    let mut texts = vec![notation.create("wide")];
    texts.extend((0..20).map(|at| update("wide", &format!("t{at}"), 100_000)));
    texts.extend((0..5).map(|at| notation.data("wide", "n", &DataValue::Number(at.to_string()))));
    Session {
        name: "huge-state".to_owned(),
        route: WIDE,
        inputs: forward(texts),
    }
}

/// Returns a session with a message that exceeds the payload limit, between small messages.
fn huge_message() -> Session {
    let notation = Notation::V0_9;
    let small = |at: usize| notation.data("wide", "n", &DataValue::Number(at.to_string()));
    let mut inputs = forward(vec![
        notation.create("wide"),
        small(1),
        update("wide", "root", 1_500_000),
        small(2),
    ]);
    if let Some(input) = inputs.get_mut(2) {
        input.is_object = true;
    }
    Session {
        name: "huge-message".to_owned(),
        route: WIDE,
        inputs,
    }
}

/// Returns a session that ends three times, and begins again in between with the same surfaces.
fn begun_again(seed: u64) -> Session {
    let route = Route {
        from: "a2ui@0.9",
        to: "ahp",
    };
    let rounds = (0..3).flat_map(|round| generate(0, route, 20, Random::new(seed, round)).inputs);
    Session {
        name: "begun-again".to_owned(),
        route,
        inputs: rounds.collect(),
    }
}

fn forward(texts: Vec<String>) -> Vec<Input> {
    texts
        .into_iter()
        .map(|text| Input::new(Direction::Forward, text))
        .collect()
}
