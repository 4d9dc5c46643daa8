//! Checks of function calls.

use super::{
    Catalog, CatalogFunction, Checker, Returns, ValueRole, addresses, checker::closest,
    known_catalogs::ResolvedCatalog, patterns, schema::published,
};
use crate::{
    CatalogId, Version, capabilities::v1_0::AllowedCallers, limits::MAX_CALL_DEPTH,
    v1_0::basic::Index,
};
use wire::{Finding, Fix, Payload, Pointer, spelling};

/// The hint for an unknown function without a similarly named function in the known catalogs.
const CALL_A_KNOWN_FUNCTION: &str =
    "call a function of the catalog, or name the catalog that defines it";

impl<'a> Checker<'a> {
    /// Checks a function call at the pointer `at`. `expected` is the required type of the result, or `None` if the result
    /// is unused.
    pub fn call(&mut self, value: &Payload, at: &Pointer, expected: Option<Returns>) {
        self.calls += 1;
        if self.calls > MAX_CALL_DEPTH {
            let message =
                format!("function calls are nested more than {MAX_CALL_DEPTH} levels deep");
            let finding = Finding::error("call-depth", at.clone(), message);
            self.report(finding.hint("reduce the nesting of calls"));
        } else {
            self.check_shallow_call(value, at, expected);
        }
        self.calls -= 1;
    }

    fn check_shallow_call(&mut self, value: &Payload, at: &Pointer, expected: Option<Returns>) {
        let [(_, call), _] = self.names();
        let definition = if call == "@call" {
            "@FunctionCall"
        } else {
            "FunctionCall"
        };
        self.check_definition(definition, value, at);
        if !value.is_object() {
            return;
        }
        let Some(name) = text_member(value, call) else {
            return;
        };
        let args = value.member("args").unwrap_or_else(Payload::empty_object);
        let args_at = at.member("args");
        // Clients evaluate `regex` on surfaces of any catalog.
        patterns::check_call(&name, &args, &args_at, self);
        #[cfg(feature = "surface")]
        if name == "formatString" {
            self.check_template(&args, &args_at);
        }
        let is_system = self.is_1_0() && name == Index::FUNCTION;
        // Only 1.0 allows calls to name catalogs, and only older versions state the return type.
        let (catalog_id, stated) = if self.is_1_0() {
            (text_member(value, "catalogId").map(CatalogId::from), None)
        } else {
            (None, text_member(value, "returnType"))
        };
        let catalog = if is_system {
            None
        } else {
            self.catalog_of_call(catalog_id.as_ref(), at)
        };
        if catalog.is_none() && !is_system {
            // Without the catalog, only nested calls and bindings can be checked.
            return self.check_unknown_arguments(&args, &args_at);
        }
        let Some(returns) = self.check_arguments(catalog, &name, &args, &args_at) else {
            return self.report_unknown_function(catalog, &name, &at.member(call));
        };
        if let Some(catalog) = catalog {
            self.check_callers(catalog, &name, &at.member(call));
        }
        self.check_return_type(&name, returns, stated.as_deref(), expected, at);
    }

    /// Checks the arguments of a known or system function and returns the function's return type. `None` means that the
    /// function is unknown.
    fn check_arguments(
        &mut self,
        catalog: Option<&dyn Catalog>,
        name: &str,
        args: &Payload,
        at: &Pointer,
    ) -> Option<Returns> {
        if !args.is_object() {
            self.wrong_type(args, at, "an object");
            // The return type is still needed, but missing arguments were already reported.
            let mut ignored_findings = Vec::new();
            let mut checker = Checker {
                known: self.known,
                calls: self.calls,
                is_of_agent: self.is_of_agent,
                found: &mut ignored_findings,
            };
            return checker.check_known_arguments(catalog, name, &Payload::empty_object(), at);
        }
        let before = self.count();
        let returns = self.check_known_arguments(catalog, name, args, at);
        if self.count() == before {
            // Arguments are evaluated regardless of their schema in the catalog.
            for (name, argument) in args.members() {
                self.check_reserved_names_in(&argument, &at.member(&name));
            }
        }
        addresses::check_call(name, args, at, self);
        returns
    }

    fn report_unknown_function(&mut self, catalog: Option<&dyn Catalog>, name: &str, at: &Pointer) {
        let message = format!("unknown function `{name}`: the catalog does not define it");
        let finding = Finding::error("unknown-function", at.clone(), message);
        let Some(catalog) = catalog else {
            return self.report(finding.hint(CALL_A_KNOWN_FUNCTION));
        };
        if let Some(like) = closest(name, &catalog.function_names()) {
            let finding = finding.hint(format_args!("did you mean `{like}`?"));
            return self.report(finding.fix(Fix::string(like)));
        }
        // The arguments may differ too, so no fix replaces the name alone.
        self.report(match with_same_words(name, catalog) {
            Some(like) => finding.hint(format_args!("did you mean `{like}`?")),
            None => finding.hint(CALL_A_KNOWN_FUNCTION),
        });
    }

    /// Reports a function that the calling side is not allowed to call.
    fn check_callers(&mut self, catalog: &dyn Catalog, name: &str, at: &Pointer) {
        // The renderer evaluates the arguments of a call, whichever side makes the call.
        let is_of_agent = self.is_of_agent && self.calls == 1;
        let message = match catalog.allowed_callers(name) {
            Some(AllowedCallers::RendererOnly) if is_of_agent => {
                format!(
                    "the agent is not allowed to call `{name}`: the renderer will answer with `INVALID_FUNCTION_CALL`"
                )
            }
            Some(AllowedCallers::AgentOnly) if !is_of_agent => {
                format!("only the agent is allowed to call `{name}`")
            }
            _ => return,
        };
        let finding = Finding::warning("not-callable", at.clone(), message);
        self.report(finding.hint(match is_of_agent {
            true => "call it in a component, or call a function whose `allowedCallers` names the agent",
            false => "call it with `callRendererFunction`, or call a function whose `allowedCallers` names the renderer",
        }));
    }

    /// Checks the template of a `formatString`.
    #[cfg(feature = "surface")]
    fn check_template(&mut self, args: &Payload, at: &Pointer) {
        let Some(value) = args.member("value") else {
            return;
        };
        let Some(text) = value.as_str() else { return };
        if let Err(error) = crate::expression::format_string::check_syntax(&text) {
            let message = format!("`formatString` cannot parse this text: {error}");
            let finding = Finding::error("format-string", at.member("value"), message);
            self.report(finding.hint(
                "write `${/path}` or `${function(name: value)}`; write `\\${` for a literal `${`",
            ));
        }
    }

    /// Returns the catalog of a call: the catalog that the call names, otherwise that of the surface. The component
    /// around the call does not matter.
    fn catalog_of_call(&mut self, id: Option<&CatalogId>, at: &Pointer) -> Option<&'a dyn Catalog> {
        let at = at.member("catalogId");
        if let Some(id) = id {
            return self.named_catalog(id, &at);
        }
        match self.known.surface {
            ResolvedCatalog::Known(catalog) => return Some(catalog),
            ResolvedCatalog::Unnamed if self.is_1_0() => {
                let message = "the call has no catalog: neither it nor its surface names one";
                self.report(
                    Finding::error("missing-catalog", at, message)
                        .hint("add `catalogId` to the call or to `createSurface`"),
                );
            }
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => {}
        }
        None
    }

    /// Checks the nested calls and bindings in the arguments of an unknown function. Nothing else can be checked.
    pub(super) fn check_unknown_arguments(&mut self, args: &Payload, at: &Pointer) {
        if self.is_1_0() {
            for (name, argument) in args.members() {
                self.check_dynamic_value(&argument, &at.member(&name), ValueRole::Argument);
            }
        }
    }

    /// Checks the arguments of a function. All 1.0 clients support `@index`, whatever catalogs they have.
    fn check_known_arguments(
        &mut self,
        catalog: Option<&dyn Catalog>,
        name: &str,
        args: &Payload,
        at: &Pointer,
    ) -> Option<Returns> {
        match catalog {
            Some(catalog) => catalog.check_function(name, args, at, self),
            None => published(Version::V1_0).check_function(name, args, at, self),
        }
    }

    fn check_return_type(
        &mut self,
        name: &str,
        returns: Returns,
        stated: Option<&str>,
        expected: Option<Returns>,
        at: &Pointer,
    ) {
        if let Some(stated) = stated {
            if returns != Returns::Any && stated != returns.as_str() {
                let message = format!("`{name}` returns {returns}, but `returnType` is {stated}");
                let finding = Finding::error("return-type", at.member("returnType"), message);
                let hint = format_args!("write `{returns}`, or remove `returnType`");
                return self.report(finding.hint(hint));
            }
        }
        let Some(expected) = expected else { return };
        // An index is accepted where a string is expected, because clients show it as text.
        let is_shown_index = name == Index::FUNCTION && expected == Returns::String;
        if returns.is_assignable_to(expected) || is_shown_index {
            return;
        }
        let message = format!("`{name}` returns {returns}, but {expected} is required here");
        // The schema only checks the stated return type.
        let finding = match stated {
            Some(_) => Finding::error("return-type", at.member("returnType"), message),
            None => Finding::warning("return-type", at.clone(), message),
        };
        self.report(finding.hint(format_args!("call a function that returns {expected}")));
    }
}

fn text_member(object: &Payload, name: &str) -> Option<String> {
    Some(object.member(name)?.as_str()?.into_owned())
}

/// Returns the function whose name consists of the same words, for example `formatString` for `string_format`.
fn with_same_words(name: &str, catalog: &dyn Catalog) -> Option<String> {
    let known = catalog.function_names();
    for known in known {
        if spelling::have_same_words(name, known) {
            return Some(known.to_owned());
        }
    }
    None
}
