//! The limits of this crate that users may meet. Their section of `docs/limits.md` is written from this table:
//!
//! ```sh
//! WRITE_PAGE=1 cargo test --workspace --test it limits::
//! ```

wire::limits! {
    "Texts" {
        pub MAX_FINDINGS: usize = 1_000, Count, "Findings that are listed for one document, for the text of one call of a library, or for one surface at the end of the input", "Further ones are counted, except the first one of each rule and those that `check --fix` corrects ([cli.md](cli.md#output))";
        pub MODEL_LINE: usize = 160, Count, "Characters of one line about a finding for a model (`check --format llm`)", "Places and values are shortened in the middle; a longer replacement is left out";
        pub(crate) REMEMBERED_SURFACES: usize = 10_000, Count, "Surfaces of earlier files that are remembered for a hint", "The hint is omitted";
        pub(crate) CORRECTION_ROUNDS: usize = 16, Count, "Rounds of corrections of `check --fix`", "The rest is left as it is";
    }
}
