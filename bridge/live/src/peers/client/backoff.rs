//! The pauses between attempts to connect to a host.

use super::Settings;
use std::time::Duration;

/// Pauses that double up to a maximum. Each pause is shortened randomly by up to a half, so that the clients of a host
/// do not all return simultaneously.
pub(super) struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    pub(super) fn new(settings: &Settings) -> Self {
        let Settings {
            first_pause: first,
            longest_pause: longest,
            ..
        } = *settings;
        Self {
            first,
            longest,
            next: first.min(longest),
        }
    }

    /// Restarts with the first pause, after the host has answered.
    pub(super) fn reset(&mut self) {
        self.next = self.first.min(self.longest);
    }

    pub(super) fn next_pause(&mut self) -> Duration {
        let whole = self.next;
        self.next = whole.saturating_mul(2).min(self.longest);
        whole.mul_f64(1.0 - random_fraction() / 2.0)
    }
}

/// Returns a random number from 0 to 1. Without a random source, every pause has its full length.
fn random_fraction() -> f64 {
    getrandom::u32().map_or(0.0, |random| f64::from(random) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_maximum_and_restart() {
        let millis = Duration::from_millis;
        let settings = Settings {
            first_pause: millis(100),
            longest_pause: millis(350),
            ..Settings::default()
        };
        let mut backoff = Backoff::new(&settings);
        for whole in [100, 200, 350, 350] {
            let pause = backoff.next_pause();
            assert!(
                (millis(whole / 2)..=millis(whole)).contains(&pause),
                "{pause:?} of {whole}"
            );
        }
        backoff.reset();
        assert!(backoff.next_pause() <= millis(100));
    }
}
