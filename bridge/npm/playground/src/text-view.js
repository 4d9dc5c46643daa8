// A text with line numbers and colours: a text area, over a copy of its lines. The Custom Highlight API draws colours and linked fields, so
// no markup is made from the text.
import { scalars } from './json-text.js';

/** @typedef {import('./json-text.js').Range} TextRange */

// Larger texts are shown without line numbers and colours.
const MOST_CHARACTERS = 200_000;
const MOST_LINES = 4_000;
const MOST_COLOURED = 100_000;
const LONGEST_LINE = 60_000;

const HAS_HIGHLIGHTS = typeof Highlight === 'function' && 'highlights' in CSS;
/** @param {string} name */
function highlight(name) {
  if (!HAS_HIGHLIGHTS) return undefined;
  const made = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
const COLOURS = { string: highlight('json-string'), number: highlight('json-number'), literal: highlight('json-literal') };
const LINKED = highlight('linked');

export class TextView {
  /** @type {HTMLElement} */ #frame;
  /** @type {HTMLElement} */ #copy;
  /** @type {string[]} */ #lines = [];
  /** The offset of each line. @type {number[]} */ #starts = [];
  /** @type {[Highlight, AbstractRange][]} */ #coloured = [];
  /** @type {Range[]} */ #linked = [];
  #isPlain = false;

  /**
   * @param {HTMLElement} element
   * @param {{ label: string, placeholder?: string, isReadOnly?: boolean, input?: () => void, point?: (offset: number | undefined, isCaret: boolean) => void }} given
   *     `point` receives the offset below the pointer or of the caret
   */
  constructor(element, { label, placeholder = '', isReadOnly = false, input, point }) {
    this.#frame = document.createElement('div');
    this.#frame.className = 'text';
    this.#copy = document.createElement('div');
    this.#copy.ariaHidden = 'true';
    this.area = document.createElement('textarea');
    Object.assign(this.area, { ariaLabel: label, placeholder, readOnly: isReadOnly, spellcheck: false, autocomplete: 'off', wrap: 'soft' });
    for (const name of ['autocapitalize', 'autocorrect']) this.area.setAttribute(name, 'off');
    this.#frame.append(this.#copy, this.area);
    element.append(this.#frame);
    this.area.addEventListener('input', () => {
      this.#draw();
      input?.();
    });
    let waiting = false;
    this.area.addEventListener('pointermove', event => {
      if (waiting || event.buttons !== 0 || event.pointerType === 'touch') return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        point?.(this.#offsetAt(event.clientX, event.clientY), false);
      });
    });
    this.area.addEventListener('pointerleave', () => point?.(undefined, false));
    let caret = -1;
    document.addEventListener('selectionchange', () => {
      if (document.activeElement !== this.area || this.area.selectionStart === caret) return;
      caret = this.area.selectionStart;
      point?.(caret, true);
    });
  }

  get frame() { return this.#frame; }
  get text() { return this.area.value; }

  /** Replaces the text. @param {string} text @param {boolean} [canUndo] true if the user can undo it */
  set(text, canUndo = false) {
    if (text === this.text) return;
    if (canUndo && text.length < MOST_CHARACTERS) {
      this.area.focus();
      this.area.select();
      // The only way that keeps the history of the text area.
      if (document.execCommand('insertText', false, text) && this.text === text) return;
    }
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.#frame.scrollTop = 0;
    this.#draw();
  }

  #draw() {
    const { text } = this;
    const lines = text.split('\n');
    this.#isPlain = text.length > MOST_CHARACTERS || lines.length > MOST_LINES || lines.some(({ length }) => length > LONGEST_LINE);
    this.#frame.classList.toggle('plain', this.#isPlain);
    this.link([]);
    for (const [group, range] of this.#coloured) group.delete(range);
    this.#coloured = [];
    const now = this.#isPlain ? [] : lines;
    this.#replace(now);
    this.#lines = now;
    let at = 0;
    this.#starts = now.map(({ length }) => {
      const start = at;
      at += length + 1;
      return start;
    });
    if (!this.#isPlain && text.length <= MOST_COLOURED) this.#colour(text);
  }

  /** Replaces the lines that differ. @param {string[]} now */
  #replace(now) {
    const old = this.#lines;
    let head = 0;
    while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
    let tail = 0;
    while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
    if (head === 0 && tail === 0) this.#copy.replaceChildren();
    else for (let gone = old.length - head - tail; gone > 0; gone -= 1) this.#copy.children[head].remove();
    const made = document.createDocumentFragment();
    for (const line of now.slice(head, now.length - tail)) {
      const element = document.createElement('div');
      element.className = 'line';
      element.textContent = line;
      made.append(element);
    }
    this.#copy.insertBefore(made, this.#copy.children[head] ?? null);
  }

  /** @param {string} text */
  #colour(text) {
    if (!HAS_HIGHLIGHTS) return;
    for (const { start, end, kind } of scalars(text)) {
      const [first, last] = [this.#position(start), this.#position(end)];
      const group = COLOURS[kind];
      if (!group || !first || !last) continue;
      const range = new StaticRange({ startContainer: first.node, startOffset: first.offset, endContainer: last.node, endOffset: last.offset });
      group.add(range);
      this.#coloured.push([group, range]);
    }
  }

  /** Returns the node and offset in the copy. @param {number} offset */
  #position(offset) {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle;
    }
    const line = this.#copy.children[low];
    if (!line) return undefined;
    const node = line.firstChild ?? line;
    return { node, offset: node === line ? 0 : Math.min(offset - this.#starts[low], this.#lines[low].length) };
  }

  /** Highlights these parts, in place of the earlier ones. @param {TextRange[]} ranges @param {boolean} [isShown] true to scroll to the first one */
  link(ranges, isShown = false) {
    for (const range of this.#linked) LINKED?.delete(range);
    this.#linked = [];
    for (const { start, end } of ranges) {
      const [first, last] = [this.#position(start), this.#position(end)];
      if (!first || !last) continue;
      const range = document.createRange();
      range.setStart(first.node, first.offset);
      range.setEnd(last.node, last.offset);
      this.#linked.push(range);
      LINKED?.add(range);
    }
    if (isShown) this.#show(this.#linked[0]);
  }

  /** @param {Range | undefined} range */
  #show(range) {
    const box = range?.getClientRects()[0];
    if (!box) return;
    const frame = this.#frame.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) this.#frame.scrollTop += box.top - frame.top - frame.height / 3;
  }

  /** Selects a part, and moves the focus there. @param {TextRange} range */
  select({ start, end }) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    const [first, last] = [this.#position(start), this.#position(end)];
    if (!first || !last) return;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset);
    this.#show(range);
    if (this.#frame.getBoundingClientRect().top < 0 || this.#frame.getBoundingClientRect().bottom > innerHeight) this.#frame.scrollIntoView({ block: 'nearest' });
  }

  /** Returns the offset of the character at a point, or undefined. @param {number} x @param {number} y */
  #offsetAt(x, y) {
    if (this.#isPlain) return undefined;
    this.area.style.pointerEvents = 'none';
    const found = caretAt(x, y);
    this.area.style.pointerEvents = '';
    const line = found?.node.parentElement;
    if (!found || !line || !(found.node instanceof Text) || line.parentElement !== this.#copy) return undefined;
    // Beyond the end of a line, the position is that of its last character.
    const character = document.createRange();
    character.setStart(found.node, Math.max(0, found.offset - 1));
    character.setEnd(found.node, Math.min(found.offset + 1, found.node.length));
    if (![...character.getClientRects()].some(box => x >= box.left - 2 && x <= box.right + 2 && y >= box.top && y <= box.bottom)) return undefined;
    const index = [...this.#copy.children].indexOf(line);
    return index < 0 ? undefined : this.#starts[index] + found.offset;
  }
}

/** Returns the node and the offset at a point. @param {number} x @param {number} y */
function caretAt(x, y) {
  if (document.caretPositionFromPoint) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  // Older versions of Safari.
  const range = document.caretRangeFromPoint?.(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}
