// The example projects compile and run with the installed package. The documentation at the head of each has its output. TSC is the compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as published from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';

const compiler = process.env.TSC;
const skip = !compiler && 'needs TSC';

for (const name of ['agent-loop', 'conversation']) {
  test(`the project ${name} writes the documented output`, { skip }, async () => {
    const source = new URL(`project/${name}.mts`, import.meta.url);
    const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,esnext.disposable,dom'];
    const compiled = spawnSync(process.execPath, [compiler, ...options, source.pathname], { encoding: 'utf8' });
    assert.equal(compiled.stdout, '');
    const { main } = await import(`./project/${name}.mjs`);
    const written = [];
    const { log } = console;
    console.log = line => written.push(line);
    try {
      await main(agentUi);
    } finally {
      console.log = log;
    }
    const head = readFileSync(source, 'utf8').split('\n').filter(line => line.startsWith('//     '));
    assert.equal(written.join('\n'), head.map(line => line.slice(7)).join('\n'));
  });
}

// Node 20.19 and 22.12 load ES modules with `require`.
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12);

test('CommonJS code requires the package', { skip: isOld && 'needs Node 20.19' }, () => {
  const required = createRequire(import.meta.url)('agent-ui-bridge');
  assert.equal(required.load, published.load);
  assert.equal(required.UsageError, published.UsageError);
});

test('CommonJS code loads each module where require reads no ES modules', () => {
  const names = ['', '/a2ui', '/schemas', '/translate', '/a2ui/translate'].map(name => `agent-ui-bridge${name}`);
  // The native package of tests has no WebAssembly modules to load.
  const script = `for (const name of ${JSON.stringify(names)}) {
  const loading = require(name).load({ wasm: new Uint8Array() });
  loading.catch(error => console.log(error.name));
}`;
  const flags = isOld ? [] : ['--no-experimental-require-module'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--eval', script], { encoding: 'utf8', cwd: new URL('.', import.meta.url) });
  assert.equal(stderr, '');
  assert.equal(stdout, 'CompileError\n'.repeat(names.length));
});

for (const module of ['node16', 'nodenext']) {
  test(`CommonJS code has the types of the package with the setting ${module}`, { skip }, () => {
    const source = new URL('project/common.cts', import.meta.url).pathname;
    writeFileSync(source, `import { load, type Message } from "agent-ui-bridge";
export const translated = async (): Promise<Message[]> => (await load()).translate("{}", "aap", "a2ui").messages;
`);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', module, '--lib', 'es2022,dom'];
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, source], { encoding: 'utf8' });
    assert.equal(stdout, '');
  });
}
