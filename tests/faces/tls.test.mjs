// `serve` with a certificate, and an agent at its https address.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLIENTS } from './clients.mjs';
import { folder, serve } from './program.mjs';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const AGENT = fileURLToPath(new URL('agents/counter.mjs', import.meta.url));

test('surfaces and clicks pass through https', { skip: hasOpenssl ? false : 'openssl is not on the path' }, async () => {
  const [certificate, key, log] = ['certificate.pem', 'key.pem', 'clicks.jsonl'].map(name => join(folder, name));
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  assert.equal(spawnSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate]).status, 0);

  const agent = ['--agent', `counter=lines:node ${AGENT} 0.8 counter ${log}`];
  const far = await serve('--public', 'localhost', '--certificate', certificate, '--key', key, ...agent);
  assert.match(far.urls['AG-UI'], /^https:\/\/localhost:/);
  // The program trusts the certificates of the system, and those that this variable names.
  process.env.SSL_CERT_FILE = certificate;
  const near = await serve('--agent', `far=ag-ui:${far.urls['AG-UI']}`);
  const client = CLIENTS['AG-UI'](near.urls, 'tls');
  // An AG-UI agent speaks when the user does something.
  await client.say('Hello');
  assert.deepEqual(Object.keys(await client.surfaces()), ['counter', 'shared']);
  await client.click('counter', 7, randomUUID());
  assert.deepEqual(JSON.parse(readFileSync(log, 'utf8')), { agent: 'counter', surface: 'counter', step: 7 });
  await near.stop();
  await far.stop();
});
