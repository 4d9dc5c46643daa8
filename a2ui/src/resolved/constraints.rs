//! The rules of an input, read from its checks and properties.

use super::{InputKind, ResolvedNode};
use crate::{
    expression::{Decimal, Dynamic, Evaluation, FunctionCall},
    surface::{Surface, SurfaceComponent},
};
use std::cmp::{max, min};
use wire::{Number, Payload, PayloadKind, Pointer};

/// The rules for the value of an input, in a form that other protocols have.
///
/// They are read from calls of `required`, `regex`, `length`, `numeric` and `email` for the value of the input itself, also
/// inside `and`, and from the properties of the component. Other checks are run only by
/// [`Surfaces::submit`](crate::surface::Surfaces::submit).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputConstraints {
    /// `true` if the value must not be empty.
    pub is_required: bool,
    /// The smallest length in UTF-16 units. For choices, the smallest number of options.
    pub min_length: Option<usize>,
    /// The greatest length in UTF-16 units. For choices, the greatest number of options.
    pub max_length: Option<usize>,
    /// The smallest number.
    pub minimum: Option<Number>,
    /// The greatest number.
    pub maximum: Option<Number>,
    /// The earliest date or time, in ISO 8601.
    pub earliest: Option<String>,
    /// The latest date or time, in ISO 8601.
    pub latest: Option<String>,
    /// A regular expression in the syntax of JavaScript that must match a part of the text. In 0.8, the
    /// `validationRegexp` of a TextField, which does not prevent an action.
    pub pattern: Option<String>,
    /// `true` if the text must be an email address.
    pub is_email: bool,
    /// The messages of the checks that are expressed here, in order.
    pub messages: Vec<String>,
}

/// Reads the rules of an input, which has a kind and perhaps a path. The second value is `true` if the component has checks
/// that the rules do not express.
pub(super) fn read(
    surface: &Surface,
    component: &SurfaceComponent,
    node: &ResolvedNode,
    (kind, path): (InputKind, Option<&str>),
    evaluation: &mut Evaluation<'_>,
) -> (InputConstraints, bool) {
    let mut constraints = of_properties(node, kind);
    if matches!(component, SurfaceComponent::V0_8(_)) {
        constraints.pattern = node.text("validationRegexp");
        return (constraints, false);
    }
    let Some((_, checks)) = surface.key(component, "@checks") else {
        return (constraints, false);
    };
    // Checks in another form than a list always fail, which the rules cannot express.
    let mut has_others = !matches!(checks.kind(), PayloadKind::Array);
    let mut messages = Vec::new();
    for check in checks.elements() {
        let condition = check.member("condition").unwrap_or_else(|| check.clone());
        let mut reader = CheckReader {
            path,
            evaluation: &mut *evaluation,
            constraints: constraints.clone(),
        };
        match reader.add(&condition) {
            Some(()) => {
                constraints = reader.constraints;
                let message = check.member("message");
                let message = message.and_then(|message| Some(message.as_str()?.into_owned()));
                messages.extend(message);
            }
            None => has_others = true,
        }
    }
    constraints.messages = messages;
    (constraints, has_others)
}

/// Reads the range of a slider, a date or a choice.
fn of_properties(node: &ResolvedNode, kind: InputKind) -> InputConstraints {
    let mut constraints = InputConstraints::default();
    let number = |names: [&str; 2]| {
        let value = names.iter().find_map(|name| node.properties.member(name));
        value.as_ref().and_then(number)
    };
    match kind {
        InputKind::Slider => {
            // Both catalogs begin at 0 if they state no minimum.
            constraints.minimum = number(["min", "minValue"]).or_else(|| Number::parse("0"));
            constraints.maximum = number(["max", "maxValue"]);
        }
        InputKind::Date | InputKind::Time | InputKind::DateTime => {
            constraints.earliest = node.text("min");
            constraints.latest = node.text("max");
        }
        InputKind::SingleChoice => constraints.max_length = Some(1),
        InputKind::MultipleChoice => {
            let most = node.text("maxAllowedSelections");
            constraints.max_length = most.and_then(|most| most.parse().ok());
        }
        InputKind::Text | InputKind::LongText | InputKind::Number | InputKind::Boolean => {}
    }
    constraints
}

/// Returns a number without exponent and trailing zeros.
fn number(value: &Payload) -> Option<Number> {
    Number::parse(&Decimal::from_payload(value)?.plain()?)
}

/// A reader for the condition of one check.
struct CheckReader<'e, 'a> {
    path: Option<&'e str>,
    evaluation: &'e mut Evaluation<'a>,
    constraints: InputConstraints,
}

impl CheckReader<'_, '_> {
    /// Adds the rules of a condition. Returns `None` if the rules cannot express the whole condition.
    fn add(&mut self, condition: &Payload) -> Option<()> {
        // Calls can be nested, so the conditions that are still to be read are in a list.
        let mut open = vec![condition.clone()];
        while let Some(condition) = open.pop() {
            let Ok(Dynamic::Call(call)) = self.evaluation.classify(&condition) else {
                return None;
            };
            if call.name == "and" {
                let values = call.arguments.as_ref()?.member("values")?;
                let values: Vec<Payload> = values.elements().collect();
                if values.is_empty() {
                    return None;
                }
                open.extend(values.into_iter().rev());
                continue;
            }
            self.add_call(&call)?;
        }
        Some(())
    }

    fn add_call(&mut self, call: &FunctionCall) -> Option<()> {
        let arguments = call.arguments.as_ref()?;
        if !self.is_own(&arguments.member("value")?) {
            return None;
        }
        match call.name.as_str() {
            "required" => self.constraints.is_required = true,
            "email" => self.constraints.is_email = true,
            "regex" => {
                let pattern = self.argument(arguments, "pattern")?;
                let pattern = pattern?.as_str()?.into_owned();
                let known = self.constraints.pattern.get_or_insert(pattern.clone());
                // There is room for one pattern.
                if *known != pattern {
                    return None;
                }
            }
            "length" => {
                let least = self.count(arguments, "min")?;
                let most = self.count(arguments, "max")?;
                let own = &mut self.constraints;
                own.min_length = match (own.min_length, least) {
                    (Some(own), Some(least)) => Some(max(own, least)),
                    (own, least) => own.or(least),
                };
                own.max_length = match (own.max_length, most) {
                    (Some(own), Some(most)) => Some(min(own, most)),
                    (own, most) => own.or(most),
                };
            }
            "numeric" => {
                let least = self.number(arguments, "min")?;
                let most = self.number(arguments, "max")?;
                let own = &mut self.constraints;
                own.minimum = narrower(own.minimum.take(), least, true);
                own.maximum = narrower(own.maximum.take(), most, false);
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns `true` for a binding to the value of the input.
    fn is_own(&self, value: &Payload) -> bool {
        let Ok(Dynamic::Binding { path, .. }) = self.evaluation.classify(value) else {
            return false;
        };
        let path = self.evaluation.resolve_path(&path).ok();
        path.is_some() && path.as_deref() == self.path
    }

    /// Evaluates an argument. The inner `None` means that it is absent or null, and the outer one that it cannot be
    /// evaluated.
    fn argument(&mut self, arguments: &Payload, name: &str) -> Option<Option<Payload>> {
        let Some(value) = arguments.member(name) else {
            return Some(None);
        };
        let value = self.evaluation.value(&value, &Pointer::root()).ok()?;
        Some(value.filter(|value| !value.is_null()))
    }

    fn number(&mut self, arguments: &Payload, name: &str) -> Option<Option<Number>> {
        match self.argument(arguments, name)? {
            None => Some(None),
            Some(value) => number(&value).map(Some),
        }
    }

    fn count(&mut self, arguments: &Payload, name: &str) -> Option<Option<usize>> {
        match self.number(arguments, name)? {
            None => Some(None),
            Some(number) => number.as_str().parse().ok().map(Some),
        }
    }
}

/// Returns the narrower of two bounds. `is_least` is `true` for lower bounds.
fn narrower(own: Option<Number>, other: Option<Number>, is_least: bool) -> Option<Number> {
    let (Some(own), Some(other)) = (&own, &other) else {
        return own.or(other);
    };
    let is_greater = Decimal::parse(own.as_str()) > Decimal::parse(other.as_str());
    let narrower = if is_greater == is_least { own } else { other };
    Some(narrower.clone())
}
