//! The forms in which the versions of A2UI write the same content.

use super::random::Random;

/// A version of A2UI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    V0_8,
    V0_9,
    V1_0,
}

/// A value in the data model.
pub(super) enum DataValue {
    /// A JSON string.
    Text(String),
    /// A JSON number.
    Number(String),
    Flag(bool),
    /// Objects with a `name`, which is a JSON string.
    Items(Vec<String>),
}

/// A component without its id.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A column of children, by id.
    Column(Vec<String>),
    /// A JSON string.
    Text(String),
    BoundText(String),
    /// A label, by id, and the name of the event.
    Button(String, String),
    Field(String),
    Image(String),
    /// A template, by id, and the path of the items.
    List(String, String),
}

impl Notation {
    pub(super) fn of(protocol: &str) -> Option<Self> {
        match protocol {
            "a2ui@0.8" => Some(Self::V0_8),
            "a2ui@0.9" => Some(Self::V0_9),
            "a2ui@1.0" => Some(Self::V1_0),
            _ => None,
        }
    }

    /// Returns the id of the root of every surface.
    pub(super) fn root(self) -> &'static str {
        if self == Self::V0_8 { "page" } else { "root" }
    }

    /// Writes a message: its members, with the version if it has one.
    fn message(self, kind: &str, body: &str) -> String {
        match self {
            Self::V0_8 => format!(r#"{{"{kind}":{{{body}}}}}"#),
            Self::V0_9 => format!(r#"{{"version":"v0.9","{kind}":{{{body}}}}}"#),
            Self::V1_0 => format!(r#"{{"version":"1.0","{kind}":{{{body}}}}}"#),
        }
    }

    fn bound(self, path: &str) -> String {
        if self == Self::V1_0 {
            format!(r#"{{"@path":"{path}"}}"#)
        } else {
            format!(r#"{{"path":"{path}"}}"#)
        }
    }

    fn literal(self, text: &str) -> String {
        if self == Self::V0_8 {
            format!(r#"{{"literalString":{text}}}"#)
        } else {
            text.to_owned()
        }
    }

    /// Writes a component.
    pub(super) fn component(self, id: &str, kind: &Kind) -> String {
        let (name, members) = match kind {
            Kind::Column(children) => {
                let ids: Vec<String> = children.iter().map(|id| format!("\"{id}\"")).collect();
                let ids = format!("[{}]", ids.join(","));
                let children = if self == Self::V0_8 {
                    format!(r#"{{"explicitList":{ids}}}"#)
                } else {
                    ids
                };
                ("Column", format!(r#""children":{children}"#))
            }
            Kind::Text(text) => ("Text", format!(r#""text":{}"#, self.literal(text))),
            Kind::BoundText(path) => ("Text", format!(r#""text":{}"#, self.bound(path))),
            Kind::Button(label, event) => (
                "Button",
                format!(r#""child":"{label}","action":{}"#, self.event(event)),
            ),
            Kind::Field(path) => {
                let member = if self == Self::V0_8 { "text" } else { "value" };
                let label = self.literal("\"Name\"");
                (
                    "TextField",
                    format!(r#""label":{label},"{member}":{}"#, self.bound(path)),
                )
            }
            Kind::Image(url) => (
                "Image",
                format!(r#""url":{}"#, self.literal(&format!("\"{url}\""))),
            ),
            Kind::List(template, path) if self == Self::V0_8 => {
                let template = format!(r#"{{"componentId":"{template}","dataBinding":"{path}"}}"#);
                ("List", format!(r#""children":{{"template":{template}}}"#))
            }
            Kind::List(template, path) => (
                "List",
                format!(r#""children":{{"componentId":"{template}","path":"{path}"}}"#),
            ),
        };
        if self == Self::V0_8 {
            format!(r#"{{"id":"{id}","component":{{"{name}":{{{members}}}}}}}"#)
        } else {
            format!(r#"{{"id":"{id}","component":"{name}",{members}}}"#)
        }
    }

    fn event(self, name: &str) -> String {
        let path = self.bound("/draft");
        if self == Self::V0_8 {
            format!(r#"{{"name":"{name}","context":[{{"key":"draft","value":{path}}}]}}"#)
        } else {
            format!(r#"{{"event":{{"name":"{name}","context":{{"draft":{path}}}}}}}"#)
        }
    }

    /// Writes the message that creates a surface. In 0.8, this message shows the surface.
    pub(super) fn create(self, surface: &str) -> String {
        let catalog = match self {
            Self::V0_8 => {
                return self.message(
                    "beginRendering",
                    &format!(r#""surfaceId":"{surface}","root":"{}""#, self.root()),
                );
            }
            Self::V0_9 => "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
            Self::V1_0 => "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
        };
        self.message(
            "createSurface",
            &format!(r#""surfaceId":"{surface}","catalogId":"{catalog}""#),
        )
    }

    /// Writes an update with components that [`component`](Self::component) wrote.
    pub(super) fn update(self, surface: &str, components: &[String]) -> String {
        let kind = if self == Self::V0_8 {
            "surfaceUpdate"
        } else {
            "updateComponents"
        };
        self.message(
            kind,
            &format!(
                r#""surfaceId":"{surface}","components":[{}]"#,
                components.join(",")
            ),
        )
    }

    /// Writes an update of one member of the data model.
    pub(super) fn data(self, surface: &str, key: &str, value: &DataValue) -> String {
        if self == Self::V0_8 {
            let entry = Self::entry(key, value);
            return self.message(
                "dataModelUpdate",
                &format!(r#""surfaceId":"{surface}","contents":[{entry}]"#),
            );
        }
        let value = match value {
            DataValue::Text(text) | DataValue::Number(text) => text.clone(),
            DataValue::Flag(flag) => flag.to_string(),
            DataValue::Items(names) => {
                let items: Vec<String> = names
                    .iter()
                    .map(|name| format!(r#"{{"name":{name}}}"#))
                    .collect();
                format!("[{}]", items.join(","))
            }
        };
        self.message(
            "updateDataModel",
            &format!(r#""surfaceId":"{surface}","path":"/{key}","value":{value}"#),
        )
    }

    fn entry(key: &str, value: &DataValue) -> String {
        let value = match value {
            DataValue::Text(text) => format!(r#""valueString":{text}"#),
            DataValue::Number(number) => format!(r#""valueNumber":{number}"#),
            DataValue::Flag(flag) => format!(r#""valueBoolean":{flag}"#),
            DataValue::Items(names) => {
                let item = |(at, name): (usize, &String)| {
                    format!(
                        r#"{{"key":"{at}","valueMap":[{{"key":"name","valueString":{name}}}]}}"#
                    )
                };
                let items: Vec<String> = names.iter().enumerate().map(item).collect();
                format!(r#""valueMap":[{}]"#, items.join(","))
            }
        };
        format!(r#"{{"key":"{key}",{value}}}"#)
    }

    pub(super) fn delete(self, surface: &str) -> String {
        self.message("deleteSurface", &format!(r#""surfaceId":"{surface}""#))
    }

    /// Writes a click.
    pub(super) fn click(
        self,
        surface: &str,
        component: &str,
        event: &str,
        random: &mut Random,
    ) -> String {
        let kind = if self == Self::V0_8 {
            "userAction"
        } else {
            "action"
        };
        let (time, draft) = (random.time(), random.text());
        let body = format!(
            r#""name":"{event}","surfaceId":"{surface}","sourceComponentId":"{component}","timestamp":"{time}","context":{{"draft":{draft}}}"#
        );
        self.message(kind, &body)
    }
}
