// Runs the published renderer, and passes it the parts of a surface that it can show.
import { basicCatalog } from '@a2ui/lit/v0_9';
import { A2uiExpressionError, createFunctionImplementation, Catalog, MessageProcessor, OpenUrlApi, RegexApi } from '@a2ui/web_core/v0_9';
import { z } from 'zod';
import { keepBounds } from './bounds.js';
import { hasRenderers, rendererOf } from './custom.js';
import { OWN_ELEMENTS, reportFailures } from './elements.js';
import { matches } from './pattern.js';
import { colour, font, link } from './policy.js';

/** @typedef {{ code: string, path?: string, message: string }} ClientError what the agent is told about a problem */
/** @typedef {{ surface?: string, component?: string, text: string, error?: ClientError }} Problem */
/** @typedef {import('@a2ui/web_core/v0_9').SurfaceModel<any>} SurfaceModel */
/** @typedef {{ agent?: string, icon?: string, font?: string, notice?: string }} About what the renderer does not show of a new surface */

// Surfaces of these catalogs are shown completely. Of other catalogs, components without a name of a basic one become boxes.
const CATALOGS = /^(?:basic|standard|https:\/\/a2ui\.(?:org|dev)\/specification\/(?:v0_9|v0_9_1|0\.9)\/(?:catalogs\/(?:basic|minimal)\/catalog|basic_catalog|standard_catalog|standard_catalog_definition)\.json)$/;
const VERSIONS = new Set(['v0.9', 'v0.9.1']);
const REFUSED = 'agent-ui:refused';
const INVALID = 'VALIDATION_FAILED';

// Components without a schema keep all their values.
const ANY = { name: '', schema: z.object({}).passthrough() };
const CUSTOM = { ...ANY, tagName: 'agent-ui-custom' };
const BOX = { ...ANY, tagName: 'agent-ui-box' };

/** The components of the catalog. The script of the user may draw any of them. Unknown ones become boxes. */
class Components extends Map {
  /** @param {string} type */
  get(type) {
    return rendererOf(type) ? CUSTOM : super.get(type) ?? BOX;
  }
}

/**
 * @param {object} told
 * @param {(action: any) => void} told.action
 * @param {(surface: SurfaceModel, about: About) => void} told.created
 * @param {(id: string) => void} told.deleted
 * @param {(problem: Problem) => void} told.problem receives each part of a surface that is not shown
 * @param {(url: string) => void} told.open receives each link that a button opens
 */
export function renderer(told) {
  const openUrl = createFunctionImplementation(OpenUrlApi, ({ url }) => {
    const href = link(url);
    // A function in a displayed text also runs, without any action of the user.
    if (!pressing) told.problem({ text: `A link was not opened, because no button was pressed: ${url}` });
    else if (href) told.open(href);
    else told.problem({ text: `A link was not opened, because it is not an absolute http, https, mailto or tel URL: ${url}` });
  });
  const regex = createFunctionImplementation(RegexApi, ({ value, pattern }) => {
    try {
      return matches(pattern, value);
    } catch (error) {
      throw new A2uiExpressionError(error instanceof Error ? error.message : String(error), 'regex');
    }
  });
  // The only function of the minimal catalog, whose components the renderer supports.
  const capitalize = createFunctionImplementation({ name: 'capitalize', returnType: 'string', schema: z.object({ value: z.string().optional() }) },
    ({ value = '' }) => value.slice(0, 1).toUpperCase() + value.slice(1));
  const catalog = new Catalog('agent-ui', [], [...basicCatalog.functions.values(), openUrl, regex, capitalize]);
  const components = new Components();
  for (const [name, api] of basicCatalog.components) components.set(name, { ...api, tagName: OWN_ELEMENTS.get(name) ?? api.tagName });
  Object.assign(catalog, { components });

  let pressing = false;
  const pressed = (/** @type {Event} */ event) => event.composedPath().some(node => node instanceof Element && node.localName === 'agent-ui-button');
  window.addEventListener('click', event => {
    pressing = pressed(event);
    // Not in the bubbling phase, because a modal stops it.
    setTimeout(() => { pressing = false; });
  }, true);

  const failed = (/** @type {any} */ { context }, /** @type {string} */ why) => {
    const { id: component, type } = context.componentModel;
    told.problem({ surface: context.dataContext.surface.id, component, text: `${type} cannot be shown: ${why}` });
  };
  keepBounds(failed);
  reportFailures(failed);

  /** @type {About} */
  let about = {};
  let processor = fresh();
  function fresh() {
    const made = new MessageProcessor([catalog], action => told.action(JSON.parse(JSON.stringify(action))));
    made.onSurfaceCreated(surface => {
      surface.onError.subscribe((/** @type {any} */ error) => {
        if (awaitsData(error)) return;
        const text = error.details?.length ? `The function ${error.expression} has invalid arguments: ${sentences(error.details)}` : error.message;
        told.problem({ surface: surface.id, text, error: { code: error.code ?? 'EXPRESSION_ERROR', message: text } });
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
    const problem = (/** @type {string} */ text, /** @type {string | undefined} */ component = undefined, /** @type {ClientError | undefined} */ error = undefined) =>
      told.problem({ surface, component, text, error });
    try {
      if (!VERSIONS.has(message?.version)) throw new Error(`messages of version ${JSON.stringify(message?.version)} cannot be shown`);
      if (kind === 'createSurface') processor.processMessages([{ ...message, createSurface: created(body, problem) }]);
      else if (kind === 'updateComponents')
        processor.processMessages([{ ...message, updateComponents: { ...body, components: shownOf(body, problem) } }]);
      else processor.processMessages([message]);
    } catch (error) {
      const text = `The renderer refuses ${kind || 'a message'}: ${error instanceof Error ? error.message : error}`;
      problem(text, undefined, { code: 'INVALID_MESSAGE', message: text });
    }
  }

  /** @param {any} body @param {(text: string) => void} problem */
  function created(body, problem) {
    about = {};
    const { primaryColor, agentDisplayName, iconUrl, font: family, ...others } = body.theme ?? {};
    if (typeof agentDisplayName === 'string') about.agent = agentDisplayName;
    if (typeof iconUrl === 'string') about.icon = iconUrl;
    about.font = font(family);
    if (family !== undefined && !about.font) problem(`The theme's font is not the name of a font: ${family}`);
    for (const name of Object.keys(others)) problem(`The theme's ${name} is not used`);
    if (!CATALOGS.test(body.catalogId) && !hasRenderers())
      about.notice = `The catalog ${body.catalogId} is unknown. Components without the name of a basic one are shown as boxes.`;
    const own = colour(primaryColor);
    if (primaryColor !== undefined && !own) problem(`The theme's primaryColor is not a valid colour: ${primaryColor}`);
    return { ...body, catalogId: catalog.id, theme: own ? { primaryColor: own } : {} };
  }

  /**
   * Returns the components that the renderer accepts. It would refuse the whole message for one invalid component, so that component
   * becomes a placeholder.
   * @param {any} body @param {(text: string, component: string, error?: ClientError) => void} problem
   */
  function shownOf(body, problem) {
    return body.components.map((/** @type {any} */ given, /** @type {number} */ index) => {
      const { id, component, ...properties } = given;
      if (typeof id !== 'string' || typeof component !== 'string') {
        const text = 'A component without an id or a type is omitted';
        problem(text, typeof id === 'string' ? id : '', { code: INVALID, path: `/components/${index}`, message: text });
        return undefined;
      }
      const { schema } = components.get(component);
      let shown = structuredClone(properties);
      let outcome = schema.safeParse(shown);
      const left = outcome.success ? [] : strip(shown, outcome.error.issues);
      if (left.length > 0) {
        problem(`${component}: the renderer does not support ${left.join(', ')}`, id);
        outcome = schema.safeParse(shown);
      }
      if (outcome.success) return { id, component, ...shown };
      const why = sentences(outcome.error.issues);
      const at = [index, ...outcome.error.issues[0].path].map(segment => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'));
      const text = `${component} cannot be shown: ${why}`;
      problem(text, id, { code: INVALID, path: `/components/${at.join('/')}`, message: text });
      return { id, component: REFUSED, refusedType: component, why, values: properties };
    }).filter(Boolean);
  }

  return {
    show,
    /** Returns the data models that the agent wants with each message, or undefined. */
    dataModel: () => processor.getClientDataModel(),
    /** Removes all surfaces. */
    reset() {
      for (const id of [...processor.model.surfacesMap.keys()]) processor.model.deleteSurface(id);
      processor = fresh();
    },
  };
}

/**
 * Returns true if a function was called with a path that has no value yet. This is normal for a new form.
 * @param {any} error
 */
function awaitsData({ details }) {
  const issues = Array.isArray(details) ? details : [];
  return issues.length > 0 && issues.every(issue => issue.received === 'undefined' || issue.message === 'Required');
}

/**
 * Describes issues of the renderer's validator.
 * @param {any[]} issues
 */
export const sentences = issues => [...new Set(issues.map(sentence))].join('; ');

/** @param {any} issue */
function sentence(issue) {
  const name = issue.path.length > 0 ? `\`${issue.path.join('/')}\`` : 'the component';
  switch (issue.code) {
    case 'invalid_type':
      return issue.received === 'undefined' ? `${name} is missing` : `${name} must be ${article(issue.expected)}, not ${article(issue.received)}`;
    case 'invalid_union':
    case 'invalid_union_discriminator': {
      // The alternatives that fail at the value itself name the types that it may have.
      const inner = (issue.unionErrors ?? []).flatMap((/** @type {any} */ error) => error.issues);
      const here = inner.filter((/** @type {any} */ one) => one.code === 'invalid_type' && one.path.length === issue.path.length);
      const types = [...new Set(here.map((/** @type {any} */ one) => article(one.expected)))];
      if (here[0]?.received === 'undefined') return `${name} is missing`;
      const received = here[0] && `, not ${article(here[0].received)}`;
      return here.length > 0 && here.length === inner.length ? `${name} must be ${types.join(' or ')}${received}` : `${name} has a value that the renderer does not accept`;
    }
    case 'invalid_enum_value':
      return `${name} must be one of ${issue.options.join(', ')}`;
    case 'invalid_literal':
      return `${name} must be ${JSON.stringify(issue.expected)}`;
    case 'unrecognized_keys':
      return `${name} has unknown members: ${issue.keys.join(', ')}`;
    case 'too_small':
      return `${name} is too small or too short`;
    case 'too_big':
      return `${name} is too large or too long`;
    default:
      return `${name} has a value that the renderer does not accept`;
  }
}

/** @param {string} type */
const article = type => (type === 'null' || type === 'undefined' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`);

/**
 * Removes members that a schema does not define, and returns their names.
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
