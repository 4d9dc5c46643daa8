// An agent loop: a model writes a surface, its answers are checked and repaired, and it is asked again until the surface is right.
//
// A list of answers takes the place of the model. The program prints the prompts:
//
//     --- ask
//     Write a form for booking a table.
//     --- ask
//     Nothing was applied. Write all messages again:
//     line 2, /updateComponents/components/0/component: unknown component type `Colum`: the catalog does not define it; write "Column"
//     line 2, /updateComponents/components/1/component: unknown component type `Txt`: the catalog does not define it; write "Text"
//     line 2, /updateComponents/components/2/text: `Text` is missing the required property `text`; add `text`
//     --- ask
//     The messages were applied. Send only what is missing:
//     line 2, /updateComponents/components/0/children/1: the referenced component `send` does not exist; send a component with this id, or remove the reference
//     --- done: 2 answers, 1 surface
import { type AgentUi, load } from "agent-ui-bridge";

const protocol = "a2ui@0.9";
const catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
const create = `{"version":"v0.9","createSurface":{"surfaceId":"table","catalogId":"${catalog}"}}\n`;
const update = '{"version":"v0.9","updateComponents":{"surfaceId":"table","components":[';
const answers = [
  // Two components have a wrong type, and the third one has no text.
  create + update + '{"id":"root","component":"Colum","children":["title","date"]},'
    + '{"id":"title","component":"Txt","text":"Book a table"},{"id":"date","component":"Text"}]}}',
  // A misspelt name, which `repair` corrects, and a component that is not sent.
  create + update.replace("surfaceId", "surfaceID") + '{"id":"root","component":"Column","children":["title","send"]},'
    + '{"id":"title","component":"Text","text":"Book a table"}]}}',
  // The missing component.
  update + '{"id":"send","component":"Button","child":"label","action":{"event":{"name":"send"}}},'
    + '{"id":"label","component":"Text","text":"Send"}]}}',
];

type Model = (prompt: string) => string;

/** Returns a function in place of a model. Each call has the next answer. */
function scriptedModel(texts: string[]): Model {
  const remaining = texts.values();
  return () => remaining.next().value ?? "";
}

/** Asks the model until its messages are right, and returns those that were accepted. */
function buildSurface(agentUi: AgentUi, model: Model, task: string, maxAnswers = 5): string[] {
  using checker = new agentUi.Checker(protocol);
  const accepted: string[] = [];
  let prompt = task;
  for (let count = 0; count < maxAnswers; count += 1) {
    console.log(`--- ask\n${prompt}`);
    let text = model(prompt);
    const checked = checker.push(text);
    if (!checked.isAccepted) {
      // A refused text has changed nothing, so the repaired one takes its place.
      text = agentUi.repair(text, { protocol }).text;
      if (!checker.push(text).isAccepted) {
        prompt = `Nothing was applied. Write all messages again:\n${checked.findings.forModel()}`;
        continue;
      }
    }
    accepted.push(text);
    const open = checker.finish();
    if (open.length === 0) return accepted;
    prompt = `The messages were applied. Send only what is missing:\n${open.forModel()}`;
  }
  throw new Error("the model has not written a surface");
}

/** Runs the loop, and prints its end. */
export async function main(loading: AgentUi | Promise<AgentUi> = load()): Promise<void> {
  const agentUi = await loading;
  const messages = buildSurface(agentUi, scriptedModel(answers), "Write a form for booking a table.");
  const surfaces = agentUi.fold(messages.join("\n"), { protocol }).states;
  console.log(`--- done: ${messages.length} answers, ${surfaces.length} surface`);
}
