// Serves the playground for its tests: the built page (bridge/npm/playground/build), or its sources with the JavaScript of the package
// (bridge/npm/build --native), whose calls go to this server, and from there to the program in AGENT_UI_CALLS. That is for machines that
// cannot build WebAssembly.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { rulesDocument } from '../../bridge/npm/playground/rules-document.mjs';
import { showDocument } from '../../bridge/npm/playground/show-document.mjs';

const root = new URL('../../bridge/npm/playground/', import.meta.url);
const published = new URL('../../bridge/npm/dist/', import.meta.url);
const samples = new URL('../../bridge/cli/samples/', import.meta.url);
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.wasm': 'application/wasm' };
const POLICY = /Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(new URL('index.html', root), 'utf8'))[1];

const calls = process.env.AGENT_UI_CALLS;
/** The reason why the page cannot be tested, if there is one. */
export const MISSING = calls ? !existsSync(new URL('agent-ui.js', published)) && 'the package is not built: bridge/npm/build --native'
  : !existsSync(new URL('dist/agent-ui-bridge/agent-ui.wasm', root)) && 'the page is not built: bridge/npm/playground/build, or set AGENT_UI_CALLS';

// Requests of a worker may be synchronous, as the calls of the package are.
const NATIVE = `
import { AgentUi } from './agent-ui.js';
export const load = async () => new AgentUi({
  request(header, texts, read) {
    const request = new XMLHttpRequest();
    request.open('POST', '/native', false);
    request.responseType = 'arraybuffer';
    request.send(new Blob([header, ...texts]));
    if (request.status !== 200) throw new Error('the program has stopped');
    return read(new Uint8Array(request.response));
  },
});
`;

/** The program that answers the calls of the package. A length of four bytes, little-endian, precedes each request and each reply. */
function program() {
  const child = spawn(calls, { stdio: ['pipe', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill());
  // The process ends when the tests do.
  for (const part of [child, child.stdin, child.stdout]) part.unref();
  let read = Buffer.alloc(0);
  const waiting = [];
  child.on('exit', () => waiting.splice(0).forEach(({ failed }) => failed(new Error('the program has stopped'))));
  child.stdout.on('data', part => {
    read = Buffer.concat([read, part]);
    while (read.length >= 4 && read.length >= 4 + read.readUInt32LE()) {
      const end = 4 + read.readUInt32LE();
      waiting.shift().done(read.subarray(4, end));
      read = read.subarray(end);
    }
  });
  return request => new Promise((done, failed) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(request.length);
    waiting.push({ done, failed });
    child.stdin.write(Buffer.concat([length, request]));
  });
}

function answer(path) {
  const name = path === '/' ? 'index.html' : path.slice(1);
  if (!/^[\w./@-]+$/.test(name) || name.includes('..')) return undefined;
  if (!calls) return existing(new URL(`dist/${name}`, root));
  if (name === 'agent-ui-bridge/index.js') return { type: TYPES['.js'], text: NATIVE };
  if (name.startsWith('agent-ui-bridge/')) return existing(new URL(name.slice(16), published));
  if (name === 'show.html') return { type: TYPES['.html'], text: showDocument(), policy: '' };
  if (name === 'rules.html') return { type: TYPES['.html'], text: rulesDocument() };
  if (name === 'LICENSES.txt') return existing(new URL('../../live/page/dist/LICENSES.txt', root));
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
  const ask = calls && program();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (request.method === 'POST' && ask) {
      const parts = [];
      request.on('data', part => parts.push(part));
      request.on('end', () => ask(Buffer.concat(parts)).then(reply => response.end(reply), () => response.writeHead(500).end()));
      return;
    }
    const found = missing && pathname.includes(missing) ? undefined : answer(pathname);
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    const { type, text, policy = POLICY } = found;
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...(policy ? { 'Content-Security-Policy': policy } : {}) }).end(text);
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  server.unref();
  const stop = () => new Promise(done => { server.close(done); server.closeAllConnections(); });
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}
