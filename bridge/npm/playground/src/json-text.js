// Finds places in JSON texts without parsing them: the text may be broken, and its numbers and layout stay as they are.

/**
 * A part of a text.
 * @typedef {object} Range
 * @property {number} start the offset of the first UTF-16 unit
 * @property {number} end the offset after the last one
 */
/** @typedef {Range & { name?: string, nameStart?: number }} Child a member or an element; a member has a name and its offset */

// Deeper values are reported as part of the value at this depth, so that hostile nesting costs little.
const DEEPEST = 128;

const BLANK = /[\s,\uFEFF]/;
const AFTER_LITERAL = /[\s,:{}[\]"]/;

/** Returns the offset of the next character that is neither blank nor a comma. @param {string} text @param {number} at @param {number} end */
function skipBlanks(text, at, end) {
  while (at < end && BLANK.test(text[at])) at += 1;
  return at;
}

/** Returns the offset after a string. @param {string} text @param {number} at @param {number} end */
function skipString(text, at, end) {
  for (at += 1; at < end; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return end;
}

/**
 * Returns the offset after the value at an offset, or -1 if the text ends inside an object or array.
 * @param {string} text @param {number} at @param {number} end
 */
function skipValue(text, at, end) {
  let depth = 0;
  while (at < end) {
    const character = text[at];
    if (character === '"') at = skipString(text, at, end);
    else if (character === '{' || character === '[') {
      depth += 1;
      at += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      at += 1;
    } else if (depth === 0) {
      const start = at;
      while (at < end && !AFTER_LITERAL.test(text[at])) at += 1;
      return at === start ? at + 1 : at;
    } else at += 1;
    if (depth <= 0) return at;
  }
  return -1;
}

/**
 * Yields the members of an object or the elements of an array.
 * @param {string} text @param {Range} range of the object or array
 * @returns {Generator<Child>}
 */
export function* children(text, { start, end }) {
  const open = text[start];
  if (open !== '{' && open !== '[') return;
  const close = open === '{' ? '}' : ']';
  let at = start + 1;
  for (;;) {
    at = skipBlanks(text, at, end);
    if (at >= end || text[at] === close) return;
    /** @type {Child} */
    const child = { start: at, end: at };
    if (open === '{') {
      child.nameStart = at;
      const after = text[at] === '"' ? skipString(text, at, end) : skipValue(text, at, end);
      if (after < 0) return;
      child.name = nameOf(text.slice(at, after));
      at = skipBlanks(text, after, end);
      if (text[at] === ':') at = skipBlanks(text, at + 1, end);
      if (at >= end || text[at] === close) return;
      child.start = at;
    }
    const after = skipValue(text, at, end);
    child.end = after < 0 ? end : after;
    yield child;
    at = child.end;
  }
}

/** @param {string} written */
function nameOf(written) {
  try {
    const name = JSON.parse(written);
    return typeof name === 'string' ? name : written;
  } catch {
    return written.replace(/^["']|["']$/g, '');
  }
}

/**
 * Returns the messages of a text, in order: its documents, and the elements of those that are lists.
 * @param {string} text
 * @returns {Range[]}
 */
export function messages(text) {
  /** @type {Range[]} */
  const found = [];
  let at = 0;
  for (;;) {
    at = skipBlanks(text, at, text.length);
    if (at >= text.length) return found;
    if (text[at] !== '{' && text[at] !== '[') {
      // Text outside of documents, such as the prefix of a log line.
      at = Math.max(at + 1, text[at] === '"' ? skipString(text, at, text.length) : skipValue(text, at, text.length));
      continue;
    }
    const after = skipValue(text, at, text.length);
    const document = { start: at, end: after < 0 ? restart(text, at) : after };
    if (text[at] === '[') for (const { start, end } of children(text, document)) found.push({ start, end });
    else found.push(document);
    at = document.end;
  }
}

/** Returns the offset at which reading goes on after an incomplete document: the next line that starts one. @param {string} text @param {number} at */
function restart(text, at) {
  const next = /\n(?=[{[])/g;
  next.lastIndex = at;
  const found = next.exec(text);
  return found ? found.index : text.length;
}

/** Returns the segments of a JSON Pointer. @param {string} pointer */
export const segments = pointer => pointer.split('/').slice(1).map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns the JSON Pointer with these segments. @param {(string | number)[]} parts */
export const pointer = parts => parts.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Returns the value at a JSON Pointer, or its closest ancestor that exists. If a name occurs twice, the last member counts.
 * @param {string} text @param {Range} message @param {string} path
 * @returns {Range & { nameStart?: number, isExact: boolean }}
 */
export function find(text, message, path) {
  /** @type {Child} */
  let here = message;
  for (const segment of segments(path)) {
    const isArray = text[here.start] === '[';
    /** @type {Child | undefined} */
    let next;
    let index = 0;
    for (const child of children(text, here)) {
      if (isArray ? String(index) === segment : child.name === segment) next = child;
      if (isArray && next) break;
      index += 1;
    }
    if (!next) return { ...here, isExact: false };
    here = next;
  }
  return { ...here, isExact: true };
}

/**
 * Returns the JSON Pointer of the deepest value at an offset. The name of a member belongs to its value.
 * @param {string} text @param {Range} message @param {number} offset
 */
export function pointerAt(text, message, offset) {
  /** @type {(string | number)[]} */
  const parts = [];
  /** @type {Child | undefined} */
  let here = message;
  while (here && parts.length < DEEPEST) {
    /** @type {Child | undefined} */
    let next;
    let index = 0;
    for (const child of children(text, here)) {
      if ((child.nameStart ?? child.start) > offset) break;
      if (offset < child.end) {
        next = child;
        parts.push(child.name ?? index);
        break;
      }
      index += 1;
    }
    here = next;
  }
  return pointer(parts);
}

/**
 * Returns the offset of a line and column, which start at 1. The column counts bytes of UTF-8.
 * @param {string} text @param {number} line @param {number} column
 */
export function offsetOf(text, line, column) {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  for (let bytes = column - 1; bytes > 0 && at < text.length && text[at] !== '\n';) {
    const code = /** @type {number} */ (text.codePointAt(at));
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

// Values below this depth stay on one line, so that the indentation of hostile nesting does not grow without limit.
const DEEPEST_INDENT = 40;

/**
 * Writes a JSON value with two spaces of indentation. Names, strings and numbers stay as they are.
 * @param {string} text one JSON value
 * @param {number} width a container that is not longer stays on one line; with 0, only an empty one
 */
export function indent(text, width = 0) {
  /** @type {string[]} */
  const out = [];
  // For each open container: true if its values have lines of their own.
  /** @type {boolean[]} */
  const open = [];
  let at = 0;
  let isFirst = true;
  const space = () => (open.at(-1) ? `\n${'  '.repeat(open.length)}` : isFirst ? '' : ' ');
  while ((at = skipSpace(text, at)) < text.length) {
    const character = text[at];
    if (character === ',') {
      out.push(',');
      isFirst = false;
      at += 1;
      continue;
    }
    if (character === '}' || character === ']') {
      const spread = open.pop();
      if (spread) out.push(`\n${'  '.repeat(open.length)}`);
      out.push(character);
      isFirst = false;
      at += 1;
      continue;
    }
    if (character === ':') {
      out.push(': ');
      at += 1;
      const value = skipSpace(text, at);
      at = value;
      if (at < text.length && text[at] !== '{' && text[at] !== '[') {
        const after = Math.max(at + 1, skipValue(text, at, text.length));
        out.push(text.slice(at, after));
        at = after;
      } else if (at < text.length) at = opened(at);
      continue;
    }
    if (open.length > 0) out.push(space());
    isFirst = false;
    if (character === '{' || character === '[') at = opened(at);
    else {
      const after = character === '"' ? skipString(text, at, text.length) : Math.max(at + 1, skipValue(text, at, text.length));
      out.push(text.slice(at, after));
      at = after;
    }
  }
  return out.join('');

  /** Writes the start of a container, and returns the offset after it. @param {number} start */
  function opened(start) {
    const spreads = open.length === 0 || open[open.length - 1];
    out.push(text[start]);
    open.push(spreads && open.length < DEEPEST_INDENT && !isShort(text, start, width - 2 * open.length));
    isFirst = true;
    return start + 1;
  }
}

/** @param {string} text @param {number} at */
function skipSpace(text, at) {
  while (at < text.length && /\s/.test(text[at])) at += 1;
  return at;
}

/** Returns true if a container is empty or not longer than the limit. @param {string} text @param {number} start @param {number} limit */
function isShort(text, start, limit) {
  const first = text[skipSpace(text, start + 1)];
  if (first === '}' || first === ']') return true;
  return limit > 0 && skipValue(text, start, Math.min(text.length, start + limit)) > 0;
}

/**
 * Returns a JSON value with the members of its objects in the order of another value, as far as that has them. The order of members has
 * no meaning in JSON.
 * @param {string} text @param {string} like
 */
export const reorder = (text, like) => reordered(text, { start: skipSpace(text, 0), end: text.length }, like, { start: skipSpace(like, 0), end: like.length }, 0);

/** @param {string} text @param {Range} range @param {string} like @param {Range | undefined} model @param {number} depth @returns {string} */
function reordered(text, range, like, model, depth) {
  const open = text[range.start];
  if (!model || open !== like[model.start] || (open !== '{' && open !== '[') || depth > DEEPEST) return text.slice(range.start, range.end);
  const theirs = [...children(like, model)];
  const ours = [...children(text, range)];
  if (open === '[') return `[${ours.map((child, at) => reordered(text, child, like, theirs[at], depth + 1)).join(',')}]`;
  const places = new Map(theirs.map(({ name }, at) => [name, at]));
  const place = (/** @type {Child} */ { name }) => places.get(name) ?? theirs.length;
  ours.sort((one, other) => place(one) - place(other));
  return `{${ours.map(child => `${text.slice(child.nameStart, nameEnd(text, child))}:${reordered(text, child, like, theirs[place(child)], depth + 1)}`).join(',')}}`;
}

/** Returns the offset after the name of a member. @param {string} text @param {Child} child */
function nameEnd(text, { nameStart = 0, start }) {
  return text[nameStart] === '"' ? skipString(text, nameStart, start) : skipValue(text, nameStart, start);
}

/**
 * Yields the strings, numbers and literals of a text, to colour them. Names of members are left out.
 * @param {string} text
 * @returns {Generator<Range & { kind: 'string' | 'number' | 'literal' }>}
 */
export function* scalars(text) {
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      const end = skipString(text, at, text.length);
      if (text[skipSpace(text, end)] !== ':') yield { start: at, end, kind: 'string' };
      at = end;
    } else if (/[-\w]/.test(character)) {
      const start = at;
      while (at < text.length && /[-+.\w]/.test(text[at])) at += 1;
      yield { start, end: at, kind: /[-\d]/.test(character) ? 'number' : 'literal' };
    } else at += 1;
  }
}
