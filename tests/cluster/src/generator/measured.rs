//! Sessions with similar messages, for measurements.

use super::{
    Input, Route, Session,
    notation::{DataValue, Kind, Notation},
    random::Random,
    special::letters,
};
use agent_ui_nats::Direction;
use std::fmt;

/// The number of components of a surface.
const COMPONENTS: usize = 50;

/// The kinds of messages in a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeasuredMessages {
    /// Updates of one number.
    Data,
    /// Surfaces of 50 components that change: components, data and clicks.
    Surfaces,
    /// Updates of one text of this many kB.
    Text(usize),
}

impl fmt::Display for MeasuredMessages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data => f.write_str("updates of a number"),
            Self::Surfaces => write!(f, "surfaces of {COMPONENTS} components"),
            Self::Text(length) => write!(f, "texts of {length} kB"),
        }
    }
}

impl MeasuredMessages {
    /// Returns the number of messages of a session.
    fn messages(self, scale: usize) -> usize {
        scale
            * match self {
                Self::Data => 100,
                Self::Surfaces => 40,
                Self::Text(1) => 60,
                Self::Text(10) => 30,
                Self::Text(_) => 8,
            }
    }

    fn message(self, number: usize, random: &mut Random) -> Input {
        let notation = Notation::V0_9;
        let text = match self {
            Self::Data => notation.data("s", "n", &DataValue::Number(number.to_string())),
            Self::Text(length) => notation.update(
                "s",
                &[notation.component("root", &Kind::Text(letters(length * 1000)))],
            ),
            Self::Surfaces if number == 1 => surface(random),
            Self::Surfaces => match number % 4 {
                0 => {
                    let click = Notation::V1_0.click("s", "b", "press", random);
                    return Input::new(Direction::Backward, click);
                }
                1 => {
                    let id = format!("c{}", random.below(COMPONENTS));
                    notation.update("s", &[notation.component(&id, &Kind::Text(random.text()))])
                }
                _ => notation.data(
                    "s",
                    &format!("value{}", number % 9),
                    &DataValue::Text(random.text()),
                ),
            },
        };
        Input::new(Direction::Forward, text)
    }
}

/// An update with all components of a surface.
fn surface(random: &mut Random) -> String {
    let notation = Notation::V0_9;
    let children: Vec<String> = (0..COMPONENTS).map(|number| format!("c{number}")).collect();
    let mut components: Vec<(String, Kind)> = children
        .iter()
        .enumerate()
        .map(|(number, id)| {
            let kind = match number % 5 {
                0 => Kind::BoundText(format!("/value{}", number % 9)),
                1 => Kind::Field("/draft".to_owned()),
                2 => Kind::Image(format!("https://img.example.org/{number}.png")),
                _ => Kind::Text(random.text()),
            };
            (id.clone(), kind)
        })
        .collect();
    components.push((
        "b".to_owned(),
        Kind::Button("c3".to_owned(), "press".to_owned()),
    ));
    components.push((
        "root".to_owned(),
        Kind::Column(children.into_iter().chain(["b".to_owned()]).collect()),
    ));
    let components: Vec<String> = components
        .iter()
        .map(|(id, kind)| notation.component(id, kind))
        .collect();
    notation.update("s", &components)
}

/// Generates sessions that translate A2UI 0.9 to 1.0. `scale` multiplies the number of their messages.
pub(crate) fn measured_sessions(
    messages: MeasuredMessages,
    sessions: usize,
    scale: usize,
) -> Vec<Session> {
    let session = |number| {
        let mut random = Random::new(1, number);
        let create = Input::new(Direction::Forward, Notation::V0_9.create("s"));
        let others = (1..messages.messages(scale)).map(|at| messages.message(at, &mut random));
        let inputs = [create].into_iter().chain(others).collect();
        Session {
            name: format!("session-{number}"),
            route: Route {
                from: "a2ui@0.9",
                to: "a2ui@1.0",
            },
            inputs,
        }
    };
    (0..sessions).map(session).collect()
}
