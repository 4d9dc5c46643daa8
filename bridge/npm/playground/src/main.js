// The playground: a source, its translation, and what became of every field. Everything runs in this browser; nothing is sent.
import { DIALECTS, exact, isDialect, ruleAddress, usualTarget } from './dialects.js';
import { clipped, counted, element, make } from './elements.js';
import { FieldTable } from './fields.js';
import * as fragment from './fragment.js';
import { find, indent, messages, offsetOf, pointerAt } from './json-text.js';
import { SAMPLES } from './samples.js';
import { SurfaceView } from './surface.js';
import { TextView } from './text-view.js';

/** @typedef {import('./types.d.ts').Part} Part */
/** @typedef {import('./types.d.ts').Note} Note */
/** @typedef {import('./types.d.ts').Finding} Finding */
/** @typedef {import('./json-text.js').Range} TextRange */

const LARGEST_FILE = 4_000_000;
const MOST_FINDINGS = 200;
// A longer translation is cut on the page. Copy and Download give all of it.
const MOST_SHOWN = 120_000;
// The pause after the last key before the source is read.
const PAUSE_MS = 150;
const TABS = ['fields', 'findings', 'return', 'surface', 'context'];

const [from, to, sample] = ['from', 'to', 'sample'].map(id => element(id, HTMLSelectElement));
const [repairButton, indentButton, swapButton, copyButton, downloadButton, shareButton, openButton] =
  ['repair', 'indent', 'swap', 'copy', 'download', 'share', 'open'].map(id => element(id, HTMLButtonElement));
const [file, layout] = ['file', 'layout'].map(id => element(id, HTMLInputElement));
const [status, notice, refused, cut, unchanged] = ['status', 'notice', 'refused', 'cut', 'unchanged'].map(id => element(id, HTMLElement));
const panels = TABS.map(id => element(id, HTMLElement));
const tabs = TABS.map(id => element(`tab-${id}`, HTMLButtonElement));

/** The dialect of the source, chosen or recognised. */
let dialect = '';
/** @type {{ messages: string[], ranges: TextRange[], notes: Note[], isUnchanged: boolean }} */
let result = { messages: [], ranges: [], notes: [], isUnchanged: false };
/** @type {TextRange[] | undefined} */
let sourceRanges;
let repaired = '';
/** The translation in the chosen layout, which the page may show in part. */
let targetText = '';
let surfaceText = '';
let hasChosenTarget = false;

const source = new TextView(element('source', HTMLElement), {
  label: 'Source: a message, a list of messages, or JSON Lines',
  placeholder: 'Paste a message, a list of messages, or JSON Lines. Or drop a file.',
  input: () => {
    sample.value = '';
    changed();
  },
  point: (offset, isCaret) => pointText('source', offset, isCaret),
});
const target = new TextView(element('target', HTMLElement), {
  label: 'Translation', placeholder: 'The translation appears here.', isReadOnly: true,
  point: (offset, isCaret) => pointText('target', offset, isCaret),
});
const fields = new FieldTable(panels[0], pointNote);
const surface = new SurfaceView(panels[3], askAction);

const contextArea = make('textarea', { id: 'context-text', spellcheck: false, placeholder: '{ "time": "2026-05-18T15:30:00.000Z" }' });
contextArea.setAttribute('aria-describedby', 'context-hint');
panels[4].append(
  make('label', { htmlFor: 'context-text' }, 'Facts that messages do not contain, as a JSON object'),
  contextArea,
  make('p', { className: 'hint', id: 'context-hint' }, 'Members: time, canvasFile, runtimeId, routes, manifest, verbs, surfaces, owner, channel, session, chat, baseUrl, flatNames, portableSchemas, title.'));
contextArea.addEventListener('input', changed);

// ---- The worker --------------------------------------------------------------------------------------------------------------------

/** @type {Worker | undefined} */
let worker;
let version = '';
let request = 0;
let isBusy = false;
/** @type {number | undefined} */
let timer;
/** @type {Map<number, (part: any) => void>} */
const actions = new Map();

/** Returns a worker that is not busy with an old input. */
function freshWorker() {
  if (worker && !isBusy) return worker;
  worker?.terminate();
  for (const answer of actions.values()) answer({ messages: [], error: 'The source has changed.' });
  actions.clear();
  worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    try {
      take(data);
    } catch (error) {
      complain(`The page has an error: ${/** @type {Error} */ (error).message}`);
    }
  });
  worker.addEventListener('error', event => {
    event.preventDefault();
    worker = undefined;
    isBusy = false;
    complain(event.message ? `The translation stopped: ${event.message}` : 'The translation cannot be started: a file of the page is missing or blocked.');
  });
  return worker;
}

/** Reads the source after a pause. */
function changed() {
  sourceRanges = undefined;
  clearTimeout(timer);
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  timer = setTimeout(run, PAUSE_MS);
}

/** Reads the source now. */
function run() {
  clearTimeout(timer);
  notice.hidden = true;
  const { text } = source;
  indentButton.disabled = text.trim() === '';
  request += 1;
  if (text.trim() === '') {
    if (isBusy) {
      worker?.terminate();
      worker = undefined;
      isBusy = false;
    }
    clear();
    return;
  }
  const asked = freshWorker();
  isBusy = true;
  say('Translating.');
  asked.postMessage({ id: request, kind: 'analyse', text, from: from.value, to: targetOf(from.value, text), context: contextArea.value });
}

/** @param {string} given @param {string} text */
function targetOf(given, text) {
  if (!hasChosenTarget && given) to.value = usualTarget(given, text);
  return to.value;
}

/** @param {object} message @returns {Promise<{ messages: string[], error?: string }>} */
function askAction(message) {
  return new Promise(done => {
    const id = -1 - actions.size - Math.floor(performance.now());
    actions.set(id, done);
    freshWorker().postMessage({ id, kind: 'action', message, surface: surfaceText, from: exact(dialect, source.text), context: contextArea.value });
  });
}

/** @param {Part} part */
function take(part) {
  if (part.part === 'loaded') {
    version = part.version;
    if (!isBusy) say(ready());
    return;
  }
  if (part.id < 0) {
    const answer = actions.get(part.id);
    actions.delete(part.id);
    if (part.part === 'action') answer?.(part);
    else if (part.part === 'failed') answer?.({ messages: [], error: part.error });
    return;
  }
  if (part.part === 'failed') {
    isBusy = false;
    complain(part.error);
    if (part.id === 0) worker = undefined;
    return;
  }
  if (part.id !== request) return;
  switch (part.part) {
    case 'source': {
      dialect = exact(part.dialect, source.text);
      from.options[0].textContent = part.isRecognised ? `Recognised: ${dialect}` : from.value ? 'Recognise' : 'Not recognised';
      const usual = usualTarget(dialect, source.text);
      // The first guess was made without the dialect of the source.
      if (!hasChosenTarget && dialect && to.value !== usual) {
        to.value = usual;
        isBusy = true;
        run();
      }
      break;
    }
    case 'findings':
      showFindings(part.findings, part.error);
      break;
    case 'repair':
      repaired = part.text;
      showRepairs(part.changes);
      break;
    case 'target':
      showTarget(part);
      break;
    case 'return':
      showReturn(part.withCarry, part.withoutCarry);
      break;
    case 'surface':
      surfaceText = part.surface;
      surface.set(part);
      break;
    case 'done':
      isBusy = false;
      say(ready());
  }
}

const ready = () => `Ready${version ? `, version ${version}` : ''}. Nothing is sent.`;
/** @param {string} text */
function say(text) { status.textContent = text; }
/** @param {string} text */
function complain(text) {
  notice.textContent = text;
  notice.hidden = false;
  say('');
}

// ---- Results -----------------------------------------------------------------------------------------------------------------------

/** Shows that there is no source. */
function clear() {
  dialect = '';
  from.options[0].textContent = 'Recognise';
  showFindings([], undefined);
  showRepairs([]);
  showTarget({ messages: [], notes: [], refusals: [], findings: [] });
  surfaceText = '';
  surface.set({ messages: [], lost: 0, error: 'Surfaces of A2UI and AHP are shown here.' });
  if (version) say(ready());
}

/** @param {number} tab @param {number | string} text @param {string} [className] */
function badge(tab, text, className = '') {
  const place = /** @type {HTMLElement} */ (tabs[tab].querySelector('b'));
  place.textContent = text === 0 ? '' : String(text);
  place.className = className;
}

/** @param {{ messages: string[], notes: Note[], refusals: Finding[], findings: Finding[], error?: string, isUnchanged?: boolean }} part */
function showTarget({ messages: written, notes, refusals, error, isUnchanged = false }) {
  result = { messages: written, ranges: [], notes, isUnchanged };
  drawTarget();
  for (const button of [swapButton, copyButton, downloadButton]) button.disabled = written.length === 0;
  const [first] = refusals;
  refused.hidden = !error && !first;
  refused.replaceChildren(...(error ? [error] : first ? [
    refusals.length > 1 ? `${counted(refusals.length, 'message', 'messages')} refused. ` : '',
    `${first.message} (`, ruleLink(first.rule), `, line ${first.line})${first.hint ? `: ${first.hint}` : ''}`,
  ] : []));
  unchanged.hidden = !isUnchanged;
  unchanged.textContent = `The source is ${to.value} already, so its text is unchanged. Its findings are those of a check.`;
  fields.set(notes, error ?? (first ? 'The message was refused, so no field was translated.' : isUnchanged ? 'No field changes, because the source and the translation have the same protocol and version.' : undefined));
  badge(0, notes.length);
  panels[2].replaceChildren(make('p', { className: 'none' }, isUnchanged ? 'There is nothing to translate back.' : 'What comes back from the translation is compared with the source here.'));
  badge(2, '');
}

/** Writes the translation in the chosen layout. */
function drawTarget() {
  layout.disabled = result.isUnchanged;
  const size = result.messages.reduce((sum, { length }) => sum + length, 0);
  const written = layout.checked && size < 1_000_000 ? result.messages.map(message => indent(message, 80)) : result.messages;
  let at = 0;
  result.ranges = written.map(({ length }) => {
    const range = { start: at, end: at + length };
    at += length + 1;
    return range;
  });
  targetText = written.map(text => `${text}\n`).join('');
  if (result.isUnchanged) [targetText, result.ranges] = [source.text, ranges()];
  const isCut = targetText.length > MOST_SHOWN;
  target.set(isCut ? `${targetText.slice(0, MOST_SHOWN)}…` : targetText);
  cut.hidden = !isCut;
}

/** @param {Finding[]} findings @param {string | undefined} error */
function showFindings(findings, error) {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  badge(1, findings.length, errors > 0 ? 'bad' : findings.some(({ severity }) => severity === 'warning') ? 'warn' : '');
  const list = make('ul', { className: 'list' }, ...findings.slice(0, MOST_FINDINGS).map(finding => {
    const { severity, message, hint, line, column, pointer, rule } = finding;
    const button = make('button', { type: 'button' },
      make('b', { className: severity === 'error' ? 'severe' : severity }, severity), ' ', message,
      make('span', { className: 'hint' }, hint ? ` – ${hint}` : ''), make('br'),
      make('span', { className: 'place' }, `${line}:${column} ${pointer}`));
    button.addEventListener('click', () => select(finding));
    return make('li', {}, button, ruleLink(rule));
  }));
  const more = findings.length - MOST_FINDINGS;
  const none = error ?? (source.text.trim() === '' ? 'Findings are listed here.' : 'No findings.');
  panels[1].replaceChildren(make('div', { id: 'repairs' }), findings.length > 0 ? list : make('p', { className: error ? 'error' : 'none' }, none),
    ...(more > 0 ? [make('p', { className: 'none' }, `And ${more.toLocaleString('en')} more.`)] : []), make('div', { id: 'changes' }));
}

/** Returns a link to a rule on the page of all rules. @param {string} rule */
const ruleLink = rule => make('a', { className: 'rule', href: ruleAddress(rule), target: '_blank', rel: 'noopener', title: `Meaning of the rule ${rule}` }, rule);

/** @param {Finding[]} changes */
function showRepairs(changes) {
  repairButton.hidden = changes.length === 0;
  repairButton.textContent = `Apply ${counted(changes.length, 'repair', 'repairs')}`;
  const [bar, list] = ['repairs', 'changes'].map(id => document.getElementById(id));
  if (!bar || !list || changes.length === 0) return;
  const apply = make('button', { type: 'button' }, `Apply ${counted(changes.length, 'repair', 'repairs')}`);
  apply.addEventListener('click', applyRepairs);
  bar.replaceChildren(make('div', { className: 'bar inner' }, make('span', {}, 'Some of these findings can be repaired.'), make('span', { className: 'spring' }), apply));
  list.replaceChildren(make('details', {}, make('summary', {}, 'What the repairs change'),
    make('ul', { className: 'list' }, ...changes.slice(0, MOST_FINDINGS).map(change => {
      const button = make('button', { type: 'button' }, change.message, make('br'), make('span', { className: 'place' }, `${change.line}:${change.column} ${change.pointer}`));
      button.addEventListener('click', () => select(change));
      return make('li', {}, button, ruleLink(change.rule));
    }))));
}

function applyRepairs() {
  source.set(repaired, true);
  changed();
  source.area.focus();
}

/** Selects the place of a finding. @param {Finding} finding */
function select({ line, column, pointer }) {
  const { text } = source;
  const start = offsetOf(text, line, column);
  // The value at the pointer, if it contains the place; otherwise the place alone.
  const message = ranges().find(range => range.start <= start && start < range.end) ?? ranges().find(range => range.start >= start);
  const value = message && find(text, message, pointer);
  const isThere = value?.isExact && (value.start === start || value.nameStart === start);
  source.select(isThere ? { start: value.nameStart ?? start, end: value.end } : { start, end: Math.min(start + 1, text.length) });
}

/** @param {import('./types.d.ts').Return} withCarry @param {import('./types.d.ts').Return} withoutCarry */
function showReturn(withCarry, withoutCarry) {
  const side = (/** @type {string} */ title, /** @type {import('./types.d.ts').Return} */ returned) => {
    if ('error' in returned) return make('section', {}, make('h3', {}, title), make('p', { className: 'error' }, returned.error));
    const { lines, changes, isReordered } = returned;
    const outcome = changes > 0 ? counted(changes, 'line differs', 'lines differ') : isReordered ? 'equal to the source, with some members in another order' : 'identical to the source';
    const heading = make('h3', {}, `${title} `, make('span', { className: changes === 0 ? 'kept' : 'carried' }, outcome));
    const signs = { same: '  ', added: '+ ', removed: '- ' };
    const most = 600;
    const rows = changes === 0 ? [] : lines.slice(0, most).map(line => typeof line === 'number'
      ? make('span', { className: 'gap' }, `  ${counted(line, 'equal line', 'equal lines')}`)
      : make('span', { className: line.kind }, `${signs[line.kind]}${clipped(line.text, 2_000)}`));
    if (lines.length > most) rows.push(make('span', { className: 'gap' }, '  The rest is not shown.'));
    return make('section', {}, heading, make('pre', { className: 'difference' }, ...rows));
  };
  panels[2].replaceChildren(make('div', { className: 'sides' }, side('With the carry:', withCarry), side('Without the carry:', withoutCarry)));
  const isWhole = 'changes' in withCarry && withCarry.changes === 0;
  badge(2, isWhole ? 'whole' : 'changed', isWhole ? '' : 'warn');
}

// ---- Fields in both texts ----------------------------------------------------------------------------------------------------------

/** The messages of the source. */
const ranges = () => (sourceRanges ??= messages(source.text));

/** Highlights a note in both texts. @param {Note[]} notes @param {'source' | 'target' | undefined} scrolled the text that scrolls; with undefined, both */
function linkTexts(notes, scrolled) {
  /** @type {TextRange[]} */
  const here = [];
  /** @type {TextRange[]} */
  const there = [];
  for (const { input, from: pointer, message, to: place } of notes.slice(0, 50)) {
    const given = ranges()[input];
    const written = message === undefined ? undefined : result.ranges[message];
    if (given && (pointer !== '' || place === undefined)) add(here, source.text, given, pointer);
    if (written && place !== undefined && place !== '') add(there, target.text, written, place);
  }
  source.link(here, scrolled !== 'target');
  target.link(there, scrolled !== 'source');
}

/** @param {TextRange[]} all @param {string} text @param {TextRange} message @param {string} pointer */
function add(all, text, message, pointer) {
  const { start, end, nameStart, isExact } = find(text, message, pointer);
  if (isExact) all.push({ start: nameStart ?? start, end });
}

/** @param {Note | undefined} note @param {'hover' | 'focus' | 'open'} how */
function pointNote(note, how) {
  fields.link(note ? [note] : []);
  const notes = note ? [note] : [];
  if (how === 'hover') {
    linkTextsQuietly(notes);
    return;
  }
  linkTexts(notes, undefined);
  if (how === 'open' && note) {
    const given = ranges()[note.input];
    if (!given) return;
    const { start, end, nameStart } = find(source.text, given, note.from);
    source.select({ start: nameStart ?? start, end });
  }
}

/** Highlights without scrolling. @param {Note[]} notes */
function linkTextsQuietly(notes) {
  const keep = [source.frame.scrollTop, target.frame.scrollTop];
  linkTexts(notes, undefined);
  [source.frame.scrollTop, target.frame.scrollTop] = keep;
}

/** @param {'source' | 'target'} side @param {number | undefined} offset @param {boolean} isCaret */
function pointText(side, offset, isCaret) {
  const text = side === 'source' ? source.text : target.text;
  const all = side === 'source' ? ranges() : result.ranges;
  const index = offset === undefined ? -1 : all.findIndex(({ start, end }) => start <= offset && offset < end);
  if (offset === undefined || index < 0) {
    if (!isCaret) {
      fields.link([]);
      source.link([]);
      target.link([]);
    }
    return;
  }
  const notes = fields.about(side, index, pointerAt(text, all[index], offset));
  fields.link(notes, true);
  if (notes.length > 0) linkTexts(notes, side === 'source' ? 'target' : 'source');
  else {
    source.link([]);
    target.link([]);
  }
}

// ---- Tabs --------------------------------------------------------------------------------------------------------------------------

let selectedTab = 0;
/** @param {number} index */
function selectTab(index) {
  selectedTab = index;
  tabs.forEach((tab, at) => {
    tab.setAttribute('aria-selected', String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    panels[at].hidden = at !== index;
  });
  surface.show(TABS[index] === 'surface');
}
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => selectTab(index));
  tab.addEventListener('keydown', event => {
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const there = (next + tabs.length) % tabs.length;
    selectTab(there);
    tabs[there].focus();
  });
});

// ---- Commands ----------------------------------------------------------------------------------------------------------------------

from.append(new Option('Recognise', ''));
for (const [name, dialects] of Object.entries(DIALECTS)) {
  for (const select of [from, to]) select.append(make('optgroup', { label: name }, ...dialects.map(one => new Option(one, one))));
}
sample.append(new Option('Your own', ''), ...SAMPLES.map(({ name }, index) => new Option(name, String(index))));

from.addEventListener('change', () => {
  changed();
  run();
});
to.addEventListener('change', () => {
  hasChosenTarget = true;
  changed();
  run();
});
sample.addEventListener('change', () => {
  if (sample.value !== '') loadSample(Number(sample.value));
});
layout.addEventListener('change', drawTarget);
indentButton.addEventListener('click', () => {
  const { text } = source;
  if (text.length > 1_000_000) return;
  source.set(`${messages(text).map(({ start, end }) => indent(text.slice(start, end), 100)).join('\n')}\n`, true);
  changed();
});
repairButton.addEventListener('click', applyRepairs);
swapButton.addEventListener('click', () => {
  const [before, after] = [exact(dialect, source.text), to.value];
  source.set(targetText, true);
  from.value = isDialect(after) ? after : '';
  if (isDialect(before)) to.value = before;
  hasChosenTarget = isDialect(before);
  sample.value = '';
  changed();
  run();
});
copyButton.addEventListener('click', () => copy(targetText, 'The translation is copied.'));
downloadButton.addEventListener('click', () => {
  const address = URL.createObjectURL(new Blob([targetText], { type: 'application/json' }));
  const isLines = result.messages.length !== 1;
  make('a', { href: address, download: `${to.value.replace('@', '-')}.${isLines ? 'jsonl' : 'json'}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say('The translation is downloaded.');
});
shareButton.addEventListener('click', async () => {
  try {
    const state = { text: source.text, from: from.value, to: to.value, context: contextArea.value, tab: TABS[selectedTab] };
    history.replaceState(null, '', `#${await fragment.write(state)}`);
    await copy(location.href, 'The link is copied. It holds the source.');
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
  }
});

/** Copies a text, or shows it if the browser does not permit this. @param {string} text @param {string} done */
async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    const area = element('link-text', HTMLTextAreaElement);
    element('link-title', HTMLElement).textContent = text === location.href ? 'Link to this state' : 'Translation';
    area.value = text;
    element('link', HTMLDialogElement).showModal();
    area.select();
  }
}

openButton.addEventListener('click', () => file.click());
file.addEventListener('change', () => {
  if (file.files?.[0]) loadFile(file.files[0]);
  file.value = '';
});
document.addEventListener('dragover', event => {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  source.frame.classList.add('dropping');
});
for (const name of ['dragleave', 'drop']) document.addEventListener(name, () => source.frame.classList.remove('dropping'));
document.addEventListener('drop', event => {
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return;
  event.preventDefault();
  loadFile(dropped);
});

/** @param {File} given */
async function loadFile(given) {
  if (given.size > LARGEST_FILE) {
    complain(`The file is too large: it has ${counted(given.size, 'byte', 'bytes')}, and at most ${LARGEST_FILE.toLocaleString('en')} are read.`);
    return;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await given.arrayBuffer());
    load({ text });
  } catch (error) {
    complain(error instanceof TypeError ? 'The file is not text in UTF-8.' : `The file cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {number} index */
async function loadSample(index) {
  const { file: name, to: target, context = {}, tab } = SAMPLES[index];
  try {
    const text = await fetched(name);
    load({ text, to: target, context: Object.keys(context).length > 0 ? JSON.stringify(context, undefined, 2) : '', tab: tab ?? 'fields' });
    sample.value = String(index);
  } catch (error) {
    complain(`The sample cannot be loaded: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(`samples/${name}`);
  if (!answer.ok) throw new Error(`samples/${name} answered ${answer.status}`);
  return answer.text();
}

/** Shows a state. @param {Partial<import('./fragment.js').State>} state */
function load({ text = '', from: given = '', to: chosen = '', context = '', tab }) {
  sample.value = '';
  from.value = isDialect(given) ? given : '';
  hasChosenTarget = isDialect(chosen);
  if (hasChosenTarget) to.value = chosen;
  contextArea.value = context;
  if (tab !== undefined) selectTab(Math.max(0, TABS.indexOf(tab)));
  source.set(text);
  sourceRanges = undefined;
  run();
}

/** Shows the state of the address, or the first sample. */
async function start() {
  const written = location.hash.slice(1);
  if (written === '' || written === 'source') {
    if (source.text === '') await loadSample(0);
    return;
  }
  try {
    load(await fragment.read(written));
  } catch (error) {
    if (source.text === '') await loadSample(0);
    complain(/** @type {Error} */ (error).message);
  }
}

window.addEventListener('hashchange', () => { start(); });
for (const name of ['error', 'unhandledrejection']) {
  window.addEventListener(name, event => {
    const why = event instanceof ErrorEvent ? event.message : /** @type {PromiseRejectionEvent} */ (event).reason?.message;
    if (why) complain(`The page has an error: ${why}`);
  });
}
to.value = 'a2ui@0.9';
selectTab(0);
clear();
start();
