//! Translation of one message from 0.8 to 0.9.

use super::ForwardSurface;
use crate::{
    Dialect, Refusal,
    Verdict::*,
    a2ui_v0_8_v0_9::{
        FORWARD as rules,
        backward::{self, ComponentResults},
        component_graph::ComponentGraph,
        edited,
        forward::{self, KnownState},
        paths::Paths,
        restored::check_components,
        root::{Naming, ROOT, ROOT_DERIVED, catalog_forward, is_known},
        state_0_8::{KnownComponent, Reference, SurfaceState, references},
        version,
    },
    lens::{
        A2uiOutput as Output, Direction, FieldMap, KeyedList, Returns, Translated, TranslationCx,
        payload,
    },
};
use a2ui::{CatalogId, ComponentId, data_model, v0_8, v0_9};
use std::collections::BTreeSet;
use wire::{Field, Payload, Pointer};

/// The list of components in both versions.
pub(super) const COMPONENTS: KeyedList = KeyedList::new(
    "/surfaceUpdate/components",
    "/updateComponents/components",
    "id",
);
/// The depth of the fields, such as `/surfaceUpdate/components/0/component/Text/text`.
const LEVELS: usize = 6;

/// The result of translating one message.
pub(super) struct TranslatedMessage {
    pub(super) output: Output,
    /// The writes into the data model that precede the message, with the names of 0.8.
    pub(super) writes: Vec<(Vec<String>, Payload)>,
    /// The write of the message itself, with the names of 0.8.
    pub(super) data: Option<(Vec<String>, Payload)>,
}

/// The translation of one message of a surface.
pub(super) struct MessageTranslation<'a> {
    pub(super) to: Dialect,
    pub(super) surface: &'a ForwardSurface,
}

impl MessageTranslation<'_> {
    /// Translates a message alone, and returns its writes into the data model. `shown` is the state of the surface, if the surface
    /// has begun. `tree` is the component graph of the 0.9 side.
    pub(super) fn translate(
        &self,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        (shown, tree): (Option<&SurfaceState>, &ComponentGraph),
        tcx: &mut TranslationCx<'_>,
    ) -> Result<TranslatedMessage, Refusal> {
        let mut fields = tcx.fields();
        let in_item = |id: &str| shown.is_some_and(|shown| shown.is_in_item(id));
        let known = KnownState {
            // A path that came from 0.9 already has the form of the 0.9 data.
            shown: match shown {
                Some(_) if tcx.is_field_returning(message, "/updateDataModel/path") => None,
                shown => shown,
            },
            in_item: &in_item,
        };
        let translated_body = forward::translate_message(message, naming, known, &mut fields)?;
        let mut writes = Vec::new();
        for (_, path, value) in translated_body.writes {
            if let Ok(names) = data_model::names(&path) {
                writes.push((names, value));
            }
        }
        let plain_target = v0_9::AgentMessage::new(version(self.to), translated_body.body);
        // If the value has another form in 0.9, the carry contains the whole message, unless a carry restored that form.
        let other_form = if translated_body.is_shown {
            Some(data_of(&plain_target))
        } else {
            None
        };
        let translated = if other_form.is_some() && !tcx.is_returning() {
            tcx.add_notes(fields);
            Translated::plain(plain_target)
        } else {
            self.reconcile((message, plain_target), (naming, tree), fields, tcx)?
        };
        let output = match other_form {
            Some(data) if data == data_of(&translated.message) => {
                stand_for_whole(message, translated.message, tcx)?
            }
            _ => tcx.a2ui_output(translated),
        };
        Ok(TranslatedMessage {
            output,
            writes,
            data: translated_body.data,
        })
    }

    /// Restores carried fields, and determines the losses.
    fn reconcile(
        &self,
        (message, plain_target): (&v0_8::AgentMessage, v0_9::AgentMessage),
        (naming, tree): (&Naming, &ComponentGraph),
        fields: FieldMap,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<v0_9::AgentMessage>, Refusal> {
        let direction = Direction {
            list: Some(COMPONENTS),
            merge: edited::merge,
            source_derived: ROOT_DERIVED,
            ..Direction::new(Dialect::A2ui0_8, self.to, LEVELS, &rules.others)
        };
        let known = (naming, tree);
        let returns = Returns {
            losses: &|target, losses| {
                let returned = translate_back(target, message, known);
                losses.add_changes_of_message(message, returned, LEVELS);
                losses.mark_forms(|place| is_equal_form(message, place));
            },
            back: &|target| translate_back(target, message, known),
        };
        let plain_back = if tcx.may_restore() {
            translate_back(&plain_target, message, known).ok()
        } else {
            None
        };
        let plain_components = match &plain_back {
            Some(plain_back) => components(plain_back).as_slice(),
            None => &[],
        };
        let check = |target: &v0_9::AgentMessage| {
            let restored = translate_back(target, message, known)?;
            let (visible, restored) = (components(message), components(&restored));
            check_components(
                COMPONENTS.to,
                visible.as_slice(),
                restored.as_slice(),
                plain_components,
            )
        };
        direction.reconcile_checked(
            message,
            plain_target,
            fields,
            returns.with_check(&check),
            tcx,
        )
    }

    /// Creates a surface that begins. If the catalog is custom, a Column contains the root.
    pub(super) fn begin(
        &self,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        naming: &Naming,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let mut outputs = vec![
            self.translate(message, naming, (None, &self.surface.tree), tcx)?
                .output,
        ];
        if body.root.as_str() != ROOT && !is_known(&catalog_forward(&body.catalog_id)) {
            let mut fields = tcx.notes();
            let from = Pointer::root().member("beginRendering").member("root");
            let to = Pointer::parse("/updateComponents/components/0").ok();
            fields.enter(Derived, &rules.root, from, to, WRAPPED);
            let wrapper =
                tcx.stand_in(None, build_wrapper(body, version(self.to)), &rules.others)?;
            outputs.push(Output {
                notes: fields.list,
                ..wrapper
            });
        }
        Ok(outputs)
    }

    /// Changes the root of a surface that has begun.
    pub(super) fn begin_again(
        &self,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        (root, catalog): (&ComponentId, &CatalogId),
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        // Only a root with another id needs a Column around it.
        let is_wrapped = body.root.as_str() != ROOT && !is_known(catalog);
        if is_wrapped {
            let mut known = self.surface.components.values();
            if known.any(|known| is_or_names_root(&known.component)) {
                let at = Pointer::root().member("beginRendering").member("root");
                return Err(refuse_other_root(&body.root, at));
            }
        }
        let version = version(self.to);
        let update = if is_wrapped {
            build_wrapper(body, version)
        } else {
            let components = self.components_of_root(&body.root, (root, catalog));
            let update = v0_9::UpdateComponents::new(body.surface_id.clone(), components);
            v0_9::AgentMessage::new(version, update)
        };
        let mut fields = tcx.notes();
        let (from, to) = ("beginRendering", "updateComponents");
        let remark =
            "0.9 creates a surface once: the components are sent again under their new ids";
        let at = Pointer::root();
        fields.remark(Carried, &rules.begin, (&at, from), None, remark);
        for (name, _) in message.extra.iter() {
            fields.add(Carried, rules.others.carried, (&at, name), None);
        }
        fields.add(Derived, &rules.begin, (&at, ""), Some((&at, to)));
        if !is_wrapped && !self.is_component(body.root.as_str()) {
            let at = at.member(from);
            fields.remark(Derived, &rules.root, (&at, "root"), None, MISSING_ROOT);
        }
        let output = tcx.stand_in(Some(payload(message)), update, &rules.others)?;
        Ok(vec![Output {
            notes: fields.list,
            ..output
        }])
    }

    /// Returns the 0.9 components that change with the root, because their id or an id in them changes.
    fn components_of_root(
        &self,
        new_root: &ComponentId,
        (old_root, catalog): (&ComponentId, &CatalogId),
    ) -> Vec<v0_9::Component> {
        let (old, new) = (Naming::of(old_root, catalog), Naming::of(new_root, catalog));
        let known = &self.surface.components;
        let candidates: Vec<&KnownComponent> = if old == new {
            // If no id changes, only the root is sent again.
            known.get(new_root.as_str()).into_iter().collect()
        } else {
            known.values().collect()
        };
        let mut changed = Vec::new();
        for known in candidates {
            let before = self.component_in_0_9(&known.component, &old);
            let after = self.component_in_0_9(&known.component, &new);
            // In a custom catalog, a Column was the root if the old root had another id.
            let is_sent_again = new_root == old_root || !is_known(catalog);
            if before != after || (is_sent_again && after.id.as_str() == ROOT) {
                changed.push(after);
            }
        }
        if !self.is_component(new_root.as_str()) {
            changed.push(build_column(ROOT, Payload::array([])));
        }
        // 0.9 cannot remove a component, so an empty Column replaces one whose id is now unused.
        for id in BTreeSet::from([old_root.as_str(), new_root.as_str()]) {
            let is_stale =
                self.is_component(old.swapped(id)) && !self.is_component(new.swapped(id));
            if id != ROOT && is_stale {
                changed.push(build_column(id, Payload::array([])));
            }
        }
        changed
    }

    /// Translates a component at its present position.
    fn component_in_0_9(&self, component: &v0_8::Component, naming: &Naming) -> v0_9::Component {
        let paths = Paths::of_component(&self.surface.shown, component.id.as_str());
        self.surface.component_in_0_9(component, naming, paths)
    }

    /// Returns `true` if 0.8 has a component with this id.
    fn is_component(&self, id: &str) -> bool {
        self.surface.components.contains_key(id)
    }

    /// Refuses a component called `root` that is not the root, if the catalog is custom. Ids stay the same in a custom catalog, so
    /// references to `root` would mean the Column around all components.
    pub(super) fn refuse_root(
        &self,
        message: &v0_8::AgentMessage,
        root: &ComponentId,
        catalog: &CatalogId,
    ) -> Result<(), Refusal> {
        if root.as_str() == ROOT || is_known(catalog) {
            return Ok(());
        }
        for (index, component) in components(message).enumerate() {
            if is_or_names_root(component) {
                let mut at = Pointer::from_static("/surfaceUpdate/components").element(index);
                if component.id.as_str() == ROOT {
                    at = at.member("id");
                }
                return Err(refuse_other_root(root, at));
            }
        }
        Ok(())
    }
}

/// Translates a target back to 0.8, with the component graph of the 0.9 side. `message` is the source of the target.
fn translate_back(
    target: &v0_9::AgentMessage,
    message: &v0_8::AgentMessage,
    (naming, tree): (&Naming, &ComponentGraph),
) -> Result<v0_8::AgentMessage, Refusal> {
    // The target may contain templates that repeat its own components.
    let mut after = tree.clone();
    after.learn(target);
    let known = backward::KnownState {
        tree,
        in_item: &|id| after.is_in_item(id),
        results: ComponentResults::Shown(components(message).as_slice()),
    };
    let body = backward::translate_message(target, naming, known, &mut FieldMap::none())?;
    Ok(v0_8::AgentMessage::new(backward::first_part(target, body)))
}

/// Creates the output for a message whose value has another form in 0.9. The carry contains the whole message.
fn stand_for_whole(
    message: &v0_8::AgentMessage,
    target: v0_9::AgentMessage,
    tcx: &mut TranslationCx<'_>,
) -> Result<Output, Refusal> {
    for note in &mut tcx.notes {
        let is_about_data = [rules.value.id, rules.path.id].contains(&note.rule.as_str());
        if is_about_data && note.verdict == Encoded {
            note.verdict = Carried;
            note.remark = Field::Value(AS_LIST.into());
        }
    }
    let output = tcx.stand_in(Some(payload(message)), target, &rules.others)?;
    Ok(Output {
        notes: std::mem::take(&mut tcx.notes),
        ..output
    })
}

/// Returns `true` if a component has the id `root` or refers to it.
fn is_or_names_root(component: &v0_8::Component) -> bool {
    if component.id.as_str() == ROOT {
        return true;
    }
    for reference in references(component) {
        let (Reference::Child(id) | Reference::Template(id, _)) = reference;
        if id == ROOT {
            return true;
        }
    }
    false
}

/// Creates the refusal for a component called `root` that is not the root.
fn refuse_other_root(root: &ComponentId, at: Pointer) -> Refusal {
    let message = format!("the root is `{root}`, but 0.9 reserves the id `root` for the root");
    Refusal::rule_broken(rules.root.id, at, message).hint(
        "give the root the id `root`, or use the standard catalog, whose references are known",
    )
}

const AS_LIST: &str = "0.9 has a list where 0.8 has names: the carry keeps the original";
const MISSING_ROOT: &str =
    "the root is missing: an empty Column replaces the previous root, which 0.9 cannot remove";
const WRAPPED: &str = "a Column called `root` contains the root, because the references of a custom catalog are unknown";

/// Returns `true` if a lost field comes back in an equivalent form. An absent catalog comes back as the id of the standard
/// catalog, and a map inside a map as an update of its own.
fn is_equal_form(message: &v0_8::AgentMessage, place: &Pointer) -> bool {
    match &message.body {
        v0_8::AgentBody::BeginRendering(body) => {
            place.as_str() == "/beginRendering/catalogId" && body.catalog_id.is_absent()
        }
        v0_8::AgentBody::DataModelUpdate(body) => is_map(&body.contents, place),
        _ => false,
    }
}

/// Returns `true` if a place in an update is a map among its entries.
fn is_map(contents: &[v0_8::DataEntry], place: &Pointer) -> bool {
    // `/dataModelUpdate/contents`, then an index and `valueMap` for each map.
    let mut segments = place.segments().skip(2).peekable();
    if segments.peek().is_none() {
        return false;
    }
    let mut entries = contents;
    while let Some(index) = segments.next() {
        let Ok(index) = index.parse::<usize>() else {
            return false;
        };
        let Some(map) = entries.get(index).and_then(|entry| entry.value_map.get()) else {
            return false;
        };
        if segments.next().as_deref() != Some("valueMap") {
            return false;
        }
        entries = map;
    }
    true
}

/// Returns the path and the value of an update of the data model.
fn data_of(message: &v0_9::AgentMessage) -> Option<(Field<String>, Option<Payload>)> {
    match &message.body {
        v0_9::AgentBody::UpdateDataModel(body) => Some((body.path.clone(), body.value.clone())),
        _ => None,
    }
}

/// Iterates over the components in an update. Other messages have none.
pub(super) fn components(message: &v0_8::AgentMessage) -> std::slice::Iter<'_, v0_8::Component> {
    match &message.body {
        v0_8::AgentBody::SurfaceUpdate(body) => body.components.iter(),
        _ => [].iter(),
    }
}

/// Creates the update with the Column called `root` that contains the 0.8 root.
fn build_wrapper(body: &v0_8::BeginRendering, version: v0_9::Version) -> v0_9::AgentMessage {
    let children = Payload::array([&Payload::string(body.root.as_str())]);
    let update =
        v0_9::UpdateComponents::new(body.surface_id.clone(), vec![build_column(ROOT, children)]);
    v0_9::AgentMessage::new(version, update)
}

/// Creates a Column with these children.
fn build_column(id: &str, children: Payload) -> v0_9::Component {
    let mut column = v0_9::Component::new(id).component("Column");
    column.extra.insert("children", children);
    column
}
