// Steps as the program reads them, by Server-Sent Events. The browser connects again by itself and says which step it saw last.

/**
 * @param {string} address
 * @param {{ step: (step: any) => void, reset: () => void, end: () => void, state: (text: string) => void }} told
 */
export function follow(address, told) {
  const events = new EventSource(address);
  events.addEventListener('open', () => told.state('live'));
  events.addEventListener('error', () => told.state(events.readyState === EventSource.CLOSED ? 'not connected' : 'connecting again'));
  events.addEventListener('step', event => told.step(JSON.parse(event.data)));
  events.addEventListener('reset', () => told.reset());
  // Nothing more will come, but clicks are taken as before.
  events.addEventListener('end', () => told.end());
}
