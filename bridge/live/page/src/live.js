// Receives steps from the program by Server-Sent Events. The browser reconnects automatically and sends the id of the last step.

/**
 * @param {string} address
 * @param {{ step: (step: any) => void, reset: () => void, end: () => void, state: (text: string) => void }} told
 */
export function follow(address, told) {
  const events = new EventSource(address);
  events.addEventListener('open', () => told.state('live'));
  events.addEventListener('error', () => told.state(events.readyState === EventSource.CLOSED ? 'not connected' : 'reconnecting'));
  events.addEventListener('step', event => told.step(JSON.parse(event.data)));
  events.addEventListener('reset', () => told.reset());
  // No further step follows, but clicks are still sent.
  events.addEventListener('end', () => told.end());
}
