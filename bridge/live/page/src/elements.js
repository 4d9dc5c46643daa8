// Elements that this page adds to the renderer's own, or uses instead of them.
import { A2uiSurface } from '@a2ui/lit/v0_9';
import { A2uiLitElement } from '@a2ui/web_core/v0_9';
import {
  A2uiAudioPlayerElement, A2uiBasicButtonElement, A2uiBasicTextFieldElement, A2uiCheckBoxElement, A2uiChoicePickerElement,
  A2uiDateTimeInputElement, A2uiIconElement, A2uiImageElement, A2uiLitModal, A2uiSliderElement, A2uiVideoElement,
} from '@a2ui/web_core/v0_9/basic_catalog';
import { css, html, LitElement, nothing, render, unsafeCSS } from 'lit';
import { isEvent, isReference, referencesIn, rendererOf, Values } from './custom.js';
import { ALLOW, isShape, link, source, unloaded } from './policy.js';
import surfaceStyle from './surface.css';

/** @type {Record<string, string>} Written by the bundler: the character of each icon. */
const GLYPHS = ICON_GLYPHS;
// These icons have no glyph of their own. They are the outline of another icon, which is otherwise filled.
const OUTLINES = new Set(['favoriteOff', 'starOff']);

let remoteImages = false;
/** @type {(surface: string, component: string) => number} */
let lossesOf = () => 0;
/** @type {(address: string) => void} */
let blocked = () => {};
/** @type {(element: any, why: string) => void} */
let failed = () => {};
/** @param {typeof failed} report receives each component whose registered renderer throws, and the reason */
export function reportFailures(report) { failed = report; }

// The values of a component in a box, and the characters of each.
const MOST_VALUES = 30;
const LONGEST_VALUE = 200;

/**
 * @param {object} page
 * @param {boolean} page.images true if images, videos and audio may be loaded from other servers
 * @param {typeof lossesOf} page.losses returns the number of losses of a component
 * @param {typeof blocked} page.blocked receives the address of each image or media file that is not loaded
 */
export function configure(page) {
  const { images, losses } = page;
  blocked = page.blocked;
  remoteImages = images;
  lossesOf = losses;
}

/** A surface. Its components are in one shadow root, which the styles of the page do not affect. */
class Surface extends A2uiSurface {
  static styles = [css`${unsafeCSS(surfaceStyle)}`];
}

/** A placeholder for a component that is not shown, with the reason. */
class Absent extends LitElement {
  static properties = { what: {}, why: {} };
  constructor() {
    super();
    this.what = '';
    this.why = '';
  }
  createRenderRoot() { return this; }
  render() {
    return html`<span class="absent" role="note">${this.what ? html`<b>${this.what}</b> ` : nothing}${this.why}</span>`;
  }
}

/**
 * A box for a component whose type is not in the catalog, or which the renderer refuses: its name, its id, its values and its children.
 */
class Box extends A2uiLitElement {
  createRenderRoot() { return this; }
  createController() { return /** @type {any} */ (new Values(this)); }
  render() { return this.box(); }

  /** @param {string} [why] the reason why a registered renderer did not draw the component */
  box(why) {
    const { surface } = this.context.dataContext;
    const { id, type } = /** @type {any} */ (this.context).componentModel;
    const values = /** @type {Values} */ (/** @type {unknown} */ (this.controller));
    const { refusedType, why: refusal, values: given, ...own } = values.props;
    const name = refusedType ?? type;
    const properties = Object.entries(refusedType === undefined ? own : given ?? {});
    const shown = properties.filter(([key, value]) => !isReference(key, value) && referencesIn(value).length === 0);
    const inside = properties.flatMap(([key, value]) => (isReference(key, value) ? values.parts(value) : values.parts(referencesIn(value))));
    // A box does not evaluate checks, and a refused component may be wrong in any way.
    const canAct = refusedType === undefined && own.checks === undefined;
    const lost = lossesOf(surface.id, id);
    const notes = [
      refusal && `cannot be shown: ${refusal}`, why,
      lost > 0 && `${lost} of its fields ${lost === 1 ? 'is' : 'are'} not shown in 0.9`,
      shown.length > MOST_VALUES && `${shown.length - MOST_VALUES} more values`,
    ].filter(Boolean);
    return html`<div class="box" role="group" aria-label="${name} ${id}">
      <div class="box-name"><b>${name}</b> ${id}</div>
      ${notes.map(note => html`<div class="box-note" role="note">${note}</div>`)}
      ${shown.length > 0 ? html`<dl>${shown.slice(0, MOST_VALUES).map(([key, value]) => html`<div><dt>${key}</dt><dd>${this.#value(value, values, canAct)}</dd></div>`)}</dl>` : nothing}
      ${inside.map(reference => this.renderNode(reference))}
    </div>`;
  }

  /** An event is a button, so that the agent can be told about it. @param {any} value @param {Values} values @param {boolean} canAct */
  #value(value, values, canAct) {
    if (canAct && isEvent(value)) return html`<button type="button" @click=${() => values.act(value)}>${clipped(value.event.name, LONGEST_VALUE)}</button>`;
    return clipped(typeof value === 'string' ? value : JSON.stringify(value) ?? '–', LONGEST_VALUE);
  }
}

/** A component that the script of the user draws. */
class Custom extends Box {
  /** @type {Map<string, HTMLElement>} The elements of children, so that they keep their state. */ #inside = new Map();

  render() {
    const { id, type } = /** @type {any} */ (this.context).componentModel;
    const values = /** @type {Values} */ (/** @type {unknown} */ (this.controller));
    try {
      const drawn = rendererOf(type)?.({
        id,
        properties: values.props,
        child: reference => this.#child(reference, values),
        act: action => values.act(action),
        set: (name, value) => values.set(name, value),
      });
      if (!(drawn instanceof Node || drawn === null || drawn === undefined || typeof drawn === 'string'))
        throw new TypeError('it returned neither a node nor a text');
      return html`${drawn ?? nothing}`;
    } catch (error) {
      const why = `its renderer failed: ${error instanceof Error ? error.message : error}`;
      failed(this, why);
      return this.box(why);
    }
  }

  /** @param {any} reference @param {Values} values */
  #child(reference, values) {
    const key = JSON.stringify(reference) ?? '';
    const place = this.#inside.get(key) ?? Object.assign(document.createElement('div'), { className: 'child' });
    this.#inside.set(key, place);
    render(values.parts(reference).map(part => this.renderNode(part)), place);
    return place;
  }
}

/**
 * Adds an accessible name and the messages of failed checks to an input of the renderer, which shows messages only for some inputs.
 * @template {new (...args: any[]) => any} T
 * @param {T} Base @param {{ messages: boolean }} needs
 */
const input = (Base, { messages }) => class extends Base {
  render() {
    const props = this.controller?.props;
    const shown = super.render();
    if (!props || !messages) return shown;
    const unmet = props.isValid === false ? props.validationErrors : [];
    // Valid inputs have the same template: another one replaces the input, which then loses the focus.
    return html`${shown}${unmet.map((/** @type {string} */ text) => html`<div class="unmet" role="alert">${text}</div>`)}`;
  }
  updated(/** @type {any} */ changed) {
    super.updated(changed);
    const { accessibility, label, isValid } = this.controller?.props ?? {};
    const name = accessibility?.label ?? label;
    for (const field of this.querySelectorAll('input:not([type=radio], [type=checkbox], .filter-input), textarea, .a2ui-choice-picker')) {
      if (typeof name === 'string') field.ariaLabel = name;
      if (field.matches('.a2ui-choice-picker')) field.role = 'group';
    }
    for (const field of this.querySelectorAll('input, textarea')) field.ariaInvalid = isValid === false ? 'true' : null;
  }
};

class Button extends input(A2uiBasicButtonElement, { messages: true }) {
  updated(/** @type {any} */ changed) {
    super.updated(changed);
    const name = this.controller?.props.accessibility?.label;
    const button = this.querySelector('button');
    if (button && typeof name === 'string') button.ariaLabel = name;
  }
}

/**
 * A text field that keeps a number while it is typed. Browsers report an empty value for `-` or `1e`. The renderer writes that value back,
 * which removes the characters, so `-5` would become `5`.
 */
class TextField extends input(A2uiBasicTextFieldElement, { messages: false }) {
  constructor() {
    super();
    this.addEventListener('input', event => {
      if (isIncomplete(event.target)) event.stopPropagation();
    }, true);
    // A number that stays incomplete is no value.
    this.addEventListener('change', event => {
      if (isIncomplete(event.target)) /** @type {any} */ (this.controller?.props)?.setValue?.('');
    });
  }
}

/** @param {EventTarget | null} field */
const isIncomplete = field => field instanceof HTMLInputElement && field.validity.badInput;

class CheckBox extends input(A2uiCheckBoxElement, { messages: false }) {}
class ChoicePicker extends input(A2uiChoicePickerElement, { messages: true }) {}
class Slider extends input(A2uiSliderElement, { messages: true }) {}
class DateTimeInput extends input(A2uiDateTimeInputElement, { messages: true }) {}

/** An icon as the character of its glyph. The renderer writes the icon's name, which screen readers would read and browsers would show if the font lacks the glyph. */
class Icon extends A2uiIconElement {
  render() {
    const { name, accessibility } = /** @type {any} */ (this.controller?.props ?? {});
    if (isShape(name?.svgPath)) return super.render();
    // Data models may also use the font's spelling of a name.
    const icon = String(name ?? '').replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    const glyph = Object.hasOwn(GLYPHS, icon) ? GLYPHS[icon] : undefined;
    const label = typeof accessibility?.label === 'string' ? accessibility.label : undefined;
    if (!glyph) return html`<span class="absent small" role="img" aria-label=${label ?? 'Icon'} title=${`The icon ${icon} does not exist`}></span>`;
    return html`<i class="a2ui-icon ${OUTLINES.has(icon) ? 'outline' : ''}" role=${label ? 'img' : nothing}
      aria-label=${label ?? nothing} aria-hidden=${label ? nothing : 'true'}>${glyph}</i>`;
  }
}

/** An image, or its description if the image is not loaded. */
class Image extends A2uiImageElement {
  /** @type {string | undefined} */ #broken;
  constructor() {
    super();
    // `error` does not bubble, but the capture phase reaches this element.
    this.addEventListener('error', () => {
      this.#broken = /** @type {any} */ (this.controller?.props)?.url;
      this.requestUpdate();
    }, true);
  }
  render() {
    const { url, description, variant } = /** @type {any} */ (this.controller?.props ?? {});
    if (source(url, 'image', remoteImages) && url !== this.#broken) return super.render();
    const small = variant === 'icon' || variant === 'avatar';
    const text = typeof description === 'string' && description ? description : 'Image';
    const why = reason(url, 'image', url === this.#broken);
    const title = `${text}\nNot loaded: ${clippedUrl(url)}`;
    return small
      ? html`<span class="absent-with-reason" role="img" aria-label="${text}, ${why}" title=${title}><span class="absent small ${variant}">${[...text][0]}</span>
        <small>image ${unbroken(why)}</small></span>`
      : html`<span class="absent picture ${variant ?? ''}" role="img" aria-label="${text}, ${why}" title=${title}><b>${text}</b> <small>${unbroken(why)}</small></span>`;
  }
}

/** @param {any} Base @param {'video' | 'audio'} kind */
const medium = (Base, kind) => class extends Base {
  render() {
    const { url, description } = this.controller?.props ?? {};
    if (source(url, kind, remoteImages)) return super.render();
    const href = link(url);
    const what = description || (kind === 'video' ? 'Video' : 'Audio');
    return html`<span class="absent picture" role="note"><b>${what}</b> <small>${unbroken(reason(url, kind, false))}</small><br>
      ${href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${clippedUrl(url)}</a>` : clippedUrl(url)}</span>`;
  }
};
class Video extends medium(A2uiVideoElement, 'video') {}
class AudioPlayer extends medium(A2uiAudioPlayerElement, 'audio') {}

/** A modal that works with the keyboard: Escape closes it, and the focus moves into it and back. */
class Modal extends A2uiLitModal {
  /** @type {HTMLElement | null} */ #before = null;
  constructor() {
    super();
    this.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || !this.isOpen) return;
      event.stopPropagation();
      this.closeModal();
    });
  }
  updated(/** @type {any} */ changed) {
    super.updated(changed);
    if (!changed.has('isOpen')) return;
    if (this.isOpen) {
      this.#before = /** @type {any} */ (this.getRootNode()).activeElement;
      /** @type {HTMLElement | null} */ (this.querySelector('.a2ui-modal-close'))?.focus();
    } else if (this.#before) this.#before.focus();
  }
}

/**
 * Returns the reason why an image or media file is not shown, after its name.
 * @param {unknown} url @param {'image' | 'video' | 'audio'} kind @param {boolean} isBroken true if it was loaded without success
 */
function reason(url, kind, isBroken) {
  if (isBroken) return 'cannot be loaded';
  const why = unloaded(url, kind, remoteImages);
  if (why.endsWith(ALLOW)) blocked(String(url));
  return why;
}

/** Returns a reason whose flag does not break across lines. @param {string} why */
const unbroken = why => (why.endsWith(ALLOW) ? html`${why.slice(0, -ALLOW.length)}<span class="flag">${ALLOW}</span>` : why);

/** @param {unknown} url */
const clippedUrl = url => clipped(typeof url === 'string' ? url : 'no URL', 80);

/** @param {string} text @param {number} most */
const clipped = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);

customElements.define('agent-ui-surface', Surface);
customElements.define('agent-ui-absent', Absent);
customElements.define('agent-ui-box', Box);
customElements.define('agent-ui-custom', Custom);

/** @type {[string, string, any][]} Component, element, class. */
const OWN = [
  ['Icon', 'agent-ui-icon', Icon], ['Image', 'agent-ui-image', Image], ['Video', 'agent-ui-video', Video],
  ['AudioPlayer', 'agent-ui-audio', AudioPlayer], ['Modal', 'agent-ui-modal', Modal], ['Button', 'agent-ui-button', Button],
  ['TextField', 'agent-ui-text-field', TextField], ['CheckBox', 'agent-ui-check-box', CheckBox],
  ['ChoicePicker', 'agent-ui-choice-picker', ChoicePicker], ['Slider', 'agent-ui-slider', Slider],
  ['DateTimeInput', 'agent-ui-date-time', DateTimeInput],
];
for (const [, tag, element] of OWN) customElements.define(tag, element);

/** The tag of the element for each of these components. */
export const OWN_ELEMENTS = new Map(OWN.map(([name, tag]) => [name, tag]));
