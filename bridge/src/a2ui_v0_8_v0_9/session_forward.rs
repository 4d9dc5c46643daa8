//! The session from 0.8 to 0.9.

use super::{
    Forward, ForwardSurface, Held, backward, client,
    forward::{self, Image},
    root::{Naming, ROOT, catalog_forward, is_known},
    rules::forward as rules,
};
use crate::{
    Carry, Context, Dialect, Ledger, Place, Refusal,
    Verdict::*,
    carry::Hop,
    complement::{self, List},
    depth,
    fields::{self, Fields},
    session::{Output, Unfinished},
};
use a2ui::{CatalogId, ComponentId, Message, SurfaceId, Version, surface::SurfaceComponent, v0_8, v0_9};
use std::collections::BTreeMap;
use wire::{Field, Payload, Pointer};

const LIST: List =
    List { made: &["updateComponents", "components"], visible: &["surfaceUpdate", "components"] };
/// `/surfaceUpdate/components/0/component/Text/text`
const LEVELS: usize = 6;

impl Forward {
    /// A session whose messages state this version: 0.9 or 0.9.1.
    pub fn to(version: v0_9::Version) -> Self {
        Self::new(version, 0u64, BTreeMap::new())
    }

    /// Takes a message of 0.8, with the carry that came with it, and gives the messages that are due.
    ///
    /// Notes say to which message they belong by its number.
    ///
    /// # Errors
    /// If the message has no image, or the ledger allows no loss. The session is then as it was.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, a2ui, a2ui_v0_8_v0_9::Forward};
    ///
    /// let mut session = Forward::to(a2ui::v0_9::Version::V0_9);
    /// let mut take = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
    ///     let message = a2ui::Message::read(text)?;
    ///     Ok(session.handle(message, &Carry::default(), &Context::default(), &mut ())?)
    /// };
    /// let held = take(r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Text":{"text":{"literalString":"a"}}}}]}}"#)?;
    /// assert!(held.is_empty());
    /// let messages = take(r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#)?;
    /// assert_eq!(messages[0].message.key(), "createSurface");
    /// assert_eq!(
    ///     wire::encode(&messages[1].message)?,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn handle<L: Ledger>(
        &mut self,
        message: Message,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let outputs = match message {
            Message::V0_8Agent(message) => self.agent(message, home, cx, ledger)?,
            Message::V0_8Client(message) => {
                let naming =
                    message.surface_id().map_or_else(Naming::default, |surface| self.naming(surface, cx));
                let (image, carry) =
                    client::translate_forward(&message, self.version, &naming, home, self.next, ledger)?;
                vec![Output::new(self.next, image, carry)]
            }
            other => return Err(other_version(other.version(), Version::V0_8, rules::MESSAGE.id)),
        };
        self.next = self.next.saturating_add(1);
        Ok(outputs)
    }

    /// What is still held at the end of the input, and forgets it.
    pub fn finish(&mut self) -> Vec<Unfinished> {
        let held = self.surfaces.values_mut().flat_map(|surface| std::mem::take(&mut surface.held));
        let mut unfinished: Vec<_> = held
            .map(|held| {
                let at = Pointer::root().member(held.message.key());
                let message = format_args!(
                    "the surface `{}` has no `beginRendering`, which names its root and its catalog",
                    held.message.surface_id()
                )
                .to_string();
                let refusal = Refusal::context(rules::HELD.id, at, message);
                Unfinished::new(held.input, refusal.hint("send `beginRendering` after its components"))
            })
            .collect();
        unfinished.sort_by_key(|held| held.input);
        unfinished
    }

    /// The numbers of the messages that are held.
    pub fn held(&self) -> impl Iterator<Item = u64> {
        self.surfaces.values().flat_map(|surface| &surface.held).map(|held| held.input)
    }

    fn naming(&self, surface: &SurfaceId, cx: &Context) -> Naming {
        let known = self.surfaces.get(surface.as_str()).and_then(ForwardSurface::begun);
        known.map_or_else(|| client::of_context(surface, cx), |(root, catalog)| Naming::of(root, catalog))
    }

    fn agent<L: Ledger>(
        &mut self,
        message: v0_8::AgentMessage,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let id = message.surface_id().as_str().to_owned();
        let given;
        let surface = match self.surfaces.get(&id) {
            Some(surface) => surface,
            None => {
                given = ForwardSurface::of_context(&id, cx);
                &given
            }
        };
        let job = Job { version: self.version, input: self.next, home, surface };
        match (&message.body, surface.begun()) {
            (v0_8::AgentBody::DeleteSurface(_), begun) => {
                let naming = begun.map_or_else(Naming::default, |(root, catalog)| Naming::of(root, catalog));
                let outputs = job.one(&message, &naming, ledger)?;
                for held in &surface.held {
                    let at = Pointer::root().member(held.message.key());
                    let place = Place { input: held.input, from: at, to: None };
                    let remark = "the surface was taken away before it was shown";
                    fields::enter(&rules::HELD, Dropped, place, remark, ledger)?;
                }
                self.surfaces.remove(&id);
                Ok(outputs)
            }
            (v0_8::AgentBody::BeginRendering(body), None) => {
                let outputs = job.begin(&message, body, ledger)?;
                let mut next = surface.clone();
                next.root = Field::Value(body.root.clone());
                next.catalog_id = Field::Value(catalog_forward(&body.catalog_id));
                for held in std::mem::take(&mut next.held) {
                    next.remember(&held.message);
                }
                self.surfaces.insert(id, next);
                Ok(outputs)
            }
            (v0_8::AgentBody::BeginRendering(body), Some((root, catalog))) => {
                let outputs = job.begin_again(&message, body, (root, catalog), ledger)?;
                let mut next = surface.clone();
                next.root = Field::Value(body.root.clone());
                self.surfaces.insert(id, next);
                Ok(outputs)
            }
            (_, Some((root, catalog))) => {
                job.refuse_root(&message, root, catalog)?;
                let outputs = job.one(&message, &Naming::of(root, catalog), ledger)?;
                if !self.surfaces.contains_key(&id) {
                    self.surfaces.insert(id.clone(), surface.clone());
                }
                if let Some(surface) = self.surfaces.get_mut(&id) {
                    surface.remember(&message);
                }
                Ok(outputs)
            }
            (_, None) => {
                // Whether it can be translated does not depend on what is still to come.
                job.one(&message, &Naming::default(), &mut ())?;
                let held = Held::new(self.next, message, home.clone());
                let surface = self.surfaces.entry(id).or_insert_with(ForwardSurface::empty);
                surface.held.push(held);
                Ok(Vec::new())
            }
        }
    }
}

impl ForwardSurface {
    fn empty() -> Self {
        Self::new(Vec::new(), BTreeMap::new())
    }

    /// A surface that the caller holds.
    fn of_context(id: &str, cx: &Context) -> Self {
        let mut known = Self::empty();
        let Some(surface) = cx.surfaces.get(id).filter(|surface| surface.version() == Version::V0_8) else {
            return known;
        };
        known.root = surface.stated_root().cloned().map_or(Field::Absent, Field::Value);
        let catalog = surface.catalog_id().cloned().map_or(Field::Absent, Field::Value);
        known.catalog_id = Field::Value(catalog_forward(&catalog));
        for component in surface.components() {
            if let SurfaceComponent::V0_8(component) = component {
                known.components.insert(component.id.as_str().to_owned(), component.clone());
            }
        }
        known
    }

    /// The root and the catalog, once they are known.
    fn begun(&self) -> Option<(&ComponentId, &CatalogId)> {
        Some((self.root.get()?, self.catalog_id.get()?))
    }

    fn remember(&mut self, message: &v0_8::AgentMessage) {
        if let v0_8::AgentBody::SurfaceUpdate(body) = &message.body {
            for component in &body.components {
                self.components.insert(component.id.as_str().to_owned(), component.clone());
            }
        }
    }
}

/// One message that is translated.
struct Job<'a> {
    version: v0_9::Version,
    input: u64,
    home: &'a Carry,
    surface: &'a ForwardSurface,
}

impl Job<'_> {
    /// The message alone, and before it what it writes into the data model.
    fn one<L: Ledger>(
        &self,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let visible = Payload::of(message).unwrap_or_else(|_| Payload::null());
        let (kept, rest) = self.home.take(Dialect::A2ui0_9);
        let mut fields = Fields::of(ledger);
        let Image { body, writes } = forward::message(message, naming, &mut fields)?;
        let types: BTreeMap<&str, &str> = components(message)
            .map(|old| (naming.map(old.id.as_str()), old.component.name.as_str()))
            .collect();
        let type_of = |id: &str| {
            let old = types.get(id)?;
            Some(super::components::Type::of_v0_8(old).map_or(*old, |known| known.v0_9).to_owned())
        };
        // A component whose update leaves its type out may be of a type that only 0.9 calls so.
        let stated_type_of = |id: &str| types.get(id).map(|old| (*old).to_owned());
        let back_by = |image: &v0_9::AgentMessage, type_of: backward::TypeOf<'_>| {
            let body = backward::message(image, naming, type_of, &mut Fields::none()).ok()?;
            Payload::of(&v0_8::AgentMessage::new(body)).ok()
        };
        let back = |image: &Payload| {
            let image: v0_9::AgentMessage = image.decode().ok()?;
            let mapped = back_by(&image, &type_of);
            if mapped.as_ref() == Some(&visible) {
                return mapped;
            }
            back_by(&image, &stated_type_of).filter(|stated| *stated == visible).or(mapped)
        };
        let bare =
            Payload::of(&v0_9::AgentMessage::new(self.version, body)).unwrap_or_else(|_| Payload::null());
        let settled = complement::settle(&visible, bare, &kept, Some(LIST), LEVELS, &back);
        fields.enter(&settled, &rules::OTHERS, self.input, ledger)?;
        depth::fits(Some(&visible), &settled.made, 0, &rules::MESSAGE)?;
        let made: v0_9::AgentMessage = settled.made.decode()?;
        let mut outputs = Vec::new();
        for (_, write) in writes {
            let write = v0_9::AgentMessage::new(made.version, write);
            outputs.push(self.in_place_of(None, write, Carry::default())?);
        }
        let hop = Hop::of_changes(Dialect::A2ui0_8, settled.carried);
        outputs.push(Output::new(self.input, made, rest.with(hop)));
        Ok(outputs)
    }

    /// A message that stands for another one of 0.8, or for none.
    fn in_place_of(
        &self,
        source: Option<Payload>,
        message: v0_9::AgentMessage,
        rest: Carry,
    ) -> Result<Output, Refusal> {
        let image = Payload::of(&message).unwrap_or_else(|_| Payload::null());
        depth::fits(None, &image, 0, &rules::WRITE)?;
        let hop = Hop::in_place_of(Dialect::A2ui0_8, source, &image);
        Ok(Output::new(self.input, message, rest.with(hop)))
    }

    /// The surface begins: it is created, and what was held comes out.
    fn begin<L: Ledger>(
        &self,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let catalog = catalog_forward(&body.catalog_id);
        let naming = Naming::of(&body.root, &catalog);
        for held in &self.surface.held {
            self.refuse_root(&held.message, &body.root, &catalog)?;
        }
        let mut outputs = self.one(message, &naming, ledger)?;
        if body.root.as_str() != ROOT && !is_known(&catalog) {
            let wrapper = wrapper(body, self.version);
            let place = Place {
                input: self.input,
                from: Pointer::parse(rules::ROOT.from).unwrap_or_default(),
                to: Pointer::parse("/updateComponents/components/0").ok(),
            };
            fields::enter(&rules::ROOT, Derived, place, WRAPPED, ledger)?;
            outputs.push(self.in_place_of(None, wrapper, Carry::default())?);
        }
        for held in &self.surface.held {
            let job = Job { input: held.input, home: &held.carry, ..*self };
            outputs.extend(job.one(&held.message, &naming, ledger)?);
        }
        Ok(outputs)
    }

    /// The surface has begun already: its root changes.
    fn begin_again<L: Ledger>(
        &self,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        (root, catalog): (&ComponentId, &CatalogId),
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let (_, rest) = self.home.take(Dialect::A2ui0_9);
        let (old, new) = (Naming::of(root, catalog), Naming::of(&body.root, catalog));
        let update = if is_known(catalog) {
            let nowhere = Pointer::root();
            let image = |component: &v0_8::Component, naming: &Naming| {
                super::component::forward(component, naming, (&nowhere, &nowhere), &mut Fields::none()).0
            };
            let known = self.surface.components.values();
            let mut changed: Vec<_> = known.map(|known| (image(known, &old), image(known, &new))).collect();
            changed.retain(|(old, new)| old != new || (body.root == *root && new.id.as_str() == ROOT));
            let changed: Vec<_> = changed.into_iter().map(|(_, new)| new).collect();
            let update = v0_9::UpdateComponents::new(body.surface_id.clone(), changed);
            v0_9::AgentMessage::new(self.version, update)
        } else {
            wrapper(body, self.version)
        };
        let is_empty =
            matches!(&update.body, v0_9::AgentBody::UpdateComponents(body) if body.components.is_empty());
        // Nothing is there yet that could change; the message still needs something that stands for it.
        let update = if is_empty { placeholder(body, self.version) } else { update };
        let source = Payload::of(message).unwrap_or_else(|_| Payload::null());
        let place = Place {
            input: self.input,
            from: Pointer::root().member("beginRendering"),
            to: Some(Pointer::root().member("updateComponents")),
        };
        let remark = "0.9 makes a surface once: the components are sent again under their new names";
        fields::enter(&rules::BEGIN, Carried, place, remark, ledger)?;
        Ok(vec![self.in_place_of(Some(source), update, rest)?])
    }

    /// In a catalog of somebody's own the ids stay, and so nothing else can be called `root`.
    fn refuse_root(
        &self,
        message: &v0_8::AgentMessage,
        root: &ComponentId,
        catalog: &CatalogId,
    ) -> Result<(), Refusal> {
        if root.as_str() == ROOT || is_known(catalog) {
            return Ok(());
        }
        let Some(at) = components(message).position(|component| component.id.as_str() == ROOT) else {
            return Ok(());
        };
        let pointer =
            Pointer::parse("/surfaceUpdate/components").unwrap_or_default().element(at).member("id");
        let message =
            format_args!("the root is `{root}`, and in 0.9 no other component is called `root`").to_string();
        Err(Refusal::rule_broken(rules::ROOT.id, pointer, message)
            .hint("name the root `root`, or use the standard catalog, whose references are known"))
    }
}

const WRAPPED: &str =
    "a Column called `root` holds it: in a catalog of somebody's own it is not known where ids stand";

fn components(message: &v0_8::AgentMessage) -> std::slice::Iter<'_, v0_8::Component> {
    match &message.body {
        v0_8::AgentBody::SurfaceUpdate(body) => body.components.iter(),
        _ => [].iter(),
    }
}

/// A root that holds the one of 0.8.
fn wrapper(body: &v0_8::BeginRendering, version: v0_9::Version) -> v0_9::AgentMessage {
    let children = if body.root.as_str() == ROOT {
        Payload::array([])
    } else {
        Payload::array([&Payload::string(body.root.as_str())])
    };
    column(body, version, children)
}

fn placeholder(body: &v0_8::BeginRendering, version: v0_9::Version) -> v0_9::AgentMessage {
    column(body, version, Payload::array([]))
}

fn column(body: &v0_8::BeginRendering, version: v0_9::Version, children: Payload) -> v0_9::AgentMessage {
    let mut column = v0_9::Component::new(ROOT).component("Column");
    column.extra.insert("children", children);
    v0_9::AgentMessage::new(version, v0_9::UpdateComponents::new(body.surface_id.clone(), vec![column]))
}

pub(super) fn other_version(found: Version, expected: Version, rule: &str) -> Refusal {
    let message = format_args!("the message is one of {found}, not of {expected}").to_string();
    Refusal::rule_broken(rule, Pointer::root(), message).hint("one session takes the messages of one version")
}
