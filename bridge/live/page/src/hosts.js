// Sends clicks to the program that serves this page, or to the host that embeds it, whichever answers first.
//
// AAP    `window.maestro.send(action, element, data)`, which the panel defines before any script of the page runs.
// MCP    JSON-RPC 2.0 with the parent window (MCP Apps, 2026-01-26): `ui/initialize`, then `tools/call`.
// AHP    `canvas/message` with the parent window, which the Canvas proposal routes between a view and its provider. The first canvas
//        action of a host identifies it. If no host answers at all, the parent still gets `canvas/message`, because it may only listen.

import { sessionOf, toolResults } from './tool_results.js';

const TOOL = 'agent_ui_action';
const SHOW_TOOL = 'agent_ui_show';
const PATIENCE_MS = 1_000;

/** @typedef {{ version: 'v0.9', action?: any, error?: any }} ClientMessage */

/**
 * @param {object} around
 * @param {string | undefined} around.address the URL for actions, if the program serves this page
 * @param {boolean | undefined} around.isApp true if the host can only be one of MCP
 * @param {(messages: any[]) => void} around.messages receives the A2UI messages of the host
 * @param {(texts: string[]) => void} around.texts receives what an agent said
 * @param {(theme: string) => void} around.theme receives the theme of the host, light or dark
 */
export function host({ address, isApp, messages, texts, theme }) {
  const parent = window.parent === window ? undefined : window.parent;
  /** @typedef {(message: ClientMessage, dataModel: any) => Promise<string>} Way sends a message and returns a description of the result, or throws */
  /** @type {Way | undefined} */
  let way;
  let isGuess = false;
  let settle = () => {};
  /** @type {Promise<void>} */
  const settled = new Promise(done => { settle = done; });
  // The first answer wins. A late answer replaces the guess that the host only listens.
  const found = (/** @type {Way} */ answered, guess = false) => {
    if (way !== undefined && (guess || !isGuess)) return;
    way = answered;
    isGuess = guess;
    settle();
  };
  /** @type {((url: string) => void) | undefined} */
  let opener;
  /** Reads a resource through the host. @type {(uri: string) => Promise<string | undefined>} */
  let read = async () => undefined;
  const results = toolResults({ messages, texts, read: uri => read(uri) });

  /** @type {Map<number, { done: (result: any) => void, failed: (error: Error) => void }>} */
  const waiting = new Map();
  let requests = 0;

  if (address !== undefined) settle();
  else if (typeof window.maestro?.send === 'function') found(toMaestro);
  else if (parent) listen(parent);
  else found(async () => 'not sent: the page has no host');

  /** @param {Window} parent */
  function listen(parent) {
    const post = (/** @type {any} */ message) => parent.postMessage(message, '*');
    const call = (/** @type {string} */ method, /** @type {any} */ params) => new Promise((done, failed) => {
      requests += 1;
      waiting.set(requests, { done, failed });
      post({ jsonrpc: '2.0', id: requests, method, params });
    });
    const textOf = (/** @type {any[] | undefined} */ resources, /** @type {string} */ uri) => resources?.find(resource => resource?.uri === uri)?.text;
    read = async uri => {
      try {
        const { contents } = await call('resources/read', { uri });
        return textOf(contents, uri);
      } catch {
        // Some hosts only call tools.
        const shown = await call('tools/call', { name: SHOW_TOOL, arguments: { session: sessionOf(uri) } }).catch(() => undefined);
        return textOf(shown?.content?.map((/** @type {any} */ part) => part.resource), uri);
      }
    };
    const canvas = async (/** @type {ClientMessage} */ message) => {
      post({ type: 'canvas/message', payload: message });
      return 'posted to the parent window as canvas/message';
    };

    window.addEventListener('message', ({ source, data }) => {
      if (source !== parent || typeof data !== 'object' || data === null) return;
      if (data.jsonrpc === '2.0') fromMcp(data, post);
      else if (typeof data.type === 'string' && data.type.startsWith('canvas/')) {
        found(canvas);
        if (data.type === 'canvas/message') messages([data.payload]);
      }
    });

    const initialize = { appInfo: { name: 'agent-ui', version: '0' }, appCapabilities: {}, protocolVersion: '2026-01-26' };
    // The listener above is installed before any answer can arrive.
    queueMicrotask(() => call('ui/initialize', initialize).then(result => {
      post({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
      if (result?.hostContext?.theme) theme(result.hostContext.theme);
      new ResizeObserver(() => {
        const { scrollWidth: width, scrollHeight: height } = document.documentElement;
        post({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { width, height } });
      }).observe(document.body);
      opener = url => { call('ui/open-link', { url }).catch(() => {}); };
      found(async (message, dataModel) => {
        const after = results.latest;
        const answer = await call('tools/call', { name: TOOL, arguments: results.arguments(message, dataModel) });
        results.take(answer, after);
        const text = answer?.content?.find?.((/** @type {any} */ part) => part.type === 'text')?.text;
        if (answer?.isError) throw new Error(text ?? 'the tool failed');
        return `accepted by the tool ${TOOL}${text ? `: ${text}` : ''}`;
      });
    }, () => {}));
    if (!isApp) setTimeout(() => found(canvas, true), PATIENCE_MS);
  }

  /** @param {any} data @param {(message: any) => void} post */
  function fromMcp(data, post) {
    if (data.method === undefined) {
      const { done, failed } = waiting.get(data.id) ?? {};
      waiting.delete(data.id);
      if (data.error) failed?.(new Error(data.error.message));
      else done?.(data.result);
    } else if (data.id !== undefined) {
      const known = data.method === 'ping' || data.method === 'ui/resource-teardown';
      post({ jsonrpc: '2.0', id: data.id, ...(known ? { result: {} } : { error: { code: -32601, message: `the method ${data.method} is not supported` } }) });
    } else if (data.method === 'ui/notifications/tool-result') results.take(data.params);
    else if (data.method === 'ui/notifications/host-context-changed' && data.params?.theme) theme(data.params.theme);
  }

  return {
    /**
     * Sends an action. The program that serves the page, and an agent-ui server of MCP, also receive the data models.
     * @param {ClientMessage} message @param {any} [dataModel]
     */
    async send(message, dataModel) {
      if (address !== undefined) return posted(address, message, dataModel);
      await settled;
      return /** @type {Way} */ (way)(message, dataModel);
    },
    /**
     * Reports an error to the program that serves the page. Hosts expect actions only.
     * @param {ClientMessage} message @param {any} [dataModel]
     */
    report(message, dataModel) {
      if (address !== undefined) posted(address, message, dataModel).catch(() => {});
    },
    /** Opens a link, through the host if it supports this. @param {string} url */
    open: url => (opener ? opener(url) : void window.open(url, '_blank', 'noopener,noreferrer')),
    /** True if the host opens links. */
    get opens() { return opener !== undefined; },
  };
}

/** @type {(message: ClientMessage) => Promise<string>} */
async function toMaestro({ action }) {
  if (!action) return 'not sent: AAP accepts actions only';
  window.maestro.send(action.name, action.sourceComponentId, action.context);
  return 'sent to maestro.send';
}

/**
 * Posts a message to the program. With data models, it is the part of an A2A message, whose metadata contains them.
 * @type {(address: string, message: ClientMessage, dataModel: any) => Promise<string>}
 */
async function posted(address, message, dataModel) {
  const part = { kind: 'data', metadata: { mimeType: 'application/json+a2ui' }, data: message };
  const whole = dataModel === undefined ? message : { parts: [part], metadata: { a2uiClientDataModel: dataModel } };
  const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(whole) });
  if (answer.ok) return 'sent to agent-ui';
  const { error } = await answer.json().catch(() => ({}));
  throw new Error(typeof error === 'string' ? error : `agent-ui answered ${answer.status}`);
}
