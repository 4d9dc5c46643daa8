//! Evaluation of values and of the function calls in them.

use super::{
    Dynamic, English, EvaluationError, FunctionCall, Locale, Scope, TimeZone,
    dynamic::{can_be_dynamic, is_truthy, to_text},
    format_string::Expression,
};
use crate::{
    Notation, Version,
    data_model::DataModel,
    limits::{ARGUMENTS, MAX_CALL_DEPTH},
};
use std::fmt;
use wire::{Payload, PayloadKind, Pointer, token};

/// The functions that a client implements.
///
/// ```
/// use agent_ui_a2ui::{Version, data_model::DataModel};
/// use agent_ui_a2ui::expression::{BasicFunctions, FunctionContext, Evaluation, EvaluationError, Functions, Host};
/// use agent_ui_a2ui::wire::{Payload, Pointer};
///
/// struct Mine;
/// impl Functions for Mine {
///     fn call(&self, call: &mut FunctionContext<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
///         Ok(match call.name() {
///             "upper" => Some(Payload::string(&call.text("value")?.to_uppercase())),
///             // A validation function returns a boolean, or in 1.0 an object with a code.
///             "even" => {
///                 let number = call.number("value")?.and_then(|number| number.to_i64());
///                 Some(call.check_result(number.is_some_and(|number| number % 2 == 0), Some("ODD")))
///             }
///             "yesNo" => {
///                 let value = call.argument("value")?;
///                 Some(Payload::string(if call.is_true(value.as_ref()) { "yes" } else { "no" }))
///             }
///             "ordinal" => {
///                 let Some(number) = call.number("value")? else { return Ok(None) };
///                 let category = call.locale().plural(&number).as_str();
///                 Some(Payload::string(category))
///             }
///             _ => return BasicFunctions.call(call),
///         })
///     }
/// }
///
/// let model = DataModel::new();
/// let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new().functions(&Mine));
/// let text = "${upper(value: 'a')} ${even(value: 4)} ${yesNo(value: true)} ${ordinal(value: 1)}";
/// let value = Payload::object([
///     ("call", &Payload::string("formatString")),
///     ("args", &Payload::object([("value", &Payload::string(text))])),
/// ]);
/// assert_eq!(evaluation.text(&value, &Pointer::root())?, "A true yes one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Functions {
    /// Returns the result of a call, or `None` if the call has no value. Functions of the specification whose names begin
    /// with `@` are handled before this method is called.
    ///
    /// # Errors
    /// Returns [`FunctionContext::unknown`] for a function that is not implemented, or an error of the call.
    fn call(&self, call: &mut FunctionContext<'_, '_>) -> Result<Option<Payload>, EvaluationError>;
}

/// A function call from the view of the function's implementation. Arguments are evaluated on request.
pub struct FunctionContext<'c, 'a> {
    pub(super) evaluation: &'c mut Evaluation<'a>,
    pub(super) name: &'c str,
    pub(super) catalog_id: Option<&'c str>,
    pub(super) arguments: Arguments<'c>,
    pub(super) at: &'c Pointer,
}

impl<'c, 'a> FunctionContext<'c, 'a> {
    pub(super) fn new(
        evaluation: &'c mut Evaluation<'a>,
        name: &'c str,
        catalog_id: Option<&'c str>,
        arguments: Arguments<'c>,
        at: &'c Pointer,
    ) -> Self {
        Self {
            evaluation,
            name,
            catalog_id,
            arguments,
            at,
        }
    }
}

/// The arguments of a call, either members of an object or expressions from the text of a `formatString`.
#[derive(Clone, Copy)]
pub(super) enum Arguments<'c> {
    Written(&'c [(String, Payload)]),
    Parsed(&'c [(String, Expression)]),
}

impl Arguments<'_> {
    pub(super) fn len(self) -> usize {
        match self {
            Self::Written(members) => members.len(),
            Self::Parsed(members) => members.len(),
        }
    }
}

/// The environment of a client: its functions, locale, time zone and limits.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    functions: &'a dyn Functions,
    locale: &'a dyn Locale,
    time_zone: Option<&'a dyn TimeZone>,
    steps: usize,
    text: usize,
}

impl fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("steps", &self.steps)
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

impl<'a> Host<'a> {
    pub(super) fn with_functions(functions: &'a dyn Functions) -> Self {
        Self {
            functions,
            locale: &English,
            time_zone: None,
            steps: 100_000,
            text: 16 << 20,
        }
    }

    /// Creates a host with the [basic](super::BasicFunctions) functions and the [English](English) locale. The limits are
    /// 100,000 steps and 16 MiB of text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the functions that the client implements.
    #[must_use]
    pub fn functions(mut self, functions: &'a dyn Functions) -> Self {
        self.functions = functions;
        self
    }

    /// Sets the locale that formats values.
    #[must_use]
    pub fn locale(mut self, locale: &'a dyn Locale) -> Self {
        self.locale = locale;
        self
    }

    /// Sets the time zone in which instants are shown. Without a time zone, a date is shown as it is written, and a
    /// number in UTC.
    #[must_use]
    pub fn time_zone(mut self, time_zone: &'a dyn TimeZone) -> Self {
        self.time_zone = Some(time_zone);
        self
    }

    /// Returns the host with limits of at most these steps and bytes of text.
    pub(crate) fn within(mut self, (steps, text): (usize, usize)) -> Self {
        self.steps = self.steps.min(steps);
        self.text = self.text.min(text);
        self
    }

    /// Returns the limits that are left, in steps and bytes of text.
    pub(crate) fn left(&self) -> (usize, usize) {
        (self.steps, self.text)
    }

    /// Sets the limits of one evaluation, for example of an action or the checks of a component. `steps` counts roughly
    /// every value and argument, and `text` counts bytes of text.
    #[must_use]
    pub fn limits(mut self, steps: usize, text: usize) -> Self {
        self.steps = steps;
        self.text = text;
        self
    }
}

/// An evaluation of values of one surface in one scope.
///
/// A binding without a value evaluates to `None`. Arrays and objects are literals, and their contents are evaluated.
/// Members without a value are omitted, and elements without a value become null. An array or object without bindings and
/// calls keeps its text.
///
/// ```
/// use agent_ui_a2ui::{Version, data_model::DataModel, expression::{Evaluation, Scope}};
/// use agent_ui_a2ui::wire::{Payload, Pointer};
///
/// let mut model = DataModel::new();
/// model.set("/people", Payload::parse(r#"[{"name":"Ada","born":1815.0}]"#)?)?;
/// let mut evaluation = Evaluation::new(Version::V0_9, &model).scope(Scope::item("/people/0")?);
/// let value = Payload::parse(r#"{"call":"formatString","args":{"value":"${name} (*${born})"}}"#)?;
/// assert_eq!(evaluation.value(&value, &Pointer::root())?, Some(Payload::string("Ada (*1815)")));
/// let error = evaluation.value(&Payload::parse(r#"{"call":"now"}"#)?, &Pointer::root()).unwrap_err();
/// assert_eq!(error.rule, "unknown-function");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation<'a> {
    version: Version,
    notation: Notation,
    model: &'a DataModel,
    scope: Scope,
    host: Host<'a>,
    calls: usize,
    /// The errors of parts that [`shown`](Self::shown) omits. `None` if the first error ends the evaluation.
    failures: Option<Vec<EvaluationError>>,
}

impl<'a> Evaluation<'a> {
    /// Creates an evaluation at the top of a data model, with the basic functions and the notation of the version. For
    /// 1.0, this is the notation without `@`.
    pub fn new(version: Version, model: &'a DataModel) -> Self {
        let notation = if version == Version::V0_8 {
            Notation::Bound
        } else {
            Notation::Plain
        };
        Self {
            version,
            notation,
            model,
            scope: Scope::top(),
            host: Host::new(),
            calls: 0,
            failures: None,
        }
    }

    /// Sets the notation of the values.
    #[must_use]
    pub fn notation(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// Sets the scope in which relative paths are resolved.
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Sets the environment of the client.
    #[must_use]
    pub fn host(mut self, host: &Host<'a>) -> Self {
        self.host = *host;
        self
    }

    pub(crate) fn get_host(&self) -> &Host<'a> {
        &self.host
    }

    pub(crate) fn get_scope(&self) -> &Scope {
        &self.scope
    }

    pub(super) fn get_time_zone(&self) -> Option<&'a dyn TimeZone> {
        self.host.time_zone
    }

    pub(crate) fn get_locale(&self) -> &'a dyn Locale {
        self.host.locale
    }

    /// Returns `true` if validation functions return a `ValidationResult` (from 1.0 on), and `false` if they return a
    /// boolean.
    pub(super) fn has_results(&self) -> bool {
        self.version == Version::V1_0
    }

    /// Classifies a value in the notation of this evaluation.
    ///
    /// # Errors
    /// Returns the errors of [`Dynamic::read`].
    pub fn classify(&self, value: &Payload) -> Result<Dynamic, EvaluationError> {
        Dynamic::read(value, self.notation)
    }

    /// Evaluates `value` at the pointer `at`. Returns `None` for a binding without a value.
    ///
    /// # Errors
    /// Returns an [`EvaluationError`] of any rule.
    pub fn value(
        &mut self,
        value: &Payload,
        at: &Pointer,
    ) -> Result<Option<Payload>, EvaluationError> {
        self.step(at)?;
        let dynamic = self.classify(value).map_err(|error| EvaluationError {
            pointer: at.join(&error.pointer),
            ..error
        })?;
        match dynamic {
            Dynamic::Literal(literal) => self.literal(literal, at).map(Some),
            Dynamic::Binding { path, initial } => {
                let name = if self.notation.has_marked_values() {
                    "@path"
                } else {
                    "path"
                };
                Ok(self.bound_value(&path, &at.member(name))?.or(initial))
            }
            Dynamic::Call(call) => self.function(&call, at),
        }
    }

    /// Evaluates a value that is shown. A part of a list or object that cannot be evaluated is treated like a binding
    /// without a value, and its error is added to `failures`.
    pub(crate) fn shown(
        &mut self,
        value: &Payload,
        at: &Pointer,
        failures: &mut Vec<EvaluationError>,
    ) -> Option<Payload> {
        self.failures = Some(Vec::new());
        let value = self.value(value, at);
        failures.extend(self.failures.take().unwrap_or_default());
        match value {
            Ok(value) => value,
            Err(error) => {
                failures.push(error);
                None
            }
        }
    }

    /// Evaluates a part of a literal.
    fn part(&mut self, value: &Payload, at: &Pointer) -> Result<Option<Payload>, EvaluationError> {
        match (self.value(value, at), &mut self.failures) {
            // An argument must not be replaced, because the call would have another result.
            (Err(error), Some(failures)) if self.calls == 0 && error.rule != LIMIT => {
                failures.push(error);
                Ok(None)
            }
            (value, _) => value,
        }
    }

    /// Evaluates a value and converts it to text, as in a `formatString`.
    ///
    /// # Errors
    /// Returns an [`EvaluationError`] of any rule.
    pub fn text(&mut self, value: &Payload, at: &Pointer) -> Result<String, EvaluationError> {
        Ok(to_text(self.value(value, at)?.as_ref()))
    }

    /// Evaluates a value and returns `true` if it is truthy: neither absent nor null, `false`, `0` or the empty string.
    /// In 1.0, an object with a boolean `valid` has the truth value of `valid`.
    ///
    /// # Errors
    /// Returns an [`EvaluationError`] of any rule.
    pub fn boolean(&mut self, value: &Payload, at: &Pointer) -> Result<bool, EvaluationError> {
        let value = self.value(value, at)?;
        Ok(self.is_true(value.as_ref()))
    }

    pub(crate) fn is_true(&self, value: Option<&Payload>) -> bool {
        is_truthy(value, self.has_results())
    }

    /// Returns a call with evaluated arguments, for a host that performs the call. Arguments without a value are omitted.
    ///
    /// # Errors
    /// Returns an [`EvaluationError`] of any rule.
    pub fn arguments(
        &mut self,
        call: &FunctionCall,
        at: &Pointer,
    ) -> Result<FunctionCall, EvaluationError> {
        let Some(arguments) = &call.arguments else {
            return Ok(call.clone());
        };
        let at = at.member("args");
        let mut members = Vec::new();
        for (name, value) in self.argument_members(arguments, &at)? {
            if let Some(value) = self.value(&value, &at.member(&name))? {
                members.push((name, value));
            }
        }
        Ok(FunctionCall {
            arguments: Some(object(&members)),
            ..call.clone()
        })
    }

    /// Resolves a bound path from the top of the data model.
    ///
    /// # Errors
    /// Returns an error if the path is invalid.
    pub(crate) fn resolve_path(&self, path: &str) -> Result<String, crate::data_model::DataError> {
        if self.version == Version::V0_8 {
            return self.scope.resolve_v0_8(path);
        }
        let resolved = self.scope.resolve(path);
        crate::data_model::segments(&resolved)?;
        Ok(resolved)
    }

    /// Returns the data model value at a path.
    pub(super) fn bound_value(
        &mut self,
        path: &str,
        at: &Pointer,
    ) -> Result<Option<Payload>, EvaluationError> {
        let resolved = self.resolve_path(path);
        let resolved =
            resolved.map_err(|error| EvaluationError::new("data-path", at.clone(), error))?;
        let value = self.model.get(&resolved);
        self.produce(value.as_ref().map_or(0, |value| value.text().len()), at)?;
        Ok(value)
    }

    fn function(
        &mut self,
        call: &FunctionCall,
        at: &Pointer,
    ) -> Result<Option<Payload>, EvaluationError> {
        let empty = Payload::empty_object();
        let arguments = call.arguments.as_ref().unwrap_or(&empty);
        let members = self.argument_members(arguments, &at.member("args"))?;
        self.call(
            &call.name,
            call.catalog_id.as_deref(),
            Arguments::Written(&members),
            at,
        )
    }

    /// Returns the arguments of a call by name, before their evaluation.
    fn argument_members(
        &mut self,
        arguments: &Payload,
        at: &Pointer,
    ) -> Result<Vec<(String, Payload)>, EvaluationError> {
        if !arguments.is_object() {
            return Err(EvaluationError::new(
                "argument",
                at.clone(),
                "the arguments must be an object",
            ));
        }
        Ok(arguments
            .members()
            .map(|(name, value)| (name.into_owned(), value))
            .collect())
    }

    pub(super) fn call(
        &mut self,
        name: &str,
        catalog_id: Option<&str>,
        arguments: Arguments<'_>,
        at: &Pointer,
    ) -> Result<Option<Payload>, EvaluationError> {
        self.step(at)?;
        if self.calls >= MAX_CALL_DEPTH {
            let message =
                format_args!("function calls are nested more than {MAX_CALL_DEPTH} levels deep")
                    .to_string();
            return Err(EvaluationError::new("call-depth", at.clone(), message));
        }
        if arguments.len() > ARGUMENTS {
            let message = format_args!("`{name}` has more than {ARGUMENTS} arguments").to_string();
            return Err(EvaluationError::new("call-arguments", at.clone(), message));
        }
        self.calls += 1;
        let functions = self.host.functions;
        let is_index = name == "@index" && self.version >= Version::V1_0June;
        let mut call = FunctionContext::new(self, name, catalog_id, arguments, at);
        let result = if is_index {
            call.evaluate_index().map(Some)
        } else {
            functions.call(&mut call)
        };
        self.calls -= 1;
        let result = result?;
        self.produce(result.as_ref().map_or(0, |value| value.text().len()), at)?;
        Ok(result)
    }

    /// Evaluates the contents of a literal array or object.
    fn literal(&mut self, literal: Payload, at: &Pointer) -> Result<Payload, EvaluationError> {
        self.produce(literal.text().len(), at)?;
        if !can_be_dynamic(literal.text(), self.notation) {
            return Ok(literal);
        }
        // Every level of a literal is a level of the pointer, and the reader limits the nesting of literals.
        if at.segments().count() > 2 * wire::MAX_DEPTH {
            return Err(EvaluationError::new(
                "depth",
                at.clone(),
                "the value is nested too deep",
            ));
        }
        if literal.kind() == PayloadKind::Array {
            let mut elements = Vec::new();
            for (index, element) in literal.elements().enumerate() {
                elements.push(
                    self.part(&element, &at.element(index))?
                        .unwrap_or_else(Payload::null),
                );
            }
            return Ok(Payload::array(&elements));
        }
        let mut members: Vec<String> = Vec::new();
        for child in token::children(literal.text()) {
            let (Some(name), Some(value)) = (child.name, valid_payload(child.text)) else {
                continue;
            };
            // A member whose binding has no value is omitted. In an array, null preserves the indices of the other
            // elements.
            let Some(value) = self.part(&value, &at.member(&token::string(name)))? else {
                continue;
            };
            let name = if self.notation.has_marked_values() {
                unescape(name)
            } else {
                name.to_owned()
            };
            members.push(format!("{name}:{value}"));
        }
        Ok(valid_payload(&format!("{{{}}}", members.join(","))).unwrap_or(literal))
    }

    pub(super) fn step(&mut self, at: &Pointer) -> Result<(), EvaluationError> {
        spend(&mut self.host.steps, 1, at)
    }

    /// Charges the text budget for text that is copied or produced.
    pub(super) fn produce(&mut self, bytes: usize, at: &Pointer) -> Result<(), EvaluationError> {
        spend(&mut self.host.text, bytes, at)
    }
}

/// The rule of an evaluation that needs too much work.
pub(crate) const LIMIT: &str = "limit";

fn spend(budget: &mut usize, amount: usize, at: &Pointer) -> Result<(), EvaluationError> {
    match budget.checked_sub(amount) {
        Some(rest) => {
            *budget = rest;
            Ok(())
        }
        None => Err(EvaluationError::new(
            LIMIT,
            at.clone(),
            "the evaluation exceeds its limit of work",
        )),
    }
}

/// Wraps a text that is certainly valid JSON.
fn valid_payload(text: &str) -> Option<Payload> {
    Payload::parse(text).ok()
}

/// Removes one of two leading `@` from a quoted name. The name remains JSON text, because a Rust string cannot contain
/// lone surrogates.
fn unescape(name: &str) -> String {
    if !token::string(name).starts_with("@@") {
        return name.to_owned();
    }
    let inside = name.strip_prefix('"').unwrap_or(name);
    let rest = inside
        .strip_prefix('@')
        .or_else(|| inside.strip_prefix(r"\u0040"))
        .unwrap_or(inside);
    format!("\"{rest}")
}

fn object(members: &[(String, Payload)]) -> Payload {
    Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
}
