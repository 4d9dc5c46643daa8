// What clients, agents and operators see when something fails: the table of docs/serve-faults.md, a row for each fault and a column for
// each face. `WRITE_PAGE=1` writes the table anew.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HttpAgent } from '@ag-ui/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import WebSocket from 'ws';
import { CLIENTS, eventsOf } from './clients.mjs';
import { NATS_SERVER, PATIENCE, folder, serve, start, within } from './program.mjs';

const AGENT = fileURLToPath(new URL('agents/faulty.mjs', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/serve-faults.md', import.meta.url));
/** The time in which a client must learn of a failure after it has happened. */
const SOON = 2000;
/** The times of these programs, which are short so that the tests are. */
const TIMES = ['--turn-silence', '200ms', '--first-answer', '1s', '--turn-limit', '3s'];
const FACES = ['AG-UI', 'AI SDK', 'A2A', 'MCP', 'page', 'AHP', 'AAP'];

/** The messages that the agents of a row have received. */
const received = file => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map(line => JSON.parse(line)) : []);

/** An AG-UI server that shows the surface to whoever says something, and answers actions with this fault. */
async function upstream(fault) {
  const count = { actions: 0 };
  const events = messages => messages.map(message => `data: ${JSON.stringify(message)}\n\n`).join('');
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const operations = [
    { version: 'v0.9', createSurface: { surfaceId: 'form', catalogId } },
    { version: 'v0.9', updateComponents: { surfaceId: 'form', components: [{ id: 'root', component: 'Button', child: 'label', action: { event: { name: 'hit' } } }, { id: 'label', component: 'Text', text: 'Hit' }] } },
  ];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const input = JSON.parse(body);
    const ids = { threadId: input.threadId, runId: input.runId };
    const isAction = input.forwardedProps?.a2uiAction !== undefined;
    if (isAction) {
      count.actions += 1;
      return fault(response, events, ids);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const activity = { type: 'ACTIVITY_SNAPSHOT', messageId: 'a2ui-surface-form', activityType: 'a2ui-surface', content: { a2ui_operations: operations }, replace: true };
    response.end(events([{ type: 'RUN_STARTED', ...ids }, activity, { type: 'RUN_FINISHED', ...ids }]));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, count, close: () => { server.close(); server.closeAllConnections(); } };
}

/** A chat route of the AI SDK that shows the surface to whoever says something, and answers actions with these chunks. */
const chat = chunks => async () => {
  const count = { actions: 0 };
  const component = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'hit' } } };
  const a2ui_operations = [
    { version: 'v0.9', createSurface: { surfaceId: 'form', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
    { version: 'v0.9', updateComponents: { surfaceId: 'form', components: [component, { id: 'label', component: 'Text', text: 'Hit' }] } },
  ];
  const shown = [{ type: 'data-a2ui-surface', id: 'form', data: { a2ui_operations } }, '[DONE]'];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const isAction = JSON.parse(body).messages.at(-1).parts[0].type === 'data-a2ui-action';
    if (isAction) count.actions += 1;
    const data = (isAction ? chunks : shown).map(chunk => (typeof chunk === 'string' ? chunk : JSON.stringify(chunk)));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' });
    response.end(data.map(text => `data: ${text}\n\n`).join(''));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const close = () => { server.close(); server.closeAllConnections(); };
  return { args: ['--agent', `ai-sdk:http://127.0.0.1:${server.address().port}/`], server: { count, close }, isRemote: true };
};

/** Reads the events of a page until one tells a failure. Returns its reason, or an empty text. */
async function failureOn(steps, signal) {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of steps) {
      text += decoder.decode(chunk, { stream: true });
      const whole = text.slice(0, text.lastIndexOf('\n\n') + 2);
      const refused = eventsOf(whole).flatMap(step => step.refused ?? []);
      if (refused.length > 0) return refused.at(-1).message;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return '';
}

/** The address of the page of a surface on the face. */
async function pageOf(face, urls, session, surface) {
  if (face === 'page') return new URL(`../${session}/`, urls.page).href;
  const socket = new WebSocket(urls.AHP);
  await within(new Promise(done => socket.once('open', done)), 'the socket');
  const ask = (id, method, params) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return within(new Promise((done, failed) => socket.on('message', data => {
      const answer = JSON.parse(data);
      if (answer.id === id) (answer.error ? failed(new Error(answer.error.message)) : done(answer.result));
    })), method);
  };
  try {
    await ask(1, 'initialize', { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId: randomUUID() });
    const { snapshot } = await ask(2, 'subscribe', { channel: `ahp-canvas:/${surface}` });
    return snapshot.state.url;
  } finally {
    socket.close();
  }
}

/** Clicks, and returns what the client sees. */
async function click(face, urls, session, surface) {
  const began = Date.now();
  const client = CLIENTS[face](urls, session);
  const waits = face === 'page' || face === 'AHP';
  const stop = new AbortController();
  let failure = Promise.resolve('');
  let answer;
  try {
    const address = waits && await pageOf(face, urls, session, surface);
    const response = waits && await fetch(new URL('steps', address), { signal: stop.signal });
    if (waits) failure = failureOn(response.body, stop.signal);
    answer = await within(client.click(surface, 1, randomUUID()), `the click over ${face}`);
  } catch (error) {
    stop.abort();
    return { says: `error: ${told(error.message)}`, after: Date.now() - began };
  }
  const answered = Date.now() - began;
  if (face === 'AAP') return { says: 'accepted', after: answered };
  if (!waits) return { says: ['answer', ...noteIn(answer)].join(', with the note: '), after: answered };
  const reason = await Promise.race([failure, sleep(SOON, '')]);
  stop.abort();
  return reason ? { says: `accepted, then error: ${reason}`, after: Date.now() - began } : { says: 'accepted', after: answered };
}

/** The note that an answer has beside its content: an event, a part or a line. */
function noteIn(answer) {
  const [found] = /(?:a message of the agent was|\d+ messages of the agent were) refused: (?:[^"\\]|\\[^n])*/.exec(JSON.stringify(answer)) ?? [];
  return found ? [found] : [];
}

/** The words of an error without the frame of its protocol. */
function told(message) {
  const inside = /"message":"((?:[^"\\]|\\.)*)"/.exec(message) ?? /"error":"((?:[^"\\]|\\.)*)"/.exec(message) ?? /"text":"((?:[^"\\]|\\.)*)"/.exec(message);
  const text = inside ? JSON.parse(`"${inside[1]}"`) : message.replace(/^RUN_ERROR: |^\d{3}: /, '');
  return text.split('\n').at(-1).replace(/^The agent failed: /, '');
}

/** Opens the session, and returns what the client sees. */
async function open(face, urls, session) {
  const client = CLIENTS[face](urls, session);
  if (face === 'page') {
    const began = Date.now();
    const stop = new AbortController();
    const response = await fetch(new URL(`../${session}/steps`, urls.page), { signal: stop.signal });
    const reason = await Promise.race([failureOn(response.body, stop.signal), sleep(SOON, '')]);
    stop.abort();
    return { says: reason ? `error: ${reason}` : 'an empty page', after: Date.now() - began };
  }
  if (!client.surfaces) return { says: '–', after: 0 };
  const began = Date.now();
  try {
    const surfaces = await within(client.surfaces(), `the surfaces over ${face}`);
    return { says: `${Object.keys(surfaces).length} surfaces`, after: Date.now() - began };
  } catch (error) {
    return { says: `error: ${told(error.message)}`, after: Date.now() - began };
  }
}

const lines = (mode, more = []) => file => ({ args: ['--agent', `lines:node ${AGENT} ${mode} ${file}`, ...more] });
const command = text => () => ({ args: ['--agent', `lines:${text}`] });
const remote = fault => async () => {
  const server = await upstream(fault);
  return { args: ['--agent', `ag-ui:${server.url}`], server, isRemote: true };
};

/** An agent with a database that cannot grow after the sessions have begun. */
const fullDisk = file => ({
  args: ['--agent', `lines:node ${AGENT} answer ${file}`, '--store', `${file}.db`],
  begin: program => {
    const limited = spawnSync('prlimit', ['--pid', `${program.child.pid}`, '--fsize=4096']);
    assert.equal(limited.status, 0, `${limited.stderr}`);
  },
});

/** An agent with sessions on a NATS server that gets this signal after the sessions have begun. */
const nats = signal => async file => {
  const data = `${file}.nats`;
  mkdirSync(data);
  const port = await freePort();
  writeFileSync(`${data}.conf`, `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${JSON.stringify(data)} }\n`);
  const server = start(NATS_SERVER, ['--config', `${data}.conf`]);
  const until = Date.now() + PATIENCE;
  while (!await accepts(port)) {
    if (Date.now() > until) throw new Error(`NATS does not start: ${server.said.join('\n')}`);
    await sleep(50);
  }
  return {
    args: ['--agent', `lines:node ${AGENT} answer ${file}`, '--store', `nats://127.0.0.1:${port}/faults`],
    begin: () => server.child.kill(signal),
    end: () => server.stop('SIGKILL'),
  };
};

/** A port that is free at the moment. */
async function freePort() {
  const server = createServer();
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise(done => server.close(done));
  return port;
}

/** Whether something listens on the port. */
const accepts = port => new Promise(done => {
  const socket = connect(port, '127.0.0.1');
  socket.on('connect', () => { socket.destroy(); done(true); });
  socket.on('error', () => done(false));
});

const HAS_PRLIMIT = spawnSync('prlimit', ['--version']).status === 0;

/** The rows: a fault, its agent, and what the client does. `waits` is the time that the fault itself takes. A row
 * that is `missing` something keeps its cells. */
const ROWS = [
  ['The command cannot be started', command('exec /nowhere/agent'), { act: open }],
  ['The command ends with status 0 without a message', command('true'), { act: open }],
  ['The command ends with an error, again and again', command('exit 1'), { act: open }],
  ['The command ends when it reads the message', lines('crash'), {}],
  ['The command has ended with status 0', lines('leave'), {}],
  ['The command answers nothing', lines('silent'), { waits: 1000 }],
  ['The command goes on after a silence, without a mark', lines('late'), { waits: 200 }],
  ['The command never falls silent', lines('tick'), { waits: 3000 }],
  ['The command answers with a message that is refused', lines('wrong'), {}],
  ['The command answers with a message that is refused, and with another one', lines('mixed'), {}],
  ['The client clicks on a surface that does not exist', lines('answer'), { surface: 'none' }],
  ['The remote agent is away', async () => {
    const server = await upstream(() => {});
    return { args: ['--agent', `ag-ui:${server.url}`], server, isRemote: true, begin: () => server.close() };
  }, { waits: 1500 }],
  ['The remote agent answers 500', remote((response, _events) => { response.writeHead(500); response.end('SELECT failed on db.internal'); }), {}],
  ['The remote agent breaks its answer off', remote((response, events, ids) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(events([{ type: 'RUN_STARTED', ...ids }]));
    setTimeout(() => response.destroy(), 50);
  }), {}],
  ['The remote agent ends its answer without an end event', remote((response, events, ids) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events([{ type: 'RUN_STARTED', ...ids }]));
  }), {}],
  ['The remote agent answers nothing', remote(response => { response.writeHead(200, { 'content-type': 'text/event-stream' }); response.end(); }), {}],
  ['The chat route of the AI SDK answers with an error', chat([{ type: 'start' }, { type: 'error', errorText: 'no model' }, '[DONE]']), {}],
  ['The chat route of the AI SDK stops its answer', chat([{ type: 'start' }, { type: 'abort' }, '[DONE]']), {}],
  ['The chat route of the AI SDK ends its answer without an end', chat([{ type: 'start' }]), {}],
  ['The chat route of the AI SDK sends a chunk of an unknown type, and a text', chat([{ type: 'new' }, { type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'Hi' }, { type: 'text-end', id: '1' }, '[DONE]']), {}],
  ['The disk of the SQLite store is full', fullDisk, { missing: HAS_PRLIMIT ? '' : 'prlimit' }],
  ['The NATS server of the store is down', nats('SIGKILL'), { missing: NATS_SERVER ? '' : 'nats-server' }],
  ['The NATS server of the store hangs', nats('SIGSTOP'), { missing: NATS_SERVER ? '' : 'nats-server' }],
];

/** What the operator reads about the agent: each sentence once, without the name of the session. */
function operator(said) {
  const sentences = said.flatMap(line => {
    try {
      const { message, rule } = JSON.parse(line);
      // What a carrier cannot hold is no fault.
      return message && !rule.startsWith('carrier/') ? [message] : [];
    } catch {
      return [];
    }
  });
  const named = sentences.map(text => text
    .replace(/ in the session `[^`]*`/, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+\//g, 'http://127.0.0.1:PORT/')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/; it starts again in [\d.]+ s/, '; it starts again in TIME'));
  return [...new Set(named)];
}

/** Observes a row. */
async function observe([fault, agent, { act = click, surface = 'form', waits = 0, missing }], index) {
  if (missing) {
    console.log(`skipped: ${missing} is not on the path: ${fault}`);
    return { fault, isMissing: true };
  }
  const file = join(folder, `faults-${index}.jsonl`);
  const { args, server, isRemote, begin, end } = await agent(file);
  const program = await serve(...args, ...TIMES);
  const cells = {};
  const sessions = Object.fromEntries(FACES.map(face => [face, ['AHP', 'AAP'].includes(face) ? 'main' : `of-${face}`]));
  if (act === click) {
    // The surfaces are there before the fault.
    for (const session of new Set(Object.values(sessions))) {
      const visitor = CLIENTS['AG-UI'](program.urls, session);
      if (isRemote) await visitor.say('show');
      const until = Date.now() + PATIENCE;
      while (Object.keys(await visitor.surfaces().catch(() => ({}))).length === 0) {
        if (Date.now() > until) throw new Error(`${fault}: no surface: ${program.said.join('\n')}`);
        await sleep(100);
      }
    }
  }
  await begin?.(program);
  for (const face of FACES) {
    const { says, after } = await act(face, program.urls, sessions[face], surface);
    cells[face] = says;
    assert.ok(after < waits + SOON, `${fault}, ${face}: ${after} ms until ${says}`);
    // AHP and AAP share a session. Its agent has started again before the next click.
    await sleep(Math.max(1500, waits + 500));
  }
  const errors = operator(program.said);
  // A program whose store is away waits for it before it ends.
  await program.stop(end ? 'SIGKILL' : 'SIGINT');
  await end?.();
  server?.close();
  const clicks = server ? server.count.actions : received(file).filter(message => message.action).length;
  const corrections = received(file).filter(message => message.error?.code === 'VALIDATION_FAILED').length;
  return { fault, cells, clicks, corrections, operator: errors };
}

/** The text of the agent's column. */
function ofAgent({ clicks, corrections }, row) {
  if (row[2].act === open) return '–';
  const times = clicks === 0 ? 'gets no message' : clicks === FACES.length ? 'gets each message once' : `gets ${clicks} of ${FACES.length} messages`;
  return corrections > 0 ? `${times}, and \`VALIDATION_FAILED\`` : times;
}

function table(rows, page) {
  const escaped = text => text.replaceAll('|', '\\|');
  const kept = rows.filter(row => row.isMissing).map(row => page.split('\n').find(line => line.startsWith(`| ${row.fault} |`)));
  const head = ['Fault', ...FACES, 'The agent', 'The operator'];
  const lines = rows.filter(row => !row.isMissing).map(row => [
    row.fault,
    ...FACES.map(face => row.cells[face]),
    ofAgent(row, ROWS.find(([fault]) => fault === row.fault)),
    row.operator.length === 0 ? '–' : row.operator.join('<br>'),
  ]);
  return [head, head.map(() => '---'), ...lines]
    .map(cells => `| ${cells.map(escaped).join(' | ')} |`).concat(kept).join('\n');
}

test('each cell of the table of faults is what clients, agents and operators see', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const rows = [];
  // Each program has processes of its own for each session, so that a few at once are enough for this machine.
  for (let first = 0; first < ROWS.length; first += 3) {
    rows.push(...await Promise.all(ROWS.slice(first, first + 3).map((row, at) => observe(row, first + at))));
  }
  const [before, rest] = page.split('<!-- table -->\n');
  const after = rest.slice(rest.indexOf('\n\n'));
  const written = `${before}<!-- table -->\n${table(rows, page)}${after}`;
  if (process.env.WRITE_PAGE) writeFileSync(PAGE, written);
  else assert.equal(page, written, 'docs/serve-faults.md');
});

test('published clients learn that the agent has failed', async () => {
  const file = join(folder, 'published.jsonl');
  const program = await serve('--agent', `lines:node ${AGENT} crash ${file}`, ...TIMES);
  const visitor = CLIENTS['AG-UI'](program.urls, 'of-ag-ui');
  while (Object.keys(await visitor.surfaces().catch(() => ({}))).length === 0) await sleep(100);
  const action = { name: 'hit', surfaceId: 'form', sourceComponentId: 'root', timestamp: '2026-05-18T15:30:00Z', context: {} };

  // @ag-ui/client
  const errors = [];
  const agent = new HttpAgent({ url: program.urls['AG-UI'], threadId: 'of-ag-ui' });
  const onEvent = ({ event }) => { if (event.type === 'RUN_ERROR') errors.push(event.message); };
  await within(agent.runAgent({ forwardedProps: { a2uiAction: { userAction: action } } }, { onEvent }).catch(() => {}), 'the run');
  assert.deepEqual(errors, ['the agent has stopped unexpectedly']);

  // @modelcontextprotocol/client
  const client = new Client({ name: 'faults', version: '1.0.0' });
  await within(client.connect(new StreamableHTTPClientTransport(new URL(program.urls.MCP))), 'the handshake');
  for (let shown; !shown?.content.some(part => part.resource);) {
    shown = await within(client.callTool({ name: 'agent_ui_show', arguments: {} }), 'the surface');
    assert.notEqual(shown.isError, true);
  }
  const result = await within(client.callTool({ name: 'agent_ui_action', arguments: { version: 'v0.9', action } }), 'the call');
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /the agent has stopped unexpectedly/);
  await client.close();
  await program.stop();
});
