//! Detection of a `--surface` file that no message refers to.

use crate::{args, exit::Exit, input::start_of, report::Report};
use bridge::{
    AnyMessage, Context,
    a2ui::SurfaceId,
    aap::{CanvasFile, Verb},
};
use std::collections::BTreeMap;
use wire::{Finding, Pointer};

/// The surfaces that messages referred to so far.
#[derive(Default)]
pub(crate) struct SurfaceUsage {
    /// `true` if a message referred to a surface of the file.
    is_met: bool,
    /// The first surface outside the file that a message referred to, with the canvas file if the message is a record.
    other: Option<(SurfaceId, Option<CanvasFile>)>,
}

impl SurfaceUsage {
    /// Observes a message. Returns a warning for a click on a component that the surface does not have.
    pub(crate) fn observe(&mut self, message: &AnyMessage, cx: &Context) -> Option<Finding> {
        if cx.surfaces.is_empty() {
            return None;
        }
        let (surface, record) = match message {
            AnyMessage::Interaction(record) => {
                (cx.surface_of(record.canvas_file.clone()), Some(record))
            }
            AnyMessage::Message(message) => (message.surface_id()?.clone(), None),
            _ => return None,
        };
        let Some(passed_surface) = cx.surfaces.get(surface.as_str()) else {
            self.other
                .get_or_insert((surface, record.map(|record| record.canvas_file.clone())));
            return None;
        };
        self.is_met = true;
        let record = record.filter(|record| matches!(record.action, Verb::Click | Verb::Submit))?;
        let element = record
            .element
            .get()
            .filter(|element| passed_surface.component(element.as_str()).is_none())?;
        let message =
            format!("surface `{surface}` has no component `{element}` that could declare an event");
        let at = Pointer::root().member("element");
        let hint = "the action is translated as it is; pass the current surface with --surface";
        Some(Finding::warning("unmet-component", at, message).hint(hint))
    }

    /// Adds the observations from another part of the same input.
    pub(crate) fn join(&mut self, others: Self) {
        self.is_met |= others.is_met;
        self.other = self.other.take().or(others.other);
    }

    /// Warns if no message referred to a surface of the file.
    pub(crate) fn report(
        &self,
        arguments: &args::Context,
        cx: &Context,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let (Some(path), Some((other, file)), Some(passed_surface), false) = (
            &arguments.surface,
            &self.other,
            cx.surfaces.iter().next(),
            self.is_met,
        ) else {
            return Ok(());
        };
        let passed_id = passed_surface.surface_id();
        let message = format!(
            "no message is about surface `{passed_id}`; the first message is about `{other}`"
        );
        let hint = match file {
            Some(file) => {
                let route = BTreeMap::from([(file.to_string(), passed_id.to_string())]);
                let route = wire::encode(&route).unwrap_or_default();
                format!("if the canvas file shows this surface, pass --routes with {route}")
            }
            None => "pass the surface that the messages refer to".to_owned(),
        };
        let finding = Finding::warning("unmet-surface", Pointer::root(), message).hint(hint);
        report.finding(&start_of(path), &finding)
    }
}
