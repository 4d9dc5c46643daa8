//! The actions and properties of clients that send A2UI inside messages of another protocol.

use crate::timestamp::format_now;
use agent_ui_text::bridge::a2ui::{CatalogId, ClientDataModel, Version};
use wire::Payload;

/// Returns the A2UI message for a member that contains an A2UI message or an action in the form of 0.8. `name` is the
/// name of the member in errors.
pub(super) fn read_action(action: &Payload, name: &str) -> Result<String, String> {
    if let Some(body) = action.member("userAction") {
        return Ok(convert_action(&body));
    }
    if action.member("version").is_some() {
        return Ok(action.text().to_owned());
    }
    Err(format!(
        "`{name}` has no member `userAction` with the action of the user"
    ))
}

/// Converts the body of a 0.8 action to a 0.9 action.
///
/// Both have the same members, and the context already contains values. Clients may omit the time and the context.
pub(super) fn convert_action(body: &Payload) -> String {
    let mut members: Vec<(String, Payload)> = body
        .members()
        // This member of the published renderer is not part of A2UI.
        .filter(|(name, value)| *name != "dataContextPath" && !value.is_null())
        .map(|(name, value)| (name.into_owned(), value))
        .collect();
    let has =
        |members: &[(String, Payload)], name: &str| members.iter().any(|(own, _)| own == name);
    if !has(&members, "timestamp") {
        members.push(("timestamp".to_owned(), Payload::string(&format_now())));
    }
    if !has(&members, "context") {
        members.push(("context".to_owned(), Payload::empty_object()));
    }
    let body = Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)));
    let version = Payload::string("v0.9");
    Payload::object([("version", &version), ("action", &body)])
        .text()
        .to_owned()
}

/// Reads the data models of a client.
pub(super) fn read_data_model(model: &Payload) -> Result<ClientDataModel, String> {
    model.decode().map_err(|error| {
        format!("the data models in `a2uiClientDataModel` cannot be read: {error}")
    })
}

/// Returns the id of a catalog, if it is one that clients use for the basic catalog instead of A2UI 0.9's id.
pub(super) fn other_basic_catalog(id: &str) -> Option<String> {
    let id = CatalogId::from(id);
    if id.is_basic() && id != CatalogId::basic(Version::V0_9) {
        Some(id.as_str().to_owned())
    } else {
        None
    }
}

/// Returns the capabilities of a client that names the id of its catalog. `inline` is the catalog itself.
pub(super) fn catalog_capabilities(id: &Payload, inline: &Payload) -> Payload {
    let is_basic = id
        .as_str()
        .is_some_and(|id| CatalogId::from(&*id).is_basic());
    let basic = Payload::string(CatalogId::basic(Version::V0_9).as_str());
    let ids = Payload::array([if is_basic { &basic } else { id }]);
    let inline = Payload::array([inline]);
    let mut members = vec![("supportedCatalogIds", &ids)];
    if !is_basic {
        members.push(("inlineCatalogs", &inline));
    }
    Payload::object([("v0.9", &Payload::object(members))])
}
