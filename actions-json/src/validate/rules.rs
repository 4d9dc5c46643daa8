//! All rules with their requirements and their severities in the profile `strict`.

use wire::Severity::{self, Error, Warning};

/// A rule of the validator. Findings refer to it by its [`id`](ManifestRule::id).
///
/// Some rules have several rows with the same id, so that profiles can give a common deviation another severity.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ManifestRule {
    /// The stable id of the rule.
    pub id: &'static str,
    /// The case of the rule; empty unless several rows have the same id.
    pub case: &'static str,
    /// The requirement of the rule, as a sentence.
    pub sentence: &'static str,
    /// The severity in the profile `strict`.
    pub severity: Severity,
}

/// Defines one static for each rule, and the list of all. `V1 = "V1" Error "A sentence.";` becomes:
///
/// ```text
/// static V1: ManifestRule = ManifestRule { id: "V1", case: "", sentence: "A sentence.", severity: Error };
/// pub static ALL: &[&ManifestRule] = &[&V1, …];
/// ```
macro_rules! rules {
    ($( $NAME:ident = $id:literal $([$case:literal])? $severity:ident $sentence:literal; )*) => {
        $( pub(crate) static $NAME: ManifestRule = ManifestRule {
            id: $id,
            case: concat!($($case)?),
            sentence: $sentence,
            severity: $severity,
        }; )*

        /// All rules in the order of the specification.
        pub static ALL: &[&ManifestRule] = &[$(&$NAME),*];
    };
}

rules! {
    // The numbered list of the validation chapter.
    V1 = "V1" Error "`protocol` must be \"actions.json\".";
    V2 = "V2" Error "`version` must be 1.";
    V2_TEXT = "V2" ["text"] Error "`version` must be a number, not a string.";
    V3 = "V3" Error "`tools` must be an array.";
    V4 = "V4" Error "Names and ids must be safe identifiers.";
    V5 = "V5" Error "Names and ids must be unique in their section.";
    V6 = "V6" Error "`input_schema`, `payload` and `result_schema` must be objects.";
    V7 = "V7" Error "A tool that agents call needs a handler, a workflow or steps.";
    V7_STATIC = "V7" ["static_output"] Error "A `static_output` alone does not define an execution.";
    V7_PRIMITIVE = "V7" ["primitive"] Error "The name of a primitive alone does not define an execution.";
    V8 = "V8" Error "An enabled signal must name its event.";
    V9 = "V9" Error "Selectors must be strings or arrays of strings.";
    V10 = "V10" Error "An attachment needs a target and a lifecycle.";
    V11 = "V11" Error "Transitions must connect declared states.";
    V12 = "V12" Error "Checks must refer to declared tools, states and attachments.";
    V13 = "V13" Error "Source files must be below the manifest.";
    // Requirements of the sections that are not in the numbered list.
    REQUIRED = "required" Error "Required names, ids and addresses must be present.";
    REQUIRED_TOOL = "required" ["tool"] Error "A tool needs a description and an input schema.";
    SHAPE = "shape" Error "A member must have the JSON type that the specification requires.";
    SHAPE_STATES = "shape" ["states"] Error "`states` must be an array, not an object.";
    SHAPE_SURFACE = "shape" ["surface"] Warning "`surface` must be an object, not a string.";
    DUPLICATE = "duplicate" Error "Members of an object must be unique.";
    UNKNOWN_WORD = "unknown-word" Error "A word must be one of those listed in the specification.";
    // Rules about workflows.
    W_OBJECT = "W-object" Error "A workflow must be an object.";
    W_MEMBER = "W-member" Error "A workflow may have only the members that the specification defines.";
    W_VERSION = "W-version" Error "The version of a workflow must be 1.";
    W_LANGUAGE = "W-language" Error "The expression language of a workflow must be \"jsonata\".";
    W_STEPS = "W-steps" Error "A workflow needs an array of steps.";
    W_STEP_COUNT = "W-step-count" Error "The number of steps must not exceed the limit.";
    W_STEP = "W-step" Error "A step must be an object.";
    W_STEP_MEMBER = "W-step-member" Error "A step may have only the members that the specification defines.";
    W_ID = "W-id" Error "A step needs an id: a letter, then letters, digits, _ and -.";
    W_SAME_ID = "W-same-id" Error "Step ids must be unique in their workflow.";
    W_PRIMITIVE = "W-primitive" Error "A step must name a primitive.";
    W_UNKNOWN_PRIMITIVE = "W-unknown-primitive" Error "A primitive must be in the dictionary, if one is given.";
    W_ARGS = "W-args" Error "Arguments must be an object.";
    W_FOR_EACH = "W-for-each" Error "`for_each` needs a `max_items` from 1 to the limit.";
    W_RETRY = "W-retry" Error "`retry_until` needs a `max_attempts` from 1 to the limit.";
    W_AFTER_EACH = "W-after-each" Error "The primitive between attempts must only read or be repeatable.";
    W_ON_ERROR = "W-on-error" Error "`on_error` must be \"stop\" or \"continue\".";
    W_ON_ERROR_EMPTY = "W-on-error" ["empty"] Error "`on_error` must not be empty.";
    W_SETTLE = "W-settle" Error "`settle_after` needs a locator or a positive delay.";
    W_PARTIAL_SLOT = "W-partial-slot" Error "A slot `{% … %}` must be the whole string.";
    W_FORBIDDEN_FUNCTION = "W-forbidden-function" Warning "Expressions must not call $eval, $random, $now or $millis.";
    W_EXPRESSION = "W-expression" Error "An expression must be valid JSONata (feature `workflows`).";
    W_EXPRESSION_UNSUPPORTED = "W-expression" ["unsupported"] Warning
        "An expression must be evaluable within bounds (feature `workflows`).";
    W_DEAD_SLOT = "W-dead-slot" Warning "A slot should only be used where slots are evaluated.";
    W_NO_SLOT = "W-no-slot" Warning "`when`, `for_each` and `retry_until` should contain a slot.";
    W_NULL = "W-null" Warning "Expressions should use `$exists` instead of comparing with null.";
    W_LONE_LIMIT = "W-lone-limit" Warning "Options of a loop or a locator need that loop or locator.";
    W_UNKNOWN_STEP = "W-unknown-step" Warning "An expression should refer to a step of its workflow.";
    W_LATER_STEP = "W-later-step" Warning "An expression should refer to an earlier step.";
    W_POSTCONDITION = "W-postcondition" Warning "A postcondition should name a declared projection.";
    // Rules about projections and markers.
    P_NAME = "P-name" Error "A projection needs a name.";
    P_SAME_NAME = "P-same-name" Error "Names of projections must be unique.";
    P_SNAPSHOT = "P-snapshot" Error "A projection needs a snapshot, which must be an object.";
    P_VERSION = "P-version" Error "The version of a snapshot must be 1.";
    P_SOURCE = "P-source" Error "The source of a snapshot must be \"dom\".";
    P_EXTRACT = "P-extract" Error "A snapshot needs an array of extracted records.";
    P_RECORD = "P-record" Warning "An extracted record should have an id, and a selector or an XPath.";
    P_PROPERTY = "P-property" Warning "A property should be one that runtimes read.";
    P_EXPRESSION = "P-expression" Error "A snapshot needs a projection with an expression.";
    P_LANGUAGE = "P-language" Error "The language of an expression must be \"jsonata\".";
    P_OUTPUT_SCHEMA = "P-output-schema" Error "The output schema of a snapshot must be an object.";
    P_SUMMARY = "P-summary" Warning "A summary should have a name and an expression.";
    P_POSTCONDITIONS = "P-postconditions" Error "Postconditions must be a string, or an object with one object per tool.";
    P_UNKNOWN_PROJECTION = "P-unknown-projection" Warning "A postcondition should name a declared projection.";
    P_MARKERS = "P-markers" Error "Markers must be an array or one expression slot.";
    P_MARKER_ID = "P-marker-id" Error "A marker needs an id.";
    P_SAME_MARKER = "P-same-marker" Error "Marker ids must be unique in their projection.";
    P_MARKER_TYPE = "P-marker-type" Error "The type of a marker must be \"cursor\" or \"pointer\".";
    P_RECIPE = "P-recipe" Error "A marker needs a recipe with at least one step.";
    P_RECIPE_STEP = "P-recipe-step" Error "A step of a recipe must name an allowed primitive.";
    // Rules about dictionaries of primitives.
    D_REQUIRED = "D-required" Error "A dictionary and its primitives need all members.";
    D_SAME_NAME = "D-same-name" Error "Names of primitives must be unique.";
    // Rules that help authors.
    UNKNOWN_TOOL = "unknown-tool" Warning "A reference to a tool should name a declared one.";
    UNKNOWN_SIGNAL = "unknown-signal" Warning "A reference to a signal should name a declared one.";
    UNKNOWN_STATE = "unknown-state" Warning "A reference to a state should name a declared one.";
    UNKNOWN_PRIMITIVE = "unknown-primitive" Warning "A required primitive should be in the dictionary, if one is given.";
    LEFT_OUT = "left-out" Warning "An enabled import should have a safe namespace, unless none is needed.";
    SAME_EVENT = "same-event" Warning "Events of enabled signals should be unique.";
    SAME_ID = "same-id" Warning "Ids and names in a list should be unique.";
    NEGATIVE = "negative" Warning "A limit should not be negative.";
    UNUSABLE_SCHEMA = "unusable-schema" Warning "A schema must be valid JSON Schema, its references must resolve, and its patterns must compile (feature `jsonschema`).";
    PRIVATE = "private" Warning "Provenance and sources should not name private files, addresses or machines.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_has_a_unique_name_and_a_sentence() {
        let names: BTreeSet<_> = ALL.iter().map(|rule| (rule.id, rule.case)).collect();
        assert_eq!(names.len(), ALL.len());
        assert!(ALL.iter().all(|rule| rule.sentence.ends_with('.')));
    }
}
