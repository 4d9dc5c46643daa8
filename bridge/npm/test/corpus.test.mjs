// Every published example of A2UI gives the bytes of the program. AGENT_UI_CORPUS is a folder of published examples, and
// AGENT_UI_PROGRAM the program `agent-ui`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { RefusedError } from 'agent-ui-bridge';
import { agentUi } from './bridge.mjs';

const { AGENT_UI_CORPUS: corpus, AGENT_UI_PROGRAM: program } = process.env;
const skip = !(corpus && program) && 'needs AGENT_UI_CORPUS and AGENT_UI_PROGRAM';
const VERSIONS = { v0_8: 'a2ui@0.8', v0_9: 'a2ui@0.9', v0_9_1: 'a2ui@0.9.1', v0_10: 'a2ui@0.10', v1_0: 'a2ui', v1_0_current: 'a2ui' };

const examples = () => Object.entries(VERSIONS).flatMap(([version, dialect]) => {
  const folder = join(corpus, 'a2ui', version);
  const files = readdirSync(folder, { recursive: true }).filter(file => /\.jsonl?$/.test(file) && file.split(sep).some(part => /^examples\b/.test(part)));
  return files.sort().map(file => ({ file: join(folder, file), dialect }));
});

for (const target of ['a2ui@0.8', 'a2ui@0.9', 'a2ui@1.0', 'ahp']) {
  test(`every published example in ${target}`, { skip }, () => {
    let translated = 0;
    for (const { file, dialect } of examples()) {
      if (dialect === target) continue;
      const ran = spawnSync(program, ['convert', '--quiet', '--from', dialect, '--to', target, file]);
      let messages;
      try {
        ({ messages } = agentUi.translate(readFileSync(file), dialect, target));
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        assert.notEqual(ran.status, 0, `${file}: ${error.message}`);
        ({ messages } = error.translation);
      }
      assert.equal(messages.map(({ text }) => `${text}\n`).join(''), ran.stdout.toString(), file);
      translated += messages.length > 0;
    }
    assert.ok(translated > 100);
  });
}
