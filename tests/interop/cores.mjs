// Runs A2UI's published cores (npm, PyPI, and the crate a2ui-base for 1.0 of June), and returns their surfaces next to the program's.
import { fileURLToPath } from 'node:url';
import { answerer } from './processes.mjs';
import { kept0_8, STATES } from './web_core_state.mjs';

/**
 * Starts the cores; `base` is the program of a2ui_base_state.rs. Of each: `versions` says of which versions it reads the messages; `read(version, messages)` resolves to
 * `{errors, surfaces}`, an error or null for each message; `kept(version, components)` writes components of the program as it keeps them.
 * `ask` puts other questions to the Python core, see a2ui_core_state.py.
 */
export function cores(python, base) {
  const { ask, end } = answerer(python, fileURLToPath(new URL('a2ui_core_state.py', import.meta.url)));
  const crate = answerer(base);
  const all = {
    web_core: {
      versions: ['0.8', '0.9'],
      read: async (version, messages) => STATES[version](messages),
      kept: (version, components) => (version === '0.8' ? kept0_8(components) : components),
    },
    'a2ui-core': {
      versions: ['0.8', '0.9', '1.0'],
      read: (version, messages) => ask({ version, messages }),
      kept: (version, components) => (version === '0.8' ? mapped(components, flat) : components),
    },
    'a2ui-base': {
      versions: ['1.0'],
      read: (version, messages) => crate.ask({ version, messages }),
      kept: (version, components) => components,
    },
  };
  return { all, ask, end: () => [end, crate.end].forEach(end => end()) };
}

/** What is compared of surfaces: the text of two states is equal if they are. `kept` writes components as a core keeps them. */
export const written = (surfaces, kept = components => components) =>
  byName(mapped(surfaces, surface => ({
    root: surface.root ?? 'root',
    theme: surface.theme ?? {},
    sendDataModel: surface.sendDataModel ?? false,
    components: mapped(kept(surface.components ?? {}), sent),
    dataModel: surface.dataModel ?? {},
  })));

/** JSON with the members of objects by name. */
export const byName = value => JSON.stringify(value, (_, inner) =>
  inner && typeof inner === 'object' && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
    : inner);

/** The lines that the program writes. */
export const parsed = out => out.split('\n').filter(Boolean).map(line => JSON.parse(line));

/** The surfaces that the program writes, by their ids. */
export const surfacesOf = out => Object.fromEntries(parsed(out).map(surface => [surface.surfaceId, surface]));

const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

// The Python core sends an action whose name is outside of `event` as an event.
function sent(component) {
  const { action } = component;
  return typeof action?.name === 'string' && action.event === undefined ? { ...component, action: { event: action } } : component;
}

// The Python core writes components of 0.8 as those of 0.9, without their weight.
function flat({ id, component }) {
  const [[type, properties] = []] = Object.entries(component ?? {});
  return { id, component: type, ...properties };
}
