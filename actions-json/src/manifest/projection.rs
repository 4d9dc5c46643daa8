//! What a page says, as data. actions.json v1, `state_projections`.

use super::PrimitiveName;
use wire::{List, Number, Payload, Tolerant};

wire::text! {
    /// Names a projection.
    pub struct ProjectionName;
}

wire::word! {
    /// What of an element is read. actions.json v1, `state_projections`.
    pub open enum Property {
        /// The text that is shown.
        InnerText = "innerText",
        /// All text.
        TextContent = "textContent",
        /// The value of an input.
        Value = "value",
        /// Whether a box is checked.
        Checked = "checked",
        /// The accessible label.
        AriaLabel = "ariaLabel",
        /// Where it is.
        BoundingClientRect = "boundingClientRect",
    }
}

wire::object! {
    /// What a page says, as data: fields of the page, made into a value that a schema describes.
    /// actions.json v1, `state_projections`.
    pub struct StateProjection {
        /// Its name, unique among the projections.
        name =: Tolerant<ProjectionName>,
        /// What it is for.
        description?: Tolerant<String>,
        /// On which pages.
        scope?: Tolerant<ProjectionScope>,
        /// How it is read.
        snapshot =: Tolerant<Snapshot>,
        /// Short forms of it.
        summaries?: Tolerant<List<Summary>>,
        /// By the name of a tool: what has to hold after it. See [`StateProjection::postconditions_by_tool`].
        postconditions?: Option<Payload>,
        /// Places in the page, or an expression that gives them.
        markers?: Tolerant<List<Marker>>,
    }

    /// On which pages a projection works. actions.json v1, `state_projections`.
    pub struct ProjectionScope {
        /// A pattern of the address in which `*` stands for anything.
        url_matches?: Tolerant<String>,
    }

    /// How a projection is read. actions.json v1, `state_projections`.
    pub struct Snapshot {
        /// 1.
        version =: Tolerant<Number>,
        /// `dom`.
        source =: Tolerant<String>,
        /// What is taken from the page.
        extract =: Tolerant<List<Extract>>,
        /// What is made of it.
        projection =: Tolerant<Expression>,
        /// The JSON Schema of the result.
        output_schema?: Option<Payload>,
    }

    /// An expression and its language. actions.json v1, `state_projections`.
    pub struct Expression {
        /// `jsonata`.
        language =: Tolerant<String>,
        /// The expression, in a slot `{% … %}` or bare.
        expression =: Tolerant<String>,
    }

    /// Elements of the page, a record each. actions.json v1, `state_projections`.
    pub struct Extract {
        /// How expressions call the records.
        id =: Tolerant<String>,
        /// Which elements, by CSS.
        selector?: Tolerant<String>,
        /// Which elements, by XPath.
        xpath?: Tolerant<String>,
        /// Whether there are several; absent: there are.
        many?: Tolerant<bool>,
        /// What is read of each, by name. See [`Extract::fields_by_name`].
        fields?: Option<Payload>,
    }

    /// What is read of an element. actions.json v1, `state_projections`.
    pub struct ExtractField {
        /// Of which element below, by CSS.
        selector?: Tolerant<String>,
        /// Of which element below, by XPath.
        xpath?: Tolerant<String>,
        /// Of which element above, by CSS.
        closest?: Tolerant<String>,
        /// A property.
        property?: Tolerant<Property>,
        /// An attribute.
        attribute?: Tolerant<String>,
        /// Whether white space around it goes.
        trim?: Tolerant<bool>,
        /// Whether it has to be there.
        required?: Tolerant<bool>,
        /// What counts where it is not.
        default?: Option<Payload>,
        /// Whether there are several.
        many?: Tolerant<bool>,
        /// What is read of each of them, by name. See [`ExtractField::fields_by_name`].
        fields?: Option<Payload>,
    }

    /// A short form of a projection. actions.json v1, `state_projections`.
    pub struct Summary {
        /// Its name.
        name?: Tolerant<String>,
        /// How large it may be, in bytes.
        max_bytes?: Tolerant<Number>,
        /// What makes it of the state.
        expression?: Tolerant<String>,
    }

    /// What has to hold after a tool was called. actions.json v1, `state_projections`.
    pub struct Postcondition {
        /// The projection that is read.
        projection?: Tolerant<ProjectionName>,
        /// What has to be true.
        verify?: Tolerant<Expression>,
        /// What the agent is told if it is not.
        failure_message?: Tolerant<String>,
    }
}

impl StateProjection {
    /// Its postconditions by the name of their tool; none where a text stands in their place.
    pub fn postconditions_by_tool(&self) -> Vec<(String, Tolerant<Postcondition>)> {
        by_name(self.postconditions.as_ref())
    }
}

impl Extract {
    /// What is read of each element, by name.
    pub fn fields_by_name(&self) -> Vec<(String, Tolerant<ExtractField>)> {
        by_name(self.fields.as_ref())
    }
}

impl ExtractField {
    /// What is read of each element, by name.
    pub fn fields_by_name(&self) -> Vec<(String, Tolerant<ExtractField>)> {
        by_name(self.fields.as_ref())
    }
}

fn by_name<T: wire::WireType>(members: Option<&Payload>) -> Vec<(String, Tolerant<T>)> {
    let members = members.into_iter().flat_map(Payload::members);
    members
        .map(|(name, value)| {
            (name.into_owned(), value.decode().map_or(Tolerant::Invalid(value), Tolerant::Value))
        })
        .collect()
}

wire::text! {
    /// Names a marker.
    pub struct MarkerId;
}

wire::word! {
    /// What a marker marks. The list is closed; other words are kept and are findings. actions.json v1, `state_projections`.
    pub open enum MarkerType {
        /// A place in a text.
        Cursor = "cursor",
        /// A place on the screen.
        Pointer = "pointer",
    }
}

wire::object! {
    /// A place in a page, and how to get there. actions.json v1, `state_projections`.
    pub struct Marker {
        /// Its id, unique among the markers.
        id =: Tolerant<MarkerId>,
        /// What it marks.
        marker_type as "type" =: Tolerant<MarkerType>,
        /// By what it is recognised.
        anchor?: Option<Payload>,
        /// How to get there.
        recipe =: Tolerant<List<MarkerStep>>,
    }

    /// One step of the way. actions.json v1, `state_projections`.
    pub struct MarkerStep {
        /// What it does.
        primitive =: Tolerant<PrimitiveName>,
        /// With what.
        args?: Option<Payload>,
    }
}
