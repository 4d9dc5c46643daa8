//! State projections: the state of a page as data.

use super::PrimitiveName;
use wire::{List, Number, Payload, Tolerant};

wire::text! {
    /// The name of a projection.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct ProjectionName;
}

wire::word! {
    /// The property of an element that a projection reads.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub open enum Property {
        /// The rendered text of the element.
        InnerText = "innerText",
        /// The whole text content of the element.
        TextContent = "textContent",
        /// The value of an input.
        Value = "value",
        /// The checked state of a checkbox.
        Checked = "checked",
        /// The accessible label of the element.
        AriaLabel = "ariaLabel",
        /// The position and size of the element.
        BoundingClientRect = "boundingClientRect",
    }
}

wire::object! {
    /// The state of a page as data: fields of elements, transformed into a value that a schema describes.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct StateProjection {
        /// The name, unique among the projections.
        name =: Tolerant<ProjectionName>,
        /// A description of the projection.
        description?: Tolerant<String>,
        /// The pages on which the projection works.
        scope?: Tolerant<ProjectionScope>,
        /// The extraction and transformation of the data.
        snapshot =: Tolerant<Snapshot>,
        /// Short summaries of the state.
        summaries?: Tolerant<List<Summary>>,
        /// The conditions that must hold after a tool, by tool name. See [`StateProjection::postconditions_by_tool`].
        postconditions?: Option<Payload>,
        /// The places in the page, as a list or as an expression that computes the list.
        markers?: Tolerant<List<Marker>>,
    }

    /// The pages on which a projection works.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct ProjectionScope {
        /// A pattern for the address, in which `*` matches any text.
        url_matches?: Tolerant<String>,
    }

    /// The extraction and transformation of a projection's data.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct Snapshot {
        /// The snapshot version, 1.
        version =: Tolerant<Number>,
        /// The source of the data, `dom`.
        source =: Tolerant<String>,
        /// The elements to extract from the page.
        extract =: Tolerant<List<Extract>>,
        /// The expression that transforms the extracted records.
        projection =: Tolerant<Expression>,
        /// The JSON Schema of the result.
        output_schema?: Option<Payload>,
    }

    /// An expression and its language.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct Expression {
        /// The expression language, `jsonata`.
        language =: Tolerant<String>,
        /// The expression, either bare or in a slot `{% … %}`.
        expression =: Tolerant<String>,
    }

    /// Elements of the page, each extracted as one record.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct Extract {
        /// The name of the records in expressions.
        id =: Tolerant<String>,
        /// A CSS selector of the elements.
        selector?: Tolerant<String>,
        /// An XPath expression for the elements.
        xpath?: Tolerant<String>,
        /// `false` if only one element is extracted; absent means `true`.
        many?: Tolerant<bool>,
        /// The fields of each record by name. See [`Extract::fields_by_name`].
        fields?: Option<Payload>,
    }

    /// A value read from an element.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct ExtractField {
        /// A CSS selector of a descendant to read.
        selector?: Tolerant<String>,
        /// An XPath expression for a descendant to read.
        xpath?: Tolerant<String>,
        /// A CSS selector of the ancestor to read.
        closest?: Tolerant<String>,
        /// The property to read.
        property?: Tolerant<Property>,
        /// The attribute to read.
        attribute?: Tolerant<String>,
        /// `true` if surrounding white space is removed.
        trim?: Tolerant<bool>,
        /// `true` if the value must be present.
        required?: Tolerant<bool>,
        /// The default value, used if no element or value is found.
        default?: Option<Payload>,
        /// `true` if several elements are read.
        many?: Tolerant<bool>,
        /// The nested fields by name. See [`ExtractField::fields_by_name`].
        fields?: Option<Payload>,
    }

    /// A short summary of a projection.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct Summary {
        /// The name of the summary.
        name?: Tolerant<String>,
        /// The maximum size in bytes.
        max_bytes?: Tolerant<Number>,
        /// The expression that computes the summary from the state.
        expression?: Tolerant<String>,
    }

    /// A condition that must hold after a tool call.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct Postcondition {
        /// The projection to read.
        projection?: Tolerant<ProjectionName>,
        /// The expression that must be true.
        verify?: Tolerant<Expression>,
        /// The message to the agent if the condition fails.
        failure_message?: Tolerant<String>,
    }
}

impl StateProjection {
    /// Returns the postconditions by tool name; empty if they are a plain string.
    ///
    /// ```
    /// use agent_ui_actions_json::{manifest::StateProjection, wire};
    ///
    /// let cart: StateProjection = wire::decode(
    ///     r#"{"name":"cart","postconditions":{"cart.add":{"verify":"state.count > 0"}},
    ///         "snapshot":{"extract":[{"id":"lines","selector":"li","fields":{"sku":{"attribute":"data-sku"}}}]}}"#,
    /// )?;
    /// assert_eq!(cart.postconditions_by_tool()[0].0, "cart.add");
    /// let snapshot = cart.snapshot.get().unwrap();
    /// let lines = snapshot.extract.get().and_then(|extract| extract.get(0)).unwrap();
    /// let (name, field) = &lines.fields_by_name()[0];
    /// assert_eq!((name.as_str(), field.get().unwrap().fields_by_name().len()), ("sku", 0));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn postconditions_by_tool(&self) -> Vec<(String, Tolerant<Postcondition>)> {
        by_name(self.postconditions.as_ref())
    }
}

impl Extract {
    /// Returns the fields of each record by name.
    pub fn fields_by_name(&self) -> Vec<(String, Tolerant<ExtractField>)> {
        by_name(self.fields.as_ref())
    }
}

impl ExtractField {
    /// Returns the nested fields by name.
    pub fn fields_by_name(&self) -> Vec<(String, Tolerant<ExtractField>)> {
        by_name(self.fields.as_ref())
    }
}

fn by_name<T: wire::WireType>(members: Option<&Payload>) -> Vec<(String, Tolerant<T>)> {
    let mut by_name = Vec::new();
    for (name, value) in members.into_iter().flat_map(Payload::members) {
        let decoded = match value.decode() {
            Ok(decoded) => Tolerant::Value(decoded),
            Err(_) => Tolerant::Invalid(value),
        };
        by_name.push((name.into_owned(), decoded));
    }
    by_name
}

wire::text! {
    /// The id of a marker.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct MarkerId;
}

wire::word! {
    /// The kind of place that a marker describes. The list is closed; other words are preserved and reported as
    /// findings.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub open enum MarkerType {
        /// A position in a text.
        Cursor = "cursor",
        /// A position on the screen.
        Pointer = "pointer",
    }
}

wire::object! {
    /// A place in a page, with the steps that lead to it.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct Marker {
        /// The id, unique among the markers.
        id =: Tolerant<MarkerId>,
        /// The kind of the place.
        marker_type as "type" =: Tolerant<MarkerType>,
        /// The data that identifies the place.
        anchor?: Option<Payload>,
        /// The steps that lead to the place.
        recipe =: Tolerant<List<MarkerStep>>,
    }

    /// One step of a marker's recipe.
    ///
    /// Specification: [`state_projections`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#state_projections-implemented).
    pub struct MarkerStep {
        /// The primitive to call.
        primitive =: Tolerant<PrimitiveName>,
        /// The arguments of the primitive.
        args?: Option<Payload>,
    }
}
