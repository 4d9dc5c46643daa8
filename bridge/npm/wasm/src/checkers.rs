//! The checkers of a host, and the calls about them.

use crate::{
    reply::Reply,
    request::{Request, usage},
};
use agent_ui_text::{Checker, Diagnostic};
use std::collections::BTreeMap;

/// The checkers that a host has opened. A number is used only once.
#[derive(Debug, Default)]
pub(crate) struct Checkers {
    open: BTreeMap<u64, Checker>,
    opened: u64,
}

impl Checkers {
    /// Answers a request about a checker.
    ///
    /// # Errors
    /// Returns an error if an argument is wrong.
    pub(crate) fn answer(&mut self, request: &Request<'_>) -> Result<Reply, Box<Diagnostic>> {
        let number = request.header.checker.get();
        match request.header.call.as_str() {
            "open-checker" => {
                let options = request.check_options();
                let checker = Checker::new(request.required_protocol()?, &options)?;
                self.opened += 1;
                self.open.insert(self.opened, checker);
                let number = usize::try_from(self.opened).unwrap_or(usize::MAX);
                Ok(Reply::new().number("checker", number))
            }
            "free-checker" => {
                if let Some(number) = number {
                    self.open.remove(number);
                }
                Ok(Reply::new())
            }
            "push-checked" => {
                let checked = self.checker(number)?.push(request.text);
                let accepted = usize::from(checked.is_accepted);
                Ok(Reply::checked(&checked.findings).number("accepted", accepted))
            }
            _ => Ok(Reply::checked(&self.checker(number)?.finish())),
        }
    }

    /// Returns the checker with this number.
    fn checker(&mut self, number: Option<&u64>) -> Result<&mut Checker, Box<Diagnostic>> {
        let found = number.and_then(|number| self.open.get_mut(number));
        found.ok_or_else(|| {
            usage(
                "call/checker",
                "the checker was freed",
                "create a new checker",
            )
        })
    }
}
