//! The list of all wire types of AAP 1.0.

wire::inventory! {
    /// Every wire type of this crate.
    ///
    /// ```
    /// # use agent_ui_aap as aap;
    /// let verb = aap::TYPES.iter().find(|row| row.name == "Verb").unwrap();
    /// assert_eq!(verb.rewrite(r#" "click""#)?, Ok(r#""click""#.to_owned()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub static TYPES = [
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
    ];
}
