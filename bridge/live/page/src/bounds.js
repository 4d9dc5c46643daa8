// Limits for a surface. Without them, a component that contains itself or a list of a million items would block the browser.
import { A2uiLitElement } from '@a2ui/web_core/v0_9';
import { html, nothing } from 'lit';

const DEEPEST = 100;
const MOST_CHILDREN = 2_000;
const MOST_COMPONENTS = 10_000;

/** @type {WeakMap<object, number>} The number of elements that each surface has in the document. */
const shown = new WeakMap();
/** @type {WeakMap<object, number>} The number of children that an element has requested in its current render. */
const asked = new WeakMap();

/**
 * Applies the limits to every component of the renderer. All components create their children with `renderNode`.
 * @param {(element: A2uiLitElement, why: string) => void} failed called for each component that throws
 */
export function keepBounds(failed) {
  const prototype = /** @type {any} */ (A2uiLitElement.prototype);
  const { renderNode, performUpdate, connectedCallback, disconnectedCallback } = prototype;

  prototype.renderNode = function (/** @type {any} */ child, /** @type {string | undefined} */ path) {
    const why = bound(this, child, path);
    if (why === undefined) return renderNode.call(this, child, path);
    return why === nothing ? nothing : html`<agent-ui-absent .why=${why}></agent-ui-absent>`;
  };
  // Without this, the error of a component would be lost and its place would be empty.
  prototype.performUpdate = function () {
    asked.set(this, 0);
    // The panel finds a component by this attribute.
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
 * Returns the reason why a child is not shown, as a sentence, or `nothing` if the reason is already shown. Returns undefined for a child that is shown.
 * @param {any} element @param {any} child @param {string | undefined} path
 */
function bound(element, child, path) {
  const { surface, path: here } = element.context.dataContext;
  const count = (asked.get(element) ?? 0) + 1;
  asked.set(element, count);
  if (count > MOST_CHILDREN) return count === MOST_CHILDREN + 1 ? `Only the first ${MOST_CHILDREN} children are shown` : nothing;
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
  return depth > DEEPEST ? `Only ${DEEPEST} levels of nesting are shown` : undefined;
}
