// The table of fields: what became of each one, with filters. Its rows and both texts highlight each other.
import { documentation } from './dialects.js';
import { clipped, counted, make } from './elements.js';

/** @typedef {import('./types.d.ts').Note} Note */

const MOST_ROWS = 200;
const VERDICTS = ['copied', 'renamed', 'encoded', 'derived', 'defaulted', 'carried', 'quarantined', 'lost'];
/** @type {Record<string, string>} */
const MEANING = {
  copied: 'The target has the same value under the same name',
  renamed: 'The target has the same value under another name',
  encoded: 'The target has another value, from which the original can be computed',
  derived: 'The value was computed from other fields',
  defaulted: 'The value is a constant of the mapping',
  carried: 'The target cannot hold this value; the carry holds it, and it is lost without the carry',
  quarantined: 'The value is unsafe; it stays in the carry and is never restored',
  lost: 'The value is lost',
};
/** @type {Record<string, string>} */
const COLOUR = { carried: 'carried', quarantined: 'lost', lost: 'lost' };
/** Losses come first. @param {Note} note */
const rank = ({ verdict }) => (verdict === 'lost' ? 0 : verdict === 'quarantined' ? 1 : verdict === 'carried' ? 2 : 3);

export class FieldTable {
  /** @type {Note[]} */ #notes = [];
  /** @type {Set<string>} */ #hidden = new Set();
  /** @type {Map<string, Note[]>} */ #bySource = new Map();
  /** @type {Map<string, Note[]>} */ #byTarget = new Map();
  /** @type {Map<Note, HTMLTableRowElement>} */ #rows = new Map();
  #most = MOST_ROWS;
  #hasSeveral = false;

  /** @param {HTMLElement} element @param {(note: Note | undefined, how: 'hover' | 'focus' | 'open') => void} point */
  constructor(element, point) {
    this.element = element;
    this.point = point;
    this.search = make('input', { type: 'search', placeholder: 'Look up a field', ariaLabel: 'Look up a field' });
    this.search.addEventListener('input', () => this.#restart());
    this.filters = make('div', { className: 'filters', role: 'group', ariaLabel: 'Filters' });
    this.count = make('span', { className: 'number', role: 'status' });
    this.body = make('tbody');
    this.more = make('button', { type: 'button', className: 'more', textContent: 'Show more', hidden: true });
    this.more.addEventListener('click', () => {
      this.#most += MOST_ROWS;
      this.#draw();
    });
    this.head = make('tr');
    this.table = make('table', { ariaLabel: 'Fields' }, make('thead', {}, this.head), this.body);
    this.empty = make('p', { className: 'none' });
    element.append(this.filters, this.table, this.empty, this.more);
    this.body.addEventListener('pointerover', event => this.point(this.#noteOf(event.target), 'hover'));
    this.body.addEventListener('pointerleave', () => this.point(undefined, 'hover'));
    this.body.addEventListener('focusin', event => {
      if (event.target instanceof HTMLTableRowElement) this.point(this.#noteOf(event.target), 'focus');
    });
    this.body.addEventListener('click', event => {
      if (event.target instanceof Element && event.target.closest('a')) return;
      this.point(this.#noteOf(event.target), 'focus');
    });
    this.body.addEventListener('keydown', event => this.#move(event));
    this.set([]);
  }

  /** Shows other notes. @param {Note[]} notes @param {string} [why] the reason why there are none */
  set(notes, why = 'Fields are listed here when there is a translation.') {
    this.#notes = notes.map((note, at) => ({ note, at })).sort((one, other) => rank(one.note) - rank(other.note) || one.at - other.at).map(({ note }) => note);
    this.#hasSeveral = notes.some(({ input }) => input > 0);
    this.#bySource = new Map();
    this.#byTarget = new Map();
    const add = (/** @type {Map<string, Note[]>} */ map, /** @type {string} */ key, /** @type {Note} */ note) => {
      const all = map.get(key);
      if (all) all.push(note);
      else map.set(key, [note]);
    };
    for (const note of notes) {
      add(this.#bySource, `${note.input}${note.from}`, note);
      if (note.to !== undefined && note.message !== undefined) add(this.#byTarget, `${note.message}${note.to}`, note);
    }
    const found = VERDICTS.map(verdict => ({ verdict, count: notes.filter(note => note.verdict === verdict).length })).filter(({ count }) => count > 0);
    const buttons = found.map(({ verdict, count }) => {
      const button = make('button', { type: 'button', title: MEANING[verdict], 'aria-pressed': String(!this.#hidden.has(verdict)) }, `${verdict} ${count.toLocaleString('en')}`);
      button.classList.add(COLOUR[verdict] ?? 'kept');
      button.addEventListener('click', () => {
        const isShown = !this.#hidden.delete(verdict);
        if (isShown) this.#hidden.add(verdict);
        button.setAttribute('aria-pressed', String(!isShown));
        this.#restart();
      });
      return button;
    });
    this.filters.replaceChildren(this.search, ...buttons, this.count);
    this.filters.hidden = notes.length === 0;
    this.table.hidden = notes.length === 0;
    this.empty.hidden = notes.length > 0;
    this.empty.textContent = why;
    const columns = ['Verdict', ...(this.#hasSeveral ? ['#'] : []), 'From', 'To', 'Rule', 'Remark'];
    this.head.replaceChildren(...columns.map(name => make('th', { scope: 'col', title: name === '#' ? 'Number of the message in the source' : '' }, name)));
    this.#restart();
  }

  #restart() {
    this.#most = MOST_ROWS;
    this.#draw();
  }

  #draw() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.#notes.filter(({ verdict, rule, from, to = '', remark = '' }) => {
      if (this.#hidden.has(verdict)) return false;
      const text = `${verdict} ${rule} ${from} ${to} ${remark}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
    this.#rows = new Map(shown.slice(0, this.#most).map((note, at) => [note, this.#row(note, at === 0)]));
    this.body.replaceChildren(...this.#rows.values());
    this.count.textContent = shown.length === this.#notes.length ? counted(shown.length, 'field', 'fields') : `${shown.length.toLocaleString('en')} of ${counted(this.#notes.length, 'field', 'fields')}`;
    this.more.hidden = shown.length <= this.#most;
  }

  /** @param {Note} note @param {boolean} isFirst */
  #row(note, isFirst) {
    const { verdict, rule, from, to, remark, input } = note;
    const place = (/** @type {string | undefined} */ pointer, /** @type {boolean} */ isWhole) => {
      if (pointer) return make('code', { title: pointer }, clipped(pointer, 300));
      return pointer === undefined || !isWhole ? '' : make('span', { className: 'number' }, 'the message');
    };
    const href = documentation(rule);
    return make('tr', { tabIndex: isFirst ? 0 : -1 },
      make('td', { className: COLOUR[verdict] ?? 'kept', title: MEANING[verdict] ?? '' }, verdict),
      this.#hasSeveral ? make('td', { className: 'number', 'data-label': 'message' }, String(input + 1)) : undefined,
      make('td', { 'data-label': 'from' }, place(from, true)),
      make('td', to === undefined ? {} : { 'data-label': 'to' }, place(to, true)),
      make('td', { className: 'number' }, href ? make('a', { href, target: '_blank', rel: 'noopener', tabIndex: -1, title: 'Documentation of the mapping' }, rule) : rule),
      make('td', {}, remark ? clipped(remark, 1_000) : ''));
  }

  /** @param {EventTarget | null} target */
  #noteOf(target) {
    const row = target instanceof Element ? target.closest('tr') : null;
    for (const [note, element] of this.#rows) if (element === row) return note;
    return undefined;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const row = event.target;
    if (!(row instanceof HTMLTableRowElement)) return;
    const all = [...this.body.rows];
    const at = all.indexOf(row);
    const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1), PageDown: all[Math.min(at + 10, all.length - 1)], PageUp: all[Math.max(at - 10, 0)] }[event.key];
    if (next) {
      event.preventDefault();
      row.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.point(this.#noteOf(row), 'open');
    }
  }

  /**
   * Returns the notes about a place, or about the closest value that contains it.
   * @param {'source' | 'target'} side @param {number} index of the message @param {string} pointer
   */
  about(side, index, pointer) {
    const map = side === 'source' ? this.#bySource : this.#byTarget;
    for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const found = map.get(`${index}${path}`);
      if (found || path === '') return found ?? [];
    }
  }

  /** Highlights the rows of notes. @param {Note[]} notes @param {boolean} [isShown] true to scroll to the first one */
  link(notes, isShown = false) {
    for (const row of this.body.querySelectorAll('.linked')) row.classList.remove('linked');
    const rows = notes.flatMap(note => this.#rows.get(note) ?? []);
    for (const row of rows) row.classList.add('linked');
    if (isShown && rows[0] && this.element.scrollHeight > this.element.clientHeight) {
      const [frame, box] = [this.element.getBoundingClientRect(), rows[0].getBoundingClientRect()];
      if (box.top < frame.top + 40 || box.bottom > frame.bottom) this.element.scrollTop += box.top - frame.top - frame.height / 3;
    }
  }
}
