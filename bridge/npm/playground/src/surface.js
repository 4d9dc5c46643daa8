// The surface on screen: the page of `agent-ui show` in a sandboxed frame without an origin. It gets messages as a host of AHP sends them, and
// its actions come back in the same way.
import { clipped, counted, make } from './elements.js';

const MOST_ACTIONS = 20;
// The frame may share the thread of this page, so it gets a few messages at a time.
const MOST_MESSAGES = 2_000;
const AT_ONCE = 20;

export class SurfaceView {
  /** @type {HTMLIFrameElement | undefined} */ #frame;
  /** @type {object[]} */ #messages = [];
  #isShown = false;
  #isDrawn = false;

  /** @param {HTMLElement} element @param {(message: object) => Promise<{ messages: string[], error?: string }>} action */
  constructor(element, action) {
    this.place = make('div');
    this.notes = make('div');
    this.log = make('div');
    element.append(this.place, make('section', { className: 'log', ariaLabel: 'Messages to the agent', tabIndex: 0 },
      make('h3', {}, 'What the agent gets'), this.log, this.notes));
    this.action = action;
    window.addEventListener('message', event => {
      if (!this.#frame || event.source !== this.#frame.contentWindow || typeof event.data !== 'object' || event.data === null) return;
      const { data } = event;
      // The page asks for a host of MCP first. From then on, it hears messages.
      if (data.method === 'ui/initialize') this.#send();
      else if (data.type === 'canvas/message' && typeof data.payload === 'object' && data.payload !== null) this.#take(data.payload);
      else if (data.type === 'agent-ui/problem' && typeof data.text === 'string') this.#warn(data.text);
    });
  }

  /** @param {{ messages: object[], lost: number, error?: string }} surface */
  set({ messages, lost, error }) {
    this.#messages = messages;
    this.#isDrawn = false;
    this.error = error;
    this.lost = lost;
    this.#draw();
  }

  /** @param {boolean} isShown false while another tab is selected */
  show(isShown) {
    this.#isShown = isShown;
    this.#draw();
  }

  #draw() {
    if (!this.#isShown || this.#isDrawn) return;
    this.#isDrawn = true;
    this.log.replaceChildren(make('p', { className: 'none' }, 'Operate the surface. Each action is listed here, in the protocol of the source.'));
    this.notes.replaceChildren();
    this.#frame = undefined;
    if (this.#messages.length === 0) {
      this.place.replaceChildren(make('p', { className: 'none' }, this.error ?? 'There is no surface.'));
      return;
    }
    if (this.lost) this.#warn(`${counted(this.lost, 'field is', 'fields are')} not shown: the renderer is one of A2UI 0.9.`);
    this.#frame = make('iframe', { title: 'Surface', src: 'show.html' });
    this.#frame.setAttribute('sandbox', 'allow-scripts');
    this.place.replaceChildren(this.#frame);
  }

  #send() {
    const frame = this.#frame;
    const all = this.#messages.slice(0, MOST_MESSAGES);
    if (all.length < this.#messages.length) this.#warn(`Only the first ${MOST_MESSAGES.toLocaleString('en')} messages are shown.`);
    const next = (/** @type {number} */ at) => {
      if (frame !== this.#frame) return;
      // The frame has no origin that a message could name. It is the page of this folder, and its sandbox does not let it leave.
      for (const payload of all.slice(at, at + AT_ONCE)) frame?.contentWindow?.postMessage({ type: 'canvas/message', payload }, '*');
      if (at + AT_ONCE < all.length) setTimeout(next, 10, at + AT_ONCE);
    };
    next(0);
  }

  /** @param {object} message */
  async #take(message) {
    const { messages, error } = await this.action(message);
    this.log.querySelector('.none')?.remove();
    if (error) this.log.prepend(make('p', { className: 'error', role: 'alert' }, error));
    for (const text of messages) this.log.prepend(make('pre', { tabIndex: 0 }, clipped(text, 100_000)));
    while (this.log.children.length > MOST_ACTIONS) this.log.lastElementChild?.remove();
  }

  /** @param {string} text */
  #warn(text) {
    if (this.notes.childElementCount < 50) this.notes.append(make('p', { className: 'none' }, clipped(text, 500)));
  }
}
