// AG-UI: the client of @ag-ui/client with the face of the program, and a server with @ag-ui/a2ui-middleware behind the program.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { A2UIMiddleware } from '@ag-ui/a2ui-middleware';
import { AbstractAgent, HttpAgent } from '@ag-ui/client';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { A2UI_SCHEMA_CONTEXT_DESCRIPTION, basicCatalog, CpkA2uiSurface } from '@copilotkit/a2ui-renderer/web-components';
import { from } from 'rxjs';
import { serve, within } from './program.mjs';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

const agent = () => ['--agent', `lines:node ${fileURLToPath(new URL('agents/desk.mjs', import.meta.url))}`];

/** An action as renderers for AG-UI clients send it. */
const action = (surfaceId, sourceComponentId, name, context = {}) => ({
  forwardedProps: { a2uiAction: { userAction: { name, surfaceId, sourceComponentId, context, timestamp: '2026-05-18T15:30:00Z' } } },
});

/** A client of a session. Its runs fail if the client rejects an event. */
function client(url, threadId) {
  const agent = new HttpAgent({ url, threadId });
  const events = [];
  const subscriber = {
    onEvent: ({ event }) => { events.push(event); },
    onRunFailed: ({ error }) => { throw error; },
  };
  return {
    agent,
    /** Runs, and returns the types of the events. */
    run: async (parameters = {}, text) => {
      events.length = 0;
      if (text) agent.addMessage({ id: `user-${text}`, role: 'user', content: text });
      await within(agent.runAgent(parameters, subscriber), 'the run');
      return events.map(event => event.type);
    },
    events,
    operations: surface => agent.messages.find(message => message.id === `a2ui-surface-${surface}`)?.content.a2ui_operations,
    texts: () => agent.messages.filter(message => message.role !== 'activity').map(message => `${message.role}: ${message.content}`),
  };
}

/** The value of the data model after all operations. */
const count = operations => operations.flatMap(operation => operation.updateDataModel ?? [])
  .map(update => update.path === '/count' ? update.value : update.value?.count).filter(value => value !== undefined).at(-1);

test('a client sees a surface of A2UI 0.8, acts, and comes back', async () => {
  const program = await serve(...agent());
  const first = client(program.urls['AG-UI'], 'visit');
  const types = await first.run();
  assert.equal(types[0], 'RUN_STARTED');
  assert.equal(types.at(-1), 'RUN_FINISHED');
  const operations = first.operations('desk');
  assert.deepEqual(operations[0], { version: 'v0.9', createSurface: { surfaceId: 'desk', catalogId: CATALOG } });
  const components = operations.flatMap(operation => operation.updateComponents?.components ?? []);
  assert.deepEqual(components.find(component => component.id === 'root').action, { event: { name: 'count', context: { by: 2 } } });
  assert.equal(count(operations), '0');

  await first.run(action('desk', 'root', 'count', { by: 2 }));
  assert.equal(count(first.operations('desk')), '2');
  assert.ok(first.events.some(event => event.type === 'ACTIVITY_DELTA'), 'the change is a delta');
  // The same run again is no second click.
  await first.run({ runId: 'again', ...action('desk', 'root', 'count', { by: 2 }) });
  await first.run({ runId: 'again', ...action('desk', 'root', 'count', { by: 2 }) });
  assert.equal(count(first.operations('desk')), '4');

  await first.run({}, 'Hello');
  assert.deepEqual(first.texts(), ['user: Hello', 'assistant: Hello!']);
  await first.run();
  assert.deepEqual(first.texts(), ['user: Hello', 'assistant: Hello!'], 'nothing is repeated');

  // A second client of the same session receives everything, and one of another session nothing of it.
  const second = client(program.urls['AG-UI'], 'visit');
  await second.run();
  assert.equal(count(second.operations('desk')), '4');
  assert.deepEqual(second.texts(), ['user: Hello', 'assistant: Hello!']);
  const other = client(program.urls['AG-UI'], 'other');
  await other.run();
  assert.equal(count(other.operations('desk')), '0');

  // A deleted surface disappears from the client that asks, and from the other one when it asks again.
  await second.run({}, 'close');
  const deletion = [{ version: 'v0.9', deleteSurface: { surfaceId: 'desk' } }];
  assert.deepEqual(second.operations('desk'), deletion);
  await first.run();
  assert.deepEqual(first.operations('desk'), deletion);
  assert.equal(await program.stop(), 0);
});

test('the middleware in a client changes nothing, and errors reach the client', async () => {
  const program = await serve(...agent());
  const visitor = client(program.urls['AG-UI'], 'visit');
  visitor.agent.use(new A2UIMiddleware());
  await visitor.run();
  await visitor.run(action('desk', 'root', 'count', { by: 2 }));
  assert.equal(count(visitor.operations('desk')), '2');
  const types = await visitor.run(action('nowhere', 'root', 'count'));
  assert.equal(types.at(-1), 'RUN_ERROR');
  assert.match(visitor.events.at(-1).message, /nowhere/);
  assert.equal(await program.stop(), 0);
});

test('the published renderer shows a surface and its changes, run after run', async () => {
  const program = await serve(...agent());
  const visitor = client(program.urls['AG-UI'], 'visit');
  // The renderer registers the basic catalog under an older id, and clients send it with every run.
  const value = JSON.stringify({ catalogId: basicCatalog.id, components: {} });
  const context = [{ description: A2UI_SCHEMA_CONTEXT_DESCRIPTION, value }];
  const element = new CpkA2uiSurface();
  const shown = () => {
    element.operations = visitor.operations('desk');
    element.willUpdate(new Map([['operations', undefined]]));
    assert.equal(element.error, null);
    return element.processor.model.getSurface('desk')?.dataModel.get('/count');
  };
  await visitor.run({ context });
  assert.notEqual(basicCatalog.id, CATALOG);
  assert.equal(shown(), '0');
  for (const expected of ['2', '4', '6']) {
    await visitor.run({ context, ...action('desk', 'root', 'count', { by: 2 }) });
    assert.equal(shown(), expected);
  }
  await visitor.run({ context }, 'close');
  assert.equal(shown(), undefined);
  assert.equal(await program.stop(), 0);
});

/** An AG-UI server of a model that calls `render_a2ui`, behind the published middleware. `inputs` are the inputs of its runs. */
async function renderer() {
  const inputs = [];
  class Model extends AbstractAgent {
    run({ threadId, runId, messages }) {
      const logged = messages.find(message => message.toolCalls?.some(call => call.function.name === 'log_a2ui_event'));
      const shown = logged ? JSON.parse(logged.toolCalls[0].function.arguments).context.room : 'none';
      const args = JSON.stringify({
        surfaceId: 'rooms',
        components: [
          { id: 'root', component: 'Column', children: ['label', 'list'] },
          { id: 'label', component: 'Text', text: { path: '/label' } },
          { id: 'list', component: 'List', children: { componentId: 'item', path: '/items' } },
          { id: 'item', component: 'Text', text: { path: 'name' } },
        ],
        data: { items: [{ name: 'east' }, { name: 'west' }], label: `chosen: ${shown}` },
      });
      const pieces = args.match(/.{1,20}/gs);
      return from([
        { type: 'RUN_STARTED', threadId, runId },
        { type: 'TOOL_CALL_START', toolCallId: `call-${runId}`, toolCallName: 'render_a2ui' },
        ...pieces.map(delta => ({ type: 'TOOL_CALL_ARGS', toolCallId: `call-${runId}`, delta })),
        { type: 'TOOL_CALL_END', toolCallId: `call-${runId}` },
        { type: 'TEXT_MESSAGE_START', messageId: `text-${runId}`, role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: `text-${runId}`, delta: 'Choose a ' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: `text-${runId}`, delta: 'room.' },
        { type: 'TEXT_MESSAGE_END', messageId: `text-${runId}` },
        { type: 'RUN_FINISHED', threadId, runId },
      ]);
    }
  }
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const input = RunAgentInputSchema.parse(JSON.parse(body));
    inputs.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    new A2UIMiddleware().run(input, new Model()).subscribe({
      next: event => response.write(`data: ${JSON.stringify(event)}\r\n\r\n`),
      error: error => response.end(`data: ${JSON.stringify({ type: 'RUN_ERROR', message: error.message })}\n\n`),
      complete: () => response.end(),
    });
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  return { inputs, url: `http://127.0.0.1:${server.address().port}/` };
}

test('a server with the published middleware is an agent', async () => {
  const { inputs, url } = await renderer();
  const program = await serve('--agent', `ag-ui:${url}`);
  const visitor = client(program.urls['AG-UI'], 'visit');
  const label = () => visitor.operations('rooms').flatMap(operation => operation.updateDataModel ?? []).at(-1).value.label;
  await visitor.run({}, 'Rooms?');
  // The snapshots of the server repeat everything. Each message arrives once.
  const keys = visitor.operations('rooms').map(operation => Object.keys(operation).find(key => key !== 'version'));
  assert.equal(keys.filter(key => key === 'createSurface').length, 1);
  assert.equal(keys.filter(key => key === 'updateComponents').length, 1);
  assert.equal(label(), 'chosen: none');
  assert.deepEqual(visitor.texts(), ['user: Rooms?', 'assistant: Choose a room.']);
  assert.equal(inputs[0].threadId, 'visit');
  assert.deepEqual(inputs[0].messages.map(message => message.content), ['Rooms?']);

  await visitor.run(action('rooms', 'item', 'choose', { room: 'west' }));
  assert.equal(label(), 'chosen: west');
  assert.equal(inputs[1].forwardedProps.a2uiAction.userAction.name, 'choose');
  // The conversation so far comes with the action.
  const history = inputs[1].messages.map(message => message.role);
  assert.deepEqual(history.filter(role => role !== 'tool'), ['user', 'assistant', 'assistant']);
  assert.equal(await program.stop(), 0);
});

test('an agent that cannot be reached is a clear error', async () => {
  const wrong = createServer((request, response) => response.writeHead(404).end('no agent here'));
  await new Promise(done => wrong.listen(0, '127.0.0.1', done));
  after(() => wrong.close());
  const program = await serve('--agent', `ag-ui:http://127.0.0.1:${wrong.address().port}/`);
  const visitor = client(program.urls['AG-UI'], 'visit');
  const types = await visitor.run({}, 'Hello');
  assert.equal(types.at(-1), 'RUN_ERROR');
  assert.equal(visitor.events.at(-1).message, 'the agent answered with an error (404)');
  // The operator reads the details.
  assert.match(program.said.join('\n'), /answered 404 Not Found: no agent here/);
  assert.equal(await program.stop(), 0);
});
