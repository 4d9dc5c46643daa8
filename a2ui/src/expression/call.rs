//! Function calls from the view of a function's implementation.

use super::{
    Decimal, Evaluation, EvaluationError, FunctionContext, Locale, TimeZone, dynamic::to_text,
    evaluation::Arguments,
};
use std::fmt;
use wire::{Number, Payload, PayloadKind, Pointer};

/// An element of a list argument, evaluated or not.
pub(super) enum Element {
    Written(Payload, Pointer),
    Value(Payload),
}

impl fmt::Debug for FunctionContext<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionContext")
            .field("name", &self.name)
            .field("at", &self.at.as_str())
            .finish_non_exhaustive()
    }
}

impl<'c, 'a> FunctionContext<'c, 'a> {
    /// Returns the name of the function.
    pub fn name(&self) -> &'c str {
        self.name
    }

    /// Returns the catalog that the call names (only 1.0).
    pub fn catalog_id(&self) -> Option<&'c str> {
        self.catalog_id
    }

    /// Returns the pointer of the call.
    pub fn at(&self) -> &'c Pointer {
        self.at
    }

    /// Returns the locale of the client.
    pub fn locale(&self) -> &'a dyn Locale {
        self.evaluation.get_locale()
    }

    /// Returns the time zone of the client, if it has one.
    pub fn time_zone(&self) -> Option<&'a dyn TimeZone> {
        self.evaluation.get_time_zone()
    }

    /// Returns `true` if the call has this argument, with any value.
    pub fn has(&self, name: &str) -> bool {
        match self.arguments {
            Arguments::Written(members) => members.iter().any(|member| member.0 == name),
            Arguments::Parsed(members) => members.iter().any(|member| member.0 == name),
        }
    }

    /// Evaluates an argument. Returns `None` if the call lacks the argument, or if it is a binding without a value.
    ///
    /// # Errors
    /// Returns an error if the argument cannot be evaluated.
    pub fn argument(&mut self, name: &str) -> Result<Option<Payload>, EvaluationError> {
        match self.arguments {
            Arguments::Written(members) => {
                let Some((_, value)) = members.iter().rfind(|member| member.0 == name) else {
                    return Ok(None);
                };
                self.evaluation.value(value, &self.argument_at(name))
            }
            Arguments::Parsed(members) => {
                let Some((_, value)) = members.iter().rfind(|member| member.0 == name) else {
                    return Ok(None);
                };
                self.evaluation.expression(value, self.at)
            }
        }
    }

    /// Evaluates a required argument.
    ///
    /// # Errors
    /// Returns an error with the rule `argument` if the call does not have the argument, or an error of its evaluation.
    pub fn require(&mut self, name: &str) -> Result<Option<Payload>, EvaluationError> {
        if !self.has(name) {
            return Err(self.error(
                name,
                format_args!("`{}` is missing the required argument `{name}`", self.name),
            ));
        }
        self.argument(name)
    }

    /// Evaluates an argument as text. Absent and null become empty text.
    ///
    /// # Errors
    /// Returns an error if the argument cannot be evaluated.
    pub fn text(&mut self, name: &str) -> Result<String, EvaluationError> {
        Ok(to_text(self.argument(name)?.as_ref()))
    }

    /// Evaluates an argument as a number, or as a string that contains a number. Returns `None` for absent and null.
    ///
    /// # Errors
    /// Returns an error with the rule `argument` if the value is something else, or an error of its evaluation.
    pub fn number(&mut self, name: &str) -> Result<Option<Decimal>, EvaluationError> {
        let Some(value) = self.argument(name)?.filter(|value| !value.is_null()) else {
            return Ok(None);
        };
        match Decimal::from_payload(&value) {
            Some(number) => Ok(Some(number)),
            None => Err(self.error(
                name,
                format_args!("`{name}` must be a number, not {}", value.kind()),
            )),
        }
    }

    /// Evaluates an argument as an integer of at least 0. Returns `None` for absent and null.
    ///
    /// # Errors
    /// Returns an error with the rule `argument` if the value is something else, or an error of its evaluation.
    pub fn count(&mut self, name: &str) -> Result<Option<usize>, EvaluationError> {
        let Some(number) = self.number(name)? else {
            return Ok(None);
        };
        match number.to_i64().and_then(|n| usize::try_from(n).ok()) {
            Some(n) => Ok(Some(n)),
            None => Err(self.error(
                name,
                format_args!("`{name}` must be an integer of at least 0"),
            )),
        }
    }

    /// Evaluates an argument as a truth value. Returns `None` for absent and null.
    ///
    /// # Errors
    /// Returns an error if the argument cannot be evaluated.
    pub fn boolean(&mut self, name: &str) -> Result<Option<bool>, EvaluationError> {
        let value = self.argument(name)?.filter(|value| !value.is_null());
        Ok(value.map(|value| self.is_true(Some(&value))))
    }

    /// Returns `true` if a value is truthy, as defined by [`Evaluation::boolean`].
    pub fn is_true(&self, value: Option<&Payload>) -> bool {
        self.evaluation.is_true(value)
    }

    /// Returns the result of a validation function: a boolean, or in 1.0 a `ValidationResult` with an optional code.
    pub fn check_result(&self, valid: bool, code: Option<&str>) -> Payload {
        let word = Payload::parse(valid.to_string()).unwrap_or_else(|_| Payload::null());
        if !self.evaluation.has_results() {
            return word;
        }
        match code.filter(|_| !valid) {
            Some(code) => Payload::object([("valid", &word), ("code", &Payload::string(code))]),
            None => Payload::object([("valid", &word)]),
        }
    }

    /// Creates an error for an argument whose value is unusable.
    pub fn error(&self, argument: &str, message: impl fmt::Display) -> EvaluationError {
        EvaluationError::new("argument", self.argument_at(argument), message)
    }

    /// Creates the error for a function that the host does not implement.
    pub fn unknown(&self) -> EvaluationError {
        let message =
            format_args!("the function `{}` is not supported by this host", self.name).to_string();
        EvaluationError::new("unknown-function", self.at.clone(), message)
    }

    pub(super) fn argument_at(&self, name: &str) -> Pointer {
        match self.arguments {
            Arguments::Written(_) => self.at.member("args").member(name),
            Arguments::Parsed(_) => self.at.clone(),
        }
    }

    pub(super) fn evaluation(&mut self) -> &mut Evaluation<'a> {
        self.evaluation
    }

    /// Returns the elements of a list argument, or `None` if the argument is not a list. The elements of a literal list
    /// are not evaluated yet.
    pub(super) fn list_elements(
        &mut self,
        name: &str,
    ) -> Result<Option<Vec<Element>>, EvaluationError> {
        let at = self.argument_at(name);
        if let Arguments::Written(members) = self.arguments {
            // If a name is repeated, the last argument wins.
            match members.iter().rfind(|member| member.0 == name) {
                Some((_, list)) if list.kind() == PayloadKind::Array => {
                    let mut elements = Vec::new();
                    for (index, element) in list.elements().enumerate() {
                        elements.push(Element::Written(element, at.element(index)));
                    }
                    return Ok(Some(elements));
                }
                _ => {}
            }
        }
        match self.require(name)? {
            Some(list) if list.kind() == PayloadKind::Array => {
                Ok(Some(list.elements().map(Element::Value).collect()))
            }
            _ => Ok(None),
        }
    }

    /// Returns `true` if an element is truthy.
    pub(super) fn is_element_true(&mut self, element: &Element) -> Result<bool, EvaluationError> {
        match element {
            Element::Written(value, at) => self.evaluation.boolean(value, at),
            Element::Value(value) => Ok(self.is_true(Some(value))),
        }
    }

    /// Evaluates `@index`, which is the index of the template item plus the argument `offset`.
    ///
    /// Specification: [A2UI 1.0, The `@index` function](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#the-index-function).
    pub(super) fn evaluate_index(&mut self) -> Result<Payload, EvaluationError> {
        let Some(index) = self.evaluation.get_scope().index() else {
            let message = "`@index` is called outside a template";
            return Err(EvaluationError::new(
                "index-scope",
                self.at.clone(),
                message,
            ));
        };
        let offset = match self.number("offset")? {
            Some(offset) => offset.to_i64(),
            None => Some(0),
        };
        let index = offset.and_then(|offset| i64::try_from(index).ok()?.checked_add(offset));
        match index {
            Some(index) => {
                Ok(Payload::encode(&Number::from(index)).unwrap_or_else(|_| Payload::null()))
            }
            None => Err(self.error("offset", "`offset` must be an integer")),
        }
    }
}
