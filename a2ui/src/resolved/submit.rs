//! Values and clicks that come back from other clients.

use super::{NodeKey, ResolveError, ResolvedSurface, SubmittedValue, value};
use crate::{
    SurfaceId,
    expression::Host,
    surface::{ActionError, ClientAction, FailedCheck, Surface, SurfaceError, Surfaces},
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Severity};

/// The reason why submitted values give no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubmitError {
    /// The surface does not exist.
    #[error("surface `{0}` does not exist")]
    UnknownSurface(SurfaceId),
    /// The surface cannot be resolved.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The surface has no action with this key.
    #[error("the surface has no action `{0}`")]
    UnknownAction(NodeKey),
    /// The surface has no input with this key.
    #[error("the surface has no input `{0}`")]
    UnknownInput(NodeKey),
    /// The input is not bound to a path of the data model.
    #[error("the input `{0}` is not bound to a path of the data model")]
    NotBound(NodeKey),
    /// The input does not accept the value.
    #[error("the input `{key}` does not accept the value: {message}")]
    Value {
        /// The key of the input.
        key: NodeKey,
        /// A description of the values that the input accepts. It does not repeat the value.
        message: String,
    },
    /// The data model refuses a value.
    #[error("the value of the input `{key}` cannot be written: {error}")]
    Write {
        /// The key of the input.
        key: NodeKey,
        /// The error of the write.
        error: SurfaceError,
    },
    /// Checks fail: first those of the inputs in display order, then those of the action.
    #[error("the action is prevented because checks fail")]
    Checks(Vec<(NodeKey, FailedCheck)>),
    /// The action has no effect.
    #[error(transparent)]
    Action(ActionError),
}

impl SubmitError {
    /// Returns `true` if the values were written although no action follows. A client then shows them with the messages of
    /// the checks.
    pub fn is_written(&self) -> bool {
        matches!(self, Self::Checks(_) | Self::Action(_))
    }
}

impl Surfaces {
    /// Enters values into the inputs of a surface and clicks an action, as the user of a client of A2UI does.
    ///
    /// 1. Each value is converted to the [type of its input](SubmittedValue). A value outside of the options or the range,
    ///    or of another form, is an error, and nothing is written.
    /// 2. The values are written to the paths of their inputs, all or none. Other paths cannot be written. If several inputs
    ///    have one path, the last value in display order that differs from the value in the data model wins.
    /// 3. The checks of the inputs in `values` run, then the checks of the action. Pass [`SubmittedValue::Empty`] for an
    ///    input that the user left empty, so that its checks run, too. Pass no values for an action such as a cancel button.
    ///    Warnings and information of input checks do not prevent the action. After a failure the values stay written, as
    ///    in a client of A2UI, which shows them beside the messages.
    /// 4. The context of the action is evaluated with the new data model.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::Host, resolved::{NodeKey, SubmitError, SubmittedValue}, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    ///         {"id":"root","component":"Column","children":["nights","go"]},
    ///         {"id":"nights","component":"Slider","value":{"path":"/nights"},"max":14},
    ///         {"id":"go","component":"Button","child":"label","action":{"event":{"name":"book"}}}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let values = [(NodeKey::from("nights"), SubmittedValue::from("15"))].into();
    /// let error = surfaces.submit("s", &NodeKey::from("go"), &values, &Host::new()).unwrap_err();
    /// assert_eq!(error.to_string(), "the input `nights` does not accept the value: expected a number from 0 to 14");
    /// assert!(surfaces.get("s").unwrap().data_model().get("/nights").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns any [`SubmitError`]. The data model is unchanged unless [`SubmitError::is_written`] returns `true`.
    pub fn submit(
        &mut self,
        surface_id: &str,
        action: &NodeKey,
        values: &BTreeMap<NodeKey, SubmittedValue>,
        host: &Host<'_>,
    ) -> Result<ClientAction, SubmitError> {
        let unknown = || SubmitError::UnknownSurface(SurfaceId::from(surface_id));
        let surface = self.get(surface_id).ok_or_else(unknown)?;
        let resolved = surface.resolve(host)?;
        if resolved.action(action).is_none() {
            return Err(SubmitError::UnknownAction(action.clone()));
        }
        self.write_values(&resolved, values)?;
        let surface = self.get(surface_id).ok_or_else(unknown)?;
        let mut failed = failed_checks(surface, &resolved, values, host);
        let clicked = click(surface, &resolved, action, host);
        match clicked {
            Err(ActionError::Checks(own)) => {
                failed.extend(own.into_iter().map(|check| (action.clone(), check)));
                Err(SubmitError::Checks(failed))
            }
            _ if !failed.is_empty() => Err(SubmitError::Checks(failed)),
            Err(error) => Err(SubmitError::Action(error)),
            Ok(clicked) => Ok(clicked),
        }
    }

    /// Enters values into the inputs of a surface without a click, as steps 1 to 3 of [`submit`](Self::submit) do.
    ///
    /// # Errors
    /// Returns any [`SubmitError`] about the values. The data model is unchanged unless [`SubmitError::is_written`] returns
    /// `true`.
    pub fn enter(
        &mut self,
        surface_id: &str,
        values: &BTreeMap<NodeKey, SubmittedValue>,
        host: &Host<'_>,
    ) -> Result<(), SubmitError> {
        let unknown = || SubmitError::UnknownSurface(SurfaceId::from(surface_id));
        let surface = self.get(surface_id).ok_or_else(unknown)?;
        let resolved = surface.resolve(host)?;
        self.write_values(&resolved, values)?;
        let surface = self.get(surface_id).ok_or_else(unknown)?;
        let failed = failed_checks(surface, &resolved, values, host);
        if failed.is_empty() {
            return Ok(());
        }
        Err(SubmitError::Checks(failed))
    }

    /// Converts the values and writes all or none of them.
    fn write_values(
        &mut self,
        resolved: &ResolvedSurface,
        values: &BTreeMap<NodeKey, SubmittedValue>,
    ) -> Result<(), SubmitError> {
        let surface_id = resolved.surface_id.as_str();
        let Some(surface) = self.get(surface_id) else {
            return Err(SubmitError::UnknownSurface(resolved.surface_id.clone()));
        };
        let writes = converted(surface, resolved, values)?;
        let paths = writes
            .iter()
            .map(|write| (write.path.as_str(), write.value.clone()));
        let written = self.write_all(surface_id, paths);
        let Err((index, error)) = written else {
            return Ok(());
        };
        let Some(write) = writes.get(index) else {
            return Err(SubmitError::UnknownSurface(resolved.surface_id.clone()));
        };
        Err(SubmitError::Write {
            key: write.key.clone(),
            error,
        })
    }
}

/// A value that is to be written.
struct ValueWrite<'a> {
    key: &'a NodeKey,
    path: String,
    value: Payload,
}

/// Converts the values in display order.
fn converted<'a>(
    surface: &Surface,
    resolved: &'a ResolvedSurface,
    values: &BTreeMap<NodeKey, SubmittedValue>,
) -> Result<Vec<ValueWrite<'a>>, SubmitError> {
    // A client can send many keys, so each is looked up in a set.
    let known: BTreeSet<&NodeKey> = resolved.inputs.iter().map(|input| &input.key).collect();
    for key in values.keys() {
        if !known.contains(key) {
            return Err(SubmitError::UnknownInput(key.clone()));
        }
    }
    let mut writes = Vec::new();
    for input in &resolved.inputs {
        let Some(submitted) = values.get(&input.key) else {
            continue;
        };
        let Some(path) = &input.path else {
            return Err(SubmitError::NotBound(input.key.clone()));
        };
        let old = surface.data_model().get(path);
        let value = value::convert(input, submitted, old.as_ref());
        let value = value.map_err(|message| SubmitError::Value {
            key: input.key.clone(),
            message,
        })?;
        // An unchanged value must not replace the changed value of another input with the same path.
        if let Some(value) = value.filter(|value| Some(value) != old.as_ref()) {
            writes.push(ValueWrite {
                key: &input.key,
                path: path.clone(),
                value,
            });
        }
    }
    Ok(writes)
}

/// Returns the failing checks of the submitted inputs that prevent an action.
fn failed_checks(
    surface: &Surface,
    resolved: &ResolvedSurface,
    values: &BTreeMap<NodeKey, SubmittedValue>,
    host: &Host<'_>,
) -> Vec<(NodeKey, FailedCheck)> {
    let mut all = Vec::new();
    for input in &resolved.inputs {
        let node = match resolved.node(&input.key) {
            Some(node) if values.contains_key(&input.key) => node,
            _ => continue,
        };
        let failed = surface.checks(node.component_id.as_str(), &node.scope, host);
        for failed in failed.unwrap_or_default() {
            if failed.severity == Severity::Error {
                all.push((input.key.clone(), failed));
            }
        }
    }
    all
}

fn click(
    surface: &Surface,
    resolved: &ResolvedSurface,
    action: &NodeKey,
    host: &Host<'_>,
) -> Result<ClientAction, ActionError> {
    let Some(node) = resolved.node(action) else {
        return Err(ActionError::UnknownComponent);
    };
    surface.action_of(node.component_id.as_str(), &node.scope, host)
}
