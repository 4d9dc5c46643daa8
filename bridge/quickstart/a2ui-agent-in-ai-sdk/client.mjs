// A client of the AI SDK that shows surfaces and texts, and clicks the first button. `useChat` has the same messages and functions.
//
//   node client.mjs http://127.0.0.1:PORT/TOKEN/ai-sdk
import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';

const transport = new DefaultChatTransport({ api: process.argv[2] });
const chat = new Chat({ id: `visit-${process.pid}`, transport, onError: error => { throw error; } });

/** The components and the data of the surface, from the A2UI messages of its latest part. */
function surface() {
  const part = chat.messages.flatMap(message => message.parts).findLast(part => part.type === 'data-a2ui-surface');
  const components = new Map();
  const data = {};
  for (const { updateComponents, updateDataModel } of part.data.a2ui_operations) {
    for (const component of updateComponents?.components ?? []) components.set(component.id, component);
    if (updateDataModel?.path === '/' || updateDataModel?.path === undefined) Object.assign(data, updateDataModel?.value);
    else data[updateDataModel.path.slice(1)] = updateDataModel.value;
  }
  return { id: part.id, components, data };
}

/** A component as text. */
function text({ components, data }, id) {
  const component = components.get(id);
  if (component.children) return component.children.map(child => text({ components, data }, child)).join(' ');
  if (component.child) return `[${text({ components, data }, component.child)}]`;
  return component.text.path ? data[component.text.path.slice(1)] : component.text;
}

/** Clicks a button: the part of a message of the user. */
function click({ id, components }) {
  const button = [...components.values()].find(component => component.component === 'Button');
  const { name, context = {} } = button.action.event;
  const action = { name, surfaceId: id, sourceComponentId: button.id, context, timestamp: new Date().toISOString() };
  return chat.sendMessage({ parts: [{ type: 'data-a2ui-action', data: { version: 'v0.9', action } }] });
}

// Without a message of the user, the answer contains what there is.
await chat.sendMessage();
console.log(text(surface(), 'root'));
for (let clicks = 0; clicks < 2; clicks += 1) {
  await click(surface());
  for (const part of chat.lastMessage.parts) if (part.type === 'text') console.log(part.text);
  console.log(text(surface(), 'root'));
}
