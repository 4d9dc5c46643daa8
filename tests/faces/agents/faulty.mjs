// An agent with a fault. It shows the surface `form`, appends each message that it receives to a file, and then does what its mode says.
//
//   node faulty.mjs MODE FILE
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [mode, file] = process.argv.slice(2);
const say = (...messages) => process.stdout.write(messages.map(message => `${JSON.stringify(message)}\n`).join(''));
const set = value => say({ version: 'v0.9', updateDataModel: { surfaceId: 'form', path: '/count', value } });
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const components = [
  { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'hit' } } },
  { id: 'label', component: 'Text', text: { path: '/count' } },
];
say(
  { version: 'v0.9', createSurface: { surfaceId: 'form', catalogId } },
  { version: 'v0.9', updateComponents: { surfaceId: 'form', components } },
);
// The agent says everything before it ends.
if (mode === 'leave') process.exitCode = 0;
else {
  for await (const line of createInterface({ input: process.stdin })) {
    appendFileSync(file, `${line}\n`);
    if (JSON.parse(line).error) continue;
    if (mode === 'crash') process.exit(3);
    if (mode === 'late') {
      set('working');
      await sleep(1500);
      set('done');
    }
    while (mode === 'tick') {
      set(Date.now());
      await sleep(100);
    }
    if (mode === 'wrong') say({ version: 'v0.9', updateComponents: { surfaceId: 'other', components } }, { turn: 'end' });
    if (mode === 'mixed') {
      say({ version: 'v0.9', updateDataModel: { surfaceId: 'other', path: '/count', value: 1 } });
      set(1);
      say({ turn: 'end' });
    }
    if (mode === 'answer') {
      set(1);
      say({ turn: 'end' });
    }
  }
}
