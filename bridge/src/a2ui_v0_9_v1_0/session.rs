//! The sessions.

use super::{
    agent, client,
    rules::{BACKWARD, FORWARD, Rules},
};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal,
    Verdict::*,
    carry::Hop,
    complement::{self, List, Settled},
    depth,
    fields::Fields,
    session::Output,
};
use a2ui::{Message, Notation, SurfaceId, Version, v0_9, v1_0};
use std::collections::BTreeMap;
use wire::{Field, Payload, Pointer};

const LIST: List =
    List { made: &["updateComponents", "components"], visible: &["updateComponents", "components"] };
/// `/updateComponents/components/0/text`
const LEVELS: usize = 4;
const CATALOG: &str = "/createSurface/catalogId";

wire::object! {
    /// A session that translates messages from 0.9 to 1.0. Saved, it can be resumed.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, a2ui, a2ui_v0_9_v1_0::Upward};
    ///
    /// let message = a2ui::Message::read(
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"path":"/n"},"variant":"h1"}]}}"#,
    /// )?;
    /// let mut session = Upward::to(a2ui::Notation::At);
    /// let outputs = session.handle(message, &Carry::default(), &Context::default(), &mut ())?;
    /// assert_eq!(
    ///     wire::encode(&outputs[0].message)?,
    ///     r##"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"@call":"formatString","args":{"value":"# ${/n}"}}}]}}"##,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Upward {
        /// Whether bindings and calls are marked with `@`.
        at: bool,
        /// The number of the next message.
        next: u64,
        /// The types of the components, by surface and id.
        types: BTreeMap<String, BTreeMap<String, String>>,
    }
    /// A session that translates messages from 1.0 to 0.9. Saved, it can be resumed.
    pub struct Downward {
        /// Whether bindings and calls are marked with `@`.
        at: bool,
        /// The version that the messages state.
        version: v0_9::Version,
        /// The number of the next message.
        next: u64,
        /// The types of the components, by surface and id.
        types: BTreeMap<String, BTreeMap<String, String>>,
    }
}

type Types = BTreeMap<String, BTreeMap<String, String>>;

fn is_marked(notation: Notation) -> bool {
    notation == Notation::At
}

/// The dialect of 1.0 in a notation.
fn dialect(at: bool) -> Dialect {
    if at { Dialect::A2ui1_0At } else { Dialect::A2ui1_0 }
}

fn remember<'a>(
    types: &mut Types,
    surface: &SurfaceId,
    components: impl Iterator<Item = (&'a str, &'a Field<String>)>,
) {
    let types = types.entry(surface.as_str().to_owned()).or_default();
    for (id, name) in components {
        if let Field::Value(name) = name {
            types.insert(id.to_owned(), name.clone());
        }
    }
}

/// The type of a component: of the session, else of a surface that the caller holds.
fn type_of(types: &Types, cx: &Context, surface: &str, id: &str) -> Option<String> {
    let known = types.get(surface).and_then(|types| types.get(id)).cloned();
    known.or_else(|| Some(cx.surfaces.get(surface)?.component(id)?.type_name().to_owned()))
}

fn payload<T: wire::WireType>(message: &T) -> Payload {
    Payload::of(message).unwrap_or_else(|_| Payload::null())
}

fn other_version(found: Version, rules: &Rules) -> Refusal {
    let message = format_args!("the session does not take messages of {found}").to_string();
    Refusal::rule_broken(rules.message.id, Pointer::root(), message)
        .hint("one session takes the messages of one version")
}

impl Upward {
    /// A session whose messages are written so.
    pub fn to(notation: Notation) -> Self {
        Self::new(is_marked(notation), 0u64, BTreeMap::new())
    }

    /// Takes a message of 0.9 or 0.9.1, with the carry that came with it, and gives the one of 1.0.
    ///
    /// # Errors
    /// If the message has no image, or the ledger allows no loss. The session is then as it was.
    pub fn handle<L: Ledger>(
        &mut self,
        message: Message,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let output = match message {
            Message::V0_9Agent(message) => {
                let output = self.agent(&message, home, cx, ledger)?;
                match &message.body {
                    v0_9::AgentBody::UpdateComponents(body) => {
                        let components = body.components.iter().map(|new| (new.id.as_str(), &new.component));
                        remember(&mut self.types, &body.surface_id, components);
                    }
                    v0_9::AgentBody::DeleteSurface(body) => {
                        self.types.remove(body.surface_id.as_str());
                    }
                    _ => {}
                }
                output
            }
            Message::V0_9Client(message) => {
                let (image, carry) =
                    client::translate_forward(&message, dialect(self.at), home, self.next, ledger)?;
                Output::new(self.next, image, carry)
            }
            other => return Err(other_version(other.version(), &FORWARD)),
        };
        self.next = self.next.saturating_add(1);
        Ok(vec![output])
    }

    fn agent<L: Ledger>(
        &self,
        message: &v0_9::AgentMessage,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Output, Refusal> {
        let (kept, rest) = home.take(dialect(self.at));
        let surface = message.surface_id().as_str();
        let type_of = |id: &str| type_of(&self.types, cx, surface, id);
        // What the components said of the catalog when the surface did not.
        let seen = kept.image(CATALOG).and_then(Payload::as_str).map(String::from);
        let mut fields = Fields::of(ledger);
        let bare = agent::forward(message, self.at, &type_of, &mut fields)?;
        let back = |image: &Payload| {
            let image: v1_0::AgentMessage = image.decode().ok()?;
            let mut body = agent::backward(&image, self.at, &type_of, &mut Fields::none()).ok()?;
            if let (Some(seen), v0_9::AgentBody::CreateSurface(new)) = (&seen, &mut body) {
                let is_stated = matches!(&image.body, v1_0::AgentBody::CreateSurface(body) if !body.catalog_id.is_absent());
                if !is_stated {
                    new.catalog_id = seen.as_str().into();
                }
            }
            Some(payload(&v0_9::AgentMessage::new(v0_9::Version::V0_9, body)))
        };
        let visible = payload(message);
        let settled = complement::settle(&visible, payload(&bare), &kept, Some(LIST), LEVELS, &back);
        fields.enter(&settled, &FORWARD.others, self.next, ledger)?;
        depth::fits(Some(&visible), &settled.made, 0, &FORWARD.message)?;
        let made: v1_0::AgentMessage = settled.made.decode()?;
        let from = match message.version {
            v0_9::Version::V0_9_1 => Dialect::A2ui0_9_1,
            _ => Dialect::A2ui0_9,
        };
        Ok(Output::new(self.next, made, rest.with(Hop::of_changes(from, settled.carried))))
    }
}

impl Downward {
    /// A session that reads what is written so, and whose messages state this version: 0.9 or 0.9.1.
    pub fn to(version: v0_9::Version, notation: Notation) -> Self {
        Self::new(is_marked(notation), version, 0u64, BTreeMap::new())
    }

    /// Takes a message of 1.0, with the carry that came with it, and gives those of 0.9.
    ///
    /// # Errors
    /// If the message has no image, or the ledger allows no loss. The session is then as it was.
    pub fn handle<L: Ledger>(
        &mut self,
        message: Message,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let outputs = match message {
            Message::V1_0Agent(message) => {
                let outputs = self.agent(&message, home, cx, ledger)?;
                self.take_in(&message);
                outputs
            }
            Message::V1_0Renderer(message) => {
                let (image, carry) = client::translate_backward(
                    &message,
                    self.version,
                    dialect(self.at),
                    home,
                    self.next,
                    ledger,
                )?;
                vec![Output::new(self.next, image, carry)]
            }
            other => return Err(other_version(other.version(), &BACKWARD)),
        };
        self.next = self.next.saturating_add(1);
        Ok(outputs)
    }

    fn take_in(&mut self, message: &v1_0::AgentMessage) {
        let mut take = |surface: &SurfaceId, components: &[v1_0::Component]| {
            remember(
                &mut self.types,
                surface,
                components.iter().map(|new| (new.id.as_str(), &new.component)),
            );
        };
        match &message.body {
            v1_0::AgentBody::CreateSurface(body) => {
                take(&body.surface_id, body.components.get().map_or(&[], Vec::as_slice));
            }
            v1_0::AgentBody::UpdateComponents(body) => take(&body.surface_id, &body.components),
            v1_0::AgentBody::DeleteSurface(body) => {
                self.types.remove(body.surface_id.as_str());
            }
            _ => {}
        }
    }

    fn agent<L: Ledger>(
        &self,
        message: &v1_0::AgentMessage,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let (kept, rest) = home.take(Dialect::A2ui0_9);
        let mut fields = Fields::of(ledger);
        let job = Job { session: self, cx, whole: message };
        let (main, parts) = apart(message);
        let (made, mut settled) = job.one(&main, &kept, &mut fields)?;
        let mut hop = Hop::of_changes(dialect(self.at), settled.carried.clone());
        if let (Some(None), v0_9::AgentBody::CreateSurface(body)) = (hop.kept(CATALOG), &made.body) {
            if !body.catalog_id.is_basic() {
                hop.show(CATALOG, Payload::string(body.catalog_id.as_str()));
            }
        }
        let mut outputs = vec![Output::new(self.next, made, rest.with(hop))];
        let root = Pointer::root();
        for (part, rule, (from, name), (to, other)) in parts {
            let from = root.member(from).member(name);
            let to = root.member(to).member(other);
            fields.add(Encoded, rule, (&from, ""), Some((&to, "")));
            let mut below = if part.key() == "updateComponents" && fields.listens() {
                Fields::of(ledger)
            } else {
                Fields::none()
            };
            let (made, of_part) = job.one(&part, &Hop::of(Dialect::A2ui0_9), &mut below)?;
            fields.moved(below, &to, &from);
            settled.carried.extend(
                of_part.carried.iter().map(|(pointer, value)| (moved(pointer, &to, &from), value.clone())),
            );
            let hop = Hop::of_changes(dialect(self.at), of_part.carried);
            outputs.push(Output::new(self.next, made, Carry::default().with(hop)));
        }
        fields.enter(&settled, &BACKWARD.others, self.next, ledger)?;
        Ok(outputs)
    }
}

/// A pointer below one place, below another.
fn moved(pointer: &Pointer, from: &Pointer, to: &Pointer) -> Pointer {
    let below = pointer.as_str().strip_prefix(from.as_str()).and_then(|below| Pointer::parse(below).ok());
    below.map_or_else(|| pointer.clone(), |below| to.join(&below))
}

/// A part of a `createSurface` as a message of its own, its rule, and where it stands in the one and in the other.
type Part =
    (v1_0::AgentMessage, &'static crate::Rule, (&'static str, &'static str), (&'static str, &'static str));

/// A message without what 0.9 says in messages of their own, and those.
fn apart(message: &v1_0::AgentMessage) -> (v1_0::AgentMessage, Vec<Part>) {
    let mut main = message.clone();
    let mut parts = Vec::new();
    if let v1_0::AgentBody::CreateSurface(body) = &mut main.body {
        let version = message.version;
        if let Some(model) = body.data_model.take() {
            let update = v1_0::UpdateDataModel::new(body.surface_id.clone(), model);
            let part = v1_0::AgentMessage::new(version, update);
            parts.push((
                part,
                &BACKWARD.data_model,
                ("createSurface", "dataModel"),
                ("updateDataModel", "value"),
            ));
        }
        if let Field::Value(components) = std::mem::take(&mut body.components) {
            // So that the surface still says whose catalog it has.
            let update = v1_0::UpdateComponents::new(body.surface_id.clone(), components);
            let part = v1_0::AgentMessage::new(version, update);
            parts.push((
                part,
                &BACKWARD.components,
                ("createSurface", "components"),
                ("updateComponents", "components"),
            ));
        }
    }
    (main, parts)
}

/// One message that is translated.
struct Job<'a> {
    session: &'a Downward,
    cx: &'a Context,
    /// The message of which it may be a part.
    whole: &'a v1_0::AgentMessage,
}

impl Job<'_> {
    fn one(
        &self,
        message: &v1_0::AgentMessage,
        kept: &Hop,
        fields: &mut Fields,
    ) -> Result<(v0_9::AgentMessage, Settled), Refusal> {
        let surface = message.surface_id().map_or("", SurfaceId::as_str);
        let at = self.session.at;
        let type_of = |id: &str| type_of(&self.session.types, self.cx, surface, id);
        let mut body = agent::backward(message, at, &type_of, fields)?;
        if let (v0_9::AgentBody::CreateSurface(new), v1_0::AgentBody::CreateSurface(whole)) =
            (&mut body, &self.whole.body)
        {
            // The components know the catalog where the surface does not.
            let first =
                whole.components.get().and_then(|all| all.iter().find_map(|one| one.catalog_id.get()));
            if let (Field::Absent, Some(first)) = (&whole.catalog_id, first) {
                new.catalog_id = first.clone();
            }
        }
        let back = |image: &Payload| {
            let image: v0_9::AgentMessage = image.decode().ok()?;
            Some(payload(&agent::forward(&image, at, &type_of, &mut Fields::none()).ok()?))
        };
        let bare = payload(&v0_9::AgentMessage::new(self.session.version, body));
        let visible = payload(message);
        let settled = complement::settle(&visible, bare, kept, Some(LIST), LEVELS, &back);
        depth::fits(Some(&visible), &settled.made, 0, &BACKWARD.message)?;
        Ok((settled.made.decode()?, settled))
    }
}
