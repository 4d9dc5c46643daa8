// An agent of A2UI 0.8: a surface with a button that counts, and an echo for texts. The text `close` deletes the surface, and the answer to
// `slow` takes a while.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const say = message => console.log(JSON.stringify(message));
const show = count => say({ dataModelUpdate: { surfaceId: 'desk', contents: [{ key: 'count', valueString: String(count) }] } });
const reply = text => say({ parts: [{ text }] });

say({ surfaceUpdate: { surfaceId: 'desk', components: [
  { id: 'button', component: { Button: { child: 'label', action: { name: 'count', context: [{ key: 'by', value: { literalNumber: 2 } }] } } } },
  { id: 'label', component: { Text: { text: { path: '/count' } } } },
] } });
show(0);
say({ beginRendering: { surfaceId: 'desk', root: 'button' } });
let count = 0;
let slow = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const text = message.parts?.find(part => part.text)?.text;
  if (text === 'close') say({ deleteSurface: { surfaceId: 'desk' } });
  else if (text === 'slow') {
    say({ turn: 'more' });
    show('working');
    slow += 1;
    await sleep(3000);
    show('done');
    reply(`Slow answer ${slow}`);
    say({ turn: 'end' });
  } else if (text) reply(`${text}!`);
  if (message.userAction?.name === 'count') {
    count += message.userAction.context.by;
    show(count);
  }
}
