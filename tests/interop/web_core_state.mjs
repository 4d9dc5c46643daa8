// Reads messages with `@a2ui/web_core` and returns the surfaces that they build: {errors, surfaces}, as a2ui_core_state.py does.
import { A2uiMessageProcessor } from '@a2ui/web_core/v0_8';
import * as core from '@a2ui/web_core/v0_9';

/** The readers of web_core, by the version of the messages. */
export const STATES = { '0.8': read0_8, '0.9': read0_9 };

// The core gets messages one by one, as from a stream. An error that it only logs counts as a refusal, and so do
// members that it ignores because its own schema of the message does not have them.
function feed(processor, messages, passedOver = () => null) {
  const { error: logError, warn } = console;
  let logged = null;
  console.error = text => void (logged = String(text));
  console.warn = () => {};
  const errors = messages.map(message => {
    logged = null;
    try {
      processor.processMessages([structuredClone(message)]);
      return logged ?? passedOver(message);
    } catch (error) {
      return `${error.name}: ${error.message.replace(/\s+/g, ' ')}`;
    }
  });
  Object.assign(console, { error: logError, warn });
  return errors;
}

function read0_8(messages) {
  const processor = new A2uiMessageProcessor();
  const errors = feed(processor, messages);
  const surfaces = Object.fromEntries([...processor.getSurfaces()].map(([id, surface]) => [id, {
    root: surface.rootComponentId,
    theme: surface.styles,
    components: Object.fromEntries(surface.components),
    dataModel: plain(surface.dataModel),
  }]));
  return { errors, surfaces };
}

/** The components of a surface of 0.8 as the core keeps them: without the members that its schema does not have. */
export function kept0_8(components) {
  const processor = new A2uiMessageProcessor();
  const whole = { surfaceUpdate: { surfaceId: 's', components: Object.values(components) } };
  feed(processor, [{ beginRendering: { surfaceId: 's', root: '' } }, whole]);
  return Object.fromEntries(processor.getOrCreateSurface('s').components);
}

// The processor of 0.9 does not use the schema that the core has for it, and does not require a version.
function passedOver0_9(message) {
  const schema = core.A2uiMessageSchema.options.find(({ shape }) => Object.keys(shape).some(key => key !== 'version' && key in message));
  if (!schema) return 'a message that the core does not know';
  const issues = schema.safeParse(message).error?.issues ?? [];
  const issue = issues.find(({ path }) => path[0] !== 'version' || 'version' in message);
  return issue ? `${issue.path.join('/')}: ${issue.message}` : null;
}

function plain(value) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

function read0_9(messages) {
  const ids = new Set(['prepared', ...messages.map(message => message?.createSurface?.catalogId)].filter(id => typeof id === 'string'));
  // Catalogs of these names that accept any component: the test compares the state of the core, not its validation.
  const processor = new core.MessageProcessor([...ids].map(id => new core.Catalog(id, [], [])));
  const errors = feed(processor, messages, passedOver0_9);
  const surfaces = Object.fromEntries([...processor.model.surfacesMap.values()].map(surface => {
    const components = [...surface.componentsModel.entries].map(([id, component]) =>
      [id, { id, component: component.type, ...component.properties }]);
    const { theme, sendDataModel, dataModel } = surface;
    return [surface.id, { theme, sendDataModel, components: Object.fromEntries(components), dataModel: dataModel.get('/') }];
  }));
  return { errors, surfaces };
}
