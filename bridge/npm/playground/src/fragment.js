// The state of the page as the fragment of a link: a version, a letter for the encoding, and base64url. Browsers never send a fragment to a server.

/**
 * The part of the page that a link holds.
 * @typedef {object} State
 * @property {string} text the source
 * @property {string} from the dialect of the source; empty if it is recognised
 * @property {string} to the dialect of the target
 * @property {string} context the context as JSON
 * @property {string} tab the selected tab
 */

const VERSION = '1';
/** The maximum length of a fragment. Longer links are cut off by chat programs and some servers. */
export const LONGEST = 60_000;
// A small fragment can decompress to a large state.
const LARGEST_STATE = 4_000_000;

/** @param {Uint8Array} bytes */
function encode(bytes) {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function decode(text) {
  if (!/^[\w-]*$/.test(text)) throw new Error('not base64url');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0));
}

/**
 * Passes bytes through a stream, and stops at a limit.
 * @param {Uint8Array} bytes @param {GenericTransformStream} through @param {number} limit
 */
async function piped(bytes, through, limit) {
  const writer = through.writable.getWriter();
  // The reader reports the error.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = through.readable.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      reader.cancel().catch(() => {});
      throw new RangeError('the state is too large');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Writes a state as a fragment, without `#`. It throws a `RangeError` if the link would be too long.
 * @param {State} state
 */
export async function write({ text, from, to, context, tab }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ text, from, to, context, tab }));
  const isPacked = typeof CompressionStream === 'function';
  const packed = isPacked ? await piped(bytes, new CompressionStream('deflate-raw'), LARGEST_STATE) : bytes;
  const fragment = `${VERSION}${isPacked ? 'z' : 'p'}${encode(packed)}`;
  if (fragment.length > LONGEST)
    throw new RangeError(`The source is too large for a link: it would have ${fragment.length} characters, and at most ${LONGEST} are portable. Download the files instead.`);
  return fragment;
}

/**
 * Reads a fragment, without `#`. It throws an error with a sentence for the user if the fragment holds no state.
 * @param {string} fragment
 * @returns {Promise<State>}
 */
export async function read(fragment) {
  if (fragment.length > LONGEST) throw new Error(`The link is too long: it has ${fragment.length} characters after #, and at most ${LONGEST} are read.`);
  const [, version, encoding, body] = /^(\d+)([a-z])(.*)$/s.exec(fragment) ?? [];
  if (version === undefined) throw new Error('The link does not hold a state of this page.');
  if (version !== VERSION || (encoding !== 'z' && encoding !== 'p')) throw new Error('The link was made by another version of this page.');
  let state;
  try {
    const bytes = decode(body);
    const plain = encoding === 'p' ? bytes : await piped(bytes, new DecompressionStream('deflate-raw'), LARGEST_STATE);
    state = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (error) {
    if (error instanceof RangeError) throw new Error(`The state in the link is too large: at most ${LARGEST_STATE} bytes are read.`);
    throw new Error('The link is damaged or incomplete. Ask for it again, and copy the whole of it.');
  }
  const part = (/** @type {string} */ name) => (Object.hasOwn(Object(state), name) && typeof state[name] === 'string' ? state[name] : '');
  return { text: part('text'), from: part('from'), to: part('to'), context: part('context'), tab: part('tab') };
}
