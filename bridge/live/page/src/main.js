// The page of `agent-ui show`: surfaces, and next to them a panel with losses and actions. Its data is JSON in the element #agent-ui. A
// page that the program serves also receives later steps.
import { ContextProvider } from '@lit/context';
import { Context } from '@a2ui/lit/v0_9';
import { html, render } from 'lit';
import { registry } from './custom.js';
import { configure } from './elements.js';
import { host } from './hosts.js';
import { follow } from './live.js';
import { markdownRenderer } from './markdown.js';
import { panel, short } from './panel.js';
import { ALLOW, readableOn, source, unloaded } from './policy.js';
import { renderer } from './renderer.js';

/**
 * The data of the page. If it is `bare`, it shows the surfaces alone, and sends problems to the window that embeds it. An `app` also
 * shows the surfaces alone, and communicates with an MCP host.
 * @type {{ source: { name: string, dialect: string }, images?: boolean, steps?: import('./panel.js').Step[], licenses?: string,
 *     live?: { steps: string, actions: string }, bare?: boolean, app?: boolean }}
 */
const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('agent-ui')).textContent ?? '');

const frame = document.createElement('div');
frame.className = data.bare || data.app ? 'frame bare' : 'frame';
document.body.append(frame);
render(html`
  <a class="skip" href="#panel">Skip to losses and actions</a>
  <header><h1 title=${data.source.name}>${short(data.source.name)}</h1> <p class="dialect">${data.source.dialect}</p> <p class="state" role="status"></p></header>
  <main id="surfaces"></main>
  <aside id="panel" tabindex="-1" aria-label="Losses and actions"></aside>`, frame);
const [surfaces, side, state, dialect] = ['#surfaces', '#panel', '.state', '.dialect'].map(selector => /** @type {HTMLElement} */ (frame.querySelector(selector)));

const about = panel(side, { licenses: data.licenses, point: pointAt });
const around = host({
  address: data.live?.actions,
  isApp: data.app,
  messages: messages => {
    ended = true;
    messages.forEach(shown.show);
    sayIfEmpty();
  },
  texts: texts => { if (data.app) say(texts, 'said'); },
  theme: theme => { if (theme === 'dark' || theme === 'light') document.documentElement.style.colorScheme = theme; },
});
configure({ images: data.images === true, losses: about.lossesOf, blocked: about.blocked });
new ContextProvider(surfaces, { context: Context.markdown, initialValue: markdownRenderer(data.images === true) });

// True after the last step.
let ended = !data.live && !data.app;
/** @type {Map<string, HTMLElement>} */
const places = new Map();
const shown = renderer({
  action: action => {
    const message = { version: /** @type {const} */ ('v0.9'), action };
    const sent = around.send(message, shown.dataModel());
    about.action(message, sent);
    // An app has no panel.
    if (data.app) sent.then(() => say([], 'failed'), error => say([error.message], 'failed'));
  },
  created: (surface, { agent, icon, font, notice }) => {
    const place = document.createElement('section');
    place.className = 'surface';
    place.setAttribute('aria-label', `Surface ${surface.id}`);
    const element = Object.assign(document.createElement('agent-ui-surface'), { surface });
    const primary = /** @type {any} */ (surface.theme)?.primaryColor;
    if (primary) {
      element.style.setProperty('--a2ui-color-primary', primary);
      element.style.setProperty('--a2ui-color-on-primary', readableOn(primary));
    }
    if (font) element.style.fontFamily = font;
    const loading = document.createElement('p');
    loading.slot = 'loading';
    loading.textContent = missingRoot();
    element.append(loading);
    for (const [kind, text] of [['agent', agent], ['notice', notice]]) {
      if (!text) continue;
      place.append(Object.assign(document.createElement('p'), { className: kind, textContent: text }));
    }
    if (icon !== undefined) addIcon(place, icon);
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
  problem: ({ error, ...problem }) => {
    // The agent is told once.
    const isNew = about.problem(problem);
    if (isNew && data.bare) window.parent.postMessage({ type: 'agent-ui/problem', text: problem.text }, '*');
    if (isNew && error && problem.surface !== undefined)
      around.report({ version: 'v0.9', error: { ...error, surfaceId: problem.surface } }, shown.dataModel());
  },
  open: around.open,
});

/** Shows the icon of an agent in front of its name. @param {HTMLElement} place @param {string} url */
function addIcon(place, url) {
  const images = data.images === true;
  if (!source(url, 'image', images)) {
    if (unloaded(url, 'image', images).endsWith(ALLOW)) about.blocked(url);
    return;
  }
  const agent = place.querySelector('.agent') ?? place.insertBefore(Object.assign(document.createElement('p'), { className: 'agent' }), place.firstChild);
  const image = Object.assign(document.createElement('img'), { src: url, alt: '', className: 'icon' });
  image.addEventListener('error', () => image.remove());
  agent.prepend(image);
}

/** Shows texts above the surfaces, in place of earlier ones of this kind. @param {string[]} texts @param {'said' | 'failed'} kind */
function say(texts, kind) {
  for (const earlier of surfaces.querySelectorAll(`:scope > .${kind}`)) earlier.remove();
  surfaces.prepend(...texts.map(textContent => {
    const shownText = Object.assign(document.createElement('p'), { className: kind, textContent });
    shownText.setAttribute('role', kind === 'failed' ? 'alert' : 'status');
    return shownText;
  }));
}

/** @param {import('./panel.js').Step} step */
function take(step) {
  about.step(step);
  if (step.dialect) dialect.textContent = step.dialect;
  for (const message of step.messages ?? []) shown.show(message);
  sayIfEmpty();
}

/** Returns the text of a surface without a root, which may still arrive on a live page. */
const missingRoot = () => (ended ? 'This surface has no component `root`, so nothing is shown.' : 'Nothing to show yet: the component `root` is missing.');

/** Shows a message if there is no surface. */
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
  // Some elements do not have their own box.
  const box = getComputedStyle(element).display === 'contents' ? element.firstElementChild ?? element : element;
  box.scrollIntoView({ block: 'center' });
  box.classList.add('pointed-at');
  setTimeout(() => box.classList.remove('pointed-at'), 2_000);
}

// If the host opens links, the page's sandbox does not allow any other way.
surfaces.addEventListener('click', event => {
  const anchor = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (!(anchor instanceof HTMLAnchorElement) || !around.opens) return;
  event.preventDefault();
  around.open(anchor.href);
});

// Shows errors of the renderer's handlers on the page, and not only in the console.
window.addEventListener('error', event => {
  event.preventDefault();
  about.problem({ text: `The page has an error: ${event.message}` });
});
window.addEventListener('unhandledrejection', event => {
  event.preventDefault();
  about.problem({ text: `The page has an error: ${event.reason?.message ?? event.reason}` });
});

/** Shows the steps. On a page with a script of the user, its renderers are registered first. */
function start() {
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
      for (const loading of surfaces.querySelectorAll('[slot=loading]')) loading.textContent = missingRoot();
      sayIfEmpty();
    },
    state: text => { state.textContent = text; },
  });
}

if (document.getElementById('agent-ui-components')) {
  window.agentUi = registry;
  // A module runs after the document has been read, and before this event.
  document.addEventListener('DOMContentLoaded', start, { once: true });
} else start();
