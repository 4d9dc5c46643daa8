// A server between an agent that writes A2UI 0.8 and clients that read 0.9. It keeps the state of each conversation as text, as in a
// database, and handles one message of either side at a time.
//
// The program prints:
//
//     to the client: createSurface
//     to the client: updateComponents
//     not sent: line 1, /surfaceUpdate/components/0/component/Text/text: `text` must be an object (BoundString), not a number; write an object (BoundString)
//     to the agent: pay-button
import { type AgentUi, load, type MessageOf, type MessageInput } from "agent-ui-bridge";

type FromAgent = MessageInput<MessageOf<"a2ui@0.8">>;
type FromClient = MessageInput<MessageOf<"a2ui@0.9">>;

/** The conversations of a server. */
class Conversations {
  readonly #agentUi: AgentUi;
  readonly #saved = new Map<string, string>();

  constructor(agentUi: AgentUi) {
    this.#agentUi = agentUi;
  }

  /** Opens a conversation for one message, and saves it afterwards. */
  #with<T>(id: string, use: (bridge: ReturnType<typeof this.open>) => T): T {
    using bridge = this.open(this.#saved.get(id));
    const result = use(bridge);
    this.#saved.set(id, bridge.save());
    return result;
  }

  open(saved: string | undefined) {
    const { Bridge } = this.#agentUi;
    return saved === undefined ? new Bridge("a2ui@0.8", "a2ui@0.9") : Bridge.resume<"a2ui@0.8", "a2ui@0.9">(saved);
  }

  /** Returns the messages for the client, or the findings for the agent. */
  fromAgent(id: string, messages: FromAgent) {
    return this.#with(id, bridge => {
      const { isAccepted, findings } = bridge.check(messages);
      return isAccepted ? bridge.forward(messages).messages.map(({ value }) => value) : findings.forModel();
    });
  }

  /** Returns the messages for the agent. */
  fromClient(id: string, messages: FromClient) {
    return this.#with(id, bridge => bridge.backward(messages).messages.map(({ value }) => value));
  }
}

/** Runs a conversation, and prints its messages. */
export async function main(loading: AgentUi | Promise<AgentUi> = load()): Promise<void> {
  const conversations = new Conversations(await loading);
  const label = { id: "label", component: { Text: { text: { literalString: "Pay" } } } };
  const button = { id: "pay-button", component: { Button: { child: "label", action: { name: "pay" } } } };
  for (const message of [
    { surfaceUpdate: { surfaceId: "cart", components: [button, label] } },
    { beginRendering: { surfaceId: "cart", root: "pay-button" } },
    // The types do not see this mistake, as the message is read from JSON.
    JSON.parse('{"surfaceUpdate":{"surfaceId":"cart","components":[{"id":"label","component":{"Text":{"text":7}}}]}}'),
  ]) {
    const sent = conversations.fromAgent("7", message);
    if (typeof sent === "string") console.log(`not sent: ${sent}`);
    else for (const value of sent) console.log(`to the client: ${Object.keys(value)[1]}`);
  }
  const action = { name: "pay", surfaceId: "cart", sourceComponentId: "root", timestamp: "2026-05-18T15:30:00.000Z", context: {} };
  for (const value of conversations.fromClient("7", { version: "v0.9", action })) {
    if ("userAction" in value && value.userAction) console.log(`to the agent: ${value.userAction.sourceComponentId}`);
  }
}
