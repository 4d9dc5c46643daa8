// Runs each quickstart as a reader does: its `sh` blocks, in a copy of its folder, and then its script `check`.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAM, folder, start, within } from './program.mjs';

const quickstarts = fileURLToPath(new URL('../../bridge/quickstart', import.meta.url));
const names = existsSync(quickstarts)
  ? readdirSync(quickstarts, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name)
  : [];

/** The longest time of a script in milliseconds. */
const LONGEST = 60_000;

/** A bash script in a folder, with the program on the path. `stop` also ends its children. */
function bash(args, cwd) {
  const PATH = `${dirname(PROGRAM)}${delimiter}${process.env.PATH}`;
  const script = start('bash', args, { cwd, env: { ...process.env, PATH }, detached: true });
  const said = () => [...script.output.unread(), ...script.said].join('\n');
  const stop = () => {
    try {
      process.kill(-script.child.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  return { ...script, errorLines: script.said, said, stop };
}

for (const name of names) {
  const source = join(quickstarts, name);

  test(`quickstart ${name}`, async () => {
    const readme = readFileSync(join(source, 'README.md'), 'utf8');
    assert.ok(readme.trimEnd().split('\n').length <= 30, 'README.md has more than 30 lines');
    const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
    assert.notEqual(blocks.length, 0, 'README.md has no block of commands');
    const copy = join(folder, name);
    cpSync(source, copy, { recursive: true });
    const check = readFileSync(join(source, 'check'), 'utf8');
    // A check may run the blocks itself.
    const run = check.includes('README.md') ? undefined : bash(['-euc', blocks.join('\n')], copy);
    try {
      if (run) {
        // The last command may be a server, which goes on.
        let isOver = false;
        run.ended.then(() => { isOver = true; });
        const serving = (async () => {
          while (!isOver && !run.errorLines.some(line => line.startsWith('serving health'))) await sleep(50);
        })();
        const first = await within(Promise.race([run.ended, serving]), () => `the blocks do not end: ${run.said()}`, LONGEST);
        assert.ok(first === 0 || first === undefined, `the blocks end with ${first}: ${run.said()}`);
      }
      const checked = bash(['./check'], copy);
      try {
        const ended = await within(checked.ended, () => `check does not end: ${checked.said()}`, LONGEST);
        assert.equal(ended, 0, `${checked.said()}\n${run?.said() ?? ''}`);
      } finally {
        checked.stop();
      }
    } finally {
      run?.stop();
    }
  });
}
