//! The limit for a remote agent's answer in one turn.

use super::agent::AgentError;

/// The number of bytes that an agent may still send in its turn.
#[derive(Clone, Debug)]
pub(crate) struct TurnBytes {
    limit: usize,
    left: usize,
}

impl Default for TurnBytes {
    fn default() -> Self {
        Self::new(crate::limits::TURN_BYTES)
    }
}

impl TurnBytes {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, left: limit }
    }

    /// Begins the next turn.
    pub(crate) fn restart(&mut self) {
        self.left = self.limit;
    }

    /// Counts an event or a response. Once the turn is too long, all further parts are refused.
    ///
    /// # Errors
    /// Returns the error that ends the turn.
    pub(crate) fn take(&mut self, length: usize) -> Result<(), AgentError> {
        match self.left.checked_sub(length) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(self.limit_error())
            }
        }
    }

    /// Returns the error that ends the turn, if the turn is too long.
    pub(crate) fn check(&self) -> Result<(), AgentError> {
        if self.left == 0 {
            Err(self.limit_error())
        } else {
            Ok(())
        }
    }

    fn limit_error(&self) -> AgentError {
        let detail = format!("the turn has more than {} bytes", self.limit);
        AgentError::permanent("the answer of the agent is too long").with_detail(detail)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_turn_ends_at_its_byte_limit_and_the_next_starts_at_zero() {
        let mut turn = TurnBytes::new(10);
        assert!(turn.take(6).is_ok() && turn.check().is_ok());
        let error = turn.take(5).unwrap_err();
        assert_eq!(error.message(), "the answer of the agent is too long");
        assert!(turn.take(1).is_err() && turn.check().is_err());
        turn.restart();
        assert!(turn.take(10).is_ok());
    }
}
