// A2A: the client of a2a-sdk with the face of the program, and an agent of a2a-sdk behind the program, in A2A 1.0 and 0.3. The client
// of @a2a-js/sdk 0.3, with which clients of A2UI 0.8 were built, is a third peer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A2AClient, ClientFactory } from '@a2a-js/sdk/client';
import { PYTHON, serve, start, within, written } from './program.mjs';

const python = PYTHON ? {} : { skip: 'no Python with a2a-sdk' };
const V0_9 = 'https://a2ui.org/a2a-extension/a2ui/v0.9';
const V1_0 = 'https://a2ui.org/a2a-extension/a2ui/v1.0';
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

/** A program whose output and input are lines of JSON. */
function peer(script, ...args) {
  const process = start(PYTHON, [new URL(script, import.meta.url).pathname, ...args]);
  const next = async what => {
    const line = await within(Promise.race([process.output.next(what), process.ended]), () => `${what}: ${process.said.join('\n')}`);
    if (typeof line !== 'string') throw new Error(`${script} ended with ${line}: ${process.said.join('\n')}`);
    return JSON.parse(line);
  };
  return { ...process, next };
}

/** The client of a2a-sdk in one version of A2A, which reads A2UI in this version. */
async function client(url, version, extensions = V0_9) {
  const python = peer('a2a_client.py', url, version);
  assert.deepEqual(await python.next('the client'), { interfaces: 1 });
  return async command => {
    python.say({ extensions, ...command });
    return python.next(JSON.stringify(command));
  };
}

const text = words => [{ text: words }];

/** A click in a version of A2UI, with the form of data that the version of A2A has. */
function click(name, version = 'v0.9') {
  const action = { name, surfaceId: 's', sourceComponentId: 'root', timestamp: '2026-05-18T15:30:00Z', context: { n: 0.5 } };
  return [{ data: { version, action }, metadata: { mimeType: 'application/a2ui+json' } }];
}

const statuses = events => events.map(event => (event.statusUpdate ?? event.task ?? {}).status ?? { message: event.message });
const parts = events => statuses(events).flatMap(status => status.message?.parts ?? []);
const messages = events => parts(events).flatMap(part => part.data ?? []);
const texts = events => parts(events).flatMap(part => part.text ?? []);
const keys = events => messages(events).map(message => Object.keys(message).find(key => key !== 'version'));
const state = events => statuses(events).at(-1).state;

/** An agent of lines: `show` creates a surface, `later` changes it after a while, and an action changes it at once. */
const AGENT = `
import { createInterface } from 'node:readline';
const say = message => console.log(JSON.stringify(message));
const set = value => say({ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/said', value } });
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const text = message.parts?.find(part => part.text)?.text;
  const action = message.action ?? message.parts?.find(part => part.data)?.data.action;
  if (text === 'show') {
    say({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: '${CATALOG}', sendDataModel: true } });
    say({ version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: { path: '/said' } }] } });
    say({ parts: [{ text: 'shown' }] });
  }
  if (text === 'later') setTimeout(() => set('later'), 5000);
  if (action) set([action.name, action.context.n, message.metadata?.a2uiClientDataModel?.surfaces ?? null]);
}
`;

test('the client of a2a-sdk shows surfaces and sends clicks', python, async () => {
  const program = await serve('--face', 'a2a', '--agent', `desk=lines:node ${written(AGENT, 'agent.mjs')}`);
  await Promise.all(['1.0', '0.3'].map(async version => {
    const run = await client(program.urls.A2A, version);
    // One answer, and then the same conversation as a stream.
    const { events: shown } = await run({ do: 'send', id: '1', parts: text('show') });
    assert.equal(state(shown), 'TASK_STATE_COMPLETED');
    assert.deepEqual([keys(shown), texts(shown)], [['createSurface', 'updateComponents'], ['shown']]);
    assert.deepEqual(messages(shown)[0], { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG, sendDataModel: true } });
    const [first] = parts(shown);
    assert.equal(first.metadata.mimeType, 'application/json+a2ui');
    assert.equal(Array.isArray(first.data), version === '1.0');
    const { contextId: context } = shown[0].task;
    const metadata = { a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { said: 'x' } } } };
    const { events: clicked } = await run({ do: 'stream', id: '2', context, parts: click('go'), metadata });
    assert.deepEqual(clicked.map(event => Object.keys(event)[0]).slice(0, 2), ['task', 'statusUpdate']);
    assert.equal(state(clicked), 'TASK_STATE_COMPLETED');
    assert.deepEqual(messages(clicked), [{ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/said', value: ['go', 0.5, { s: { said: 'x' } }] } }]);
    // The client leaves the stream, and subscribes to the task again.
    const { events: [{ task }] } = await run({ do: 'begin', id: '3', context, parts: text('later') });
    const { events: subscribed } = await run({ do: 'subscribe', task: task.id });
    assert.deepEqual([keys(subscribed)[0], keys(subscribed).at(-1)], ['deleteSurface', 'updateDataModel']);
    assert.equal(messages(subscribed).at(-1).updateDataModel.value, 'later');
    const { events: got } = await run({ do: 'get', task: task.id });
    assert.equal(got[0].task.status.state, 'TASK_STATE_COMPLETED');
    assert.equal((await run({ do: 'get', task: 'nothing' })).error, 'TaskNotFoundError');
    assert.equal((await run({ do: 'subscribe', task: task.id })).error, 'UnsupportedOperationError');
    // Another version of A2UI, and a message that is wrong.
    const other = await run({ do: 'send', id: '4', context, parts: [...click('up', '1.0'), { data: { version: '1.0', action: 1 }, metadata: { mimeType: 'application/a2ui+json' } }], extensions: V1_0 });
    assert.deepEqual(new Set(messages(other.events).map(message => message.version)), new Set(['1.0']));
    assert.equal(state(other.events), 'TASK_STATE_FAILED');
    assert.match(texts(other.events).at(-1), /cannot be read/);
    assert.equal(got[0].task.history[0].role, 'ROLE_USER');
    assert.deepEqual(got[0].task.history[0].parts, text('later'));
    assert.deepEqual(messages(other.events).at(-1).updateDataModel.value.slice(0, 2), ['up', 0.5]);
  }));
  assert.equal(await program.stop(), 0);
});

test('an agent of a2a-sdk is behind the program', python, async () => {
  const agent = peer('a2a_agent.py');
  const { url } = await agent.next('the agent');
  for (const way of ['1.0-stream', '1.0-send', '0.3-stream', '0.3-send']) {
    const program = await serve('--face', 'a2a', '--agent', `clerk=a2a:${url}${way}`);
    const context = `context of ${way}`;
    let id = 0;
    const send = async (parts, metadata) => {
      id += 1;
      const message = { messageId: `${id}`, role: 'ROLE_USER', contextId: context, extensions: [V0_9], parts, metadata };
      const answer = await within(fetch(program.urls.A2A, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method: 'SendMessage', params: { message } }),
      }), 'an answer');
      const { result, error } = await answer.json();
      assert.equal(error, undefined, way);
      return { events: [result], received: await agent.next('what the agent received') };
    };
    const shown = await send(text('message s'));
    assert.deepEqual([keys(shown.events), texts(shown.events)], [['createSurface', 'updateComponents'], ['shown']], way);
    assert.equal(messages(shown.events)[1].updateComponents.components[0].text.path, '/said');
    const more = await send(text('task t'));
    assert.deepEqual([keys(more.events), texts(more.events)], [['createSurface', 'updateComponents'], ['shown']], way);
    const models = { a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { said: 1 }, other: { secret: 1 } } } };
    const clicked = await send(click('go'), { ...models, a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [CATALOG] } } });
    assert.deepEqual(messages(clicked.events), [{ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/said', value: 'go' } }], way);
    const { message, extensions } = clicked.received;
    assert.deepEqual(extensions, [V0_9], way);
    assert.equal(message.contextId, shown.received.message.contextId, way);
    assert.notEqual(message.contextId, context);
    assert.deepEqual(message.metadata.a2uiClientDataModel, { version: 'v0.9', surfaces: { s: { said: 1 } } }, way);
    assert.deepEqual(message.metadata.a2uiClientCapabilities['v0.9'].supportedCatalogIds, [CATALOG], way);
    assert.equal(message.parts[0].data.action?.name ?? message.parts[0].data[0].action.name, 'go', way);
    assert.equal(message.parts[0].metadata.mimeType, 'application/json+a2ui', way);
    assert.equal(await program.stop(), 0);
  }
});

test('a client of A2A 0.3 and A2UI 0.8 reads the status of its tasks', async () => {
  const program = await serve('--face', 'a2a', '--agent', `desk=lines:node ${written(AGENT, 'agent.mjs')}`);
  const fetchImpl = (address, options) => {
    const headers = new Headers(options?.headers);
    headers.set('X-A2A-Extensions', 'https://a2ui.org/a2a-extension/a2ui/v0.8');
    return fetch(address, { ...options, headers });
  };
  const client = await A2AClient.fromCardUrl(`${program.urls.A2A}/.well-known/agent-card.json`, { fetchImpl });
  // This call replaces the last part of the address, as `new URL` does.
  await new ClientFactory().createFromUrl(program.urls.A2A);
  const message = (messageId, parts, more) => ({ message: { kind: 'message', messageId, role: 'user', parts, ...more } });
  const { result: shown } = await within(client.sendMessage(message('1', [{ kind: 'text', text: 'show' }])), 'an answer');
  assert.deepEqual([shown.kind, shown.status.state], ['task', 'completed']);
  const data = task => task.status.message.parts.filter(part => part.kind === 'data').map(part => part.data);
  assert.deepEqual(data(shown).map(sent => Object.keys(sent)[0]), ['surfaceUpdate', 'beginRendering']);
  // These clients put the MIME type beside the data.
  const userAction = { name: 'go', surfaceId: 's', sourceComponentId: 'root', timestamp: '2026-05-18T15:30:00Z', context: { n: 2 } };
  const { contextId } = shown;
  const parts = [{ kind: 'data', data: { userAction }, mimeType: 'application/json+a2ui' }];
  const { result: clicked } = await within(client.sendMessage(message('2', parts, { contextId })), 'an answer');
  assert.deepEqual(data(clicked)[0].dataModelUpdate.contents.map(entry => Object.values(entry)), [['0', 'go'], ['1', 2]]);
  const events = [];
  for await (const event of client.sendMessageStream(message('3', [{ kind: 'text', text: 'later' }], { contextId }))) events.push(event);
  assert.deepEqual(events.map(event => event.kind), ['task', 'status-update', 'status-update']);
  assert.equal(events.at(-1).final, true);
  assert.equal(await program.stop(), 0);
});
