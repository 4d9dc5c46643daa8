//! The reference to a request in the actions of its surface.

use super::question::{ElicitationRequest, Question};
use crate::{
    surface_names::InputNames,
    surface_writer::{object, text_member},
};
use a2ui::resolved::{DeclaredAction, ResolvedSurface};
use elicitation::FormSchema;
use std::collections::BTreeMap;
use wire::Payload;

/// The context member with the entered values.
pub(super) const CONTENT: &str = "content";
/// The context member with the chosen option of a permission request.
pub(super) const OPTION: &str = "optionId";
/// The context member with the reference to the request.
pub(super) const REFERENCE: &str = "elicitation";

/// The names of a request, as the context member `elicitation` of its buttons contains them. The member is one literal
/// string, so that every version of A2UI leaves it alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RequestReference {
    pub(super) id: Option<Payload>,
    pub(super) key: Option<String>,
    pub(super) request_state: Option<String>,
    /// The schema of a form. The buttons that decline a request omit it.
    pub(super) schema: Option<FormSchema>,
    /// The property of each data model name that differs from it.
    pub(super) renamed: BTreeMap<String, String>,
}

impl RequestReference {
    /// Creates the reference to a request for the buttons that do not accept it.
    pub(super) fn of(request: &ElicitationRequest) -> Self {
        Self {
            id: request.id.clone(),
            key: request.key.clone(),
            request_state: request.request_state.clone(),
            schema: None,
            renamed: BTreeMap::new(),
        }
    }

    /// Adds the schema of a form, for the button that accepts it.
    pub(super) fn with_schema(mut self, question: &Question, names: &InputNames) -> Self {
        if let Question::Form { schema, .. } = question {
            self.schema = Some(schema.clone());
            self.renamed = names.renamed();
        }
        self
    }

    /// Writes the reference as JSON.
    pub(super) fn to_text(&self) -> String {
        let mut members: Vec<(&str, Payload)> = Vec::new();
        if let Some(id) = &self.id {
            members.push(("id", id.clone()));
        }
        if let Some(key) = &self.key {
            members.push(("key", Payload::string(key)));
        }
        if let Some(state) = &self.request_state {
            members.push(("requestState", Payload::string(state)));
        }
        if let Some(schema) = self
            .schema
            .as_ref()
            .and_then(|schema| Payload::encode(schema).ok())
        {
            members.push(("requestedSchema", schema));
        }
        if !self.renamed.is_empty() {
            let renamed: Vec<(&str, Payload)> = self
                .renamed
                .iter()
                .map(|(name, property)| (name.as_str(), Payload::string(property)))
                .collect();
            members.push(("names", object(&renamed)));
        }
        object(&members).text().to_owned()
    }

    /// Reads a reference. Returns `None` for another text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let reference = Payload::parse(text).ok().filter(Payload::is_object)?;
        let schema = match reference.member("requestedSchema") {
            Some(schema) => Some(schema.decode().ok()?),
            None => None,
        };
        let mut renamed = BTreeMap::new();
        for (name, property) in reference.member("names").iter().flat_map(Payload::members) {
            renamed.insert(name.into_owned(), property.as_str()?.into_owned());
        }
        Some(Self {
            id: reference.member("id"),
            key: text_member(&reference, "key"),
            request_state: text_member(&reference, "requestState"),
            schema,
            renamed,
        })
    }
}

/// The names of the request that a surface shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RequestNames {
    pub(crate) id: Option<Payload>,
    pub(crate) key: Option<String>,
    pub(crate) request_state: Option<String>,
}

/// Returns the names of the request that a surface was made from. Other surfaces have none.
pub(crate) fn request_names(surface: &ResolvedSurface) -> Option<RequestNames> {
    for action in &surface.actions {
        let DeclaredAction::Event { context, .. } = &action.action else {
            continue;
        };
        let reference = text_member(context, REFERENCE);
        if let Some(reference) = reference.as_deref().and_then(RequestReference::parse) {
            return Some(RequestNames {
                id: reference.id,
                key: reference.key,
                request_state: reference.request_state,
            });
        }
    }
    None
}
