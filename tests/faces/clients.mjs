// Small clients of each face, which send clicks and read the surfaces as lists of A2UI 0.9 messages. The other tests use published
// clients; these are small enough to be interrupted at any moment.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

/** The action of a click, as a client of A2UI 0.9 sends it. */
function action(surfaceId, step) {
  const timestamp = new Date(0).toISOString();
  return { name: 'hit', surfaceId, sourceComponentId: 'root', timestamp, context: { step } };
}

async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return text;
}

/** The data of the events in the text of a stream. */
export function eventsOf(text) {
  return text
    .split(/\r?\n\r?\n/)
    .map(frame => frame.split(/\r?\n/).filter(line => line.startsWith('data:')).map(line => line.slice(5)).join('\n'))
    .filter(data => data.trim() !== '')
    .map(data => JSON.parse(data));
}

/** The messages that build each surface, by its id. */
function bySurface(messages) {
  const surfaces = {};
  for (const message of messages) {
    const id = Object.values(message).find(body => body?.surfaceId !== undefined)?.surfaceId;
    if (message.deleteSurface) delete surfaces[id];
    else (surfaces[id] ??= []).push(message);
  }
  return surfaces;
}

/** The version of A2UI that the A2A client of a session named last. */
const named = new Map();

/** The clients by the name of their face. Each has `surfaces()` and `click(surface, step, key)`. */
export const CLIENTS = {
  'AG-UI': (urls, session) => {
    const run = (key, forwardedProps, messages = []) =>
      post(urls['AG-UI'], { threadId: session, runId: key, protocolVersion: '1.0', state: {}, messages, tools: [], context: [], forwardedProps });
    return {
      say: text => run(randomUUID(), {}, [{ id: randomUUID(), role: 'user', content: text }]),
      click: async (surface, step, key) => {
        const said = eventsOf(await run(key, { a2uiAction: { userAction: action(surface, step) } }));
        const last = said.at(-1);
        if (last?.type === 'RUN_ERROR') throw new Error(`RUN_ERROR: ${last.message}`);
        if (last?.type !== 'RUN_FINISHED') throw new Error('the run does not finish');
        return said;
      },
      surfaces: async () => {
        const contents = {};
        for (const event of eventsOf(await run(randomUUID(), {}))) {
          if (event.type === 'RUN_ERROR') throw new Error(`RUN_ERROR: ${event.message}`);
          if (event.type === 'ACTIVITY_SNAPSHOT') contents[event.messageId] = event.content.a2ui_operations ?? [];
          if (event.type === 'ACTIVITY_DELTA') {
            for (const { op, path, value } of event.patch) {
              if (op === 'add' && path === '/a2ui_operations/-') contents[event.messageId]?.push(value);
            }
          }
        }
        return bySurface(Object.values(contents).flat());
      },
    };
  },
  'AI SDK': (urls, session) => {
    const ask = async (id, parts) => {
      const messages = parts ? [{ id, role: 'user', parts }] : [];
      const text = await post(urls['AI SDK'], { id: session, trigger: 'submit-message', messages });
      if (!text.endsWith('data: [DONE]\n\n')) throw new Error('the answer does not end');
      const chunks = eventsOf(text.replace('data: [DONE]', ''));
      if (chunks.at(-1).type === 'error') throw new Error(chunks.at(-1).errorText);
      return chunks;
    };
    return {
      say: text => ask(randomUUID(), [{ type: 'text', text }]),
      click: (surface, step, key) => ask(key, [{ type: 'data-a2ui-action', data: { version: 'v0.9', action: action(surface, step) } }]),
      surfaces: async () => {
        const contents = {};
        for (const chunk of await ask()) if (chunk.type === 'data-a2ui-surface') contents[chunk.id] = chunk.data.a2ui_operations;
        return bySurface(Object.values(contents).flat());
      },
    };
  },
  A2A: (urls, session) => {
    const send = async (key, data, version = '0.9') => {
      named.set(session, version);
      const parts = [{ data, metadata: { mimeType: 'application/json+a2ui' } }];
      const text = await post(
        urls.A2A,
        { jsonrpc: '2.0', id: key, method: 'SendMessage', params: { message: { messageId: key, contextId: session, role: 'ROLE_USER', parts } } },
        { 'a2a-version': '1.0', 'a2a-extensions': `https://a2ui.org/a2a-extension/a2ui/v${version}` },
      );
      const answer = JSON.parse(text);
      if (answer.error) throw new Error(answer.error.message);
      const { state, message } = answer.result.task.status;
      if (state === 'TASK_STATE_FAILED') throw new Error(message?.parts.at(-1)?.text ?? state);
      return message?.parts ?? [];
    };
    return {
      versions: ['0.8', '0.9', '1.0'],
      click: (surface, step, key) => send(key, [{ version: 'v0.9', action: action(surface, step) }]),
      // A client that names another version than before gets all surfaces.
      surfaces: async (version = '0.9') => {
        if (named.get(session) === version) await send(randomUUID(), [], version === '1.0' ? '0.9' : '1.0');
        const parts = await send(randomUUID(), [], version);
        return bySurface(parts.flatMap(part => part.data ?? []));
      },
    };
  },
  MCP: (urls, session) => {
    const call = async (name, args) => {
      const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
      const text = await post(
        urls.MCP,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { session, ...args }, _meta } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
      );
      const answer = text.startsWith('{') ? JSON.parse(text) : eventsOf(text).at(-1);
      if (answer.error) throw new Error(answer.error.message);
      if (answer.result.isError) throw new Error(JSON.stringify(answer.result.content));
      return answer.result;
    };
    return {
      click: (surface, step) => call('agent_ui_action', { version: 'v0.9', action: action(surface, step) }),
      surfaces: async () => {
        const { content } = await call('agent_ui_show', {});
        const resources = content.filter(item => item.type === 'resource').map(item => item.resource);
        return bySurface(resources.flatMap(resource => JSON.parse(resource.text)));
      },
    };
  },
  page: (urls, session) => {
    const address = new URL(`../${session}/`, urls.page).href;
    return {
      click: (surface, step) => post(`${address}actions`, { version: 'v0.9', action: action(surface, step) }),
      surfaces: async () => {
        const stop = new AbortController();
        const response = await fetch(`${address}steps`, { signal: stop.signal });
        const messages = [];
        const decoder = new TextDecoder();
        let text = '';
        // The stream stays open, so silence is its end. While other code keeps the process busy, no silence is counted.
        let silent = 0;
        const timer = setInterval(() => { if ((silent += 1) >= (text ? 5 : 100)) stop.abort(); }, 100);
        try {
          for await (const chunk of response.body) {
            silent = 0;
            text += decoder.decode(chunk, { stream: true });
          }
        } catch (error) {
          if (error.name !== 'AbortError') throw error;
        } finally {
          clearInterval(timer);
        }
        for (const frame of text.split('\n\n')) {
          const lines = frame.split('\n');
          if (lines.includes('event: reset')) messages.length = 0;
          const data = lines.find(line => line.startsWith('data:'))?.slice(5);
          if (data?.trim().startsWith('{')) messages.push(...(JSON.parse(data).messages ?? []));
        }
        return bySurface(messages);
      },
    };
  },
  AAP: urls => ({
    click: (surface, step) => {
      const canvasFile = `a2ui/${surface.replaceAll('/', '~2F')}.html`;
      const interactions = `${urls.AAP.replace('/agents/', '/api/agents/')}/interactions`;
      return post(interactions, { canvasFile, action: 'hit', element: 'root', data: { step } });
    },
  }),
  // Each click comes from a client that connects anew and clicks on the page of the canvas.
  AHP: urls => ({
    click: async (surface, step) => {
      const socket = new WebSocket(urls.AHP);
      try {
        await once(socket, 'open');
        // Each request waits for the end of the socket, too.
        socket.setMaxListeners(0);
        let id = 0;
        const ask = async (method, params) => {
          id += 1;
          socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
          for (;;) {
            const [data] = await Promise.race([once(socket, 'message'), once(socket, 'close').then(() => { throw new Error('socket closed'); })]);
            const answer = JSON.parse(data);
            if (answer.error) throw new Error(answer.error.message);
            if (answer.id === id) return answer.result;
          }
        };
        await ask('initialize', { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId: randomUUID() });
        // After a restart, the canvases are opened again one by one, and once more when the agent creates its surfaces anew. A
        // click on a page that is gone is refused, and not stored. A canvas has no page while its surface is built.
        for (let tries = 0; ; tries += 1) {
          try {
            const { snapshot } = await ask('subscribe', { channel: `ahp-canvas:/${encodeURIComponent(surface)}` });
            await post(new URL('actions', snapshot.state.url), { version: 'v0.9', action: action(surface, step) });
            return;
          } catch (error) {
            if (tries === 50 || !/does not exist|does not show it|Invalid URL/.test(error.message)) throw error;
            await sleep(100);
          }
        }
      } finally {
        socket.close();
      }
    },
  }),
};
