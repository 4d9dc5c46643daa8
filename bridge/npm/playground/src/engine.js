// What the page asks of the package: one text in, the parts of the answer out, in the order in which the page shows them.
import { exact } from './dialects.js';
import { compare, shorten } from './difference.js';
import { indent, messages as parts, reorder } from './json-text.js';

/** @typedef {import('./types.d.ts').AgentUi} AgentUi */
/** @typedef {import('./types.d.ts').Finding} Finding */
/** @typedef {import('./types.d.ts').Note} Note */
/** @typedef {import('./types.d.ts').Translation} Translation */
/** @typedef {import('./types.d.ts').Return} Return */

/** The dialect that the renderer shows. */
export const SHOWN = 'a2ui@0.9';

// The difference of longer texts is not computed.
const LONGEST_COMPARED = 2_000_000;

/** Returns the sentence of an error. @param {unknown} error */
export function sentence(error) {
  const text = error instanceof Error && error.message ? error.message : String(error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** @param {string} context */
function contextOf(context) {
  if (context.trim() === '') return undefined;
  let read;
  try {
    read = JSON.parse(context);
  } catch (error) {
    throw new Error(`The context is not valid JSON: ${/** @type {Error} */ (error).message}`);
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error('The context must be a JSON object.');
  return read;
}

/**
 * Translates, and returns what was translated even if some messages were refused. Each note has the index of its message.
 * @param {AgentUi} agentUi @param {string} text @param {string} from @param {string} to @param {{ context?: object, carry?: string[] }} options
 * @returns {{ messages: string[], carries: string[], notes: Note[], findings: Finding[], refusals: Finding[] }}
 */
function translate(agentUi, text, from, to, options) {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  /** @type {Translation} */
  let translation;
  /** @type {Finding[]} */
  let refusals = [];
  try {
    translation = agentUi.translate(text, from, to, given);
  } catch (error) {
    ({ translation, refusals } = /** @type {any} */ (error));
    if (!translation || !Array.isArray(refusals)) throw error;
  }
  const { messages, notes, findings } = translation;
  const ofMessages = messages.flatMap(({ notes: own }, message) => own.map(note => ({ ...note, message })));
  return {
    messages: messages.map(message => message.text),
    carries: messages.map(message => message.carry),
    notes: [...ofMessages, ...notes.slice(ofMessages.length)],
    findings,
    refusals,
  };
}

/**
 * @param {AgentUi} agentUi @param {Extract<import('./types.d.ts').Request, { kind: 'analyse' }>} request
 * @param {() => number} now
 * @returns {Generator<any>} the parts, without the number of the request
 */
export function* analyse(agentUi, { text, from: chosen, to, context: written }, now = () => performance.now()) {
  let recognised = '';
  try {
    recognised = agentUi.recognize(text) ?? '';
  } catch {
    // An unreadable text has no dialect, and its findings say why.
  }
  const from = chosen || recognised;
  yield { part: 'source', dialect: from, isRecognised: !chosen && recognised !== '' };

  try {
    yield { part: 'findings', findings: agentUi.check(text, from ? { protocol: from } : {}) };
  } catch (error) {
    const { refusals } = /** @type {any} */ (error);
    yield Array.isArray(refusals) && refusals.length > 0 ? { part: 'findings', findings: refusals } : { part: 'findings', findings: [], error: sentence(error) };
  }
  try {
    const { text: repaired, changes } = agentUi.repair(text, from ? { protocol: from } : {});
    yield { part: 'repair', text: changes.length > 0 ? repaired : text, changes };
  } catch {
    yield { part: 'repair', text, changes: [] };
  }

  const empty = { part: 'target', dialect: to, messages: [], notes: [], refusals: [], findings: [], milliseconds: 0 };
  if (!from) {
    yield { ...empty, error: 'The protocol of the source is not recognised. Select it above the source.' };
    yield { part: 'surface', messages: [], surface: '', lost: 0, error: 'There is no surface to show: the protocol of the source is not recognised.' };
    return;
  }

  let context;
  try {
    context = contextOf(written);
  } catch (error) {
    yield { ...empty, error: sentence(error) };
    return;
  }
  const start = now();
  let result;
  if (isSame(text, from, to)) {
    yield { ...empty, messages: parts(text).map(({ start: first, end }) => text.slice(first, end)), isUnchanged: true };
  } else try {
    result = translate(agentUi, text, from, to, { context });
    const { carries, ...shown } = result;
    yield { ...empty, ...shown, milliseconds: now() - start };
  } catch (error) {
    yield { ...empty, error: sentence(error) };
  }

  if (!/^(a2ui|ahp)/.test(from)) {
    yield { part: 'surface', messages: [], surface: '', lost: 0, error: `${exact(from, text)} has no surfaces. Choose a sample of A2UI or AHP to see one.` };
  } else yield surface(agentUi, text, from, context);

  if (result && result.messages.length > 0) {
    const before = parts(text).map(({ start: first, end }) => text.slice(first, end));
    const back = (/** @type {string[] | undefined} */ carry) => returned(agentUi, before, result.messages, to, exact(from, text), { context, carry });
    yield { part: 'return', withCarry: back(result.carries), withoutCarry: back(undefined) };
  }
}

/**
 * Returns true if a text has the dialect of the target already, so that a translation would not change it. A text of A2UI may contain several
 * versions, and messages in other texts, which a translation takes out.
 * @param {string} text @param {string} from @param {string} to
 */
function isSame(text, from, to) {
  if (from === to) return true;
  if (!from.startsWith('a2ui')) return exact(from, text) === to;
  let around = '';
  let at = 0;
  for (const { start, end } of parts(text)) {
    if (!isMessage(text.slice(start, end), to)) return false;
    around += text.slice(at, start);
    at = end;
  }
  return /^[\s,[\]]*$/.test(around + text.slice(at));
}

/** Returns true if a text is one message of this version of A2UI. @param {string} text @param {string} to */
function isMessage(text, to) {
  try {
    const message = JSON.parse(text);
    const isPlain = typeof message === 'object' && message !== null && Object.keys(message).length <= 3;
    return isPlain && (Object.hasOwn(message, 'version') || to === 'a2ui@0.8') && exact('a2ui', text) === to;
  } catch {
    return false;
  }
}

/** @param {AgentUi} agentUi @param {string} text @param {string} from @param {object | undefined} context */
function surface(agentUi, text, from, context) {
  try {
    if (from === SHOWN) return { part: 'surface', messages: parts(text).map(({ start, end }) => JSON.parse(text.slice(start, end))), surface: text, lost: 0 };
    const { messages, notes, refusals } = translate(agentUi, text, from, SHOWN, { context });
    if (messages.length === 0 && refusals[0]) return { part: 'surface', messages: [], surface: '', lost: 0, error: `No surface can be shown: ${refusals[0].message}` };
    const lost = notes.filter(({ verdict }) => isLoss(verdict)).length;
    return { part: 'surface', messages: messages.map(message => JSON.parse(message)), surface: messages.join('\n'), lost };
  } catch (error) {
    return { part: 'surface', messages: [], surface: '', lost: 0, error: `No surface can be shown: ${/** @type {Error} */ (error).message}` };
  }
}

/** True if the target does not hold the field. @param {string} verdict */
export const isLoss = verdict => verdict === 'carried' || verdict === 'quarantined' || verdict === 'lost';

/** The lines of messages in one layout. @param {string[]} all */
const lines = all => all.flatMap(message => indent(message).split('\n'));

/**
 * @param {AgentUi} agentUi @param {string[]} before @param {string[]} targets @param {string} from @param {string} to
 * @param {{ context?: object, carry?: string[] }} options
 * @returns {Return}
 */
function returned(agentUi, before, targets, from, to, options) {
  try {
    const { messages, refusals } = translate(agentUi, targets.join('\n'), from, to, options);
    if (messages.length === 0 && refusals[0]) return { error: sentence(refusals[0].message) };
    if (messages.reduce((sum, { length }) => sum + length, 0) > LONGEST_COMPARED) return { error: 'The result is too long to compare.' };
    const arranged = messages.length === before.length ? messages.map((message, at) => reorder(message, before[at])) : messages;
    const difference = compare(lines(before), lines(arranged));
    const isReordered = lines(messages).join('\n') !== lines(arranged).join('\n');
    return { lines: shorten(difference), changes: difference.filter(({ kind }) => kind !== 'same').length, isReordered };
  } catch (error) {
    return { error: sentence(error) };
  }
}

/**
 * Returns an action of the renderer as the messages that the agent gets.
 * @param {AgentUi} agentUi @param {Extract<import('./types.d.ts').Request, { kind: 'action' }>} request
 */
export function action(agentUi, { message, surface: shown, from, context: written }) {
  try {
    const text = JSON.stringify(message);
    if (from === SHOWN || from === '') return { part: 'action', messages: [text] };
    const surfaces = parts(shown).map(({ start, end }) => JSON.parse(shown.slice(start, end)));
    const { messages, refusals } = translate(agentUi, text, SHOWN, from, { context: { ...contextOf(written), surfaces } });
    return refusals[0] ? { part: 'action', messages, error: sentence(refusals[0].message) } : { part: 'action', messages };
  } catch (error) {
    return { part: 'action', messages: [], error: sentence(error) };
  }
}
