//! Answers to the form of a surface as actions.

use super::{
    content::violations,
    rules,
    surface_form::{AcceptButton, SurfaceForm},
};
use a2ui::{
    expression::{Host, Scope},
    resolved::{NodeKey, SubmitError, SubmittedValue},
    surface::{ActionError, ClientAction, Surfaces},
};
use elicitation::{ElicitAction, ElicitResult};
use std::collections::BTreeMap;
use wire::{Finding, Payload};

/// The reason why an answer gives no action.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FormAnswerError {
    /// The content does not match the schema, so the user must be asked again. Pointers point into the content.
    #[error("the content does not match the schema of the form")]
    Content(Vec<Finding>),
    /// The surface refuses the values, for example because a check fails.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The button of the answer cannot act.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// The surface of the form is gone.
    #[error("the surface `{0}` no longer exists")]
    UnknownSurface(String),
    /// The action of the answer is not `accept`, `decline` or `cancel`. It never counts as acceptance.
    #[error("the action `{0}` is not one of accept, decline and cancel")]
    UnknownAction(String),
}

impl FormAnswerError {
    /// Returns the rule of the error, for reports.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Content(findings) => findings.first().map_or(rules::ANSWER, |first| first.rule),
            _ => rules::ANSWER,
        }
    }
}

impl SurfaceForm {
    /// Returns the action that an answer causes on the surface, as if the user had entered the values there.
    ///
    /// An accepted form writes its content to the data model and acts as the button that accepts it. A declined or
    /// dismissed form acts as the button with that meaning. Returns `None` if the surface has no such button.
    ///
    /// # Errors
    /// Returns the findings about content that does not match the schema, failing checks, and the error of a surface that
    /// was deleted or changed. Nothing is written, except if checks of the surface fail, see
    /// [`SubmitError::is_written`].
    pub fn answer(
        &self,
        surfaces: &mut Surfaces,
        result: &ElicitResult,
        host: &Host<'_>,
    ) -> Result<Option<ClientAction>, FormAnswerError> {
        if surfaces.get(&self.surface_id).is_none() {
            return Err(FormAnswerError::UnknownSurface(self.surface_id.clone()));
        }
        match &result.action {
            ElicitAction::Accept => self.accept(surfaces, result, host),
            ElicitAction::Decline => self.press(self.decline.as_ref(), surfaces, host),
            ElicitAction::Cancel => self.press(self.cancel.as_ref(), surfaces, host),
            other => Err(FormAnswerError::UnknownAction(other.as_str().to_owned())),
        }
    }

    /// Acts as a button, without any values.
    fn press(
        &self,
        button: Option<&NodeKey>,
        surfaces: &Surfaces,
        host: &Host<'_>,
    ) -> Result<Option<ClientAction>, FormAnswerError> {
        let (Some(key), Some(surface)) = (button, surfaces.get(&self.surface_id)) else {
            return Ok(None);
        };
        let scope = key.scope().unwrap_or_else(Scope::top);
        let action = surface.action_of(key.component_id().as_str(), &scope, host)?;
        Ok(Some(action))
    }

    fn accept(
        &self,
        surfaces: &mut Surfaces,
        result: &ElicitResult,
        host: &Host<'_>,
    ) -> Result<Option<ClientAction>, FormAnswerError> {
        let content = match result.accepted_content() {
            Some(content) if self.url.is_none() => content.clone(),
            _ => Payload::empty_object(),
        };
        if self.url.is_none() {
            let findings = violations(&self.schema, &content);
            if !findings.is_empty() {
                return Err(FormAnswerError::Content(findings));
            }
        }
        let mut values = BTreeMap::new();
        for field in &self.fields {
            match content.member(&field.name) {
                Some(value) => {
                    values.insert(field.key.clone(), SubmittedValue::Json(value));
                }
                // The user removed the value.
                None if field.had_value => {
                    values.insert(field.key.clone(), SubmittedValue::Empty);
                }
                None => {}
            }
        }
        let button = match &self.accept {
            AcceptButton::None => None,
            AcceptButton::One(key) => Some(key),
            AcceptButton::Several { property, buttons } => {
                let chosen = content.member(property);
                let chosen = chosen.as_ref().and_then(Payload::as_str);
                let found = buttons
                    .iter()
                    .find(|(value, _)| chosen.as_deref() == Some(value));
                found.map(|(_, key)| key)
            }
        };
        let Some(button) = button else {
            return Ok(None);
        };
        let action = surfaces.submit(&self.surface_id, button, &values, host)?;
        Ok(Some(action))
    }
}
