// The TypeScript of the pages compiles and runs as a reader would paste it. A block `text` after it is its output. PAGES lists the pages,
// and TSC the compiler. Without WebAssembly,
// `load` is replaced.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isNative } from './bridge.mjs';

const { PAGES: pages = '', TSC: compiler } = process.env;
const skip = !compiler && 'needs TSC';
const folder = new URL('pages/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true }));

for (const page of pages.split(':').filter(Boolean)) {
  const text = readFileSync(page, 'utf8');
  // Python and other languages may stand between the TypeScript and the output of both.
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({ language, code }));
  blocks.forEach(({ language, code }, index) => {
    if (language !== 'ts') return;
    const after = blocks[index + 1];
    test(`${page.split('/').slice(-3).join('/')}, block ${index + 1}`, { skip }, () => {
      const file = join(folder, `example${index}.mts`);
      writeFileSync(file, code);
      const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,esnext.disposable,dom'];
      const compiled = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
      assert.equal(compiled.stdout, '');
      // A block that only names a file of the reader is compiled, and not run.
      if (/^\/\/ In a browser/m.test(code)) return;
      const program = join(folder, `example${index}.mjs`);
      if (isNative) writeFileSync(program, readFileSync(program, 'utf8').replaceAll(/\bload(All)?\(\)/g, 'import("../bridge.mjs").then(({ agentUi }) => agentUi)'));
      const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      if (after?.language === 'text') assert.equal(stdout, after.code);
    });
  });
}
