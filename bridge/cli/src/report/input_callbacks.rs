//! The report as the caller of code that reads inputs.

use super::Report;
use crate::{
    exit::Exit,
    input::{EMPTY_INPUT, InputCallbacks, is_regular},
};
use agent_ui_text::place::Place;
use std::{fs::File, io::Read};
use wire::{Finding, Severity};

impl InputCallbacks for Report {
    fn before_wait(&mut self) -> Result<(), Exit> {
        // Earlier results become visible before the wait.
        self.flush()
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        Report::standard_input(self)
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        self.is_input_empty |= finding.rule == EMPTY_INPUT && finding.severity == Severity::Warning;
        self.finding(place, finding)
    }

    fn begin_input(&mut self, file: Option<&str>) {
        Report::begin_input(self, file);
    }

    fn begin_reading(&mut self, sizes: &mut dyn Iterator<Item = u64>) {
        self.begin_progress(sizes);
    }

    fn open_file(&mut self, file: File) -> Box<dyn Read + Send> {
        match is_regular(&file) {
            true => self.count_bytes(Box::new(file)),
            false => self.interruptible(Box::new(file)),
        }
    }

    fn begin_document(&mut self, find: Option<&dyn Fn() -> Place>) -> Result<(), Exit> {
        Report::begin_document(self, find)
    }
}
