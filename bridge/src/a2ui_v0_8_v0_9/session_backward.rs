//! The session from 0.9 to 0.8.

use super::{
    Backward, BackwardSurface, Held, backward, client, forward,
    root::{Naming, ROOT},
    rules::backward as rules,
    session_forward::other_version,
};
use crate::{
    Carry, Context, Dialect, Ledger, Place, Refusal,
    Verdict::*,
    carry::Hop,
    complement::{self, List, Settled},
    depth,
    fields::{self, Fields},
    restored,
    session::Output,
};
use a2ui::{Message, Version, surface::Surface, v0_8, v0_9};
use std::collections::BTreeMap;
use wire::{Field, Payload, Pointer};

const LIST: List =
    List { made: &["surfaceUpdate", "components"], visible: &["updateComponents", "components"] };
/// `/updateComponents/components/0/text`
const LEVELS: usize = 4;

impl Default for Backward {
    fn default() -> Self {
        Self::new(0u64, BTreeMap::new())
    }
}

impl Backward {
    /// Takes a message of 0.9 or 0.9.1, with the carry that came with it, and gives the messages of 0.8 that are due.
    ///
    /// Notes say to which message they belong by its number.
    ///
    /// # Errors
    /// If the message has no image, its surface is not there, or the ledger allows no loss. The session is then as it was.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, a2ui, a2ui_v0_8_v0_9::Backward};
    ///
    /// let mut session = Backward::default();
    /// let mut take = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
    ///     let message = a2ui::Message::read(text)?;
    ///     Ok(session.handle(message, &Carry::default(), &Context::default(), &mut ())?)
    /// };
    /// take(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
    /// let messages = take(r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#)?;
    /// let keys: Vec<_> = messages.iter().map(|output| output.message.key()).collect();
    /// assert_eq!(keys, ["surfaceUpdate", "beginRendering"]);
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
            Message::V0_9Agent(message) => self.agent(&message, home, cx, ledger)?,
            Message::V0_9Client(message) => {
                let surface = message.surface_id();
                let naming = match self.surfaces.get(surface.as_str()) {
                    Some(surface) => surface.naming(),
                    None => client::of_context(surface, cx),
                };
                let (image, carry) = client::translate_backward(&message, &naming, home, self.next, ledger)?;
                vec![Output::new(self.next, image, carry)]
            }
            other => return Err(other_version(other.version(), Version::V0_9, rules::MESSAGE.id)),
        };
        self.next = self.next.saturating_add(1);
        Ok(outputs)
    }

    /// At the end of the input, what still waits for a root that never came.
    ///
    /// # Errors
    /// Those of the ledger.
    pub fn finish<L: Ledger>(&mut self, ledger: &mut L) -> Result<Vec<Output>, Refusal> {
        for held in self.surfaces.values().filter_map(|surface| surface.begin.get()) {
            let place = Place {
                input: held.input,
                from: Pointer::root().member("createSurface"),
                to: Some(Pointer::root().member("beginRendering")),
            };
            let remark = "the root never came; `beginRendering` names it all the same";
            fields::enter(&rules::HELD, Derived, place, remark, ledger)?;
        }
        let held =
            self.surfaces.values_mut().filter_map(|surface| std::mem::take(&mut surface.begin).into_value());
        let mut outputs: Vec<_> =
            held.map(|held| Output::new(held.input, held.message, held.carry)).collect();
        outputs.sort_by_key(|output| output.input);
        Ok(outputs)
    }

    /// The numbers of the messages that wait.
    pub fn held(&self) -> impl Iterator<Item = u64> {
        self.surfaces.values().filter_map(|surface| Some(surface.begin.get()?.input))
    }

    fn agent<L: Ledger>(
        &mut self,
        message: &v0_9::AgentMessage,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let id = message.surface_id().as_str().to_owned();
        let at = Pointer::root().member(message.key());
        if !self.surfaces.contains_key(&id) {
            let given = cx.surfaces.get(&id).filter(|surface| surface.version() == Version::V0_9);
            if let Some(surface) = given.and_then(BackwardSurface::of_surface) {
                self.surfaces.insert(id.clone(), surface);
            }
        }
        let visible = Payload::of(message).unwrap_or_else(|_| Payload::null());
        let job = Job { message, visible: &visible, input: self.next };
        match (&message.body, self.surfaces.get(&id)) {
            (v0_9::AgentBody::CreateSurface(_), Some(_)) => {
                let text = format_args!("the surface `{id}` exists already").to_string();
                Err(Refusal::rule_broken(rules::SURFACE.id, at.member("surfaceId"), text)
                    .hint("delete it first, or use another id"))
            }
            (v0_9::AgentBody::CreateSurface(body), None) => {
                let nothing =
                    BackwardSurface::new(ROOT, body.catalog_id.clone(), BTreeMap::new(), Vec::new());
                let mut outputs = job.one(&nothing, home, ledger)?;
                let mut surface = nothing;
                if let Some(Output { message: Message::V0_8Agent(begin), carry, .. }) = outputs.pop() {
                    if let v0_8::AgentBody::BeginRendering(body) = &begin.body {
                        surface.root = body.root.clone();
                    }
                    surface.begin = Field::Value(Held::new(self.next, begin, carry));
                }
                self.surfaces.insert(id, surface);
                Ok(Vec::new())
            }
            (v0_9::AgentBody::DeleteSurface(_), surface) => {
                let nothing = BackwardSurface::new(ROOT, "", BTreeMap::new(), Vec::new());
                let outputs = job.one(surface.unwrap_or(&nothing), home, ledger)?;
                if let Some(held) = surface.and_then(|surface| surface.begin.get()) {
                    let from = Pointer::root().member("createSurface");
                    let place = Place { input: held.input, from, to: None };
                    let remark = "the surface was taken away before its root came";
                    fields::enter(&rules::HELD, Dropped, place, remark, ledger)?;
                }
                self.surfaces.remove(&id);
                Ok(outputs)
            }
            (_, None) => {
                let text = format_args!("there is no surface `{id}`").to_string();
                Err(Refusal::rule_broken(rules::SURFACE.id, at.member("surfaceId"), text)
                    .hint("create it first, or give the surface"))
            }
            (_, Some(surface)) => {
                let mut outputs = job.one(surface, home, ledger)?;
                if let Some(surface) = self.surfaces.get_mut(&id) {
                    surface.take_in(message, &outputs);
                    let begins_again = outputs.iter().any(|output| output.message.key() == "beginRendering");
                    if begins_again || outputs.iter().any(|output| surface.holds_root(&output.message)) {
                        let held = std::mem::take(&mut surface.begin).into_value();
                        let begin = held.map(|held| Output::new(held.input, held.message, held.carry));
                        let at = if begins_again { 0 } else { outputs.len() };
                        outputs.splice(at..at, begin);
                    }
                }
                Ok(outputs)
            }
        }
    }
}

impl BackwardSurface {
    fn of_surface(surface: &Surface) -> Option<Self> {
        let types = surface
            .components()
            .map(|component| (component.id().as_str().to_owned(), component.type_name().to_owned()));
        Some(Self::new(ROOT, surface.catalog_id()?.clone(), types.collect::<BTreeMap<_, _>>(), Vec::new()))
    }

    fn naming(&self) -> Naming {
        Naming::of(&self.root, &self.catalog_id)
    }

    fn holds_root(&self, message: &Message) -> bool {
        match message {
            Message::V0_8Agent(v0_8::AgentMessage { body: v0_8::AgentBody::SurfaceUpdate(body), .. }) => {
                body.components.iter().any(|component| component.id == self.root)
            }
            _ => false,
        }
    }

    /// What the message, and what became of it, says about the surface.
    fn take_in(&mut self, message: &v0_9::AgentMessage, outputs: &[Output]) {
        match &message.body {
            v0_9::AgentBody::UpdateComponents(body) => {
                for component in &body.components {
                    if let Field::Value(name) = &component.component {
                        self.types.insert(component.id.as_str().to_owned(), name.clone());
                    }
                }
                self.writes.clear();
            }
            v0_9::AgentBody::UpdateDataModel(body) if outputs.is_empty() => self.writes.push(body.clone()),
            _ => {}
        }
        for output in outputs {
            if let Message::V0_8Agent(message) = &output.message {
                if let v0_8::AgentBody::BeginRendering(body) = &message.body {
                    self.root = body.root.clone();
                }
            }
        }
    }
}

/// One message that is translated.
struct Job<'a> {
    message: &'a v0_9::AgentMessage,
    visible: &'a Payload,
    input: u64,
}

impl Job<'_> {
    fn one<L: Ledger>(
        &self,
        surface: &BackwardSurface,
        home: &Carry,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let (mut kept, rest) = home.take(Dialect::A2ui0_8);
        match kept.stands_for(self.visible) {
            // What a component writes of itself, and the Column around a root: 0.8 has no message for these.
            Some(None) => return Ok(Vec::new()),
            Some(Some(source)) => {
                if let Some(begin) = self.begin(source) {
                    let place = Place { input: self.input, from: Pointer::root(), to: Some(Pointer::root()) };
                    fields::enter(rules::OTHERS.restored, Copied, place, restored::REMARK, ledger)?;
                    return Ok(vec![Output::new(self.input, begin, rest)]);
                }
            }
            None => {}
        }
        if kept.image("").is_some() {
            kept = Hop::of(Dialect::A2ui0_8);
        }
        let naming = surface.naming();
        let type_of = |id: &str| surface.types.get(id).cloned();
        let mut fields = Fields::of(ledger);
        let body = backward::message(self.message, &naming, &type_of, &mut fields)?;
        let back = |image: &Payload| self.back(image, &naming, surface);
        let bare = Payload::of(&v0_8::AgentMessage::new(body)).unwrap_or_else(|_| Payload::null());
        let settled = complement::settle(self.visible, bare.clone(), &kept, Some(LIST), LEVELS, &back);
        let from = super::dialect(self.message.version);
        let parts = match &self.message.body {
            v0_9::AgentBody::UpdateDataModel(body) if contents(&settled.made) == contents(&bare) => {
                backward::parts(body)
            }
            _ => Vec::new(),
        };
        if parts.len() < 2 {
            fields.enter(&settled, &rules::OTHERS, self.input, ledger)?;
            depth::fits(Some(self.visible), &settled.made, 0, &rules::MESSAGE)?;
            let made: v0_8::AgentMessage = settled.made.decode()?;
            return Ok(vec![Output::new(
                self.input,
                made,
                rest.with(Hop::of_changes(from, settled.carried)),
            )]);
        }
        kept.fields.retain(|field| settled.restored.contains(&field.pointer));
        let outputs = self.split(parts, (&kept, rest), &back)?;
        let carried = outputs.iter().flat_map(|(_, settled)| settled.carried.clone()).collect();
        fields.enter(&Settled { carried, ..settled }, &rules::OTHERS, self.input, ledger)?;
        Ok(outputs.into_iter().map(|(output, _)| output).collect())
    }

    /// The `beginRendering` for whose sake components were sent again.
    fn begin(&self, source: &Payload) -> Option<v0_8::AgentMessage> {
        let source: v0_8::AgentMessage = source.decode().ok()?;
        let is_begin = matches!(source.body, v0_8::AgentBody::BeginRendering(_));
        (is_begin && source.surface_id() == self.message.surface_id()).then_some(source)
    }

    /// The several messages that together write a deep value, each with what it stands for.
    fn split(
        &self,
        parts: Vec<(v0_9::UpdateDataModel, v0_8::DataModelUpdate)>,
        (kept, rest): (&Hop, Carry),
        back: &dyn Fn(&Payload) -> Option<Payload>,
    ) -> Result<Vec<(Output, Settled)>, Refusal> {
        let from = super::dialect(self.message.version);
        let (mut rest, mut outputs) = (Some(rest), Vec::new());
        for (mut old, new) in parts {
            let mut source = self.message.clone();
            if rest.is_none() {
                source.extra = wire::Extra::new();
            } else if let v0_9::AgentBody::UpdateDataModel(body) = &self.message.body {
                old.extra = body.extra.clone();
            }
            source.body = old.into();
            let visible = Payload::of(&source).unwrap_or_else(|_| Payload::null());
            let bare = Payload::of(&v0_8::AgentMessage::new(new)).unwrap_or_else(|_| Payload::null());
            let nothing = Hop::of(Dialect::A2ui0_8);
            // What belongs to the whole goes with the first.
            let kept = if rest.is_some() { kept } else { &nothing };
            let settled = complement::settle(&visible, bare, kept, None, LEVELS, back);
            depth::fits(Some(self.visible), &settled.made, 0, &rules::MESSAGE)?;
            let made: v0_8::AgentMessage = settled.made.decode()?;
            let hop = Hop::of_changes(from, settled.carried.clone());
            let carry = rest.take().unwrap_or_default().with(hop);
            outputs.push((Output::new(self.input, made, carry), settled));
        }
        Ok(outputs)
    }

    /// The image of a message of 0.8 in this one's version. A component that writes more than was seen to be written does not fit.
    fn back(&self, image: &Payload, naming: &Naming, surface: &BackwardSurface) -> Option<Payload> {
        let image: v0_8::AgentMessage = image.decode().ok()?;
        let forward::Image { mut body, writes } =
            forward::message(&image, naming, &mut Fields::none()).ok()?;
        if let v0_9::AgentBody::UpdateComponents(body) = &mut body {
            for (index, write) in writes {
                let is_seen =
                    surface.writes.iter().any(|seen| seen.path == write.path && seen.value == write.value);
                if let (false, Some(component)) = (is_seen, body.components.get_mut(index)) {
                    component.extra.insert("\u{0}write", Payload::null());
                }
            }
        }
        Payload::of(&v0_9::AgentMessage::new(v0_9::Version::V0_9, body)).ok()
    }
}

fn contents(message: &Payload) -> Option<Payload> {
    message.get(&Pointer::root().member("dataModelUpdate").member("contents"))
}
