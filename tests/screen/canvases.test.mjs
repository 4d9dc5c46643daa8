// `agent-ui serve` in a browser: a small AHP client in a foreign page follows the host and shows its canvas in a frame.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import { neighbour } from './browser.mjs';
import { canvases, surface } from './program.mjs';

const PRESS = '[data-component=take] button';
const messages = surface('party-0.9');
const change = { version: 'v0.9', updateComponents: { surfaceId: 'party', components: [
  { id: 'title', component: 'Text', variant: 'h2', text: 'At the mill' }] } };
const gone = { version: 'v0.9', deleteSurface: { surfaceId: 'party' } };

/** Follows the canvas `party`, shows its page in a frame, and passes on what page and host say to each other. */
async function client({ page }, url, capabilities) {
  await page.evaluate(async ([url, capabilities]) => {
    const socket = new WebSocket(url);
    const waiting = new Map();
    const [session, chat, channel] = ['ahp-session:/agent-ui', 'ahp-chat:/agent-ui', 'ahp-canvas:/party'];
    let frame;
    // Messages wait until the frame has loaded its page; messages after the frame was removed are discarded.
    let early = [];
    const tell = action => (early ? early.push(action) : frame.contentWindow?.postMessage(action, '*'));
    window.state = null;
    window.open_ = undefined;
    const ask = (method, params) => new Promise((done, failed) => {
      waiting.set(waiting.size + 1, { done, failed });
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: waiting.size, method, params }));
    });
    const listed = list => { window.open_ = list.length; if (list.length === 0) frame?.remove(); };
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error, params } = JSON.parse(data);
      if (id) return error ? waiting.get(id).failed(error) : waiting.get(id).done(result);
      const { action } = params;
      if (action.openCanvases ?? action.canvases) listed(action.openCanvases ?? action.canvases);
      else if (action.type === 'canvas/message') tell(action);
    });
    await new Promise(done => socket.addEventListener('open', done));
    await ask('initialize', { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId: 'screen', capabilities, initialSubscriptions: [session, chat] });
    let snapshot;
    // The canvas is opened as soon as the program has read its file.
    for (let tries = 0; !snapshot && tries < 600; tries += 1) {
      snapshot = await ask('subscribe', { channel }).then(result => result.snapshot, () => new Promise(done => { setTimeout(done, 50); }));
    }
    window.state = snapshot.state;
    frame = document.createElement('iframe');
    frame.addEventListener('load', () => {
      const waiting = early ?? [];
      early = undefined;
      waiting.forEach(tell);
    });
    if (window.state.url.startsWith('http:')) frame.src = window.state.url;
    else {
      frame.setAttribute('sandbox', 'allow-scripts');
      const { contents } = await ask('canvasReadResource', { channel, uri: window.state.url });
      frame.srcdoc = contents[0].text;
      let seq = 0;
      window.addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || data.type !== 'canvas/message') return;
        seq += 1;
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'dispatchAction', params: { channel, clientSeq: seq, action: data } }));
      });
    }
    document.body.append(frame);
  }, [url, capabilities]);
  return page.frameLocator('iframe');
}

for (const [way, capabilities] of [['channel', { canvas: {} }], ['address', undefined], ['address', { canvas: {} }]]) {
  test(`pages by ${way}, to a client ${capabilities ? 'with' : 'without'} canvases of the proposal: shown, changed, clicked, gone`, async () => {
    const host = await neighbour();
    const program = await canvases(messages, way, '--origin', host.origin);
    const frame = await client(host, program.url, capabilities);
    await frame.locator(PRESS).first().waitFor();
    appendFileSync(program.file, `${JSON.stringify(change)}\n`);
    await frame.locator('agent-ui-surface').getByText('At the mill').waitFor();
    await frame.locator(PRESS).first().click();
    const { version, action: { timestamp, ...action } } = await program.next();
    assert.deepEqual({ version, action }, { version: 'v0.9', action: {
      name: 'take', surfaceId: 'party', sourceComponentId: 'take', context: { dish: 'Soup', portions: '4', host: 'Ines' } } });
    appendFileSync(program.file, `${JSON.stringify(gone)}\n`);
    await host.page.waitForFunction(() => window.open_ === 0);
    assert.deepEqual(host.wrong, []);
    await host.close();
    await program.stop();
  });
}

test('a page of an origin that was not named is no client', async () => {
  const host = await neighbour();
  const program = await canvases(messages, 'address');
  const opened = await host.page.evaluate(url => new Promise(done => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => done(true));
    socket.addEventListener('error', () => done(false));
  }), program.url);
  assert.equal(opened, false);
  await host.close();
  await program.stop();
});
