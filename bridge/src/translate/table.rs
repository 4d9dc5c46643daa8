//! The graph of mappings: the dialects that each mapping connects, and the function that runs it. The mappings are listed
//! in `protocols.rs`.

#[cfg(feature = "ahp")]
mod canvases;
#[cfg(all(feature = "a2ui", any(feature = "ahp", feature = "renditions")))]
mod folding;
#[cfg(all(feature = "a2ui", feature = "renditions"))]
mod renditions;

use super::{
    message::{AnyMessage, Family},
    sessions::Earlier,
};
use crate::{
    Dialect, Protocol, Refusal,
    lens::{Output, TranslationCx},
    mappings::*,
};
use Dialect::*;
use Family::*;
use std::collections::BTreeMap;
use wire::Pointer;

/// One direction of a mapping.
#[derive(Debug)]
pub(super) struct Row {
    from: &'static [Dialect],
    to: &'static [Dialect],
    families: &'static [Family],
    pub(super) run: Run,
}

/// The messages that a mapping produces from one message, or its refusal.
type StepResult = Result<Vec<Output<AnyMessage>>, Refusal>;

type Run = fn(&mut Earlier, AnyMessage, &mut TranslationCx<'_>) -> StepResult;

/// Returns `true` if a mapping leads from a dialect to a protocol.
pub(super) fn has_mapping(from: Dialect, to: Protocol, family: Family) -> bool {
    ROWS.iter().any(|row| {
        let mut targets = row.to.iter();
        row.reads(from, family) && targets.any(|dialect| dialect.protocol() == to)
    })
}

impl Row {
    /// Returns `true` if the mapping reads messages of this family in this dialect.
    fn reads(&self, from: Dialect, family: Family) -> bool {
        self.from.contains(&from) && self.families.contains(&family)
    }
}

/// Returns the refusal for a message of a kind that the mapping does not handle.
fn wrong_message(message: &AnyMessage, tcx: &TranslationCx<'_>) -> Refusal {
    no_route(message.dialect(), tcx.step.to, message.family())
}

/// Runs a mapping that translates one message into one message. Its arguments are the kinds of both messages, and the
/// function.
///
/// `one!(Event => Interaction by f)` becomes a closure that calls `f` with the message of an `AnyMessage::Event`, and refuses
/// every other kind of message.
macro_rules! one {
    ($From:ident => $To:ident by $translate:path) => {
        |_, message, tcx| match message {
            AnyMessage::$From(message) => {
                let translated = $translate(*message, tcx)?;
                Ok(vec![tcx.output(
                    translated.map(|target| AnyMessage::$To(Box::new(target))),
                )])
            }
            other => Err(wrong_message(&other, tcx)),
        }
    };
}

/// Runs a mapping between two A2UI versions that stores earlier messages in this session.
///
/// `session!(v0_8_v0_9)` becomes a closure that calls `earlier.sessions.v0_8_v0_9.handle(message, tcx)`, and refuses every
/// message that is not one of A2UI.
macro_rules! session {
    ($session:ident) => {
        |earlier, message, tcx| match message {
            AnyMessage::Message(message) => {
                let outputs = earlier.sessions.$session.handle(*message, tcx)?;
                Ok(outputs
                    .into_iter()
                    .map(|output| output.map(AnyMessage::from))
                    .collect())
            }
            other => Err(wrong_message(&other, tcx)),
        }
    };
}

/// Runs a mapping by a function of a module in this folder.
///
/// `function!(f)` becomes `f`.
macro_rules! function {
    ($run:path) => {
        $run
    };
}

/// Defines [`ROWS`] from the table in `protocols.rs`, for the mappings that this build contains.
///
/// `[Aap] => A2UI, [Interactions], one(…);` becomes `Row { from: &[Aap], to: &A2UI, families: &[Interactions], run: one!(…) }`.
macro_rules! rows {
    (
        groups { $($Group:ident = [$($dialect:ident),*];)* }
        $(if $cfg:meta {
            $($from:expr => $to:expr, $families:expr, $how:ident($($mapping:tt)*);)*
        })*
    ) => {
        $( const $Group: [Dialect; [$(Dialect::$dialect),*].len()] = [$($dialect),*]; )*

        /// All mappings of this build, one row per direction.
        static ROWS: &[Row] = &[$($(
            #[cfg($cfg)]
            Row { from: &$from, to: &$to, families: &$families, run: $how!($($mapping)*) },
        )*)*];
    };
}

mapping_table!(rows);

/// Returns the dialects that one mapping reaches from a dialect, with the rows of the mappings.
fn neighbours(
    from: Dialect,
    family: Family,
    goal: Dialect,
) -> impl Iterator<Item = (Dialect, &'static Row)> {
    let rows = ROWS.iter().filter(move |row| row.reads(from, family));
    let steps = rows.flat_map(|row| row.to.iter().map(move |to| (*to, row)));
    steps.filter(move |(to, _)| may_be_on_route(from, *to, goal))
}

/// Returns `true` if a step may be part of a route to the goal.
fn may_be_on_route(from: Dialect, to: Dialect, goal: Dialect) -> bool {
    // AHP carries A2UI messages unchanged, so it does not lead to another version.
    let is_in_ahp = from.protocol() == Protocol::A2ui && to.protocol() == Protocol::Ahp;
    !is_in_ahp || goal.protocol() == Protocol::Ahp
}

/// Returns `true` if a route may lead from one dialect to another. Messages that show a whole surface are surfaces of A2UI, and
/// the other protocols have no place for the answers.
fn may_connect(from: Dialect, to: Dialect) -> bool {
    let is_a2ui = |dialect: Dialect| dialect.protocol() == Protocol::A2ui;
    let asks = |dialect: Dialect| dialect.protocol().is_elicitation();
    let shows = |dialect: Dialect| dialect.protocol().has_renditions();
    let is_either = |is: &dyn Fn(Dialect) -> bool| is(from) || is(to);
    !is_either(&shows) || is_either(&is_a2ui) || asks(from) && asks(to)
}

/// Returns `true` if two dialects have the same messages except for the version text.
pub(super) fn has_same_messages(from: Dialect, to: Dialect) -> bool {
    [Dialect::A2ui0_9, Dialect::A2ui0_10]
        .iter()
        .any(|shape| from.shape() == *shape && to.shape() == *shape)
}

fn is_step(from: Dialect, to: Dialect, family: Family) -> bool {
    from != to && has_same_messages(from, to) && matches!(family, Interactions | Surfaces)
}

/// Returns the number of steps between two dialects. Returns `None` if there is no route.
pub(super) fn distance(from: Dialect, to: Dialect, family: Family) -> Option<usize> {
    if is_step(from, to, family) {
        return Some(1);
    }
    if !may_connect(from, to) {
        return None;
    }
    let mut reached = vec![from];
    let mut front = vec![from];
    for steps in 0.. {
        if front.contains(&to) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for from in front {
            for (dialect, _) in neighbours(from, family, to) {
                if !reached.contains(&dialect) {
                    reached.push(dialect);
                    next.push(dialect);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        front = next;
    }
    // The loop has no end, but the compiler does not know that.
    None
}

/// Returns the direct mapping between two dialects.
fn next_step(from: Dialect, to: Dialect, family: Family) -> Option<(Dialect, &'static Row)> {
    if from == to {
        return None;
    }
    neighbours(from, family, to).find(|(next, _)| *next == to)
}

/// Returns the first mappings of all shortest routes. The preferred mapping comes first.
fn next_steps(from: Dialect, to: Dialect, family: Family) -> Vec<(Dialect, &'static Row)> {
    if let Some(direct) = next_step(from, to, family) {
        return vec![direct];
    }
    let Some(distance_to_goal) = distance(from, to, family) else {
        return Vec::new();
    };
    let Some(left) = distance_to_goal.checked_sub(1) else {
        return Vec::new();
    };
    neighbours(from, family, to)
        .filter(|(next, _)| distance(*next, to, family) == Some(left))
        .collect()
}

/// Returns the dialects on the route of a message, including both ends. Empty without a route.
///
/// ```
/// use agent_ui_bridge::{Dialect, Family, route};
///
/// let through = route(Dialect::ActionsJson, Dialect::A2ui1_0, Family::Interactions);
/// assert_eq!(through, [Dialect::ActionsJson, Dialect::Aap, Dialect::A2ui1_0]);
/// assert!(route(Dialect::Aap, Dialect::Mcp2025_06, Family::Interactions).is_empty());
/// ```
pub fn route(from: Dialect, to: Dialect, family: Family) -> Vec<Dialect> {
    let mut route = vec![from];
    let mut at = from;
    while at != to {
        at = match next_steps(at, to, family).first() {
            Some((next, _)) => *next,
            None if is_step(at, to, family) => to,
            None => return Vec::new(),
        };
        route.push(at);
    }
    // A dialect without messages of the family has no route to itself.
    if from == to && !ROWS.iter().any(|row| row.reads(from, family)) {
        return Vec::new();
    }
    route
}

/// A cache of routes, because a search takes longer than most translations.
#[derive(Debug, Default)]
pub(super) struct KnownRoutes {
    steps: BTreeMap<RouteKey, Vec<(Dialect, &'static Row)>>,
    routes: BTreeMap<RouteKey, Vec<Dialect>>,
}

/// Source, target and family of a cached route.
type RouteKey = (Dialect, Dialect, Family);

impl KnownRoutes {
    /// Returns the cached result of [`next_steps`].
    pub(super) fn next_steps(
        &mut self,
        from: Dialect,
        to: Dialect,
        family: Family,
    ) -> &[(Dialect, &'static Row)] {
        self.steps
            .entry((from, to, family))
            .or_insert_with(|| next_steps(from, to, family))
    }

    /// Returns the cached result of [`route`].
    pub(super) fn route(&mut self, from: Dialect, to: Dialect, family: Family) -> &[Dialect] {
        self.routes
            .entry((from, to, family))
            .or_insert_with(|| route(from, to, family))
    }
}

/// Creates the refusal for a message without a route. Only one family has no route.
pub(super) fn no_route(from: Dialect, to: Dialect, family: Family) -> Refusal {
    let name = family.as_str();
    let message = format!("{name} of {from} cannot be translated into {to}");
    let hint = match list_targets(from, family) {
        Some(ways) => ways,
        None => format!("{from} has no translation for {name}"),
    };
    Refusal::rule_broken("route/none", Pointer::root(), message).hint(hint)
}

/// Creates the refusal for two dialects without a route in any family.
pub(super) fn no_route_at_all(from: Dialect, to: Dialect) -> Refusal {
    if from == to {
        let message =
            format!("source and target are both {from}, so there is nothing to translate");
        let hint = "name another target; `decode()` reads the messages and writes them again";
        return Refusal::rule_broken("route/none", Pointer::root(), message).hint(hint);
    }
    let mut ways: Vec<String> = Family::ALL
        .into_iter()
        .filter_map(|family| list_targets(from, family))
        .collect();
    // MCP is a target of tools only, because its results carry messages of A2UI.
    if (from.protocol(), to.protocol()) == (Protocol::A2ui, Protocol::Mcp) {
        ways.insert(0, PASSED_ON.to_owned());
    }
    Refusal::rule_broken(
        "route/none",
        Pointer::root(),
        format!("{from} cannot be translated into {to}"),
    )
    .hint(ways.join("; "))
}

/// The hint for surfaces that an MCP client should see.
const PASSED_ON: &str = "an MCP server passes A2UI messages on as they are";

/// Lists the targets of the messages of a family. If all dialects of a protocol are targets, the list has its name instead.
fn list_targets(from: Dialect, family: Family) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for protocol in Protocol::ALL {
        let others: Vec<Dialect> = Dialect::ALL
            .iter()
            .copied()
            .filter(|to| to.protocol() == *protocol && *to != from)
            .collect();
        let targets: Vec<&str> = others
            .iter()
            .filter(|to| distance(from, **to, family).is_some())
            .map(|to| to.as_str())
            .collect();
        match targets.len() == others.len() && targets.len() > 1 {
            true => names.push(protocol.as_str()),
            false => names.extend(targets),
        }
    }
    if names.is_empty() {
        return None;
    }
    let (family, names) = (family.as_str(), names.join(", "));
    Some(format!("{family} of {from} can be translated into {names}"))
}
