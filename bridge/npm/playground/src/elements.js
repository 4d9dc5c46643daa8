// Makes elements. Every text becomes a text node, never markup.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Partial<HTMLElementTagNameMap[K]> & Record<string, any>} [properties]
 *     properties of the element; a name with a dash is an attribute
 * @param {...(Node | string | undefined)} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, properties = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key.includes('-')) element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...inside.filter(part => part !== undefined));
  return element;
}

/**
 * Returns the element with an id.
 * @template {HTMLElement} T
 * @param {string} id @param {new () => T} type
 * @returns {T}
 */
export function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {number} count @param {string} one @param {string} many */
export const counted = (count, one, many) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Shortens a text. @param {string} text @param {number} most */
export const clipped = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
