//! All rules: what each asks for, and how much it matters by the letter of the specification.

use wire::Severity::{self, Error, Warning};

/// A rule. A finding names it by its [`id`](ManifestRule::id).
///
/// Some rules have two rows: one for what only few would call wrong, which profiles may judge otherwise. Both have the
/// same id.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ManifestRule {
    /// How findings and readers call it; stable.
    pub id: &'static str,
    /// Which of several rows of the same id it is; mostly empty.
    pub case: &'static str,
    /// What it asks for.
    pub sentence: &'static str,
    /// How much it matters in the profile `strict`.
    pub severity: Severity,
}

macro_rules! rules {
    ($( $NAME:ident = $id:literal $([$case:literal])? $severity:ident $sentence:literal; )*) => {
        $( pub(crate) static $NAME: ManifestRule = ManifestRule {
            id: $id,
            case: concat!($($case)?),
            sentence: $sentence,
            severity: $severity,
        }; )*

        /// Every rule, in the order of the specification.
        pub static ALL: &[&ManifestRule] = &[$(&$NAME),*];
    };
}

rules! {
    // The list of the validation chapter, by its numbers.
    V1 = "V1" Error "`protocol` is \"actions.json\".";
    V2 = "V2" Error "`version` is 1.";
    V2_TEXT = "V2" ["text"] Error "`version` is a number and no text.";
    V3 = "V3" Error "`tools` is a list.";
    V4 = "V4" Error "Names and ids are safe identifiers.";
    V5 = "V5" Error "No two of a section have the same name or id.";
    V6 = "V6" Error "`input_schema`, `payload` and `result_schema` are objects.";
    V7 = "V7" Error "A tool that agents call has a handler, a workflow or steps.";
    V7_STATIC = "V7" ["static_output"] Error "A `static_output` alone is no execution.";
    V7_PRIMITIVE = "V7" ["primitive"] Error "The name of a primitive alone is no execution.";
    V8 = "V8" Error "An enabled signal names its event.";
    V9 = "V9" Error "Selectors are texts or lists of texts.";
    V10 = "V10" Error "An attachment has a target and a lifecycle.";
    V11 = "V11" Error "Transitions lead between declared states.";
    V12 = "V12" Error "Checks refer to declared tools, states and attachments.";
    V13 = "V13" Error "Source files lie below the manifest.";
    // What the sections ask for without a number.
    REQUIRED = "required" Error "A name, an id, an address that is required is there.";
    REQUIRED_TOOL = "required" ["tool"] Error "A tool has a description and an input schema.";
    SHAPE = "shape" Error "A member has the JSON type that the specification shows.";
    SHAPE_STATES = "shape" ["states"] Error "`states` is a list and no object.";
    SHAPE_SURFACE = "shape" ["surface"] Warning "`surface` is an object and no text.";
    DUPLICATE = "duplicate" Error "An object has a member once.";
    UNKNOWN_WORD = "unknown-word" Error "A word is one of those that the specification lists.";
    // Workflows.
    W_OBJECT = "W-object" Error "A workflow is an object.";
    W_MEMBER = "W-member" Error "A workflow has no other members than the specification names.";
    W_VERSION = "W-version" Error "The version of a workflow is 1.";
    W_LANGUAGE = "W-language" Error "The expression language of a workflow is \"jsonata\".";
    W_STEPS = "W-steps" Error "A workflow has a list of steps.";
    W_STEP_COUNT = "W-step-count" Error "A workflow has no more steps than a runtime takes.";
    W_STEP = "W-step" Error "A step is an object.";
    W_STEP_MEMBER = "W-step-member" Error "A step has no other members than the specification names.";
    W_ID = "W-id" Error "A step has an id: a letter, then letters, digits, _ and -.";
    W_SAME_ID = "W-same-id" Error "No two steps of a workflow have the same id.";
    W_PRIMITIVE = "W-primitive" Error "A step names a primitive.";
    W_UNKNOWN_PRIMITIVE = "W-unknown-primitive" Error "A primitive is in the dictionary, if there is one.";
    W_ARGS = "W-args" Error "Arguments are an object.";
    W_FOR_EACH = "W-for-each" Error "With `for_each` goes a `max_items` from 1 to the limit.";
    W_RETRY = "W-retry" Error "With `retry_until` goes a `max_attempts` from 1 to the limit.";
    W_AFTER_EACH = "W-after-each" Error "What is done between attempts only looks, or can be repeated.";
    W_ON_ERROR = "W-on-error" Error "`on_error` is \"stop\" or \"continue\".";
    W_ON_ERROR_EMPTY = "W-on-error" ["empty"] Error "`on_error` is not empty.";
    W_SETTLE = "W-settle" Error "`settle_after` is a locator or a positive delay.";
    W_PARTIAL_SLOT = "W-partial-slot" Error "A slot `{% … %}` is the whole text.";
    W_FORBIDDEN_FUNCTION = "W-forbidden-function" Warning "Expressions do without $eval, $random, $now and $millis.";
    W_EXPRESSION = "W-expression" Error "An expression is JSONata (feature `workflows`).";
    W_EXPRESSION_UNSUPPORTED = "W-expression" ["unsupported"] Warning
        "An expression can be evaluated within bounds (feature `workflows`).";
    W_DEAD_SLOT = "W-dead-slot" Warning "A slot stands where slots are evaluated.";
    W_NO_SLOT = "W-no-slot" Warning "`when`, `for_each` and `retry_until` have a slot.";
    W_NULL = "W-null" Warning "Expressions ask with `$exists`, and compare nothing with null.";
    W_LONE_LIMIT = "W-lone-limit" Warning "What belongs to a loop or to a locator stands beside it.";
    W_UNKNOWN_STEP = "W-unknown-step" Warning "An expression refers to a step of its workflow.";
    W_LATER_STEP = "W-later-step" Warning "An expression refers to a step that was done before.";
    W_POSTCONDITION = "W-postcondition" Warning "A postcondition names a declared projection.";
    // Projections and markers.
    P_NAME = "P-name" Error "A projection has a name.";
    P_SAME_NAME = "P-same-name" Error "No two projections have the same name.";
    P_SNAPSHOT = "P-snapshot" Error "A projection has a snapshot, which is an object.";
    P_VERSION = "P-version" Error "The version of a snapshot is 1.";
    P_SOURCE = "P-source" Error "The source of a snapshot is \"dom\".";
    P_EXTRACT = "P-extract" Error "A snapshot has a list of what is extracted.";
    P_RECORD = "P-record" Warning "What is extracted has an id, and a selector or an XPath.";
    P_PROPERTY = "P-property" Warning "A property is one of those that runtimes read.";
    P_EXPRESSION = "P-expression" Error "A snapshot has a projection with an expression.";
    P_LANGUAGE = "P-language" Error "The language of an expression is \"jsonata\".";
    P_OUTPUT_SCHEMA = "P-output-schema" Error "The output schema of a snapshot is an object.";
    P_SUMMARY = "P-summary" Warning "A summary has a name and an expression.";
    P_POSTCONDITIONS = "P-postconditions" Error "Postconditions are an object of objects by tool, or a text.";
    P_UNKNOWN_PROJECTION = "P-unknown-projection" Warning "A postcondition names a declared projection.";
    P_MARKERS = "P-markers" Error "Markers are a list, or one expression slot.";
    P_MARKER_ID = "P-marker-id" Error "A marker has an id.";
    P_SAME_MARKER = "P-same-marker" Error "No two markers of a projection have the same id.";
    P_MARKER_TYPE = "P-marker-type" Error "The type of a marker is \"cursor\" or \"pointer\".";
    P_RECIPE = "P-recipe" Error "A marker has a recipe of one step or more.";
    P_RECIPE_STEP = "P-recipe-step" Error "A step of a recipe names a primitive that is allowed there.";
    // Dictionaries of primitives.
    D_REQUIRED = "D-required" Error "A dictionary and its primitives have all members.";
    D_SAME_NAME = "D-same-name" Error "No two primitives have the same name.";
    // What helps authors.
    UNKNOWN_TOOL = "unknown-tool" Warning "What refers to a tool refers to a declared one.";
    UNKNOWN_SIGNAL = "unknown-signal" Warning "What refers to a signal refers to a declared one.";
    UNKNOWN_STATE = "unknown-state" Warning "What refers to a state refers to a declared one.";
    UNKNOWN_PRIMITIVE = "unknown-primitive" Warning "What is required is in the dictionary, if there is one.";
    LEFT_OUT = "left-out" Warning "An import that is used has a safe namespace, or needs none.";
    SAME_EVENT = "same-event" Warning "No two enabled signals have the same event.";
    SAME_ID = "same-id" Warning "No two of a list have the same id or name.";
    NEGATIVE = "negative" Warning "A limit is not below zero.";
    UNUSABLE_SCHEMA = "unusable-schema" Warning "A draft of JSON Schema accepts a schema, its references lead somewhere, and its patterns compile (feature `jsonschema`).";
    PRIVATE = "private" Warning "Provenance and sources name no private files, addresses and machines.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_has_a_name_of_its_own_and_a_sentence() {
        let names: BTreeSet<_> = ALL.iter().map(|rule| (rule.id, rule.case)).collect();
        assert_eq!(names.len(), ALL.len());
        assert!(ALL.iter().all(|rule| rule.sentence.ends_with('.')));
    }
}
