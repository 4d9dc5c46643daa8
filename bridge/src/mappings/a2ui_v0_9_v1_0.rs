//! Maps A2UI 0.9 (0.9.1) to 1.0, in any notation, and back.
//!
//! Specification: [A2UI 0.9, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#envelope-message-structure), [A2UI 1.0, Envelope message
//! structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
//!
//! | 0.9 | 1.0 | how |
//! |---|---|---|
//! | `createSurface` | `createSurface` | backward, its `components` and `dataModel` become separate messages |
//! | – `theme` | `metadata.extensions` | as the member `agent_ui_theme` |
//! | – `catalogId` | `catalogId` | the published catalog has one id per version; other ids are copied |
//! | `updateComponents` | `updateComponents` | copied, except for the following rows |
//! | – `{"path"}`, `{"call"}` | `{"@path"}`, `{"@call"}`; in August the same | depends on the notation; `returnType` is removed |
//! | – `accessibility`, `checks` | `@accessibility`, `@checks`; until October the same | depends on the notation |
//! | – | `@catalogId`, `@metadata` | carried, because 0.9 lacks them |
//! | – | `live` and `hidden` of an accessibility, `userMessage` and objects in the context of an event, `catalogId` of a call | carried, because 0.9 lacks them |
//! | – | a call that needs `@index` | removed or replaced by the default of the catalog; displayed text loses the call; a click whose call is removed sends an event with the name of the function; a check without its condition is removed |
//! | – `Icon.name` `"help"` | `{"svgPath"}` that is bound | in 0.9 a shape is a literal text |
//! | – `Text.variant` `h1` to `h5` | Markdown in `text` | `# ` before a literal, or inside a `formatString` before a binding or a call; backward, only before a binding |
//! | – `TextField.validationRegexp` | `checks` | a call of `regex` on the bound value |
//! | `updateDataModel` without `value` | `value` null | 1.0 cannot store null |
//! | `deleteSurface`, `action` | the same | copied |
//! | `error` | `error` | the code is a string; backward, `UNALLOWED_…` becomes `VALIDATION_FAILED` |
//! | – | calls and their answers | refused, because 0.9 lacks them |

mod agent;
mod client;
mod component;
mod returning;
mod session;
#[cfg(test)]
mod tests;

pub use session::{DowngradeSession, UpgradeSession};

use crate::{Dialect, lens::rules};
use a2ui::v0_9;

/// Returns the version that messages of a 0.9 dialect state.
fn version(dialect: Dialect) -> v0_9::Version {
    match dialect {
        Dialect::A2ui0_9_1 => v0_9::Version::V0_9_1,
        _ => v0_9::Version::V0_9,
    }
}

rules! { "a2ui-0.9-1.0", "a2ui-1.0-0.9";
    version "version": "/version" => "/version";
    surface_id "surface-id": "/surfaceId" => "/surfaceId";
    catalog_id "catalog-id": "/createSurface/catalogId" => "/createSurface/catalogId";
    theme "theme": "/createSurface/theme" => "/createSurface/metadata/extensions/agent_ui_theme";
    send_data_model "send-data-model": "/createSurface/sendDataModel" => "/createSurface/sendDataModel";
    metadata "metadata": "" => "/metadata";
    components "components": "/updateComponents/components" => "/createSurface/components";
    data_model "data-model": "/updateDataModel/value" => "/createSurface/dataModel";
    id "id": "/id" => "/id";
    component "component": "/component" => "/component";
    property "property": "" => "";
    heading "Text.variant": "/variant" => "/text";
    regexp "TextField.validationRegexp": "/validationRegexp" => "/@checks";
    checks "checks": "/checks" => "/@checks";
    accessibility "accessibility": "/accessibility" => "/@accessibility";
    path "path": "/updateDataModel/path" => "/updateDataModel/path";
    value "value": "/updateDataModel/value" => "/updateDataModel/value";
    member "unknown-member": "" => "";
    action "action": "/action" => "/action";
    error "error": "/error" => "/error";
    message "message": "" => "";
}
