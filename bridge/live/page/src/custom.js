// Components that the renderer does not have: their values and children, and the renderers that a script of the user registers.

// Values of a component beyond these limits are not followed, so that one component cannot block the browser.
const DEEPEST = 20;
const MOST_BINDINGS = 1_000;

/**
 * What the renderer of a component receives. It is called again after each change.
 * @typedef {object} Drawing
 * @property {string} id the id of the component
 * @property {Record<string, any>} properties its values. Data bindings and function calls have their current results
 * @property {(reference: any) => HTMLElement} child returns an element with the components that a property refers to: an id, a list of ids
 *     or a template
 * @property {(action: any) => void} act performs an action, which is the value of a property
 * @property {(name: string, value: any) => void} set writes a value to the place in the data to which a property is bound
 */
/** @typedef {(drawing: Drawing) => Node | string | null | undefined} Draw */

/** @type {Map<string, Draw>} The registered renderers by component name. */
const renderers = new Map();

/** The global object `agentUi` of the user's script. */
export const registry = Object.freeze({
  /** Registers the renderer of a component, also of one that the basic catalog has. @param {string} name @param {Draw} draw */
  component(name, draw) {
    if (typeof name !== 'string' || name === '' || typeof draw !== 'function')
      throw new TypeError('agentUi.component needs the name of a component and a function');
    renderers.set(name, draw);
  },
});

/** Returns the registered renderer of a component. @param {string} type */
export const rendererOf = type => renderers.get(type);
/** Returns true if a renderer is registered. */
export const hasRenderers = () => renderers.size > 0;

/** @param {any} value */
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {any} value */
const isBinding = value => isObject(value) && typeof value.path === 'string' && Object.keys(value).length === 1;
/** @param {any} value */
const isCall = value => isObject(value) && typeof value.call === 'string' && (value.args === undefined || isObject(value.args));
/** @param {any} value */
const isTemplate = value => isObject(value) && typeof value.componentId === 'string' && typeof value.path === 'string';
/** Returns true if a value is an action that sends an event. @param {any} value */
export const isEvent = value => isObject(value) && isObject(value.event) && typeof value.event.name === 'string';
/** @param {any} value */
const isAction = value => isEvent(value) || (isObject(value) && isCall(value.functionCall));
/** @param {any} value */
const isIds = value => Array.isArray(value) && value.length > 0 && value.every(id => typeof id === 'string');

/**
 * Returns true if a property refers to other components. A catalog that the page does not know cannot say so, but all published ones use
 * these names.
 * @param {string} name @param {any} value
 */
export function isReference(name, value) {
  if (/^(?:child|.*Child)$/.test(name)) return typeof value === 'string';
  return isTemplate(value) || (/^(?:children|.*Children)$/.test(name) && isIds(value));
}

/** Returns the references inside a list of objects, as in tabs. @param {any} value */
export const referencesIn = value => (Array.isArray(value) ? value.filter(isObject).map(({ child }) => child).filter(child => typeof child === 'string') : []);

/** The current values of a component, with all its data bindings. It updates its element after each change. */
export class Values {
  /** @type {any} */ #host;
  /** @type {Map<any, { value: any, unsubscribe: () => void }>} The results of bindings, calls and templates. */ #bound = new Map();
  /** @type {{ unsubscribe: () => void }[]} */ #subscriptions = [];

  /** @param {any} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
    if (host.isConnected) this.hostConnected();
  }

  hostConnected() {
    if (this.#subscriptions.length > 0) return;
    const { componentModel, dataContext } = this.#host.context;
    this.#subscriptions = [
      componentModel.onUpdated.subscribe(() => {
        this.#bind();
        this.#host.requestUpdate();
      }),
      dataContext.surface.componentsModel.onCreated.subscribe(() => this.#host.requestUpdate()),
    ];
    this.#bind();
    this.#host.requestUpdate();
  }

  hostDisconnected() {
    for (const subscription of [...this.#subscriptions, ...this.#bound.values()]) subscription.unsubscribe();
    this.#subscriptions = [];
    this.#bound.clear();
  }

  dispose() { this.hostDisconnected(); }

  #bind() {
    for (const subscription of this.#bound.values()) subscription.unsubscribe();
    this.#bound.clear();
    this.#follow(this.#host.context.componentModel.properties, 0);
  }

  /** @param {any} value @param {number} depth */
  #follow(value, depth) {
    if (typeof value !== 'object' || value === null || isAction(value)) return;
    const dynamic = isCall(value) ? { ...value, args: value.args ?? {} } : isTemplate(value) ? { path: value.path } : isBinding(value) ? value : undefined;
    if (dynamic === undefined) {
      if (depth < DEEPEST) for (const inner of Object.values(value)) this.#follow(inner, depth + 1);
    } else if (this.#bound.size < MOST_BINDINGS) {
      this.#bound.set(value, this.#host.context.dataContext.subscribeDynamicValue(dynamic, () => this.#host.requestUpdate()));
    }
  }

  /** The values of the component. References and actions stay as they are. @returns {Record<string, any>} */
  get props() { return this.#resolved(this.#host.context.componentModel.properties, 0); }

  /** @param {any} value @param {number} depth @returns {any} */
  #resolved(value, depth) {
    if (typeof value !== 'object' || value === null || isTemplate(value) || isAction(value)) return value;
    const bound = this.#bound.get(value);
    if (bound) return bound.value;
    if (depth >= DEEPEST) return value;
    if (Array.isArray(value)) return value.map(inner => this.#resolved(inner, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#resolved(inner, depth + 1)]));
  }

  /** Returns the components of a reference, as the renderer names them. @param {any} reference @returns {any[]} */
  parts(reference) {
    if (typeof reference === 'string') return [reference];
    if (Array.isArray(reference)) return reference.flatMap(one => (Array.isArray(one) ? [] : this.parts(one)));
    if (!isTemplate(reference)) return [];
    const { dataContext } = this.#host.context;
    const items = this.#bound.get(reference)?.value ?? dataContext.resolveDynamicValue({ path: reference.path });
    const list = dataContext.nested(reference.path);
    return Array.isArray(items) ? items.map((_, index) => ({ id: reference.componentId, basePath: list.nested(String(index)).path })) : [];
  }

  /** Performs an action. @param {any} action */
  act(action) {
    if (!isAction(action)) throw new TypeError('the value is not an action');
    const { context } = this.#host;
    // Calls and bindings become values when the action is performed.
    /** @type {(value: any, depth: number) => any} */
    const resolved = (value, depth) => {
      if (typeof value !== 'object' || value === null || depth >= DEEPEST) return value;
      if (isBinding(value) || isCall(value)) return context.dataContext.resolveDynamicValue({ args: {}, ...value });
      if (Array.isArray(value)) return value.map(inner => resolved(inner, depth + 1));
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner, depth + 1)]));
    };
    context.dispatchAction(resolved(action, 0));
  }

  /** Writes to the place in the data that a property is bound to. @param {string} name @param {any} value */
  set(name, value) {
    const { componentModel, dataContext } = this.#host.context;
    const bound = Object.hasOwn(componentModel.properties, name) ? componentModel.properties[name] : undefined;
    if (!isBinding(bound)) throw new TypeError(`the property ${name} is not bound to a path`);
    dataContext.set(bound.path, value);
  }
}
