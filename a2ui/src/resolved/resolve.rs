//! The resolution of a surface.

use super::{
    NodeKey, ResolveError, ResolveFailure, ResolvedNode, ResolvedSurface, action, input,
    properties::{self, Slots},
};
use crate::{
    expression::{EvaluationError, Host, LIMIT, Scope},
    limits::{RESOLVED_STEPS, RESOLVED_TEXT},
    surface::{FailedCheck, Surface, SurfaceComponent, SurfaceNode},
};
use std::collections::BTreeMap;
use wire::{Payload, Pointer};

impl Surface {
    /// Reads all values of the surface. `host` is the environment of the client: its functions, locale, time zone and
    /// limits of each evaluation.
    ///
    /// A value that cannot be evaluated is omitted and listed in [`ResolvedSurface::failures`]. In a list, null takes the
    /// place of an omitted value.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::Host, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"people":[{"name":"Ada"},{"name":"Lin"}]}}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    ///         {"id":"root","component":"List","children":{"componentId":"row","path":"/people"}},
    ///         {"id":"row","component":"Text","text":{"path":"name"}}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let resolved = surfaces.get("s").unwrap().resolve(&Host::new())?;
    /// let lines: Vec<_> = resolved.nodes.iter().map(|node| (node.key.as_str(), node.properties.text())).collect();
    /// assert_eq!(lines, [
    ///     ("root", r#"{"children":["row@/people/0","row@/people/1"]}"#),
    ///     ("row@/people/0", r#"{"text":"Ada"}"#),
    ///     ("row@/people/1", r#"{"text":"Lin"}"#),
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the tree has too many nodes, or if its values need too much work together.
    pub fn resolve(&self, host: &Host<'_>) -> Result<ResolvedSurface, ResolveError> {
        let nodes = self.nodes()?;
        let (keys, below) = (keys(&nodes), children(&nodes));
        let mut resolver = Resolver {
            surface: self,
            host: *host,
            left: (RESOLVED_STEPS, RESOLVED_TEXT),
            resolved: ResolvedSurface {
                surface_id: self.surface_id().clone(),
                version: self.version(),
                version_word: self.version_word(),
                nodes: Vec::with_capacity(nodes.len()),
                inputs: Vec::new(),
                actions: Vec::new(),
                failures: Vec::new(),
                places: BTreeMap::new(),
            },
        };
        // The place of each node in its parent is known before the node is visited.
        let mut pointers = vec![Pointer::root(); nodes.len()];
        for (index, ((node, key), below)) in nodes.iter().zip(&keys).zip(below).enumerate() {
            let slots = Slots::new(self, node, &below, &nodes, &keys);
            for (child, pointer) in &slots.pointers {
                if let Some(place) = pointers.get_mut(*child) {
                    place.clone_from(pointer);
                }
            }
            let pointer = pointers.get(index).cloned().unwrap_or_default();
            resolver.add(node, key, pointer, below, &slots)?;
        }
        Ok(resolver.finish())
    }
}

/// Returns the key of each node.
fn keys(nodes: &[SurfaceNode<'_>]) -> Vec<NodeKey> {
    let mut occurrences: BTreeMap<(&str, &Scope), usize> = BTreeMap::new();
    let mut keys = Vec::with_capacity(nodes.len());
    for node in nodes {
        let occurrence = occurrences
            .entry((node.component_id.as_str(), &node.scope))
            .or_default();
        *occurrence += 1;
        keys.push(NodeKey::new(&node.component_id, &node.scope, *occurrence));
    }
    keys
}

/// Returns the indices of the children of each node.
fn children(nodes: &[SurfaceNode<'_>]) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        let parent = node.parent.and_then(|parent| below.get_mut(parent));
        if let Some(children) = parent {
            children.push(index);
        }
    }
    below
}

struct Resolver<'a> {
    surface: &'a Surface,
    host: Host<'a>,
    /// The steps and the bytes of text that all evaluations together may still use.
    left: (usize, usize),
    resolved: ResolvedSurface,
}

impl<'a> Resolver<'a> {
    fn add(
        &mut self,
        node: &SurfaceNode<'a>,
        key: &NodeKey,
        pointer: Pointer,
        children: Vec<usize>,
        slots: &Slots,
    ) -> Result<(), ResolveError> {
        let (mut properties, mut failed_checks) = (Payload::empty_object(), Vec::new());
        if let Some(component) = node.component {
            properties = self.properties(component, node, key, slots)?;
            failed_checks = self.failed_checks(component, node)?;
        }
        let resolved = ResolvedNode {
            key: key.clone(),
            component_id: node.component_id.clone(),
            component: node
                .component
                .map(|component| component.type_name().to_owned()),
            scope: node.scope.clone(),
            depth: node.depth,
            parent: node.parent,
            children,
            pointer,
            properties,
            failed_checks,
        };
        if let Some(component) = node.component {
            self.add_input(component, &resolved)?;
            self.add_action(component, &resolved)?;
        }
        self.resolved
            .places
            .insert(key.clone(), self.resolved.nodes.len());
        self.resolved.nodes.push(resolved);
        Ok(())
    }

    fn properties(
        &mut self,
        component: &SurfaceComponent,
        node: &SurfaceNode<'_>,
        key: &NodeKey,
        slots: &Slots,
    ) -> Result<Payload, ResolveError> {
        let host = self.host.within(self.left);
        let id = component.id().as_str();
        let mut evaluation = self.surface.evaluation_of(id, &node.scope, &host);
        let mut failures = Vec::new();
        let properties = properties::evaluate(
            self.surface,
            component,
            slots,
            &mut evaluation,
            &mut failures,
        );
        let left = evaluation.get_host().left();
        self.spend(
            &host,
            left,
            failures.iter().any(|error| error.rule == LIMIT),
        )?;
        for error in failures {
            self.fail(key, error);
        }
        Ok(properties)
    }

    fn failed_checks(
        &mut self,
        component: &SurfaceComponent,
        node: &SurfaceNode<'_>,
    ) -> Result<Vec<FailedCheck>, ResolveError> {
        let host = self.host.within(self.left);
        let id = component.id().as_str();
        let mut evaluation = self.surface.evaluation_of(id, &node.scope, &host);
        let failed = self.surface.failed_checks(component, &mut evaluation);
        let is_limited = failed.iter().any(|failed| {
            let error = failed.error.as_ref();
            error.is_some_and(|error| error.rule == LIMIT)
        });
        let left = evaluation.get_host().left();
        self.spend(&host, left, is_limited)?;
        Ok(failed)
    }

    fn add_input(
        &mut self,
        component: &SurfaceComponent,
        node: &ResolvedNode,
    ) -> Result<(), ResolveError> {
        let host = self.host.within(self.left);
        let id = component.id().as_str();
        let mut evaluation = self.surface.evaluation_of(id, &node.scope, &host);
        let Some(input) = input::read(self.surface, component, node, &mut evaluation) else {
            return Ok(());
        };
        let left = evaluation.get_host().left();
        self.spend(&host, left, false)?;
        self.resolved.inputs.push(input);
        Ok(())
    }

    fn add_action(
        &mut self,
        component: &SurfaceComponent,
        node: &ResolvedNode,
    ) -> Result<(), ResolveError> {
        let host = self.host.within(self.left);
        let id = component.id().as_str();
        let mut evaluation = self.surface.evaluation_of(id, &node.scope, &host);
        let read = action::read(self.surface, component, node, &mut evaluation);
        let left = evaluation.get_host().left();
        self.spend(&host, left, false)?;
        match read {
            None => {}
            Some(Ok(action)) => self.resolved.actions.push(action),
            Some(Err(error)) => {
                let pointer = error.pointer().cloned().unwrap_or_default();
                self.resolved.failures.push(ResolveFailure {
                    key: node.key.clone(),
                    rule: error.rule(),
                    pointer,
                    message: error.to_string(),
                });
            }
        }
        Ok(())
    }

    /// Subtracts the used work. `is_limited` is `true` if an evaluation exceeded its limit, which is an error of the whole
    /// surface only if the surface caused the limit.
    fn spend(
        &mut self,
        host: &Host<'_>,
        left: (usize, usize),
        is_limited: bool,
    ) -> Result<(), ResolveError> {
        let (before, own) = (host.left(), self.host.left());
        if is_limited && before != own {
            return Err(ResolveError::TooMuchWork);
        }
        self.left.0 = self.left.0.saturating_sub(before.0.saturating_sub(left.0));
        self.left.1 = self.left.1.saturating_sub(before.1.saturating_sub(left.1));
        Ok(())
    }

    fn fail(&mut self, key: &NodeKey, error: EvaluationError) {
        self.resolved.failures.push(ResolveFailure {
            key: key.clone(),
            rule: error.rule,
            pointer: error.pointer,
            message: error.message,
        });
    }

    fn finish(mut self) -> ResolvedSurface {
        let mut labels = Vec::new();
        for action in &self.resolved.actions {
            labels.push(action::label(&self.resolved, &action.key));
        }
        for (action, label) in self.resolved.actions.iter_mut().zip(labels) {
            action.label = label;
        }
        self.resolved
    }
}
