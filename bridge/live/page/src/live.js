// Receives steps from the program by Server-Sent Events. While the connection is lost, the browser connects again, and sends the id of
// the last step. It gives up if a server answers with an error, as a load balancer does without a program behind it. Then the page itself
// connects again.

// The pauses in milliseconds before the page connects again. Each one is twice as long as the one before.
const SHORTEST = 1000;
const LONGEST = 8000;

/**
 * @param {string} address
 * @param {{ step: (step: any) => void, reset: () => void, end: () => void, state: (text: string) => void }} told
 */
export function follow(address, told) {
  let pause = SHORTEST;

  /** @param {boolean} isAgain */
  function connect(isAgain) {
    const events = new EventSource(address);
    // A new stream begins with the first step, because the program does not learn the last one.
    let mustReset = isAgain;
    events.addEventListener('open', () => {
      if (mustReset) told.reset();
      mustReset = false;
      pause = SHORTEST;
      told.state('live');
    });
    events.addEventListener('error', () => {
      if (events.readyState !== EventSource.CLOSED) return told.state('reconnecting');
      told.state('not connected');
      // Pages that lost their program at the same time come back one after the other.
      setTimeout(() => connect(true), pause * (0.5 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST);
    });
    events.addEventListener('step', event => told.step(JSON.parse(event.data)));
    events.addEventListener('reset', () => told.reset());
    // No further step follows, but clicks are still sent.
    events.addEventListener('end', () => told.end());
  }
  connect(false);
}
