//! Maps A2UI 0.9 (0.9.1) to 1.0, in any notation, and back.
//!
//! | 0.9 | 1.0 | how |
//! |---|---|---|
//! | `createSurface` | `createSurface` | back, its `components` and `dataModel` are messages of their own |
//! | – `theme` | `metadata.extensions` | as the member `agent_ui_theme` |
//! | – `catalogId` | `catalogId` | the published catalog has a name in each version; another one keeps its own |
//! | `updateComponents` | `updateComponents` | as it is, but for what follows |
//! | – `{"path"}`, `{"call"}` | `{"@path"}`, `{"@call"}`; in August the same | by the notation; `returnType` is gone |
//! | – `accessibility`, `checks` | `@accessibility`, `@checks`; until October the same | by the notation |
//! | – | `@catalogId`, `@metadata` | 0.9 has neither |
//! | – | `live` and `hidden` of an accessibility, `userMessage` and objects in the context of an event, `catalogId` of a call | nor these |
//! | – | a call that needs `@index` | nor this: left out, or what the catalog of 0.9 wants stands there; a text to show goes without it; a click that cannot make its call sends an event of its name; a check without its condition is none |
//! | – `Icon.name` `"help"` | `{"svgPath"}` that is bound | in 0.9 a shape is a text |
//! | – `Text.variant` `h1` to `h5` | Markdown in `text` | `# ` before a literal, or in a `formatString` before a binding or a call; back, before a binding |
//! | – `TextField.validationRegexp` | `checks` | a call of `regex` on the bound value |
//! | `updateDataModel` without `value` | `value` null | 1.0 cannot store null |
//! | `deleteSurface`, `action` | the same | as they are |
//! | `error` | `error` | the code is text; back, `UNALLOWED_…` is `VALIDATION_FAILED` |
//! | – | calls and their answers | refused: 0.9 has none |

mod agent;
mod client;
mod component;
mod session;
#[cfg(test)]
mod tests;

pub use session::{DowngradeSession, UpgradeSession};

use crate::{Dialect, engine::rules};
use a2ui::v0_9;

/// Returns the version text of a dialect of 0.9.
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
