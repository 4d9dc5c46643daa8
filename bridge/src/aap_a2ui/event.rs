//! What a component declares to be sent.

use crate::Context;
use a2ui::{ComponentId, SurfaceId, surface::NoEvent};
use wire::Payload;

/// The event that a component declares, in a surface that the context holds.
pub(super) enum Declared {
    /// The surface is not known.
    Unknown,
    /// The surface is known, and the component declares no event that could be sent: a sentence why.
    None(&'static str),
    /// What the client would send.
    Event {
        /// The declared name.
        name: String,
        /// The declared context, resolved against the data model.
        context: Payload,
    },
}

pub(super) fn declared(cx: &Context, surface: &SurfaceId, component: &ComponentId) -> Declared {
    let Some(surface) = cx.surfaces.get(surface.as_str()) else {
        return Declared::Unknown;
    };
    match surface.event_of(component.as_str()) {
        Ok(event) => Declared::Event { name: event.name, context: event.context },
        Err(reason) => Declared::None(remark(&reason)),
    }
}

fn remark(reason: &NoEvent) -> &'static str {
    match reason {
        NoEvent::UnknownComponent => "translated without the surface, which has no such component",
        NoEvent::NoAction => "translated without the surface: the component declares no action",
        NoEvent::FunctionCall => {
            "translated without the surface: the component calls a function of the client"
        }
        NoEvent::ContextCall { .. } => {
            "translated without the surface: the declared context holds a function call"
        }
        _ => "translated without the surface: the declared action is malformed",
    }
}
