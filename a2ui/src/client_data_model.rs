//! Data models that a client sends with its messages.

#[cfg(feature = "surface")]
use crate::surface::Surface;
use crate::{SurfaceId, Version, rules};
use wire::{Extra, Finding, Payload, Pointer, Validate};

wire::object! {
    /// The data models of all surfaces with `sendDataModel: true`. The object is called client data model in A2UI
    /// 0.9, and renderer data model in 1.0.
    ///
    /// The transport carries this object as metadata, for example in the [metadata](crate::a2a::MessageMetadata) of an
    /// A2A message. An agent must receive only the data models of its own surfaces;
    /// [`Owners`](crate::ownership::Owners) selects them.
    ///
    /// Specification: [A2UI 1.0, Renderer data model](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#renderer-data-model).
    pub struct ClientDataModel {
        /// The value of the `version` member, such as `v0.9`.
        version: String,
        /// The data models, keyed by surface id.
        surfaces: SurfaceDataModels,
    }
    /// The data models of a [`ClientDataModel`]. Each member has the id of a surface as its name and the complete data
    /// model, an object, as its value.
    ///
    /// ```
    /// use agent_ui_a2ui::{SurfaceDataModels, wire};
    ///
    /// let models: SurfaceDataModels = wire::decode(r#"{"booking":{"guests":2}}"#)?;
    /// assert_eq!(models.get("booking").unwrap().text(), r#"{"guests":2}"#);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, Renderer data model](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#renderer-data-model).
    pub struct SurfaceDataModels {}
}

impl SurfaceDataModels {
    /// Returns the data model of a surface.
    pub fn get(&self, surface_id: &str) -> Option<&Payload> {
        self.extra.get(surface_id)
    }

    /// Iterates over surface ids and their data models, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Payload)> {
        self.extra.iter()
    }

    /// Returns the number of surfaces.
    pub fn len(&self) -> usize {
        self.extra.len()
    }

    /// Returns `true` if the object contains no surface.
    pub fn is_empty(&self) -> bool {
        self.extra.is_empty()
    }
}

/// Collects data models by surface id. If several models have the same id, the last one is used.
impl FromIterator<(SurfaceId, Payload)> for SurfaceDataModels {
    fn from_iter<I: IntoIterator<Item = (SurfaceId, Payload)>>(models: I) -> Self {
        let mut all = Self::new();
        all.extra = models
            .into_iter()
            .map(|(id, model)| (String::from(id), model))
            .collect::<Extra>();
        all
    }
}

impl ClientDataModel {
    /// Collects the data models of the surfaces of this version with `sendDataModel: true`. Returns `None` if no
    /// surface has it, because nothing is sent then. A data model that was never written is sent as an empty object.
    ///
    /// ```
    /// use agent_ui_a2ui::{ClientDataModel, Message, Version, surface::Surfaces, wire};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#,
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"b","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"a","path":"/n","value":1.50}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let model = ClientDataModel::from_surfaces(surfaces.iter(), Version::V0_9).unwrap();
    /// assert_eq!(wire::encode(&model)?, r#"{"version":"v0.9","surfaces":{"a":{"n":1.50}}}"#);
    /// assert_eq!(ClientDataModel::from_surfaces(surfaces.iter(), Version::V0_8), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "surface")]
    pub fn from_surfaces<'a>(
        surfaces: impl IntoIterator<Item = &'a Surface>,
        version: Version,
    ) -> Option<Self> {
        let mut sent = surfaces
            .into_iter()
            .filter(|surface| {
                surface.version() == version
                    && surface.send_data_model() == wire::Field::Value(true)
            })
            .peekable();
        let word = sent.peek()?.version_word();
        let models = sent.map(|surface| {
            let model = surface
                .data_model()
                .to_payload()
                .unwrap_or_else(Payload::empty_object);
            (surface.surface_id().clone(), model)
        });
        Some(Self::new(word, models.collect::<SurfaceDataModels>()))
    }

    /// Returns the version that the member `version` states, or `None` if the value is unknown.
    pub(crate) fn stated_version(&self) -> Option<Version> {
        Version::from_word(&self.version)
    }
}

impl Validate for ClientDataModel {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self
            .stated_version()
            .is_none_or(|version| version == Version::V0_8)
        {
            let message = format_args!(
                "`{}` is not a version with client data models",
                self.version
            )
            .to_string();
            let finding = Finding::error("version", at.member("version"), message);
            found.push(finding.hint("write a version such as `v0.9`"));
        }
        self.surfaces.findings(&at.member("surfaces"), found);
        rules::reject_unknown(&self.extra, "a data model of the client", at, found);
    }
}

impl Validate for SurfaceDataModels {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        for (surface_id, model) in self.iter() {
            rules::object(model, at.member(surface_id), found);
        }
    }
}
