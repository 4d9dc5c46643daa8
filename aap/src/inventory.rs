//! The list of all wire types of AAP 1.0.

wire::inventory! {
    /// Walks every wire type of this crate.
    ///
    /// ```
    /// # use agent_ui_aap as aap;
    /// struct Names(Vec<&'static str>);
    /// impl wire::Visit for Names {
    ///     fn visit<T: wire::WireType>(&mut self) {
    ///         self.0.push(T::NAME);
    ///     }
    /// }
    /// let mut names = Names(Vec::new());
    /// aap::each(&mut names);
    /// assert!(names.0.contains(&"Interaction"));
    /// ```
    pub fn each {
        crate::Interaction,
        crate::InteractionId,
        crate::ElementId,
        crate::CanvasFile,
        crate::Verb,
        crate::CanvasMessage,
        crate::InteractionMessage,
        crate::SubmitRequest,
        crate::SubmitResponse,
        crate::ListResponse,
        crate::ErrorBody,
        crate::ErrorCode,
        crate::CanvasListResponse,
        crate::CanvasFileInfo,
        crate::InteractionFileName,
        crate::Notification,
    }
}
