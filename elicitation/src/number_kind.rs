//! The types of numeric inputs.

wire::word! {
    /// The type of a numeric property.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub closed enum NumberKind {
        /// Any number is accepted.
        Number = "number",
        /// Only whole numbers are accepted.
        Integer = "integer",
    }
}
