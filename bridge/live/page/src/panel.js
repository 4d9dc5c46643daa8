// The panel next to the surfaces: refused messages, findings, problems of the renderer, losses, and the last actions.
import { html, nothing, render } from 'lit';

/** @typedef {{ file?: string, line: number, column: number }} Place */
/** @typedef {Place & { pointer?: string, rule?: string, message: string, hint?: string }} Refusal */
/** @typedef {Place & { surface?: string, component?: string, verdict: string, rule: string, from: string, to?: string, remark?: string, value?: string }} Loss */
/** @typedef {Place & { surface?: string, component?: string, severity: string, rule: string, pointer: string, message: string, hint?: string }} Finding */
/** @typedef {Place & { messages?: any[], losses?: Loss[], refused?: Refusal[], findings?: Finding[], whole?: Finding[], dialect?: string }} Step */

const MOST_ENTRIES = 300;
const LAST_ACTIONS = 20;
/** What each verdict means on a page, which keeps no carry. @type {Record<string, string>} */
const VERDICTS = { carried: 'not shown in 0.9', dropped: 'dropped', quarantined: 'unsafe, not shown' };

/** Returns the last segment of a path. @param {string} path */
export const short = path => path.split(/[/\\]/).at(-1) || path;
const place = (/** @type {Place} */ { file, line, column }) =>
  // A message of a session comes from an agent, and not from a line of a file.
  html`<span title=${file ?? ''}>${file ? short(file) : 'standard input'}${line > 0 ? `:${line}:${column}` : ''}</span>`;

/**
 * @param {HTMLElement} element
 * @param {{ licenses?: string, point: (surface: string, component: string) => void }} given the licences of the page's components, and a
 *     function that highlights a component
 */
export function panel(element, { licenses, point }) {
  /** @type {Refusal[]} */ let refusals = [];
  /** @type {{ surface?: string, component?: string, text: string, times: number }[]} */ let problems = [];
  /** @type {Loss[]} */ let losses = [];
  /** @type {Finding[]} */ let findings = [];
  /** @type {Finding[]} Findings about whole surfaces. */ let whole = [];
  /** The addresses of media that are not loaded. @type {Set<string>} */ let blocked = new Set();
  /** @type {{ message: any, became: string, failed: boolean }[]} */ let actions = [];
  let drawing = false;

  // Combines several changes into one update.
  function draw() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      render(content(), element);
    });
  }

  function content() {
    return html`
      ${refusals.length === 0 ? nothing : html`<section class="refused">
        <h2>${counted(refusals.length, 'message was', 'messages were')} refused</h2>
        <ul>${limited(refusals, refusal => html`<li>
          <p>${refusal.message}</p>${refusal.hint ? html`<p class="hint">${refusal.hint}</p>` : nothing}
          <p class="place">${place(refusal)} <code>${broken(refusal.pointer ?? '')}</code> ${refusal.rule}</p></li>`)}</ul>
      </section>`}
      ${problems.length === 0 ? nothing : html`<section class="problems">
        <h2>${counted(problems.length, 'part is', 'parts are')} not drawn</h2>
        <ul>${limited(problems, ({ surface, component, text, times }) => html`<li>
          <p>${named(surface, component)} ${text}${times > 1 ? ` (${times} times)` : ''}</p></li>`)}</ul>
      </section>`}
      ${findings.length + whole.length === 0 ? nothing : html`<section class="findings">
        <h2>${counted(findings.length + whole.length, 'finding', 'findings')} of the check</h2>
        <ul>${limited([...findings, ...whole], finding => html`<li>
          <p><b class=${finding.severity}>${finding.severity}</b> ${finding.component ? named(finding.surface, finding.component) : nothing} ${finding.message}</p>
          ${finding.hint ? html`<p class="hint">${finding.hint}</p>` : nothing}
          <p class="place">${place(finding)} <code>${broken(finding.pointer)}</code> ${finding.rule}</p></li>`)}</ul>
      </section>`}
      <section class="lost">
        <h2>${losses.length === 0 ? 'Translation to A2UI 0.9' : counted(losses.length, 'field is not shown in 0.9', 'fields are not shown in 0.9')}</h2>
        ${losses.length === 0 ? html`<p class="none">${refusals.length + problems.length + blocked.size === 0 ? 'Nothing was lost.' : 'The translation lost nothing.'}</p>` : groups()}
        ${blocked.size === 0 ? nothing : html`<p class="blocked">${counted(blocked.size, 'image or media file is', 'images or media files are')} not loaded:
          use <span class="flag">--allow-images</span> to load them from https addresses.</p>`}
      </section>
      <section class="actions">
        <details ?open=${actions.length > 0}>
          <summary>Last actions${actions.length > 0 ? `: ${actions.length}` : ''}</summary>
          ${actions.length === 0 ? html`<p class="none">Actions that you send are listed here.</p>` : nothing}
          <ol reversed>${actions.map(({ message, became, failed }) => html`<li>
            <p class=${failed ? 'failed' : 'became'} role=${failed ? 'alert' : 'status'}>${became}</p>
            <pre tabindex="0">${JSON.stringify(message, undefined, 2)}</pre></li>`)}</ol>
        </details>
      </section>
      ${licenses ? html`<section><details><summary class="plain">Licences</summary><pre tabindex="0">${licenses}</pre></details></section>` : nothing}`;
  }

  function groups() {
    /** @type {Map<string, Loss[]>} */
    const byComponent = new Map();
    for (const loss of losses.slice(0, MOST_ENTRIES)) {
      const key = JSON.stringify([loss.surface ?? null, loss.component ?? null]);
      byComponent.set(key, [...(byComponent.get(key) ?? []), loss]);
    }
    return html`${[...byComponent].map(([key, group]) => {
      const [surface, component] = JSON.parse(key);
      return html`<h3>${named(surface, component) ?? 'The message'}</h3>
        <ul>${group.map(loss => html`<li>
          <p><b class="verdict">${loss.verdict === 'carried' && loss.to ? 'shown in part in 0.9' : VERDICTS[loss.verdict] ?? loss.verdict}</b> <code>${broken(loss.from || loss.to || '')}</code></p>
          ${loss.value === undefined ? nothing : html`<p><code class="value">${loss.value}</code></p>`}
          ${loss.remark ? html`<p class="hint">${loss.remark}</p>` : nothing}
          <p class="place">${place(loss)} ${loss.rule}</p></li>`)}</ul>`;
    })}${more(losses.length)}`;
  }

  /** @param {string | undefined | null} surface @param {string | undefined | null} component */
  function named(surface, component) {
    if (surface && component)
      return html`<button type="button" class="point" @click=${() => point(surface, component)}
        title="Show this component">${component}</button> <small>in ${surface}</small>`;
    return surface ? html`<small>Surface ${surface}</small>` : undefined;
  }

  draw();
  return {
    /** @param {Step} step */
    step(step) {
      refusals.push(...(step.refused ?? []));
      losses.push(...(step.losses ?? []));
      findings.push(...(step.findings ?? []));
      if (step.whole) whole = step.whole;
      draw();
    },
    /** @param {{ surface?: string, component?: string, text: string }} problem */
    problem({ surface, component, text }) {
      const same = problems.find(other => other.surface === surface && other.component === component && other.text === text);
      if (same) same.times += 1;
      else problems.push({ surface, component, text, times: 1 });
      draw();
      return same === undefined;
    },
    /** @param {string} address the address of an image or media file that is not loaded */
    blocked(address) {
      if (blocked.has(address)) return;
      blocked.add(address);
      draw();
    },
    /** @param {any} message @param {Promise<string>} outcome */
    action(message, outcome) {
      const entry = { message, became: 'sending', failed: false };
      actions = [entry, ...actions].slice(0, LAST_ACTIONS);
      draw();
      outcome.then(became => Object.assign(entry, { became }), error => Object.assign(entry, { became: `not accepted: ${error.message}`, failed: true }))
        .then(draw);
    },
    /** Removes all entries about messages. The actions stay. */
    reset() {
      refusals = [];
      problems = [];
      losses = [];
      findings = [];
      whole = [];
      blocked = new Set();
      draw();
    },
    get refusals() { return refusals; },
    /** @param {string} surface @param {string} component */
    lossesOf: (surface, component) => losses.filter(loss => loss.surface === surface && loss.component === component).length,
  };
}

/** A pointer that may break after a slash. @param {string} pointer */
const broken = pointer => pointer.split('/').map((part, index) => (index === 0 ? part : html`/<wbr>${part}`));
/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;
/** @param {number} count */
const more = count => (count > MOST_ENTRIES ? html`<p class="none">And ${count - MOST_ENTRIES} more.</p>` : nothing);
/** @template T @param {T[]} entries @param {(entry: T) => unknown} shown */
const limited = (entries, shown) => html`${entries.slice(0, MOST_ENTRIES).map(shown)}${more(entries.length)}`;
