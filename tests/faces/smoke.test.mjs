// The program starts, prints its addresses, answers only for its own name, and stops.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { serve, within, written } from './program.mjs';

const SURFACE = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'Museum' }] } },
];

/** The headers of a WebSocket handshake. */
const HANDSHAKE = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };

/** The status of a GET request. */
const status = (url, headers = {}) => within(new Promise((done, failed) => {
  const options = { headers: { ...(url.startsWith('ws') ? HANDSHAKE : {}), ...headers } };
  const asked = request(url.replace(/^ws/, 'http'), options, answer => done(answer.resume().statusCode));
  asked.on('upgrade', (answer, socket) => {
    socket.destroy();
    done(answer.statusCode);
  });
  asked.on('error', failed).end();
}), `GET ${url}`);

/** The body of a GET request. */
const text = async url => (await fetch(url)).text();

test('the program serves its addresses under its own name only, until Ctrl-C', async () => {
  const program = await serve(written(SURFACE));
  for (const [name, url] of Object.entries(program.urls)) {
    assert.equal(await status(url, { host: 'other.example' }), 403, name);
    assert.equal(await status(url, { origin: 'https://other.example' }), 403, name);
    assert.notEqual(await status(url), 403, name);
  }
  const health = JSON.parse(await text(program.urls.health));
  assert.deepEqual(health.agents.map(agent => agent.name), ['file']);
  assert.match(await text(program.urls.metrics), /^agent_ui_agent_messages_total 2$/m);
  assert.equal(await program.stop(), 0);
});
