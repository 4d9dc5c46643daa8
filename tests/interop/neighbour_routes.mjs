// The comparisons that cards and Slack blocks share: examples of A2UI as payloads, and published payloads as surfaces.
//
// A format is `{dialect, source, read, send, isSent, comparable, mayMove, added, judge}`: the dialects to write and to read, the renderer's
// functions as in card_renderer.mjs, whether a click on an action sends an event, what is compared of an event, whether parts may be
// elsewhere, the keys of parts that a payload needs and a surface may lack, and a function that returns the faults of a payload.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { publishedExamples } from './examples.mjs';
import { notedComponents, parsed, TIME, written } from './neighbours.mjs';
import { another } from './shown_parts.mjs';
import { openSurfaces } from './surface_parts.mjs';

const SHOWN_BY_CORE = 'a2ui@0.9';

/** Enters values into inputs of a surface in the core, by their positions, and clicks. Returns the action, and the checks that fail. */
async function clicked(messages, at, entries, position) {
  const surface = (await openSurfaces(messages))[at];
  const shown = surface.read();
  await surface.enter(entries.map(([of, value]) => [shown.inputs[of], value]));
  const filled = surface.read();
  const failing = [...filled.inputs, filled.actions[position]].flatMap(part => part.failing);
  return { action: await surface.click(position), failing };
}

/** Returns other values for inputs of a payload, by their positions. */
const entriesOf = (inputs, positions) => new Map(positions.map(at => [at, another(inputs[at])]));

// A client may write seconds and an offset, which inputs of dates do not have.
const withoutSeconds = value => (typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/, '$1') : value);
const plainAction = action => action && JSON.parse(JSON.stringify({ ...action, timestamp: undefined }, (_, value) => withoutSeconds(value)));

/** The examples of A2UI, written in a format. */
export class Examples {
  #run;
  #comparison;
  #format;
  #folder = mkdtempSync(join(tmpdir(), 'examples-'));

  constructor(run, comparison, format) {
    [this.#run, this.#comparison, this.#format] = [run, comparison, format];
  }

  /** Compares all examples, and the clicks on those that the core reads as they are. */
  async compare(corpus) {
    try {
      for (const [version, all] of publishedExamples(corpus))
        for (const [name, messages] of all) await this.#example(version, name, messages);
    } finally {
      rmSync(this.#folder, { recursive: true });
    }
  }

  // Messages of other versions are translated for the core.
  async #surfaces(version, messages) {
    if (version === SHOWN_BY_CORE) return openSurfaces(messages);
    const { out } = await this.#run(['convert', '--quiet', '--from', version, '--to', SHOWN_BY_CORE, '-'], written(messages));
    return openSurfaces(parsed(out));
  }

  async #example(version, name, messages) {
    const { dialect, read, isSent, mayMove, added = [], judge } = this.#format;
    const route = `${version} to ${dialect}`;
    const { out, complaints, notes } = await this.#run(['convert', '--notes', '--from', version, '--to', dialect, '-'], written(messages));
    const payloads = parsed(out);
    const surfaces = await this.#surfaces(version, messages);
    if (complaints.length > 0) return this.#comparison.refuse(route, name, complaints);
    if (payloads.length !== surfaces.length)
      return this.#comparison.fault(`${route}: ${name}: ${payloads.length} payloads of ${surfaces.length} surfaces`);
    const noted = notedComponents(messages, notes);
    // The id of an item of a template is followed by its place, and ids for tabs and modals have a kind in front.
    const idOf = key => key?.replace(/^(?:tab|modal):/, '').replace(/[@#:].*$/, '');
    const isNoted = ({ before, keys }) => keys.some(key => noted.has(idOf(key))) || (before.length === 0 && keys.every(key => added.includes(key)));
    for (const [at, payload] of payloads.entries()) {
      for (const fault of await judge(payload)) this.#comparison.fault(`${route}: ${name}: ${fault}`);
      const shown = read(payload);
      const matched = this.#comparison.show(route, name, surfaces[at].read(), shown, { isNoted, mayMove });
      if (version !== SHOWN_BY_CORE) continue;
      for (const pair of matched.actions)
        if (isSent(shown.actions[pair[1]])) await this.#click(name, messages, at, payload, matched.inputs, pair);
    }
  }

  // Compares the action of a click in the payload with that of the core.
  async #click(name, messages, at, payload, inputs, [position, place]) {
    const { dialect, source, read, send } = this.#format;
    const route = `clicks in ${dialect}`;
    const entries = entriesOf(read(payload).inputs, inputs.map(([, of]) => of));
    const { payload: event, sent, invalid } = send(payload, entries, place);
    const taking = inputs.filter(([, of]) => !sent || sent.includes(of)).map(([core, of]) => [core, entries.get(of)]);
    const { action, failing } = await clicked(messages, at, taking, position);
    if (invalid) return this.#comparison.click(route, `${name} ${place}`, failing.length > 0, { invalid });
    const file = join(this.#folder, 'surface.jsonl');
    writeFileSync(file, written(messages));
    const args = ['convert', '--quiet', '--from', source, '--to', SHOWN_BY_CORE, '--time', TIME, '--surface', file, '-'];
    const { out, complaints } = await this.#run(args, written([event]));
    const ours = parsed(out).find(message => message.action)?.action;
    const isRight = failing.length > 0 ? !ours && complaints.length > 0 : isDeepStrictEqual(plainAction(ours), plainAction(action));
    this.#comparison.click(route, `${name} ${place}`, isRight, { event, ours, action, failing, complaints });
  }
}

/** Published payloads of a format, shown as surfaces. */
export class Payloads {
  #run;
  #comparison;
  #format;
  #clicks = [];

  constructor(run, comparison, format) {
    [this.#run, this.#comparison, this.#format] = [run, comparison, format];
  }

  /** Compares payloads by their names, and the clicks on their surfaces. */
  async compare(payloads) {
    for (const [name, payload] of payloads) await this.#payload(name, payload);
    await this.#answers();
  }

  async #payload(name, payload) {
    const { source, read, send, isSent } = this.#format;
    const route = `${source} to ${SHOWN_BY_CORE}`;
    const { out, complaints } = await this.#run(['convert', '--quiet', '--from', source, '--to', SHOWN_BY_CORE, '-'], written([payload]));
    if (complaints.length > 0) return this.#comparison.refuse(route, name, complaints);
    const messages = parsed(out);
    const [surface] = await openSurfaces(messages);
    if (!surface) return this.#comparison.fault(`${route}: ${name}: no surface`);
    const theirs = read(payload);
    const matched = this.#comparison.show(route, name, theirs, surface.read());
    for (const error of surface.errors) this.#comparison.fault(`${route}: ${name}: ${error}`);
    for (const [place, position] of matched.actions) {
      if (!isSent(theirs.actions[place])) continue;
      const entries = entriesOf(theirs.inputs, matched.inputs.map(([of]) => of));
      const { payload: event, invalid } = send(payload, entries, place);
      const { action, failing } = await clicked(messages, 0, matched.inputs.map(([of, core]) => [core, entries.get(of)]), position);
      if (!invalid && action) this.#clicks.push({ name: `${name} ${place}`, event, action });
      else this.#comparison.click(`clicks on surfaces of ${source}`, `${name} ${place}`, invalid && failing.length > 0, { invalid, failing, action });
    }
  }

  // Translates the actions to events, and compares these with what the renderer sends.
  async #answers() {
    const { source, comparable } = this.#format;
    const messages = this.#clicks.map(({ action }) => ({ version: 'v0.9', action: { ...action, timestamp: TIME } }));
    const { out, complaints } = await this.#run(['convert', '--quiet', '--from', SHOWN_BY_CORE, '--to', source, '-'], written(messages));
    const refused = new Map(complaints.map(text => JSON.parse(text)).map(error => [error.line, error]));
    const answers = parsed(out);
    this.#clicks.forEach(({ name, event }, at) => {
      const refusal = refused.get(at + 1);
      const answer = refusal ? undefined : answers.shift();
      const isRight = answer !== undefined && isDeepStrictEqual(comparable(answer), comparable(JSON.parse(JSON.stringify(event))));
      this.#comparison.click(`clicks on surfaces of ${source}`, name, isRight, { event, answer, refusal });
    });
  }
}
