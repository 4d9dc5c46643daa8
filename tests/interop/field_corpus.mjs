// Divides the field corpus into units for a published reader. A unit is {kind, name, versions, messages, text | file}: the messages
// are for the cores of these versions, the text or the file is for the program. A core gets the messages without repairs; a client's
// transport removes wrappers around the messages (see `unwrapped`). An answer of a model has only its text.
import { readFileSync, readdirSync } from 'node:fs';

const KEYS_0_8 = ['beginRendering', 'surfaceUpdate', 'dataModelUpdate'];
const KEYS_0_9 = ['createSurface', 'updateComponents', 'updateDataModel'];
const KEYS = [...KEYS_0_8, ...KEYS_0_9, 'deleteSurface'];
const KEYS_OF_RENDERERS = ['userAction', 'action', 'error', 'functionResponse', 'callAgentFunction', 'rendererFunctionResponse'];

// Files, and folders of files, with streams of messages.
const STREAMS = [
  'action_shorthand_0.9.jsonl', 'aguirust_examples', 'assistant_ui_docs.json', 'callfunction_catalogid_july.json',
  'children_template.jsonl', 'elixir', 'genui', 'inspector', 'lynx', 'pointer.jsonl', 'samples_shell', 'samples_v0_8', 'samples_v0_9',
  'seago', 'surface.jsonl', 'surface_properties_v1_0_july.json', 'swift_fixtures', 'udm_contents.json',
];

/** Yields each unit of the corpus. */
export function* units(corpus) {
  const all = [...lines(`${corpus}/field/messages`)];
  for (const { name, message, text } of all) yield* alone(name, message, text);
  yield* sources(all);
  yield* files(`${corpus}/field/files`);
  yield* answers(`${corpus}/field/files/llm`);
}

/** A message on a surface that is prepared for it; one of a renderer needs none. */
export function* alone(name, message, text = JSON.stringify(message)) {
  for (const version of versionsOf(message)) {
    const before = preparation([message], version);
    yield { kind: 'message', name, versions: [version], messages: [...before, message], text: `${written(before)}${text}\n` };
  }
  const version = rendererVersion(message);
  if (version !== undefined) yield { kind: 'action', name, versions: [version], messages: [message], text: `${text}\n` };
}

// Returns the lines of all files, each with its place.
function* lines(folder) {
  for (const file of readdirSync(folder).filter(name => name.endsWith('.jsonl')).sort()) {
    const repository = file.replace(/\.jsonl$/, '');
    const sources = readFileSync(`${folder}/${repository}.src`, 'utf8').split('\n');
    const texts = readFileSync(`${folder}/${file}`, 'utf8').split('\n');
    for (const [at, text] of texts.entries())
      if (text) yield { name: `${repository}:${at + 1}`, source: `${repository} ${sources[at]}`, message: JSON.parse(text), text };
  }
}

// The messages of one source about one surface in one version, if there are several.
function* sources(all) {
  const groups = new Map();
  for (const { name, source, message, text } of all)
    for (const version of versionsOf(message)) {
      const key = JSON.stringify([version, source, surfaceOf(message)]);
      const group = groups.get(key) ?? { name, version, messages: [], texts: [] };
      group.messages.push(message);
      group.texts.push(`${text}\n`);
      groups.set(key, group);
    }
  for (const { name, version, messages, texts } of groups.values()) {
    if (messages.length === 1) continue;
    const before = preparation(messages, version);
    yield { kind: 'source', name, versions: [version], messages: [...before, ...messages], text: written(before) + texts.join('') };
  }
}

function* files(folder) {
  for (const entry of STREAMS) {
    const names = entry.includes('.') ? [entry] : readdirSync(`${folder}/${entry}`).sort().map(name => `${entry}/${name}`);
    for (const name of names) {
      const messages = unwrapped(readFileSync(`${folder}/${name}`, 'utf8'));
      const versions = new Set(messages.map(message => versionsOf(message).at(-1)));
      if (messages.length === 0 || versions.has(undefined) || versions.size > 1) continue;
      yield { kind: 'file', name, versions: [...versions], messages, file: `${folder}/${name}` };
    }
  }
}

// Answers of models: text that contains messages.
function* answers(folder) {
  for (const name of readdirSync(folder).sort())
    yield { kind: 'answer', name, text: readFileSync(`${folder}/${name}`, 'utf8') };
}

// Removes the wrappers that a transport removes: a list, `{"messages": []}`, a front matter before lines, and the records of a recorder.
function unwrapped(text) {
  const whole = parsed(text);
  if (Array.isArray(whole)) return whole;
  if (whole !== undefined) return Array.isArray(whole.messages) ? whole.messages : [whole];
  const body = text.replace(/^(?![{[])[\s\S]*?\n---\n/, '');
  const messages = body.split('\n').filter(line => line.trim()).map(parsed);
  return messages.includes(undefined) ? [] : messages.flatMap(record =>
    record.direction === undefined ? [record] : record.direction === 'agent->client' ? [record.message] : []);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The versions whose readers judge a message. One that states none is of 0.9 if its key is. One that does not name its surface is of
 * none: the cores pass it over.
 */
export function versionsOf(message) {
  if (surfaceOf(message) === undefined) return [];
  if (KEYS_0_8.some(key => key in message)) return ['0.8'];
  if (!('version' in message) && 'deleteSurface' in message) return ['0.8', '0.9'];
  return [String(message.version).startsWith('v1') ? '1.0' : '0.9'];
}

/** The version by whose schema a message of a renderer is judged, or undefined if it is none. */
export function rendererVersion(message) {
  if (message === null || typeof message !== 'object' || !KEYS_OF_RENDERERS.some(key => key in message)) return undefined;
  if (KEYS.some(key => key in message)) return undefined;
  if (!('version' in message)) return 'userAction' in message ? '0.8' : '0.9';
  return String(message.version).startsWith('v1') ? '1.0' : '0.9';
}

function surfaceOf(message) {
  const key = KEYS.find(key => message?.[key]?.surfaceId !== undefined);
  const surfaceId = message?.[key]?.surfaceId;
  return typeof surfaceId === 'string' && surfaceId !== '' ? surfaceId : undefined;
}

// Returns the messages that create the surface, if the unit does not create it.
function preparation(messages, version) {
  if (messages.some(message => 'createSurface' in message || 'beginRendering' in message)) return [];
  const [surfaceId, stated] = [surfaceOf(messages[0]), messages.find(message => 'version' in message)?.version];
  if (version === '0.8') return [{ beginRendering: { surfaceId, root: 'root' } }];
  return [{ version: stated ?? `v${version}`, createSurface: { surfaceId, catalogId: 'prepared' } }];
}

const written = messages => messages.map(message => `${JSON.stringify(message)}\n`).join('');
