//! Translation of agent messages from 0.8 to 0.9, without a carry.

use super::{
    FORWARD as rules, component, note_surface_id, note_unknown_members,
    paths::{Paths, Terms},
    root::{Naming, catalog_forward},
    state_0_8::{SurfaceState, TargetWrite},
};
use crate::{Refusal, Verdict::*, lens::FieldMap};
use a2ui::{SurfaceId, data_model, v0_8, v0_9};
use wire::{Field, Payload, Pointer};

/// The result of translating a message.
pub(super) struct TranslatedBody {
    pub(super) body: v0_9::AgentBody,
    /// The writes into the data model that precede the message. Each has the index of its component, the path in 0.8 and the
    /// value.
    pub(super) writes: Vec<(usize, String, Payload)>,
    /// The write that an update of the data model performs, with the names and the value of 0.8.
    pub(super) data: Option<(Vec<String>, Payload)>,
    /// `true` if the state of the surface changed the update: a list replaces a map, or an object is written at a higher path.
    pub(super) is_shown: bool,
}

/// The state of a 0.8 surface that a message depends on.
#[derive(Clone, Copy)]
pub(super) struct KnownState<'a> {
    /// The data and the templates of the surface, if they are known.
    pub(super) shown: Option<&'a SurfaceState>,
    /// A predicate that returns `true` if a template repeats the component with this id.
    pub(super) in_item: &'a dyn Fn(&str) -> bool,
}

/// Translates a message to 0.9. The session translates a second `beginRendering` itself.
pub(super) fn translate_message(
    message: &v0_8::AgentMessage,
    naming: &Naming,
    known: KnownState<'_>,
    fields: &mut FieldMap,
) -> Result<TranslatedBody, Refusal> {
    let root = Pointer::root();
    fields.add(
        Defaulted,
        &rules.version,
        (&root, ""),
        Some((&root, "version")),
    );
    let target = match &message.body {
        v0_8::AgentBody::BeginRendering(body) => translate_begin(body, fields),
        v0_8::AgentBody::SurfaceUpdate(body) => translate_update(body, naming, known, fields),
        v0_8::AgentBody::DataModelUpdate(body) => translate_data(body, known, fields)?,
        v0_8::AgentBody::DeleteSurface(body) => {
            note_surface_id(
                &rules,
                ("/deleteSurface", "/deleteSurface"),
                &body.extra,
                fields,
            );
            TranslatedBody::without_writes(v0_9::DeleteSurface::new(body.surface_id.clone()))
        }
        _ => {
            let at = root.member(message.key());
            return Err(Refusal::rule_broken(
                rules.message.id,
                at,
                "this message has no counterpart in 0.9",
            ));
        }
    };
    note_unknown_members(&rules, &root, &message.extra, fields);
    Ok(target)
}

impl TranslatedBody {
    /// Creates a result without writes.
    fn without_writes(body: impl Into<v0_9::AgentBody>) -> Self {
        Self {
            body: body.into(),
            writes: Vec::new(),
            data: None,
            is_shown: false,
        }
    }
}

/// Translates a `beginRendering` to `createSurface`, which has no root.
fn translate_begin(body: &v0_8::BeginRendering, fields: &mut FieldMap) -> TranslatedBody {
    let (from, to) = note_surface_id(
        &rules,
        ("/beginRendering", "/createSurface"),
        &body.extra,
        fields,
    );
    let catalog_id = catalog_forward(&body.catalog_id);
    let verdict = match body.catalog_id.get() {
        None => Defaulted,
        Some(old) if *old == catalog_id => Copied,
        Some(_) => Encoded,
    };
    fields.add(
        verdict,
        &rules.catalog_id,
        (&from, "catalogId"),
        Some((&to, "catalogId")),
    );
    // An absent catalog id comes back as absent while the target has the default.
    fields.show(from.member("catalogId"), to.member("catalogId"));
    fields.add(Derived, &rules.root, (&from, "root"), None);
    let mut create = v0_9::CreateSurface::new(body.surface_id.clone(), catalog_id);
    if let Some(styles) = &body.styles {
        fields.add(
            Renamed,
            &rules.theme,
            (&from, "styles"),
            Some((&to, "theme")),
        );
        create.theme = Some(styles.clone());
    }
    TranslatedBody::without_writes(create)
}

/// Translates a `surfaceUpdate`.
fn translate_update(
    body: &v0_8::SurfaceUpdate,
    naming: &Naming,
    known: KnownState<'_>,
    fields: &mut FieldMap,
) -> TranslatedBody {
    note_surface_id(
        &rules,
        ("/surfaceUpdate", "/updateComponents"),
        &body.extra,
        fields,
    );
    let from = Pointer::from_static("/surfaceUpdate/components");
    let to = Pointer::from_static("/updateComponents/components");
    let mut components = Vec::new();
    let mut writes = Vec::new();
    for (index, old) in body.components.iter().enumerate() {
        let places = (&fields.element(&from, index), &fields.element(&to, index));
        let paths = Paths::new(known.shown, (known.in_item)(old.id.as_str()));
        let (new, before) = component::forward(old, Terms { naming, paths }, places, fields);
        writes.extend(before.into_iter().map(|(path, value)| (index, path, value)));
        components.push(new);
    }
    TranslatedBody {
        writes,
        ..TranslatedBody::without_writes(v0_9::UpdateComponents::new(
            body.surface_id.clone(),
            components,
        ))
    }
}

/// Translates a `dataModelUpdate`, whose path and value depend on the data of the surface.
fn translate_data(
    body: &v0_8::DataModelUpdate,
    known: KnownState<'_>,
    fields: &mut FieldMap,
) -> Result<TranslatedBody, Refusal> {
    let (from, to) = note_surface_id(
        &rules,
        ("/dataModelUpdate", "/updateDataModel"),
        &body.extra,
        fields,
    );
    let value = body
        .value()
        .map_err(|error| Refusal::from(error).below(&from))?;
    let path = body.path.get().map_or("", String::as_str);
    // An invalid path has no names, so it is copied.
    let Ok(names) = data_model::names(path) else {
        return Ok(TranslatedBody::without_writes(build_data_update(
            body.surface_id.clone(),
            body.path.clone(),
            value,
        )));
    };
    // Without the state of the surface, a number is read as a member name, not as an index.
    let target = match known.shown {
        Some(shown) => shown.locate_write(&names, &value),
        None => TargetWrite {
            segments: names.clone(),
            value: value.clone(),
        },
    };
    let new_path = if is_same_path(path, &target.segments) {
        body.path.clone()
    } else {
        Field::Value(path_of(&target.segments))
    };
    if !body.path.is_absent() {
        let verdict = if new_path == body.path {
            Copied
        } else {
            Encoded
        };
        fields.add(verdict, &rules.path, (&from, "path"), Some((&to, "path")));
    }
    let (contents, new_value) = ((&from, "contents"), (&to, "value"));
    fields.add(Encoded, &rules.value, contents, Some(new_value));
    note_places(body, (&from, &to), fields);
    let is_shown = target.segments != names || target.value != value;
    let update = build_data_update(body.surface_id.clone(), new_path, target.value);
    Ok(TranslatedBody {
        data: Some((names, value)),
        is_shown,
        ..TranslatedBody::without_writes(update)
    })
}

/// Returns `true` if a path of 0.8 has these segments in 0.9.
fn is_same_path(path: &str, segments: &[String]) -> bool {
    // 0.8 permits a path without a leading slash.
    if !path.is_empty() && !path.starts_with('/') {
        return false;
    }
    match data_model::segments(path) {
        Ok(stated) => stated == segments,
        // A path that is invalid in 0.9 must be rewritten.
        Err(_) => false,
    }
}

/// Records where the parts of an update are visible: its contents, their entries, and the entries of maps among these.
fn note_places(
    body: &v0_8::DataModelUpdate,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let (contents, value) = (from.member("contents"), to.member("value"));
    // An edited path changes the meaning of the value, so the value then wins over the carry.
    for place in [value.clone(), to.member("path")] {
        fields.show_whole(contents.clone(), place);
    }
    for (entry, at, shown) in places_of(&body.contents, &contents, &value) {
        let map = entry.value_map.get().map(Vec::as_slice).unwrap_or_default();
        for (_, at, shown) in places_of(map, &at.member("valueMap"), &shown) {
            fields.show_whole(at, shown);
        }
        fields.show_whole(at, shown);
    }
}

/// Iterates over entries with their places in the list at `from`, and the places of their values in the value at `to`.
fn places_of<'e>(
    entries: &'e [v0_8::DataEntry],
    from: &'e Pointer,
    to: &'e Pointer,
) -> impl Iterator<Item = (&'e v0_8::DataEntry, Pointer, Pointer)> {
    entries.iter().enumerate().map(move |(index, entry)| {
        // A key that is not a plain name becomes several members, so the whole value shows the entry.
        let shown = if data_model::is_name(&entry.key) {
            to.member(&entry.key)
        } else {
            to.clone()
        };
        (entry, from.element(index), shown)
    })
}

/// Returns the 0.9 path with these segments.
pub(super) fn path_of(segments: &[String]) -> String {
    if segments.is_empty() {
        String::from("/")
    } else {
        data_model::path(segments)
    }
}

/// Creates the 0.9 update of a write.
pub(super) fn update_of_write(
    surface_id: &SurfaceId,
    target: TargetWrite,
) -> v0_9::UpdateDataModel {
    build_data_update(
        surface_id.clone(),
        Field::Value(path_of(&target.segments)),
        target.value,
    )
}

/// Creates an `updateDataModel` with this path and value.
fn build_data_update(
    surface_id: SurfaceId,
    path: Field<String>,
    value: Payload,
) -> v0_9::UpdateDataModel {
    let mut update = v0_9::UpdateDataModel::new(surface_id).value(value);
    update.path = path;
    update
}
