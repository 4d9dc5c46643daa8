// Resolves the links between the files of the repository to addresses of the website.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/**
 * The target of a link: an address, a file of the repository that the website does not contain, or the fault of the link.
 * @typedef {{ href: string } | { file: string } | { fault: string }} Target
 */

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const OPEN_SCHEMES = /^(https?|mailto):/i;

/** Returns the path from one address of the website to another. @param {string} from @param {string} to */
export function relativeAddress(from, to) {
  return relative(dirname(from), to).replaceAll('\\', '/') || to;
}

/** Returns the address of the public repository, if it is known: that of the environment, or that of Cargo.toml. @param {string} root */
export function repositoryOf(root, environment = process.env) {
  const stated = environment.SITE_REPOSITORY || /^repository = "([^"]+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1];
  if (!stated) return undefined;
  if (!/^https:\/\/[^\s"<>]+$/.test(stated)) throw new Error(`the address of the repository is not an https address: ${stated}`);
  return stated.replace(/\/+$/, '');
}

export class Links {
  /**
   * The files below docs/ that pages link to, and the address of each: the build copies them.
   * @type {Map<string, string>}
   */
  files = new Map();

  /**
   * @param {{ root: string, addresses: Map<string, string>, anchors: Map<string, Set<string>>, repository?: string }} site
   * `addresses` has the address of each source, and `anchors` the anchors of each source with a Markdown page.
   */
  constructor({ root, addresses, anchors, repository }) {
    Object.assign(this, { root, addresses, anchors, repository });
  }

  /** Resolves the target of a link in a source. @param {string} source @param {string} target @returns {Target} */
  resolve(source, target) {
    if (OPEN_SCHEMES.test(target)) return { href: target };
    if (SCHEME.test(target) || target.startsWith('//')) return { fault: `the scheme of ${target} is not allowed` };
    const [, path, anchor] = /^([^#?]*)(?:\?[^#]*)?#?(.*)$/.exec(target);
    const file = path === '' ? source : normalize(join(dirname(source), decoded(path))).replaceAll('\\', '/').replace(/\/$/, '');
    if (file.startsWith('..') || path.startsWith('/')) return { fault: `${target} leads out of the repository` };
    const page = this.addresses.has(file) ? file : join(file, 'README.md');
    if (this.addresses.has(page)) return this.toPage(source, page, decoded(anchor));
    return this.toFile(source, file);
  }

  /** @param {string} source @param {string} page @param {string} anchor @returns {Target} */
  toPage(source, page, anchor) {
    const known = this.anchors.get(page);
    if (anchor && known && !known.has(anchor)) return { fault: `${page} has no heading #${anchor}` };
    const fragment = anchor && known ? `#${encodeURI(anchor)}` : '';
    if (page === source) return { href: fragment || relativeAddress(this.addresses.get(source), this.addresses.get(page)) };
    return { href: relativeAddress(this.addresses.get(source), this.addresses.get(page)) + fragment };
  }

  /** @param {string} source @param {string} file @returns {Target} */
  toFile(source, file) {
    const place = join(this.root, file);
    if (!existsSync(place)) return { fault: `${file} does not exist` };
    const isFolder = statSync(place).isDirectory();
    if (file.startsWith('docs/') && !isFolder && !file.endsWith('.md')) {
      this.files.set(file, file.slice('docs/'.length));
      return { href: relativeAddress(this.addresses.get(source), encodeURI(file.slice('docs/'.length))) };
    }
    if (this.repository) return { href: `${this.repository}/${isFolder ? 'tree' : 'blob'}/HEAD/${encodeURI(file)}` };
    return { file };
  }
}

/** Returns a part of an address without its escapes. One that is not valid UTF-8 stays as it is. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
