// The published renderer, fed with what a surface says as far as it can be shown.
import { basicCatalog } from '@a2ui/lit/v0_9';
import { createFunctionImplementation, Catalog, MessageProcessor, OpenUrlApi, CardApi, ListApi } from '@a2ui/web_core/v0_9';
import { z } from 'zod';
import { keepBounds } from './bounds.js';
import { OWN_ELEMENTS } from './elements.js';
import { colour, link } from './policy.js';

/** @typedef {{ surface?: string, component?: string, text: string }} Problem */
/** @typedef {import('@a2ui/web_core/v0_9').SurfaceModel<any>} SurfaceModel */

// Surfaces of these catalogs are shown in full. In others there may be components of the same names, which are shown, and others.
const CATALOGS = /^https:\/\/a2ui\.org\/specification\/v0_9\/(?:catalogs\/(?:basic|minimal)\/catalog|basic_catalog|standard_catalog)\.json$/;
const VERSIONS = new Set(['v0.9', 'v0.9.1']);
const REFUSED = 'agent-ui:refused';

/** A component that the catalog does not have becomes a placeholder, with the children that it has as others have them. */
class Components extends Map {
  /** @param {any} unknown */
  constructor(unknown) {
    super();
    this.unknown = unknown;
  }
  /** @param {string} type */
  get(type) {
    return super.get(type) ?? this.unknown;
  }
}

/**
 * @param {object} told
 * @param {(action: any) => void} told.action
 * @param {(surface: SurfaceModel, about: { agent?: string, notice?: string }) => void} told.created
 * @param {(id: string) => void} told.deleted
 * @param {(problem: Problem) => void} told.problem what of a surface is not shown
 * @param {(url: string) => void} told.open a button asks for a link
 */
export function renderer(told) {
  const unknown = {
    name: '',
    tagName: 'agent-ui-unknown',
    schema: CardApi.schema.pick({ child: true }).partial().extend({ children: ListApi.schema.shape.children.optional() }).passthrough(),
  };
  const openUrl = createFunctionImplementation(OpenUrlApi, ({ url }) => {
    const href = link(url);
    // A function may also stand in a text that is shown: nobody asked for that.
    if (!pressing) told.problem({ text: `A link was to be opened without a button being pressed: ${url}` });
    else if (href) told.open(href);
    else told.problem({ text: `A link was not opened, for it is not an absolute http, https, mailto or tel address: ${url}` });
  });
  // The one function of the minimal catalog, of which the renderer knows the components.
  const capitalize = createFunctionImplementation({ name: 'capitalize', returnType: 'string', schema: z.object({ value: z.string().optional() }) },
    ({ value = '' }) => value.slice(0, 1).toUpperCase() + value.slice(1));
  const catalog = Object.assign(new Catalog('agent-ui', [], [...basicCatalog.functions.values(), openUrl, capitalize]), { unknown });
  const components = new Components(unknown);
  for (const [name, api] of basicCatalog.components) components.set(name, { ...api, tagName: OWN_ELEMENTS.get(name) ?? api.tagName });
  Object.assign(catalog, { components });

  let pressing = false;
  const pressed = (/** @type {Event} */ event) => event.composedPath().some(node => node instanceof Element && node.localName === 'agent-ui-button');
  window.addEventListener('click', event => {
    pressing = pressed(event);
    // Not when the event comes back up: inside a modal it never does.
    setTimeout(() => { pressing = false; });
  }, true);

  keepBounds((element, why) => {
    const { id: component, type } = element.context.componentModel;
    told.problem({ surface: element.context.dataContext.surface.id, component, text: `${type} cannot be shown: ${why}` });
  });

  /** @type {{ agent?: string, notice?: string }} */
  let about = {};
  let processor = fresh();
  function fresh() {
    const made = new MessageProcessor([catalog], action => told.action(JSON.parse(JSON.stringify(action))));
    made.onSurfaceCreated(surface => {
      surface.onError.subscribe((/** @type {any} */ error) => {
        if (!awaitsData(error)) told.problem({ surface: surface.id, text: error.message });
      });
      told.created(surface, about);
    });
    made.onSurfaceDeleted(told.deleted);
    return made;
  }

  /** @param {any} message */
  function show(message) {
    const [[kind, body] = ['', {}]] = Object.entries(message ?? {}).filter(([key]) => key !== 'version');
    const surface = typeof body?.surfaceId === 'string' ? body.surfaceId : undefined;
    const problem = (/** @type {string} */ text, /** @type {string | undefined} */ component = undefined) => told.problem({ surface, component, text });
    try {
      if (!VERSIONS.has(message?.version)) throw new Error(`messages of version ${JSON.stringify(message?.version)} cannot be shown`);
      if (kind === 'createSurface') processor.processMessages([{ ...message, createSurface: created(body, problem) }]);
      else if (kind === 'updateComponents')
        processor.processMessages([{ ...message, updateComponents: { ...body, components: shownOf(body, problem) } }]);
      else processor.processMessages([message]);
    } catch (error) {
      problem(`${kind || 'A message'}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** @param {any} body @param {(text: string) => void} problem */
  function created(body, problem) {
    about = {};
    const { primaryColor, agentDisplayName } = body.theme ?? {};
    if (typeof agentDisplayName === 'string') about.agent = agentDisplayName;
    if (!CATALOGS.test(body.catalogId))
      about.notice = `The catalog ${body.catalogId} is not known here. Shown are the components that have the names of basic ones.`;
    const own = colour(primaryColor);
    if (primaryColor !== undefined && !own) problem(`The theme's primaryColor is no colour: ${primaryColor}`);
    return { ...body, catalogId: catalog.id, theme: own ? { primaryColor: own } : {} };
  }

  /**
   * The components as the renderer takes them. It refuses all of a message for one component: here that one becomes a placeholder.
   * @param {any} body @param {(text: string, component: string) => void} problem
   */
  function shownOf(body, problem) {
    return body.components.map((/** @type {any} */ given) => {
      const { id, component, ...properties } = given;
      if (typeof id !== 'string' || typeof component !== 'string') {
        problem('A component without an id or a type is left out', typeof id === 'string' ? id : '');
        return undefined;
      }
      const { schema } = components.get(component);
      let shown = structuredClone(properties);
      let outcome = schema.safeParse(shown);
      const left = outcome.success ? [] : strip(shown, outcome.error.issues);
      if (left.length > 0) {
        problem(`${component}: left out ${left.join(', ')}, which the renderer does not know`, id);
        outcome = schema.safeParse(shown);
      }
      if (outcome.success) return { id, component, ...shown };
      const why = outcome.error.issues.map((/** @type {any} */ issue) => `${issue.path.join('/') || component}: ${issue.message}`).join('; ');
      problem(`${component} cannot be shown: ${why}`, id);
      return { id, component: REFUSED, refusedType: component, why };
    }).filter(Boolean);
  }

  return {
    show,
    /** Forgets everything that was shown. */
    reset() {
      for (const id of [...processor.model.surfacesMap.keys()]) processor.model.deleteSurface(id);
      processor = fresh();
    },
  };
}

/**
 * Whether a function was called with a path at which there is nothing yet. That is how every form begins, and no fault.
 * @param {any} error
 */
function awaitsData({ details }) {
  const issues = Array.isArray(details) ? details : [];
  return issues.length > 0 && issues.every(issue => issue.received === 'undefined' || issue.message === 'Required');
}

/**
 * Takes members out that a schema does not know, and names them.
 * @param {any} value @param {any[]} issues
 */
function strip(value, issues) {
  const left = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce((/** @type {any} */ inner, /** @type {any} */ key) => inner?.[key], value);
    for (const key of issue.keys) {
      if (!holder || !Object.hasOwn(holder, key)) continue;
      delete holder[key];
      left.push([...issue.path, key].join('/'));
    }
  }
  return left;
}
