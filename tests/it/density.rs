//! The size of functions: the code that decides is read in one screen.
//!
//! The bounds hold for every function outside tests. A function that exceeds one of them is split, or its branches become early
//! returns.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{spanned::Spanned, visit::Visit};

use crate::{
    crates::{OF_OTHER_LANGUAGES, crate_folders},
    wording::files,
};

/// The maximum number of lines of a function, from its signature to its closing brace.
const LINES: usize = 80;

/// The maximum depth of braces in a function, the braces of the function included.
const LEVELS: usize = 5;

/// The maximum number of parameters, `self` included. A function that Python calls has the parameters of its signature in Python.
const PARAMETERS: usize = 6;

/// Named closures in 1,000 lines of code: a closure that needs a name is a function, unless it captures several values.
const NAMED_CLOSURES: usize = 7;

/// The functions of a file that exceed a bound, and its named closures.
#[derive(Default)]
struct Survey {
    place: String,
    excesses: Vec<String>,
    named_closures: usize,
}

impl Survey {
    fn measure(
        &mut self,
        attributes: &[syn::Attribute],
        signature: &syn::Signature,
        body: &syn::Block,
    ) {
        let first = signature.span().start().line;
        let lines = body.span().end().line + 1 - first;
        let levels = braces_of(body.to_token_stream());
        let is_called_by_python = attributes
            .iter()
            .any(|attribute| attribute.path().is_ident("pyo3"));
        let parameters = match is_called_by_python {
            true => 0,
            false => signature.inputs.len(),
        };
        if lines > LINES || levels > LEVELS || parameters > PARAMETERS {
            self.excesses.push(format!(
                "{}:{first}: {}: {lines} lines, {levels} levels, {parameters} parameters",
                self.place, signature.ident
            ));
        }
    }
}

impl<'ast> Visit<'ast> for Survey {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if is_test(&function.attrs) {
            return;
        }
        self.measure(&function.attrs, &function.sig, &function.block);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if is_test(&function.attrs) {
            return;
        }
        self.measure(&function.attrs, &function.sig, &function.block);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.measure(&function.attrs, &function.sig, body);
        }
        syn::visit::visit_trait_item_fn(self, function);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.named_closures += usize::from(matches!(*init.expr, syn::Expr::Closure(_)));
        }
        syn::visit::visit_local(self, local);
    }
}

/// Returns true for `#[test]` and for `#[cfg(test)]`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string().replace(' ', "");
        text == "#[test]" || text == "#[cfg(test)]"
    })
}

/// Returns the depth of the deepest pair of braces.
fn braces_of(tokens: TokenStream) -> usize {
    let mut deepest = 0;
    for token in tokens {
        if let TokenTree::Group(group) = token {
            let own = usize::from(group.delimiter() == proc_macro2::Delimiter::Brace);
            deepest = deepest.max(own + braces_of(group.stream()));
        }
    }
    deepest
}

#[test]
fn functions_fit_a_screen_and_take_few_parameters() {
    let others = OF_OTHER_LANGUAGES.map(str::to_owned);
    let mut survey = Survey::default();
    let mut code_lines = 0;
    for folder in crate_folders().into_iter().chain(others) {
        for (place, source) in files(&format!("{folder}/src"), ".rs") {
            if place.contains("test") {
                continue;
            }
            let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{place}: {error}"));
            survey.place = place;
            survey.visit_file(&file);
            code_lines += source.lines().filter(|line| is_code(line)).count();
        }
    }
    assert!(
        survey.excesses.is_empty(),
        "{} functions exceed {LINES} lines, {LEVELS} levels of braces or {PARAMETERS} parameters:\n{}",
        survey.excesses.len(),
        survey.excesses.join("\n")
    );
    let closures = survey.named_closures;
    assert!(
        closures * 1000 <= code_lines * NAMED_CLOSURES,
        "{closures} closures have a name in {code_lines} lines"
    );
}

/// Returns false for blank lines and comments.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with("//")
}
