// The results of MCP tools: the A2UI messages in them, and the state that the next call refers to.
//
// A surface in a result is the messages that build it, or those that change it. If the page does not have the surface that they change,
// or if the result has only a link to a surface, the page reads it as a resource. An agent-ui server also states in `_meta` the number of the result
// (`agent-ui/seq`), what the agent said (`agent-ui/texts`), and for a call that states what the page has shown, the messages since then
// (`agent-ui/updates`). These keep what the user has typed meanwhile.

const TYPE = 'application/a2ui+json';

/**
 * @param {object} told
 * @param {(messages: any[]) => void} told.messages
 * @param {(texts: string[]) => void} told.texts receives what the agent said
 * @param {(uri: string) => Promise<string | undefined>} told.read returns the text of a resource, if the host can get it
 */
export function toolResults({ messages, texts, read }) {
  /** The session of the surfaces, if the server is agent-ui. @type {string | undefined} */
  let session;
  /** The number of the latest result. @type {number | undefined} */
  let latest;
  /** The message that created each surface, as JSON. @type {Map<string, string>} */
  const created = new Map();
  /** The number of the result that each surface comes from. @type {Map<string, number>} */
  const numbers = new Map();

  /** @param {any[]} list */
  function show(list) {
    for (const message of list) {
      if (message?.createSurface) created.set(message.createSurface.surfaceId, JSON.stringify(message));
      if (message?.deleteSurface) created.delete(message.deleteSurface.surfaceId);
    }
    messages(list);
  }

  /** Shows a complete surface, in place of what is shown of it. @param {any[]} list */
  function replace(list) {
    const create = list.find(message => message?.createSurface);
    const id = create?.createSurface.surfaceId;
    const isSame = created.get(id) === JSON.stringify(create);
    const setsData = list.some(({ updateDataModel: update }) => update && [undefined, '', '/'].includes(update.path));
    if (!created.has(id)) show(list);
    // Elements that stay keep the focus.
    else if (isSame && setsData) show(list.filter(message => message !== create));
    else show([{ version: create.version, deleteSurface: { surfaceId: id } }, ...list]);
  }

  /** Reads a surface that a result does not contain. @param {string} uri */
  async function fetchWhole(uri) {
    const text = await read(uri);
    if (text === undefined) texts(['This surface is too long for the host of this page.']);
    else replace(parsed(text));
  }

  /** True if a list changes a surface that the page does not have. @param {any[]} list */
  const lacksSurface = list => list.some(message => {
    const { surfaceId } = message?.updateComponents ?? message?.updateDataModel ?? {};
    return surfaceId !== undefined && !created.has(surfaceId) && !list.some(({ createSurface }) => createSurface?.surfaceId === surfaceId);
  });

  return {
    /**
     * Returns the arguments for an action. Only agent-ui servers know more than the message.
     * @param {any} message @param {any} dataModel
     */
    arguments: (message, dataModel) => (latest === undefined ? message : { ...message, session, after: latest, dataModel }),
    get latest() { return latest; },
    /**
     * Shows a result.
     * @param {any} result @param {number} [after] the number of the latest result at the time of the call
     */
    take(result, after) {
      const { 'agent-ui/seq': number, 'agent-ui/updates': updates, 'agent-ui/texts': said } = result?._meta ?? {};
      if (Array.isArray(said)) texts(said);
      if (typeof updates === 'string' && after !== undefined && after === latest) show(JSON.parse(updates));
      else for (const { resource, type, uri, mimeType } of result?.content ?? []) {
        if (type === 'resource_link' && mimeType === TYPE) {
          session = sessionOf(uri) ?? session;
          void fetchWhole(uri);
          continue;
        }
        if (resource?.mimeType !== TYPE) continue;
        // The results of simultaneous calls may arrive in any order.
        if ((numbers.get(resource.uri) ?? -1) > (number ?? 0)) continue;
        if (number !== undefined) {
          numbers.set(resource.uri, number);
          session = sessionOf(resource.uri) ?? session;
        }
        const list = parsed(resource.text);
        if (number === undefined) show(list);
        else if (lacksSurface(list)) void fetchWhole(resource.uri);
        else if (list.some(message => message?.createSurface)) replace(list);
        else show(list);
      }
      if (typeof number === 'number') latest = Math.max(latest ?? 0, number);
    },
  };
}

/** @param {string} text */
function parsed(text) {
  try {
    return [JSON.parse(text)].flat();
  } catch {
    return [text];
  }
}

/**
 * Returns the session that the URI of a surface names, if the server is agent-ui.
 * @param {string} uri
 */
export const sessionOf = uri => {
  const [, session] = /^a2ui:\/\/([^/]*)\//.exec(uri) ?? [];
  return session === undefined ? undefined : decodeURIComponent(session);
};
