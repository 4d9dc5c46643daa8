// Serves the playground for its tests: the built page (bridge/npm/playground/build), or its sources with a stand-in of the package, whose calls
// ask the program. The stand-in is for machines that cannot build WebAssembly.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { children } from '../../bridge/npm/playground/src/json-text.js';
import { rulesDocument } from '../../bridge/npm/playground/rules-document.mjs';
import { showDocument } from '../../bridge/npm/playground/show-document.mjs';

const PROGRAM = process.env.PROGRAM;
const root = new URL('../../bridge/npm/playground/', import.meta.url);
const samples = new URL('../../bridge/cli/samples/', import.meta.url);
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.wasm': 'application/wasm' };
const POLICY = /Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(new URL('index.html', root), 'utf8'))[1];

/** True if the tests use the package in WebAssembly. */
export const IS_BUILT = existsSync(new URL('dist/agent-ui-bridge/index.js', root)) && !process.env.STAND_IN;

const STAND_IN = `
export async function load() {
  const call = (name, given) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/native', false);
    request.send(JSON.stringify({ name, ...given }));
    const { value, error, ...more } = JSON.parse(request.responseText);
    if (error !== undefined) throw Object.assign(new Error(error), more);
    return value;
  };
  return {
    version: 'stand-in',
    recognize: text => call('recognize', { text }),
    check: (text, { protocol } = {}) => call('check', { text, protocol }),
    repair: (text, { protocol } = {}) => call('repair', { text, protocol }),
    translate: (text, from, to, { context, carry } = {}) => call('translate', { text, from, to, context, carry }),
  };
}
`;

const folder = mkdtempSync(join(tmpdir(), 'agent-ui-playground-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;
function written(text) {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, text);
  return path;
}

/** Runs the program with an input, and returns its two outputs as lines. */
function run(args, input) {
  const { stdout, stderr, status } = spawnSync(PROGRAM, args, { input, maxBuffer: 1 << 28, encoding: 'utf8' });
  return { out: stdout.split('\n').filter(Boolean), said: stderr.split('\n').filter(Boolean), status };
}
const findings = lines => lines.filter(line => line.startsWith('{"')).map(line => JSON.parse(line)).filter(({ rule }) => rule !== undefined);
const refused = said => {
  const refusals = findings(said).filter(({ severity, error }) => error && severity === 'error');
  if (refusals.length > 0) return refusals;
  throw new Error(said.at(-1)?.replace(/^error: /, '') ?? 'the program failed');
};

const CALLS = {
  recognize({ text }) {
    const { said } = run(['check', '-'], text);
    return said.map(line => /is read as `([^`]+)`/.exec(line)?.[1]).find(Boolean) ?? null;
  },
  check({ text, protocol }) {
    const { out, said, status } = run(['check', ...(protocol ? [protocol] : []), '-'], text);
    if (status === 2) refused(said);
    return findings(out);
  },
  repair({ text, protocol }) {
    const file = written(text);
    const { out, said } = run(['check', ...(protocol ? [protocol] : []), '--fix', file], '');
    const changes = [...out, ...said].filter(line => line.startsWith('{')).map(line => JSON.parse(line)).filter(({ fixed }) => fixed)
      .map(({ fixed, ...change }) => ({ ...change, rule: fixed, severity: 'info', hint: '' }));
    return { text: readFileSync(file, 'utf8'), changes, findings: [] };
  },
  translate({ text, from, to, context = {}, carry }) {
    const flags = { time: '--time', canvasFile: '--canvas-file', runtimeId: '--runtime-id', channel: '--channel', owner: '--owner', baseUrl: '--base-url' };
    const args = ['convert', '--from', from, '--to', to, '--envelope'];
    for (const [name, flag] of Object.entries(flags)) if (context[name]) args.push(flag, context[name]);
    if (context.manifest) args.push('--manifest', written(JSON.stringify(context.manifest)));
    // The program refuses surfaces that have no effect.
    if (context.surfaces && [from, to].some(name => name === 'aap' || name === 'a2ui@0.8')) args.push('--surface', written(JSON.stringify(context.surfaces)));
    const layers = carry === undefined ? [] : JSON.parse(carry);
    const input = carry === undefined ? text
      : text.trim().split('\n').map((value, at) => `{"value":${value},"carry":${JSON.stringify(layers[at])}}\n`).join('');
    const { out, said, status } = run([...args, '-'], input);
    const messages = [];
    const carries = [];
    const notes = [];
    for (const line of out) {
      const parts = Object.fromEntries([...children(line, { start: 0, end: line.length })].map(({ name, start, end }) => [name, line.slice(start, end)]));
      notes.push(...JSON.parse(parts.notes ?? '[]').map(note => ({ ...note, message: messages.length, input: note.input ?? messages.length })));
      messages.push(parts.value);
      carries.push(parts.carry ?? 'null');
    }
    const translation = { messages, carry: `[${carries.join(',')}]`, notes, findings: [] };
    if (status === 0) return translation;
    throw Object.assign(new Error('refused'), { refusals: refused(said), translation });
  },
};

function answer(path, body) {
  if (path === '/native') {
    try {
      const { name, ...given } = JSON.parse(body);
      return { type: 'application/json', text: JSON.stringify({ value: CALLS[name](given) }) };
    } catch (error) {
      return { type: 'application/json', text: JSON.stringify({ error: error.message, refusals: error.refusals, translation: error.translation }) };
    }
  }
  const name = path === '/' ? 'index.html' : path.slice(1);
  if (!/^[\w./@-]+$/.test(name) || name.includes('..')) return undefined;
  if (IS_BUILT) return existing(new URL(`dist/${name}`, root));
  if (name === 'agent-ui-bridge/index.js') return { type: TYPES['.js'], text: STAND_IN };
  if (name === 'show.html') return { type: TYPES['.html'], text: showDocument(), policy: '' };
  if (name === 'rules.html') return { type: TYPES['.html'], text: rulesDocument() };
  if (name.startsWith('samples/')) return existing(new URL(name.slice(8), samples));
  return existing(new URL(name, root));
}

function existing(url) {
  if (!existsSync(url)) return undefined;
  const isFrame = url.pathname.endsWith('/show.html');
  return { type: TYPES[extname(url.pathname)] ?? 'text/plain; charset=utf-8', text: readFileSync(url), ...(isFrame ? { policy: '' } : {}) };
}

/** Starts the server, and returns the address of the page. Paths with `missing` do not exist. */
export async function playground({ missing } = {}) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => { body += part; });
    request.on('end', () => {
      const { pathname } = new URL(request.url, 'http://localhost');
      const found = missing && pathname.includes(missing) ? undefined : answer(pathname, body);
      if (!found) return response.writeHead(404).end();
      const { type, text, policy = POLICY } = found;
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...(policy ? { 'Content-Security-Policy': policy } : {}) }).end(text);
      return undefined;
    });
  });
  await new Promise(done => { server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', done); });
  const stop = () => new Promise(done => { server.close(done); server.closeAllConnections(); });
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

