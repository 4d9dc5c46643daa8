//! Whether messages are about the surfaces of `--surface`.

use crate::{
    args,
    input::Place,
    report::{Exit, Report},
};
use bridge::{
    AnyMessage, Context,
    a2ui::SurfaceId,
    aap::{CanvasFile, Verb},
};
use std::collections::BTreeMap;
use wire::{Finding, Pointer};

/// What messages were about so far.
#[derive(Default)]
pub(crate) struct SurfaceUsage {
    /// Whether one was about a surface that was given.
    is_met: bool,
    /// The first other surface that one was about, and the canvas file of a record.
    other: Option<(SurfaceId, Option<CanvasFile>)>,
}

impl SurfaceUsage {
    /// A message comes. Says so if it is a click on a component that its surface does not have.
    pub(crate) fn see(&mut self, message: &AnyMessage, cx: &Context) -> Option<Finding> {
        if cx.surfaces.is_empty() {
            return None;
        }
        let (surface, record) = match message {
            AnyMessage::Interaction(record) => (cx.surface_of(record.canvas_file.clone()), Some(record)),
            AnyMessage::Message(message) => (message.surface_id()?.clone(), None),
            _ => return None,
        };
        let Some(given) = cx.surfaces.get(surface.as_str()) else {
            self.other.get_or_insert((surface, record.map(|record| record.canvas_file.clone())));
            return None;
        };
        self.is_met = true;
        let record = record.filter(|record| matches!(record.action, Verb::Click | Verb::Submit))?;
        let element = record.element.get().filter(|element| given.component(element.as_str()).is_none())?;
        let message =
            format!("the surface `{surface}` has no component `{element}`, which could declare an event");
        let at = Pointer::root().member("element");
        let hint = "the action goes as it is; give the surface as it is now: --surface";
        Some(Finding::warning("unmet-component", at, message).hint(hint))
    }

    /// What other messages of the same input were about.
    pub(crate) fn join(&mut self, others: Self) {
        self.is_met |= others.is_met;
        self.other = self.other.take().or(others.other);
    }

    /// Reports that no message was about a surface that was given.
    pub(crate) fn report(
        &self,
        arguments: &args::Context,
        cx: &Context,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let (Some(path), Some((other, file)), Some(given), false) =
            (&arguments.surface, &self.other, cx.surfaces.iter().next(), self.is_met)
        else {
            return Ok(());
        };
        let given = given.surface_id();
        let message = format!("no message is about the surface `{given}`; the first one is about `{other}`");
        let cure = match file {
            Some(file) => {
                let route = BTreeMap::from([(file.to_string(), given.to_string())]);
                let route = wire::encode(&route).unwrap_or_default();
                format!("if the canvas file shows this surface, say so with --routes: {route}")
            }
            None => "give the surface that the messages are about".to_owned(),
        };
        let place = Place { file: Some(path.to_string_lossy().into()), line: 1, column: 1 };
        let finding = Finding::warning("unmet-surface", Pointer::root(), message).hint(cure);
        report.finding(&place, &finding)
    }
}
