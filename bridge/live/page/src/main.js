// The page of `agent-ui show`: surfaces, and beside them what was lost. What it shows stands in the element #agent-ui, as JSON; served by
// the program it also listens for more.
import { ContextProvider } from '@lit/context';
import { Context } from '@a2ui/lit/v0_9';
import { html, render } from 'lit';
import { configure } from './elements.js';
import { host } from './hosts.js';
import { follow } from './live.js';
import { markdownRenderer } from './markdown.js';
import { panel, short } from './panel.js';
import { readableOn } from './policy.js';
import { renderer } from './renderer.js';

/**
 * @type {{ source: { name: string, dialect: string }, images?: boolean, steps?: import('./panel.js').Step[], licenses?: string,
 *     live?: { steps: string, actions: string } }}
 */
const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('agent-ui')).textContent ?? '');

const frame = document.createElement('div');
frame.className = 'frame';
document.body.append(frame);
render(html`
  <a class="skip" href="#panel">To what was lost, and the last actions</a>
  <header><h1 title=${data.source.name}>${short(data.source.name)}</h1> <p>${data.source.dialect}</p> <p class="state" role="status"></p></header>
  <main id="surfaces"></main>
  <aside id="panel" tabindex="-1" aria-label="What was lost, and the last actions"></aside>`, frame);
const [surfaces, side, state] = ['#surfaces', '#panel', '.state'].map(selector => /** @type {HTMLElement} */ (frame.querySelector(selector)));

const about = panel(side, { licenses: data.licenses, point: pointAt });
const around = host({
  address: data.live?.actions,
  messages: messages => messages.forEach(shown.show),
  theme: theme => { if (theme === 'dark' || theme === 'light') document.documentElement.style.colorScheme = theme; },
});
configure({ images: data.images === true, losses: about.lossesOf });
new ContextProvider(surfaces, { context: Context.markdown, initialValue: markdownRenderer(data.images === true) });

// Whether nothing more will come.
let ended = !data.live;
/** @type {Map<string, HTMLElement>} */
const places = new Map();
const shown = renderer({
  action: action => {
    const message = { version: /** @type {const} */ ('v0.9'), action };
    about.action(message, around.send(message));
  },
  created: (surface, { agent, notice }) => {
    const place = document.createElement('section');
    place.className = 'surface';
    place.setAttribute('aria-label', `Surface ${surface.id}`);
    const element = Object.assign(document.createElement('agent-ui-surface'), { surface });
    const primary = /** @type {any} */ (surface.theme)?.primaryColor;
    if (primary) element.style.setProperty('--a2ui-color-on-primary', readableOn(primary));
    const loading = document.createElement('p');
    loading.slot = 'loading';
    loading.textContent = 'Nothing to show yet: no component has the id root.';
    element.append(loading);
    for (const [kind, text] of [['agent', agent], ['notice', notice]]) {
      if (!text) continue;
      place.append(Object.assign(document.createElement('p'), { className: kind, textContent: text }));
    }
    place.append(element);
    surfaces.append(place);
    places.set(surface.id, place);
    sayIfEmpty();
  },
  deleted: id => {
    places.get(id)?.remove();
    places.delete(id);
    sayIfEmpty();
  },
  problem: problem => { about.problem(problem); },
  open: around.open,
});

/** @param {import('./panel.js').Step} step */
function take(step) {
  about.step(step);
  for (const message of step.messages ?? []) shown.show(message);
  sayIfEmpty();
}

/** Where a surface would stand, if there is none. */
function sayIfEmpty() {
  surfaces.querySelector('.empty')?.remove();
  if (places.size > 0) return;
  const [refused] = about.refusals;
  const text = refused ? `No surface can be shown: ${refused.message}` : !ended ? 'Waiting for a surface.' : 'There is no surface.';
  surfaces.append(Object.assign(document.createElement('p'), { className: 'empty', textContent: text }));
}

/** @param {string} surface @param {string} component */
function pointAt(surface, component) {
  const inside = places.get(surface)?.querySelector('agent-ui-surface')?.shadowRoot;
  const element = [...(inside?.querySelectorAll('[data-component]') ?? [])].find(one => /** @type {HTMLElement} */ (one).dataset.component === component);
  if (!element) return;
  // Some elements have no box of their own.
  const box = getComputedStyle(element).display === 'contents' ? element.firstElementChild ?? element : element;
  box.scrollIntoView({ block: 'center' });
  box.classList.add('pointed-at');
  setTimeout(() => box.classList.remove('pointed-at'), 2_000);
}

// Where the host opens links, a sandbox would let nothing else do it.
surfaces.addEventListener('click', event => {
  const anchor = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (!(anchor instanceof HTMLAnchorElement) || !around.opens) return;
  event.preventDefault();
  around.open(anchor.href);
});

// What a handler of the renderer throws is named here and not only in the console.
window.addEventListener('error', event => {
  event.preventDefault();
  about.problem({ text: `An error of the page: ${event.message}` });
});
window.addEventListener('unhandledrejection', event => {
  event.preventDefault();
  about.problem({ text: `An error of the page: ${event.reason?.message ?? event.reason}` });
});

sayIfEmpty();
for (const step of data.steps ?? []) take(step);
if (data.live) follow(data.live.steps, {
  step: take,
  reset: () => {
    shown.reset();
    about.reset();
    sayIfEmpty();
  },
  end: () => {
    ended = true;
    sayIfEmpty();
  },
  state: text => { state.textContent = text; },
});
