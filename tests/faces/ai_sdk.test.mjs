// The AI SDK: the clients of `ai` and `@ai-sdk/react` with the face of the program, in Node and in a browser, and servers with `ai` behind
// the program.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Chat } from '@ai-sdk/react';
import { basicCatalog, CpkA2uiSurface } from '@copilotkit/a2ui-renderer/web-components';
import {
  DefaultChatTransport, convertToModelMessages, createUIMessageStream, isStepCount, pipeUIMessageStreamToResponse, simulateReadableStream,
  streamText, toUIMessageStream, tool, validateUIMessages,
} from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { CHROMIUM, PATIENCE, serve, within, written } from './program.mjs';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const DESK = ['--agent', `lines:node ${fileURLToPath(new URL('agents/desk.mjs', import.meta.url))}`];

/** An action of the user on a surface. */
const action = (surfaceId, sourceComponentId, name, context = {}) =>
  ({ version: 'v0.9', action: { name, surfaceId, sourceComponentId, context, timestamp: '2026-05-18T15:30:00Z' } });

/** A client of a chat. */
function client(api, id, { messages, ...options } = {}) {
  const errors = [];
  const notes = [];
  const chat = new Chat({
    id,
    messages,
    transport: new DefaultChatTransport({ api, ...options }),
    onError: error => errors.push(error.message),
    onData: part => { if (part.transient) notes.push(part); },
  });
  const parts = () => chat.messages.flatMap(message => message.parts);
  return {
    chat,
    errors,
    notes,
    say: text => within(chat.sendMessage({ text }), 'the answer'),
    act: data => within(chat.sendMessage({ parts: [{ type: 'data-a2ui-action', data }] }), 'the answer'),
    look: body => within(chat.sendMessage(undefined, { body }), 'the surfaces'),
    operations: surface => parts().findLast(part => part.type === 'data-a2ui-surface' && part.id === surface)?.data.a2ui_operations,
    texts: () => chat.messages.flatMap(({ role, parts }) => parts.filter(part => part.type === 'text').map(part => `${role}: ${part.text}`)),
  };
}

/** Waits until something holds. */
async function until(holds, what) {
  const loop = async () => {
    while (!holds()) await sleep(20);
  };
  await within(loop(), what);
}

/** The value of the data model after all operations. */
const count = operations => operations.flatMap(operation => operation.updateDataModel ?? [])
  .map(update => update.path === '/count' ? update.value : update.value?.count).filter(value => value !== undefined).at(-1);

test('a client sees a surface of A2UI 0.8, acts, and comes back', async () => {
  const program = await serve(...DESK);
  const first = client(program.urls['AI SDK'], 'visit');
  await first.look();
  const operations = first.operations('desk');
  assert.deepEqual(operations[0], { version: 'v0.9', createSurface: { surfaceId: 'desk', catalogId: CATALOG } });
  const components = operations.flatMap(operation => operation.updateComponents?.components ?? []);
  assert.deepEqual(components.find(component => component.id === 'root').action, { event: { name: 'count', context: { by: 2 } } });
  assert.equal(count(operations), '0');
  assert.equal(first.chat.status, 'ready');

  await first.act(action('desk', 'root', 'count', { by: 2 }));
  assert.equal(count(first.operations('desk')), '2');
  // An action beside the messages continues the last answer of the assistant.
  const before = first.chat.messages.length;
  await first.look({ a2uiAction: action('desk', 'root', 'count', { by: 2 }) });
  assert.equal(count(first.operations('desk')), '4');
  assert.equal(first.chat.messages.length, before);

  await first.say('Hello');
  assert.deepEqual(first.texts(), ['user: Hello', 'assistant: Hello!']);
  // The client has the surface, so the answer does not repeat it.
  assert.deepEqual(first.chat.messages.at(-1).parts.map(part => part.type), ['text']);
  await within(first.chat.regenerate(), 'the answer');
  assert.deepEqual(first.texts(), ['user: Hello', 'assistant: Hello!']);

  // A second client of the same session receives everything, and one of another session nothing of it.
  const second = client(`${program.urls['AI SDK']}/api/chat`, 'visit');
  await second.look();
  assert.equal(count(second.operations('desk')), '4');
  assert.deepEqual(second.texts(), ['assistant: Hello!', 'assistant: Hello!']);
  const other = client(program.urls['AI SDK'], 'other');
  await other.look();
  assert.equal(count(other.operations('desk')), '0');

  // A deleted surface disappears from the client that asks, and from the other one when it asks again.
  await second.say('close');
  const deletion = [{ version: 'v0.9', deleteSurface: { surfaceId: 'desk' } }];
  assert.deepEqual(second.operations('desk'), deletion);
  await first.look();
  assert.deepEqual(first.operations('desk'), deletion);
  assert.deepEqual([first.errors, second.errors], [[], []]);
  assert.equal(await program.stop(), 0);
});

test('errors reach the client as texts', async () => {
  const program = await serve(...DESK);
  const visitor = client(program.urls['AI SDK'], 'visit');
  await visitor.look();
  await visitor.act(action('nowhere', 'root', 'count'));
  assert.equal(visitor.chat.status, 'error');
  assert.match(visitor.errors.at(-1), /^no agent owns surface `nowhere`/);
  await within(visitor.chat.sendMessage({ files: [{ type: 'file', mediaType: 'text/plain', url: 'data:,x' }] }), 'the answer');
  assert.match(visitor.errors.at(-1), /a part of the type `file`/);
  // The next message is answered, although the messages contain the refused ones.
  await visitor.say('Hello');
  assert.equal(visitor.chat.status, 'ready');
  assert.ok(visitor.texts().includes('assistant: Hello!'));
  const wrong = client(program.urls['AI SDK'], 'visit', { prepareSendMessagesRequest: () => ({ body: { messages: [] } }) });
  await wrong.say('Hello');
  assert.match(wrong.errors[0], /^the body is not a request of the AI SDK: /);
  // A chat whose id cannot be the name of a session.
  const long = client(program.urls['AI SDK'], 'x'.repeat(300));
  await within(long.chat.resumeStream(), 'the running answer');
  assert.match(long.errors[0], /the name of a session/);
  assert.equal(await program.stop(), 0);
});

test('members and numbers that JavaScript cannot hold do not end the answer', async () => {
  const surface = written([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: { path: '/n' } }] } },
    '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":12345678901234567890}}',
    '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":{"__proto__":{"x":1}}}}',
    '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/b","value":[{"constructor":{"prototype":{}}}]}}',
    '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/c","value":"\\u0000\\ud800 __proto__"}}',
  ]);
  const program = await serve(surface);
  const visitor = client(program.urls['AI SDK'], 'visit');
  await visitor.look();
  assert.deepEqual([visitor.chat.status, visitor.errors], ['ready', []]);
  assert.ok(visitor.operations('s').length >= 2);
  const said = () => program.said.join('\n');
  await until(() => said().includes('carrier/double') && said().includes('carrier/prototype'), said);
  assert.equal(await program.stop(), 0);
});

test('the published renderer shows a surface and its changes, message after message', async () => {
  const program = await serve(...DESK);
  // The renderer registers the basic catalog under an older id, and the client states it with every message.
  const body = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [basicCatalog.id] } } };
  const visitor = client(program.urls['AI SDK'], 'visit', { body });
  const element = new CpkA2uiSurface();
  const shown = () => {
    element.operations = visitor.operations('desk');
    element.willUpdate(new Map([['operations', undefined]]));
    assert.equal(element.error, null);
    return element.processor.model.getSurface('desk')?.dataModel.get('/count');
  };
  await visitor.look();
  assert.notEqual(basicCatalog.id, CATALOG);
  assert.equal(shown(), '0');
  for (const expected of ['2', '4', '6']) {
    // The form in which the renderer reports actions.
    await visitor.act({ userAction: action('desk', 'root', 'count', { by: 2 }).action });
    assert.equal(shown(), expected);
  }
  await visitor.say('close');
  assert.equal(shown(), undefined);
  assert.equal(await program.stop(), 0);
});

test('an answer goes on without its client, and can be resumed', async () => {
  const program = await serve(...DESK);
  const first = client(program.urls['AI SDK'], 'visit');
  await first.look();
  const answer = first.say('slow');
  await until(() => count(first.operations('desk')) === 'working', 'the first part of the answer');
  await first.chat.stop();
  await answer;
  assert.equal(first.chat.status, 'ready');
  // The page of the application was loaded again, with the messages that it has stored.
  const second = client(program.urls['AI SDK'], 'visit', { messages: structuredClone(first.chat.messages) });
  const ids = second.chat.messages.map(message => message.id);
  await within(second.chat.resumeStream(), 'the rest of the answer');
  assert.equal(count(second.operations('desk')), 'done');
  assert.deepEqual(second.texts(), ['user: slow', 'assistant: Slow answer 1']);
  assert.deepEqual(second.chat.messages.map(message => message.id), ids, 'the answer continues its message');
  // Nothing is running any more.
  await within(second.chat.resumeStream(), 'no answer');
  assert.deepEqual([second.chat.status, second.errors], ['ready', []]);
  assert.equal(await program.stop(), 0);
});

/** An application with useChat, whose messages survive a reload. */
const APPLICATION = `
import { useChat } from '@ai-sdk/react';
import { basicCatalog, defineA2UIWebComponents } from '@copilotkit/a2ui-renderer/web-components';
import { DefaultChatTransport } from 'ai';
import { createElement as h, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

defineA2UIWebComponents();
const stored = JSON.parse(localStorage.getItem('messages') ?? '[]');
const body = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [basicCatalog.id] } } };
const transport = new DefaultChatTransport({ api: window.api, body });

function Surface({ operations, onAction }) {
  const ref = useRef(null);
  useEffect(() => { ref.current.operations = operations; });
  useEffect(() => {
    const element = ref.current;
    const listener = event => onAction(event.detail);
    element.addEventListener('a2ui-action', listener);
    return () => element.removeEventListener('a2ui-action', listener);
  });
  return h('cpk-a2ui-surface', { ref });
}

function App() {
  const { messages, sendMessage, status, error } = useChat({ id: 'visit', messages: stored, resume: true, transport });
  useEffect(() => { localStorage.setItem('messages', JSON.stringify(messages)); });
  const surfaces = new Map();
  const texts = [];
  for (const { id, role, parts } of messages) parts.forEach((part, index) => {
    if (part.type === 'data-a2ui-surface') surfaces.set(part.id, part.data.a2ui_operations);
    if (part.type === 'text') texts.push(h('li', { key: id + index }, role + ': ' + part.text));
  });
  return h('main', null,
    h('button', { id: 'open', onClick: () => sendMessage() }, 'Open'),
    h('button', { id: 'slow', onClick: () => sendMessage({ text: 'slow' }) }, 'Slow'),
    h('p', { id: 'status' }, error ? error.message : status),
    h('ul', null, texts),
    [...surfaces].map(([id, operations]) => h(Surface, {
      key: id, operations, onAction: data => sendMessage({ parts: [{ type: 'data-a2ui-action', data }] }),
    })));
}
createRoot(document.querySelector('#app')).render(h(App));
`;

let browser;
before(async () => {
  if (CHROMIUM) browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});
after(() => browser?.close());

test('a page with useChat shows a surface, sends a click, and resumes after a reload', { skip: CHROMIUM ? false : 'Chromium is missing' }, async () => {
  const program = await serve('--origin', 'http://127.0.0.1:*', ...DESK);
  const bundle = await build({
    stdin: { contents: APPLICATION, resolveDir: import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true, format: 'iife', write: false, logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' },
  });
  const html = `<!doctype html><meta charset="utf-8"><link rel=icon href="data:,"><div id="app"></div>
    <script>window.api = ${JSON.stringify(program.urls['AI SDK'])}</script><script src="/app.js"></script>`;
  const application = createServer((request, response) => {
    const [type, text] = request.url === '/app.js' ? ['text/javascript', bundle.outputFiles[0].text] : ['text/html', html];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
  });
  await new Promise(done => application.listen(0, '127.0.0.1', done));
  after(() => application.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  page.on('console', message => { if (message.type() === 'error') wrong.push(message.text()); });
  page.on('pageerror', error => wrong.push(error.message));

  await page.goto(`http://127.0.0.1:${application.address().port}/`);
  await page.getByText('ready', { exact: true }).waitFor();
  await page.click('#open');
  const surface = page.locator('cpk-a2ui-surface');
  await surface.getByRole('button', { name: '0', exact: true }).click();
  await surface.getByRole('button', { name: '2', exact: true }).waitFor();
  await page.getByText('ready', { exact: true }).waitFor();

  await page.click('#slow');
  await surface.getByText('working').waitFor();
  await page.reload();
  await surface.getByText('done').waitFor();
  await page.getByText('assistant: Slow answer 1').waitFor();
  await page.getByText('ready', { exact: true }).waitFor();
  assert.deepEqual(await page.locator('li').allTextContents(), ['user: slow', 'assistant: Slow answer 1']);
  // The surface still works.
  await surface.getByRole('button', { name: 'done' }).click();
  await surface.getByRole('button', { name: '4', exact: true }).waitFor();
  assert.deepEqual(wrong, []);
  await page.close();
  assert.equal(await program.stop(), 0);
});

/** A server whose answers this function writes. `requests` are the bodies. */
async function route(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push(JSON.parse(body));
    const messages = await validateUIMessages({ messages: requests.at(-1).messages });
    await answer({ ...requests.at(-1), messages }, response);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  return { requests, url: `http://127.0.0.1:${server.address().port}/api/chat` };
}

/** The operations of a surface with a label. */
const labelled = (surfaceId, label) => [
  { version: 'v0.9', createSurface: { surfaceId, catalogId: CATALOG } },
  { version: 'v0.9', updateComponents: { surfaceId, components: [{ id: 'root', component: 'Button', child: 'text', action: { event: { name: 'choose', context: { room: { path: '/label' } } } } }, { id: 'text', component: 'Text', text: { path: '/label' } }] } },
  { version: 'v0.9', updateDataModel: { surfaceId, path: '/label', value: label } },
];

test('a server with data parts is an agent', async () => {
  const { requests, url } = await route(({ messages }, response) => {
    const chosen = messages.flatMap(({ parts }) => parts).filter(part => part.type === 'data-a2ui-action').map(part => part.data.action.context.room);
    const stream = createUIMessageStream({
      originalMessages: messages,
      execute: ({ writer }) => {
        const surface = (...operations) => writer.write({ type: 'data-a2ui-surface', id: 'rooms', data: { a2ui_operations: operations } });
        const all = labelled('rooms', chosen.at(-1) ?? 'none');
        // A part grows and is written again.
        surface(...all.slice(0, 2));
        surface(...all);
        writer.write({ type: 'text-start', id: 't' });
        writer.write({ type: 'text-delta', id: 't', delta: 'Choose a ' });
        writer.write({ type: 'text-delta', id: 't', delta: 'room.' });
        writer.write({ type: 'text-end', id: 't' });
        writer.write({ type: 'source-url', sourceId: 's', url: 'https://museum.test/' });
      },
    });
    pipeUIMessageStreamToResponse({ response, stream });
  });
  const program = await serve('--agent', `ai-sdk:${url}`);
  const visitor = client(program.urls['AI SDK'], 'visit');
  const label = () => visitor.operations('rooms').flatMap(operation => operation.updateDataModel ?? []).at(-1).value;
  await visitor.say('Rooms?');
  assert.equal(label(), 'none');
  assert.deepEqual(visitor.texts(), ['user: Rooms?', 'assistant: Choose a room.']);
  assert.equal(requests[0].id, 'visit');
  assert.equal(requests[0].trigger, 'submit-message');
  await visitor.act(action('rooms', 'root', 'choose', { room: 'west' }));
  assert.equal(label(), 'west');
  // The conversation so far comes with the action, and servers accept it.
  assert.deepEqual(requests[1].messages.map(message => message.role), ['user', 'assistant', 'user']);
  assert.deepEqual(requests[1].messages[1].parts.map(part => part.type), ['data-a2ui-surface', 'text', 'source-url']);
  assert.match(program.said.join('\n'), /the agent sends sources, which clients do not see/);
  assert.doesNotMatch(program.said.join('\n'), /cannot be read/);
  assert.equal(await program.stop(), 0);
});

test('a server whose model calls render_a2ui is an agent', async () => {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const chunks = parts => ({ stream: simulateReadableStream({ chunks: [{ type: 'stream-start', warnings: [] }, ...parts] }) });
  let call = 0;
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      call += 1;
      const isDone = prompt.at(-1).role === 'tool';
      if (isDone) return chunks([
        { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: `Shown ${call}.` }, { type: 'text-end', id: 't' },
        { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
      ]);
      const input = JSON.stringify({ surfaceId: 'rooms', components: labelled('rooms', '')[1].updateComponents.components, data: { label: `call ${call}` } });
      const deltas = input.match(/.{1,20}/gs).map(delta => ({ type: 'tool-input-delta', id: `c${call}`, delta }));
      return chunks([
        { type: 'tool-input-start', id: `c${call}`, toolName: 'render_a2ui' }, ...deltas, { type: 'tool-input-end', id: `c${call}` },
        { type: 'tool-call', toolCallId: `c${call}`, toolName: 'render_a2ui', input },
        { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool-calls' }, usage },
      ]);
    },
  });
  const tools = { render_a2ui: tool({ inputSchema: z.object({}).loose(), execute: () => 'shown' }) };
  const { requests, url } = await route(async ({ messages }, response) => {
    const result = streamText({ model, tools, stopWhen: isStepCount(3), messages: await convertToModelMessages(messages, { tools }) });
    pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream: result.stream, tools, originalMessages: messages }) });
  });
  const program = await serve('--agent', `ai-sdk:${url}`);
  const visitor = client(program.urls['AI SDK'], 'visit');
  const label = () => visitor.operations('rooms').flatMap(operation => operation.updateDataModel ?? []).at(-1).value;
  await visitor.say('Rooms?');
  assert.deepEqual(visitor.errors, []);
  assert.equal(label().label ?? label(), 'call 1');
  assert.deepEqual(visitor.texts(), ['user: Rooms?', 'assistant: Shown 2.']);
  await visitor.say('Again');
  assert.equal(label().label ?? label(), 'call 3');
  // The calls are part of the conversation, with their results.
  const calls = requests[1].messages.flatMap(({ parts }) => parts).filter(part => part.type === 'tool-render_a2ui');
  assert.deepEqual(calls.map(({ state, output }) => [state, output]), [['output-available', 'shown']]);
  assert.doesNotMatch(program.said.join('\n'), /cannot be read/);
  assert.equal(await program.stop(), 0);
});

test('faults of a server are clear errors', async () => {
  const answers = [
    response => response.writeHead(404).end('no agent here'),
    response => response.writeHead(200, { 'content-type': 'text/plain' }).end('Hello'),
    response => pipeUIMessageStreamToResponse({ response, stream: createUIMessageStream({ execute: () => { throw new Error('secret'); } }) }),
  ];
  const { url } = await route((request, response) => answers.shift()(response));
  const program = await serve('--agent', `ai-sdk:${url}`);
  const visitor = client(program.urls['AI SDK'], 'visit');
  for (const expected of ['the agent answered with an error (404)', 'the agent gave no answer', 'the agent failed: An error occurred.']) {
    await visitor.say('Hello');
    assert.equal(visitor.errors.at(-1), expected);
  }
  assert.match(program.said.join('\n'), /answered 404 Not Found: no agent here/);
  assert.equal(await program.stop(), 0);
});
