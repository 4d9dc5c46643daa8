//! Findings in the order of their places.

use crate::{exit::Exit, report::Report};
use agent_ui_text::finding_limit::PlacedFinding;
use std::sync::Arc;

/// The maximum number of findings that are held back.
const MAX_FINDINGS: usize = 4096;

/// Findings that are held back until the end of their session, because some findings about earlier lines appear only
/// there.
pub(super) struct SortedFindings<'a> {
    /// The validation profile, for manifests.
    profile: Option<&'a str>,
    /// The findings of each file, in the order of the files.
    files: Vec<(Arc<str>, Vec<PlacedFinding>)>,
    count: usize,
}

impl<'a> SortedFindings<'a> {
    pub(super) fn new(profile: Option<&'a str>) -> Self {
        Self {
            profile,
            files: Vec::new(),
            count: 0,
        }
    }

    pub(super) fn profile(&self) -> Option<&'a str> {
        self.profile
    }

    /// Registers the file of the next document. Its findings are written after those about earlier files.
    pub(super) fn begin_document(&mut self, file: Option<&Arc<str>>) {
        let Some(file) = file else { return };
        match self.files.last() {
            Some((last, _)) if Arc::ptr_eq(last, file) => {}
            _ => self.files.push((Arc::clone(file), Vec::new())),
        }
    }

    /// Adds the findings about a document or a session. Findings about standard input are written at once.
    pub(super) fn add(
        &mut self,
        mut found: Vec<PlacedFinding>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        if found.iter().any(|(place, _)| place.file.is_none()) {
            return self.write(&mut found, report);
        }
        for (place, finding) in found {
            let Some(file) = &place.file else { continue };
            // Each input has a name of its own, even if a file is read twice.
            let entry = self
                .files
                .iter_mut()
                .rev()
                .find(|(known, _)| Arc::ptr_eq(known, file));
            match entry {
                Some((_, found)) => found.push((place, finding)),
                None => self.files.push((Arc::clone(file), vec![(place, finding)])),
            }
            self.count += 1;
        }
        if self.count > MAX_FINDINGS {
            self.flush(report)
        } else {
            Ok(())
        }
    }

    /// Writes the findings that were held back.
    pub(super) fn flush(&mut self, report: &mut Report) -> Result<(), Exit> {
        self.count = 0;
        std::mem::take(&mut self.files)
            .iter_mut()
            .try_for_each(|(_, found)| self.write(found, report))
    }

    fn write(&self, found: &mut [PlacedFinding], report: &mut Report) -> Result<(), Exit> {
        found.sort_by_key(|(place, _)| (place.line, place.column));
        found
            .iter()
            .try_for_each(|(place, finding)| report.output_finding(place, finding, self.profile))
    }
}
