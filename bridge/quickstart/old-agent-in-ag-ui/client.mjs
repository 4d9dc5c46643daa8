// A client of AG-UI that shows surfaces as text and clicks their first button.
//
//   node client.mjs http://127.0.0.1:PORT/TOKEN/ag-ui
import { HttpAgent } from '@ag-ui/client';

const agent = new HttpAgent({ url: process.argv[2], threadId: `visit-${process.pid}` });

/** The components and the data of the surface, from the A2UI messages of its activity. */
function surface() {
  const { content } = agent.messages.find(message => message.activityType === 'a2ui-surface');
  const components = new Map();
  const data = {};
  let id;
  for (const { createSurface, updateComponents, updateDataModel } of content.a2ui_operations) {
    id ??= createSurface?.surfaceId;
    for (const component of updateComponents?.components ?? []) components.set(component.id, component);
    if (updateDataModel?.path === '/' || updateDataModel?.path === undefined) Object.assign(data, updateDataModel?.value);
    else data[updateDataModel.path.slice(1)] = updateDataModel.value;
  }
  return { id, components, data };
}

/** A component as text. */
function text({ components, data }, id) {
  const component = components.get(id);
  if (component.children) return component.children.map(child => text({ components, data }, child)).join(' ');
  if (component.child) return `[${text({ components, data }, component.child)}]`;
  return component.text.path ? data[component.text.path.slice(1)] : component.text;
}

/** Clicks a button as renderers for AG-UI clients do. */
function click({ id, components }) {
  const button = [...components.values()].find(component => component.component === 'Button');
  const { name, context = {} } = button.action.event;
  const userAction = { name, surfaceId: id, sourceComponentId: button.id, context, timestamp: new Date().toISOString() };
  return agent.runAgent({ forwardedProps: { a2uiAction: { userAction } } });
}

await agent.runAgent();
console.log(text(surface(), 'root'));
for (let clicks = 0; clicks < 2; clicks += 1) {
  await click(surface());
  console.log(text(surface(), 'root'));
}
