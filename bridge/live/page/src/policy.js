// Decides which values of a surface may become a URL or a colour. All others are text.

const GENERIC_FONTS = new Set(['serif', 'sans-serif', 'monospace', 'cursive', 'system-ui']);
const LINKS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Returns a URL that the user may open: absolute, and with a scheme that does not run code.
 * @param {unknown} text
 * @returns {string | undefined}
 */
export function link(text) {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return LINKS.has(url.protocol) ? url.href : undefined;
}

/**
 * Returns a URL from which an image, a video or audio may be loaded automatically. A remote URL reveals the viewer to its server, so it
 * is loaded only if the page was made with `--allow-images`.
 * @param {unknown} text
 * @param {'image' | 'video' | 'audio'} kind
 * @param {boolean} remote
 * @returns {string | undefined}
 */
export function source(text, kind, remote) {
  if (typeof text !== 'string') return undefined;
  if (text.startsWith(`data:${kind}/`)) return text;
  return remote && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : undefined;
}

/** The flag that loads images and media from other servers. */
export const ALLOW = '--allow-images';

/**
 * Returns the reason why `source` returns no URL for this text.
 * @param {unknown} text
 * @param {'image' | 'video' | 'audio'} kind
 * @param {boolean} remote
 */
export function unloaded(text, kind, remote) {
  if (typeof text !== 'string' || text === '') return 'not loaded: it has no address';
  if (!remote && source(text, kind, true)) return `not loaded: use ${ALLOW}`;
  return 'not loaded: its address is not https';
}

/**
 * Returns a plain colour. Custom properties accept any text, including `url(…)`, which loads a file, and `var(…)`.
 * @param {unknown} text
 * @returns {string | undefined}
 */
export function colour(text) {
  if (typeof text !== 'string' || text.length > 80) return undefined;
  const plain = /^#[0-9a-f]+$|^[a-z]+$|^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([a-z0-9 ,.%/+-]*\)$/i.test(text);
  const keyword = /^(?:inherit|initial|unset|revert|currentcolor|transparent)$/i.test(text);
  return plain && !keyword && CSS.supports('color', text) ? text : undefined;
}

/**
 * Returns the names of fonts as a CSS value. The page loads no fonts, so fonts that the device lacks are replaced by its own.
 * @param {unknown} text
 * @returns {string | undefined}
 */
export function font(text) {
  if (typeof text !== 'string' || text.length > 200) return undefined;
  const names = text.split(',').map(name => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  if (!names.every(name => /^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(name))) return undefined;
  return [...names.map(name => (GENERIC_FONTS.has(name) ? name : `"${name}"`)), 'system-ui', 'sans-serif'].join(', ');
}

/**
 * Returns black or white, whichever has the higher contrast on a colour (WCAG 2.2).
 * @param {string} background
 */
export function readableOn(background) {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return '#fff';
  canvas.fillStyle = background;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(byte => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff';
}

/**
 * Returns true if text is a valid SVG path. The browser reports any other text in the console.
 * @param {unknown} text
 */
export const isShape = text => typeof text === 'string' && /^[mM][\d\s,.eE+mzlhvcsqta-]*$/i.test(text) && CSS.supports('d', `path("${text.replace(/\s+/g, ' ')}")`);
