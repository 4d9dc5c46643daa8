// The example project compiles and runs with the installed package. The documentation at its head has its output. TSC is the compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bridge } from './bridge.mjs';

const compiler = process.env.TSC;

test('the agent loop writes the documented prompts', { skip: !compiler && 'needs TSC' }, async () => {
  const source = new URL('project/agent-loop.mts', import.meta.url);
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,esnext.disposable,dom'];
  const compiled = spawnSync(process.execPath, [compiler, ...options, source.pathname], { encoding: 'utf8' });
  assert.equal(compiled.stdout, '');
  const { main } = await import('./project/agent-loop.mjs');
  const written = [];
  const { log } = console;
  console.log = line => written.push(line);
  try {
    await main(bridge);
  } finally {
    console.log = log;
  }
  const head = readFileSync(source, 'utf8').split('\n').filter(line => line.startsWith('//     '));
  assert.equal(written.join('\n'), head.map(line => line.slice(7)).join('\n'));
});
