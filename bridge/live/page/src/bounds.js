// How much of a surface is shown. A component that contains itself, or a list of a million, would stop the browser.
import { A2uiLitElement } from '@a2ui/web_core/v0_9';
import { html, nothing } from 'lit';

const DEEPEST = 100;
const MOST_CHILDREN = 2_000;
const MOST_COMPONENTS = 10_000;

/** @type {WeakMap<object, number>} How many elements each surface has in the document. */
const shown = new WeakMap();
/** @type {WeakMap<object, number>} How many children an element has asked for since it began to render. */
const asked = new WeakMap();

/**
 * Puts the bounds into every component of the renderer: all of them make their children by `renderNode`.
 * @param {(element: A2uiLitElement, why: string) => void} failed is told of components that throw
 */
export function keepBounds(failed) {
  const prototype = /** @type {any} */ (A2uiLitElement.prototype);
  const { renderNode, performUpdate, connectedCallback, disconnectedCallback } = prototype;

  prototype.renderNode = function (/** @type {any} */ child, /** @type {string | undefined} */ path) {
    const why = bound(this, child, path);
    if (why === undefined) return renderNode.call(this, child, path);
    return why === nothing ? nothing : html`<agent-ui-absent .why=${why}></agent-ui-absent>`;
  };
  // An error of one component would otherwise be nobody's, and its place empty.
  prototype.performUpdate = function () {
    asked.set(this, 0);
    // By this the panel finds a component.
    if (this.context) this.dataset.component = this.context.componentModel.id;
    try {
      performUpdate.call(this);
    } catch (error) {
      failed(this, error instanceof Error ? error.message : String(error));
    }
  };
  prototype.connectedCallback = function () {
    connectedCallback.call(this);
    const surface = this.context?.dataContext.surface;
    if (surface) shown.set(surface, (shown.get(surface) ?? 0) + 1);
  };
  prototype.disconnectedCallback = function () {
    disconnectedCallback.call(this);
    const surface = this.context?.dataContext.surface;
    if (surface) shown.set(surface, (shown.get(surface) ?? 1) - 1);
  };
}

/**
 * Why a child is not shown, if it is not: a sentence, or `nothing` where it was said before.
 * @param {any} element @param {any} child @param {string | undefined} path
 */
function bound(element, child, path) {
  const { surface, path: here } = element.context.dataContext;
  const count = (asked.get(element) ?? 0) + 1;
  asked.set(element, count);
  if (count > MOST_CHILDREN) return count === MOST_CHILDREN + 1 ? `Only the first ${MOST_CHILDREN} are shown` : nothing;
  if ((shown.get(surface) ?? 0) > MOST_COMPONENTS) return count === 1 ? `Only ${MOST_COMPONENTS} components are shown` : nothing;

  const id = typeof child === 'object' ? child?.id || child?.componentId : child;
  const there = path ?? child?.basePath ?? child?.path ?? here;
  let depth = 0;
  for (let above = element; above; above = above.parentElement) {
    if (!(above instanceof A2uiLitElement)) continue;
    const context = /** @type {any} */ (above).context;
    if (context.componentModel.id === id && context.dataContext.path === there) return `${id} contains itself`;
    depth += 1;
  }
  return depth > DEEPEST ? `Only ${DEEPEST} levels are shown` : undefined;
}
